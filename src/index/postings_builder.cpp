#include "index/postings_builder.h"

#include <array>

#include "core/check.h"
#include "index/index_file_writer.h"
#include "index/unit_table.h"

namespace marrow {

void PostingsBuilder::add_unit(std::span<const std::string_view> terms) {
  MARROW_ASSERT(terms.size() <= UINT32_MAX);
  require_room(unit_count(), 1);
  touched_.clear();
  for (const std::string_view text : terms) {
    const auto [index, is_new] = names_.insert(text);
    if (is_new) terms_.emplace_back();
    if (terms_[index].frequency++ == 0) touched_.push_back(index);
  }
  const auto unit = static_cast<std::uint32_t>(lengths_.size());
  for (const std::uint32_t index : touched_) {
    Term& term = terms_[index];
    lists_.append_number(term.list, unit - term.last_unit);
    lists_.append_number(term.list, term.frequency);
    term.last_unit = unit;
    term.frequency = 0;
    ++term.posting_count;
  }
  lengths_.push_back(static_cast<std::uint32_t>(terms.size()));
}

std::size_t PostingsBuilder::memory_bytes() const noexcept {
  return names_.memory_bytes() + terms_.capacity() * sizeof(Term) + lists_.memory_bytes() +
         (lengths_.capacity() + touched_.capacity()) * sizeof(std::uint32_t);
}

template <typename Visit>
void PostingsBuilder::for_each_posting(std::uint32_t term, Visit visit) const {
  ByteLists::Reader reader(lists_, terms_[term].list);
  std::uint32_t unit = 0;
  for (std::uint32_t i = 0; i < terms_[term].posting_count; ++i) {
    unit += reader.next_number();
    visit(DocId(unit), reader.next_number());
  }
}

FileIdentity PostingsBuilder::write(const std::filesystem::path& path) const {
  const std::vector<std::uint32_t> order = names_.sorted();
  IndexFileWriter file(path, FileKind::postings, 7);

  file.begin_section("lexicon.offsets", sizeof(std::uint64_t));
  std::uint64_t offset = 0;
  file.write_value(offset);
  for (const std::uint32_t term : order) file.write_value(offset += names_[term].size());
  file.begin_section("lexicon.bytes", 1);
  for (const std::uint32_t term : order) file.write(std::as_bytes(std::span(names_[term])));

  file.begin_section("postings.offsets", sizeof(std::uint64_t));
  offset = 0;
  file.write_value(offset);
  for (const std::uint32_t term : order) file.write_value(offset += terms_[term].posting_count);
  file.begin_section("postings.docs", sizeof(DocId));
  for (const std::uint32_t term : order) {
    for_each_posting(term, [&](DocId unit, std::uint32_t) { file.write_value(unit); });
  }
  file.begin_section("postings.frequencies", sizeof(std::uint32_t));
  for (const std::uint32_t term : order) {
    for_each_posting(term, [&](DocId, std::uint32_t frequency) { file.write_value(frequency); });
  }

  std::uint64_t sum_of_lengths = 0;
  for (const std::uint32_t length : lengths_) sum_of_lengths += length;
  file.add_section("units.lengths", std::span<const std::uint32_t>(lengths_));
  file.add_section("statistics", std::span<const std::uint64_t>(&sum_of_lengths, 1));
  return file.finish();
}

}  // namespace marrow
