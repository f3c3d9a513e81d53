#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <locale>
#include <string>
#include <vector>

#include "text/analyzer.h"

/// Faults of text analysis that others shipped: cases/known_faults.md, BR-14 and BR-19, and the words of
/// BR-53.
namespace marrow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A global locale in which every character is a letter, lower case is `z` and the comma parts decimals.
class HostileLocale {
 public:
  HostileLocale() {
    std::setlocale(LC_ALL, "tr_TR.UTF-8");  // where it is installed
    std::locale::global(std::locale(std::locale(std::locale::classic(), new Letters), new Commas));
  }
  ~HostileLocale() {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
  }
  HostileLocale(const HostileLocale&) = delete;
  HostileLocale& operator=(const HostileLocale&) = delete;

 private:
  struct Letters : std::ctype<char> {
    char do_tolower(char) const override { return 'z'; }
    const char* do_tolower(char* begin, const char* end) const override {
      while (begin != end) *begin++ = 'z';
      return end;
    }
  };
  struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
};

TEST(AnalysisFaults, BR14AnalysisIsTheSameUnderEveryLocale) {
  const std::string text = "TITLE Istanbul İstanbul 3.14 1,5 naïve ΣΑΣ";
  for (const std::string_view line : {"english", "plain", "standard", "standard stemmer=turkish"}) {
    const std::vector<std::string> expected = Analyzer(line).terms(text);
    const HostileLocale locale;
    EXPECT_EQ(Analyzer(line).terms(text), expected) << line;
  }
}

TEST(AnalysisFaults, BR19LowerCaseFollowsNoLanguage) {
  EXPECT_THAT(Analyzer("standard").terms("İ I ΣΟΦΟΣ ẞ"), ElementsAre("i", "i", "σοφοσ", "ß"));
}

TEST(AnalysisFaults, BR53SignsInUserTextPartWordsAndAskForNothing) {
  const Analyzer english("english");
  EXPECT_EQ(english.terms("sun,rain"), english.terms("sun rain"));
  EXPECT_THAT(english.terms("it's a & b x:y"), ElementsAre("b", "x:y"));
  EXPECT_THAT(Analyzer("plain").terms("x:y"), ElementsAre("x", "y"));
  EXPECT_THAT(english.terms("!"), IsEmpty());
  EXPECT_THAT(english.terms(""), IsEmpty());
}

}  // namespace
}  // namespace marrow
