#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "index/byte_lists.h"
#include "index/doc_store.h"
#include "index/doc_store_writer.h"
#include "index/impacts_builder.h"
#include "index/postings_builder.h"
#include "index/segment.h"
#include "index/string_table.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(StringTable, NumbersDistinctStringsInTheirOrder) {
  StringTable table;
  EXPECT_TRUE(table.insert("b").is_new);
  EXPECT_TRUE(table.insert("").is_new);
  EXPECT_FALSE(table.insert("b").is_new);
  EXPECT_EQ(table.insert("").index, 1U);
  EXPECT_EQ(table.insert(std::string_view("a\0c", 3)).index, 2U);
  EXPECT_EQ(table[2], std::string_view("a\0c", 3));
  EXPECT_THAT(table.sorted(), ElementsAre(1U, 2U, 0U));
}

TEST(StringTable, OfManyStringsFindsEachAgain) {
  StringTable table;
  for (std::uint32_t i = 0; i < 20'000; ++i) ASSERT_EQ(table.insert(std::to_string(i)).index, i);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    ASSERT_EQ(table.insert(std::to_string(i)).index, i);
    ASSERT_EQ(table[i], std::to_string(i));
  }
  EXPECT_GT(table.memory_bytes(), 20'000U * 20);
}

TEST(ByteLists, GiveBackWhatWasAppendedSideBySide) {
  std::mt19937_64 random(3);
  ByteLists lists;
  std::vector<ByteLists::List> ends(50);
  std::vector<std::vector<std::uint32_t>> expected(ends.size());
  for (int i = 0; i < 100'000; ++i) {
    const std::size_t list = random() % (1 + random() % ends.size());
    const auto number = static_cast<std::uint32_t>(random() >> (32 + random() % 32));
    lists.append_number(ends[list], number);
    expected[list].push_back(number);
  }
  for (std::size_t list = 0; list < ends.size(); ++list) {
    ByteLists::Reader reader(lists, ends[list]);
    for (const std::uint32_t number : expected[list]) ASSERT_EQ(reader.next_number(), number);
  }
}

TEST(ByteLists, KeepFloatsToTheBit) {
  ByteLists lists;
  ByteLists::List list;
  const std::vector<float> values{0.1F, 1e-38F, 3e38F};
  for (const float value : values) lists.append_float(list, value);
  ByteLists::Reader reader(lists, list);
  for (const float value : values)
    EXPECT_EQ(std::bit_cast<std::uint32_t>(reader.next_float()), std::bit_cast<std::uint32_t>(value));
}

TEST(ByteLists, RefuseToGrowBeyondTheirLimit) {
  ByteLists lists(1 << 20);
  ByteLists::List list;
  const Error error = error_of([&] {
    for (int i = 0; i < (1 << 21); ++i) lists.append(list, std::byte{1});
  });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("commit in smaller parts"));
  EXPECT_EQ(lists.memory_bytes(), std::size_t{1} << 20);
}

/// The brute-force twin: every unit's terms counted one by one.
using CountedUnits = std::vector<std::map<std::string, std::uint32_t>>;

void expect_postings(const Bm25View& bm25, const CountedUnits& units) {
  std::set<std::string> terms;
  for (const auto& unit : units) {
    for (const auto& [term, count] : unit) terms.insert(term);
  }
  ASSERT_EQ(bm25.lexicon.size(), terms.size());
  for (const std::string& term : terms) {
    std::vector<DocId> docs;
    std::vector<std::uint32_t> frequencies;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      if (const auto found = units[unit].find(term); found != units[unit].end()) {
        docs.push_back(DocId(unit));
        frequencies.push_back(found->second);
      }
    }
    EXPECT_THAT(bm25.list(term).docs, testing::ElementsAreArray(docs)) << term;
    EXPECT_THAT(bm25.list(term).frequencies, testing::ElementsAreArray(frequencies)) << term;
  }
}

TEST(PostingsBuilder, EqualsCountingByHandOnRandomUnits) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 20; ++round) {
    const TemporaryFolder folder;
    PostingsBuilder builder;
    CountedUnits units(random() % 60);
    for (auto& unit : units) {
      std::vector<std::string> terms(random() % 30);
      for (std::string& term : terms)
        ++unit[term = std::string(random() % 3, static_cast<char>('a' + random() % 4))];
      builder.add_unit(std::vector<std::string_view>(terms.begin(), terms.end()));
    }
    SegmentEntry entry;
    entry.document_count = entry.unit_count = static_cast<std::uint32_t>(units.size());
    const std::vector<Field> fields(1);
    entry.files = expected_files(fields);
    DocStoreWriter documents(folder / "documents", TextStorage::plain);
    const std::vector<UnitRange> whole(1);
    for (std::size_t i = 0; i < units.size(); ++i)
      documents.add({std::to_string(i), "", ""}, Sequence(i), whole);
    documents.finish();
    builder.write(folder / "postings");
    std::vector<IndexFile> files;
    files.emplace_back(folder / "documents", FileKind::documents);
    files.emplace_back(folder / "postings", FileKind::postings);
    const Segment segment(std::move(files), entry, fields);
    segment.bm25(0).lexicon.check();
    segment.bm25(0).postings.check();
    expect_postings(segment.bm25(0), units);
  }
}

