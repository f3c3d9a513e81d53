#include "evaluation/measures.h"

#include <algorithm>
#include <array>

#include "evaluation/measure_values.h"

namespace marrow {
namespace {

using enum ParameterKind;
using enum SummaryKind;
using enum PrintedFor;

constexpr std::string_view kDepths = "5,10,15,20,30,100,200,500,1000";
constexpr std::string_view kLevels = "0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1";
constexpr unsigned kEverySet = kOfficial | kSet | kAllTrec;
constexpr unsigned kOfficialAndAll = kOfficial | kAllTrec;
constexpr unsigned kSetAndAll = kSet | kAllTrec;

// A family: both spellings, the sets it belongs to (ours to none), its value, its meaning; then, where they
// are not the usual, parameters with their defaults, kind of summary, where trec_eval prints it.
constexpr auto kFamilies = std::to_array<MeasureFamily>({
    {"runid", "RunId", kEverySet, nullptr, "name of the run, from its last line", none, "", mean, summary},
    {"num_q", "NumQ", kEverySet, measure::query_count, "queries that the summary covers", none, "", sum,
     summary},
    {"num_ret", "NumRet", kEverySet, measure::retrieved_count, "documents retrieved", none, "", sum},
    {"num_rel", "NumRel", kEverySet, measure::relevant_count, "relevant documents judged", none, "", sum},
    {"num_rel_ret", "NumRelRet", kEverySet, measure::relevant_retrieved_count, "relevant documents retrieved",
     none, "", sum},
    {"map", "AP", kOfficialAndAll, measure::average_precision, "average precision"},
    {"gm_map", "GMAP", kOfficialAndAll, measure::log_average_precision,
     "average precision, geometric mean over queries", none, "", geometric_mean, summary},
    {"Rprec", "Rprec", kOfficialAndAll, measure::r_precision,
     "precision at rank R, R relevant documents being judged"},
    {"bpref", "Bpref", kOfficialAndAll, measure::binary_preference,
     "binary preference: judged documents only"},
    {"recip_rank", "RR", kOfficialAndAll, measure::reciprocal_rank,
     "reciprocal rank of the first relevant document"},
    {"recip_rank_cut", "RR", 0, measure::reciprocal_rank_at,
     "reciprocal rank, 0 when no relevant document is within the cutoff", cutoff, "10"},
    {"iprec_at_recall", "IPrec", kOfficialAndAll, measure::interpolated_precision,
     "best precision at or beyond a recall level", level, kLevels},
    {"P", "P", kOfficialAndAll, measure::precision_at, "precision at a cutoff", cutoff, kDepths},
    {"relstring", "RelString", kAllTrec, nullptr, "grades of the first documents", numbers, "10", mean,
     queries},
    {"recall", "R", kAllTrec, measure::recall_at, "recall at a cutoff, of all relevant documents", cutoff,
     kDepths},
    {"infAP", "infAP", kAllTrec, measure::inferred_average_precision,
     "average precision inferred from a sampled pool"},
    {"gm_bpref", "GMBpref", kAllTrec, measure::log_binary_preference,
     "binary preference, geometric mean over queries", none, "", geometric_mean, summary},
    {"Rprec_mult", "RprecMult", kAllTrec, measure::r_precision_multiple, "precision at a multiple of R",
     level, ".2,.4,.6,.8,1,1.2,1.4,1.6,1.8,2"},
    {"utility", "Utility", kSetAndAll, measure::utility,
     "weighted sum over retrieved or not, relevant or not", numbers, "1,-1,0,0"},
    {"11pt_avg", "IPrecAvg", kAllTrec, measure::average_interpolated_precision,
     "interpolated precision averaged over recall levels", numbers, kLevels},
    {"binG", "BinG", kAllTrec, measure::binary_gain,
     "gain discounted by the non-relevant documents above, gains 0 and 1"},
    {"G", "G", kAllTrec, measure::normalized_gain, "gain discounted by its lag behind the ideal", gains},
    {"ndcg", "nDCG", kAllTrec, measure::ndcg,
     "normalised discounted cumulative gain, gain = grade, all ranks", gains},
    {"ndcg_exp", "nDCGexp", 0, measure::exponential_ndcg, "nDCG with gain 2^grade - 1, all ranks"},
    {"ndcg_rel", "nDCGrel", kAllTrec, measure::ndcg_at_relevant,
     "nDCG averaged over the ranks of relevant documents", gains},
    {"Rndcg", "Rndcg", kAllTrec, measure::ndcg_at_levels,
     "nDCG averaged over the depths at which the ideal gain changes", gains},
    {"ndcg_cut", "nDCG", kAllTrec, measure::ndcg_at, "nDCG at a cutoff, gain = grade", cutoff, kDepths},
    {"ndcg_exp_cut", "nDCGexp", 0, measure::exponential_ndcg_at, "nDCG at a cutoff with gain 2^grade - 1",
     cutoff, "10"},
    {"map_cut", "AP", kAllTrec, measure::average_precision_at,
     "average precision of the documents within the cutoff", cutoff, kDepths},
    {"relative_P", "RelativeP", kAllTrec, measure::relative_precision_at,
     "precision over the best possible at the cutoff", cutoff, kDepths},
    {"success", "Success", kAllTrec, measure::success_at, "1 when a relevant document is within the cutoff",
     cutoff, "1,5,10"},
    {"set_P", "SetP", kSetAndAll, measure::set_precision, "precision of all that was retrieved"},
    {"set_relative_P", "SetRelativeP", kSetAndAll, measure::set_relative_precision,
     "set precision over the best possible for so many documents"},
    {"set_recall", "SetR", kSetAndAll, measure::set_recall, "recall of all that was retrieved"},
    {"set_map", "SetAP", kSetAndAll, measure::set_average_precision, "set precision times set recall"},
    {"set_F", "SetF", kSetAndAll, measure::set_f, "weighted harmonic mean of set precision and set recall",
     numbers, "1"},
    {"num_nonrel_judged_ret", "NumNonrelJudgedRet", kAllTrec, measure::nonrelevant_judged_count,
     "documents retrieved that are judged and not relevant", none, "", sum},
    {"rbp", "RBP", kAllTrec10, measure::rank_biased_precision, "rank-biased precision", gains, "p=0.9"},
    {"rbp_resid", "RBPresidual", kAllTrec10, measure::rank_biased_residual,
     "what unjudged documents could add to rbp", gains, "p=0.9"},
    {"unj", "Unjudged", kAllTrec10, measure::unjudged_at,
     "share of the cutoff that is filled with unjudged documents", cutoff, "5,10,20"},
    {"judged", "Judged", 0, measure::judged_at,
     "share of the documents retrieved within the cutoff that is judged", cutoff, "10"},
});

}  // namespace

std::span<const MeasureFamily> measure_families() { return kFamilies; }

MeasureSet in_trec_eval_order(MeasureSet set) {
  // Families lie in one array, in trec_eval's order; inside a family trec_eval sorts by parameter.
  std::stable_sort(set.measures.begin(), set.measures.end(), [](const Measure& a, const Measure& b) {
    if (a.family != b.family) return a.family < b.family;
    const bool one_number = a.family->parameter == cutoff || a.family->parameter == level;
    return one_number && a.numbers.front() < b.numbers.front();
  });
  for (Measure& measure : set.measures) measure.name = trec_eval_name(measure);
  return set;
}

}  // namespace marrow
