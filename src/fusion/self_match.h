#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "marrow/types.h"

/// The self-match rule: in collections whose queries are documents too, a query must not find itself.
/// Whether a collection has the rule is the caller's to say; the rule removes the one hit that is the
/// query's own document, before every cut, so that a cut at k leaves k hits.
namespace marrow {

/// How many hits to ask a stage for so that `depth` remain whatever the rule removes: one more, or the
/// largest number there is.
std::size_t depth_before_self_match(std::size_t depth) noexcept;

/// `hits` without `own`, cut to `depth`. Without an own document, only the cut. Order is kept.
std::vector<Hit> without_self_match(std::vector<Hit> hits, std::optional<Sequence> own, std::size_t depth);

}  // namespace marrow
