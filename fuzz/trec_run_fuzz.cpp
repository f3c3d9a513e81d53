#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "corpus/trec.h"

namespace {

using namespace marrow;

TrecRun read(const std::string& text, TrecStrictness strictness, TrecComments comments) {
  return read_trec_run(LineReader(open_text(text, "fuzz")), {strictness, comments});
}

/// A run that was read strictly and can be written reads again as the same.
void write_and_read_again(const TrecRun& run) {
  std::string text;
  for (const auto& [query, hits] : run.run) text += trec_run_lines(query, hits, run.run_id);
  const TrecRun again = read(text, TrecStrictness::strict, TrecComments::none);
  if (again.run != run.run || again.run_id != run.run_id) std::abort();
}

}  // namespace

/// The first byte chooses the reading, the rest is the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto comments = (data[0] & 1) != 0 ? TrecComments::skipped : TrecComments::none;
  try {
    const TrecRun classic = read(text, TrecStrictness::as_trec_eval, comments);
    const TrecRun strict = read(text, TrecStrictness::strict, comments);
    if (strict.run != classic.run || strict.run_id != classic.run_id) std::abort();
    write_and_read_again(strict);
  } catch (const Error&) {
  }
  return 0;
}
