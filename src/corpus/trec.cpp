#include "corpus/trec.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "core/number_text.h"
#include "corpus/trec_fields.h"

namespace marrow {
namespace {

using trec::Field;
using trec::Fields;

/// The shape of a line.
struct Format {
  std::size_t field_count;
  std::string_view fields;  ///< for messages
};
constexpr Format kQrelsFormat{4, "query, iteration, document, grade"};
constexpr Format kRunFormat{6, "query, Q0, document, rank, score, run id"};

[[noreturn]] void fail_field(const LineReader& lines, const Field& field, const std::string& expected) {
  fail_at(lines.at(field.column), expected + ", got " + quote(field.text));
}

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(trec::kWhiteSpace);
  return first != std::string_view::npos && line[first] == '#';
}

/// Moves to the next line that has content, and cuts it. False at the end.
bool next_record(LineReader& lines, const Format& format, const TrecReading& reading, Fields& fields) {
  while (lines.next()) {
    if (reading.comments == TrecComments::skipped && is_comment(lines.text())) continue;
    fields = trec::split_fields(lines.text());
    if (fields.count == 0) continue;
    const bool more_is_fine = reading.strictness == TrecStrictness::as_trec_eval && &format == &kRunFormat;
    if (fields.count == format.field_count || (more_is_fine && fields.count > format.field_count))
      return true;
    fail_at(lines.at(1),
            "expected " + std::to_string(format.field_count) + " fields (" + std::string(format.fields) +
                "), got " + std::to_string(fields.count) +
                (is_comment(lines.text()) ? "; comment lines are read with --trec-eval 10 only" : ""));
  }
  return false;
}

/// A query's entries with the lines they stand on.
template <typename Entry>
struct NumberedList {
  std::vector<Entry> entries;
  std::vector<std::size_t> lines;
};

template <typename Entry>
using NumberedLists = std::map<std::string, NumberedList<Entry>, std::less<>>;

/// A document that stands on two lines of one query. Line numbers are those of the earliest pair.
struct Repetition {
  std::string_view query;
  std::string_view document;
  std::size_t first = 0;
  std::size_t second = 0;
};

template <typename Entry>
void find_repetition(std::string_view query, const NumberedList<Entry>& list,
                     std::optional<Repetition>& earliest) {
  std::vector<std::size_t> order(list.entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int compared = list.entries[a].external_id.compare(list.entries[b].external_id);
    return compared != 0 ? compared < 0 : a < b;
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::string& document = list.entries[order[i]].external_id;
    if (document != list.entries[order[i - 1]].external_id) continue;
    const std::size_t second = list.lines[order[i]];
    if (earliest && earliest->second < second) continue;
    earliest = Repetition{query, document, list.lines[order[i - 1]], second};
  }
}

/// Throws bad_input for the first line that repeats a document.
template <typename Entry>
void refuse_repetitions(const std::string& source, const NumberedLists<Entry>& lists) {
  std::optional<Repetition> earliest;
  for (const auto& [query, list] : lists) find_repetition(query, list, earliest);
  if (!earliest) return;
  fail_at({source, earliest->second, 1}, "query " + quote(earliest->query) + " has document " +
                                             quote(earliest->document) + " twice, first on line " +
                                             std::to_string(earliest->first));
}

/// Gathers entries by query; lines of one query mostly follow one another.
template <typename Entry>
class Gatherer {
 public:
  void add(std::string_view query, Entry entry, std::size_t line) {
    if (current_ == nullptr || current_->first != query) {
      auto at = lists_.find(query);
      if (at == lists_.end()) at = lists_.emplace(std::string(query), NumberedList<Entry>()).first;
      current_ = &*at;
    }
    current_->second.entries.push_back(std::move(entry));
    current_->second.lines.push_back(line);
  }

  NumberedLists<Entry>& lists() noexcept { return lists_; }

