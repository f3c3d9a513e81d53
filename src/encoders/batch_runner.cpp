#include "encoders/batch_runner.h"

#include <algorithm>
#include <atomic>

namespace marrow {
namespace {

/// Texts tokenized at a time. Long enough that sorting by length fills the batches.
constexpr std::size_t kWindow = 4096;

}  // namespace

BatchRunner::BatchRunner(const Session& session, ThreadPool& pool, const BatchPolicy& policy,
                         std::int32_t padding_id)
    : session_(session), pool_(pool), policy_(policy), padding_id_(padding_id), requests_(pool.threads()) {}

void BatchRunner::run(std::size_t count, const Tokenize& tokenize, const Consume& consume,
                      const Progress& progress) {
  std::atomic<std::size_t> done = 0;
  const auto finished = [&](std::size_t worker, std::size_t texts) {
    const std::size_t so_far = done.fetch_add(texts) + texts;
    if (progress && worker == 0) progress(so_far, count);  // one thread only: Progress asks for that
  };
  std::vector<Encoding> encodings;
  for (std::size_t first = 0; first < count; first += kWindow) {
    encodings.resize(std::min(kWindow, count - first));
    pool_.for_each(encodings.size(), [&](std::size_t i, std::size_t) { encodings[i] = tokenize(first + i); });
    run_window(encodings, first, consume, finished);
  }
  if (progress) progress(count, count);
}

void BatchRunner::run_window(std::span<const Encoding> encodings, std::size_t first, const Consume& consume,
                             const std::function<void(std::size_t, std::size_t)>& finished) {
  std::vector<std::size_t> token_counts;
  for (const Encoding& encoding : encodings) token_counts.push_back(encoding.ids.size());
  const auto batches = plan_batches(token_counts, policy_);
  const std::size_t width = session_.width();
  const bool per_token = session_.output_kind() == OutputKind::token_states;
  pool_.for_each(batches.size(), [&](std::size_t index, std::size_t worker) {
    if (!requests_[worker]) requests_[worker] = session_.make_request();
    const PlannedBatch& plan = batches[index];
    const TokenBatch batch = fill(plan, encodings);
    const auto output = requests_[worker]->run(batch);
    const std::size_t row_size = per_token ? plan.length * width : width;
    for (std::size_t row = 0; row < plan.texts.size(); ++row) {
      consume(first + plan.texts[row], {output.subspan(row * row_size, row_size),
                                        std::span(batch.mask).subspan(row * plan.length, plan.length)});
    }
    finished(worker, plan.texts.size());
  });
}

TokenBatch BatchRunner::fill(const PlannedBatch& plan, std::span<const Encoding> encodings) const {
  TokenBatch batch;
  batch.batch_size = plan.row_count;
  batch.length = plan.length;
  const std::size_t size = plan.row_count * plan.length;
  batch.ids.assign(size, padding_id_);
  batch.mask.assign(size, 0);
  batch.types.assign(size, 0);
  for (std::size_t row = 0; row < plan.texts.size(); ++row) {
    const Encoding& encoding = encodings[plan.texts[row]];
    const auto at = static_cast<std::ptrdiff_t>(row * plan.length);
    std::copy(encoding.ids.begin(), encoding.ids.end(), batch.ids.begin() + at);
    std::copy(encoding.types.begin(), encoding.types.end(), batch.types.begin() + at);
    std::fill_n(batch.mask.begin() + at, encoding.ids.size(), 1);
  }
  return batch;
}

}  // namespace marrow
