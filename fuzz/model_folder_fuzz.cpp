#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

#include "marrow/error.h"
#include "models/model_folder.h"

/// Whatever the settings files of a model folder hold, the folder is read within its limits or refused.
namespace {

constexpr std::array<const char*, 6> kFiles = {"config.json",
                                               "modules.json",
                                               "1_Pooling/config.json",
                                               "sentence_bert_config.json",
                                               "config_sentence_transformers.json",
                                               "tokenizer_config.json"};

/// A folder of this process, with weights that are never read.
std::filesystem::path make_folder() {
  const auto folder = std::filesystem::temp_directory_path() / ("marrow-fuzz-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "1_Pooling");
  std::ofstream(folder / "model.safetensors");
  return folder;
}

}  // namespace

/// The files' contents stand one behind the other, parted by line ends; those that are left out are absent.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path folder = make_folder();
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  for (const char* const file : kFiles) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::filesystem::remove(folder / file);
    if (end > 0) std::ofstream(folder / file, std::ios::binary) << rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  try {
    const marrow::ModelFolder read = marrow::read_model_folder(folder);
    if (read.max_length > read.config.position_count || read.config.hidden_size % read.config.head_count != 0)
      __builtin_trap();
  } catch (const marrow::Error&) {  // refused, which is right
  }
  return 0;
}
