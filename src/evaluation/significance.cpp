#include "evaluation/significance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace marrow {
namespace {

/// Sums of this many signs or more are drawn at random, so that 1 << n cannot overflow.
constexpr std::size_t kMostExactDifferences = 40;

double mean_of(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// Share of all assignments of signs whose sum is at least `bound` in size. Visits them in Gray code
/// order, one sign changed a step; the rounding that gathers on the way is far below `bound`'s slack.
double exact_share(std::vector<double> signed_values, double bound) {
  const std::uint64_t assignments = std::uint64_t{1} << signed_values.size();
  double sum = std::accumulate(signed_values.begin(), signed_values.end(), 0.0);
  std::uint64_t hits = std::abs(sum) >= bound ? 1 : 0;
  for (std::uint64_t i = 1; i < assignments; ++i) {
    double& changed = signed_values[static_cast<std::size_t>(std::countr_zero(i))];
    changed = -changed;
    sum += 2.0 * changed;
    if (std::abs(sum) >= bound) ++hits;
  }
  return static_cast<double>(hits) / static_cast<double>(assignments);
}

/// Sums of the values with given signs, eight values a step: for each eight, the 256 sums that their
/// signs can make.
class SignedSums {
 public:
  explicit SignedSums(std::span<const double> values) : tables_((values.size() + 7) / 8) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t signs = 0; signs < 256; ++signs) {
        tables_[i / 8][signs] += (signs >> (i % 8) & 1) != 0 ? values[i] : -values[i];
      }
    }
  }

  double with_random_signs(std::mt19937_64& random) const {
    double sum = 0.0;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      bits = i % 8 == 0 ? random() : bits >> 8;
      sum += tables_[i][bits & 255];
    }
    return sum;
  }

 private:
  std::vector<std::array<double, 256>> tables_;
};

/// A number below `count` (at most 2^32): the standard's distributions differ between libraries.
std::size_t random_below(std::size_t count, std::mt19937_64& random) {
  return static_cast<std::size_t>(((random() >> 32) * count) >> 32);
}

/// The q-quantile of ascending numbers, between the two nearest ones.
double quantile(std::span<const double> ascending, double q) {
  const double place = q * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  const double share = place - std::floor(place);
  return ascending[below] + share * (ascending[above] - ascending[below]);
}

}  // namespace

double t_test_p(std::span<const double> differences) {
  if (differences.size() < 2) return 1.0;
  const auto [smallest, largest] = std::minmax_element(differences.begin(), differences.end());
  if (*smallest == *largest) return *smallest == 0.0 ? 1.0 : 0.0;
  const double mean = mean_of(differences);
  double squares = 0.0;
  for (const double difference : differences) squares += (difference - mean) * (difference - mean);
  const auto count = static_cast<double>(differences.size());
  const double standard_error = std::sqrt(squares / (count - 1.0) / count);
  return student_two_sided(mean / standard_error, count - 1.0);
}

RandomizationResult randomization_test(std::span<const double> differences, std::size_t rounds,
                                       std::uint64_t seed) {
  std::vector<double> values;
  std::copy_if(differences.begin(), differences.end(), std::back_inserter(values),
               [](double difference) { return difference != 0.0; });
  double size = 0.0;
  for (const double value : values) size += std::abs(value);
  const double bound = std::abs(std::accumulate(values.begin(), values.end(), 0.0)) - 1e-12 * size;

  if (values.size() <= kMostExactDifferences && (std::uint64_t{1} << values.size()) <= rounds) {
    return {exact_share(std::move(values), bound), true};
  }
  const SignedSums sums(values);
  std::mt19937_64 random(seed);
  std::size_t hits = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    if (std::abs(sums.with_random_signs(random)) >= bound) ++hits;
  }
  return {static_cast<double>(hits + 1) / static_cast<double>(rounds + 1), false};
}

ConfidenceInterval bootstrap_interval(std::span<const double> differences, std::size_t resamples,
                                      double confidence, std::uint64_t seed) {
  if (differences.empty()) return {};
  std::mt19937_64 random(seed);
  std::vector<double> means(resamples);
  for (double& mean : means) {
    double sum = 0.0;
    for (std::size_t i = 0; i < differences.size(); ++i)
      sum += differences[random_below(differences.size(), random)];
    mean = sum / static_cast<double>(differences.size());
  }
  std::sort(means.begin(), means.end());
  const double tail = (1.0 - confidence) / 2.0;
  return {quantile(means, tail), quantile(means, 1.0 - tail)};
}

}  // namespace marrow
