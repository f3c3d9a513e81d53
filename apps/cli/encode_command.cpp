#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "core/number_text.h"
#include "encoders/open_encoder.h"
#include "environment.h"
#include "io/json.h"
#include "io/npy.h"
#include "marrow/error.h"
#include "marrow/models.h"
#include "models/model_folder.h"
#include "output.h"
#include "text_lines.h"

namespace marrow::cli {
namespace {

/// Texts encoded between two writes: what bounds the memory of the answers.
constexpr std::size_t kBlock = 4096;

enum class Format : std::uint8_t { jsonl, npy };

struct EncodeOptions {
  std::string model;
  std::string models_folder;
  std::string input = "-";
  std::optional<TextRole> role;
  Format format = Format::jsonl;
  EncoderOptions encoder;
};

/// Calls write(begin, end) for one block of texts after the other, showing progress.
template <typename Write>
void in_blocks(std::size_t count, const Write& write) {
  const Progress progress = show_progress("encoding");
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t end = std::min(count, begin + kBlock);
    write(begin, end, [&](std::size_t done, std::size_t) { progress(begin + done, count); });
  }
}

std::vector<std::string_view> views_of(const std::vector<std::string>& texts, std::size_t begin,
                                       std::size_t end) {
  return {texts.begin() + static_cast<std::ptrdiff_t>(begin),
          texts.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::vector<std::string> read_texts(const std::string& path) {
  LineReader lines = open_lines(path);
  std::vector<std::string> texts;
  while (lines.next()) texts.emplace_back(lines.text());
  return texts;
}

std::string json_row(std::span<const float> values) {
  std::string row = "[";
  for (const float value : values) row += (row.size() > 1 ? "," : "") + number_text(value);
  return row + "]\n";
}

static_assert(std::endian::native == std::endian::little, "a .npy file is written as memory holds it");

void encode_dense(const std::filesystem::path& folder, const EncodeOptions& options) {
  const auto texts = read_texts(options.input);
  const auto encoder = open_dense_encoder(folder, options.encoder);
  const std::size_t width = encoder->dimension();
  StandardOutput output;
  if (options.format == Format::npy) output.write(npy_header(texts.size(), width));
  in_blocks(texts.size(), [&](std::size_t begin, std::size_t end, const Progress& progress) {
    std::vector<float> rows((end - begin) * width);
    encoder->encode(views_of(texts, begin, end), *options.role, rows, progress);
    if (options.format == Format::npy) {
      return output.write({reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(float)});
    }
    for (std::size_t i = begin; i < end; ++i)
      output.write(json_row(std::span(rows).subspan((i - begin) * width, width)));
  });
  output.close();
}

/// [{"term": …, "id": …, "weight": …}, …], heaviest first; between equal weights the smaller id.
std::string json_terms(const SparseEncoder& encoder, const SparseVector& vector) {
  std::vector<std::size_t> order(vector.terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return vector.weights[a] > vector.weights[b]; });
  std::string line = "[";
  for (const std::size_t i : order) {
    if (line.size() > 1) line += ',';
    line += "{\"term\":" + to_text(Json(encoder.term_text(vector.terms[i])));
    line += ",\"id\":" + std::to_string(index_of(vector.terms[i]));
    line += ",\"weight\":" + number_text(vector.weights[i]) + '}';
  }
  return line + "]\n";
}

void encode_sparse(const std::filesystem::path& folder, const EncodeOptions& options) {
  const auto texts = read_texts(options.input);
  const auto encoder = open_sparse_encoder(folder, options.encoder);
  StandardOutput output;
  in_blocks(texts.size(), [&](std::size_t begin, std::size_t end, const Progress& progress) {
    for (const SparseVector& vector : encoder->encode(views_of(texts, begin, end), *options.role, progress)) {
      output.write(json_terms(*encoder, vector));
    }
  });
  output.close();
}

void score_pairs(const std::filesystem::path& folder, const EncodeOptions& options) {
  LineReader lines = open_lines(options.input);
  std::vector<std::pair<std::string, std::string>> texts;
  while (lines.next()) {
    const TextPair pair = pair_of(lines);
    texts.emplace_back(pair.query, pair.passage);
  }
  const auto scorer = open_pair_scorer(folder, options.encoder);
  StandardOutput output;
  in_blocks(texts.size(), [&](std::size_t begin, std::size_t end, const Progress& progress) {
    std::vector<TextPair> pairs;
    for (std::size_t i = begin; i < end; ++i) pairs.push_back({texts[i].first, texts[i].second});
    std::vector<float> logits(pairs.size());
    scorer->score(pairs, logits, progress);
    for (const float logit : logits) output.write("{\"logit\":" + number_text(logit) + "}\n");
  });
  output.close();
}

void require_fitting(ModelTask task, const EncodeOptions& options) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorCode::invalid_argument, message); };
  if (task != ModelTask::pair && !options.role) {
    refuse("--role: this model reads queries and passages; say which the lines are, query or passage");
  }
  if (task == ModelTask::pair && options.role)
    refuse("--role: this model reads a query and a passage together");
  if (task != ModelTask::dense && options.format == Format::npy) {
    refuse("--format npy: only dense vectors have it; this model gives jsonl");
  }
  if (task != ModelTask::sparse && options.encoder.top_k != 0) {
    refuse("--top-k: only a sparse model's terms are cut");
  }
}

