#include "io/fresh_folder.h"

#include <utility>

#include "core/check.h"
#include "io/durable_file.h"
#include "io/file_errors.h"

namespace marrow {

FreshFolder::FreshFolder(std::filesystem::path place, std::string_view ending)
    : place_(std::move(place)), made_(place_) {
  made_ += ending;
  with_file_errors([&] {
    if (std::filesystem::exists(place_)) {
      throw Error(ErrorCode::io, place_.string() + ": exists already, expected a new folder");
    }
    std::filesystem::remove_all(made_);
    std::filesystem::create_directories(made_);
  });
}

FreshFolder::~FreshFolder() {
  std::error_code ignored;
  if (!made_.empty()) std::filesystem::remove_all(made_, ignored);
}

void FreshFolder::commit() {
  MARROW_ASSERT(!made_.empty());
  with_file_errors([&] { std::filesystem::rename(made_, place_); });
  made_.clear();
  flush_folder(place_.has_parent_path() ? place_.parent_path() : std::filesystem::path("."));
}

}  // namespace marrow
