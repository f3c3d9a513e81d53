#include "models/session.h"

#include <dlfcn.h>

#include <string>
#include <system_error>
#include <vector>

#include "io/mapped_file.h"
#include "marrow/error.h"
#include "marrow/version.h"
#include "models/onnx_file.h"
#include "models/session_plugin.h"

namespace marrow {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostThreads = 1024;
constexpr const char* kPluginFile = "libmarrow_openvino.so";

/// The folders beside this code: that of the library it was linked into, and that of the program.
std::vector<fs::path> own_folders() {
  std::vector<fs::path> folders;
  Dl_info info{};
  const auto* const here = reinterpret_cast<const void*>(&own_folders);
  if (::dladdr(here, &info) != 0 && info.dli_fname != nullptr && fs::path(info.dli_fname).is_absolute())
    folders.push_back(fs::path(info.dli_fname).parent_path());
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty()) folders.push_back(program.parent_path());
  return folders;
}

std::vector<fs::path> plugin_places(const SessionOptions& options) {
  if (!options.plugin_folder.empty()) return {options.plugin_folder / kPluginFile};
  std::vector<fs::path> places;
  for (const fs::path& folder : own_folders()) {
    places.push_back(folder / kPluginFile);
    places.push_back(folder.parent_path() / "lib" / "marrow" / kPluginFile);
  }
  return places;
}

fs::path find_plugin(const SessionOptions& options) {
  std::string tried;
  for (const fs::path& place : plugin_places(options)) {
    std::error_code ignored;
    if (fs::exists(place, ignored)) return place;
    tried += (tried.empty() ? "" : ", ") + place.string();
  }
  throw Error(ErrorCode::not_found, "the inference runtime's plug-in is not there, looked for " + tried);
}

/// Loads the plug-in; it stays loaded, since sessions run its code and the runtime owns threads.
const SessionPlugin& load_plugin(const SessionOptions& options) {
  options.validate();
  const fs::path path = find_plugin(options);
  const auto fail = [&](const std::string& message) {
    throw Error(ErrorCode::io, path.string() + ": cannot load the inference runtime: " + message);
  };
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(::dlerror());
  const auto plugin = reinterpret_cast<SessionPluginFunction>(::dlsym(library, kSessionPluginSymbol));
  if (plugin == nullptr) fail(std::string("it has no ") + kSessionPluginSymbol);
  if (plugin()->built_for != kVersion)
    fail("it was built for version " + std::string(plugin()->built_for) + ", expected " +
         std::string(kVersion));
  return *plugin();
}

}  // namespace

void SessionOptions::validate() const {
  if (threads > kMostThreads)
    throw Error(ErrorCode::invalid_argument,
                "threads: " + std::to_string(threads) + ", expected at most " + std::to_string(kMostThreads));
}

std::unique_ptr<Session> open_session(const Graph& graph, const SessionOptions& options) {
  return load_plugin(options).open_graph(graph, options);
}

std::unique_ptr<Session> open_session(const OnnxOptions& onnx, const SessionOptions& options) {
  // The runtime tries a broken file as other formats too, and prints what it thinks of it.
  const MappedFile file(onnx.path);
  parse_onnx(file.bytes(), file.owner(), onnx.path.string());
  return load_plugin(options).open_onnx(onnx, options);
}

}  // namespace marrow
