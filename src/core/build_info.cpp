#include "core/build_info.h"

#include <sys/resource.h>
#include <sys/time.h>

#include <fstream>

#include "core/build_commit.h"
#include "core/parallel.h"

namespace marrow {
namespace {

double seconds_of(const timeval& time) noexcept {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

std::string_view build_commit() noexcept { return MARROW_BUILD_COMMIT; }

std::string machine_description() {
  std::ifstream file("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      model = line.substr(colon + 2);
      break;
    }
  }
  return model + ", " + std::to_string(available_cores()) + " cores";
}

double process_cpu_seconds() noexcept {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0.0;
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

std::size_t peak_resident_bytes() noexcept {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace marrow
