#pragma once

#include <filesystem>
#include <string_view>

namespace marrow {

/// A folder that is wholly there or not at all.
///
/// Its content is made in a folder beside its place; commit() renames that into the place, which must
/// be free, and flushes the parent. Destroyed without commit(), it removes what was made. What an
/// interrupted process left beside the place is removed at the start.
/// Thread safety: none.
class FreshFolder {
 public:
  /// `ending` is added to the place's name while the folder is being made. Throws io when the place is
  /// taken or the folder cannot be made.
  explicit FreshFolder(std::filesystem::path place, std::string_view ending = ".new");
  ~FreshFolder();
  FreshFolder(const FreshFolder&) = delete;
  FreshFolder& operator=(const FreshFolder&) = delete;

  /// Where to put the content until commit().
  const std::filesystem::path& path() const noexcept { return made_; }

  /// At most once; path() is over after it.
  void commit();

 private:
  std::filesystem::path place_;
  std::filesystem::path made_;  // empty after commit()
};

}  // namespace marrow
