#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <clocale>
#include <locale>
#include <string>

#include "corpus/records.h"
#include "corpus/trec.h"
#include "io/json.h"
#include "io/json_lines.h"

/// Faults of reading and writing numbers that others shipped: cases/known_faults.md, BR-14.
namespace marrow {
namespace {

using testing::HasSubstr;

class CommaPoint : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// A program whose locale writes 0,75: C++'s always, C's where such a locale is installed.
class LocaleFaults : public testing::Test {
 protected:
  LocaleFaults() : before_(std::locale::global(std::locale(std::locale::classic(), new CommaPoint))) {
    for (const char* const name : std::array{"de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8", "de_DE", "fr_FR"}) {
      if (std::setlocale(LC_ALL, name) != nullptr) break;
    }
  }
  ~LocaleFaults() override {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
  }

 private:
  std::locale before_;
};

TEST_F(LocaleFaults, BR14JsonReadsAndWritesThePoint) {
  const Json value = parse_json("{\"a\": 0.75, \"n\": 1234567}", "a.json");
  EXPECT_EQ(value["a"].get<double>(), 0.75);
  EXPECT_EQ(to_text(value), "{\"a\":0.75,\"n\":1234567}");
}

TEST_F(LocaleFaults, BR14JsonLinesKeepANumbersText) {
  JsonLines lines(LineReader(open_text("{\"a\":0.75,\"_id\":1234567}", "a.jsonl")));
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.require("a").text, "0.75");
  EXPECT_EQ(id_in(lines, lines.require("_id")), "1234567");
}

TEST_F(LocaleFaults, BR14RunsReadAndWriteThePoint) {
  const TrecRun run = read_trec_run(LineReader(open_text("q1 Q0 d1 1 1234.75 run\n", "a.run")));
  EXPECT_EQ(run.run.at("q1").at(0).score, 1234.75);
  EXPECT_THAT(trec_run_lines("q1", run.run.at("q1"), "run"), HasSubstr(" 1234.75 "));
}

TEST_F(LocaleFaults, BR14MessagesCountWithoutSeparators) {
  std::string text(1'234'567, '\n');
  JsonLines lines(LineReader(open_text(text + "x", "a.jsonl")));
  try {
    lines.next();
    FAIL() << "a broken line was taken";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.jsonl:1234568:1: "));
  }
}

}  // namespace
}  // namespace marrow
