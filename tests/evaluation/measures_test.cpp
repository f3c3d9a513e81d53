#include "evaluation/measures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/errors.h"

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;

Names names_of(const Names& asked, TrecEvalVersion version = TrecEvalVersion::v9) {
  Names names;
  for (const Measure& measure : parse_measures(asked, version).measures) names.push_back(measure.name);
  return names;
}

std::string refusal(const Names& asked) {
  const Error error = test::error_of([&] { parse_measures(asked, TrecEvalVersion::v9); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  return error.what();
}

/// The families that two spellings mean, with their parameters, must be the same.
TEST(MeasureNames, BothSpellingsMeanTheSame) {
  const std::vector<std::pair<std::string, std::string>> spellings = {{"nDCG@10", "ndcg_cut_10"},
                                                                      {"nDCG", "ndcg"},
                                                                      {"AP", "map"},
                                                                      {"AP@100", "map_cut_100"},
                                                                      {"RR", "recip_rank"},
                                                                      {"RR@10", "recip_rank_cut_10"},
                                                                      {"R@100", "recall_100"},
                                                                      {"P@5", "P_5"},
                                                                      {"Success@1", "success_1"},
                                                                      {"Rprec", "Rprec"},
                                                                      {"Bpref", "bpref"},
                                                                      {"IPrec@0.1", "iprec_at_recall_0.10"},
                                                                      {"SetP", "set_P"},
                                                                      {"SetR", "set_recall"},
                                                                      {"SetF", "set_F"},
                                                                      {"SetAP", "set_map"},
                                                                      {"Judged@10", "judged_10"},
                                                                      {"nDCGexp@10", "ndcg_exp_cut_10"},
                                                                      {"RBP", "rbp"},
                                                                      {"infAP", "infAP"},
                                                                      {"RprecMult@0.2", "Rprec_mult_0.20"},
                                                                      {"NumRet", "num_ret"}};
  for (const auto& [field, trec] : spellings) {
    const auto a = parse_measures(Names{field}, TrecEvalVersion::v9).measures;
    const auto b = parse_measures(Names{trec}, TrecEvalVersion::v9).measures;
    ASSERT_EQ(a.size(), 1U) << field;
    ASSERT_EQ(b.size(), 1U) << trec;
    EXPECT_EQ(a[0].family, b[0].family) << field << ' ' << trec;
    EXPECT_EQ(a[0].numbers, b[0].numbers) << field << ' ' << trec;
    EXPECT_EQ(a[0].name, field);
    EXPECT_EQ(b[0].name, trec);
    EXPECT_EQ(names_of({field, trec}), Names{field}) << "one measure, named as first asked for";
  }
}

TEST(MeasureNames, EveryFamilyHasAMeaningAndAValueUnlessItIsText) {
  for (const MeasureFamily& family : measure_families()) {
    const bool text = family.trec_name == "runid" || family.trec_name == "relstring";
    EXPECT_EQ(family.value == nullptr, text) << family.trec_name;
    EXPECT_FALSE(family.meaning.empty()) << family.trec_name;
    EXPECT_NO_THROW(parse_measures(Names{std::string(family.trec_name)}, TrecEvalVersion::v9))
        << family.trec_name;
  }
}

TEST(MeasureNames, LettersOfEitherCaseAndUsualAliasesAreUnderstood) {
  EXPECT_THAT(names_of({"ndcg@10", "mrr@10", "Recall@5", "MAP"}),
              ElementsAre("nDCG@10", "RR@10", "R@5", "map"));
}

TEST(MeasureNames, ABareFamilyMeansItsDefaultCutoffs) {
  EXPECT_THAT(names_of({"P"}),
              ElementsAre("P_5", "P_10", "P_15", "P_20", "P_30", "P_100", "P_200", "P_500", "P_1000"));
  EXPECT_THAT(names_of({"success"}), ElementsAre("success_1", "success_5", "success_10"));
}

TEST(MeasureNames, ParametersAreSortedAndReplaceTheDefaultsOfASet) {
  EXPECT_THAT(names_of({"P.7,3,7"}), ElementsAre("P_3", "P_7"));
  const Names all = names_of({"all_trec", "P.7"});
  EXPECT_EQ(std::count(all.begin(), all.end(), "P_7"), 1);
  EXPECT_EQ(std::count(all.begin(), all.end(), "P_5"), 0);
}

TEST(MeasureNames, ASingleMeasureAddsToASet) {
  const Names all = names_of({"all_trec", "nDCG@7", "nDCG@10"});
  EXPECT_EQ(std::count(all.begin(), all.end(), "nDCG@7"), 1);
  EXPECT_EQ(std::count(all.begin(), all.end(), "nDCG@10"), 0) << "it is there as ndcg_cut_10";
  EXPECT_EQ(std::count(all.begin(), all.end(), "ndcg_cut_10"), 1);
}

TEST(MeasureNames, AllTrecOfVersion10HasThreeFamiliesMore) {
  const Names nine = names_of({"all_trec"}, TrecEvalVersion::v9);
  const Names ten = names_of({"all_trec"}, TrecEvalVersion::v10);
  EXPECT_EQ(nine.size() + 5, ten.size());
  for (const char* const name : {"rbp", "rbp_resid", "unj_5", "unj_10", "unj_20"}) {
    EXPECT_EQ(std::count(ten.begin(), ten.end(), name), 1) << name;
  }
}

TEST(MeasureNames, TextMeasuresAreKeptApart) {
  const MeasureSet set = parse_measures(Names{"official", "relstring.20"}, TrecEvalVersion::v9);
  EXPECT_TRUE(set.run_id);
  EXPECT_EQ(set.relevance_string_length, 20U);
  EXPECT_EQ(set.relevance_string_name, "relstring_20");
}

TEST(MeasureNames, ManyNumbersMakeOneMeasureNamedAsGiven) {
  EXPECT_THAT(names_of({"utility.2,-1,0,0", "ndcg.1=3,2=9", "rbp.p=0.8"}),
              ElementsAre("utility_2,-1,0,0", "ndcg_1=3,2=9", "rbp_p=0.8"));
}

TEST(MeasureNames, AnUnknownNameIsRefusedWithTheOneLikelyMeant) {
  EXPECT_THAT(refusal({"nDCF@10"}), HasSubstr("unknown measure `nDCF@10`; did you mean `nDCG@10`?"));
  EXPECT_THAT(refusal({"recip_rnk"}), HasSubstr("`recip_rank`"));
  EXPECT_THAT(refusal({"quality"}), HasSubstr("unknown measure `quality`"));
  EXPECT_THAT(refusal({""}), HasSubstr("unknown measure ``"));
  EXPECT_THAT(refusal({}), HasSubstr("no measure is named"));
}

TEST(MeasureNames, BadParametersAreRefusedWithTheirMeasure) {
  EXPECT_THAT(refusal({"P_0"}), HasSubstr("measure `P_0`: a cutoff is a whole number from 1, got `0`"));
  EXPECT_THAT(refusal({"P@2.5"}), HasSubstr("got `2.5`"));
  EXPECT_THAT(refusal({"P.5,x"}), HasSubstr("expected a number, got `x`"));
  EXPECT_THAT(refusal({"P.5,"}), HasSubstr("expected a number, got ``"));
  EXPECT_THAT(refusal({"P@"}), HasSubstr("a parameter is missing"));
  EXPECT_THAT(refusal({"P@1e999"}), HasSubstr("expected a number"));
  EXPECT_THAT(refusal({"nDCG@2000000000"}), HasSubstr("a cutoff"));
  EXPECT_THAT(refusal({"IPrec@-0.1"}), HasSubstr("expected a number from 0 to 1000, got `-0.1`"));
  EXPECT_THAT(refusal({"recip_rank.5"}), HasSubstr("takes no parameters, got `5`"));
  EXPECT_THAT(refusal({"utility.1,2"}), HasSubstr("expected 4 numbers, got `1,2`"));
  EXPECT_THAT(refusal({"ndcg.7"}), HasSubstr("expected grade=gain, got `7`"));
  EXPECT_THAT(refusal({"ndcg.-1=2"}), HasSubstr("a grade is a whole number from 0, got `-1`"));
  EXPECT_THAT(refusal({"ndcg.p=0.5"}), HasSubstr("a grade is a whole number"));
  EXPECT_THAT(refusal({"rbp.p=2"}), HasSubstr("expected a number from 0 to 1, got `2`"));
  EXPECT_THAT(refusal({"ndcg.1=1e10"}), HasSubstr("expected a number from -1e+09 to 1e+09"));
  EXPECT_THAT(refusal({"utility.1,-1e10,0,0"}), HasSubstr("got `-1e10`"));
}

TEST(MeasureLists, SplitAtCommasButKeepParametersTogether) {
  EXPECT_THAT(split_measure_list("all_trec,P.5,7,nDCG@10"), ElementsAre("all_trec", "P.5,7", "nDCG@10"));
  EXPECT_THAT(split_measure_list("11pt_avg..25,.5,ndcg.1=3,2=9,11pt_avg"),
              ElementsAre("11pt_avg..25,.5", "ndcg.1=3,2=9", "11pt_avg"));
  EXPECT_THAT(split_measure_list("rbp.p=0.5,1=.5,AP"), ElementsAre("rbp.p=0.5,1=.5", "AP"));
  EXPECT_THAT(split_measure_list("AP,"), ElementsAre("AP", ""));
}

}  // namespace
}  // namespace marrow
