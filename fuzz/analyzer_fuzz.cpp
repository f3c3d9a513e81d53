#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "marrow/error.h"
#include "text/analyzer.h"
#include "text/utf8.h"
#include "text/word_tokenizer.h"

/// Any bytes are text: words and terms are valid, in order and inside it. Any bytes but a known line are no
/// analyzer.
namespace {

using marrow::Analyzer;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_words(std::string_view text) {
  marrow::WordTokenizer tokenizer(text);
  std::size_t end = 0;
  while (const auto word = tokenizer.next()) {
    const auto [first, last] = word->bytes;
    require(first >= end && first < last && last <= text.size());
    const std::string_view bytes = text.substr(first, last - first);
    require(marrow::is_valid_utf8(bytes));
    require(marrow::to_utf16(bytes).size() <= marrow::kLongestWordUnits);
    end = last;
  }
}

void check_terms(const Analyzer& analyzer, std::string_view text) {
  std::size_t begin = 0;
  analyzer.analyze(text, [&](const marrow::Term& term) {
    require(!term.text.empty() && marrow::is_valid_utf8(term.text));
    require(term.bytes.begin >= begin && term.bytes.begin < term.bytes.end && term.bytes.end <= text.size());
    begin = term.bytes.begin;
  });
}

void check_line(std::string_view line) {
  try {
    const Analyzer analyzer(line);
    require(Analyzer(analyzer.line()).line() == analyzer.line());
  } catch (const marrow::Error& error) {
    require(error.code() == marrow::ErrorCode::invalid_argument);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::array<Analyzer, 4> analyzers = {
      Analyzer("english"), Analyzer("plain"), Analyzer("standard"), Analyzer("standard stemmer=turkish")};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_words(text);
  for (const Analyzer& analyzer : analyzers) check_terms(analyzer, text);
  check_line(text);
  return 0;
}
