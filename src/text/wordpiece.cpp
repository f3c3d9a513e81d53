#include "text/wordpiece.h"

#include <algorithm>
#include <string>
#include <utility>

#include "marrow/error.h"
#include "text/bert_words.h"
#include "text/token_trie.h"
#include "text/utf8.h"

namespace marrow {
namespace {

struct Piece {
  std::int32_t id;
  ByteRange origin;
};

/// A text's pieces, up to a limit.
struct Pieces {
  explicit Pieces(std::size_t room) : limit(room) {}

  std::size_t limit;
  std::vector<Piece> kept;
  bool cut = false;

  /// False, and `cut`, when there is no room left.
  bool add(std::int32_t id, ByteRange origin) {
    cut = kept.size() == limit;
    if (!cut) kept.push_back({id, origin});
    return !cut;
  }
};

void check_vocabulary(const TokenizerSpec& spec) {
  for (std::size_t id = 0; id < spec.vocabulary.size(); ++id) {
    const std::string& entry = spec.vocabulary[id];
    if (!entry.empty() && is_valid_utf8(entry)) continue;
    throw Error(ErrorCode::bad_input, "vocabulary: entry " + std::to_string(id) + " is " +
                                          (entry.empty() ? "empty" : quote(entry) + ", not UTF-8"));
  }
  if (spec.max_word_code_points == 0) {
    throw Error(ErrorCode::bad_input, "tokenizer: the longest word must have at least 1 code point, got 0");
  }
}

std::vector<TokenTrie::Entry> whole_entries(const TokenizerSpec& spec) {
  std::vector<TokenTrie::Entry> entries;
  for (const std::string& entry : spec.vocabulary) {
    entries.push_back({entry, static_cast<std::int32_t>(entries.size())});
  }
  return entries;
}

/// What may stand inside a word: the entries that begin with the prefix, without it.
std::vector<TokenTrie::Entry> continuation_entries(const TokenizerSpec& spec) {
  std::vector<TokenTrie::Entry> entries;
  for (const auto& [text, id] : whole_entries(spec)) {
    if (text.size() <= spec.continuation_prefix.size() || !text.starts_with(spec.continuation_prefix))
      continue;
    entries.push_back({text.substr(spec.continuation_prefix.size()), id});
  }
  return entries;
}

std::vector<TokenTrie::Entry> added_entries(const TokenizerSpec& spec, SpecialTokenText special) {
  std::vector<TokenTrie::Entry> entries;
  for (const auto& added : spec.added_tokens) {
    if (special == SpecialTokenText::parity || !added.special) entries.push_back({added.content, added.id});
  }
  return entries;
}

/// All tokens by id: the vocabulary, then the added tokens that it lacks.
std::vector<std::string> all_tokens(const TokenizerSpec& spec) {
  std::vector<std::string> tokens = spec.vocabulary;
  for (const auto& [content, id, special] : spec.added_tokens) {
    if (content.empty() || !is_valid_utf8(content)) {
      throw Error(ErrorCode::bad_input, "tokenizer: added token " + std::to_string(id) + " is " +
                                            (content.empty() ? "empty" : quote(content) + ", not UTF-8"));
    }
    const auto place = static_cast<std::size_t>(std::max(id, 0));
    if (place == tokens.size()) tokens.push_back(content);
    if (id >= 0 && place < tokens.size() && tokens[place] == content) continue;
    throw Error(ErrorCode::bad_input, "tokenizer: added token " + quote(content) + " has id " +
                                          std::to_string(id) + ", expected its place in the vocabulary or " +
                                          std::to_string(tokens.size()));
  }
  return tokens;
}

}  // namespace

struct WordPieceTokenizer::State {
  BertWordOptions words;
  std::vector<std::string> tokens;
  TokenTrie word_starts;
  TokenTrie continuations;
  TokenTrie added;       ///< all added tokens
  TokenTrie added_safe;  ///< those that are not special
  std::int32_t unknown = 0;
  std::int32_t classification = 0;
  std::int32_t separator = 0;
  std::int32_t padding = 0;

  explicit State(const TokenizerSpec& spec)
      : words{spec.clean_text, spec.handle_chinese_chars, spec.strip_accents, spec.lowercase,
              spec.max_word_code_points},
        tokens(all_tokens(spec)),
        word_starts(whole_entries(spec)),
        continuations(continuation_entries(spec)),
        added(added_entries(spec, SpecialTokenText::parity)),
        added_safe(added_entries(spec, SpecialTokenText::safe)),
        unknown(id_of(spec.unknown_token)),
        classification(id_of(spec.classification_token)),
        separator(id_of(spec.separator_token)),
        padding(id_of(spec.padding_token)) {}

  std::int32_t id_of(const std::string& token) const {
    const auto found = std::find(tokens.begin(), tokens.end(), token);
    if (found != tokens.end()) return static_cast<std::int32_t>(found - tokens.begin());
    throw Error(ErrorCode::bad_input, "vocabulary: has no special token " + quote(token));
  }

