#include "io/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::size_t kKeptOutputBytes = std::size_t{64} * 1024;
constexpr int kPollMilliseconds = 100;
constexpr auto kGraceTime = std::chrono::seconds(2);

[[noreturn]] void fail(const std::string& program, const char* what, int error) {
  throw Error(ErrorCode::io, quote(program) + ": " + what + ": " + std::generic_category().message(error));
}

/// The reading end of a pipe whose writing end a child holds.
class OutputPipe {
 public:
  explicit OutputPipe(const std::string& program) {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) fail(program, "cannot make a pipe", errno);
  }
  ~OutputPipe() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  OutputPipe(const OutputPipe&) = delete;
  OutputPipe& operator=(const OutputPipe&) = delete;

  int writing_end() const noexcept { return ends_[1]; }
  void close_writing_end() noexcept {
    ::close(ends_[1]);
    ends_[1] = -1;
  }

  /// True once every writer has closed.
  bool closed() const noexcept { return closed_; }

  /// Waits up to `milliseconds` for output and keeps the last of it. False when none came.
  bool read_some(std::string& kept, int milliseconds) {
    pollfd waiting{ends_[0], POLLIN, 0};
    if (::poll(&waiting, 1, milliseconds) <= 0) return false;
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(ends_[0], buffer.data(), buffer.size());
    closed_ = count == 0;
    if (count <= 0) return false;
    kept.append(buffer.data(), static_cast<std::size_t>(count));
    if (kept.size() > kKeptOutputBytes) kept.erase(0, kept.size() - kKeptOutputBytes);
    return true;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
  bool closed_ = false;
};

/// A started program, in a process group of its own. Its end is awaited, by force if need be.
class Child {
 public:
  explicit Child(pid_t process) noexcept : process_(process) {}
  ~Child() { end_by_force(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// True, with its status, once the program has ended.
  bool has_ended() {
    if (!ended_) ended_ = ::waitpid(process_, &status_, WNOHANG) == process_;
    return ended_;
  }

  int exit_status() const noexcept {
    return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
  }

 private:
  void end_by_force() noexcept {
    if (has_ended()) return;
    ::kill(-process_, SIGTERM);
    const auto deadline = std::chrono::steady_clock::now() + kGraceTime;
    while (!has_ended() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (ended_) return;
    ::kill(-process_, SIGKILL);
    ::waitpid(process_, &status_, 0);
  }

  pid_t process_;
  int status_ = 0;
  bool ended_ = false;
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// This process's environment with `changes` applied.
std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> entries = changes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    const bool replaced = std::any_of(changes.begin(), changes.end(), [&](const std::string& change) {
      return std::string_view(change).substr(0, name.size()) == name;
    });
    if (!replaced) entries.emplace_back(text);
  }
  return entries;
}

/// How posix_spawn is to set the child up; frees what it holds.
class SpawnSettings {
 public:
  SpawnSettings(int output, const std::filesystem::path& folder) {
    posix_spawn_file_actions_init(&files_);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&files_, folder.c_str());
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files_, output, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* files() const noexcept { return &files_; }
  const posix_spawnattr_t* attributes() const noexcept { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

/// The process that was started; nothing when there is no such program.
std::optional<pid_t> start(const ProcessRequest& request, int output) {
  std::vector<std::string> arguments = request.arguments;
  std::vector<std::string> environment = environment_with(request.environment);
  const SpawnSettings settings(output, request.folder);
  pid_t process = 0;
  const int error =
      ::posix_spawnp(&process, arguments.front().c_str(), settings.files(), settings.attributes(),
                     pointers_to(arguments).data(), pointers_to(environment).data());
  if (error == ENOENT) return std::nullopt;
  if (error != 0) fail(arguments.front(), "cannot run", error);
  return process;
}

}  // namespace

ProcessResult run_process(const ProcessRequest& request) {
  if (request.arguments.empty()) throw Error(ErrorCode::invalid_argument, "run_process: no program is named");
  OutputPipe output(request.arguments.front());
  const std::optional<pid_t> started = start(request, output.writing_end());
  if (!started) return {kNoSuchProgram, request.arguments.front() + ": no such program"};
  Child child(*started);
  output.close_writing_end();
  ProcessResult result;
  while (!child.has_ended()) {
    if (request.poll) request.poll();
    if (output.closed()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    output.read_some(result.output, kPollMilliseconds);
  }
  // What was written before the end; a grandchild that still holds the pipe is not waited for.
  while (output.read_some(result.output, 0)) continue;
  result.exit_status = child.exit_status();
  return result;
}

}  // namespace marrow
