#!/bin/sh
# tools/sanitize.sh asan|tsan: builds the tests with one sanitizer and runs all but the slow ones (label
# slow). What the inference runtime needs under a sanitizer stands in the test presets.
set -eu
cd "$(dirname "$0")/.."
preset=$1
mkdir -p build
cmake --preset "$preset" >"build/configure-$preset.log" || { cat "build/configure-$preset.log"; exit 1; }
cmake --build --preset "$preset"
# GCC 12's thread sanitizer cannot place its memory beside the address randomisation of newer kernels.
[ "$preset" != tsan ] || set -- setarch -R
[ "$preset" = tsan ] || set --
"$@" ctest --preset "$preset" --progress -LE slow
