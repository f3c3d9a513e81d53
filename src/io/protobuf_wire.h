#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The wire format of Protocol Buffers, without schemas or generated code: enough for ONNX and CIFF.
/// Source: protobuf.dev, "Encoding". Groups (wire types 3 and 4) are refused.
namespace marrow {

enum class ProtobufType : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

/// One field as it stands in a message. A view: the message's bytes must outlive it.
struct ProtobufField {
  std::uint32_t number = 0;
  ProtobufType type = ProtobufType::varint;
  std::uint64_t value = 0;           ///< of a varint or fixed field, as unsigned bits
  std::span<const std::byte> bytes;  ///< of a bytes field: a string, a message or packed numbers
  std::size_t offset = 0;            ///< where the content stands in the source
};

/// Walks the fields of one message in the order they stand. Every extent is checked against the
/// message; a broken one throws bad_input as `source@offset: …`. Allocates only what it returns.
/// A view: the bytes and `source` must outlive it. Thread safety: none.
class ProtobufReader {
 public:
  /// `offset` is where `message` stands in the source.
  ProtobufReader(std::span<const std::byte> message, std::string_view source, std::size_t offset = 0) noexcept
      : message_(message), source_(source), offset_(offset) {}

  /// The next field; none at the end of the message.
  std::optional<ProtobufField> next();

  // The field's content. Each throws bad_input when the field has another wire type.
  std::uint64_t integer(const ProtobufField& field) const;
  std::string_view text(const ProtobufField& field) const;
  std::span<const std::byte> bytes(const ProtobufField& field) const;
  ProtobufReader message(const ProtobufField& field) const;

  // Repeated numbers are packed into one field or stand one a field: both are appended to `out`.
  void append_integers(const ProtobufField& field, std::vector<std::uint64_t>& out) const;
  void append_fixed32(const ProtobufField& field, std::vector<std::uint32_t>& out) const;

  /// Throws bad_input naming the source and `offset` in it.
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;

 private:
  std::uint64_t read_varint();
  std::uint64_t read_fixed(std::size_t size);
  void expect(const ProtobufField& field, ProtobufType type) const;

  std::span<const std::byte> message_;
  std::string_view source_;
  std::size_t offset_;
  std::size_t position_ = 0;
};

/// Builds one message, field by field. Thread safety: none.
class ProtobufWriter {
 public:
  void integer(std::uint32_t number, std::uint64_t value);
  void bytes(std::uint32_t number, std::span<const std::byte> value);
  void text(std::uint32_t number, std::string_view value);
  void message(std::uint32_t number, const ProtobufWriter& value) { text(number, value.encoded()); }
  void packed_integers(std::uint32_t number, std::span<const std::uint64_t> values);
  void packed_floats(std::uint32_t number, std::span<const float> values);

  /// The message so far. A view, valid until the next field or the writer's end.
  std::string_view encoded() const noexcept { return encoded_; }

 private:
  std::string encoded_;
};

}  // namespace marrow
