#include "text/analyzer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/nearest.h"
#include "marrow/error.h"
#include "text/normalizer.h"
#include "text/plain_tokenizer.h"
#include "text/porter_stemmer.h"
#include "text/stemmer.h"
#include "text/stop_words.h"
#include "text/word_tokenizer.h"

namespace marrow {
namespace {

using TermSink = std::function<void(const Term&)>;

constexpr std::array<std::string_view, 3> kNames = {"english", "plain", "standard"};
constexpr std::array<std::string_view, 1> kStandardOptions = {"stemmer"};

std::string_view bytes_of(std::string_view text, ByteRange range) {
  return text.substr(range.begin, range.end - range.begin);
}

/// Makes `out`, a buffer that is used again and again, `word` in lower case.
void lower_case(std::string_view word, bool ascii, std::string& out) {
  out.resize(ascii ? word.size() : 0);
  if (ascii) {
    std::transform(word.begin(), word.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    return;
  }
  for (std::size_t at = 0; at < word.size();) {
    const DecodedCodePoint c = decode_utf8(word, at);
    append_utf8(out, to_lower_case(c.value));
    at += c.length;
  }
}

/// `word` without the 's or 'S at its end; the apostrophe may be U+0027, U+2019 or U+FF07.
std::string_view without_possessive(std::string_view word) {
  if (word.empty() || (word.back() != 's' && word.back() != 'S')) return word;
  for (const std::string_view apostrophe : {"'", "\u2019", "\uFF07"}) {
    const std::string_view rest = word.substr(0, word.size() - 1);
    if (rest.ends_with(apostrophe)) return rest.substr(0, rest.size() - apostrophe.size());
  }
  return word;
}

/// Stems a lower-case word as Lucene's PorterStemFilter, which sees UTF-16 units.
void porter(std::string& word, bool ascii) {
  if (ascii) {
    word.resize(porter_stem(std::span<char>(word)));
    return;
  }
  // Every suffix that Porter takes off ends in an ASCII letter.
  if (static_cast<unsigned char>(word.back()) >= 0x80) return;
  std::u16string units = to_utf16(word);
  units.resize(porter_stem(std::span<char16_t>(units)));
  word = to_utf8(units);
}

/// Passes on the words of `text` that `Tokenizer` finds, in lower case. `before` may shorten a word before
/// that; `after` may change it, or say false to drop it.
template <class Tokenizer, class Before, class After>
void pass_words(std::string_view text, const TermSink& sink, Before before, After after) {
  Tokenizer tokenizer(text);
  std::string term;
  while (const std::optional<Word> word = tokenizer.next()) {
    lower_case(before(bytes_of(text, word->bytes)), word->ascii, term);
    if (after(term, word->ascii) && !term.empty()) sink({term, word->bytes});
  }
}

std::string_view unchanged(std::string_view word) { return word; }

void english_terms(std::string_view text, const TermSink& sink) {
  pass_words<WordTokenizer>(text, sink, without_possessive, [](std::string& term, bool ascii) {
    if (is_english_stop_word(term)) return false;
    porter(term, ascii);
    return true;
  });
}

void standard_terms(std::string_view text, std::string_view language, const TermSink& sink) {
  std::optional<SnowballStemmer> stemmer;
  if (!language.empty()) stemmer.emplace(language);
  pass_words<WordTokenizer>(text, sink, unchanged, [&stemmer](std::string& term, bool) {
    if (stemmer) term = stemmer->stem(term);
    return true;
  });
}

void plain_terms(std::string_view text, const TermSink& sink) {
  pass_words<PlainTokenizer>(text, sink, unchanged, [](std::string&, bool) { return true; });
}

[[noreturn]] void refuse(std::string_view line, const std::string& why) {
  throw Error(ErrorCode::invalid_argument, "analyzer " + quote(line) + ": " + why);
}

/// "did you mean" the one of `known` that `word` may stand for, or all there are.
std::string expected(std::string_view word, std::span<const std::string_view> known) {
  if (const std::string like = nearest(word, known); !like.empty())
    return "did you mean " + quote(like) + "?";
  std::string list = known.empty() ? "it takes none" : "expected one of";
  for (const std::string_view name : known) list.append(" ").append(name);
  return list;
}

std::vector<std::string_view> split_at_blanks(std::string_view line) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = line.find_first_not_of(' '); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    parts.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(' ', end);
  }
  return parts;
}

}  // namespace

Analyzer::Analyzer(std::string_view line) {
  const std::vector<std::string_view> parts = split_at_blanks(line);
  const std::string_view name = parts.empty() ? std::string_view() : parts.front();
  const auto kind = std::find(kNames.begin(), kNames.end(), name);
  if (kind == kNames.end()) refuse(line, "there is no such analyzer; " + expected(name, kNames));
  kind_ = static_cast<Kind>(kind - kNames.begin());
  line_ = name;
  for (std::size_t i = 1; i < parts.size(); ++i) set_option(parts[i], line);
}

void Analyzer::set_option(std::string_view option, std::string_view line) {
  const std::string_view key = option.substr(0, option.find('='));
  const std::string_view value = option.substr(std::min(key.size() + 1, option.size()));
  const std::span<const std::string_view> known(kStandardOptions.data(),
                                                kind_ == Kind::standard ? kStandardOptions.size() : 0);
  if (std::find(known.begin(), known.end(), key) == known.end()) {
    refuse(line, "it has no option " + quote(key) + "; " + expected(key, known));
  }
  if (!stemmer_.empty()) refuse(line, "the option stemmer stands twice");
  const auto languages = snowball_languages();
  if (std::find(languages.begin(), languages.end(), value) == languages.end()) {
    refuse(line, "there is no stemmer " + quote(value) + "; " + expected(value, languages));
  }
  stemmer_ = value;
  line_ += " stemmer=" + stemmer_;
}

void Analyzer::analyze(std::string_view text, const TermSink& sink) const {
  switch (kind_) {
    case Kind::english:
      return english_terms(text, sink);
    case Kind::plain:
      return plain_terms(text, sink);
    case Kind::standard:
      return standard_terms(text, stemmer_, sink);
  }
}

std::vector<std::string> Analyzer::terms(std::string_view text) const {
  std::vector<std::string> list;
  analyze(text, [&list](const Term& term) { list.emplace_back(term.text); });
  return list;
}

}  // namespace marrow
