#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/types.h"

/// What people see: tables, progress, notices. Machines get JSON from the commands themselves.
namespace marrow::cli {

/// A table for people: aligned columns, numbers to the right. Plain text; no colours unless standard
/// output is a terminal.
class Table {
 public:
  explicit Table(std::vector<std::string> header);
  /// Throws nothing; a row shorter than the header is filled up with blanks.
  void add_row(std::vector<std::string> cells);
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the header first
};

/// `value` with `decimals` digits behind the point, whatever the locale. "nan" is never printed: "-".
std::string fixed(double value, int decimals);

/// Standard output for machines. What cannot be written (a full disk, a reader that is gone) is an error,
/// never a silent end. Thread safety: none.
class StandardOutput {
 public:
  /// Throws io.
  void write(std::string_view bytes);
  /// Makes sure that all is out. Throws io.
  void close();
};

/// A callback that shows progress of `what` on standard error: a bar that redraws itself on a
/// terminal, at most one plain line every few seconds elsewhere; nothing for work that ends at once.
/// It also throws Interrupted when the user pressed Ctrl-C.
Progress show_progress(std::string what);

/// A line on standard error for the user: "marrow: TEXT".
void notice(std::string_view text);

/// From here on Ctrl-C (SIGINT) and SIGTERM set a flag that show_progress and check_interrupted see.
void catch_interrupts();
/// Throws Interrupted when the user asked to stop.
void check_interrupted();

}  // namespace marrow::cli
