#include "index/index_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "index/index_check.h"
#include "index/index_folder.h"
#include "index/index_reader.h"
#include "tests/index/small_index.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::kDenseLeg;
using test::kSparseLeg;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

IndexOptions small_options() {
  IndexOptions options;
  options.fields = test::small_fields();
  return options;
}

class SmallIndex : public testing::TestWithParam<TextStorage> {
 protected:
  void SetUp() override { test::build_small_index(folder / "index", GetParam()); }

  TemporaryFolder folder;
};

INSTANTIATE_TEST_SUITE_P(TextStorage, SmallIndex,
                         testing::Values(TextStorage::plain, TextStorage::compressed),
                         [](const auto& instance) {
                           return instance.param == TextStorage::plain ? "Plain" : "Compressed";
                         });

TEST_P(SmallIndex, GivesEveryDocumentBackUnchanged) {
  const IndexReader reader(folder / "index");
  const auto units = test::small_collection();
  ASSERT_EQ(reader.document_count(), units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Document& document = units[i].document;
    EXPECT_EQ(reader.document(Sequence(i)), document);
    EXPECT_EQ(reader.external_id(Sequence(i)), document.external_id);
    EXPECT_EQ(reader.find(document.external_id), Sequence(i));
    EXPECT_EQ(reader.unit_text(Sequence(i), 0), full_text(document));
  }
  EXPECT_EQ(reader.find("d"), std::nullopt);
  EXPECT_EQ(reader.find("zz"), std::nullopt);
}

TEST_P(SmallIndex, HoldsThePostingsOfItsTerms) {
  const IndexReader reader(folder / "index");
  const Bm25View& bm25 = reader.segments().front().bm25(reader.field("bm25"));
  EXPECT_THAT(bm25.list("sea").docs, ElementsAre(DocId(0), DocId(2)));
  EXPECT_THAT(bm25.list("sea").frequencies, ElementsAre(1U, 2U));
  EXPECT_THAT(bm25.list("mo").docs, IsEmpty());
  EXPECT_THAT(bm25.postings.unit_lengths(), ElementsAre(4U, 0U, 2U, 1U));
  EXPECT_EQ(reader.bm25_statistics().unit_count, 4U);
  EXPECT_EQ(reader.bm25_statistics().sum_of_lengths, 7U);
  EXPECT_DOUBLE_EQ(reader.bm25_statistics().average_length(), 1.75);
  EXPECT_EQ(reader.document_frequency("moon"), 2U);
  EXPECT_EQ(reader.document_frequency("sun"), 0U);
}

TEST_P(SmallIndex, HoldsTheImpactsAndTheirEightBitForm) {
  const IndexReader reader(folder / "index");
  const Segment& segment = reader.segments().front();
  const std::size_t field = reader.field(kSparseLeg);
  EXPECT_THAT(segment.impacts(field).list(TermId(4)).docs, ElementsAre(DocId(0), DocId(2), DocId(3)));
  EXPECT_THAT(segment.impacts(field).list(TermId(4)).weights, ElementsAre(2.0F, 1.0F, 0.001F));
  EXPECT_THAT(segment.impacts(field).list(TermId(2)).docs, IsEmpty());
  EXPECT_THAT(segment.quantized_impacts(field).list(TermId(4)).codes, ElementsAre(255, 127, 0));
  EXPECT_FLOAT_EQ(segment.quantized_impacts(field).largest_weight(), 2.0F);
}

TEST_P(SmallIndex, HoldsTheVectors) {
  const IndexReader reader(folder / "index");
  const FlatVectorsView& vectors = reader.segments().front().vectors(reader.field(kDenseLeg));
  EXPECT_EQ(vectors.rows(), 4U);
  EXPECT_THAT(vectors.row(DocId(2)), ElementsAre(0.0F, 0.6F, 0.8F));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(vectors.row(DocId(1)).data()) % 64, 0U);
}

