#include "models/tensor.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/check.h"
#include "marrow/error.h"

namespace marrow {
namespace {

struct TypeRow {
  ElementType type;
  std::string_view name;
  std::size_t bytes;
};

// In the order of the enumerators.
constexpr std::array<TypeRow, 13> kTypes = {{
    {ElementType::boolean, "BOOL", 1},
    {ElementType::u8, "U8", 1},
    {ElementType::i8, "I8", 1},
    {ElementType::f16, "F16", 2},
    {ElementType::bf16, "BF16", 2},
    {ElementType::u16, "U16", 2},
    {ElementType::i16, "I16", 2},
    {ElementType::u32, "U32", 4},
    {ElementType::i32, "I32", 4},
    {ElementType::f32, "F32", 4},
    {ElementType::u64, "U64", 8},
    {ElementType::i64, "I64", 8},
    {ElementType::f64, "F64", 8},
}};

constexpr const TypeRow& row_of(ElementType type) noexcept { return kTypes[static_cast<std::size_t>(type)]; }

bool is_small_float(ElementType type) noexcept {
  return type == ElementType::f32 || type == ElementType::f16 || type == ElementType::bf16;
}

}  // namespace

std::size_t bytes_of(ElementType type) noexcept { return row_of(type).bytes; }

std::string_view name_of(ElementType type) noexcept { return row_of(type).name; }

std::optional<ElementType> element_type_named(std::string_view name) noexcept {
  const auto row = std::ranges::find(kTypes, name, &TypeRow::name);
  return row == kTypes.end() ? std::nullopt : std::optional(row->type);
}

std::string to_text(const TensorShape& shape) {
  std::string text = "[";
  for (const std::size_t size : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(size);
  }
  return text + ']';
}

std::optional<std::size_t> byte_count(const TensorShape& shape, ElementType type) noexcept {
  std::size_t count = bytes_of(type);
  for (const std::size_t size : shape) {
    if (size != 0 && count > std::numeric_limits<std::size_t>::max() / size) return std::nullopt;
    count *= size;
  }
  return count;
}

Tensor make_tensor(TensorShape shape, std::vector<float> values) {
  const auto owner = std::make_shared<const std::vector<float>>(std::move(values));
  const auto bytes = std::as_bytes(std::span(*owner));
  MARROW_ASSERT(byte_count(shape, ElementType::f32) == bytes.size());
  return {ElementType::f32, std::move(shape), bytes, owner};
}

Tensor rows_of(const Tensor& tensor, std::size_t begin, std::size_t end) {
  MARROW_ASSERT(!tensor.shape.empty() && begin <= end && end <= tensor.shape[0]);
  Tensor rows = tensor;
  const std::size_t row_bytes = tensor.shape[0] == 0 ? 0 : tensor.bytes.size() / tensor.shape[0];
  rows.shape[0] = end - begin;
  rows.bytes = tensor.bytes.subspan(begin * row_bytes, (end - begin) * row_bytes);
  return rows;
}

const Tensor* Weights::find(std::string_view name) const noexcept {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

const Tensor& Weights::at(std::string_view name, const TensorShape& shape) const {
  const Tensor* const tensor = find(name);
  if (tensor == nullptr) throw Error(ErrorCode::bad_input, source_ + ": has no tensor " + quote(name));
  if (tensor->shape != shape)
    throw Error(ErrorCode::bad_input, source_ + ": tensor " + quote(name) + " has the shape " +
                                          to_text(tensor->shape) + ", expected " + to_text(shape));
  if (!is_small_float(tensor->type))
    throw Error(ErrorCode::bad_input, source_ + ": tensor " + quote(name) + " holds " +
                                          std::string(name_of(tensor->type)) +
                                          " numbers, expected F32, F16 or BF16");
  return *tensor;
}

}  // namespace marrow
