#include "text/porter_stemmer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/check.h"

// The paper's terms: a word is [C](VC){m}[V], runs of consonants C and vowels V; m is its measure. A rule
// (condition) S1 -> S2 replaces the suffix S1 when what stands before it meets the condition. In each step
// only the longest suffix that fits is tried, so the tables list longer ones before those they end in.

namespace marrow {
namespace {

struct Rule {
  std::string_view suffix;
  std::string_view replacement;
};

/// Step 2, (m > 0).
constexpr std::array kStep2 = {
    Rule{"ational", "ate"}, Rule{"tional", "tion"}, Rule{"enci", "ence"},   Rule{"anci", "ance"},
    Rule{"izer", "ize"},    Rule{"alli", "al"},     Rule{"entli", "ent"},   Rule{"eli", "e"},
    Rule{"ousli", "ous"},   Rule{"ization", "ize"}, Rule{"ation", "ate"},   Rule{"ator", "ate"},
    Rule{"alism", "al"},    Rule{"iveness", "ive"}, Rule{"fulness", "ful"}, Rule{"ousness", "ous"},
    Rule{"aliti", "al"},    Rule{"iviti", "ive"},   Rule{"biliti", "ble"},
};
/// What step 2 has beside them.
constexpr std::array kStep2Paper = {Rule{"abli", "able"}};
constexpr std::array kStep2Revised = {Rule{"bli", "ble"}, Rule{"logi", "log"}};

/// Step 3, (m > 0).
constexpr std::array kStep3 = {
    Rule{"icate", "ic"}, Rule{"ative", ""}, Rule{"alize", "al"}, Rule{"iciti", "ic"},
    Rule{"ical", "ic"},  Rule{"ful", ""},   Rule{"ness", ""},
};

/// Step 4, (m > 1): these are removed. "ion" asks for an s or t before it.
constexpr std::array kStep4 = {
    Rule{"al", ""},   Rule{"ance", ""}, Rule{"ence", ""}, Rule{"er", ""},    Rule{"ic", ""},
    Rule{"able", ""}, Rule{"ible", ""}, Rule{"ant", ""},  Rule{"ement", ""}, Rule{"ment", ""},
    Rule{"ent", ""},  Rule{"ion", ""},  Rule{"ou", ""},   Rule{"ism", ""},   Rule{"ate", ""},
    Rule{"iti", ""},  Rule{"ous", ""},  Rule{"ive", ""},  Rule{"ize", ""},
};

/// The word while its suffixes go. All positions count from its beginning.
template <class Char>
class Stem {
 public:
  explicit Stem(std::span<Char> word) noexcept : word_(word), size_(word.size()) {}

  std::size_t size() const noexcept { return size_; }
  Char last() const noexcept { return word_[size_ - 1]; }

  bool ends_with(std::string_view suffix) const noexcept {
    if (suffix.size() > size_) return false;
    const std::size_t begin = size_ - suffix.size();
    for (std::size_t i = suffix.size(); i-- > 0;) {
      if (word_[begin + i] != static_cast<Char>(suffix[i])) return false;
    }
    return true;
  }

  bool is_consonant(std::size_t at) const noexcept {
    // A y is a consonant at the beginning and after a vowel, so a run of them alternates from there.
    std::size_t begin = at;
    while (word_[begin] == 'y' && begin > 0) --begin;
    const bool first = word_[begin] == 'y' || !is_vowel_letter(word_[begin]);
    return (at - begin) % 2 == 0 ? first : !first;
  }

  /// The measure m of the first `length` letters, counted up to `enough`.
  std::size_t measure(std::size_t length, std::size_t enough = 2) const noexcept {
    std::size_t count = 0;
    bool after_vowel = false;
    bool consonant = false;
    for (std::size_t at = 0; at < length && count < enough; ++at) {
      consonant = word_[at] == 'y' ? at == 0 || !consonant : !is_vowel_letter(word_[at]);
      if (consonant && after_vowel) ++count;
      after_vowel = !consonant;
    }
    return count;
  }

  bool has_vowel(std::size_t length) const noexcept {
    for (std::size_t at = 0; at < length; ++at) {
      if (is_vowel_letter(word_[at]) || (word_[at] == 'y' && at > 0)) return true;
    }
    return false;
  }

  /// The paper's *d.
  bool ends_with_double_consonant() const noexcept {
    return size_ >= 2 && word_[size_ - 1] == word_[size_ - 2] && is_consonant(size_ - 1);
  }

