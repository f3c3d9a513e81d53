#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "marrow/types.h"
#include "models/model_store.h"

namespace marrow {

/// Called when a long step begins, with what it is; gives the callback that its progress goes to.
/// An empty function is not called.
using BeginStep = std::function<Progress(const std::string& step)>;

enum class PullOutcome : std::uint8_t { already_there, pulled };

/// A model folder in the making: FOLDER.partial, which becomes FOLDER by one rename once it is
/// complete. Destroyed before that, it leaves what it has for the next run.
///
/// Other processes are kept out by a lock on the folder itself, which ends with this object, however
/// the process ends. Thread safety: none.
class PartialModel {
 public:
  /// Goes on with FOLDER.partial when there is one, and takes over what a damaged FOLDER holds.
  /// Throws io when another process is at it or the folder cannot be made.
  explicit PartialModel(std::filesystem::path folder);

  /// FOLDER.partial.
  const std::filesystem::path& path() const noexcept { return partial_; }

  /// Whether the file is there already with the right bytes. One with other bytes is removed.
  bool has(const ExpectedFile& file) const;

  /// Where `file` is to be written; the folders on the way exist.
  std::filesystem::path path_of(const ExpectedFile& file) const;

  /// A folder for what is needed on the way only; removed by finish().
  std::filesystem::path scratch() const;

  /// Checks every file of `record` once more, writes the record and gives the folder its name.
  /// At most once. Throws bad_input, naming the first file that is not as it must be.
  void finish(const ModelRecord& record);

 private:
  /// A locked folder; made when it was absent.
  class Lock {
   public:
    explicit Lock(const std::filesystem::path& folder);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    int descriptor_ = -1;
  };

  std::filesystem::path folder_;
  std::filesystem::path partial_;
  Lock lock_;
};

}  // namespace marrow
