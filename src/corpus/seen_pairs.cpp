#include "corpus/seen_pairs.h"

namespace marrow {

void SeenPairs::add(std::string_view query, std::string_view document, const LineReader& lines) {
  pair_.assign(query).append(1, '\t').append(document);
  const auto earlier = seen_.add(pair_, lines.number());
  if (!earlier) return;
  fail_at(lines.at(1), "document " + quote(document) + " stands for query " + quote(query) + " on line " +
                           std::to_string(*earlier) + " already, expected each pair once");
}

}  // namespace marrow
