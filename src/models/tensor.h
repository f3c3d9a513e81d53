#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Weights as they lie in a file: views of numbers, by name.
namespace marrow {

/// How one number is stored, little-endian.
enum class ElementType : std::uint8_t { boolean, u8, i8, f16, bf16, u16, i16, u32, i32, f32, u64, i64, f64 };

std::size_t bytes_of(ElementType type) noexcept;
/// As safetensors writes it: "F32", "BF16", …
std::string_view name_of(ElementType type) noexcept;
std::optional<ElementType> element_type_named(std::string_view name) noexcept;

/// Sizes of the axes; empty for a single number.
using TensorShape = std::vector<std::size_t>;

/// "[30522, 384]"
std::string to_text(const TensorShape& shape);
/// The product of the sizes; none when it, or that many elements' bytes, would overflow.
std::optional<std::size_t> byte_count(const TensorShape& shape, ElementType type) noexcept;

/// Numbers in row-major order. A view of `bytes`, which may lie at any address; `owner` keeps them alive.
/// bytes.size() is byte_count(shape, type). Thread safety: immutable, freely shared.
struct Tensor {
  ElementType type = ElementType::f32;
  TensorShape shape;
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};

/// A tensor that owns its numbers. There must be as many as `shape` says.
Tensor make_tensor(TensorShape shape, std::vector<float> values);

/// Rows [begin, end) of the first axis, sharing the bytes. Needs begin <= end <= shape[0].
Tensor rows_of(const Tensor& tensor, std::size_t begin, std::size_t end);

/// Tensors of one file by name. Thread safety: immutable, freely shared.
class Weights {
 public:
  using Map = std::map<std::string, Tensor, std::less<>>;

  /// `source` names the file in messages.
  Weights(std::string source, Map tensors) : source_(std::move(source)), tensors_(std::move(tensors)) {}

  /// Null when there is no such tensor.
  const Tensor* find(std::string_view name) const noexcept;
  /// Throws bad_input naming the tensor and the file when there is no such tensor, when its shape is
  /// another, or when it does not hold floating-point numbers of at most 32 bits.
  const Tensor& at(std::string_view name, const TensorShape& shape) const;

  const std::string& source() const noexcept { return source_; }
  const Map& tensors() const noexcept { return tensors_; }

 private:
  std::string source_;
  Map tensors_;
};

}  // namespace marrow
