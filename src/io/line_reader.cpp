#include "io/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace marrow {
namespace {

constexpr std::size_t kStartBytes = std::size_t{1} << 17;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

void LineReaderOptions::validate() const {
  if (max_line_bytes == 0) {
    throw Error(ErrorCode::invalid_argument, "max_line_bytes must be at least 1, got 0");
  }
}

LineReader::LineReader(std::unique_ptr<ByteSource> source, LineReaderOptions options)
    : source_(std::move(source)), options_(options), buffer_(kStartBytes) {
  options_.validate();
}

LineReader::LineReader(const std::filesystem::path& path, LineReaderOptions options)
    : LineReader(open_file(path), options) {}

/// Reads more behind end_; false at the end of the source. Moves what is not yet given out to the
/// front and grows only when one line fills the whole buffer.
bool LineReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const std::size_t count = source_->read(std::span(buffer_).subspan(end_));
  end_ += count;
  return count > 0;
}

void LineReader::start() {
  started_ = true;
  while (end_ < kByteOrderMark.size() && fill()) {
  }
  const std::string_view front(buffer_.data(), end_);
  if (front.substr(0, kByteOrderMark.size()) == kByteOrderMark) begin_ = kByteOrderMark.size();
}

bool LineReader::next() {
  if (!started_) start();
  // Bytes already searched for a line end, so that a long line is not searched again and again.
  std::size_t searched = 0;
  for (;;) {
    const char* const line = buffer_.data() + begin_;
    const std::size_t available = end_ - begin_;
    if (available > searched) {
      const void* const found = std::memchr(line + searched, '\n', available - searched);
      if (found != nullptr) {
        accept(static_cast<std::size_t>(static_cast<const char*>(found) - line), 1);
        return true;
      }
    }
    searched = available;
    // Two more than the limit: the line end may be CRLF.
    if (available > options_.max_line_bytes + 2) accept(available, 0);
    if (!fill()) break;
  }
  if (begin_ == end_) {
    text_ = {};
    return false;
  }
  accept(end_ - begin_, 0);
  return true;
}

/// Makes the first `length` unread bytes the current line and skips them and its `end_length`.
void LineReader::accept(std::size_t length, std::size_t end_length) {
  ++number_;
  text_ = std::string_view(buffer_.data() + begin_, length);
  begin_ += length + end_length;
  if (end_length > 0 && !text_.empty() && text_.back() == '\r') text_.remove_suffix(1);
  if (text_.size() > options_.max_line_bytes) {
    fail_at(at(options_.max_line_bytes + 1),
            "the line is longer than " + std::to_string(options_.max_line_bytes) + " bytes, the limit");
  }
}

}  // namespace marrow
