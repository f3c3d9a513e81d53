#pragma once

#include <string>

namespace marrow {

/// The shortest text that reads back as the same number ("0.3", "1e+30", "nan", "-inf"), whatever the
/// locale. For messages; a float prints with a float's digits.
std::string number_text(double value);
std::string number_text(float value);

/// `value` with exactly `decimals` (at most 300) digits behind the point, rounded to the nearest of the
/// exact value, as C's "%.Nf" in the C locale.
std::string fixed_text(double value, int decimals);

}  // namespace marrow
