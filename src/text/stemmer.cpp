#include "text/stemmer.h"

#include <libstemmer.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "core/nearest.h"
#include "marrow/error.h"

namespace marrow {

struct SnowballStemmer::State {
  std::unique_ptr<sb_stemmer, void (*)(sb_stemmer*)> stemmer{nullptr, sb_stemmer_delete};
};

SnowballStemmer::SnowballStemmer(std::string_view language) : state_(std::make_unique<State>()) {
  // libstemmer also takes abbreviations; one name each keeps the analyzers' lines comparable.
  const auto known = snowball_languages();
  if (!std::binary_search(known.begin(), known.end(), language)) {
    const std::string like = nearest(language, known);
    throw Error(ErrorCode::invalid_argument, "there is no stemmer " + quote(language) +
                                                 (like.empty() ? "" : "; did you mean " + quote(like) + "?"));
  }
  state_->stemmer.reset(sb_stemmer_new(std::string(language).c_str(), "UTF_8"));
  if (!state_->stemmer) throw std::bad_alloc();
}

SnowballStemmer::~SnowballStemmer() = default;
SnowballStemmer::SnowballStemmer(SnowballStemmer&&) noexcept = default;
SnowballStemmer& SnowballStemmer::operator=(SnowballStemmer&&) noexcept = default;

std::string_view SnowballStemmer::stem(std::string_view word) {
  // The library counts in int. No language has words of two gigabytes: such a one stays.
  if (word.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return word;
  const auto* const bytes = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* const stem = sb_stemmer_stem(state_->stemmer.get(), bytes, static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  const auto length = static_cast<std::size_t>(sb_stemmer_length(state_->stemmer.get()));
  return {reinterpret_cast<const char*>(stem), length};
}

std::span<const std::string_view> snowball_languages() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) list.emplace_back(*name);
    std::sort(list.begin(), list.end());
    return list;
  }();
  return names;
}

}  // namespace marrow
