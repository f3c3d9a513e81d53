#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "index/flat_vectors.h"
#include "index/impacts_view.h"
#include "index/lexicon.h"
#include "index/postings_view.h"
#include "index/unit_table.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two terms over three units: the first in units 0 (twice) and 2, the second in unit 2.
struct SmallPostings {
  std::vector<std::uint64_t> offsets{0, 2, 3};
  std::vector<DocId> docs{DocId(0), DocId(2), DocId(2)};
  std::vector<std::uint32_t> frequencies{2, 1, 4};
  std::vector<std::uint32_t> lengths{2, 0, 5};
  std::uint64_t sum = 7;

  PostingsView view() const { return PostingsView({offsets, docs, frequencies, lengths, sum}); }
};

TEST(PostingsView, GivesEachTermItsSlice) {
  const SmallPostings small;
  const PostingsView view = small.view();
  EXPECT_EQ(view.term_count(), 2U);
  EXPECT_EQ(view.unit_count(), 3U);
  EXPECT_EQ(view.posting_count(), 3U);
  EXPECT_EQ(view.document_frequency(TermId(0)), 2U);
  EXPECT_THAT(view.list(TermId(0)).docs, ElementsAre(DocId(0), DocId(2)));
  EXPECT_THAT(view.list(TermId(0)).frequencies, ElementsAre(2U, 1U));
  EXPECT_THAT(view.list(TermId(1)).docs, ElementsAre(DocId(2)));
  EXPECT_NO_THROW(view.check());
}

TEST(PostingsView, OfNoTermsAndNoUnitsIsEmpty) {
  const std::vector<std::uint64_t> offsets{0};
  const PostingsView view({offsets, {}, {}, {}, 0});
  EXPECT_EQ(view.term_count(), 0U);
  EXPECT_TRUE(view.unit_lengths().empty());
  EXPECT_NO_THROW(view.check());
}

TEST(PostingsView, RefusesArraysWhoseSizesDoNotFit) {
  SmallPostings small;
  small.frequencies.pop_back();
  EXPECT_EQ(error_of([&] { small.view(); }).code(), ErrorCode::corrupt_index);
  small.offsets.clear();
  EXPECT_THAT(error_of([&] { small.view(); }).what(), HasSubstr("without offsets"));
}

TEST(PostingsView, RefusesAListWhoseOffsetsAreWild) {
  SmallPostings small;
  small.offsets = {0, std::uint64_t{1} << 40, 3};
  EXPECT_THAT(error_of([&] { small.view().list(TermId(0)); }).what(), HasSubstr("offsets out of order"));
  EXPECT_THAT(error_of([&] { small.view().list(TermId(1)); }).what(), HasSubstr("offsets out of order"));
}

TEST(PostingsView, CheckFindsEveryBrokenInvariant) {
  const auto message_after = [](auto change) {
    SmallPostings small;
    change(small);
    return std::string(error_of([&] { small.view().check(); }).what());
  };
  EXPECT_THAT(message_after([](auto& s) { s.offsets[0] = 1; }), HasSubstr("first offset is not 0"));
  EXPECT_THAT(message_after([](auto& s) { s.offsets[1] = 4; }), HasSubstr("offsets out of order"));
  EXPECT_THAT(message_after([](auto& s) { s.offsets[2] = 2; }), HasSubstr("last offset is 2, expected 3"));
  EXPECT_THAT(message_after([](auto& s) { s.docs[1] = DocId(0); }), HasSubstr("do not ascend"));
  EXPECT_THAT(message_after([](auto& s) { s.docs[2] = DocId(3); }), HasSubstr("out of range"));
  EXPECT_THAT(message_after([](auto& s) { s.frequencies[0] = 0; }), HasSubstr("frequency of 0"));
  EXPECT_THAT(message_after([](auto& s) { s.lengths[0] = 3; }), HasSubstr("add up to 2"));
  EXPECT_THAT(message_after([](auto& s) { s.sum = 8; }), HasSubstr("expected 8"));
}

