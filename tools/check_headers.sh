#!/bin/sh
# Compiles every header of ours alone: none may lean on what its user included before it.
# Usage: tools/check_headers.sh [BUILD_FOLDER]   (a configured folder with compile_commands.json)
set -eu
cd "$(dirname "$0")/.."
failed=0
for header in $(git ls-files 'include/*.h' 'src/*.h'); do
  case $header in *openvino*) continue ;; esac
  if ! ${CXX:-c++} -std=c++20 -fsyntax-only -Wall -Wextra -Wno-pragma-once-outside-header -Iinclude -Isrc \
    -x c++ "$header"; then
    echo "$header does not compile alone" >&2
    failed=1
  fi
done
[ "$failed" = 0 ] && echo "headers: every one compiles alone"
exit "$failed"
