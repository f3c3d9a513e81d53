#pragma once

#include <string_view>
#include <vector>

#include "evaluation/measures.h"

namespace marrow {

/// The measures that a family makes of `parameters` (separated by commas), without their names. Those
/// of a cutoff or level are one each, ascending, none twice; all others make a single measure.
/// `measure` stands in the messages. Throws invalid_argument for parameters that the family cannot have.
std::vector<Measure> read_parameters(const MeasureFamily& family, std::string_view parameters,
                                     std::string_view measure);

}  // namespace marrow
