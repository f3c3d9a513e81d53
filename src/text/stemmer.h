#pragma once

#include <memory>
#include <span>
#include <string_view>

namespace marrow {

/// One of Snowball's stemmers, by the language's English name ("german"), on lower-case UTF-8 words.
/// Cheap to make: one for each thread, not one for each word. Thread safety: none.
class SnowballStemmer {
 public:
  /// Throws invalid_argument, naming the nearest known one, when there is no such stemmer.
  explicit SnowballStemmer(std::string_view language);
  ~SnowballStemmer();
  SnowballStemmer(SnowballStemmer&&) noexcept;
  SnowballStemmer& operator=(SnowballStemmer&&) noexcept;

  /// The word's stem, valid until the next call or the stemmer's end. `word` is valid UTF-8.
  std::string_view stem(std::string_view word);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The names that SnowballStemmer takes, ascending.
std::span<const std::string_view> snowball_languages();

}  // namespace marrow
