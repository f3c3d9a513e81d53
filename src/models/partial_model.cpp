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

/// Whether the open folder is the one that `path` names.
bool is_at(int descriptor, const std::filesystem::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

PartialModel::Lock::Lock(const std::filesystem::path& folder) {
  while (descriptor_ < 0) {
    make_folder(folder);
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0 && errno != ENOENT) fail(folder, "cannot open the folder", errno);
    if (opened < 0) continue;
    if (::flock(opened, LOCK_EX | LOCK_NB) != 0) {
      ::close(opened);
      throw Error(ErrorCode::io,
                  folder.string() + ": another process is pulling this model; wait until it is through");
    }
    // Between opening and locking its owner may have finished it: then the path names another folder.
    if (is_at(opened, folder)) {
      descriptor_ = opened;
    } else {
      ::close(opened);
    }
  }
}

PartialModel::Lock::~Lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

PartialModel::PartialModel(std::filesystem::path folder)
    : folder_(std::move(folder)), partial_(folder_.string() + ".partial"), lock_(partial_) {
  // First one rename, so that a damaged folder never stands there half emptied; then file by file.
  const std::filesystem::path taken = scratch() / "taken";
  if (std::filesystem::is_directory(folder_)) std::filesystem::rename(folder_, taken);
  if (std::filesystem::is_directory(taken)) merge_folder(taken, partial_);
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
