#include "corpus/inspect.h"

#include <set>
#include <string_view>

namespace marrow {
namespace {

constexpr std::size_t kExamples = 5;
constexpr std::size_t kProgressStep = 1000;

using Names = std::set<std::string_view>;

Names judged_documents(const Qrels& qrels) {
  Names names;
  for (const auto& [query, grades] : qrels) {
    for (const auto& [document, grade] : grades) names.insert(document);
  }
  return names;
}

void count_judgements(const Qrels& qrels, CollectionCounts& counts) {
  for (const auto& [query, grades] : qrels) {
    counts.judgements += grades.size();
    for (const auto& [document, grade] : grades) counts.relevant += grade >= 1 ? 1 : 0;
  }
}

void note_unknown(const Names& names, std::string_view what, CollectionCounts& counts) {
  std::size_t shown = 0;
  for (const std::string_view name : names) {
    if (shown++ == kExamples) return;
    counts.examples_of_unknown.push_back(std::string(what) + ' ' + quote(name));
  }
}

}  // namespace

CollectionCounts inspect(const Collection& collection, const Progress& progress) {
  CollectionCounts counts;
  const Qrels qrels = collection.has_qrels() ? collection.qrels() : Qrels();
  count_judgements(qrels, counts);

  Names missing_documents = judged_documents(qrels);
  DocumentReader reader = collection.documents();
  while (const auto document = reader.next()) {
    ++counts.documents;
    counts.empty_documents += document->title.empty() && document->text.empty() ? 1 : 0;
    missing_documents.erase(document->external_id);
    if (progress && counts.documents % kProgressStep == 0) progress(counts.documents, 0);
  }

  Names missing_queries;
  for (const auto& [query, grades] : qrels) missing_queries.insert(query);
  if (collection.has_queries()) {
    for (const Query& query : collection.queries()) {
      ++counts.queries;
      counts.judged_queries += missing_queries.erase(query.external_id);
    }
  }
  counts.unknown_documents = missing_documents.size();
  counts.unknown_queries = missing_queries.size();
  note_unknown(missing_documents, "document", counts);
  note_unknown(missing_queries, "query", counts);
  return counts;
}

}  // namespace marrow