  /// The paper's *o, of the first `length` letters: consonant, vowel, consonant, the last not w, x or y.
  bool ends_with_short_syllable(std::size_t length) const noexcept {
    if (length < 3 || !is_consonant(length - 1) || is_consonant(length - 2) || !is_consonant(length - 3)) {
      return false;
    }
    const Char letter = word_[length - 1];
    return letter != 'w' && letter != 'x' && letter != 'y';
  }

  void remove(std::size_t count) noexcept { size_ -= count; }

  void append(std::string_view letters) noexcept {
    MARROW_ASSERT(size_ + letters.size() <= word_.size());
    for (const char letter : letters) word_[size_++] = static_cast<Char>(letter);
  }

  /// Applies the first rule whose suffix the word has, if the measure of the rest is more than `least`.
  /// Says whether there was such a rule.
  bool apply(std::span<const Rule> rules, std::size_t least) noexcept {
    for (const Rule& rule : rules) {
      if (!ends_with(rule.suffix)) continue;
      const std::size_t rest = size_ - rule.suffix.size();
      if (measure(rest, least + 1) > least) {
        size_ = rest;
        append(rule.replacement);
      }
      return true;
    }
    return false;
  }

 private:
  static bool is_vowel_letter(Char letter) noexcept {
    return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u';
  }

  std::span<Char> word_;
  std::size_t size_;
};

template <class Char>
void step_1a(Stem<Char>& stem) noexcept {
  if (stem.last() != 's') return;
  if (stem.ends_with("sses") || stem.ends_with("ies")) {
    stem.remove(2);
  } else if (!stem.ends_with("ss")) {
    stem.remove(1);
  }
}

/// What follows a removed -ed or -ing.
template <class Char>
void mend_1b(Stem<Char>& stem) noexcept {
  if (stem.ends_with_double_consonant()) {
    const Char letter = stem.last();
    if (letter != 'l' && letter != 's' && letter != 'z') stem.remove(1);
  } else if (stem.ends_with("at") || stem.ends_with("bl") || stem.ends_with("iz") ||
             (stem.measure(stem.size()) == 1 && stem.ends_with_short_syllable(stem.size()))) {
    stem.append("e");
  }
}

template <class Char>
void step_1b(Stem<Char>& stem) noexcept {
  if (stem.ends_with("eed")) {
    if (stem.measure(stem.size() - 3) > 0) stem.remove(1);
    return;
  }
  for (const std::string_view suffix : {std::string_view("ed"), std::string_view("ing")}) {
    if (!stem.ends_with(suffix)) continue;
    if (stem.has_vowel(stem.size() - suffix.size())) {
      stem.remove(suffix.size());
      mend_1b(stem);
    }
    return;
  }
}

template <class Char>
void step_1c(Stem<Char>& stem) noexcept {
  if (stem.ends_with("y") && stem.has_vowel(stem.size() - 1)) {
    stem.remove(1);
    stem.append("i");
  }
}

template <class Char>
void step_4(Stem<Char>& stem) noexcept {
  if (stem.ends_with("ion") && !stem.ends_with("sion") && !stem.ends_with("tion")) return;
  stem.apply(kStep4, 1);
}

template <class Char>
void step_5(Stem<Char>& stem) noexcept {
  if (stem.ends_with("e")) {
    const std::size_t rest = stem.size() - 1;
    const std::size_t measure = stem.measure(rest);
    if (measure > 1 || (measure == 1 && !stem.ends_with_short_syllable(rest))) stem.remove(1);
  }
  if (stem.ends_with("ll") && stem.measure(stem.size()) > 1) stem.remove(1);
}

template <class Char>
std::size_t stem_length(std::span<Char> word, PorterRules rules) noexcept {
  const bool revised = rules == PorterRules::revised;
  if (word.empty() || (revised && word.size() <= 2)) return word.size();
  Stem<Char> stem(word);
  step_1a(stem);
  if (stem.size() > 0) step_1b(stem);
  step_1c(stem);
  const std::span<const Rule> more = revised ? std::span<const Rule>(kStep2Revised) : kStep2Paper;
  if (!stem.apply(kStep2, 0)) stem.apply(more, 0);
  stem.apply(kStep3, 0);
  step_4(stem);
  step_5(stem);
  return stem.size();
}

}  // namespace

std::size_t porter_stem(std::span<char> word, PorterRules rules) noexcept { return stem_length(word, rules); }
std::size_t porter_stem(std::span<char16_t> word, PorterRules rules) noexcept {
  return stem_length(word, rules);
}

}  // namespace marrow
