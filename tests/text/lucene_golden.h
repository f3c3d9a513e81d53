#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "io/digest.h"
#include "io/json.h"
#include "io/json_lines.h"
#include "io/line_reader.h"
#include "tests/support/paths.h"
#include "text/analyzer.h"
#include "text/word_tokenizer.h"

/// What Lucene makes of texts: the sums of tests/golden/analyzer/golden.json, which make.py there made.
namespace marrow::test {

inline const Json& lucene_golden() {
  static const Json values =
      read_json_file(std::filesystem::path(MARROW_SOURCE_DIR) / "tests/golden/analyzer/golden.json");
  return values;
}

/// A text's terms parted by blanks.
inline std::string english_line(std::string_view text) {
  static const Analyzer english("english");
  std::string line;
  english.analyze(text, [&line](const Term& term) {
    if (!line.empty()) line += ' ';
    line += term.text;
  });
  return line;
}

inline std::string words_line(std::string_view text) {
  std::string line;
  WordTokenizer tokenizer(text);
  while (const auto word = tokenizer.next()) {
    if (!line.empty()) line += ' ';
    line += text.substr(word->bytes.begin, word->bytes.end - word->bytes.begin);
  }
  return line;
}

/// Compares lines of tokens, given one by one, with the sums of one entry of the golden.
class SumsCheck {
 public:
  SumsCheck(const Json& expected, std::size_t part_size) : expected_(expected), part_size_(part_size) {}

  void add(const std::string& line) {
    whole_.update(line);
    whole_.update("\n");
    part_.update(line);
    part_.update("\n");
    if (++count_ % part_size_ == 0) end_part();
  }

  void finish() {
    if (count_ % part_size_ != 0) end_part();
    EXPECT_EQ(count_, expected_.at("texts").get<std::size_t>());
    EXPECT_EQ(whole_.finish(), expected_.at("sha256").get<std::string>());
  }

 private:
  void end_part() {
    const std::size_t number = (count_ - 1) / part_size_;
    const Json& parts = expected_.at("parts");
    ASSERT_LT(number, parts.size());
    EXPECT_EQ(part_.finish().substr(0, 16), parts[number].get<std::string>())
        << "texts " << number * part_size_ << " to " << count_ - 1;
    part_ = Digest(DigestKind::sha256);
  }

  const Json& expected_;
  std::size_t part_size_;
  std::size_t count_ = 0;
  Digest whole_{DigestKind::sha256};
  Digest part_{DigestKind::sha256};
};

/// Compares the analysis of a collection's file with one entry of the golden's "files".
inline void expect_lucene_tokens(const Json& expected) {
  const std::filesystem::path path = shared_folder() / expected.at("path").get<std::string>();
  MARROW_REQUIRE_FILE(path);
  JsonLines lines{LineReader(path)};
  SumsCheck check(expected, 100);
  while (lines.next()) {
    const JsonField* const title = lines.find("title");
    const std::string_view title_text =
        title != nullptr && title->kind == JsonKind::string ? title->text : std::string_view();
    check.add(english_line(std::string(title_text) + " " + std::string(lines.require("text").text)));
  }
  check.finish();
}

}  // namespace marrow::test
