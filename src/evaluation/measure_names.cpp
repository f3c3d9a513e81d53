#include <algorithm>
#include <array>
#include <set>

#include "core/nearest.h"
#include "core/number_text.h"
#include "evaluation/measure_parameters.h"
#include "evaluation/measures.h"
#include "marrow/error.h"

namespace marrow {
namespace {

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

struct Alias {
  std::string_view alias;
  std::string_view name;
};
constexpr auto kAliases = std::to_array<Alias>({{"MRR", "RR"}, {"Recall", "R"}, {"Precision", "P"}});

std::string_view without_alias(std::string_view name) {
  for (const Alias& one : kAliases) {
    if (same_letters(one.alias, name)) return one.name;
  }
  return name;
}

bool has_cutoff_or_level(const MeasureFamily& family) {
  return family.parameter == ParameterKind::cutoff || family.parameter == ParameterKind::level;
}

/// The first family that `matches`; null when there is none.
template <typename Predicate>
const MeasureFamily* find_family(Predicate matches) {
  const auto families = measure_families();
  const auto found = std::find_if(families.begin(), families.end(), matches);
  return found == families.end() ? nullptr : &*found;
}

const MeasureFamily* find_trec_family(std::string_view name) {
  const auto* const exact =
      find_family([&](const MeasureFamily& family) { return family.trec_name == name; });
  if (exact != nullptr) return exact;
  return find_family([&](const MeasureFamily& family) { return same_letters(family.trec_name, name); });
}

/// By the field's name, which "@" follows.
const MeasureFamily* find_cutoff_family(std::string_view name) {
  const std::string_view plain = without_alias(name);
  return find_family([&](const MeasureFamily& family) {
    return has_cutoff_or_level(family) && same_letters(family.name, plain);
  });
}

unsigned find_set(std::string_view name, TrecEvalVersion version) {
  if (name == "official") return kOfficial;
  if (name == "set") return kSet;
  if (name == "all_trec") return version == TrecEvalVersion::v9 ? kAllTrec9 : kAllTrec10;
  return 0;
}

enum class Spelling : std::uint8_t { trec_eval, field };

/// How a name asks: "P" (plain), "P@5" or "P_5" (one parameter), "P.5,10" (parameters).
struct Request {
  enum class Form : std::uint8_t { plain, one_parameter, parameters };

  const MeasureFamily* family = nullptr;  ///< null: nothing has this name
  Form form = Form::plain;
  Spelling spelling = Spelling::trec_eval;
  std::string_view parameters = {};
};

/// An exact spelling comes before one in other letters: "nDCG" and "ndcg" are two spellings of ours.
Request understand_plain(std::string_view name) {
  using Form = Request::Form;
  if (const auto* const family =
          find_family([&](const MeasureFamily& one) { return one.trec_name == name; })) {
    return {family, Form::plain, Spelling::trec_eval};
  }
  if (const auto* const family = find_family([&](const MeasureFamily& one) { return one.name == name; })) {
    return {family, Form::plain, Spelling::field};
  }
  if (const auto* const family = find_trec_family(name)) return {family, Form::plain, Spelling::trec_eval};
  const std::string_view plain = without_alias(name);
  return {find_family([&](const MeasureFamily& one) { return same_letters(one.name, plain); }), Form::plain,
          Spelling::field};
}

Request understand(std::string_view name) {
  using Form = Request::Form;
  if (const std::size_t at = name.find('@'); at != std::string_view::npos) {
    return {find_cutoff_family(name.substr(0, at)), Form::one_parameter, Spelling::field,
            name.substr(at + 1)};
  }
  if (const Request plain = understand_plain(name); plain.family != nullptr) return plain;
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    if (const auto* const family = find_trec_family(name.substr(0, dot))) {
      return {family, Form::parameters, Spelling::trec_eval, name.substr(dot + 1)};
    }
  }
  if (const std::size_t underscore = name.rfind('_'); underscore != std::string_view::npos) {
    const auto* const family = find_trec_family(name.substr(0, underscore));
    return {family, Form::one_parameter, Spelling::trec_eval, name.substr(underscore + 1)};
  }
  return {};
}

[[noreturn]] void fail_unknown(std::string_view name) {
  std::vector<std::string> forms = {"official", "set", "all_trec"};
  for (const MeasureFamily& family : measure_families()) {
    forms.emplace_back(family.trec_name);
    forms.emplace_back(family.name);
    for (const std::string_view example : {"5", "10", "100"}) {
      if (family.parameter != ParameterKind::cutoff) break;
      forms.push_back(std::string(family.trec_name) + '_' + std::string(example));
      forms.push_back(std::string(family.name) + '@' + std::string(example));
    }
  }
  const std::vector<std::string_view> views(forms.begin(), forms.end());
  const std::string meant = nearest(name, views);
  throw Error(ErrorCode::invalid_argument,
              "unknown measure " + quote(name) +
                  (meant.empty() ? "; names are like nDCG@10, ndcg_cut_10, AP, all_trec"
                                 : "; did you mean " + quote(meant) + '?'));
}

std::string field_name(const Measure& measure) {
  std::string name(measure.family->name);
  switch (measure.family->parameter) {
    case ParameterKind::cutoff:
      return name + '@' + std::to_string(measure.cutoff());
    case ParameterKind::level:
      return name + '@' + number_text(measure.numbers.front());
    default:
      return name;  // other parameters are given in trec_eval's spelling only
  }
}

/// Collects measures in the order asked for, each once.
class MeasureCollector {
 public:
  explicit MeasureCollector(TrecEvalVersion version) : version_(version) {}

