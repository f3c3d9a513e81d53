#include "output.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

#include "marrow/error.h"

namespace marrow::cli {
namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t interrupted = 0;

void on_signal(int) { interrupted = 1; }

bool looks_like_number(std::string_view cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789.,+-–%eE±×/~ ") == std::string_view::npos;
}

/// Columns that `text` takes on a screen: code points, which is right for what we print.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(std::string_view cell, std::size_t width, bool to_the_right) {
  const std::string blanks(width - std::min(width, width_of(cell)), ' ');
  return to_the_right ? blanks + std::string(cell) : std::string(cell) + blanks;
}

/// What one progress callback remembers between calls.
struct ProgressLine {
  std::string what;
  bool terminal = ::isatty(STDERR_FILENO) == 1;
  Clock::time_point started = Clock::now();
  Clock::time_point shown = started;
  bool anything_shown = false;

  void show(std::size_t done, std::size_t total) {
    const auto now = Clock::now();
    const auto pause = terminal ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
    const bool finished = total > 0 && done >= total;
    if (now - shown < pause && !(finished && anything_shown)) return;
    shown = now;
    anything_shown = true;
    print(done, total, finished, std::chrono::duration<double>(now - started).count());
  }

  void print(std::size_t done, std::size_t total, bool finished, double seconds) const {
    std::string line = what + ' ' + std::to_string(done);
    if (total > 0) {
      const double share = static_cast<double>(done) / static_cast<double>(total);
      line += '/' + std::to_string(total) + ' ' + fixed(100.0 * share, 0) + '%';
      if (!finished && done > 0) line += ", " + fixed(seconds / share - seconds, 0) + " s left";
    }
    if (finished) line += ", " + fixed(seconds, 1) + " s";
    if (terminal) line = '\r' + line + "\x1b[K";
    if (!terminal || finished) line += '\n';
    std::fputs(line.c_str(), stderr);
  }
};

}  // namespace

Table::Table(std::vector<std::string> header) { rows_.push_back(std::move(header)); }

void Table::add_row(std::vector<std::string> cells) {
  cells.resize(rows_.front().size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  const std::size_t columns = rows_.front().size();
  std::vector<std::size_t> widths(columns, 0);
  std::vector<bool> numeric(columns, rows_.size() > 1);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::string& cell = rows_[row][column];
      widths[column] = std::max(widths[column], width_of(cell));
      if (row > 0 && !cell.empty() && cell != "-" && !looks_like_number(cell)) numeric[column] = false;
    }
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t column = 0; column < columns; ++column) {
      if (column > 0) line += "  ";
      line += padded(row[column], widths[column], numeric[column]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "-";
  char buffer[400];
  const auto result =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  return {buffer, result.ptr};
}

void StandardOutput::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return;
  throw Error(ErrorCode::io, std::string("standard output: ") + std::strerror(errno));
}

void StandardOutput::close() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw Error(ErrorCode::io, std::string("standard output: ") + std::strerror(errno));
}

Progress show_progress(std::string what) {
  auto line = std::make_shared<ProgressLine>();
  line->what = std::move(what);
  return [line](std::size_t done, std::size_t total) {
    check_interrupted();
    line->show(done, total);
  };
}

void notice(std::string_view text) { std::fputs(("marrow: " + std::string(text) + '\n').c_str(), stderr); }

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

void check_interrupted() {
  if (interrupted != 0) throw Interrupted();
}

}  // namespace marrow::cli
