#include "retrieval/fields.h"

#include "marrow/error.h"

namespace marrow {

CollectionStatistics Bm25Field::statistics() const noexcept {
  CollectionStatistics sum;
  for (const Bm25Part& part : parts) {
    sum.unit_count += part.postings.unit_count();
    sum.sum_of_lengths += part.postings.sum_of_lengths();
  }
  return sum;
}

std::uint64_t Bm25Field::document_frequency(std::string_view term) const {
  std::uint64_t sum = 0;
  for (const Bm25Part& part : parts) {
    if (const auto id = part.lexicon.find(term)) sum += part.postings.document_frequency(*id);
  }
  return sum;
}

void require_same_model(std::string_view leg, const FieldModel& field, const EncoderInfo& encoder) {
  if (field.identity == encoder.identity) return;
  throw Error(ErrorCode::invalid_argument, std::string(leg) + ": the index holds vectors of " +
                                               quote(field.name) + " (" + quote(field.identity) +
                                               "), but queries would be encoded by " + quote(encoder.name) +
                                               " (" + quote(encoder.identity) + ")");
}

}  // namespace marrow
