#include "index/impacts_builder.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "index/index_file_writer.h"
#include "index/unit_table.h"
#include "marrow/error.h"

namespace marrow {
namespace {

[[noreturn]] void refuse(std::string_view unit_name, const std::string& what) {
  throw Error(ErrorCode::invalid_argument, "the sparse vector of " + std::string(unit_name) + ": " + what);
}

}  // namespace

void ImpactsBuilder::check_vector(const SparseVector& vector, std::string_view unit_name) const {
  if (vector.terms.size() != vector.weights.size()) {
    refuse(unit_name, std::to_string(vector.terms.size()) + " terms and " +
                          std::to_string(vector.weights.size()) + " weights");
  }
  for (std::size_t i = 0; i < vector.terms.size(); ++i) {
    const std::size_t term = index_of(vector.terms[i]);
    if (term >= terms_.size()) {
      refuse(unit_name,
             "term " + std::to_string(term) + " of a vocabulary of " + std::to_string(terms_.size()));
    }
    if (i > 0 && vector.terms[i - 1] >= vector.terms[i]) {
      refuse(unit_name, "term " + std::to_string(term) + " comes after one that is not smaller");
    }
    if (!std::isfinite(vector.weights[i]) || vector.weights[i] <= 0.0F) {
      refuse(unit_name, "the weight of term " + std::to_string(term) + " is not a finite number above 0");
    }
  }
}

void ImpactsBuilder::add_unit(const SparseVector& vector, std::string_view unit_name) {
  require_room(unit_count_, 1);
  check_vector(vector, unit_name);
  const auto unit = static_cast<std::uint32_t>(unit_count_);
  for (std::size_t i = 0; i < vector.terms.size(); ++i) {
    Term& term = terms_[index_of(vector.terms[i])];
    lists_.append_number(term.list, unit - term.last_unit);
    lists_.append_float(term.list, vector.weights[i]);
    term.last_unit = unit;
    ++term.posting_count;
  }
  ++unit_count_;
}

template <typename Visit>
void ImpactsBuilder::for_each_impact(const Term& term, Visit visit) const {
  ByteLists::Reader reader(lists_, term.list);
  std::uint32_t unit = 0;
  for (std::uint32_t i = 0; i < term.posting_count; ++i) {
    unit += reader.next_number();
    visit(DocId(unit), reader.next_float());
  }
}

FileIdentity ImpactsBuilder::write(const std::filesystem::path& path) const {
  IndexFileWriter file(path, FileKind::impacts, 3);
  file.begin_section("impacts.offsets", sizeof(std::uint64_t));
  std::uint64_t offset = 0;
  file.write_value(offset);
  for (const Term& term : terms_) file.write_value(offset += term.posting_count);
  file.begin_section("impacts.docs", sizeof(DocId));
  for (const Term& term : terms_) {
    for_each_impact(term, [&](DocId unit, float) { file.write_value(unit); });
  }
  file.begin_section("impacts.weights", sizeof(float));
  for (const Term& term : terms_) {
    for_each_impact(term, [&](DocId, float weight) { file.write_value(weight); });
  }
  return file.finish();
}

float largest_weight(const ImpactsView& impacts) {
  float largest = 0.0F;
  for (std::size_t term = 0; term < impacts.vocabulary_size(); ++term) {
    for (const float weight : impacts.list(TermId(term)).weights) largest = std::max(largest, weight);
  }
  return largest;
}

FileIdentity write_quantized_impacts(const ImpactsView& impacts, float largest,
                                     const std::filesystem::path& path) {
  IndexFileWriter file(path, FileKind::quantized_impacts, 2);
  file.begin_section("quantized.codes", 1);
  for (std::size_t term = 0; term < impacts.vocabulary_size(); ++term) {
    for (const float weight : impacts.list(TermId(term)).weights) {
      file.write_value(quantize_impact(weight, largest));
    }
  }
  file.add_section("quantized.largest_weight", std::span<const float>(&largest, 1));
  return file.finish();
}

}  // namespace marrow
