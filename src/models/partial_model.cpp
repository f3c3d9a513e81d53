#include "models/partial_model.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "io/durable_file.h"
#include "marrow/error.h"

namespace marrow {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error) {
  throw Error(ErrorCode::io, path.string() + ": " + what + ": " + std::generic_category().message(error));
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail(folder, "cannot make the folder", error.value());
}

/// Moves every file of `from` to its place in `into`, where the place is free, and removes `from`.
void merge_folder(const std::filesystem::path& from, const std::filesystem::path& into) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(from)) {
    if (!entry.is_directory()) files.push_back(entry.path());
  }
  for (const std::filesystem::path& file : files) {
    const std::filesystem::path place = into / file.lexically_relative(from);
    if (std::filesystem::exists(place)) continue;
    make_folder(place.parent_path());
    std::filesystem::rename(file, place);
  }
  std::filesystem::remove_all(from);
}

}  // namespace

PartialModel::PartialModel(std::filesystem::path folder) : folder_(std::move(folder)), partial_(folder_) {
  partial_ += ".partial";
  while (!try_lock()) continue;
  if (std::filesystem::is_directory(folder_)) merge_folder(folder_, partial_);
}

PartialModel::~PartialModel() {
  if (lock_ >= 0) ::close(lock_);
}

/// False when the folder that was locked is no longer the one at the path: its owner finished it.
bool PartialModel::try_lock() {
  make_folder(partial_);
  lock_ = ::open(partial_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) {
    if (errno == ENOENT) return false;
    fail(partial_, "cannot open the folder", errno);
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    throw Error(ErrorCode::io,
                partial_.string() + ": another process is pulling this model; wait until it is through");
  }
  struct stat locked {};
  struct stat named {};
  const bool same = ::fstat(lock_, &locked) == 0 && ::stat(partial_.c_str(), &named) == 0 &&
                    locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
  if (!same) ::close(std::exchange(lock_, -1));
  return same;
}

bool PartialModel::has(const ExpectedFile& file) const {
  const FileCheck check = check_files(partial_, {&file, 1}).front();
  if (check.state == FileState::altered) std::filesystem::remove(partial_ / file.path);
  return check.state == FileState::good;
}

std::filesystem::path PartialModel::path_of(const ExpectedFile& file) const {
  std::filesystem::path path = partial_ / file.path;
  make_folder(path.parent_path());
  return path;
}

std::filesystem::path PartialModel::scratch() const {
  std::filesystem::path folder = partial_ / ".scratch";
  make_folder(folder);
  return folder;
}

void PartialModel::finish(const ModelRecord& record) {
  for (const FileCheck& check : check_files(partial_, record.files)) {
    if (check.state != FileState::good)
      throw Error(ErrorCode::bad_input, record.name + ": " + describe(check));
  }
  std::filesystem::remove_all(partial_ / ".scratch");
  write_file(partial_ / kModelRecordName, to_text(record));
  std::error_code error;
  std::filesystem::rename(partial_, folder_, error);
  if (error) fail(folder_, "cannot rename the finished folder to", error.value());
  flush_folder(folder_.parent_path());
}

}  // namespace marrow
