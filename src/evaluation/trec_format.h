#pragma once

#include <string>
#include <string_view>

#include "evaluation/measures.h"

namespace marrow {

/// Whether the lines of single queries stand above the summary (trec_eval -q).
enum class ReportLines : std::uint8_t { summary, queries_and_summary };

/// An evaluation in trec_eval's own layout, byte for byte: name padded to 22 columns, tab, query id or
/// "all", tab, value with four decimals. Version 9 leaves out the lines of queries without hits.
///
/// `measures` are those that `evaluation` was made with, in_trec_eval_order.
std::string trec_eval_text(const Evaluation& evaluation, const MeasureSet& measures, std::string_view run_id,
                           ReportLines lines);

}  // namespace marrow
