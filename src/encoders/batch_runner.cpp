#include "encoders/batch_runner.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace marrow {
namespace {

/// Texts tokenized at a time: enough that sorting by length fills the batches, and that the wait for the
/// last batch of a window is a small share; at 512 tokens each they take 16 MB.
constexpr std::size_t kWindow = 4096;

/// So many are tokenized in the caller's thread: sooner than a turn of the workers comes round.
constexpr std::size_t kFewTexts = 32;

TokenBatch empty_batch(const PlannedBatch& plan, std::int32_t padding_id) {
  const std::size_t size = plan.row_count * plan.length;
  TokenBatch batch;
  batch.batch_size = plan.row_count;
  batch.length = plan.length;
  batch.ids.assign(size, padding_id);
  batch.mask.assign(size, 0);
  batch.types.assign(size, 0);
  return batch;
}

}  // namespace

/// What is kept of a text's encoding: offsets are three quarters of it and are not needed here.
struct BatchRunner::Tokens {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> types;
};

/// One call of run().
struct BatchRunner::Call {
  const Tokenize& tokenize;
  const Consume& consume;
  const Progress& progress;
  std::size_t count;
  std::size_t first = 0;  ///< text of the current window
  std::vector<Tokens> window = {};
  std::atomic<std::size_t> done = 0;

  /// Only worker 0 reports, since Progress is called from one thread at a time.
  void finish(std::size_t texts, std::size_t worker) {
    const std::size_t so_far = done.fetch_add(texts) + texts;
    if (progress && worker == 0) progress(so_far, count);
  }
};

BatchRunner::BatchRunner(const Session& session, const BatchPolicy& policy, std::int32_t padding_id)
    : session_(session),
      policy_(policy),
      padding_id_(padding_id),
      pool_(session.runtime().threads),
      requests_([&session] { return session.make_request(); }) {
  policy_.validate();
}

void BatchRunner::run(std::size_t count, const Tokenize& tokenize, const Consume& consume,
                      const Progress& progress) const {
  Call call{tokenize, consume, progress, count};
  for (; call.first < count; call.first += kWindow) {
    tokenize_window(call, std::min(kWindow, count - call.first));
    run_window(call);
  }
  if (progress) progress(count, count);
}

void BatchRunner::tokenize_window(Call& call, std::size_t count) const {
  call.window.resize(count);
  const auto tokenize_one = [&call](std::size_t i, std::size_t) {
    Encoding encoding = call.tokenize(call.first + i);
    call.window[i] = {std::move(encoding.ids), std::move(encoding.types)};
  };
  if (count > kFewTexts) return pool_.for_each(count, tokenize_one);
  for (std::size_t i = 0; i < count; ++i) tokenize_one(i, 0);
}

void BatchRunner::run_window(Call& call) const {
  std::vector<std::size_t> token_counts;
  for (const Tokens& tokens : call.window) token_counts.push_back(tokens.ids.size());
  const auto batches = plan_batches(token_counts, policy_);
  std::vector<std::unique_ptr<InferenceRequest>> requests(pool_.threads());
  const auto run_one = [&](std::size_t index, std::size_t worker) {
    if (!requests[worker]) requests[worker] = requests_.take();
    run_batch(call, batches[index], *requests[worker]);
    call.finish(batches[index].texts.size(), worker);
  };
  if (batches.size() == 1) {
    run_one(0, 0);
  } else {
    pool_.for_each(batches.size(), run_one);
  }
  for (auto& request : requests) requests_.give_back(std::move(request));
}

void BatchRunner::run_batch(Call& call, const PlannedBatch& plan, InferenceRequest& request) const {
  TokenBatch batch = empty_batch(plan, padding_id_);
  for (std::size_t row = 0; row < plan.texts.size(); ++row) {
    const Tokens& tokens = call.window[plan.texts[row]];
    const auto at = static_cast<std::ptrdiff_t>(row * plan.length);
    std::copy(tokens.ids.begin(), tokens.ids.end(), batch.ids.begin() + at);
    std::copy(tokens.types.begin(), tokens.types.end(), batch.types.begin() + at);
    std::fill_n(batch.mask.begin() + at, tokens.ids.size(), 1);
  }
  const auto output = request.run(batch);
  const bool per_token = session_.output_kind() == OutputKind::token_states;
  const std::size_t row_size = (per_token ? plan.length : 1) * session_.width();
  for (std::size_t row = 0; row < plan.texts.size(); ++row) {
    call.consume(call.first + plan.texts[row],
                 {output.subspan(row * row_size, row_size),
                  std::span(batch.mask).subspan(row * plan.length, plan.length)});
  }
}

}  // namespace marrow