  void collect(std::span<const std::string> names) {
    for (const std::string& name : names) {
      const Request request = understand(name);
      if (request.form == Request::Form::parameters) replaced_.insert(request.family);
    }
    for (const std::string& name : names) add(name);
  }

  MeasureSet take() && { return std::move(set_); }

 private:
  void add(std::string_view name) {
    if (const unsigned wanted = find_set(name, version_); wanted != 0) {
      for (const MeasureFamily& family : measure_families()) {
        if ((family.sets & wanted) != 0 && !replaced_.contains(&family)) {
          add_family({&family, Request::Form::plain}, name);
        }
      }
      return;
    }
    const Request request = understand(name);
    if (request.family == nullptr) fail_unknown(name);
    add_family(request, name);
  }

  void add_family(const Request& request, std::string_view name) {
    const MeasureFamily& family = *request.family;
    const bool plain = request.form == Request::Form::plain;
    if (!plain && request.parameters.empty()) {
      throw Error(ErrorCode::invalid_argument, "measure " + quote(name) + ": a parameter is missing");
    }
    // A "p=0.9" among the defaults is what the reader fills in itself.
    const bool defaults = plain && family.parameter != ParameterKind::gains;
    for (Measure& measure : read_parameters(family, defaults ? family.defaults : request.parameters, name)) {
      if (!plain && !has_cutoff_or_level(family)) measure.parameters = request.parameters;
      measure.name = request.spelling == Spelling::field ? field_name(measure) : trec_eval_name(measure);
      add_measure(std::move(measure));
    }
  }

  void add_measure(Measure measure) {
    if (measure.family->trec_name == "runid") {
      set_.run_id = true;
    } else if (measure.family->trec_name == "relstring") {
      set_.relevance_string_length = static_cast<std::size_t>(measure.numbers.front());
      set_.relevance_string_name = trec_eval_name(measure);
    } else if (seen_.insert(identity_of(measure)).second) {
      set_.measures.push_back(std::move(measure));
    }
  }

  static std::string identity_of(const Measure& measure) {
    const bool one_number = has_cutoff_or_level(*measure.family);
    return std::string(measure.family->trec_name) + ' ' +
           (one_number ? number_text(measure.numbers.front()) : measure.parameters);
  }

  TrecEvalVersion version_;
  std::set<const MeasureFamily*> replaced_;  // families whose defaults a set of names does not add
  std::set<std::string> seen_;
  MeasureSet set_;
};

/// "7", ".5", "-1", "1=3.5" or "p=0.9".
bool is_parameter(std::string_view text) {
  if (text.starts_with("p=")) text.remove_prefix(2);
  return !text.empty() && text.find_first_not_of("0123456789.-+eE=") == std::string_view::npos;
}

}  // namespace

std::string trec_eval_name(const Measure& measure) {
  std::string name(measure.family->trec_name);
  switch (measure.family->parameter) {
    case ParameterKind::cutoff:
      return name + '_' + std::to_string(measure.cutoff());
    case ParameterKind::level:
      return name + '_' + fixed_text(measure.numbers.front(), 2);
    default:
      return measure.parameters.empty() ? name : name + '_' + measure.parameters;
  }
}

MeasureSet parse_measures(std::span<const std::string> names, TrecEvalVersion version) {
  if (names.empty()) throw Error(ErrorCode::invalid_argument, "no measure is named; expected at least one");
  MeasureCollector collector(version);
  collector.collect(names);
  return std::move(collector).take();
}

std::vector<std::string> split_measure_list(std::string_view list) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t comma = list.find(',');
    const std::string_view part = list.substr(0, comma);
    if (!names.empty() && names.back().find('.') != std::string::npos && is_parameter(part)) {
      names.back() += ',' + std::string(part);
    } else {
      names.emplace_back(part);
    }
    if (comma == std::string_view::npos) return names;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace marrow
