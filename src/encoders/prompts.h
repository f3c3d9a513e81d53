#pragma once

#include <string>
#include <string_view>

#include "marrow/encoder.h"
#include "models/model_folder.h"

namespace marrow {

/// What a model wants in front of a text, by the side that the text is on.
struct RolePrompts {
  std::string query;
  std::string passage;

  /// `text` with the prompt of its role in front; as it is when it begins with that already.
  std::string apply(std::string_view text, TextRole role) const;
};

/// The prompts of a model folder: those of its config_sentence_transformers.json ("query"; "passage",
/// "document" or "corpus"; else its default prompt). A folder that names no prompt at all gets those of
/// its family, told by `name` or the folder's own: BGE's instruction before English or Chinese queries,
/// E5's `query: ` and `passage: `; any other none. Models that want an instruction of the user's
/// ("…-instruct") get none.
RolePrompts prompts_of(const ModelFolder& folder, std::string_view name);

}  // namespace marrow
