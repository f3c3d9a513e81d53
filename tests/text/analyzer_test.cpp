#include "text/analyzer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <locale>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "marrow/error.h"
#include "text/utf8.h"

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string message_of(std::string_view line) {
  try {
    const Analyzer analyzer(line);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << line;
  return "";
}

TEST(Analyzer, EnglishTakesPossessivesStopWordsAndSuffixesOff) {
  EXPECT_THAT(Analyzer("english").terms("The foxes' Dog's JUMPING over it; possibly U.S.A. archaeology"),
              ElementsAre("fox", "dog", "jump", "over", "possibl", "u.s.a", "archaeolog"));
}

TEST(Analyzer, EnglishKeepsWordsOfOneOrTwoLetters) {
  EXPECT_THAT(Analyzer("english").terms("x xs us'S we's"), ElementsAre("x", "xs", "us", "we"));
}

TEST(Analyzer, StandardOnlyLowersWordsUnlessAStemmerIsNamed) {
  EXPECT_THAT(Analyzer("standard").terms("The Dog's Häuser"), ElementsAre("the", "dog's", "häuser"));
  EXPECT_THAT(Analyzer("standard stemmer=german").terms("Die Häuser"), ElementsAre("die", "haus"));
}

TEST(Analyzer, PlainLowersRunsOfLettersAndDigits) {
  EXPECT_THAT(Analyzer("plain").terms("The Dog's 3.5 ÄPFEL"),
              ElementsAre("the", "dog", "s", "3", "5", "äpfel"));
}

TEST(Analyzer, LowerCaseIsUnicodesSimpleMapping) {
  EXPECT_THAT(Analyzer("standard").terms("İI ΣΑΣ STRAẞE K Ⱥ"), ElementsAre("ii", "σασ", "straße", "k", "ⱥ"));
}

TEST(Analyzer, TextWithoutWordsGivesNoTerms) {
  for (const std::string_view line : {"english", "standard", "plain"}) {
    EXPECT_THAT(Analyzer(line).terms(""), IsEmpty());
    EXPECT_THAT(Analyzer(line).terms(" \n\t.!?\xFF"), IsEmpty());
  }
  EXPECT_THAT(Analyzer("english").terms("the and THE"), IsEmpty());
}

TEST(Analyzer, EachTermSaysWhichBytesItStandsFor) {
  const std::string text = "The dogs’s ÉTÉS";
  std::vector<std::string> sources;
  Analyzer("english").analyze(text, [&](const Term& term) {
    sources.push_back(text.substr(term.bytes.begin, term.bytes.end - term.bytes.begin));
  });
  EXPECT_THAT(sources, ElementsAre("dogs’s", "ÉTÉS"));
}

TEST(Analyzer, ItsLineBuildsItAgain) {
  for (const std::string_view line : {"english", "plain", "standard", "standard stemmer=french"}) {
    EXPECT_EQ(Analyzer(line).line(), line);
  }
  EXPECT_EQ(Analyzer("  standard   stemmer=french ").line(), "standard stemmer=french");
}

TEST(Analyzer, UnknownWordsOfTheLineAreRefusedWithTheNearestKnownOne) {
  EXPECT_EQ(message_of("englsh"), "analyzer `englsh`: there is no such analyzer; did you mean `english`?");
  EXPECT_EQ(message_of("zz"),
            "analyzer `zz`: there is no such analyzer; expected one of english plain standard");
  EXPECT_THAT(message_of(""), HasSubstr("expected one of english plain standard"));
  EXPECT_EQ(message_of("standard stemer=x"),
            "analyzer `standard stemer=x`: it has no option `stemer`; did you mean `stemmer`?");
  EXPECT_EQ(message_of("plain stemmer=german"),
            "analyzer `plain stemmer=german`: it has no option `stemmer`; it takes none");
  EXPECT_THAT(message_of("standard stemmer=germna"),
              HasSubstr("no stemmer `germna`; did you mean `german`?"));
  EXPECT_THAT(message_of("standard stemmer"), HasSubstr("no stemmer ``; expected one of arabic"));
  EXPECT_THAT(message_of("standard stemmer=german stemmer=french"),
              HasSubstr("the option stemmer stands twice"));
  EXPECT_THAT(message_of("english\n"), HasSubstr("`english\\x0a`"));
  message_of("English");
}

TEST(Analyzer, WhatTheSinkThrowsEndsTheAnalysis) {
  std::size_t count = 0;
  EXPECT_THROW(Analyzer("plain").analyze("a b c",
                                         [&](const Term&) {
                                           if (++count == 2) throw std::runtime_error("enough");
                                         }),
               std::runtime_error);
  EXPECT_EQ(count, 2U);
}

TEST(Analyzer, OneAnalyzerServesManyThreads) {
  const Analyzer analyzer("standard stemmer=english");
  const std::vector<std::string> expected = analyzer.terms("running dogs were happily jumping");
  std::vector<std::vector<std::string>> results(4);
  std::vector<std::thread> threads;
  for (auto& result : results) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) result = analyzer.terms("running dogs were happily jumping");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) EXPECT_EQ(result, expected);
}

TEST(Analyzer, AnyBytesGiveValidTerms) {
  std::mt19937 random(5);
  for (const std::string_view line : {"english", "plain", "standard", "standard stemmer=russian"}) {
    const Analyzer analyzer(line);
    for (int round = 0; round < 3000; ++round) {
      std::string text(random() % 40, '\0');
      for (char& byte : text) byte = static_cast<char>(random());
      analyzer.analyze(text, [&](const Term& term) {
        ASSERT_FALSE(term.text.empty());
        ASSERT_TRUE(is_valid_utf8(term.text));
        ASSERT_LT(term.bytes.begin, term.bytes.end);
        ASSERT_LE(term.bytes.end, text.size());
      });
    }
  }
}

TEST(Analyzer, TenMegabytesOfOneWordOrOfMarksTakeLinearTime) {
  std::string marks = "a";
  for (int i = 0; i < 1'000'000; ++i) marks += "\u0301";
  for (const std::string_view line : {"english", "plain", "standard stemmer=english"}) {
    const Analyzer analyzer(line);
    std::size_t bytes = 0;
    const auto count = [&](const Term& term) { bytes += term.text.size(); };
    analyzer.analyze(std::string(10'000'000, 'x'), count);
    EXPECT_EQ(bytes, 10'000'000U) << line;
    analyzer.analyze(marks, count);
    EXPECT_EQ(bytes, 10'000'000U + 1 + 254 * 2) << line;
  }
}

}  // namespace
}  // namespace marrow
