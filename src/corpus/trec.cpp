#include "corpus/trec.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/number_text.h"
#include "corpus/seen_pairs.h"
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
  Qrels qrels;
  SeenPairs seen;
  Fields fields;
  while (next_record(lines, kQrelsFormat, reading, fields)) {
    const std::string_view query = fields.field[0].text;
    const std::string_view document = fields.field[2].text;
    const int grade = read_grade(lines, fields.field[3], reading.strictness);
    seen.add(query, document, lines);
    qrels[std::string(query)].emplace(document, grade);
  }
  return qrels;
}

TrecRun read_trec_run(LineReader lines, TrecReading reading) {
  TrecRun result;
  SeenPairs seen;
  Fields fields;
  auto current = result.run.end();  // lines of one query mostly follow one another
  while (next_record(lines, kRunFormat, reading, fields)) {
    const std::string_view query = fields.field[0].text;
    const std::string_view document = fields.field[2].text;
    check_rank(lines, fields.field[3], reading.strictness);
    const double score = read_score(lines, fields.field[4], reading.strictness);
    seen.add(query, document, lines);
    if (current == result.run.end() || current->first != query) {
      current = result.run.try_emplace(std::string(query)).first;
    }
    current->second.push_back({std::string(document), score});
    result.run_id = fields.field[5].text;
  }
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
