#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/tokenizer_spec.h"

namespace marrow {

/// Reads the tokenizer of a Hugging Face model folder: tokenizer.json, else vocab.txt, with
/// tokenizer_config.json beside either.
///
/// BERT's WordPiece is what is built; anything else that could change an id is refused by name: another
/// model, normalizer, pre-tokenizer or layout, added tokens with matching rules of their own, and a
/// tokenizer_config.json that contradicts tokenizer.json. What tokenizer.json says of truncation and
/// padding is ignored: both belong to the caller, and published files have the limits of other uses.
/// Throws not_found when neither file exists; bad_input naming the file, the setting and its value.
TokenizerSpec read_tokenizer_files(const std::filesystem::path& folder);

/// The parts of read_tokenizer_files, for text in memory. `source` names it in messages.

/// A tokenizer.json.
TokenizerSpec parse_tokenizer_json(std::string_view text, std::string_view source);

/// A vocab.txt: one entry a line, its id the line's number from 0. Only line ends are cut off.
TokenizerSpec parse_vocabulary(std::string_view text, std::string_view source);

/// Takes into `spec` what a tokenizer_config.json says. `from_vocabulary`: the spec is from a vocab.txt,
/// to which the settings are new; otherwise they must agree with it.
enum class ConfigUse : std::uint8_t { completes_vocabulary, must_agree };
void apply_tokenizer_config(std::string_view text, std::string_view source, ConfigUse use,
                            TokenizerSpec& spec);

}  // namespace marrow
