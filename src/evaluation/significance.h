#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace marrow {

/// Tests and intervals for paired differences: one number a query, the same queries for both runs.
/// All are two-sided, take finite numbers, and depend on their arguments alone: the same on every
/// machine.

/// Student's paired t-test of "the mean is 0". 1 when there are fewer than two differences or all are
/// 0; 0 when all are the same and not 0.
double t_test_p(std::span<const double> differences);

/// P(|T| >= |t|) for Student's distribution with `degrees` >= 1 degrees of freedom, to a relative
/// 1e-12 + 1e-14 * degrees.
double student_two_sided(double t, double degrees);

struct RandomizationResult {
  double p = 1.0;
  bool exact = false;  ///< all assignments of signs were counted
};

/// Paired randomisation test (Fisher): how often the mean of the differences, each with a random sign,
/// is at least as far from 0 as the mean found (to 1e-12 of the sum of their sizes). Exact when the
/// differences that are not 0 allow at most `rounds` assignments; otherwise p = (hits + 1) /
/// (rounds + 1), which is never 0.
RandomizationResult randomization_test(std::span<const double> differences, std::size_t rounds,
                                       std::uint64_t seed);

struct ConfidenceInterval {
  double low = 0.0;
  double high = 0.0;
};

/// Percentile bootstrap interval of the mean: `resamples` samples of as many differences, drawn with
/// replacement. [0, 0] for no differences.
ConfidenceInterval bootstrap_interval(std::span<const double> differences, std::size_t resamples,
                                      double confidence, std::uint64_t seed);

}  // namespace marrow
