#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "marrow/error.h"
#include "text/wordpiece.h"

/// Any bytes are text: nothing is thrown, limits hold, offsets stay in the text.
namespace {

using marrow::Encoding;
using marrow::SpecialTokenText;

marrow::WordPieceTokenizer tokenizer_of(bool lowercase) {
  marrow::TokenizerSpec spec;
  spec.vocabulary = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "a",  "b", "##a",
                     "##b",   "ab",    "##ba",  "é",     "中", ".", "["};
  spec.lowercase = spec.strip_accents = lowercase;
  for (std::int32_t id = 0; id < 4; ++id) {
    spec.added_tokens.push_back({spec.vocabulary[static_cast<std::size_t>(id)], id, true});
  }
  return marrow::WordPieceTokenizer(spec);
}

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const Encoding& encoding, std::string_view text, std::size_t limit) {
  require(encoding.ids.size() <= limit && encoding.ids.front() == 2 && encoding.ids.back() == 3);
  for (std::size_t i = 0; i < encoding.ids.size(); ++i) {
    require(encoding.offsets[i].begin <= encoding.offsets[i].end);
    require(encoding.offsets[i].end <= text.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const marrow::WordPieceTokenizer uncased = tokenizer_of(true);
  static const marrow::WordPieceTokenizer cased = tokenizer_of(false);
  if (size < 2) return 0;
  const std::size_t limit = 3 + data[0] % 64U;
  const auto special = data[1] % 2U == 0 ? SpecialTokenText::safe : SpecialTokenText::parity;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  for (const auto* const tokenizer : {&uncased, &cased}) {
    check(tokenizer->encode(text, limit, special), text, limit);
    const std::size_t middle = text.size() / 2;
    const Encoding pair = tokenizer->encode_pair(text.substr(0, middle), text.substr(middle), limit, special);
    check(pair, text, limit);
  }
  return 0;
}
