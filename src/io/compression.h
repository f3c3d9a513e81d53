#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace marrow {

/// `text` as one Zstandard frame that states its content's size. The same bytes for the same text and
/// library version.
std::string compress(std::string_view text);

/// The content of `frame`; nothing unless it is one whole, undamaged Zstandard frame of exactly `size`
/// bytes. Allocates nothing before it is certain that a frame of this length can hold that much, so
/// neither `frame` nor `size` need be trusted.
std::optional<std::string> decompress(std::span<const std::byte> frame, std::size_t size);

}  // namespace marrow
