#include <array>
#include <cmath>
#include <limits>

#include "evaluation/significance.h"

// The two-sided tail of Student's distribution is the regularised incomplete beta function
// I_x(degrees / 2, 1 / 2) at x = degrees / (degrees + t^2) (Abramowitz and Stegun, 26.7.1), here by its
// continued fraction (26.5.8) evaluated with Lentz's method.

namespace marrow {
namespace {

/// ln Gamma(x) for x > 0 by Lanczos's approximation (g = 7, 9 terms; Godfrey's coefficients), good to
/// about 1e-15. Ours because std::lgamma writes a global variable.
double log_gamma(double x) {
  constexpr std::array coefficients = {0.99999999999980993,  676.5203681218851,     -1259.1392167224028,
                                       771.32342877765313,   -176.61502916214059,   12.507343278686905,
                                       -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
  constexpr double half_log_two_pi = 0.91893853320467274178;
  const double z = x - 1.0;
  double sum = coefficients[0];
  for (std::size_t i = 1; i < coefficients.size(); ++i) sum += coefficients[i] / (z + static_cast<double>(i));
  const double base = z + 7.5;
  return half_log_two_pi + (z + 0.5) * std::log(base) - base + std::log(sum);
}

/// The continued fraction of I_x(a, b); converges quickly for x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  constexpr int most_steps = 10'000;
  const auto away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1.0;
  double d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
  double fraction = d;
  const auto step = [&](double numerator) {
    d = 1.0 / away_from_zero(1.0 + numerator * d);
    c = away_from_zero(1.0 + numerator / c);
    fraction *= d * c;
  };
  for (int i = 1; i <= most_steps; ++i) {
    const double m = i;
    step(m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)));
    step(-(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)));
    if (std::abs(d * c - 1.0) < std::numeric_limits<double>::epsilon()) break;
  }
  return fraction;
}

/// I_x(a, b); `y` is 1 - x, which the caller knows without cancellation.
double incomplete_beta(double a, double b, double x, double y) {
  if (x <= 0.0) return 0.0;
  if (y <= 0.0) return 1.0;
  const double log_front = log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log(y);
  const double front = std::exp(log_front);
  if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(a, b, x) / a;
  return 1.0 - front * beta_fraction(b, a, y) / b;
}

}  // namespace

double student_two_sided(double t, double degrees) {
  if (std::isinf(t)) return 0.0;
  const double square = t * t;
  if (std::isinf(square)) return 0.0;
  return incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + square), square / (degrees + square));
}

}  // namespace marrow
