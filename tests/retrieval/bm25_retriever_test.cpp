#include "retrieval/bm25_retriever.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/errors.h"
#include "tests/support/hits.h"
#include "tests/support/memory_fields.h"
#include "tests/support/ranking.h"

namespace marrow {
namespace {

using test::documents_of;
using test::error_of;
using test::hit;
using test::MemoryPostings;
using test::Unit;
using test::Words;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// A BM25 field over units in memory, in one or more segments.
struct Collection {
  std::vector<std::vector<Unit<Words>>> units;
  test::Segments<MemoryPostings> memory;

  explicit Collection(std::vector<std::vector<Unit<Words>>> segments) : units(std::move(segments)) {
    for (const auto& segment : units) memory.push_back(std::make_unique<MemoryPostings>(segment));
  }
  Bm25Field field() const {
    return {test::views_of<Bm25Part>(memory), std::make_shared<Analyzer>("plain"), nullptr};
  }
};

Unit<Words> unit(std::uint64_t document, Words words, std::uint32_t ordinal = 0) {
  return {Sequence(document), ordinal, std::move(words)};
}

std::string random_word(std::mt19937& random) {
  return std::string(1, static_cast<char>('a' + random() % 6));
}

Words random_words(std::mt19937& random, std::size_t most) {
  Words words(random() % (most + 1));
  for (auto& word : words) word = random_word(random);
  return words;
}

Collection random_collection(std::mt19937& random) {
  std::vector<std::vector<Unit<Words>>> segments(1 + random() % 3);
  std::uint64_t first = 0;
  for (auto& segment : segments) {
    segment =
        test::random_units<Words>(random, random() % 20, 3, first, [&] { return random_words(random, 7); });
    first += 1000;
  }
  return Collection(std::move(segments));
}

/// The definition, unit by unit over its words, with no postings. Sums in the query's order, as the leg
/// must, so that scores are equal to the last bit.
std::vector<Hit> brute_force(const Collection& collection, const Bm25Options& options, const Words& query,
                             std::size_t k) {
  std::vector<Unit<Words>> all;
  for (const auto& segment : collection.units) all.insert(all.end(), segment.begin(), segment.end());
  CollectionStatistics statistics{all.size(), 0};
  for (const auto& each : all) statistics.sum_of_lengths += each.content.size();
  const Bm25Scorer scorer(options, statistics);
  const auto count_in = [](const Words& words, const std::string& word) {
    return static_cast<std::uint32_t>(std::count(words.begin(), words.end(), word));
  };
  Words distinct;
  for (const auto& word : query) {
    if (count_in(distinct, word) == 0) distinct.push_back(word);
  }
  std::vector<double> weights;
  for (const auto& word : distinct) {
    const auto df = std::count_if(all.begin(), all.end(),
                                  [&](const auto& other) { return count_in(other.content, word) > 0; });
    const std::uint32_t times = options.unique_query_terms ? 1 : count_in(query, word);
    weights.push_back(scorer.weight(static_cast<std::uint64_t>(df), times));
  }
  std::vector<Hit> hits;
  for (const auto& each : all) {
    double score = 0.0;
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      const std::uint32_t frequency = count_in(each.content, distinct[i]);
      if (frequency > 0) {
        score += scorer.share(weights[i], frequency, static_cast<std::uint32_t>(each.content.size()));
      }
    }
    if (score > 0.0) hits.push_back({each.document, each.ordinal, static_cast<float>(score)});
  }
  return test::brute_force_documents(hits, k);
}

std::string joined(const Words& words) {
  std::string text;
  for (const auto& word : words) text += word + ' ';
  return text;
}

TEST(Bm25Retriever, EqualsTheDefinitionForAnySegmentsUnitsOptionsAndDepth) {
  std::mt19937 random(51);
  ThreadPool pool(3);
  for (int round = 0; round < 150; ++round) {
    const Collection collection = random_collection(random);
    const Bm25Options options{.k1 = static_cast<double>(random() % 4) * 0.6,
                              .b = static_cast<double>(random() % 3) * 0.5,
                              .lengths = random() % 2 == 0 ? LengthPrecision::exact : LengthPrecision::lucene,
                              .unique_query_terms = random() % 2 == 0};
    const Bm25Retriever bm25(collection.field(), options, pool);
    Words query = random_words(random, 6);
    if (random() % 3 == 0) query.push_back("absent");
    const std::size_t all = brute_force(collection, options, query, 1000).size();
    for (const std::size_t k :
         {std::size_t{1}, std::max<std::size_t>(1, all / 2), std::max<std::size_t>(1, all), all + 1}) {
      EXPECT_EQ(bm25.search(joined(query), k), brute_force(collection, options, query, k))
          << joined(query) << k;
    }
  }
}

TEST(Bm25Retriever, ManyQueriesOnManyThreadsGiveWhatEachGivesAlone) {
  std::mt19937 random(52);
  const Collection collection = random_collection(random);
  ThreadPool one(1);
  ThreadPool four(4);
  const Bm25Retriever alone(collection.field(), {}, one);
  const Bm25Retriever together(collection.field(), {}, four);
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) texts.push_back(joined(random_words(random, 5)));
  const std::vector<std::string_view> queries(texts.begin(), texts.end());
  std::size_t reported = 0;
  const auto results = together.search_all(queries, 7, [&](std::size_t done, std::size_t total) {
    EXPECT_GT(done, reported);
    EXPECT_EQ(total, 300U);
    reported = done;
  });
  EXPECT_EQ(reported, 300U);
  for (std::size_t i = 0; i < queries.size(); ++i) EXPECT_EQ(results[i], alone.search(queries[i], 7));
}