void run(const EncodeOptions& options) {
  const auto folder = resolve_model(options.model, models_folder_of(options.models_folder));
  const ModelTask task = read_model_folder(folder).task;
  require_fitting(task, options);
  if (task == ModelTask::dense) return encode_dense(folder, options);
  if (task == ModelTask::sparse) return encode_sparse(folder, options);
  score_pairs(folder, options);
}

void add_choices(CLI::App& command, EncodeOptions& options) {
  const std::map<std::string, TextRole> roles{{"query", TextRole::query}, {"passage", TextRole::passage}};
  command.add_option("--role", options.role, "what the lines are: some models prefix the two differently")
      ->transform(CLI::CheckedTransformer(roles))
      ->type_name("query|passage");
  const std::map<std::string, Format> formats{{"jsonl", Format::jsonl}, {"npy", Format::npy}};
  command
      .add_option("--format", options.format,
                  "how dense vectors are written: a JSON array a line, or one .npy")
      ->transform(CLI::CheckedTransformer(formats))
      ->type_name("jsonl|npy")
      ->default_str("jsonl");
  const std::map<std::string, SpecialTokenText> modes{{"safe", SpecialTokenText::safe},
                                                      {"parity", SpecialTokenText::parity}};
  command.add_option("--special", options.encoder.special_tokens, "see marrow tokenize")
      ->transform(CLI::CheckedTransformer(modes))
      ->type_name("safe|parity")
      ->default_str("safe");
}

void add_limits(CLI::App& command, EncodeOptions& options) {
  command
      .add_option("--max-length", options.encoder.max_length, "tokens read of a text, special ones included")
      ->type_name("N")
      ->default_str("the model's own");
  command.add_option("--top-k", options.encoder.top_k, "sparse: the heaviest N terms of a text")
      ->type_name("N")
      ->default_str("all");
  command.add_option("--threads", options.encoder.threads, "texts that are encoded at the same time")
      ->type_name("N")
      ->default_str("one a core");
}

}  // namespace

void add_encode_command(CLI::App& app) {
  auto* const command = app.add_subcommand("encode", "Texts to vectors, term weights or pair scores");
  auto options = std::make_shared<EncodeOptions>();
  command->add_option("MODEL", options->model, "a model's name or folder")->required();
  add_models_option(*command, options->models_folder);
  add_choices(*command, *options);
  command->add_option("--input", options->input, "texts, one a line; - is standard input")
      ->type_name("FILE")
      ->capture_default_str();
  add_limits(*command, *options);
  command->footer(
      "One line of output a line of input, by what the model is for:\n"
      "  dense    a JSON array of numbers of unit length together, or with --format npy one float32 matrix\n"
      "  sparse   a JSON array of {\"term\", \"id\", \"weight\"}, heaviest first\n"
      "  pair     lines are `query TAB passage`; {\"logit\"}: raw, larger is better\n\n"
      "Examples:\n"
      "  echo 'tea in Japan' | marrow encode all-MiniLM-L6-v2 --role query\n"
      "  marrow encode bge-small-en-v1.5 --role passage --format npy --input texts.txt > vectors.npy\n"
      "  echo 'tea in Japan' | marrow encode SPLADE-tiny --role query --top-k 10\n"
      "  printf 'what is a panda?\\thi\\n' | marrow encode ms-marco-MiniLM-L12-v2");
  command->callback([options] {
    options->encoder.name = options->model;
    run(*options);
  });
}

}  // namespace marrow::cli
