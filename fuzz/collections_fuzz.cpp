#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>

#include "corpus/beir.h"
#include "corpus/jsonl.h"
#include "marrow/error.h"

/// Any bytes as any file of a collection (the first byte chooses which): records with distinct ids that
/// are not empty, or a bad_input.
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_documents(marrow::DocumentReader reader) {
  std::set<std::string> ids;
  while (const auto document = reader.next()) {
    require(!document->external_id.empty());
    require(ids.insert(document->external_id).second);
  }
}

void check_qrels(const marrow::Qrels& qrels) {
  for (const auto& [query, grades] : qrels) {
    require(!query.empty());
    for (const auto& [document, grade] : grades) require(!document.empty());
  }
}

void read_as(int kind, marrow::LineReader lines) {
  switch (kind) {
    case 0:
      return check_documents(marrow::read_beir_documents(std::move(lines)));
    case 1:
      return check_documents(marrow::read_jsonl_documents(std::move(lines)));
    case 2:
      return check_qrels(marrow::read_beir_qrels(std::move(lines)));
    default:
      return check_qrels(marrow::read_jsonl_qrels(std::move(lines)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  try {
    read_as(data[0] % 4,
            marrow::LineReader(marrow::decompressed(marrow::open_text(std::move(bytes), "fuzz"))));
  } catch (const marrow::Error& error) {
    require(error.code() == marrow::ErrorCode::bad_input);
  }
  return 0;
}