TEST(Bm25Retriever, ScoresAcrossMoreUnitsThanAWindowHolds) {
  std::vector<Unit<Words>> units;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    units.push_back(unit(i, i % 97 == 0 ? Words{"rare", "common"} : Words{"common"}));
  }
  const Collection collection({units});
  ThreadPool pool(1);
  const Bm25Retriever bm25(collection.field(), {}, pool);
  EXPECT_EQ(bm25.search("rare common", 500), brute_force(collection, {}, {"rare", "common"}, 500));
}

TEST(Bm25Retriever, EqualDocumentsTieAndGoByTheirSequenceNotTheirPlace) {
  const Collection collection({{unit(9, {"sea"}), unit(4, {"sea"}), unit(7, {"sea"})}});
  ThreadPool pool(1);
  const Bm25Retriever bm25(collection.field(), {}, pool);
  EXPECT_THAT(documents_of(bm25.search("sea", 2)), ElementsAre(4, 7));
}

TEST(Bm25Retriever, PoolsADocumentsUnitsBeforeTheCut) {
  // Four units of document 1 outscore the others; depth 2 still gives two documents.
  const Collection collection(
      {{unit(1, {"sea"}, 0), unit(2, {"sea", "and", "land", "far"}), unit(1, {"sea", "sea"}, 1),
        unit(1, {"sea", "sea"}, 2), unit(1, {"sea"}, 3)}});
  ThreadPool pool(1);
  const Bm25Retriever bm25(collection.field(), {}, pool);
  const auto hits = bm25.search("sea", 2);
  ASSERT_THAT(documents_of(hits), ElementsAre(1, 2));
  EXPECT_EQ(hits[0].unit, 1U);  // of the two equal best units, the earlier
}

TEST(Bm25Retriever, ARepeatedQueryTermCountsEachTimeOrOnceByName) {
  const Collection collection({{unit(1, {"a", "x"}), unit(2, {"b", "x"}), unit(3, {"x"})}});
  ThreadPool pool(1);
  const Bm25Retriever each_time(collection.field(), {}, pool);
  EXPECT_FLOAT_EQ(each_time.search("a a a", 1)[0].score, 3 * each_time.search("a", 1)[0].score);
  const Bm25Retriever once(collection.field(), {.unique_query_terms = true}, pool);
  EXPECT_EQ(once.search("a a a", 1), once.search("a", 1));
}

