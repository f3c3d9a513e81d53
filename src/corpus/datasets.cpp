#include "corpus/datasets.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/check.h"
#include "core/nearest.h"
#include "io/file_errors.h"
#include "marrow/error.h"

namespace marrow {

double DatasetFigure::ndcg_at_10() const {
  double value = 0.0;
  [[maybe_unused]] const auto read =
      std::from_chars(statement.data(), statement.data() + statement.size(), value);
  MARROW_ASSERT(read.ec == std::errc{});
  return value;
}

const DatasetDescriptor* find_dataset(std::string_view name) noexcept {
  const auto known = known_datasets();
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto& d) { return d.name == name; });
  return found == known.end() ? nullptr : &*found;
}

const DatasetDescriptor& require_dataset(std::string_view name) {
  if (const DatasetDescriptor* const found = find_dataset(name)) return *found;
  std::vector<std::string_view> names;
  for (const DatasetDescriptor& dataset : known_datasets()) names.push_back(dataset.name);
  const std::string near = nearest(name, names);
  throw Error(ErrorCode::not_found, "no known data set " + quote(name) +
                                        (near.empty() ? "" : ", did you mean " + quote(near) + "?") +
                                        " `marrow datasets list` names them all");
}

std::vector<std::string> collections_in(const std::filesystem::path& data_folder) {
  return with_file_errors([&] {
    std::vector<std::string> names;
    if (!std::filesystem::is_directory(data_folder)) return names;
    for (const auto& entry : std::filesystem::directory_iterator(data_folder)) {
      if (Collection::is_there(entry.path())) names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  });
}

Collection open_collection(std::string_view name, const std::filesystem::path& data_folder,
                           std::string_view split) {
  return with_file_errors([&] {
    const bool is_path = name.starts_with('/') || name.starts_with("./") || name.starts_with("../");
    const std::filesystem::path inside = data_folder / name;
    if (!is_path && !name.empty() && std::filesystem::is_directory(inside))
      return Collection::open(inside, split);
    const std::filesystem::path folder(name);
    if (std::filesystem::is_directory(folder)) return Collection::open(folder, split);
    if (is_path) throw Error(ErrorCode::not_found, folder.string() + ": no such folder");
    if (find_dataset(name) != nullptr) {
      throw Error(ErrorCode::not_found, "data set " + quote(name) + " is not in " + data_folder.string() +
                                            "; get it with: marrow datasets pull " + std::string(name));
    }
    throw Error(ErrorCode::not_found, quote(name) + ": no folder of that name, neither in " +
                                          data_folder.string() +
                                          " nor here, and no known data set (marrow datasets list)");
  });
}

}  // namespace marrow
