#include "text/bert_words.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "text/bert_characters.h"
#include "text/normalizer.h"
#include "text/utf8.h"

namespace marrow {
namespace {

constexpr char32_t kFirstDecomposable = 0xC0;
/// Has a decomposition since Unicode 13, which the reference library's tables lack.
constexpr char32_t kNewerDecomposition = 0x11938;

/// Appends to a word until it is longer than `limit` code points, from where on it keeps only its place.
class WordBuilder {
 public:
  WordBuilder(BertWord& word, std::size_t limit) : word_(word), limit_(limit) {
    word_.text.clear();
    word_.origins.clear();
    word_.origin = {};
  }

  bool empty() const noexcept { return length_ == 0; }

  void append(char32_t code_point, ByteRange origin) {
    word_.origin = {empty() ? origin.begin : word_.origin.begin, origin.end};
    if (++length_ > limit_) {
      word_.text.clear();
      word_.origins.clear();
      return;
    }
    append_utf8(word_.text, code_point);
    word_.origins.resize(word_.text.size(), origin);
  }

 private:
  BertWord& word_;
  std::size_t limit_;
  std::size_t length_ = 0;
};

/// Sorts by class, equal classes in their order, in linear time.
template <typename Mark>
void order_by_class(std::vector<Mark>& marks) {
  const auto by_class = [](const Mark& a, const Mark& b) { return a.combining_class < b.combining_class; };
  if (std::is_sorted(marks.begin(), marks.end(), by_class)) return;
  std::array<std::size_t, 257> begins{};
  for (const Mark& mark : marks) ++begins[mark.combining_class + std::size_t{1}];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<Mark> ordered(marks.size());
  for (const Mark& mark : marks) ordered[begins[mark.combining_class]++] = mark;
  marks = std::move(ordered);
}

}  // namespace

bool BertWordReader::next(BertWord& word) {
  WordBuilder builder(word, options_.max_code_points);
  while (ready_next_ < ready_.size() || refill()) {
    const auto [value, origin] = ready_[ready_next_];
    if (bert::is_punctuation(value)) {
      if (!builder.empty()) return true;
      builder.append(value, origin);
      ++ready_next_;
      return true;
    }
    ++ready_next_;
    if (!is_white_space(value)) {
      builder.append(value, origin);
    } else if (!builder.empty()) {
      return true;
    }
  }
  return !builder.empty();
}

bool BertWordReader::refill() {
  ready_.clear();
  ready_next_ = 0;
  while (ready_.empty() && position_ < text_.size()) read_character();
  if (ready_.empty()) flush_marks();
  return !ready_.empty();
}

void BertWordReader::read_character() {
  auto [value, length] = decode_utf8(text_, position_);
  const ByteRange origin{offset_ + position_, offset_ + position_ + length};
  position_ += length;
  if (options_.clean_text) {
    if (bert::is_removed(value)) return;
    if (is_white_space(value)) value = U' ';
  }
  const bool apart = options_.handle_chinese_chars && bert::is_chinese(value);
  if (apart) normalize(U' ', origin);
  normalize(value, origin);
  if (apart) normalize(U' ', origin);
}

void BertWordReader::normalize(char32_t code_point, ByteRange origin) {
  if (options_.strip_accents) {
    decompose(code_point, origin);
  } else {
    emit(code_point, origin);
  }
}

void BertWordReader::decompose(char32_t code_point, ByteRange origin) {
  std::array<char32_t, kLongestDecomposition> room{code_point};
  std::span<const char32_t> decomposed(room.data(), 1);
  if (code_point >= kFirstDecomposable && code_point != kNewerDecomposition) {
    decomposed = canonical_decomposition(code_point, room);
  }
  for (std::size_t i = 0; i < decomposed.size(); ++i) {
    const std::uint8_t combining = bert::combining_class(decomposed[i]);
    if (combining != 0) {
      marks_.push_back({decomposed[i], combining, i > 0});
      if (i == 0) mark_origins_.push_back(origin);
      continue;
    }
    flush_marks();
    last_origin_ = origin;
    if (!bert::is_nonspacing_mark(decomposed[i])) emit(decomposed[i], origin);
  }
}

/// Ordering moves characters but not origins: the reference library hands the source characters out in
/// text order, and gives the later code points of a decomposition the place of whatever stands before.
void BertWordReader::flush_marks() {
  if (marks_.empty()) return;
  order_by_class(marks_);
  std::size_t next_origin = 0;
  for (const Mark& mark : marks_) {
    if (!mark.is_expansion) last_origin_ = mark_origins_[next_origin++];
    if (!bert::is_nonspacing_mark(mark.value)) emit(mark.value, last_origin_);
  }
  marks_.clear();
  mark_origins_.clear();
}

void BertWordReader::emit(char32_t code_point, ByteRange origin) {
  if (!options_.lowercase) {
    ready_.push_back({code_point, origin});
    return;
  }
  lowered_.clear();
  bert::append_lower_case(lowered_, code_point);
  for (const char32_t value : lowered_) ready_.push_back({value, origin});
}

}  // namespace marrow
