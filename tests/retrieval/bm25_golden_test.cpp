#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "io/json.h"
#include "retrieval/bm25_retriever.h"
#include "tests/support/memory_fields.h"

/// Scores of bm25s and of Lucene; tests/golden/bm25/make.py says how they were made.
namespace marrow {
namespace {

using test::Words;

Words words_of(const std::string& text) { return Analyzer("plain").terms(text); }

class Bm25Golden : public testing::Test {
 protected:
  void check(LengthPrecision lengths, const char* scores_key, double relative_tolerance) const {
    std::vector<test::Unit<Words>> units;
    for (const auto& document : golden_.at("documents")) {
      units.push_back({Sequence(units.size()), 0, words_of(document.get<std::string>())});
    }
    const test::MemoryPostings memory(units);
    const Bm25Options options{.k1 = golden_.at("k1"), .b = golden_.at("b"), .lengths = lengths};
    ThreadPool pool(1);
    const Bm25Retriever bm25({{memory.view()}, std::make_shared<Analyzer>("plain"), nullptr}, options, pool);
    for (const auto& query : golden_.at("queries")) {
      const auto text = query.at("text").get<std::string>();
      const auto expected = query.at(scores_key).get<std::map<std::string, double>>();
      const auto hits = bm25.search(text, 1000);
      ASSERT_EQ(hits.size(), expected.size()) << text;
      for (const Hit& hit : hits) {
        const double theirs = expected.at(std::to_string(value_of(hit.document))) * (options.k1 + 1.0);
        EXPECT_NEAR(hit.score, theirs, theirs * relative_tolerance)
            << text << ", document " << value_of(hit.document);
      }
    }
  }

 private:
  Json golden_ = read_json_file(std::filesystem::path(MARROW_SOURCE_DIR) / "tests/golden/bm25/golden.json");
};

TEST_F(Bm25Golden, ExactLengthsGiveTheScoresOfBm25s) { check(LengthPrecision::exact, "exact", 1e-7); }

TEST_F(Bm25Golden, LuceneLengthsGiveTheScoresOfLucene) {
  check(LengthPrecision::lucene, "lucene", 1e-6);  // Lucene computes in single precision
}

}  // namespace
}  // namespace marrow
