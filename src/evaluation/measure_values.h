#pragma once

#include <string>

#include "evaluation/measures.h"

/// The value of each measure for one query. All are pure functions of the ranking's grades, and give 0
/// for an empty ranking and for a query without what they count. Definitions: docs/evaluation.md, and
/// the comment beside each where it departs from the plain reading.
namespace marrow::measure {

// Counts and precision at ranks (precision_measures.cpp).
double query_count(const JudgedRanking&, const Measure&);
double retrieved_count(const JudgedRanking&, const Measure&);
double relevant_count(const JudgedRanking&, const Measure&);
double relevant_retrieved_count(const JudgedRanking&, const Measure&);
double nonrelevant_judged_count(const JudgedRanking&, const Measure&);
double average_precision(const JudgedRanking&, const Measure&);
double average_precision_at(const JudgedRanking&, const Measure&);
double log_average_precision(const JudgedRanking&, const Measure&);
double log_binary_preference(const JudgedRanking&, const Measure&);
double r_precision(const JudgedRanking&, const Measure&);
double r_precision_multiple(const JudgedRanking&, const Measure&);
double reciprocal_rank(const JudgedRanking&, const Measure&);
double reciprocal_rank_at(const JudgedRanking&, const Measure&);
double precision_at(const JudgedRanking&, const Measure&);
double recall_at(const JudgedRanking&, const Measure&);
double relative_precision_at(const JudgedRanking&, const Measure&);
double success_at(const JudgedRanking&, const Measure&);
double interpolated_precision(const JudgedRanking&, const Measure&);
double average_interpolated_precision(const JudgedRanking&, const Measure&);

// The answer as a set (set_measures.cpp).
double set_precision(const JudgedRanking&, const Measure&);
double set_relative_precision(const JudgedRanking&, const Measure&);
double set_recall(const JudgedRanking&, const Measure&);
double set_average_precision(const JudgedRanking&, const Measure&);
double set_f(const JudgedRanking&, const Measure&);
double utility(const JudgedRanking&, const Measure&);

// Graded gains (gain_measures.cpp).
double ndcg(const JudgedRanking&, const Measure&);
double ndcg_at(const JudgedRanking&, const Measure&);
double exponential_ndcg(const JudgedRanking&, const Measure&);
double exponential_ndcg_at(const JudgedRanking&, const Measure&);
double ndcg_at_relevant(const JudgedRanking&, const Measure&);
double ndcg_at_levels(const JudgedRanking&, const Measure&);
double normalized_gain(const JudgedRanking&, const Measure&);
double binary_gain(const JudgedRanking&, const Measure&);
double rank_biased_precision(const JudgedRanking&, const Measure&);

// What is judged and what is not (judged_measures.cpp).
double binary_preference(const JudgedRanking&, const Measure&);
double inferred_average_precision(const JudgedRanking&, const Measure&);
double rank_biased_residual(const JudgedRanking&, const Measure&);
double unjudged_at(const JudgedRanking&, const Measure&);
double judged_at(const JudgedRanking&, const Measure&);
/// The grades of the first `length` documents as characters: 0 to 9, '>' above, '-' not pooled, '.'
/// pooled but not judged.
std::string relevance_string(const JudgedRanking&, std::size_t length);

/// The largest grade whose exponential gain is finite in every sum; larger ones are refused.
inline constexpr int kLargestExponentialGrade = 1000;

}  // namespace marrow::measure
