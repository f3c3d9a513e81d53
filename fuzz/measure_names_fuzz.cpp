#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "evaluation/evaluator.h"
#include "marrow/error.h"

/// Measures that can be named can be computed: finite, for a graded query with holes in its judgements.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marrow;
  const std::string_view list(reinterpret_cast<const char*>(data), size);
  const Qrels qrels{{"q", {{"a", 3}, {"b", 0}, {"c", -1}, {"d", 1}, {"e", 12}}}};
  const Run run{{"q", {{"x", 5.0}, {"a", 4.0}, {"b", 3.0}, {"c", 2.0}, {"d", 1.0}}}};
  try {
    const auto measures = split_measure_list(list);
    for (const TrecEvalVersion version : {TrecEvalVersion::v9, TrecEvalVersion::v10}) {
      const Evaluation evaluation = evaluate(qrels, run, measures, {.version = version});
      for (const double value : evaluation.values) {
        if (std::isnan(value)) std::abort();
      }
    }
  } catch (const Error&) {
  }
  return 0;
}
