#include "models/tokenizer_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "io/json.h"
#include "io/line_reader.h"
#include "marrow/error.h"
#include "tests/support/errors.h"
#include "tests/support/models.h"
#include "tests/support/temporary_folder.h"
#include "text/wordpiece.h"

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const std::function<void()>& read, ErrorCode code = ErrorCode::bad_input) {
  const Error error = test::error_of(read);
  EXPECT_EQ(error.code(), code) << error.what();
  return error.what();
}

/// A small tokenizer.json with the traps of published ones: fixed padding and a limit of 128.
Json small_tokenizer() {
  return parse_json(R"({
    "version": "1.0",
    "truncation": {"max_length": 128, "strategy": "LongestFirst", "stride": 0},
    "padding": {"strategy": {"Fixed": 128}, "direction": "Right", "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
    "added_tokens": [
      {"id": 3, "special": true, "content": "[SEP]", "single_word": false, "lstrip": false, "rstrip": false,
       "normalized": false},
      {"id": 0, "special": true, "content": "[PAD]", "single_word": false, "lstrip": false, "rstrip": false,
       "normalized": false}],
    "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                   "strip_accents": null, "lowercase": true},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {"type": "TemplateProcessing",
      "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                 {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
      "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
               {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}},
               {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
      "special_tokens": {}},
    "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
              "max_input_chars_per_word": 100,
              "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "tea": 5, "##s": 4}}
  })",
                    "small");
}

/// The small tokenizer with the value at `pointer` replaced.
TokenizerSpec with(const std::string& pointer, const std::string& value) {
  Json file = small_tokenizer();
  file[Json::json_pointer(pointer)] = parse_json(value, "value");
  return parse_tokenizer_json(to_text(file), "tokenizer.json");
}

std::string error_with(const std::string& pointer, const std::string& value) {
  return error_of([&] { with(pointer, value); });
}

TEST(TokenizerFiles, ReadsATokenizerJsonAndIgnoresItsLimitAndPadding) {
  const TokenizerSpec spec = parse_tokenizer_json(to_text(small_tokenizer()), "tokenizer.json");
  EXPECT_THAT(spec.vocabulary, ElementsAre("[PAD]", "[UNK]", "[CLS]", "[SEP]", "##s", "tea"));
  EXPECT_TRUE(spec.lowercase && spec.strip_accents && spec.clean_text && spec.handle_chinese_chars);
  EXPECT_EQ(spec.max_word_code_points, 100U);
  EXPECT_THAT(spec.added_tokens, ElementsAre(TokenizerSpec::AddedToken{"[PAD]", 0, true},
                                             TokenizerSpec::AddedToken{"[SEP]", 3, true}));
  EXPECT_THAT(WordPieceTokenizer(spec).encode("Teas", 512).ids, ElementsAre(2, 5, 4, 3));
}

TEST(TokenizerFiles, AccentsFollowTheCaseUnlessTheFileSaysOtherwise) {
  EXPECT_FALSE(with("/normalizer/lowercase", "false").strip_accents);
  EXPECT_FALSE(with("/normalizer/strip_accents", "false").strip_accents);
  EXPECT_TRUE(with("/normalizer/strip_accents", "false").lowercase);
  const TokenizerSpec bare = with("/normalizer", "null");
  EXPECT_FALSE(bare.lowercase || bare.strip_accents || bare.clean_text || bare.handle_chinese_chars);
}

TEST(TokenizerFiles, ReadsBertProcessingToo) {
  const TokenizerSpec spec =
      with("/post_processor", R"({"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]})");
  EXPECT_EQ(spec.classification_token, "[CLS]");
  EXPECT_EQ(spec.separator_token, "[SEP]");
}

