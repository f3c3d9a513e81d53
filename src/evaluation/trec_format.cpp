#include "evaluation/trec_format.h"

#include <algorithm>

#include "core/check.h"
#include "core/number_text.h"

namespace marrow {
namespace {

constexpr std::size_t kNameWidth = 22;
constexpr int kDecimals = 4;

std::string line(std::string_view name, std::string_view query, std::string_view value) {
  std::string text(name);
  text.resize(std::max(kNameWidth, text.size()), ' ');
  text.append(1, '\t').append(query).append(1, '\t').append(value).append(1, '\n');
  return text;
}

std::string value_text(double value, SummaryKind summary) {
  return summary == SummaryKind::sum ? std::to_string(static_cast<long long>(value))
                                     : fixed_text(value, kDecimals);
}

bool stands_before_relevance_string(const Measure& measure) {
  const auto families = measure_families();
  const auto relevance_string =
      std::find_if(families.begin(), families.end(),
                   [](const MeasureFamily& family) { return family.trec_name == "relstring"; });
  return measure.family < &*relevance_string;
}

class Writer {
 public:
  Writer(const Evaluation& evaluation, const MeasureSet& measures)
      : evaluation_(evaluation), measures_(measures) {
    MARROW_ASSERT(evaluation.measures.size() == measures.measures.size());
    const auto& all = measures.measures;
    relevance_string_at_ = static_cast<std::size_t>(
        std::partition_point(all.begin(), all.end(), stands_before_relevance_string) - all.begin());
  }

  std::string query(std::size_t row) const {
    std::string text;
    const std::string& id = evaluation_.queries[row];
    for (std::size_t column = 0; column <= measures_.measures.size(); ++column) {
      if (column == relevance_string_at_ && measures_.relevance_string_length != 0) {
        text += line(measures_.relevance_string_name, id, '\'' + evaluation_.relevance_strings[row] + '\'');
      }
      if (column == measures_.measures.size()) break;
      const MeasureFamily& family = *measures_.measures[column].family;
      if (family.printed_for == PrintedFor::summary) continue;
      text += line(evaluation_.measures[column].name, id,
                   value_text(evaluation_.value(row, column), family.summary));
    }
    return text;
  }

  std::string summary(std::string_view run_id) const {
    std::string text;
    if (measures_.run_id) text += line("runid", "all", run_id);
    for (std::size_t column = 0; column < measures_.measures.size(); ++column) {
      text += line(evaluation_.measures[column].name, "all",
                   value_text(evaluation_.summary[column], evaluation_.measures[column].summary));
    }
    return text;
  }

 private:
  const Evaluation& evaluation_;
  const MeasureSet& measures_;
  std::size_t relevance_string_at_ = 0;  // the column before which the relevance string is printed
};

}  // namespace

std::string trec_eval_text(const Evaluation& evaluation, const MeasureSet& measures, std::string_view run_id,
                           ReportLines lines) {
  const Writer writer(evaluation, measures);
  const auto& missing = evaluation.queries_without_hits;  // ascending, as the queries are
  const bool skips_missing = evaluation.options.version == TrecEvalVersion::v9;
  std::string text;
  for (std::size_t row = 0; lines == ReportLines::queries_and_summary && row < evaluation.queries.size();
       ++row) {
    if (skips_missing && std::binary_search(missing.begin(), missing.end(), evaluation.queries[row]))
      continue;
    text += writer.query(row);
  }
  return text + writer.summary(run_id);
}

}  // namespace marrow
