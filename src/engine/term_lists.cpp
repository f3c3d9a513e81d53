#include "engine/term_lists.h"

namespace marrow {

void TermList::clear() {
  bytes_.clear();
  ends_.clear();
}

void TermList::add(std::string_view term) {
  bytes_ += term;
  ends_.push_back(bytes_.size());
}

std::vector<std::string_view> TermList::terms() const {
  std::vector<std::string_view> views;
  views.reserve(ends_.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    views.push_back(std::string_view(bytes_).substr(begin, end - begin));
    begin = end;
  }
  return views;
}

void analyze_documents(const Analyzer& analyzer, std::span<const Document> documents,
                       std::span<TermList> lists, ThreadPool& pool) {
  pool.for_each(documents.size(), [&](std::size_t index, std::size_t) {
    lists[index].clear();
    analyzer.analyze(full_text(documents[index]), [&](const Term& term) { lists[index].add(term.text); });
  });
}

}  // namespace marrow
