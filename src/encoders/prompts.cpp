#include "encoders/prompts.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace marrow {
namespace {

/// Prompts that the publishers' model cards ask for and their files do not carry.
struct Family {
  std::string_view begin;  ///< the model's name has this at the start of a word
  std::string_view later;  ///< and this behind it
  std::string_view query;
  std::string_view passage;
};

constexpr std::array<Family, 3> kFamilies = {{
    {"bge-", "-en", "Represent this sentence for searching relevant passages: ", ""},
    {"bge-", "-zh", "为这个句子生成表示以用于检索相关文章：", ""},
    {"e5-", "", "query: ", "passage: "},
}};

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool is_of(const Family& family, std::string_view name) {
  const std::size_t begin = name.find(family.begin);
  if (begin == std::string_view::npos) return false;
  if (begin > 0 && std::string_view("-_/").find(name[begin - 1]) == std::string_view::npos) return false;
  return name.find(family.later, begin) != std::string_view::npos &&
         name.find("instruct") == std::string_view::npos;
}

RolePrompts family_prompts(std::string_view name) {
  const std::string lower = lower_ascii(name);
  const auto* const found = std::find_if(kFamilies.begin(), kFamilies.end(),
                                         [&](const Family& family) { return is_of(family, lower); });
  if (found == kFamilies.end()) return {};
  return {std::string(found->query), std::string(found->passage)};
}

std::string own_prompt(const ModelFolder& folder, std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    const auto found = folder.prompts.find(name);
    if (found != folder.prompts.end()) return found->second;
  }
  const auto fallback = folder.prompts.find(folder.default_prompt);
  return fallback == folder.prompts.end() ? std::string() : fallback->second;
}

}  // namespace

std::string RolePrompts::apply(std::string_view text, TextRole role) const {
  const std::string& prompt = role == TextRole::query ? query : passage;
  return text.starts_with(prompt) ? std::string(text) : prompt + std::string(text);
}

RolePrompts prompts_of(const ModelFolder& folder, std::string_view name) {
  if (!folder.prompts.empty()) {
    return {own_prompt(folder, {"query"}), own_prompt(folder, {"passage", "document", "corpus"})};
  }
  // A hub model's folder may be called NAME@REVISION, a user's own anything: both are asked.
  RolePrompts prompts = family_prompts(name);
  if (prompts.query.empty()) prompts = family_prompts(folder.path.filename().string());
  return prompts;
}

}  // namespace marrow
