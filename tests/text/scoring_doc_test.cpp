#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/line_reader.h"
#include "tests/support/paths.h"
#include "text/analyzer.h"

/// The examples of docs/scoring.md are what the analyzers do.
namespace marrow {
namespace {

/// The cells of a Markdown table's row, without the blanks around them.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  for (std::size_t begin = row.find('|'); begin != std::string_view::npos && begin + 1 < row.size();) {
    const std::size_t end = row.find('|', begin + 1);
    if (end == std::string_view::npos) break;
    cells.emplace_back(row.substr(begin + 2, end - begin - 3));
    begin = end;
  }
  return cells;
}

std::string joined(const std::vector<std::string>& terms) {
  std::string line;
  for (const std::string& term : terms) line.append(line.empty() ? "" : " ").append(term);
  return line;
}

TEST(ScoringDocument, ItsExamplesOfAnalyzersAreWhatTheyDo) {
  constexpr std::array<std::string_view, 3> lines = {"english", "standard", "plain"};
  LineReader document(std::filesystem::path(MARROW_SOURCE_DIR) / "docs/scoring.md");
  while (document.next() && document.text() != "| text | `english` | `standard` | `plain` |") continue;
  ASSERT_TRUE(document.next());  // the line below the head
  std::size_t row_count = 0;
  while (document.next() && document.text().starts_with("| ")) {
    const std::vector<std::string> cells = cells_of(document.text());
    ASSERT_EQ(cells.size(), lines.size() + 1) << document.text();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_EQ(joined(Analyzer(lines[i]).terms(cells.front())), cells[i + 1]) << lines[i];
    }
    ++row_count;
  }
  EXPECT_EQ(row_count, 5U);
}

}  // namespace
}  // namespace marrow