TEST(Bm25Retriever, NothingMatchesAnEmptyQueryAnAbsentTermOrAnEmptyCollection) {
  ThreadPool pool(1);
  const Collection collection({{unit(1, {"a"}), unit(2, {})}});
  const Bm25Retriever bm25(collection.field(), {}, pool);
  EXPECT_TRUE(bm25.search("", 10).empty());
  EXPECT_TRUE(bm25.search("?!", 10).empty());
  EXPECT_TRUE(bm25.search("absent", 10).empty());
  EXPECT_THAT(bm25.search("a absent", 10), SizeIs(1));
  const Collection none{std::vector<std::vector<Unit<Words>>>(1)};
  EXPECT_TRUE(Bm25Retriever(none.field(), {}, pool).search("a", 10).empty());
  EXPECT_TRUE(Bm25Retriever(Bm25Field{{}, std::make_shared<Analyzer>("plain"), nullptr}, {}, pool)
                  .search("a", 10)
                  .empty());
}

TEST(Bm25Retriever, RefusesADepthOfZero) {
  ThreadPool pool(1);
  const Collection collection({{unit(1, {"a"})}});
  const Error error = error_of([&] { Bm25Retriever(collection.field(), {}, pool).search("a", 0); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
}

TEST(Bm25Retriever, ProgressMayStopTheWork) {
  ThreadPool pool(2);
  const Collection collection({{unit(1, {"a"})}});
  const Bm25Retriever bm25(collection.field(), {}, pool);
  const std::vector<std::string_view> queries(500, "a");
  EXPECT_THROW(bm25.search_all(queries, 1, [](std::size_t, std::size_t) { throw Interrupted(); }),
               Interrupted);
}

TEST(Bm25Retriever, AnExplanationAddsUpToTheScoreToTheLastBit) {
  std::mt19937 random(53);
  ThreadPool pool(1);
  for (int round = 0; round < 50; ++round) {
    const Collection collection = random_collection(random);
    const Bm25Retriever bm25(collection.field(), {.lengths = LengthPrecision::lucene}, pool);
    const std::string query = joined(random_words(random, 6));
    for (const Hit& found : bm25.search(query, 10)) {
      const Explanation sum = bm25.explain(query, found);
      EXPECT_EQ(static_cast<float>(sum.value), found.score);
      double added = 0.0;
      for (const Explanation& term : sum.parts) {
        added += term.value;
        double product = 1.0;
        for (const Explanation& factor : term.parts) product *= factor.value;
        EXPECT_NEAR(product, term.value, 1e-12);
      }
      EXPECT_EQ(added, sum.value);
    }
  }
}

TEST(Bm25Retriever, AnExplanationNamesEveryQuantity) {
  const Collection collection({{unit(1, {"cell", "cell", "wall"}), unit(2, {"tide"})}});
  ThreadPool pool(1);
  const Bm25Retriever bm25(collection.field(), {}, pool);
  const Explanation sum = bm25.explain("cell tide cell", hit(1, 0.0F));
  ASSERT_THAT(sum.parts, SizeIs(1));  // document 1 has no tide
  const Explanation& cell = sum.parts[0];
  EXPECT_EQ(cell.what, "term `cell`: product of");
  ASSERT_THAT(cell.parts, SizeIs(3));
  EXPECT_EQ(cell.parts[0].value, 2.0);
  EXPECT_EQ(cell.parts[1].what, "idf: in 1 of 2 units");
  EXPECT_EQ(cell.parts[2].what, "term frequency 2 with k1 0.9, b 0.4, length 3 of 2 on average");
}

TEST(Bm25Retriever, ExplainsThatAUnitDoesNotMatchAndRefusesOneThatIsNotThere) {
  const Collection collection({{unit(1, {"a"}), unit(2, {"b"})}});
  ThreadPool pool(1);
  const Bm25Retriever bm25(collection.field(), {}, pool);
  EXPECT_EQ(bm25.explain("a", hit(2, 0.0F)).value, 0.0);
  const Error error = error_of([&] { bm25.explain("a", hit(3, 0.0F)); });
  EXPECT_EQ(error.code(), ErrorCode::not_found);
  EXPECT_THAT(error.what(), HasSubstr("bm25: no unit 0 of document 3"));
  EXPECT_EQ(error_of([&] { bm25.explain("a", hit(1, 0.0F, 1)); }).code(), ErrorCode::not_found);
}

}  // namespace
}  // namespace marrow