  Pieces pieces_of(std::string_view text, std::size_t limit, SpecialTokenText special) const {
    const TokenTrie& apart = special == SpecialTokenText::parity ? added : added_safe;
    Pieces pieces(limit);
    std::size_t begin = 0;
    for (std::size_t at = 0; !apart.empty() && at < text.size() && !pieces.cut; ++at) {
      if (!apart.may_start(text[at])) continue;
      const TokenTrie::Match match = apart.longest_match(text.substr(at));
      if (match.length == 0) continue;
      const std::size_t end = at + match.length;
      if (!add_plain(text.substr(begin, at - begin), begin, pieces)) return pieces;
      pieces.add(match.id, {at, end});
      begin = end;
      at = end - 1;
    }
    if (!pieces.cut) add_plain(text.substr(begin), begin, pieces);
    return pieces;
  }

  bool add_plain(std::string_view text, std::size_t offset, Pieces& pieces) const {
    BertWordReader reader(words, text, offset);
    BertWord word;
    while (reader.next(word)) {
      if (!add_word(word, pieces)) return false;
    }
    return true;
  }

  /// Greedy longest match from the left; when some part has none, the whole word is one unknown.
  bool add_word(const BertWord& word, Pieces& pieces) const {
    const std::string_view text = word.text;
    const std::size_t before = pieces.kept.size();
    const bool cut_before = pieces.cut;
    bool room = true;
    TokenTrie::Match match;
    for (std::size_t at = 0; at < text.size(); at += match.length) {
      match = (at == 0 ? word_starts : continuations).longest_match(text.substr(at));
      if (match.length == 0) {
        pieces.kept.resize(before);
        pieces.cut = cut_before;
        return pieces.add(unknown, word.origin);
      }
      const std::size_t last = at + match.length - 1;
      room = room && pieces.add(match.id, {word.origins[at].begin, word.origins[last].end});
    }
    return text.empty() ? pieces.add(unknown, word.origin) : room;
  }
};

namespace {

void append(Encoding& encoding, std::int32_t id, std::int32_t type, ByteRange origin = {}) {
  encoding.ids.push_back(id);
  encoding.types.push_back(type);
  encoding.offsets.push_back(origin);
}

void append(Encoding& encoding, const Pieces& pieces, std::size_t count, std::int32_t type) {
  for (std::size_t i = 0; i < count; ++i) append(encoding, pieces.kept[i].id, type, pieces.kept[i].origin);
  encoding.truncated = encoding.truncated || pieces.cut || count < pieces.kept.size();
}

/// The length for text when `special_count` special tokens must stand too.
std::size_t room_in(std::size_t max_length, std::size_t special_count) {
  if (max_length >= special_count) return max_length - special_count;
  throw Error(ErrorCode::invalid_argument, "maximum length: expected at least " +
                                               std::to_string(special_count) + " tokens, got " +
                                               std::to_string(max_length));
}

}  // namespace

WordPieceTokenizer::WordPieceTokenizer(const TokenizerSpec& spec) {
  check_vocabulary(spec);
  state_ = std::make_unique<const State>(spec);
}

WordPieceTokenizer::~WordPieceTokenizer() = default;
WordPieceTokenizer::WordPieceTokenizer(WordPieceTokenizer&&) noexcept = default;
WordPieceTokenizer& WordPieceTokenizer::operator=(WordPieceTokenizer&&) noexcept = default;

Encoding WordPieceTokenizer::encode(std::string_view text, std::size_t max_length,
                                    SpecialTokenText special) const {
  const Pieces pieces = state_->pieces_of(text, room_in(max_length, 2), special);
  Encoding encoding;
  append(encoding, state_->classification, 0);
  append(encoding, pieces, pieces.kept.size(), 0);
  append(encoding, state_->separator, 0);
  return encoding;
}

Encoding WordPieceTokenizer::encode_pair(std::string_view first, std::string_view second,
                                         std::size_t max_length, SpecialTokenText special) const {
  const std::size_t room = room_in(max_length, 3);
  const Pieces a = state_->pieces_of(first, room, special);
  const Pieces b = state_->pieces_of(second, room, special);
  std::size_t first_count = a.kept.size();
  if (first_count == room) first_count -= std::min(b.kept.size(), room / 2);
  Encoding encoding;
  append(encoding, state_->classification, 0);
  append(encoding, a, first_count, 0);
  append(encoding, state_->separator, 0);
  append(encoding, b, std::min(b.kept.size(), room - first_count), 1);
  append(encoding, state_->separator, 1);
  return encoding;
}

std::string_view WordPieceTokenizer::token(std::int32_t id) const {
  if (id >= 0 && static_cast<std::size_t>(id) < state_->tokens.size()) {
    return state_->tokens[static_cast<std::size_t>(id)];
  }
  throw Error(ErrorCode::invalid_argument, "token " + std::to_string(id) + " is not in a vocabulary of " +
                                               std::to_string(state_->tokens.size()));
}

std::size_t WordPieceTokenizer::vocabulary_size() const noexcept { return state_->tokens.size(); }
std::int32_t WordPieceTokenizer::padding_id() const noexcept { return state_->padding; }

}  // namespace marrow
