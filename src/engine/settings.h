#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/config.h"

namespace marrow {

/// Where a setting's value lives inside a Config.
using SettingValue = std::variant<bool*, std::int64_t*, double*, std::string*, std::vector<std::int64_t>*,
                                  std::vector<std::string>*>;

/// One key of config.yaml.
struct Setting {
  std::string_view key;  ///< "section.name"
  SettingValue (*value)(Config&);
  std::string_view meaning;
  double minimum = -std::numeric_limits<double>::infinity();  ///< of numbers, inclusive
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<std::string_view> choices = {};  ///< of strings; empty: any
  std::string_view reference_default = {};     ///< the reference system's, where ours differs
  std::string_view why = {};                   ///< we differ
  bool comparable = false;                     ///< runs that differ in it cannot be compared
  bool secret = false;
};

/// Every setting, in the order of config.yaml.
std::span<const Setting> settings();

}  // namespace marrow
