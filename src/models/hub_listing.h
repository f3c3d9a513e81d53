#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace marrow {

/// What a hub says a file's bytes are.
enum class HubSum : std::uint8_t {
  none,      ///< nothing
  sha256,    ///< of files in large-file storage: weights
  git_blob,  ///< SHA-1 of "blob SIZE\0" and the bytes, as git names small files
};

/// One file of a model repository.
struct HubFile {
  std::string path;
  std::optional<std::uint64_t> bytes;
  HubSum kind = HubSum::none;
  std::string sum;  ///< lower-case hexadecimal
  friend bool operator==(const HubFile&, const HubFile&) = default;
};

/// A model repository at one commit.
struct HubListing {
  std::string commit;   ///< 40 hexadecimal digits
  std::string licence;  ///< its `license:` tag; "no licence tag" when it has none
  std::vector<HubFile> files;
};

/// Reads the answer of `/api/models/OWNER/NAME/revision/REVISION?blobs=true`. Files whose names could
/// leave a folder are left out: none that is needed is called so.
/// Throws bad_input, naming `source` and the member that is not as it must be.
HubListing parse_hub_listing(std::string_view text, std::string_view source);

/// The files that make a model folder: configuration, tokenizer, the modules' configurations, the
/// model card, and the weights: model.safetensors, else model.onnx, else onnx/model.onnx, with the
/// data file that belongs to an ONNX file. Pickles (pytorch_model.bin) are never among them.
/// Throws bad_input, naming `source`, when there is no config.json or no such weights.
std::vector<HubFile> needed_files(const HubListing& listing, std::string_view source);

/// A file's sum out of an ETag header (`"…"`, `W/"…"`): 64 hexadecimal digits are SHA-256, 40 a git blob.
void set_sum_from_etag(HubFile& file, std::string_view etag);

}  // namespace marrow
