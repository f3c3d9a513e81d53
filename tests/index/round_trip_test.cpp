#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "index/index_builder.h"
#include "index/index_check.h"
#include "index/index_reader.h"
#include "tests/support/temporary_folder.h"

/// A random collection through the whole of it: builder, files, reader; every leg's data compared with
/// what went in, by brute force.
namespace marrow {
namespace {

using test::TemporaryFolder;

constexpr std::uint32_t kVocabulary = 12;
constexpr std::size_t kDimension = 17;  // a row and 15 floats of padding

struct Unit {
  Document document;
  std::vector<std::string> terms;
  SparseVector sparse;
  std::vector<float> dense;
};

/// Few distinct words, so that lists are long and ties many; every fourth document empty.
Unit random_unit(std::size_t number, std::mt19937_64& random) {
  Unit unit;
  const std::size_t id_bytes = random() % 50 == 0 ? 100'000 : random() % 6;
  unit.document.external_id =
      std::string(id_bytes, static_cast<char>(random())) + " ü" + std::to_string(number);
  if (random() % 4 > 0) {
    unit.document.title = std::string(random() % 3, 't');
    unit.document.text = std::string(random() % 200, static_cast<char>(random()));
    for (std::size_t i = random() % 20; i > 0; --i) unit.terms.push_back("w" + std::to_string(random() % 9));
  }
  for (std::uint32_t term = 0; term < kVocabulary; ++term) {
    if (random() % 3 > 0) continue;
    unit.sparse.terms.push_back(TermId(term));
    unit.sparse.weights.push_back(static_cast<float>(1 + random() % 4) * 0.25F);
  }
  for (std::size_t i = 0; i < kDimension; ++i) unit.dense.push_back(static_cast<float>(random() % 7) - 3.0F);
  unit.dense[0] = 1.0F;
  return unit;
}

std::vector<Field> all_fields() {
  std::vector<Field> fields(4);
  fields[1] = {FieldKind::sparse, "", "", "", "", kVocabulary, true};
  fields[2] = {FieldKind::dense, "one", "", "", "", kDimension, false};
  fields[3] = {FieldKind::dense, "two", "", "", "", kDimension, false};
  return fields;
}

/// Vectors come in one call for all documents, and in one call each: the order of calls is free.
void build(const std::filesystem::path& folder, const std::vector<Unit>& units, TextStorage storage) {
  IndexOptions options;
  options.fields = all_fields();
  options.text_storage = storage;
  IndexBuilder builder(folder, options);
  std::vector<float> rows;
  for (const Unit& unit : units) rows.insert(rows.end(), unit.dense.begin(), unit.dense.end());
  builder.add_dense("dense:one", rows);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::vector<std::string_view> terms(units[i].terms.begin(), units[i].terms.end());
    ASSERT_EQ(builder.add(units[i].document, terms), Sequence(i));
    builder.add_dense("dense:two", units[i].dense);
  }
  for (const Unit& unit : units) builder.add_sparse("sparse", unit.sparse);
  builder.commit();
}

void expect_documents(const IndexReader& reader, const std::vector<Unit>& units) {
  ASSERT_EQ(reader.document_count(), units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    ASSERT_EQ(reader.document(Sequence(i)), units[i].document);
    ASSERT_EQ(reader.find(units[i].document.external_id), Sequence(i));
    ASSERT_EQ(reader.unit_text(Sequence(i), 0), full_text(units[i].document));
  }
}

void expect_terms(const IndexReader& reader, const std::vector<Unit>& units) {
  const Bm25View& bm25 = reader.segments().front().bm25(0);
  std::uint64_t tokens = 0;
  for (int word = 0; word < 9; ++word) {
    const std::string term = "w" + std::to_string(word);
    std::map<DocId, std::uint32_t> expected;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      const auto count = std::count(units[unit].terms.begin(), units[unit].terms.end(), term);
      if (count > 0) expected[DocId(unit)] = static_cast<std::uint32_t>(count);
      tokens += static_cast<std::uint64_t>(count);
    }
    std::map<DocId, std::uint32_t> found;
    const auto list = bm25.list(term);
    for (std::size_t i = 0; i < list.docs.size(); ++i) found[list.docs[i]] = list.frequencies[i];
    ASSERT_EQ(found, expected);
    ASSERT_EQ(reader.document_frequency(term), expected.size());
  }
  EXPECT_EQ(reader.bm25_statistics().sum_of_lengths, tokens);
}

void expect_vectors(const IndexReader& reader, const std::vector<Unit>& units) {
  const Segment& segment = reader.segments().front();
  std::vector<SparseVector> sparse(units.size());
  for (std::uint32_t term = 0; term < kVocabulary; ++term) {
    const auto list = segment.impacts(1).list(TermId(term));
    for (std::size_t i = 0; i < list.docs.size(); ++i) {
      sparse[index_of(list.docs[i])].terms.push_back(TermId(term));
      sparse[index_of(list.docs[i])].weights.push_back(list.weights[i]);
    }
  }
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    ASSERT_EQ(sparse[unit], units[unit].sparse);
    ASSERT_THAT(segment.vectors(2).row(DocId(unit)), testing::ElementsAreArray(units[unit].dense));
    ASSERT_THAT(segment.vectors(3).row(DocId(unit)), testing::ElementsAreArray(units[unit].dense));
  }
}

TEST(RoundTrip, OfRandomCollectionsLosesNothing) {
  std::mt19937_64 random(23);
  for (int round = 0; round < 25; ++round) {
    std::vector<Unit> units;
    const std::size_t count = round == 0 ? 0 : 1 + random() % (round % 5 == 0 ? 400 : 30);
    for (std::size_t i = 0; i < count; ++i) units.push_back(random_unit(i, random));
    const TemporaryFolder folder;
    build(folder / "index", units, round % 2 == 0 ? TextStorage::plain : TextStorage::compressed);
    const IndexReader reader(folder / "index");
    expect_documents(reader, units);
    expect_terms(reader, units);
    expect_vectors(reader, units);
    ASSERT_THAT(check_index(folder / "index").problems, testing::IsEmpty());
    if (HasFatalFailure()) FAIL() << "round " << round;
  }
}

}  // namespace
}  // namespace marrow
