#include "io/protobuf_wire.h"

#include <bit>

#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::uint32_t kLargestFieldNumber = (1U << 29) - 1;

void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

void append_tag(std::string& out, std::uint32_t number, ProtobufType type) {
  append_varint(out, (std::uint64_t{number} << 3) | static_cast<std::uint64_t>(type));
}

}  // namespace

void ProtobufReader::fail(std::size_t offset, const std::string& message) const {
  throw Error(ErrorCode::bad_input, std::string(source_) + '@' + std::to_string(offset) + ": " + message);
}

std::uint64_t ProtobufReader::read_varint() {
  const std::size_t start = position_;
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (position_ == message_.size()) fail(offset_ + start, "the message ends inside a number");
    const auto byte = std::to_integer<std::uint64_t>(message_[position_++]);
    if (shift == 63 && byte > 1) break;
    value |= (byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  fail(offset_ + start, "a number of more than 64 bits");
}

std::uint64_t ProtobufReader::read_fixed(std::size_t size) {
  if (message_.size() - position_ < size) fail(offset_ + position_, "the message ends inside a number");
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value |= std::to_integer<std::uint64_t>(message_[position_ + i]) << (8 * i);
  position_ += size;
  return value;
}

std::optional<ProtobufField> ProtobufReader::next() {
  if (position_ == message_.size()) return std::nullopt;
  const std::size_t start = position_;
  const std::uint64_t tag = read_varint();
  const std::uint64_t number = tag >> 3;
  if (number == 0 || number > kLargestFieldNumber)
    fail(offset_ + start, "field number " + std::to_string(number) + ", expected 1 to 536870911");
  ProtobufField field;
  field.number = static_cast<std::uint32_t>(number);
  field.type = static_cast<ProtobufType>(tag & 7);
  field.offset = offset_ + position_;
  switch (field.type) {
    case ProtobufType::varint:
      field.value = read_varint();
      return field;
    case ProtobufType::fixed64:
      field.value = read_fixed(8);
      return field;
    case ProtobufType::fixed32:
      field.value = read_fixed(4);
      return field;
    case ProtobufType::bytes:
      break;
    default:
      fail(offset_ + start, "wire type " + std::to_string(tag & 7) + ", expected 0, 1, 2 or 5");
  }
  const std::uint64_t length = read_varint();
  const std::size_t left = message_.size() - position_;
  if (length > left)
    fail(field.offset, "field " + std::to_string(number) + " is " + std::to_string(length) +
                           " bytes long, but " + std::to_string(left) + " are left");
  field.offset = offset_ + position_;
  field.bytes = message_.subspan(position_, static_cast<std::size_t>(length));
  position_ += static_cast<std::size_t>(length);
  return field;
}

void ProtobufReader::expect(const ProtobufField& field, ProtobufType type) const {
  if (field.type == type) return;
  fail(field.offset, "field " + std::to_string(field.number) + " has wire type " +
                         std::to_string(static_cast<unsigned>(field.type)) + ", expected " +
                         std::to_string(static_cast<unsigned>(type)));
}

std::uint64_t ProtobufReader::integer(const ProtobufField& field) const {
  expect(field, ProtobufType::varint);
  return field.value;
}

std::span<const std::byte> ProtobufReader::bytes(const ProtobufField& field) const {
  expect(field, ProtobufType::bytes);
  return field.bytes;
}

std::string_view ProtobufReader::text(const ProtobufField& field) const {
  const auto content = bytes(field);
  return {reinterpret_cast<const char*>(content.data()), content.size()};
}

ProtobufReader ProtobufReader::message(const ProtobufField& field) const {
  return {bytes(field), source_, field.offset};
}

void ProtobufReader::append_integers(const ProtobufField& field, std::vector<std::uint64_t>& out) const {
  if (field.type == ProtobufType::varint) {
    out.push_back(field.value);
    return;
  }
  ProtobufReader packed = message(field);
  while (packed.position_ < packed.message_.size()) out.push_back(packed.read_varint());
}

void ProtobufReader::append_fixed32(const ProtobufField& field, std::vector<std::uint32_t>& out) const {
  if (field.type == ProtobufType::fixed32) {
    out.push_back(static_cast<std::uint32_t>(field.value));
    return;
  }
  ProtobufReader packed = message(field);
  while (packed.position_ < packed.message_.size())
    out.push_back(static_cast<std::uint32_t>(packed.read_fixed(sizeof(std::uint32_t))));
}

void ProtobufWriter::integer(std::uint32_t number, std::uint64_t value) {
  append_tag(encoded_, number, ProtobufType::varint);
  append_varint(encoded_, value);
}

void ProtobufWriter::text(std::uint32_t number, std::string_view value) {
  append_tag(encoded_, number, ProtobufType::bytes);
  append_varint(encoded_, value.size());
  encoded_ += value;
}

void ProtobufWriter::bytes(std::uint32_t number, std::span<const std::byte> value) {
  text(number, {reinterpret_cast<const char*>(value.data()), value.size()});
}

void ProtobufWriter::packed_integers(std::uint32_t number, std::span<const std::uint64_t> values) {
  std::string packed;
  for (const std::uint64_t value : values) append_varint(packed, value);
  text(number, packed);
}

void ProtobufWriter::packed_floats(std::uint32_t number, std::span<const float> values) {
  static_assert(std::endian::native == std::endian::little);
  bytes(number, std::as_bytes(values));
}

}  // namespace marrow
