#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "models/tensor.h"

/// The safetensors format: 8 bytes little-endian header size, a JSON header
/// {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [begin, end]}, …, "__metadata__": {…}}, then
/// the numbers. Source: github.com/huggingface/safetensors, README, "Format".
namespace marrow {

/// The tensors of a safetensors file, not copied: `owner` keeps `bytes` alive.
/// Throws bad_input naming `source` and the tensor when the header is broken, a type is unknown, an extent
/// leaves the file or disagrees with type and shape, or the extents overlap or leave a hole (as the format
/// demands, so that no two readers can disagree about a file).
Weights parse_safetensors(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                          const std::string& source);

/// Maps the file. Throws not_found, io, or as parse_safetensors.
Weights read_safetensors(const std::filesystem::path& path);

/// Writes `tensors` durably to `path`, byte for byte as the reference library does: metadata
/// {"format":"pt"}, the widest types first, then by name, header padded with blanks to 8 bytes.
void write_safetensors(const std::filesystem::path& path, const Weights::Map& tensors);

}  // namespace marrow
