#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/datasets.h"
#include "corpus/inspect.h"
#include "io/http_client.h"

/// Getting known data sets and checking what stands on the disk.
namespace marrow {

/// Where BEIR's archives are: URL/NAME.zip.
inline constexpr std::string_view kBeirUrl =
    "https://public.ukp.informatik.tu-darmstadt.de/thakur/BEIR/datasets";

/// Makes the callback that shows the progress of one step by name.
using StepProgress = std::function<Progress(const std::string& step)>;

struct DatasetPull {
  std::filesystem::path data_folder;  ///< the set goes to DATA_FOLDER/NAME
  std::string base_url{kBeirUrl};
  HttpOptions http{};
};

enum class PullOutcome { already_there, pulled };

/// Makes DATA_FOLDER/NAME the data set. It is there, whole and verified, or it is what it was.
///
/// The archive is fetched to NAME.zip.partial, which a later call continues, checked against the
/// descriptor's MD5, and renamed (io/download.h); its corpus, queries and judgements are unpacked
/// beside the place, recorded in marrow_source.json (address, MD5, SHA-256 of each file) and renamed
/// into it; then the archive is removed. A folder that stands there already is left as it is.
/// Throws as fetch and unpack; bad_input for an archive without a corpus, queries or judgements.
PullOutcome pull_dataset(const DatasetDescriptor& dataset, const DatasetPull& pull,
                         const StepProgress& progress);

/// What checking a collection's folder found.
struct DatasetCheck {
  CollectionCounts counts;
  std::string data_hash;
  bool has_record = false;            ///< whether it was pulled, so that its files could be compared
  std::vector<std::string> problems;  ///< empty: nothing is wrong
};

/// Reads the whole collection and compares it with the record of its pull, where there is one, and
/// with `expected`, where that is given. Throws where a file does not follow its format.
DatasetCheck check_dataset(const Collection& collection, const DatasetDescriptor* expected,
                           const StepProgress& progress);

}  // namespace marrow
