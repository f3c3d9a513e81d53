#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "io/digest.h"
#include "io/http_client.h"
#include "marrow/types.h"

namespace marrow {

struct Download {
  std::string url{};
  std::filesystem::path path{};  ///< where the finished file stands; its folder is made
  DigestKind digest_kind = DigestKind::sha256;
  std::string digest{};                           ///< expected, lower-case hexadecimal; empty: not checked
  std::optional<std::size_t> bytes{};             ///< expected size, where it is known
  std::size_t max_bytes = std::size_t{16} << 30;  ///< never store more than this

  /// Throws invalid_argument.
  void validate() const;
};

enum class DownloadOutcome { already_there, fetched, resumed };

/// Makes `download.path` the wanted file. The file is there, whole and verified, or it is what it was.
///
/// Bytes go to `PATH.partial`, which outlives an interruption: the next call goes on where it ended
/// (HTTP Range; a server without ranges sends all again). When all has come the size and the digest
/// are checked, the file is flushed to disk and renamed to PATH. A file at PATH that already has the
/// digest is left alone, and nothing is fetched.
///
/// A mismatch throws bad_input with both sums; it removes the partial file only (after one more full
/// try when the bytes had come in several pieces, which may be of different versions) and leaves PATH
/// as it was. Throws not_found for 404, io when the server cannot be reached, answers with another
/// error or goes on failing (options.attempts tries without a new byte), or the disk is full.
/// `progress` counts bytes, those of earlier calls included.
DownloadOutcome fetch(HttpClient& client, const Download& download, const Progress& progress = {});

}  // namespace marrow
