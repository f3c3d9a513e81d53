#pragma once

#include <filesystem>
#include <string>

#include "io/http_client.h"
#include "models/model_store.h"
#include "models/partial_model.h"

namespace marrow {

struct HubOptions {
  std::filesystem::path models_folder;  ///< made when absent
  std::string endpoint = "https://huggingface.co";
  HttpOptions http;  ///< its bearer_token is the user's token
  BeginStep begin_step;

  /// Throws invalid_argument.
  void validate() const;
};

/// Makes folder_of(name) the model's folder, from a server with the Hugging Face hub's layout:
///   ENDPOINT/api/models/OWNER/NAME/revision/REVISION?blobs=true    the commit, its files and their sums
///   ENDPOINT/OWNER/NAME/resolve/COMMIT/PATH                        one file
///
/// The revision is turned into a commit once; all files are of that commit, and the record keeps it.
/// Only needed_files() are fetched, each is resumed where an earlier run left it and verified by the
/// sum that the hub states (its SHA-256, or its git name for small files); a file without any stated
/// sum is refused. A folder whose files are as its record says is left alone, without a request; a
/// damaged one is mended from the same commit. The folder is whole or absent, as with pull_model.
///
/// Throws not_found when the hub knows no such model or revision; io, with advice on the token, when it
/// refuses (401, 403), or when it cannot be reached; bad_input, with both sums, for altered files.
PullOutcome pull_hub_model(const HubName& name, const HubOptions& options);

}  // namespace marrow
