#include "models/family.h"

#include <algorithm>
#include <array>

#include "core/check.h"
#include "models/bert.h"

namespace marrow {
namespace {

constexpr std::array kFamilies = {ModelFamily{"bert", read_bert_config, build_bert}};

const ModelFamily* family_named(std::string_view model_type) noexcept {
  const auto* const found = std::ranges::find(kFamilies, model_type, &ModelFamily::model_type);
  return found == kFamilies.end() ? nullptr : found;
}

std::string known_types() {
  std::string names;
  for (const ModelFamily& family : kFamilies)
    names += (names.empty() ? "" : ", ") + std::string(family.model_type);
  return names;
}

}  // namespace

ModelConfig read_model_config(const ConfigFile& file) {
  const ModelFamily* const family = family_named(file.text_or("model_type", ""));
  if (family == nullptr) file.refuse("model_type", known_types());
  return family->read_config(file);
}

Graph build_network(const ModelConfig& config, const Weights& weights, Head head) {
  const ModelFamily* const family = family_named(config.model_type);
  MARROW_ASSERT(family != nullptr);
  return family->build(config, weights, head);
}

}  // namespace marrow