TEST(TokenizerFiles, RefusesWhatItDoesNotBuildNamingIt) {
  EXPECT_EQ(error_with("/model/type", "\"Unigram\""),
            "tokenizer.json: model.type: expected `WordPiece`, got `\"Unigram\"`");
  EXPECT_THAT(error_with("/normalizer/type", "\"Sequence\""), HasSubstr("normalizer.type"));
  EXPECT_THAT(error_with("/pre_tokenizer/type", "\"Metaspace\""), HasSubstr("pre_tokenizer.type"));
  EXPECT_THAT(error_with("/post_processor/type", "\"RobertaProcessing\""), HasSubstr("post_processor.type"));
  EXPECT_THAT(error_with("/post_processor/pair/3/Sequence/type_id", "0"), HasSubstr("A:0 [SEP]:0 B:0"));
  EXPECT_THAT(error_with("/post_processor/single", "[]"), HasSubstr("three steps"));
  EXPECT_THAT(error_with("/post_processor", R"({"type": "BertProcessing", "sep": [], "cls": ["[CLS]", 2]})"),
              HasSubstr("post_processor.sep"));
  for (const char* const rule : {"single_word", "lstrip", "rstrip", "normalized"}) {
    EXPECT_THAT(error_with("/added_tokens/0/" + std::string(rule), "true"),
                HasSubstr("added_tokens[0]." + std::string(rule)));
  }
  EXPECT_THAT(error_with("/added_tokens/0/id", "4000000000"), HasSubstr("an id of at most"));
}

TEST(TokenizerFiles, RefusesAVocabularyWhoseIdsAreNotItsPlaces) {
  EXPECT_THAT(error_with("/model/vocab/tea", "6"),
              HasSubstr("`tea`: expected an id of its own below 6, got `6`"));
  EXPECT_THAT(error_with("/model/vocab/tea", "4"), HasSubstr("an id of its own"));
  EXPECT_THAT(error_with("/model/vocab/tea", "-1"), HasSubstr("got `-1`"));
  EXPECT_THAT(error_with("/model/vocab/tea", "\"x\""), HasSubstr("an id of its own"));
  EXPECT_THAT(error_with("/model/vocab", "[]"), HasSubstr("an object from entry to id"));
}

TEST(TokenizerFiles, AVocabularyTakesItsOptionsFromTheConfig) {
  TokenizerSpec spec = parse_vocabulary("[PAD]\r\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ntea", "vocab.txt");
  EXPECT_THAT(spec.vocabulary, ElementsAre("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "tea"));
  apply_tokenizer_config(R"({"do_lower_case": false, "strip_accents": null, "tokenize_chinese_chars": false,
                             "sep_token": {"content": "[SEP]"}, "tokenizer_class": "BertTokenizerFast",
                             "never_split": [], "added_tokens_decoder": {"5": {"content": "tea", "special": false}}})",
                         "tokenizer_config.json", ConfigUse::completes_vocabulary, spec);
  EXPECT_FALSE(spec.lowercase || spec.strip_accents || spec.handle_chinese_chars);
  EXPECT_EQ(spec.added_tokens.size(), 6U);
  EXPECT_EQ(spec.added_tokens.front(), (TokenizerSpec::AddedToken{"tea", 5, false}));
}

std::string config_error(const std::string& config, ConfigUse use) {
  TokenizerSpec spec = parse_tokenizer_json(to_text(small_tokenizer()), "tokenizer.json");
  return error_of([&] { apply_tokenizer_config(config, "tokenizer_config.json", use, spec); });
}

TEST(TokenizerFiles, AConfigThatContradictsTheTokenizerIsRefused) {
  const auto use = ConfigUse::must_agree;
  EXPECT_EQ(config_error(R"({"do_lower_case": false})", use),
            "tokenizer_config.json: do_lower_case: expected true, as tokenizer.json has it, got `false`");
  EXPECT_THAT(config_error(R"({"sep_token": "</s>"})", use), HasSubstr("sep_token: expected `[SEP]`"));
  TokenizerSpec spec = parse_tokenizer_json(to_text(small_tokenizer()), "tokenizer.json");
  apply_tokenizer_config(R"({"do_lower_case": true, "sep_token": "[SEP]", "pad_token": "[UNK]"})", "config",
                         use, spec);
  EXPECT_EQ(spec.padding_token, "[UNK]");
}

