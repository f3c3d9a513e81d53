// A hub's listing of a model's files, and the record of a pulled folder.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "marrow/error.h"
#include "models/hub_listing.h"
#include "models/model_store.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    marrow::needed_files(marrow::parse_hub_listing(text, "listing"), "owner/name");
  } catch (const marrow::Error&) {
  }
  try {
    const marrow::ModelRecord record = marrow::parse_model_record(text, "record");
    if (marrow::parse_model_record(marrow::to_text(record), "again") != record) __builtin_trap();
  } catch (const marrow::Error&) {
  }
  static_cast<void>(marrow::parse_hub_name(text));
  return 0;
}
