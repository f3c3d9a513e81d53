#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <string>

#include "commands.h"
#include "environment.h"
#include "io/json.h"
#include "marrow/models.h"
#include "models/model_folder.h"
#include "models/tokenizer_files.h"
#include "output.h"
#include "text/wordpiece.h"
#include "text_lines.h"

namespace marrow::cli {
namespace {

struct TokenizeOptions {
  std::string model;
  std::string models_folder;
  std::string input = "-";
  std::size_t max_length = std::numeric_limits<std::size_t>::max();
  SpecialTokenText special = SpecialTokenText::safe;
  bool pair = false;
};

Json as_json(const WordPieceTokenizer& tokenizer, const Encoding& encoding) {
  Json tokens = Json::array();
  Json offsets = Json::array();
  for (std::size_t i = 0; i < encoding.ids.size(); ++i) {
    tokens.push_back(std::string(tokenizer.token(encoding.ids[i])));
    offsets.push_back({encoding.offsets[i].begin, encoding.offsets[i].end});
  }
  return {{"ids", encoding.ids},
          {"tokens", std::move(tokens)},
          {"types", encoding.types},
          {"offsets", std::move(offsets)},
          {"truncated", encoding.truncated}};
}

Encoding encode_line(const WordPieceTokenizer& tokenizer, const LineReader& lines,
                     const TokenizeOptions& options) {
  if (!options.pair) return tokenizer.encode(lines.text(), options.max_length, options.special);
  const TextPair pair = pair_of(lines);
  return tokenizer.encode_pair(pair.query, pair.passage, options.max_length, options.special);
}

/// A model may be named by one file of weights; a folder needs no weights here, only its tokenizer.
std::filesystem::path tokenizer_folder(const TokenizeOptions& options) {
  const std::filesystem::path model = resolve_model(options.model, models_folder_of(options.models_folder));
  return std::filesystem::is_regular_file(model) ? read_model_folder(model).path : model;
}

void run(const TokenizeOptions& options) {
  const WordPieceTokenizer tokenizer(read_tokenizer_files(tokenizer_folder(options)));
  LineReader lines = open_lines(options.input);
  StandardOutput output;
  while (lines.next()) {
    check_interrupted();
    output.write(to_text(as_json(tokenizer, encode_line(tokenizer, lines, options))) + '\n');
  }
  output.close();
}

}  // namespace

void add_tokenize_command(CLI::App& app) {
  auto* const command = app.add_subcommand("tokenize", "Show how a model reads texts: ids, tokens, offsets");
  auto options = std::make_shared<TokenizeOptions>();
  command->add_option("MODEL", options->model, "a model's name or folder")->required();
  add_models_option(*command, options->models_folder);
  command->add_option("--input", options->input, "texts, one a line; - is standard input")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--max-length", options->max_length, "cut to so many ids, special ones included")
      ->type_name("N")
      ->default_str("whole texts");
  command->add_flag("--pair", options->pair, "lines are `first TAB second`; only the second is cut");
  const std::map<std::string, SpecialTokenText> modes{{"safe", SpecialTokenText::safe},
                                                      {"parity", SpecialTokenText::parity}};
  command
      ->add_option("--special", options->special,
                   "what text such as [SEP] becomes: its plain pieces (safe), or that token (parity), as "
                   "the reference library does")
      ->transform(CLI::CheckedTransformer(modes))
      ->type_name("safe|parity")
      ->default_str("safe");
  command->footer(
      "One JSON object a line: ids, tokens, types (0 first text, 1 second), offsets (bytes of the\n"
      "text that a token is from, end excluded; [0, 0] for special tokens), truncated (whether text was "
      "cut).\n\n"
      "Examples:\n"
      "  echo 'naïve café' | marrow tokenize all-MiniLM-L6-v2\n"
      "  printf 'what is a panda?\\thi\\n' | marrow tokenize ms-marco-MiniLM-L12-v2 --pair --max-length 512\n"
      "  marrow tokenize ./my_model --special parity --input texts.txt.gz");
  command->callback([options] { run(*options); });
}

}  // namespace marrow::cli
