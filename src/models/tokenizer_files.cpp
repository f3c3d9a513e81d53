#include "models/tokenizer_files.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>
#include <vector>

#include "io/json_place.h"
#include "io/mapped_file.h"
#include "marrow/error.h"

namespace marrow {
namespace {

std::string read_whole(const std::filesystem::path& path) {
  const MappedFile file(path);
  const auto bytes = file.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

void expect_text(const JsonPlace& place, std::string_view expected) {
  if (!place.value().is_string() || place.text() != expected) place.refuse(quote(expected));
}

/// A switch that only works one way here.
void expect_false(const JsonPlace& object, std::string_view key) {
  if (object.boolean_or(key, false)) object.at(key).refuse("false (true is not supported)");
}

/// The content of a token that is written as a string or as an object.
std::string token_content(const JsonPlace& place) {
  return place.value().is_object() ? place.at("content").text() : place.text();
}

TokenizerSpec::AddedToken read_added_token(const JsonPlace& place, std::int32_t id) {
  for (const char* const rule : {"single_word", "lstrip", "rstrip", "normalized"}) expect_false(place, rule);
  return {place.at("content").text(), id, place.boolean_or("special", false)};
}

std::int32_t token_id(const JsonPlace& place) {
  constexpr std::uint32_t most = 1U << 30U;
  const std::uint32_t id = place.count();
  if (id > most) place.refuse("an id of at most " + std::to_string(most));
  return static_cast<std::int32_t>(id);
}

void read_model(const JsonPlace& model, TokenizerSpec& spec) {
  if (model.has("type")) expect_text(model.at("type"), "WordPiece");
  spec.unknown_token = model.at("unk_token").text();
  spec.continuation_prefix = model.at("continuing_subword_prefix").text();
  spec.max_word_code_points = model.at("max_input_chars_per_word").count();
  const JsonPlace vocabulary = model.at("vocab");
  if (!vocabulary.value().is_object()) vocabulary.refuse("an object from entry to id");
  const std::size_t size = vocabulary.value().size();
  std::vector<bool> taken(size, false);
  spec.vocabulary.resize(size);
  for (const auto& [entry, id] : vocabulary.value().items()) {
    const bool fits = id.is_number_unsigned() && id.get<std::uint64_t>() < size;
    if (!fits || taken[id.get<std::size_t>()]) {
      throw Error(ErrorCode::bad_input, vocabulary.place() + ": entry " + quote(entry) +
                                            ": expected an id of its own below " + std::to_string(size) +
                                            ", got " + quote(id.dump()));
    }
    taken[id.get<std::size_t>()] = true;
    spec.vocabulary[id.get<std::size_t>()] = entry;
  }
}

void read_normalizer(const JsonPlace& file, TokenizerSpec& spec) {
  if (!file.has("normalizer")) {
    spec.lowercase = spec.strip_accents = spec.clean_text = spec.handle_chinese_chars = false;
    return;
  }
  const JsonPlace normalizer = file.at("normalizer");
  expect_text(normalizer.at("type"), "BertNormalizer");
  spec.clean_text = normalizer.boolean_or("clean_text", true);
  spec.handle_chinese_chars = normalizer.boolean_or("handle_chinese_chars", true);
  spec.lowercase = normalizer.boolean_or("lowercase", true);
  spec.strip_accents = normalizer.boolean_or("strip_accents", spec.lowercase);
}

void read_added_tokens(const JsonPlace& file, TokenizerSpec& spec) {
  if (!file.has("added_tokens")) return;
  for (const JsonPlace& token : file.at("added_tokens").elements()) {
    spec.added_tokens.push_back(read_added_token(token, token_id(token.at("id"))));
  }
  const auto by_id = [](const auto& a, const auto& b) { return a.id < b.id; };
  std::sort(spec.added_tokens.begin(), spec.added_tokens.end(), by_id);
}

/// One step of a TemplateProcessing: what stands there and its type, for example "[CLS]:0" or "A:1".
std::string template_step(const JsonPlace& step) {
  const bool is_text = step.has("Sequence");
  const JsonPlace what = step.at(is_text ? "Sequence" : "SpecialToken");
  return what.at("id").text() + ':' + std::to_string(what.at("type_id").count());
}

void expect_layout(const JsonPlace& steps, const std::vector<std::string>& expected) {
  std::vector<std::string> found;
  std::string listed;
  for (const JsonPlace& step : steps.elements()) found.push_back(template_step(step));
  for (const std::string& step : found) listed += (listed.empty() ? "" : " ") + step;
  if (found == expected) return;
  throw Error(ErrorCode::bad_input,
              steps.place() + ": expected BERT's layout [CLS] A [SEP] B [SEP], got " + quote(listed, 200));
}

void read_template(const JsonPlace& post, TokenizerSpec& spec) {
  const auto single = post.at("single").elements();
  if (single.size() != 3) post.at("single").refuse("three steps, [CLS] A [SEP]");
  spec.classification_token = single[0].at("SpecialToken").at("id").text();
  spec.separator_token = single[2].at("SpecialToken").at("id").text();
  const std::string first = spec.classification_token + ":0";
  const std::string end = spec.separator_token;
  expect_layout(post.at("single"), {first, "A:0", end + ":0"});
  expect_layout(post.at("pair"), {first, "A:0", end + ":0", "B:1", end + ":1"});
}

void read_post_processor(const JsonPlace& post, TokenizerSpec& spec) {
  const std::string type = post.at("type").text();
  if (type == "TemplateProcessing") {
    read_template(post, spec);
  } else if (type == "BertProcessing") {
    const auto cls = post.at("cls").elements();
    const auto sep = post.at("sep").elements();
    if (cls.empty() || sep.empty()) post.at(cls.empty() ? "cls" : "sep").refuse("a token and its id");
    spec.classification_token = cls.front().text();
    spec.separator_token = sep.front().text();
  } else {
    post.at("type").refuse("`TemplateProcessing` or `BertProcessing`");
  }
}

/// Before there was a tokenizer.json, BertTokenizer made its special tokens from these names.
void add_special_tokens(TokenizerSpec& spec, const std::string& mask_token) {
  const std::array<std::string, 5> names{spec.padding_token, spec.unknown_token, spec.classification_token,
                                         spec.separator_token, mask_token};
  for (const std::string& name : names) {
    const auto found = std::find(spec.vocabulary.begin(), spec.vocabulary.end(), name);
    const auto known = [&name](const TokenizerSpec::AddedToken& token) { return token.content == name; };
    if (found == spec.vocabulary.end()) continue;  // the tokenizer refuses a missing one that it needs
    if (std::any_of(spec.added_tokens.begin(), spec.added_tokens.end(), known)) continue;
    spec.added_tokens.push_back({name, static_cast<std::int32_t>(found - spec.vocabulary.begin()), true});
  }
}

void check_tokenizer_class(const JsonPlace& config) {
  if (!config.has("tokenizer_class")) return;
  std::string name = config.at("tokenizer_class").text();
  if (name.ends_with("Fast")) name.resize(name.size() - 4);
  for (const char* const known : {"BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer"}) {
    if (name == known) return;
  }
  config.at("tokenizer_class").refuse("a BertTokenizer, which vocab.txt alone describes");
}

/// The added tokens of a vocab.txt: object keys are ids.
void read_added_tokens_decoder(const JsonPlace& config, TokenizerSpec& spec) {
  if (!config.has("added_tokens_decoder")) return;
  const JsonPlace decoder = config.at("added_tokens_decoder");
  if (!decoder.value().is_object()) decoder.refuse("an object from id to token");
  for (const auto& [key, token] : decoder.value().items()) {
    const JsonPlace place = decoder.at(key);
    const SortedJson id = SortedJson::parse(key, nullptr, false);
    if (!id.is_number_unsigned()) place.refuse("a whole number as its key");
    spec.added_tokens.push_back(read_added_token(place, token_id(JsonPlace(id, place.place()))));
  }
  const auto by_id = [](const auto& a, const auto& b) { return a.id < b.id; };
  std::sort(spec.added_tokens.begin(), spec.added_tokens.end(), by_id);
}

void complete_vocabulary(const JsonPlace& config, TokenizerSpec& spec) {
  check_tokenizer_class(config);
  if (!config.boolean_or("do_basic_tokenize", true)) config.at("do_basic_tokenize").refuse("true");
  if (config.has("never_split") && !config.at("never_split").value().empty()) {
    config.at("never_split").refuse("null (words that are never split are not supported)");
  }
  spec.lowercase = config.boolean_or("do_lower_case", true);
  spec.strip_accents = config.boolean_or("strip_accents", spec.lowercase);
  spec.handle_chinese_chars = config.boolean_or("tokenize_chinese_chars", true);
  const std::array<std::pair<const char*, std::string*>, 4> names{{{"unk_token", &spec.unknown_token},
                                                                   {"cls_token", &spec.classification_token},
                                                                   {"sep_token", &spec.separator_token},
                                                                   {"pad_token", &spec.padding_token}}};
  for (const auto& [key, name] : names) {
    if (config.has(key)) *name = token_content(config.at(key));
  }
  read_added_tokens_decoder(config, spec);
  add_special_tokens(spec, config.has("mask_token") ? token_content(config.at("mask_token")) : "[MASK]");
}

void expect_agreement(const JsonPlace& config, const TokenizerSpec& spec) {
  const std::array<std::pair<const char*, bool>, 3> settings{
      {{"do_lower_case", spec.lowercase},
       {"strip_accents", spec.strip_accents},
       {"tokenize_chinese_chars", spec.handle_chinese_chars}}};
  for (const auto& [key, value] : settings) {
    if (config.boolean_or(key, value) == value) continue;
    config.at(key).refuse(std::string(value ? "true" : "false") + ", as tokenizer.json has it");
  }
  const std::array<std::pair<const char*, const std::string*>, 3> names{
      {{"unk_token", &spec.unknown_token},
       {"cls_token", &spec.classification_token},
       {"sep_token", &spec.separator_token}}};
  for (const auto& [key, name] : names) {
    if (!config.has(key) || token_content(config.at(key)) == *name) continue;
    config.at(key).refuse(quote(*name) + ", as tokenizer.json has it");
  }
}

}  // namespace

TokenizerSpec parse_tokenizer_json(std::string_view text, std::string_view source) {
  const SortedJson document = parse_sorted_json(text, source);
  const JsonPlace file(document, std::string(source));
  TokenizerSpec spec;
  read_model(file.at("model"), spec);
  read_normalizer(file, spec);
  expect_text(file.at("pre_tokenizer").at("type"), "BertPreTokenizer");
  read_post_processor(file.at("post_processor"), spec);
  read_added_tokens(file, spec);
  if (file.has("padding")) spec.padding_token = file.at("padding").text_or("pad_token", spec.padding_token);
  return spec;
}

TokenizerSpec parse_vocabulary(std::string_view text, std::string_view source) {
  TokenizerSpec spec;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty())
      fail_at({source, spec.vocabulary.size() + 1, 1}, "expected a vocabulary entry, got an empty line");
    spec.vocabulary.emplace_back(line);
  }
  return spec;
}

