#include "models/safetensors.h"

#include <algorithm>
#include <cstring>

#include "io/durable_file.h"
#include "io/json.h"
#include "io/mapped_file.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::size_t kSizeBytes = 8;
constexpr std::uint64_t kLargestHeader = 100'000'000;  // the reference library's own limit
constexpr std::string_view kMetadata = "__metadata__";

struct Extent {
  std::size_t begin;
  std::size_t end;
};

/// One tensor's entry in the header; says where and in which tensor it is wrong.
class Entry {
 public:
  Entry(const std::string& source, const std::string& name, const Json& value)
      : source_(source), name_(name), value_(value) {
    if (!value.is_object()) fail("expected an object, got " + to_text(value));
  }

  ElementType type() const {
    const Json& name = member("dtype");
    const auto type =
        name.is_string() ? element_type_named(name.get_ref<const std::string&>()) : std::nullopt;
    if (!type) fail("dtype " + to_text(name) + " is not supported");
    return *type;
  }

  TensorShape shape() const {
    const Json& sizes = member("shape");
    if (!sizes.is_array()) fail("shape must be an array, got " + to_text(sizes));
    TensorShape shape;
    for (const Json& size : sizes) shape.push_back(natural(size, "shape"));
    return shape;
  }

  Extent extent() const {
    const Json& offsets = member("data_offsets");
    if (!offsets.is_array() || offsets.size() != 2)
      fail("data_offsets must be two numbers, got " + to_text(offsets));
    return {natural(offsets[0], "data_offsets"), natural(offsets[1], "data_offsets")};
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ErrorCode::bad_input, source_ + ": tensor " + quote(name_) + ": " + message);
  }

 private:
  const Json& member(const char* key) const {
    const auto found = value_.find(key);
    if (found == value_.end()) fail(std::string("has no ") + key);
    return *found;
  }

  std::size_t natural(const Json& value, const char* where) const {
    if (!value.is_number_unsigned())
      fail(std::string(where) + " must hold whole numbers of at least 0, got " + to_text(value));
    return value.get<std::size_t>();
  }

  const std::string& source_;
  const std::string& name_;
  const Json& value_;
};

Tensor read_entry(const Entry& entry, std::span<const std::byte> data) {
  Tensor tensor;
  tensor.type = entry.type();
  tensor.shape = entry.shape();
  const Extent extent = entry.extent();
  if (extent.begin > extent.end || extent.end > data.size())
    entry.fail("bytes " + std::to_string(extent.begin) + " to " + std::to_string(extent.end) +
               " do not lie in the file's " + std::to_string(data.size()));
  tensor.bytes = data.subspan(extent.begin, extent.end - extent.begin);
  if (byte_count(tensor.shape, tensor.type) != tensor.bytes.size())
    entry.fail("is " + std::to_string(tensor.bytes.size()) + " bytes long, but the shape " +
               to_text(tensor.shape) + " of " + std::string(name_of(tensor.type)) + " needs another size");
  return tensor;
}

/// The tensors' bytes must cover the data exactly once.
void check_cover(const Weights::Map& tensors, std::span<const std::byte> data, const std::string& source) {
  struct Named {
    std::span<const std::byte> bytes;
    const std::string* name;
  };
  std::vector<Named> by_place;
  for (const auto& [name, tensor] : tensors) by_place.push_back({tensor.bytes, &name});
  std::ranges::sort(by_place, [](const Named& a, const Named& b) {
    return a.bytes.data() != b.bytes.data() ? a.bytes.data() < b.bytes.data()
                                            : a.bytes.size() < b.bytes.size();
  });
  const std::byte* next = data.data();
  for (const auto& [bytes, name] : by_place) {
    if (bytes.data() != next)
      throw Error(ErrorCode::bad_input,
                  source + ": tensor " + quote(*name) +
                      (bytes.data() < next ? ": overlaps the one before it" : ": there is a hole before it"));
    next = bytes.data() + bytes.size();
  }
  const auto unused = static_cast<std::size_t>(data.data() + data.size() - next);
  if (unused > 0)
    throw Error(ErrorCode::bad_input,
                source + ": " + std::to_string(unused) + " bytes at the end belong to no tensor");
}

Json header_of(const std::vector<const Weights::Map::value_type*>& order) {
  Json header;
  header[std::string(kMetadata)] = {{"format", "pt"}};
  std::size_t begin = 0;
  for (const auto* const entry : order) {
    const auto& [name, tensor] = *entry;
    const std::size_t end = begin + tensor.bytes.size();
    header[name] = {{"dtype", name_of(tensor.type)}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
    begin = end;
  }
  return header;
}

}  // namespace

Weights parse_safetensors(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                          const std::string& source) {
  const auto fail = [&](const std::string& message) {
    throw Error(ErrorCode::bad_input, source + ": not a safetensors file: " + message);
  };
  if (bytes.size() < kSizeBytes) fail("it is only " + std::to_string(bytes.size()) + " bytes long");
  std::uint64_t header_bytes = 0;
  std::memcpy(&header_bytes, bytes.data(), kSizeBytes);
  const std::size_t limit = std::min<std::uint64_t>(bytes.size() - kSizeBytes, kLargestHeader);
  if (header_bytes > limit)
    fail("a header of " + std::to_string(header_bytes) + " bytes, at most " + std::to_string(limit) +
         " are possible");
  const auto text = bytes.subspan(kSizeBytes, static_cast<std::size_t>(header_bytes));
  const auto data = bytes.subspan(kSizeBytes + text.size());
  const Json header =
      parse_json({reinterpret_cast<const char*>(text.data()), text.size()}, source + ": header");
  if (!header.is_object()) fail("the header is not an object");
  Weights::Map tensors;
  for (const auto& [name, value] : header.items()) {
    if (name == kMetadata) continue;
    Tensor tensor = read_entry(Entry(source, name, value), data);
    tensor.owner = owner;
    tensors.emplace(name, std::move(tensor));
  }
  check_cover(tensors, data, source);
  return {source, std::move(tensors)};
}

Weights read_safetensors(const std::filesystem::path& path) {
  const MappedFile file(path);
  return parse_safetensors(file.bytes(), file.owner(), path.string());
}

void write_safetensors(const std::filesystem::path& path, const Weights::Map& tensors) {
  std::vector<const Weights::Map::value_type*> order;
  for (const auto& entry : tensors) order.push_back(&entry);
  std::ranges::stable_sort(order,
                           [](const auto* a, const auto* b) { return a->second.type > b->second.type; });
  std::string header = to_text(header_of(order));
  header.resize((header.size() + kSizeBytes - 1) / kSizeBytes * kSizeBytes, ' ');
  const std::uint64_t header_bytes = header.size();
  DurableFile file(path);
  file.write(std::as_bytes(std::span(&header_bytes, 1)));
  file.write(header);
  for (const auto* const entry : order) file.write(entry->second.bytes);
  file.commit();
}

}  // namespace marrow