TEST_P(SmallIndex, KeepsItsFieldsAndAnalyzer) {
  const IndexReader reader(folder / "index");
  EXPECT_EQ(std::vector<Field>(reader.fields().begin(), reader.fields().end()), test::small_fields());
  EXPECT_EQ(reader.analyzer(), "english");
  EXPECT_EQ(error_of([&] { reader.field("dense:other"); }).code(), ErrorCode::not_found);
  EXPECT_THAT(error_of([&] { reader.field("dense:other"); }).what(),
              HasSubstr("`dense:other`, it has bm25, sparse:tiny, dense:small"));
}

TEST_P(SmallIndex, RefusesASequenceOrUnitThatItDoesNotHave) {
  const IndexReader reader(folder / "index");
  EXPECT_EQ(error_of([&] { reader.document(Sequence(4)); }).code(), ErrorCode::not_found);
  EXPECT_EQ(error_of([&] { reader.unit_text(Sequence(0), 1); }).code(), ErrorCode::invalid_argument);
}

TEST_P(SmallIndex, IsSound) {
  const CheckReport report = check_index(folder / "index");
  EXPECT_THAT(report.problems, IsEmpty());
  EXPECT_THAT(report.unreferenced, IsEmpty());
  EXPECT_EQ(report.document_count, 4U);
  EXPECT_EQ(report.files.size(), 6U);
}

TEST(IndexBuilder, WithoutCommitLeavesNothing) {
  const TemporaryFolder folder;
  {
    IndexBuilder builder(folder / "index", small_options());
    test::add_all(builder, test::small_collection());
    EXPECT_GT(builder.memory_bytes(), 0U);
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "index"));
}

TEST(IndexBuilder, WithoutAnyDocumentMakesAnEmptyIndex) {
  const TemporaryFolder folder;
  IndexBuilder(folder / "index", small_options()).commit();
  const IndexReader reader(folder / "index");
  EXPECT_EQ(reader.document_count(), 0U);
  EXPECT_EQ(reader.find("d1"), std::nullopt);
  EXPECT_EQ(reader.document_frequency("sea"), 0U);
  EXPECT_DOUBLE_EQ(reader.bm25_statistics().average_length(), 0.0);
  EXPECT_THAT(check_index(folder / "index").problems, IsEmpty());
}

TEST(IndexBuilder, WithoutAnyFieldKeepsDocumentsOnly) {
  const TemporaryFolder folder;
  {
    IndexBuilder builder(folder / "index", {});
    builder.add({"d1", "", "text"}, {});
    builder.commit();
  }
  const IndexReader reader(folder / "index");
  EXPECT_EQ(reader.document(Sequence(0)).text, "text");
  EXPECT_THAT(error_of([&] { reader.analyzer(); }).what(), HasSubstr("it has none"));
}

