#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "marrow/error.h"

namespace marrow {

struct LineReaderOptions {
  /// A longer line is refused: what bounds the memory of reading. At least 1.
  std::size_t max_line_bytes = std::size_t{64} << 20;

  /// Throws invalid_argument.
  void validate() const;
};

/// Reads a text line by line, in memory bounded by its longest line.
///
/// A line ends with LF or CRLF, neither of which belongs to its text; any other CR does. The last
/// line may lack its end; an end that stands last opens no further line. A byte order mark (EF BB BF)
/// at the very start is skipped, and columns count from behind it; anywhere else it is text. Bytes
/// are not checked to be UTF-8.
/// Thread safety: none.
class LineReader {
 public:
  explicit LineReader(std::unique_ptr<ByteSource> source, LineReaderOptions options = {});
  /// Plain or gzip, as the content says. Throws not_found or io.
  explicit LineReader(const std::filesystem::path& path, LineReaderOptions options = {});

  /// Moves to the next line; false when there is none. Throws as ByteSource::read, and bad_input for a
  /// line over the limit.
  bool next();

  /// The current line without its end. A view: valid until next().
  std::string_view text() const noexcept { return text_; }
  /// The current line's number, from 1.
  std::size_t number() const noexcept { return number_; }
  const std::string& source() const noexcept { return source_->name(); }

  /// Where column `column` (from 1, in bytes) of the current line stands. A view of this reader.
  SourceLocation at(std::size_t column) const noexcept { return {source_->name(), number_, column}; }

 private:
  bool fill();
  void start();
  void accept(std::size_t length, std::size_t end_length);

  std::unique_ptr<ByteSource> source_;
  LineReaderOptions options_;
  std::vector<char> buffer_;  // [begin_, end_) is read and not yet given out
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string_view text_;
  std::size_t number_ = 0;
  bool started_ = false;
};

}  // namespace marrow
