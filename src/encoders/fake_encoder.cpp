#include "encoders/fake_encoder.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "encoders/pooling.h"
#include "marrow/error.h"

namespace marrow {
namespace {

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) > 127;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : text) {
    if (!is_word_byte(c)) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    words.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return words;
}

std::uint64_t hash_of(std::string_view word) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

EncoderInfo fake_info(const std::string& kind) {
  EncoderInfo info;
  info.name = "fake-" + kind;
  info.identity = info.name + "-1";
  info.device = "CPU";
  info.precision = "f32";
  info.instruction_set = "any";
  return info;
}

void require_positive(const char* what, std::size_t value) {
  if (value > 0) return;
  throw Error(ErrorCode::invalid_argument,
              std::string("fake encoder: ") + what + ": expected at least 1, got 0");
}

class FakeDenseEncoder final : public DenseEncoder {
 public:
  explicit FakeDenseEncoder(std::size_t dimension)
      : dimension_(dimension), info_(fake_info("dense-" + std::to_string(dimension))) {}

  std::size_t dimension() const noexcept override { return dimension_; }
  const EncoderInfo& info() const noexcept override { return info_; }

 private:
  void do_encode(std::span<const std::string_view> texts, TextRole, std::span<float> out,
                 const Progress& progress) const override {
    for (std::size_t i = 0; i < texts.size(); ++i)
      encode_one(texts[i], out.subspan(i * dimension_, dimension_));
    if (progress) progress(texts.size(), texts.size());
  }

  void encode_one(std::string_view text, std::span<float> vector) const {
    constexpr unsigned sign_bit = 63;
    std::fill(vector.begin(), vector.end(), 0.0F);
    for (const std::string& word : words_of(text)) {
      const std::uint64_t hash = hash_of(word);
      vector[hash % dimension_] += (hash >> sign_bit) == 0 ? 1.0F : -1.0F;
    }
    if (!normalize_l2(vector)) vector[0] = 1.0F;
  }

  std::size_t dimension_;
  EncoderInfo info_;
};

class FakeSparseEncoder final : public SparseEncoder {
 public:
  explicit FakeSparseEncoder(std::size_t vocabulary_size)
      : vocabulary_size_(vocabulary_size), info_(fake_info("sparse-" + std::to_string(vocabulary_size))) {}

  std::size_t vocabulary_size() const noexcept override { return vocabulary_size_; }
  const EncoderInfo& info() const noexcept override { return info_; }
  std::string term_text(TermId term) const override {
    if (index_of(term) < vocabulary_size_) return "term" + std::to_string(index_of(term));
    throw Error(ErrorCode::invalid_argument, "term " + std::to_string(index_of(term)) +
                                                 " is not in a vocabulary of " +
                                                 std::to_string(vocabulary_size_));
  }

 private:
  std::vector<SparseVector> do_encode(std::span<const std::string_view> texts, TextRole,
                                      const Progress& progress) const override {
    std::vector<SparseVector> vectors;
    for (const std::string_view text : texts) vectors.push_back(encode_one(text));
    if (progress) progress(texts.size(), texts.size());
    return vectors;
  }

  SparseVector encode_one(std::string_view text) const {
    std::map<TermId, int> counts;
    for (const std::string& word : words_of(text)) ++counts[TermId(hash_of(word) % vocabulary_size_)];
    SparseVector vector;
    for (const auto& [term, count] : counts) {
      vector.terms.push_back(term);
      vector.weights.push_back(2.0F * static_cast<float>(count) / static_cast<float>(1 + count));
    }
    return vector;
  }

  std::size_t vocabulary_size_;
  EncoderInfo info_;
};

class FakePairScorer final : public PairScorer {
 public:
  const EncoderInfo& info() const noexcept override { return info_; }

 private:
  void do_score(std::span<const TextPair> pairs, std::span<float> out,
                const Progress& progress) const override {
    for (std::size_t i = 0; i < pairs.size(); ++i) out[i] = score_one(pairs[i]);
    if (progress) progress(pairs.size(), pairs.size());
  }

  static float score_one(const TextPair& pair) {
    constexpr float span = 8.0F;
    const auto list = words_of(pair.query);
    const auto passage_list = words_of(pair.passage);
    const std::set<std::string> query(list.begin(), list.end());
    const std::set<std::string> passage(passage_list.begin(), passage_list.end());
    const auto shared = std::count_if(query.begin(), query.end(),
                                      [&](const std::string& word) { return passage.count(word) > 0; });
    if (query.empty()) return -span / 2;
    return span * static_cast<float>(shared) / static_cast<float>(query.size()) - span / 2;
  }

  EncoderInfo info_ = fake_info("pair");
};

}  // namespace

std::unique_ptr<DenseEncoder> make_fake_dense_encoder(std::size_t dimension) {
  require_positive("dimension", dimension);
  return std::make_unique<FakeDenseEncoder>(dimension);
}

std::unique_ptr<SparseEncoder> make_fake_sparse_encoder(std::size_t vocabulary_size) {
  require_positive("vocabulary size", vocabulary_size);
  return std::make_unique<FakeSparseEncoder>(vocabulary_size);
}

std::unique_ptr<PairScorer> make_fake_pair_scorer() { return std::make_unique<FakePairScorer>(); }

}  // namespace marrow
