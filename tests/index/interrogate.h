#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "index/index_reader.h"
#include "index/segment.h"

/// Everything that an index answers, as one text: two indexes give the same text when no query could
/// tell them apart.
namespace marrow::test {

class Interrogation {
 public:
  explicit Interrogation(std::span<const Field> fields) : fields_(fields) {}

  void segment(const Segment& segment) {
    documents(segment);
    for (std::size_t field = 0; field < fields_.size(); ++field) {
      switch (fields_[field].kind) {
        case FieldKind::bm25:
          bm25(segment.bm25(field));
          break;
        case FieldKind::sparse:
          sparse(segment, field);
          break;
        case FieldKind::dense:
          dense(segment.vectors(field));
          break;
      }
    }
  }

  std::string take() && { return std::move(out_); }

 private:
  void number(std::uint64_t value) { out_ += std::to_string(value) + ' '; }
  void number(float value) { number(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }
  void text(std::string_view value) { (out_ += value) += '|'; }

  void documents(const Segment& segment) {
    const DocStore& documents = segment.documents();
    const UnitTable& units = segment.units();
    for (std::size_t i = 0; i < segment.document_count(); ++i) {
      const DocumentRow row{static_cast<std::uint32_t>(i)};
      const Document document = documents.document(row);
      text(document.external_id);
      text(document.title);
      text(document.text);
      number(value_of(units.sequence(row)));
      const auto found = documents.find(document.external_id);
      number(found ? std::uint64_t{index_of(*found)} : UINT64_MAX);
      const auto by_sequence = units.find(units.sequence(row));
      number(by_sequence ? std::uint64_t{index_of(*by_sequence)} : UINT64_MAX);
      for (std::uint32_t unit = 0; unit < units.unit_count(row); ++unit) {
        text(text_of_range(document, units.range(row, unit)));
      }
    }
    for (std::size_t i = 0; i < segment.unit_count(); ++i) {
      const Hit hit = units.hit(DocId(i), 0.0F);
      number(value_of(hit.document));
      number(std::uint64_t{hit.unit});
    }
    number(std::uint64_t{units.documents().size() + units.ordinals().size() + units.sequences().size()});
  }

  void bm25(const Bm25View& bm25) {
    number(bm25.postings.sum_of_lengths());
    for (const std::uint32_t length : bm25.postings.unit_lengths()) number(std::uint64_t{length});
    for (std::size_t term = 0; term < bm25.postings.term_count(); ++term) {
      const std::string_view name = bm25.lexicon.text(TermId(term));
      text(name);
      number(std::uint64_t{bm25.document_frequency(name)});
      const auto list = bm25.list(name);
      for (std::size_t i = 0; i < list.docs.size(); ++i) {
        number(std::uint64_t{index_of(list.docs[i])});
        number(std::uint64_t{list.frequencies[i]});
      }
    }
  }

  void sparse(const Segment& segment, std::size_t field) {
    const ImpactsView& impacts = segment.impacts(field);
    for (std::size_t term = 0; term < impacts.vocabulary_size(); ++term) {
      const auto list = impacts.list(TermId(term));
      for (std::size_t i = 0; i < list.docs.size(); ++i) {
        number(std::uint64_t{index_of(list.docs[i])});
        number(list.weights[i]);
      }
      if (!fields_[field].quantized) continue;
      for (const std::uint8_t code : segment.quantized_impacts(field).list(TermId(term)).codes) {
        number(std::uint64_t{code});
      }
    }
    if (fields_[field].quantized) number(segment.quantized_impacts(field).largest_weight());
  }

  void dense(const FlatVectorsView& vectors) {
    for (std::size_t unit = 0; unit < vectors.rows(); ++unit) {
      for (const float value : vectors.row(DocId(unit))) number(value);
    }
  }

  std::span<const Field> fields_;
  std::string out_;
};

inline std::string interrogate(const IndexReader& reader) {
  Interrogation interrogation(reader.fields());
  for (const Segment& segment : reader.segments()) interrogation.segment(segment);
  return std::move(interrogation).take() + std::to_string(reader.manifest().next_sequence);
}

}  // namespace marrow::test
