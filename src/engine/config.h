#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace marrow {

/// Every setting of a run, with its default. One section of config.yaml a struct, one key a member.
/// The keys, their meaning, ranges and where a default differs from the reference system's are the
/// table of settings.cpp; `marrow config` prints it.
struct Config {
  struct Bm25 {
    std::string analyzer = "english";
    double k1 = 0.9;
    double b = 0.4;
    std::string lengths = "exact";
    bool unique_query_terms = false;
  } bm25;
  struct Splade {
    std::string model_name = "SPLADE-tiny";
    std::int64_t max_length = 256;
    std::int64_t top_k = 100;
    bool quantize = false;
    std::int64_t batch_size = 32;
    std::string device = "auto";
    bool fp16 = true;
  } splade;
  struct Dense {
    std::string model_name = "bge-small-en-v1.5";
    std::int64_t max_length = 0;
    std::int64_t embedding_dim = 0;
    std::int64_t batch_size = 64;
    std::string device = "auto";
    bool fp16 = true;
  } dense;
  struct Reranker {
    std::string model_name = "ms-marco-MiniLM-L12-v2";
    std::int64_t max_length = 512;
    double blend_weight = 0.3;
    double blend_k = 60.0;
    std::int64_t batch_size = 32;
    std::string device = "auto";
    bool fp16 = true;
  } reranker;
  struct Fusion {
    std::string strategy = "linear";
    double alpha = 0.4;
    double beta = 0.6;
    double gamma = 0.0;
    double floor = 0.1;
    double rrf_k = 60.0;
    std::int64_t depth = 100;
  } fusion;
  struct Benchmark {
    std::vector<std::string> datasets = {"scifact"};
    std::int64_t rerank_top_n = 100;
    std::int64_t final_k = 10;
    std::string cache_dir = "data/beir";
  } benchmark;
  struct Elasticsearch {
    std::string host = "http://localhost:9200";
    std::string index_name = "marrow";
    double timeout = 30.0;
    double bm25_weight = 0.4;
    double splade_weight = 0.6;
    std::int64_t bulk_chunk_size = 500;
  } elasticsearch;
  struct Hnsw {
    std::int64_t vocab_dim = 30522;
    std::int64_t ef_construction = 200;
    std::int64_t m = 16;
    std::int64_t ef_search = 100;
    std::int64_t num_threads = 4;
    std::string index_path = "data/hnsw.bin";
  } hnsw;
  struct Faiss {
    std::string index_type = "Flat";
    std::int64_t nlist = 100;
    std::int64_t nprobe = 10;
    std::string index_path = "data/faiss.bin";
  } faiss;
  struct Postgres {
    std::string host = "localhost";
    std::int64_t port = 5432;
    std::string database = "marrow";
    std::string user = "postgres";
    std::string password;
    std::string table_name = "documents";
  } postgres;
  struct Graph {
    double weight_threshold = 0.5;
    std::int64_t max_neighbors = 50;
    double hop_decay = 0.5;
    double gamma = 0.2;
  } graph;
  struct Rag {
    std::int64_t top_k = 5;
    std::string llm_backend = "openai";
    std::string openai_model;
    std::string hf_model;
    std::int64_t max_context_tokens = 2048;
    double temperature = 0.1;
  } rag;
  struct Evaluation {
    std::vector<std::int64_t> k_values = {5, 10, 20};
    std::vector<std::string> metrics = {"recall", "ndcg", "mrr"};
    std::string results_dir = "results";
  } evaluation;
  struct Data {
    std::string documents_path = "data/documents.jsonl";
    std::string queries_path = "data/queries.jsonl";
    std::string qrels_path = "data/qrels.jsonl";
  } data;

  /// Sets `key` ("fusion.alpha") from text as it stands in YAML ("0.4", "[5, 10]"). `source` names
  /// where it came from in messages. Throws bad_input for an unknown key, with the nearest known one,
  /// and for a value of the wrong type or out of its range.
  void set(std::string_view key, std::string_view value, std::string_view source);

  /// Checks what one key alone cannot: the fusion weights are not all zero. Throws invalid_argument.
  void validate() const;
};

/// config.yaml over the defaults. Unknown sections and keys are refused. Throws bad_input as
/// source:line:column, not_found and io.
Config read_config(const std::string& path);
Config parse_config(std::string_view yaml, std::string_view source);

/// The whole configuration as YAML that parse_config reads back to an equal one, each setting with
/// its meaning; where a default differs from the reference system's, that default and why.
/// A password is printed as asterisks.
std::string to_yaml(const Config& config);

/// One line for each setting of models, analysis, fusion and reranking in which the two differ: runs
/// under them are not comparable. Empty when they agree.
std::vector<std::string> differences(const Config& one, const Config& other);

}  // namespace marrow
