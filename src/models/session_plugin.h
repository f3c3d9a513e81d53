#pragma once

#include <memory>
#include <string_view>

#include "models/graph.h"
#include "models/session.h"

namespace marrow {

/// What a runtime's plug-in gives to open_session. The plug-in is a shared library of its own, built from the
/// same tree, so that programs load the runtime only when they need a network.
struct SessionPlugin {
  std::string_view built_for;  ///< kVersion of the tree it was built from
  std::unique_ptr<Session> (*open_graph)(const Graph&, const SessionOptions&);
  std::unique_ptr<Session> (*open_onnx)(const OnnxOptions&, const SessionOptions&);
};

constexpr const char* kSessionPluginSymbol = "marrow_session_plugin";
using SessionPluginFunction = const SessionPlugin* (*)();

}  // namespace marrow
