#include "retrieval/bm25_retriever.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/number_text.h"
#include "marrow/error.h"
#include "retrieval/unit_search.h"

namespace marrow {
namespace {

/// A query term's postings in one segment, as score_units() takes them.
struct TermList {
  std::span<const DocId> docs;
  std::span<const std::uint32_t> frequencies;
  std::span<const std::uint32_t> unit_lengths;
  const Bm25Scorer* scorer;
  double weight;

  double share(std::size_t i) const noexcept {
    return scorer->share(weight, frequencies[i], unit_lengths[index_of(docs[i])]);
  }
};

/// How often `term` is in `unit`, 0 when it is not.
std::uint32_t frequency_in(const Bm25Part& part, std::string_view term, DocId unit) {
  const auto id = part.lexicon.find(term);
  if (!id) return 0;
  const auto list = part.postings.list(*id);
  const auto found = std::lower_bound(list.docs.begin(), list.docs.end(), unit);
  if (found == list.docs.end() || *found != unit) return 0;
  return list.frequencies[static_cast<std::size_t>(found - list.docs.begin())];
}

}  // namespace

Bm25Retriever::Bm25Retriever(Bm25Field field, const Bm25Options& options, ThreadPool& pool, std::string name)
    : field_(std::move(field)),
      options_(options),
      scorer_(options, field_.statistics()),
      pool_(pool),
      name_(std::move(name)) {}

std::vector<Bm25Retriever::QueryTerm> Bm25Retriever::terms_of(std::string_view query) const {
  std::vector<QueryTerm> terms;
  std::unordered_map<std::string, std::size_t> places;
  field_.analyzer->analyze(query, [&](const Term& term) {
    const auto [place, fresh] = places.emplace(term.text, terms.size());
    if (fresh) terms.push_back({std::string(term.text), 0, field_.document_frequency(term.text)});
    QueryTerm& seen = terms[place->second];
    if (fresh || !options_.unique_query_terms) ++seen.times;
  });
  return terms;
}

std::vector<Hit> Bm25Retriever::search_one(std::string_view query, std::size_t depth,
                                           ScoreWindow& window) const {
  const auto terms = terms_of(query);
  PooledTopK best(depth);
  std::vector<TermList> lists;
  for (const Bm25Part& part : field_.parts) {
    lists.clear();
    const auto lengths = part.postings.unit_lengths();
    for (const QueryTerm& term : terms) {
      const auto id = part.lexicon.find(term.text);
      if (!id) continue;
      const auto list = part.postings.list(*id);
      const double weight = scorer_.weight(term.document_frequency, term.times);
      lists.push_back({list.docs, list.frequencies, lengths, &scorer_, weight});
    }
    score_units(std::span<const TermList>(lists), window,
                [&](DocId unit, double score) { offer_unit(best, part.units, unit, score); });
  }
  return std::move(best).take();
}

std::vector<std::vector<Hit>> Bm25Retriever::do_search_all(std::span<const std::string_view> queries,
                                                           std::size_t depth,
                                                           const Progress& progress) const {
  std::vector<std::vector<Hit>> results(queries.size());
  WorkerWindows windows(pool_.threads());
  for_each_query(pool_, queries.size(), progress, [&](std::size_t query, std::size_t worker) {
    results[query] = search_one(queries[query], depth, windows[worker]);
  });
  return results;
}

Explanation Bm25Retriever::do_explain(std::string_view query, const Hit& hit) const {
  for (const Bm25Part& part : field_.parts) {
    if (const auto unit = find_unit(part.units, hit)) return explain_unit(query, part, *unit);
  }
  throw_no_such_unit(name_, hit);
}

Explanation Bm25Retriever::explain_unit(std::string_view query, const Bm25Part& part, DocId unit) const {
  const std::uint32_t length = part.postings.unit_lengths()[index_of(unit)];
  const auto statistics = field_.statistics();
  Explanation sum{"bm25: sum of the shares of the query's terms", 0.0, {}};
  for (const QueryTerm& term : terms_of(query)) {
    const std::uint32_t frequency = frequency_in(part, term.text, unit);
    if (frequency == 0) continue;
    const double share =
        scorer_.share(scorer_.weight(term.document_frequency, term.times), frequency, length);
    sum.value += share;
    sum.parts.push_back(
        {"term " + quote(term.text) + ": product of",
         share,
         {{"times in the query", static_cast<double>(term.times), {}},
          {"idf: in " + std::to_string(term.document_frequency) + " of " +
               std::to_string(statistics.unit_count) + " units",
           scorer_.idf(term.document_frequency),
           {}},
          {"term frequency " + std::to_string(frequency) + " with k1 " + number_text(options_.k1) + ", b " +
               number_text(options_.b) + ", length " + std::to_string(scorer_.effective_length(length)) +
               " of " + number_text(static_cast<float>(scorer_.average_length())) + " on average",
           scorer_.frequency_part(frequency, length),
           {}}}});
  }
  return sum;
}

}  // namespace marrow