TEST(IndexBuilder, RefusesAnIdThatWasAddedBefore) {
  const TemporaryFolder folder;
  IndexBuilder builder(folder / "index", small_options());
  builder.add({"k1", "", "red"}, {});
  builder.add({"k2", "", "red"}, {});
  const Error error = error_of([&] { builder.add({"k1", "", "blue"}, {}); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(),
              HasSubstr("document `k1` was added before: it is number 1 and now also number 3"));
}

TEST(IndexBuilder, RefusesAnEmptyId) {
  const TemporaryFolder folder;
  IndexBuilder builder(folder / "index", small_options());
  EXPECT_EQ(error_of([&] { builder.add({"", "", "red"}, {}); }).code(), ErrorCode::bad_input);
}

TEST(IndexBuilder, RefusesTermsWithoutABm25Field) {
  const TemporaryFolder folder;
  IndexBuilder builder(folder / "index", {});
  const std::vector<std::string_view> terms{"red"};
  EXPECT_EQ(error_of([&] { builder.add({"k1", "", "red"}, terms); }).code(), ErrorCode::invalid_argument);
}

TEST(IndexBuilder, RefusesVectorsThatAreNotVectors) {
  const TemporaryFolder folder;
  IndexBuilder builder(folder / "index", small_options());
  builder.add({"k1", "", "red"}, {});
  const auto dense_error = [&](std::vector<float> row) {
    return std::string(error_of([&] { builder.add_dense(kDenseLeg, row); }).what());
  };
  EXPECT_THAT(dense_error({0, 0, 0}), HasSubstr("document `k1`: every value is 0"));
  EXPECT_THAT(dense_error({1, std::numeric_limits<float>::infinity(), 0}),
              HasSubstr("value 1 is not a finite"));
  EXPECT_THAT(dense_error({1, 2}), HasSubstr("2 values are not whole rows of 3"));

  const auto sparse_error = [&](std::vector<TermId> terms, std::vector<float> weights) {
    return std::string(error_of([&] { builder.add_sparse(kSparseLeg, {terms, weights}); }).what());
  };
  const TermId one{1};
  EXPECT_THAT(sparse_error({one}, {}), HasSubstr("document `k1`: 1 terms and 0 weights"));
  EXPECT_THAT(sparse_error({TermId(5)}, {1}), HasSubstr("term 5 of a vocabulary of 5"));
  EXPECT_THAT(sparse_error({one, one}, {1, 1}), HasSubstr("term 1 comes after one that is not smaller"));
  EXPECT_THAT(sparse_error({one}, {0}), HasSubstr("the weight of term 1"));
  EXPECT_THAT(sparse_error({one}, {std::numeric_limits<float>::quiet_NaN()}),
              HasSubstr("the weight of term 1"));
}

TEST(IndexBuilder, NamesAUnitThatWasNotAddedYetByItsPlace) {
  const TemporaryFolder folder;
  IndexBuilder builder(folder / "index", small_options());
  EXPECT_THAT(error_of([&] {
                builder.add_dense(kDenseLeg, std::vector<float>{0, 0, 0});
              }).what(),
              HasSubstr("the vector of unit 0"));
}

TEST(IndexBuilder, RefusesALegThatThereIsNot) {
  const TemporaryFolder folder;
  IndexBuilder builder(folder / "index", small_options());
  EXPECT_EQ(error_of([&] { builder.add_sparse("sparse", {}); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { builder.add_sparse(kDenseLeg, {}); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { builder.add_dense(kSparseLeg, {}); }).code(), ErrorCode::invalid_argument);
}

TEST(IndexBuilder, RefusesToCommitFieldsThatLackUnits) {
  const TemporaryFolder folder;
  IndexBuilder builder(folder / "index", small_options());
  builder.add({"k1", "", "red"}, {});
  builder.add_sparse(kSparseLeg, {});
  EXPECT_THAT(error_of([&] { builder.commit(); }).what(),
              HasSubstr("dense:small: vectors of 0 units, expected 1"));
}

TEST(IndexBuilder, RefusesFieldsThatCannotBe) {
  const TemporaryFolder folder;
  const auto refusal = [&](auto change) {
    IndexOptions options = small_options();
    change(options.fields);
    return std::string(error_of([&] { IndexBuilder(folder / "index", options); }).what());
  };
  EXPECT_THAT(refusal([](auto& f) { f[2].width = 0; }),
              HasSubstr("`dense:small`: a width of 0, expected 1 to 65536"));
  EXPECT_THAT(refusal([](auto& f) { f[1].width = 1U << 25; }), HasSubstr("`sparse:tiny`: a width"));
  EXPECT_THAT(refusal([](auto& f) { f[0].width = 1; }), HasSubstr("neither a width nor a name"));
  EXPECT_THAT(refusal([](auto& f) { f[0].name = "x"; }), HasSubstr("neither a width nor a name"));
  EXPECT_THAT(refusal([](auto& f) { f[2].quantized = true; }), HasSubstr("only sparse fields"));
  EXPECT_THAT(refusal([](auto& f) { f.push_back(f[2]); }), HasSubstr("two of this name"));
  EXPECT_THAT(refusal([](auto& f) { f.resize(65); }), HasSubstr("65 fields"));
  EXPECT_FALSE(std::filesystem::exists(folder / "index"));
}

TEST(IndexBuilder, RefusesAFolderWithAnIndexUnlessToldToReplaceIt) {
  const TemporaryFolder folder;
  test::build_small_index(folder / "index");
  const Error error = error_of([&] { IndexBuilder(folder / "index", small_options()); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("there is an index already"));
  EXPECT_EQ(IndexReader(folder / "index").document_count(), 4U);
}

TEST(IndexBuilder, RefusesAFolderWithFilesThatAreNotOurs) {
  const TemporaryFolder folder;
  folder.write("index/thesis.txt", "years of work");
  for (const ExistingIndex existing : {ExistingIndex::refuse, ExistingIndex::replace}) {
    IndexOptions options = small_options();
    options.existing = existing;
    EXPECT_THAT(error_of([&] { IndexBuilder(folder / "index", options); }).what(), HasSubstr("`thesis.txt`"));
  }
  EXPECT_EQ(test::read_all(folder / "index/thesis.txt"), "years of work");
}

TEST(IndexBuilder, RefusesAFolderThatCannotBeMade) {
  const TemporaryFolder folder;
  folder.write("file", "");
  EXPECT_EQ(error_of([&] { IndexBuilder(folder / "file/index", small_options()); }).code(), ErrorCode::io);
}

TEST(IndexBuilder, WhoseCommitFailsLeavesNoFiles) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "index/MANIFEST-1.tmp");  // so the manifest cannot be written
  {
    IndexBuilder builder(folder / "index", small_options());
    EXPECT_EQ(error_of([&] { builder.commit(); }).code(), ErrorCode::io);
    EXPECT_TRUE(std::filesystem::exists(folder / "index/segment-1.documents"));
  }
  EXPECT_THAT(list_folder(folder / "index").files, ElementsAre("MANIFEST-1.tmp"));
}

TEST(IndexBuilder, WhoseManifestIsVisibleLeavesItsFilesEvenWhenCommitFailed) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "index/MANIFEST-1.tmp");
  {
    IndexBuilder builder(folder / "index", small_options());
    EXPECT_EQ(error_of([&] { builder.commit(); }).code(), ErrorCode::io);
    folder.write("index/MANIFEST-1", "as if the folder's flush had failed behind the rename");
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "index/segment-1.documents"));
}