TEST(ImpactsView, GivesEachTermItsSliceAndChecksItsWeights) {
  const std::vector<std::uint64_t> offsets{0, 0, 2};
  const std::vector<DocId> docs{DocId(1), DocId(4)};
  std::vector<float> weights{0.5F, 2.0F};
  const ImpactsView view({offsets, docs, weights}, 5);
  EXPECT_EQ(view.vocabulary_size(), 2U);
  EXPECT_TRUE(view.list(TermId(0)).docs.empty());
  EXPECT_THAT(view.list(TermId(1)).weights, ElementsAre(0.5F, 2.0F));
  EXPECT_NO_THROW(view.check());
  weights[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(error_of([&] { view.check(); }).what(), HasSubstr("not above 0"));
  weights.pop_back();
  EXPECT_THAT(error_of([&] {
                ImpactsView({offsets, docs, weights}, 5);
              }).what(),
              HasSubstr("1 weights for 2"));
}

TEST(QuantizedImpactsView, KeepsTheWholePartOf255thsOfTheLargestWeight) {
  EXPECT_EQ(quantize_impact(2.0F, 2.0F), 255);
  EXPECT_EQ(quantize_impact(1.0F, 2.0F), 127);
  EXPECT_EQ(quantize_impact(0.001F, 2.0F), 0);
  EXPECT_EQ(quantize_impact(0.0F, 0.0F), 0);
}

TEST(QuantizedImpactsView, SharesOffsetsAndDocsWithTheExactImpacts) {
  const std::vector<std::uint64_t> offsets{0, 2};
  const std::vector<DocId> docs{DocId(1), DocId(4)};
  std::vector<std::uint8_t> codes{63, 255};
  const QuantizedImpactsView view({offsets, docs, {}}, codes, 2.0F, 5);
  EXPECT_THAT(view.list(TermId(0)).docs, ElementsAre(DocId(1), DocId(4)));
  EXPECT_THAT(view.list(TermId(0)).codes, ElementsAre(63, 255));
  EXPECT_FLOAT_EQ(255.0F * view.step(), 2.0F);
  const auto nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(error_of([&] {
                QuantizedImpactsView({offsets, docs, {}}, codes, nan, 5);
              }).what(),
              HasSubstr("largest weight"));
  codes.pop_back();
  EXPECT_THAT(error_of([&] {
                QuantizedImpactsView({offsets, docs, {}}, codes, 2.0F, 5);
              }).what(),
              HasSubstr("1 codes for 2"));
}

TEST(FlatVectorsView, GivesRowsWithoutTheirPadding) {
  std::vector<float> values(32, 0.0F);
  values[0] = 1.0F;
  values[17] = 2.0F;
  const FlatVectorsView view(values, 2, 3, vector_stride(3));
  EXPECT_THAT(view.row(DocId(1)), ElementsAre(0.0F, 2.0F, 0.0F));
  EXPECT_EQ(view.rows(0, 2).size(), 32U);
  EXPECT_NO_THROW(view.check());
}

TEST(FlatVectorsView, RefusesShapesThatDoNotFitAndChecksValues) {
  std::vector<float> values(32, 1.0F);
  constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(error_of([&] { FlatVectorsView(values, 2, 0, 16); }).code(), ErrorCode::corrupt_index);
  EXPECT_EQ(error_of([&] { FlatVectorsView(values, 2, 17, 16); }).code(), ErrorCode::corrupt_index);
  EXPECT_EQ(error_of([&] { FlatVectorsView(values, 3, 3, 16); }).code(), ErrorCode::corrupt_index);
  EXPECT_EQ(error_of([&] { FlatVectorsView(values, huge, 3, huge); }).code(), ErrorCode::corrupt_index);
  EXPECT_THAT(error_of([&] { FlatVectorsView(values, 2, 3, 16).check(); }).what(), HasSubstr("padding"));
  values.assign(32, 0.0F);
  EXPECT_THAT(error_of([&] { FlatVectorsView(values, 2, 3, 16).check(); }).what(), HasSubstr("zeros"));
  values[0] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(error_of([&] { FlatVectorsView(values, 2, 3, 16).check(); }).what(), HasSubstr("not finite"));
}

TEST(Lexicon, FindsEveryTermAndNoOther) {
  const std::vector<std::uint64_t> offsets{0, 0, 1, 3};
  const std::vector<char> bytes{'a', 'a', 'b'};
  const Lexicon lexicon(StringArray(offsets, bytes));
  EXPECT_EQ(lexicon.size(), 3U);
  EXPECT_EQ(lexicon.find(""), TermId(0));
  EXPECT_EQ(lexicon.find("a"), TermId(1));
  EXPECT_EQ(lexicon.find("ab"), TermId(2));
  EXPECT_EQ(lexicon.find("aa"), std::nullopt);
  EXPECT_EQ(lexicon.find("b"), std::nullopt);
  EXPECT_EQ(lexicon.text(TermId(2)), "ab");
  EXPECT_NO_THROW(lexicon.check());
}

TEST(Lexicon, RefusesWildOffsetsAndChecksItsOrder) {
  const std::vector<char> bytes{'a', 'b', 'c'};
  const auto message_of = [&](const std::vector<std::uint64_t>& offsets) {
    return std::string(error_of([&] { Lexicon(StringArray(offsets, bytes)).check(); }).what());
  };
  EXPECT_THAT(message_of({}), HasSubstr("without offsets"));
  EXPECT_THAT(message_of({1, 3}), HasSubstr("first offset is not 0"));
  EXPECT_THAT(message_of({0, 2, 1, 3}), HasSubstr("out of order"));
  EXPECT_THAT(message_of({0, 2}), HasSubstr("last offset"));
  EXPECT_THAT(message_of({0, 1, 1, 3}), HasSubstr("do not ascend"));
  const std::vector<std::uint64_t> wild{0, std::uint64_t{1} << 40, 3};
  EXPECT_THAT(error_of([&] { Lexicon(StringArray(wild, bytes)).find("a"); }).what(),
              HasSubstr("out of order"));
}

/// Two documents, sequences 5 and 9, the first of two units; units stand in the order 9/0, 5/1, 5/0.
struct SmallUnits {
  std::vector<DocumentRow> documents{DocumentRow(1), DocumentRow(0), DocumentRow(0)};
  std::vector<std::uint32_t> ordinals{0, 1, 0};
  std::vector<Sequence> sequences{Sequence(5), Sequence(9)};
  std::vector<std::uint32_t> first_ranges{0, 2, 3};
  std::vector<UnitRange> ranges{{0, 4}, {4, 7}, {0, 2}};

  UnitTable table() const { return UnitTable({documents, ordinals, sequences, first_ranges, ranges}); }
};

TEST(UnitTable, MapsUnitsToDocumentsAndBack) {
  const SmallUnits small;
  const UnitTable table = small.table();
  EXPECT_EQ(table.hit(DocId(1), 0.5F), (Hit{Sequence(5), 1, 0.5F}));
  EXPECT_EQ(table.sequence(DocId(0)), Sequence(9));
  EXPECT_EQ(table.document(DocId(2)), DocumentRow(0));
  EXPECT_EQ(table.find(Sequence(9)), DocumentRow(1));
  EXPECT_EQ(table.find(Sequence(6)), std::nullopt);
  EXPECT_EQ(table.find(Sequence(10)), std::nullopt);
  EXPECT_EQ(table.unit_count(DocumentRow(0)), 2U);
  EXPECT_EQ(table.range(DocumentRow(0), 1), (UnitRange{4, 7}));
  EXPECT_NO_THROW(table.check());
}

TEST(UnitTable, RefusesAUnitThatTheDocumentDoesNotHave) {
  const SmallUnits small;
  EXPECT_EQ(error_of([&] { small.table().range(DocumentRow(1), 1); }).code(), ErrorCode::invalid_argument);
}

TEST(UnitTable, RefusesArraysWhoseSizesDoNotFit) {
  SmallUnits small;
  small.first_ranges.pop_back();
  EXPECT_EQ(error_of([&] { small.table(); }).code(), ErrorCode::corrupt_index);
  small.ordinals.pop_back();
  EXPECT_EQ(error_of([&] { small.table(); }).code(), ErrorCode::corrupt_index);
}

TEST(UnitTable, CheckFindsEveryBrokenInvariant) {
  const auto message_after = [](auto change) {
    SmallUnits small;
    change(small);
    return std::string(error_of([&] { small.table().check(); }).what());
  };
  EXPECT_THAT(message_after([](auto& s) { s.sequences[1] = Sequence(5); }), HasSubstr("do not ascend"));
  EXPECT_THAT(message_after([](auto& s) { s.first_ranges[0] = 1; }), HasSubstr("not 0"));
  EXPECT_THAT(message_after([](auto& s) { s.first_ranges[2] = 2; }), HasSubstr("left over"));
  EXPECT_THAT(message_after([](auto& s) { s.first_ranges[1] = 9; }), HasSubstr("out of order"));
  EXPECT_THAT(message_after([](auto& s) { s.ranges[0] = {5, 4}; }), HasSubstr("ends before it begins"));
  EXPECT_THAT(message_after([](auto& s) { s.documents[0] = DocumentRow(2); }), HasSubstr("out of range"));
  EXPECT_THAT(message_after([](auto& s) { s.ordinals[1] = 0; }), HasSubstr("has twice"));
  EXPECT_THAT(message_after([](auto& s) { s.ordinals[1] = 2; }), HasSubstr("does not have"));
}

}  // namespace
}  // namespace marrow
