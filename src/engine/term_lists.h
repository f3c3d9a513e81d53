#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/parallel.h"
#include "marrow/types.h"
#include "text/analyzer.h"

namespace marrow {

/// The terms of one text, back to back in one string.
class TermList {
 public:
  void clear();
  void add(std::string_view term);
  /// Views, valid until the next clear() or add().
  std::vector<std::string_view> terms() const;

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

/// lists[i] becomes the terms of documents[i]'s full text; documents in parallel. The spans are equally
/// long.
void analyze_documents(const Analyzer& analyzer, std::span<const Document> documents,
                       std::span<TermList> lists, ThreadPool& pool);

}  // namespace marrow