TEST(IndexBuilder, ReplacesAnIndexOnlyAtCommit) {
  const TemporaryFolder folder;
  test::build_small_index(folder / "index");
  const IndexReader before(folder / "index");
  IndexOptions options = small_options();
  options.existing = ExistingIndex::replace;
  {
    IndexBuilder abandoned(folder / "index", options);
    abandoned.add({"new", "", ""}, {});
  }
  EXPECT_EQ(IndexReader(folder / "index").document_count(), 4U);
  IndexBuilder builder(folder / "index", options);
  builder.commit();
  EXPECT_EQ(IndexReader(folder / "index").document_count(), 0U);
  EXPECT_THAT(list_folder(folder / "index").generations, ElementsAre(2U));
  EXPECT_EQ(list_folder(folder / "index").files.size(), 6U);
  EXPECT_EQ(before.document(Sequence(0)).title, "Tides") << "a snapshot outlives the files' names";
}

TEST(IndexBuilder, GivesTheSameBytesForTheSameCalls) {
  const TemporaryFolder folder;
  test::build_small_index(folder / "a");
  test::build_small_index(folder / "b");
  for (const std::string& name : list_folder(folder / "a").files) {
    EXPECT_EQ(test::read_all(folder / "a" / name), test::read_all(folder / "b" / name)) << name;
  }
}

TEST(Segment, HasRoomForUnitsUpToTheDocIdsRange) {
  EXPECT_NO_THROW(require_room(kMostUnits - 1, 1));
  EXPECT_EQ(error_of([] { require_room(kMostUnits, 1); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([] { require_room(1, kMostUnits); }).code(), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace marrow
