// encode_bench MODEL_FOLDER dense|sparse CORPUS COUNT THREADS
//
// Encodes the first COUNT documents of a BEIR corpus once to warm up and once measured, and prints one
// JSON object: CPU and wall seconds of the second pass, and resident memory after each pass. The peers'
// script runs it in turn with ONNX Runtime and a matrix product.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "core/build_info.h"
#include "corpus/beir.h"
#include "encoders/open_encoder.h"
#include "io/json.h"

namespace {

using marrow::Json;

/// Resident memory now, in bytes, from the system's own account.
std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  constexpr std::size_t kPage = 4096;
  return resident * kPage;
}

std::vector<std::string> first_texts(const char* corpus, std::size_t count) {
  auto reader = marrow::read_beir_documents(marrow::LineReader(std::filesystem::path(corpus)));
  std::vector<std::string> texts;
  while (texts.size() < count) {
    const auto document = reader.next();
    if (!document) break;
    texts.push_back(full_text(*document));
  }
  return texts;
}

template <class Pass>
Json measured(const Pass& pass) {
  pass();
  const std::size_t after_first = resident_bytes();
  const double cpu = marrow::process_cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  pass();
  return {{"cpu_seconds", marrow::process_cpu_seconds() - cpu},
          {"seconds", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()},
          {"resident_after_first_pass", after_first},
          {"resident_after_second_pass", resident_bytes()},
          {"peak_resident", marrow::peak_resident_bytes()}};
}

Json run(const std::string& folder, const std::string& kind, const std::vector<std::string>& texts,
         std::size_t threads) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  marrow::EncoderOptions options;
  options.threads = threads;
  if (kind == "sparse") {
    options.max_length = 256;
    const auto encoder = open_sparse_encoder(folder, options);
    Json result = measured([&] { (void)encoder->encode(views, marrow::TextRole::passage); });
    result["instruction_set"] = encoder->info().instruction_set;
    return result;
  }
  const auto encoder = open_dense_encoder(folder, options);
  std::vector<float> rows(views.size() * encoder->dimension());
  Json result = measured([&] { encoder->encode(views, marrow::TextRole::passage, rows); });
  result["instruction_set"] = encoder->info().instruction_set;
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fputs("usage: encode_bench MODEL_FOLDER dense|sparse CORPUS COUNT THREADS\n", stderr);
    return 2;
  }
  const auto texts = first_texts(argv[3], std::strtoull(argv[4], nullptr, 10));
  Json result = run(argv[1], argv[2], texts, std::strtoull(argv[5], nullptr, 10));
  result["documents"] = texts.size();
  result["machine"] = marrow::machine_description();
  result["commit"] = marrow::build_commit();
  std::puts(marrow::to_text(result).c_str());
}
