#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/lazy.h"
#include "core/parallel.h"
#include "index/index_reader.h"
#include "marrow/engine.h"
#include "marrow/retriever.h"

namespace marrow {

/// The legs of one snapshot by name. A leg and its model are opened when first asked for.
/// Thread safety: const members may run on several threads at once.
class Legs {
 public:
  /// `pool` must outlive the legs. `models` may be null: legs that need one are then refused.
  Legs(std::shared_ptr<const IndexReader> reader, const Bm25Parameters& bm25,
       std::shared_ptr<ModelProvider> models, ThreadPool& pool);

  /// Full names, in the order of the index's fields.
  std::vector<std::string> names() const;

  /// The full name that a full or short name means. Throws not_found, listing the legs there are, when
  /// it means none or, as a short name, several.
  std::string full_name(std::string_view name) const;

  /// Throws as full_name(), and what opening the leg's model throws.
  const Retriever& get(std::string_view name) const;

 private:
  std::shared_ptr<const IndexReader> reader_;
  std::map<std::string, Lazy<Retriever>, std::less<>> legs_;
};

}  // namespace marrow
