#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "retrieval/fields.h"

/// Fields of a retrieval leg in memory: what an index would map from files.
namespace marrow::test {

/// One unit of a collection, in the order of DocIds, with whatever a leg indexes.
template <class Content>
struct Unit {
  Sequence document{};
  std::uint32_t ordinal = 0;
  Content content;
};

/// Units in random order, as a reordered segment would hold them. Documents get ascending, unequal
/// steps of sequence from `first`; each has 1 to `most_units` units of what `content()` gives.
template <class Content, class Make>
std::vector<Unit<Content>> random_units(std::mt19937& random, std::size_t documents, std::size_t most_units,
                                        std::uint64_t first, Make content) {
  std::vector<Unit<Content>> units;
  std::uint64_t sequence = first;
  for (std::size_t i = 0; i < documents; ++i) {
    sequence += 1 + random() % 3;
    const std::size_t count = 1 + random() % most_units;
    for (std::size_t unit = 0; unit < count; ++unit) {
      units.push_back({Sequence(sequence), static_cast<std::uint32_t>(unit), content()});
    }
  }
  std::shuffle(units.begin(), units.end(), random);
  return units;
}

/// Owns the arrays of a UnitTable.
class MemoryUnits {
 public:
  template <class Content>
  explicit MemoryUnits(const std::vector<Unit<Content>>& units) : ranges_(units.size()) {
    std::map<Sequence, std::uint32_t> unit_counts;
    for (const auto& unit : units) ++unit_counts[unit.document];
    first_ranges_.push_back(0);
    for (const auto& [sequence, count] : unit_counts) {
      sequences_.push_back(sequence);
      first_ranges_.push_back(first_ranges_.back() + count);
    }
    for (const auto& unit : units) {
      const auto row =
          std::lower_bound(sequences_.begin(), sequences_.end(), unit.document) - sequences_.begin();
      documents_.push_back(DocumentRow(static_cast<std::uint32_t>(row)));
      ordinals_.push_back(unit.ordinal);
    }
  }

  UnitTable view() const {
    const UnitTable table({documents_, ordinals_, sequences_, first_ranges_, ranges_});
    table.check();
    return table;
  }

 private:
  std::vector<DocumentRow> documents_;
  std::vector<std::uint32_t> ordinals_;
  std::vector<Sequence> sequences_;
  std::vector<std::uint32_t> first_ranges_;
  std::vector<UnitRange> ranges_;
};

using Words = std::vector<std::string>;

/// Owns the arrays of one BM25 segment over units that are lists of words.
class MemoryPostings {
 public:
  explicit MemoryPostings(const std::vector<Unit<Words>>& units) : units_(units) {
    std::map<std::string, std::map<std::uint32_t, std::uint32_t>> lists;
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
      for (const auto& word : units[unit].content) ++lists[word][unit];
      lengths_.push_back(static_cast<std::uint32_t>(units[unit].content.size()));
      sum_of_lengths_ += lengths_.back();
    }
    for (const auto& [word, list] : lists) {
      text_.insert(text_.end(), word.begin(), word.end());
      text_offsets_.push_back(text_.size());
      for (const auto& [unit, frequency] : list) {
        docs_.push_back(DocId(unit));
        frequencies_.push_back(frequency);
      }
      offsets_.push_back(docs_.size());
    }
  }

  Bm25Part view() const {
    const PostingsView postings({offsets_, docs_, frequencies_, lengths_, sum_of_lengths_});
    postings.check();
    return {Lexicon(StringArray(text_offsets_, text_)), postings, units_.view()};
  }

 private:
  MemoryUnits units_;
  std::vector<std::uint64_t> text_offsets_{0};
  std::vector<char> text_;
  std::vector<std::uint64_t> offsets_{0};
  std::vector<DocId> docs_;
  std::vector<std::uint32_t> frequencies_;
  std::vector<std::uint32_t> lengths_;
  std::uint64_t sum_of_lengths_ = 0;
};

/// Owns the arrays of one learned-sparse segment.
class MemoryImpacts {
 public:
  MemoryImpacts(const std::vector<Unit<SparseVector>>& units, std::size_t vocabulary_size) : units_(units) {
    std::vector<std::vector<std::pair<std::uint32_t, float>>> lists(vocabulary_size);
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
      const SparseVector& vector = units[unit].content;
      for (std::size_t i = 0; i < vector.terms.size(); ++i) {
        lists[index_of(vector.terms[i])].emplace_back(unit, vector.weights[i]);
      }
    }
    for (const auto& list : lists) {
      for (const auto& [unit, weight] : list) {
        docs_.push_back(DocId(unit));
        weights_.push_back(weight);
      }
      offsets_.push_back(docs_.size());
    }
    unit_count_ = units.size();
  }

  SparsePart view() const {
    const ImpactsView impacts({offsets_, docs_, weights_}, unit_count_);
    impacts.check();
    return {impacts, units_.view()};
  }

 private:
  MemoryUnits units_;
  std::vector<std::uint64_t> offsets_{0};
  std::vector<DocId> docs_;
  std::vector<float> weights_;
  std::size_t unit_count_ = 0;
};

/// Owns the arrays of one dense segment.
class MemoryVectors {
 public:
  MemoryVectors(const std::vector<Unit<std::vector<float>>>& units, std::size_t dimension)
      : units_(units), rows_(units.size()), dimension_(dimension) {
    values_.resize(units.size() * vector_stride(dimension), 0.0F);
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::vector<float>& row = units[i].content;
      std::copy(row.begin(), row.end(),
                values_.begin() + static_cast<std::ptrdiff_t>(i * vector_stride(dimension)));
    }
  }

  DensePart view() const {
    return {FlatVectorsView(values_, rows_, dimension_, vector_stride(dimension_)), units_.view()};
  }

 private:
  MemoryUnits units_;
  std::vector<float> values_;
  std::size_t rows_;
  std::size_t dimension_;
};

/// Keeps the segments of a field alive, in addresses that do not move.
template <class Memory>
using Segments = std::vector<std::unique_ptr<Memory>>;

template <class Segment, class Memory>
std::vector<Segment> views_of(const Segments<Memory>& segments) {
  std::vector<Segment> views;
  for (const auto& segment : segments) views.push_back(segment->view());
  return views;
}

}  // namespace marrow::test