TEST(TokenizerFiles, SettingsOfAVocabularyThatAreNotBuiltAreRefused) {
  const auto use = ConfigUse::completes_vocabulary;
  EXPECT_THAT(config_error(R"({"tokenizer_class": "MPNetTokenizer"})", use), HasSubstr("tokenizer_class"));
  EXPECT_THAT(config_error(R"({"do_basic_tokenize": false})", use), HasSubstr("do_basic_tokenize"));
  EXPECT_THAT(config_error(R"({"never_split": ["x"]})", use), HasSubstr("never_split"));
  EXPECT_THAT(config_error(R"({"added_tokens_decoder": []})", use), HasSubstr("added_tokens_decoder"));
  EXPECT_THAT(config_error(R"({"added_tokens_decoder": {"x": {"content": "a"}}})", use),
              HasSubstr("its key"));
}

TEST(TokenizerFiles, AnEmptyLineInAVocabularyIsRefused) {
  EXPECT_THAT(error_of([] { parse_vocabulary("a\n\nb\n", "vocab.txt"); }), HasSubstr("vocab.txt:2:1: "));
  EXPECT_TRUE(parse_vocabulary("", "vocab.txt").vocabulary.empty());
}

TEST(TokenizerFiles, AFolderNeedsOneOfTheTwoFiles) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(error_of([&] { read_tokenizer_files(folder.path()); }, ErrorCode::not_found),
              HasSubstr("expected tokenizer.json or vocab.txt"));
  folder.write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\nTea\ntea\n");
  EXPECT_EQ(read_tokenizer_files(folder.path()).added_tokens.size(), 4U);
  folder.write("tokenizer_config.json", R"({"do_lower_case": false})");
  EXPECT_FALSE(read_tokenizer_files(folder.path()).lowercase);
  folder.write("added_tokens.json", "{}");
  EXPECT_THAT(error_of([&] { read_tokenizer_files(folder.path()); }), HasSubstr("added_tokens.json"));
}

/// Every line of a golden: its tokens, and its ids where it has them. Returns the lines seen.
std::size_t expect_golden(const WordPieceTokenizer& tokenizer, const std::filesystem::path& path) {
  constexpr std::size_t no_limit = 1U << 20U;
  std::size_t differences = 0;
  LineReader lines(path);
  while (lines.next()) {
    const Json golden = parse_json(lines.text(), path.string());
    const auto text = golden.at("text").get<std::string>();
    const Encoding encoding = tokenizer.encode(text, no_limit, SpecialTokenText::parity);
    std::vector<std::string> tokens;
    for (const std::int32_t id : encoding.ids) tokens.emplace_back(tokenizer.token(id));
    auto expected = golden.at("tokens").get<std::vector<std::string>>();
    if (golden.contains("ids")) {
      differences += golden.at("ids").get<std::vector<std::int32_t>>() == encoding.ids ? 0U : 1U;
    } else {
      tokens = {tokens.begin() + 1, tokens.end() - 1};
    }
    differences += tokens == expected ? 0U : 1U;
  }
  EXPECT_EQ(differences, 0U) << path;
  return lines.number();
}

TEST(TokenizerFiles, WordPieceEqualsTheReferenceOnEveryLineOfTheSharedGolden) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  const auto golden = test::shared_folder() / "golden/wordpiece";
  MARROW_REQUIRE_FILE(golden);
  const WordPieceTokenizer tokenizer(read_tokenizer_files(test::model_folder("all-MiniLM-L6-v2")));
  const std::size_t count = expect_golden(tokenizer, golden / "beir_queries.jsonl.gz") +
                            expect_golden(tokenizer, golden / "generated_multilingual.jsonl.gz");
  EXPECT_EQ(count, 23'325U);
}

}  // namespace
}  // namespace marrow