 private:
  NumberedLists<Entry> lists_;
  typename NumberedLists<Entry>::value_type* current_ = nullptr;
};

struct GradedDocument {
  std::string external_id;
  int grade;
};

int read_grade(const LineReader& lines, const Field& field, TrecStrictness strictness) {
  if (strictness == TrecStrictness::as_trec_eval) return trec::leading_integer(field.text);
  const auto grade = trec::whole_integer(field.text);
  if (!grade) fail_field(lines, field, "a grade must be a whole number");
  return *grade;
}

double read_score(const LineReader& lines, const Field& field, TrecStrictness strictness) {
  if (strictness == TrecStrictness::as_trec_eval) {
    const double score = trec::leading_decimal(field.text);
    if (std::isnan(score)) fail_field(lines, field, "a score must be a number");
    return score;
  }
  const auto score = trec::whole_decimal(field.text);
  if (!score) fail_field(lines, field, "a score must be a finite decimal number");
  return *score;
}

void check_rank(const LineReader& lines, const Field& field, TrecStrictness strictness) {
  if (strictness == TrecStrictness::as_trec_eval) return;
  const auto rank = trec::whole_integer(field.text);
  if (!rank || *rank < 0) {
    fail_field(lines, field, "a rank must be a whole number from 0 (does an id hold white space?)");
  }
}

void check_written_id(std::string_view id, std::string_view what) {
  if (!id.empty() && id.find_first_of(trec::kWhiteSpace) == std::string_view::npos) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(what) + ' ' + quote(id) +
                  " cannot be written to a run: an id must not be empty or hold white space");
}

/// A line must not begin with what a reader skips: a file's byte order mark, or a comment.
void check_written_query(std::string_view query) {
  check_written_id(query, "query");
  if (!query.starts_with('#') && !query.starts_with("\xEF\xBB\xBF")) return;
  throw Error(ErrorCode::invalid_argument,
              "query " + quote(query) +
                  " cannot be written to a run: readers skip lines that begin with `#` or a byte order mark");
}

void check_written(std::string_view query, std::span<const ScoredDocument> ranked) {
  std::vector<std::string_view> documents;
  documents.reserve(ranked.size());
  for (const ScoredDocument& one : ranked) {
    check_written_id(one.external_id, "document");
    if (!std::isfinite(one.score)) {
      throw Error(ErrorCode::invalid_argument, "query " + quote(query) + ", document " +
                                                   quote(one.external_id) + ": a score must be finite, got " +
                                                   number_text(one.score));
    }
    documents.push_back(one.external_id);
  }
  std::sort(documents.begin(), documents.end());
  const auto twice = std::adjacent_find(documents.begin(), documents.end());
  if (twice == documents.end()) return;
  throw Error(ErrorCode::invalid_argument,
              "query " + quote(query) + " has document " + quote(*twice) + " twice");
}

}  // namespace

Qrels read_trec_qrels(LineReader lines, TrecReading reading) {
  Gatherer<GradedDocument> gatherer;
  Fields fields;
  while (next_record(lines, kQrelsFormat, reading, fields)) {
    const int grade = read_grade(lines, fields.field[3], reading.strictness);
    gatherer.add(fields.field[0].text, {std::string(fields.field[2].text), grade}, lines.number());
  }
  refuse_repetitions(lines.source(), gatherer.lists());
  Qrels qrels;
  for (auto& [query, list] : gatherer.lists()) {
    Grades& grades = qrels[query];
    for (GradedDocument& one : list.entries) grades.emplace(std::move(one.external_id), one.grade);
  }
  return qrels;
}

TrecRun read_trec_run(LineReader lines, TrecReading reading) {
  Gatherer<ScoredDocument> gatherer;
  Fields fields;
  TrecRun result;
  while (next_record(lines, kRunFormat, reading, fields)) {
    check_rank(lines, fields.field[3], reading.strictness);
    const double score = read_score(lines, fields.field[4], reading.strictness);
    gatherer.add(fields.field[0].text, {std::string(fields.field[2].text), score}, lines.number());
    result.run_id = fields.field[5].text;
  }
  refuse_repetitions(lines.source(), gatherer.lists());
  for (auto& [query, list] : gatherer.lists())
    result.run.emplace_hint(result.run.end(), query, std::move(list.entries));
  return result;
}

std::string trec_run_lines(std::string_view query, std::span<const ScoredDocument> ranked,
                           std::string_view run_id) {
  check_written_query(query);
  check_written_id(run_id, "run id");
  check_written(query, ranked);
  std::string text;
  std::size_t rank = 0;
  for (const ScoredDocument& one : ranked) {
    text.append(query).append(" Q0 ").append(one.external_id).append(1, ' ');
    text.append(std::to_string(++rank)).append(1, ' ').append(number_text(one.score)).append(1, ' ');
    text.append(run_id).append(1, '\n');
  }
  return text;
}

}  // namespace marrow
