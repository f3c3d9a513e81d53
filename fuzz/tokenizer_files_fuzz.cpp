#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "marrow/error.h"
#include "models/tokenizer_files.h"
#include "text/wordpiece.h"

/// Whatever the files hold, they are read or refused; what was read gives a tokenizer that works or is
/// refused.
namespace {

void read_or_refuse(const std::function<marrow::TokenizerSpec()>& read) {
  try {
    const marrow::WordPieceTokenizer tokenizer(read());
    tokenizer.encode("Tea, pot [SEP] é", 8, marrow::SpecialTokenText::parity);
  } catch (const marrow::Error&) {  // refused, which is right
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_or_refuse([text] { return marrow::parse_tokenizer_json(text, "tokenizer.json"); });
  read_or_refuse([text] {
    const std::size_t split = text.find('{');
    marrow::TokenizerSpec spec = marrow::parse_vocabulary(text.substr(0, split), "vocab.txt");
    const std::string_view config = split == std::string_view::npos ? "{}" : text.substr(split);
    marrow::apply_tokenizer_config(config, "config", marrow::ConfigUse::completes_vocabulary, spec);
    return spec;
  });
  return 0;
}
