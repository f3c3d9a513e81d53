#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "commands.h"
#include "marrow/error.h"
#include "marrow/version.h"
#include "output.h"

namespace {

constexpr int kExitUsage = 2;
constexpr int kExitBug = 70;
constexpr int kExitInterrupted = 130;

int exit_code_of(marrow::ErrorCode code) {
  switch (code) {
    case marrow::ErrorCode::invalid_argument:
    case marrow::ErrorCode::bad_input:
      return 2;
    case marrow::ErrorCode::not_found:
      return 3;
    case marrow::ErrorCode::io:
      return 4;
    case marrow::ErrorCode::corrupt_index:
      return 5;
  }
  return kExitBug;
}

void declare_commands(CLI::App& app) {
  app.require_subcommand(1);
  marrow::cli::add_index_command(app);
  marrow::cli::add_search_command(app);
  marrow::cli::add_run_command(app);
  marrow::cli::add_evaluate_command(app);
  marrow::cli::add_bench_command(app);
  marrow::cli::add_check_command(app);
  marrow::cli::add_datasets_command(app);
  marrow::cli::add_encode_command(app);
  marrow::cli::add_tokenize_command(app);
  marrow::cli::add_config_command(app);
  marrow::cli::add_models_command(app);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Marrow: hybrid retrieval (BM25, learned sparse, dense), fused, reranked and measured.",
               "marrow"};
  app.set_version_flag("--version", std::string(marrow::kVersion));
  app.footer(
      "Exit codes: 0 done, 2 bad request or input, 3 not found, 4 input/output, 5 corrupt index, 130 "
      "interrupted.");
  marrow::cli::catch_interrupts();
  try {
    declare_commands(app);
    app.parse(argc, argv);
    marrow::cli::StandardOutput().close();  // a full disk is an error of every command
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kExitUsage;
  } catch (const marrow::Error& error) {
    marrow::cli::notice(error.what());
    return exit_code_of(error.code());
  } catch (const marrow::Interrupted&) {
    marrow::cli::notice("interrupted; nothing half-written was left. Run the same command to go on");
    return kExitInterrupted;
  } catch (const std::exception& error) {
    marrow::cli::notice(std::string("a bug in marrow, please report it: ") + error.what());
    return kExitBug;
  }
}
