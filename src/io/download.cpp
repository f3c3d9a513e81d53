#include "io/download.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include "io/durable_file.h"
#include "io/file_errors.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr int kOk = 200;
constexpr int kPartialContent = 206;
constexpr int kNotFound = 404;
constexpr int kRangeNotSatisfiable = 416;

[[noreturn]] void fail_system(const std::filesystem::path& path, const char* what) {
  const int error = errno;
  throw Error(ErrorCode::io, path.string() + ": " + what + ": " + std::generic_category().message(error));
}

/// The growing file of a download. Its bytes, if any, stay on the disk when it is closed. One process at a
/// time has it open: the lock goes with the descriptor.
class PartialFile {
 public:
  explicit PartialFile(std::filesystem::path path) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) fail_system(path_, "cannot create");
    try {
      lock_and_measure();
    } catch (const Error&) {
      ::close(descriptor_);
      throw;
    }
  }
  ~PartialFile() {
    if (size_ == 0 && !finished_) ::unlink(path_.c_str());  // there is nothing to go on from
    ::close(descriptor_);
  }
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  std::size_t size() const noexcept { return size_; }

  void append(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_system(path_, "cannot write");
      bytes.remove_prefix(static_cast<std::size_t>(written));
      size_ += static_cast<std::size_t>(written);
    }
  }

  void clear() {
    if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) != 0) {
      fail_system(path_, "cannot empty");
    }
    size_ = 0;
  }

  void flush() {
    if (::fsync(descriptor_) != 0) fail_system(path_, "cannot flush");
  }

  /// Makes the file `final_path`; the last thing that is done with it.
  void rename_to(const std::filesystem::path& final_path) {
    std::filesystem::rename(path_, final_path);
    path_ = final_path;
    finished_ = true;
  }

 private:
  void lock_and_measure() {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail_system(path_, "cannot lock");
      throw Error(ErrorCode::io, path_.string() + ": another process is downloading it");
    }
    const off_t end = ::lseek(descriptor_, 0, SEEK_END);
    if (end < 0) fail_system(path_, "cannot read the size of");
    size_ = static_cast<std::size_t>(end);
  }

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
  bool finished_ = false;
};

/// `first` and `total` of a header `Content-Range: bytes FIRST-LAST/TOTAL` or `bytes */TOTAL`.
struct ContentRange {
  std::optional<std::size_t> first;
  std::optional<std::size_t> total;
};

std::optional<std::size_t> number_at(std::string_view text) {
  std::size_t value = 0;
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || stop == text.data()) return std::nullopt;
  return value;
}

ContentRange content_range_of(const HttpResponse& response) {
  ContentRange range;
  const auto header = response.headers.find("content-range");
  if (header == response.headers.end()) return range;
  std::string_view text = header->second;
  constexpr std::string_view unit = "bytes ";
  if (!text.starts_with(unit)) return range;
  text.remove_prefix(unit.size());
  range.first = number_at(text);
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) range.total = number_at(text.substr(slash + 1));
  return range;
}

/// One download on its way: PATH.partial and what is known of it.
class Fetching {
 public:
  Fetching(HttpClient& client, const Download& download, const Progress& progress, PartialFile& file)
      : client_(client), download_(download), progress_(progress), file_(file) {}

  /// Until all bytes have come. Gives up after options.attempts tries in a row that brought nothing new.
  void run() {
    std::size_t most = file_.size();
    for (int in_vain = 0;;) {
      const HttpAttempt attempt = ask();
      if (is_whole(attempt)) return;
      if (!attempt.worth_repeating && !starts_again_) fail_for_good(attempt);
      starts_again_ = false;
      in_vain = file_.size() > most ? 0 : in_vain + 1;
      most = std::max(most, file_.size());
      if (in_vain >= client_.options().attempts) fail_for_good(attempt);
      client_.pause_after(std::max(in_vain, 1), attempt, [&](std::size_t, std::size_t) { report(0); });
    }
  }

  /// Whether the file was put together from the bodies of several answers.
  bool in_pieces() const noexcept { return in_pieces_; }

 private:
  HttpAttempt ask() {
    const std::size_t before = file_.size();
    HttpRequest request{.url = download_.url};
    if (before > 0) request.headers.push_back("Range: bytes=" + std::to_string(before) + "-");
    bool started = false;
    const HttpBodySink sink = [&](const HttpResponse& head, std::string_view piece) {
      if (head.status != kOk && head.status != kPartialContent) return;
      if (!std::exchange(started, true)) start_body(head, before);
      check_limit(piece.size());
      file_.append(piece);
    };
    const Progress counted = [&](std::size_t done, std::size_t total) {
      report(total > 0 ? total - done + file_.size() : 0);
    };
    HttpAttempt attempt = client_.attempt(request, sink, counted);
    // A body without a single byte never reaches the sink.
    if (!started && attempt.response.status == kOk) file_.clear();
    return attempt;
  }

