#include "engine/config.h"

#include <gtest/gtest.h>

#include <clocale>
#include <set>

#include "engine/settings.h"
#include "marrow/error.h"

namespace marrow {
namespace {

std::string message_of(std::string_view yaml) {
  try {
    (void)parse_config(yaml, "config.yaml");
  } catch (const Error& error) {
    EXPECT_EQ(error.code() == ErrorCode::bad_input || error.code() == ErrorCode::invalid_argument, true);
    return error.what();
  }
  return "no error";
}

TEST(Config, AnEmptyFileGivesTheDefaults) {
  EXPECT_EQ(to_yaml(parse_config("", "config.yaml")), to_yaml(Config{}));
  EXPECT_EQ(to_yaml(parse_config("fusion:\n", "config.yaml")), to_yaml(Config{}));
}

TEST(Config, ReadsEverySettingBackFromWhatItPrints) {
  Config config;
  config.fusion.alpha = 0.35;
  config.splade.quantize = true;
  config.evaluation.k_values = {1, 100};
  config.data.documents_path = "a \"b\" \\ c";
  const Config read = parse_config(to_yaml(config), "printed");
  EXPECT_EQ(to_yaml(read), to_yaml(config));
  EXPECT_EQ(read.data.documents_path, config.data.documents_path);
  EXPECT_EQ(read.evaluation.k_values, config.evaluation.k_values);
}

TEST(Config, EveryKeyOfTheReferenceSystemIsAccepted) {
  EXPECT_EQ(
      message_of(
          "splade: {model_name: naver/x, max_length: 256, top_k: 100, batch_size: 32, device: cuda, fp16: "
          "true, quantize: false}\n"
          "dense: {model_name: y, embedding_dim: 768, batch_size: 64, device: auto, fp16: true, max_length: "
          "512}\n"
          "reranker: {model_name: z, max_length: 512, batch_size: 32, device: cpu, fp16: false, blend_k: 60, "
          "blend_weight: 0.3}\n"
          "fusion: {strategy: rrf, alpha: 0.4, beta: 0.6, gamma: 0.0, rrf_k: 60}\n"
          "benchmark: {datasets: [scifact, nfcorpus], rerank_top_n: 100, final_k: 10, cache_dir: data/beir}\n"
          "elasticsearch: {host: h, index_name: i, timeout: 30, bm25_weight: 0.4, splade_weight: 0.6, "
          "bulk_chunk_size: 500}\n"
          "hnsw: {vocab_dim: 30522, ef_construction: 200, M: 16, ef_search: 100, num_threads: 4, index_path: "
          "p}\n"
          "faiss: {index_type: IVFPQ, nlist: 100, nprobe: 10, index_path: p}\n"
          "postgres: {host: h, port: 5432, database: d, user: u, password: p, table_name: t}\n"
          "graph: {weight_threshold: 0.5, max_neighbors: 50, hop_decay: 0.5, gamma: 0.2}\n"
          "rag: {top_k: 5, llm_backend: openai, openai_model: m, hf_model: n, max_context_tokens: 2048, "
          "temperature: 0.1}\n"
          "evaluation: {k_values: [5, 10, 20], metrics: [recall, ndcg, mrr], results_dir: results}\n"
          "data: {documents_path: a, queries_path: b, qrels_path: c}\n"),
      "no error");
}

TEST(Config, AnUnknownKeyIsRefusedWithItsPlaceAndTheNearestKnownOne) {
  EXPECT_EQ(message_of("fusion:\n  alhpa: 0.4\n"),
            "config.yaml:2:3: unknown setting `fusion.alhpa`, did you mean `fusion.alpha`?");
  EXPECT_EQ(message_of("colour:\n  red: 1\n"),
            "config.yaml:2:3: unknown setting `colour.red`; `marrow config` lists them all");
}

TEST(Config, AValueOfTheWrongTypeOrRangeNamesWhatWasExpected) {
  EXPECT_EQ(message_of("bm25: {b: 1.5}"),
            "config.yaml:1:8: bm25.b: got `1.5`, expected a number, at least 0, at most 1");
  EXPECT_EQ(message_of("bm25: {k1: nan}"),
            "config.yaml:1:8: bm25.k1: got `nan`, expected a number, at least 0");
  EXPECT_EQ(message_of("splade: {top_k: 1.5}"),
            "config.yaml:1:10: splade.top_k: got `1.5`, expected a whole number, at least 0, at most 1e+06");
  EXPECT_EQ(message_of("fusion: {strategy: sum}"),
            "config.yaml:1:10: fusion.strategy: got `sum`, expected one of linear, rrf");
  EXPECT_EQ(message_of("splade: {quantize: yes}"),
            "config.yaml:1:10: splade.quantize: got `yes`, expected true or false");
  EXPECT_EQ(message_of("fusion: {alpha: {a: 1}}"), "config.yaml:1:17: expected a value or a list of values");
  EXPECT_EQ(message_of("evaluation: {k_values: [5, [1]]}"),
            "config.yaml:1:28: a list may hold plain values only");
  EXPECT_EQ(message_of("fusion: 3"), "config.yaml:1:9: section `fusion` must hold `key: value` lines");
  EXPECT_EQ(message_of("- a"), "config.yaml:1:1: expected sections of settings");
  EXPECT_EQ(message_of("fusion: {alpha: 0, beta: 0}"),
            "fusion.alpha, fusion.beta and fusion.gamma are all 0: no list would count");
  EXPECT_NE(message_of("a: [").find("not YAML"), std::string::npos);
}

TEST(Config, NumbersReadAndPrintTheSameUnderACommaLocale) {
  const char* const given = std::setlocale(LC_ALL, "de_DE.UTF-8");
  const Config config = parse_config("fusion: {alpha: 0.75}", "config.yaml");
  EXPECT_EQ(config.fusion.alpha, 0.75);
  EXPECT_NE(to_yaml(config).find("alpha: 0.75 "), std::string::npos);
  if (given != nullptr) std::setlocale(LC_ALL, "C");
}

TEST(Config, PrintingNamesWhereADefaultDiffersFromTheReferenceSystemsAndNeverAPassword) {
  Config config;
  config.postgres.password = "hunter2";
  const std::string yaml = to_yaml(config);
  EXPECT_NE(yaml.find("the reference system's default: BAAI/bge-base-en-v1.5"), std::string::npos);
  EXPECT_EQ(yaml.find("hunter2"), std::string::npos);
}

TEST(Config, DifferencesNameOnlyWhatMakesRunsIncomparable) {
  Config one;
  Config other;
  other.elasticsearch.host = "http://search:9200";
  EXPECT_TRUE(differences(one, other).empty());
  other.fusion.alpha = 0.5;
  EXPECT_EQ(differences(one, other), std::vector<std::string>{"fusion.alpha: 0.4 against 0.5"});
}

TEST(Config, KeysAreUniqueAndDefaultsLieInTheirRanges) {
  std::set<std::string_view> keys;
  for (const Setting& setting : settings()) EXPECT_TRUE(keys.insert(setting.key).second) << setting.key;
  EXPECT_NO_THROW(parse_config(to_yaml(Config{}), "defaults"));
}

}  // namespace
}  // namespace marrow
