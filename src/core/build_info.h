#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace marrow {

/// The commit this program was built from, as `git describe` names it; "unknown" outside a checkout.
/// Ends in "-dirty" when the work tree differed.
std::string_view build_commit() noexcept;

/// The machine in words: processor model and cores this process may use.
std::string machine_description();

/// CPU time of the whole process so far, all threads, in seconds.
double process_cpu_seconds() noexcept;

/// Memory the process held in RAM at its peak, mapped files included, in bytes.
std::size_t peak_resident_bytes() noexcept;

}  // namespace marrow
