#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "corpus/trec.h"

/// The first byte chooses the reading, the rest is the file. What the strict reader takes, the classic
/// one must take alike.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marrow;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto comments = (data[0] & 1) != 0 ? TrecComments::skipped : TrecComments::none;
  const auto read = [&](TrecStrictness strictness) {
    return read_trec_qrels(LineReader(open_text(text, "fuzz")), {strictness, comments});
  };
  try {
    const Qrels classic = read(TrecStrictness::as_trec_eval);
    if (read(TrecStrictness::strict) != classic) std::abort();
  } catch (const Error&) {
  }
  return 0;
}