TEST(ImpactsBuilder, KeepsTheLargestWeightAndTheEightBitFormOfNothing) {
  const TemporaryFolder folder;
  ImpactsBuilder builder(7);
  builder.add_unit({}, "unit 0");
  builder.write(folder / "impacts");
  const IndexFile file(folder / "impacts", FileKind::impacts);
  const ImpactsView impacts(impacts_arrays_of(file), 1);
  impacts.check();
  EXPECT_EQ(impacts.vocabulary_size(), 7U);
  EXPECT_FLOAT_EQ(largest_weight(impacts), 0.0F);
  write_quantized_impacts(impacts, 0.0F, folder / "codes");
  const IndexFile codes(folder / "codes", FileKind::quantized_impacts);
  EXPECT_TRUE(codes.array<std::uint8_t>("quantized.codes").empty());
}

/// Requirements, A3: a quarter of the bytes; an error of at most one step.
TEST(ImpactsBuilder, EightBitFormTakesAQuarterOfTheWeightsAndIsOneStepOffAtMost) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<float> weight(0.001F, 3.0F);
  const TemporaryFolder folder;
  ImpactsBuilder builder(10);
  for (int unit = 0; unit < 2'000; ++unit) {
    SparseVector vector;
    for (std::uint32_t term = 0; term < 10; ++term) {
      vector.terms.push_back(TermId(term));
      vector.weights.push_back(weight(random));
    }
    builder.add_unit(vector, "unit");
  }
  builder.write(folder / "impacts");
  const IndexFile file(folder / "impacts", FileKind::impacts);
  const ImpactsArrays arrays = impacts_arrays_of(file);
  const ImpactsView exact(arrays, 2'000);
  const float largest = largest_weight(exact);
  const FileIdentity written = write_quantized_impacts(exact, largest, folder / "codes");
  EXPECT_LT(written.bytes, arrays.weights.size() * sizeof(float) / 4 + 1'024);
  const IndexFile codes(folder / "codes", FileKind::quantized_impacts);
  const QuantizedImpactsView view(arrays, codes.array<std::uint8_t>("quantized.codes"), largest, 2'000);
  for (std::uint32_t term = 0; term < 10; ++term) {
    const auto weights = exact.list(TermId(term)).weights;
    const auto list = view.list(TermId(term)).codes;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const float back = static_cast<float>(list[i]) * view.step();
      ASSERT_LE(back, weights[i] * 1.000001F);
      ASSERT_GT(back, weights[i] - view.step() * 1.00001F);
    }
  }
}

/// Documents that try the block boundaries: empty ones, one over a block, many small ones.
std::vector<Document> odd_documents(std::mt19937_64& random) {
  std::vector<Document> documents(random() % 40);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    Document& document = documents[i];
    document.external_id =
        std::string(1 + random() % 9, static_cast<char>(random())) + '\0' + std::to_string(i);
    if (random() % 3 > 0) document.title = "title " + std::to_string(random());
    if (random() % 4 > 0)
      document.text = std::string(random() % (random() % 5 == 0 ? 60'000 : 900), 'x') + "é";
  }
  return documents;
}

TEST(DocStore, GivesBackWhatWasWrittenWhateverItsSizes) {
  std::mt19937_64 random(17);
  for (int round = 0; round < 40; ++round) {
    const TemporaryFolder folder;
    const auto documents = odd_documents(random);
    DocStoreWriter writer(folder / "documents",
                          round % 2 == 0 ? TextStorage::plain : TextStorage::compressed);
    for (std::size_t i = 0; i < documents.size(); ++i) writer.add(documents[i], Sequence(i * i), {});
    EXPECT_GT(writer.memory_bytes(), documents.size() * 20);
    writer.finish();
    const IndexFile file(folder / "documents", FileKind::documents);
    const DocStore store(file);
    store.check();
    ASSERT_EQ(store.size(), documents.size());
    for (std::size_t i = documents.size(); i-- > 0;) {
      const DocumentRow row{static_cast<std::uint32_t>(i)};
      ASSERT_EQ(store.document(row), documents[i]);
      ASSERT_EQ(store.find(documents[i].external_id), row);
      ASSERT_EQ(store.find(documents[i].external_id + "?"), std::nullopt);
    }
    store.for_each(
        [&](DocumentRow row, const Document& document) { ASSERT_EQ(document, documents[index_of(row)]); });
  }
}

TEST(DocStore, KeepsTheUnitsOfADocumentInTheirOrder) {
  const TemporaryFolder folder;
  DocStoreWriter writer(folder / "documents", TextStorage::compressed);
  writer.add({"a", "", "one two three"}, Sequence(4), std::vector<UnitRange>{{0, 3}, {4, 7}, {8, 13}});
  writer.add({"b", "", "none"}, Sequence(5), {});
  writer.add({"c", "", "four"}, Sequence(9), std::vector<UnitRange>{{0, 4}});
  EXPECT_EQ(writer.external_id_of(3), "c");
  writer.finish();
  const IndexFile file(folder / "documents", FileKind::documents);
  const UnitTable units = unit_table_of(file);
  units.check();
  EXPECT_EQ(units.unit_count(), 4U);
  EXPECT_EQ(units.hit(DocId(2), 1.0F), (Hit{Sequence(4), 2, 1.0F}));
  EXPECT_EQ(units.hit(DocId(3), 1.0F), (Hit{Sequence(9), 0, 1.0F}));
  EXPECT_EQ(units.unit_count(DocumentRow(1)), 0U);
  EXPECT_EQ(units.range(DocumentRow(0), 1), (UnitRange{4, 7}));
}

}  // namespace
}  // namespace marrow