  /// What is there already counts only when the server goes on exactly behind it.
  void start_body(const HttpResponse& head, std::size_t before) {
    if (head.status == kOk) {
      file_.clear();
      in_pieces_ = false;
    } else if (const auto first = content_range_of(head).first; first != before) {
      fail(ErrorCode::io, "asked for the bytes from " + std::to_string(before) +
                              " on, the server sent those from " +
                              (first ? std::to_string(*first) : "an unknown place") + " on");
    } else {
      in_pieces_ = in_pieces_ || before > 0;
    }
    const auto length = head.headers.find("content-length");
    if (length != head.headers.end()) check_limit(number_at(length->second).value_or(0));
  }

  void check_limit(std::size_t more) const {
    if (more <= download_.max_bytes - std::min(download_.max_bytes, file_.size())) return;
    fail(ErrorCode::io, "longer than " + std::to_string(download_.max_bytes) + " bytes, the limit");
  }

  bool is_whole(const HttpAttempt& attempt) {
    if (!attempt.failure.empty()) return false;
    const int status = attempt.response.status;
    if (status == kOk || status == kPartialContent) return true;
    if (status != kRangeNotSatisfiable || file_.size() == 0) return false;
    // The server has nothing behind what is there: that is the whole, or of another version.
    if (content_range_of(attempt.response).total == file_.size()) {
      in_pieces_ = true;
      return true;
    }
    file_.clear();
    starts_again_ = true;
    return false;
  }

  [[noreturn]] void fail_for_good(const HttpAttempt& attempt) const {
    const int status = attempt.response.status;
    const bool answered = attempt.failure.empty();
    std::string what =
        answered ? "the server answered with status " + std::to_string(status) : attempt.failure;
    if (file_.size() > 0) {
      what += "; " + std::to_string(file_.size()) + " bytes are kept, the next call goes on from there";
    }
    fail(answered && status == kNotFound ? ErrorCode::not_found : ErrorCode::io, what);
  }

  [[noreturn]] void fail(ErrorCode code, const std::string& what) const {
    throw Error(code, "GET " + shown_url(download_.url) + ": " + what);
  }

  void report(std::size_t total) const {
    if (progress_) progress_(file_.size(), download_.bytes.value_or(total));
  }

  HttpClient& client_;
  const Download& download_;
  const Progress& progress_;
  PartialFile& file_;
  bool in_pieces_ = false;
  bool starts_again_ = false;
};

/// Why the file at `path` is not the wanted one; empty when it is.
std::string mismatch(const Download& download, const std::filesystem::path& path) {
  const std::size_t bytes = std::filesystem::file_size(path);
  if (download.bytes && *download.bytes != bytes) {
    return std::to_string(bytes) + " bytes, expected " + std::to_string(*download.bytes);
  }
  if (download.digest.empty()) return {};
  const std::string found = digest_of_file(download.digest_kind, path);
  if (found == download.digest) return {};
  return std::string(name_of(download.digest_kind)) + ' ' + found + ", expected " + download.digest;
}

bool is_there(const Download& download) {
  return !download.digest.empty() && std::filesystem::is_regular_file(download.path) &&
         mismatch(download, download.path).empty();
}

}  // namespace

void Download::validate() const {
  const std::size_t digits = digit_count(digest_kind);
  const bool hexadecimal = digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!digest.empty() && (digest.size() != digits || !hexadecimal)) {
    throw Error(ErrorCode::invalid_argument, "expected a digest of " + std::to_string(digits) +
                                                 " lower-case hexadecimal digits, got " + quote(digest));
  }
  if (path.filename().empty()) {
    throw Error(ErrorCode::invalid_argument, "expected a file to download to, got " + quote(path.string()));
  }
}

DownloadOutcome fetch(HttpClient& client, const Download& download, const Progress& progress) {
  download.validate();
  return with_file_errors([&] {
    if (is_there(download)) return DownloadOutcome::already_there;
    const std::filesystem::path folder = download.path.has_parent_path() ? download.path.parent_path() : ".";
    std::filesystem::create_directories(folder);
    std::filesystem::path partial = download.path;
    partial += ".partial";
    PartialFile file(partial);
    bool in_pieces = false;
    for (int round = 1;; ++round) {
      Fetching fetching(client, download, progress, file);
      fetching.run();
      in_pieces = fetching.in_pieces();
      const std::string problem = mismatch(download, partial);
      if (problem.empty()) break;
      if (!in_pieces || round == 2) {
        std::filesystem::remove(partial);
        throw Error(ErrorCode::bad_input, "GET " + shown_url(download.url) + ": what came has " + problem +
                                              "; it was removed, nothing else was touched");
      }
      file.clear();
    }
    file.flush();
    file.rename_to(download.path);
    flush_folder(folder);
    return in_pieces ? DownloadOutcome::resumed : DownloadOutcome::fetched;
  });
}

}  // namespace marrow
