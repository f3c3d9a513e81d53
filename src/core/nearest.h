#pragma once

#include <span>
#include <string>
#include <string_view>

namespace marrow {

/// The candidate most like `word` (smallest edit distance over bytes, case ignored; the earlier one on
/// a tie), or empty when none is near enough to be a slip of the keyboard: more than a third of its
/// letters differ. For "did you mean" in messages.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace marrow
