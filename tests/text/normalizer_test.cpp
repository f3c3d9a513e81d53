#include "text/normalizer.h"

#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <vector>

#include "io/digest.h"
#include "io/json.h"
#include "tests/support/paths.h"

namespace marrow {
namespace {

const Json& golden() {
  static const Json values =
      read_json_file(std::filesystem::path(MARROW_SOURCE_DIR) / "tests/golden/unicode/unicode.json");
  return values;
}

std::string hexadecimal(std::u32string_view text) {
  std::string line;
  for (const char32_t c : text) {
    std::array<char, 8> digits{};
    const auto [end, status] =
        std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::uint32_t>(c), 16);
    if (!line.empty()) line += ' ';
    line.append(digits.data(), end);
  }
  return line;
}

/// The digest of one line per scalar value, as tests/golden/unicode/make.py makes it.
template <class LineOf>
std::string digest_of_scalars(LineOf line_of) {
  Digest digest(DigestKind::sha256);
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c < 0xD800 || c > 0xDFFF) digest.update(line_of(c) + '\n');
  }
  return digest.finish();
}

std::string code_of(GeneralCategory category) {
  static constexpr std::array<std::string_view, 30> codes = {
      "Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps",
      "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co"};
  return std::string(codes.at(static_cast<std::size_t>(category)));
}

/// The texts of make.py's random_texts().
std::vector<std::u32string> random_texts() {
  static constexpr std::array<char32_t, 35> pool = {
      0x41,   0x61,   0x65,    0x1100,  0x1161,  0x11A8, 0xAC00, 0xAC01, 0x0300, 0x0301, 0x0308, 0x0323,
      0x0327, 0x0338, 0x0345,  0x3099,  0x304B,  0x1E9B, 0xFB01, 0x212B, 0x0F71, 0x0F72, 0x0F74, 0x0958,
      0x09C7, 0x09BE, 0x1D15E, 0x11099, 0x110BA, 0x05B0, 0x05BC, 0x0653, 0x0627, 0xFDFA, 0x20};
  std::vector<std::u32string> texts(20000);
  std::uint64_t state = 1;
  for (std::u32string& text : texts) {
    for (int i = 0; i < 8; ++i) {
      state += 0x9E3779B97F4A7C15U;
      std::uint64_t z = state;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
      text += pool[(z ^ (z >> 31)) % pool.size()];
    }
  }
  return texts;
}

template <class Form>
void expect_equals_python(const std::string& name, Form form) {
  EXPECT_EQ(digest_of_scalars([&](char32_t c) { return hexadecimal(form(std::u32string(1, c))); }),
            golden().at(name));
  Digest digest(DigestKind::sha256);
  for (const std::u32string& text : random_texts()) digest.update(hexadecimal(form(text)) + '\n');
  EXPECT_EQ(digest.finish(), golden().at(name + "_random"));
}

TEST(Normalizer, TheTablesAreOfTheUnicodeVersionOfTheGolden) {
  EXPECT_EQ(unicode_version(), golden().at("unicode"));
}

TEST(Normalizer, EveryCategoryEqualsPythons) {
  EXPECT_EQ(digest_of_scalars([](char32_t c) { return code_of(general_category(c)); }),
            golden().at("category"));
}

TEST(Normalizer, EveryCombiningClassEqualsPythons) {
  EXPECT_EQ(digest_of_scalars([](char32_t c) { return std::to_string(combining_class(c)); }),
            golden().at("combining_class"));
}

TEST(Normalizer, EveryLowerCaseEqualsPythons) {
  EXPECT_EQ(digest_of_scalars([](char32_t c) { return hexadecimal(std::u32string(1, to_lower_case(c))); }),
            golden().at("simple_lower"));
  const auto full = [](char32_t c) {
    std::u32string lowered;
    append_lower_case(lowered, c);
    return hexadecimal(lowered);
  };
  EXPECT_EQ(digest_of_scalars(full), golden().at("full_lower"));
}

TEST(Normalizer, NormalFormsEqualPythonsOnEveryCodePointAndOnRandomTexts) {
  expect_equals_python("NFD", to_nfd);
  expect_equals_python("NFC", to_nfc);
  expect_equals_python("NFKD", to_nfkd);
  expect_equals_python("NFKC", to_nfkc);
}

TEST(Normalizer, OneCodePointsDecompositionIsItsNormalForm) {
  std::array<char32_t, kLongestDecomposition> room{};
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const auto parts = canonical_decomposition(c, room);
    ASSERT_EQ(std::u32string(parts.begin(), parts.end()), to_nfd(std::u32string(1, c)));
  }
}

TEST(Normalizer, ValuesThatAreNoCodePointsAreUnassignedAndStayAsTheyAre) {
  constexpr char32_t beyond = 0x110000;
  constexpr char32_t greatest = 0xFFFFFFFF;
  EXPECT_EQ(general_category(beyond), GeneralCategory::unassigned);
  EXPECT_EQ(general_category(greatest), GeneralCategory::unassigned);
  EXPECT_EQ(to_lower_case(greatest), greatest);
  EXPECT_EQ(combining_class(beyond), 0);
  EXPECT_EQ(to_nfd(std::u32string(1, greatest)), std::u32string(1, greatest));
  EXPECT_EQ(to_nfc(std::u32string(1, greatest)), std::u32string(1, kReplacementCharacter));
}

TEST(Normalizer, WhiteSpaceIsUnicodesPropertyAndNotTheSeparatorCategory) {
  std::u32string found;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (is_white_space(c)) found += c;
  }
  EXPECT_EQ(found,
            U"\t\n\v\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
            U"\u200A\u2028\u2029\u202F\u205F\u3000");
}

TEST(Normalizer, CategoriesGroupAsTheirFirstLetters) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const GeneralCategory category = general_category(c);
    const char group = code_of(category).front();
    ASSERT_EQ(is_letter(category), group == 'L');
    ASSERT_EQ(is_mark(category), group == 'M');
    ASSERT_EQ(is_number(category), group == 'N');
    ASSERT_EQ(is_punctuation(category), group == 'P');
    ASSERT_EQ(is_symbol(category), group == 'S');
    ASSERT_EQ(is_other(category), group == 'C');
  }
}

TEST(Normalizer, AMillionMarksInTheWorstOrderAreSortedInNoTime) {
  std::u32string text = U"a";
  for (int i = 0; i < 500000; ++i) text += U"\u0301\u0323";
  const std::u32string sorted = to_nfd(text);
  EXPECT_EQ(sorted[1], U'\u0323');
  EXPECT_EQ(sorted[500000], U'\u0323');
  EXPECT_EQ(sorted[500001], U'\u0301');
  EXPECT_EQ(to_nfc(text).front(), U'\u1EA1');
}

}  // namespace
}  // namespace marrow
