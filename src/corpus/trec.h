#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/line_reader.h"
#include "marrow/evaluation.h"

/// TREC's two plain formats. Judgements (qrels), one a line: query, iteration, document, grade. Runs, one
/// a line: query, "Q0", document, rank, score, run id. Fields are separated by white space (blank, tab,
/// vertical tab, form feed, carriage return); ids are bytes without white space.
namespace marrow {

enum class TrecStrictness : std::uint8_t {
  /// Exactly four (six) fields; a grade is a whole number, a rank a whole number from 0, a score a finite
  /// decimal number.
  strict,
  /// As trec_eval reads: words behind a run's sixth field are ignored, as is its rank; of a grade or a
  /// score its leading number counts, 0 when it has none.
  as_trec_eval,
};

/// Lines whose first character that is not white space is '#'. Inside a line '#' is a character as any.
enum class TrecComments : std::uint8_t {
  none,     ///< they are lines as any (trec_eval 9)
  skipped,  ///< (trec_eval 10)
};

struct TrecReading {
  TrecStrictness strictness = TrecStrictness::strict;
  TrecComments comments = TrecComments::none;
};

struct TrecRun {
  Run run;
  std::string run_id;  ///< the last line's; empty for an empty file
};

/// Reads judgements; blank lines are skipped. Throws bad_input as source:line:column for a line that does
/// not follow the format, and for a document that is judged twice for a query (naming both lines).
Qrels read_trec_qrels(LineReader lines, TrecReading reading = {});

/// Reads a run; blank lines are skipped. Throws bad_input as read_trec_qrels does. A score that is not a
/// number is refused at either strictness: it has no place in an order.
TrecRun read_trec_run(LineReader lines, TrecReading reading = {});

/// A query's lines of a run, best document first: ranks count from 1 in the order given, scores are the
/// shortest text that reads back as the same number. A reader orders by score and id, not by rank.
/// Throws invalid_argument for an id that is empty or holds white space, a query id that begins with '#' or
/// a byte order mark (readers would skip it), a score that is not finite, or a document that stands twice.
std::string trec_run_lines(std::string_view query, std::span<const ScoredDocument> ranked,
                           std::string_view run_id);

}  // namespace marrow