void apply_tokenizer_config(std::string_view text, std::string_view source, ConfigUse use,
                            TokenizerSpec& spec) {
  const SortedJson document = parse_sorted_json(text, source);
  const JsonPlace config(document, std::string(source));
  if (use == ConfigUse::completes_vocabulary) {
    complete_vocabulary(config, spec);
  } else {
    expect_agreement(config, spec);
    if (config.has("pad_token")) spec.padding_token = token_content(config.at("pad_token"));
  }
}

TokenizerSpec read_tokenizer_files(const std::filesystem::path& folder) {
  const auto tokenizer = folder / "tokenizer.json";
  const auto vocabulary = folder / "vocab.txt";
  const auto config = folder / "tokenizer_config.json";
  const bool whole = is_there(tokenizer);
  if (!whole && !is_there(vocabulary)) {
    throw Error(ErrorCode::not_found,
                folder.string() + ": expected tokenizer.json or vocab.txt, found neither");
  }
  if (!whole && is_there(folder / "added_tokens.json")) {
    throw Error(ErrorCode::bad_input, (folder / "added_tokens.json").string() +
                                          ": added tokens beside a vocab.txt are not supported; save the "
                                          "tokenizer as tokenizer.json");
  }
  TokenizerSpec spec = whole ? parse_tokenizer_json(read_whole(tokenizer), tokenizer.string())
                             : parse_vocabulary(read_whole(vocabulary), vocabulary.string());
  const auto use = whole ? ConfigUse::must_agree : ConfigUse::completes_vocabulary;
  if (is_there(config)) {
    apply_tokenizer_config(read_whole(config), config.string(), use, spec);
  } else if (!whole) {
    apply_tokenizer_config("{}", config.string(), use, spec);
  }
  return spec;
}

}  // namespace marrow
