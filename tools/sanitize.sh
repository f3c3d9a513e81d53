#!/bin/sh
# tools/sanitize.sh asan|tsan: builds the tests with one sanitizer and runs those that CI has time for: all
# of them but the slow ones and, under tsan, the ones that only read (labels slow and notsan).
set -eu
cd "$(dirname "$0")/.."
preset=$1
mkdir -p build
cmake --preset "$preset" >"build/configure-$preset.log" || { cat "build/configure-$preset.log"; exit 1; }
cmake --build --preset "$preset"
# The inference runtime's thread pool needs leave to run under a sanitizer (docs/models.md).
export TBB_ENABLE_SANITIZERS=1
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 suppressions=$PWD/tools/tsan.suppressions ${TSAN_OPTIONS:-}"
# Address randomisation as of newer kernels does not suit GCC 12's thread sanitizer.
run="ctest --preset $preset --progress -LE slow"
if [ "$preset" = tsan ]; then run="setarch -R $run"; fi
$run
