#pragma once

#include <chrono>
#include <string>

#include "core/build_info.h"
#include "marrow/engine.h"

namespace marrow {

/// Adds the time between its construction and its end to one stage of a report.
class StageClock {
 public:
  StageClock(BuildReport& report, std::string stage) : report_(report), stage_(std::move(stage)) {}
  ~StageClock() {
    report_.stage_seconds[stage_] += std::chrono::duration<double>(Clock::now() - start_).count();
    report_.stage_cpu_seconds[stage_] += process_cpu_seconds() - cpu_start_;
  }
  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  BuildReport& report_;
  std::string stage_;
  Clock::time_point start_ = Clock::now();
  double cpu_start_ = process_cpu_seconds();
};

}  // namespace marrow
