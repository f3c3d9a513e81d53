#!/bin/bash
# `make nightly`: what does not fit into CI, part by part. `make nightly PART=name` runs one. A part that
# passed at this commit is not run again; its mark is a file under build/nightly.
set -uo pipefail
cd "$(dirname "$0")/.."
. tools/parts.sh
mkdir -p build/nightly
commit=$(git rev-parse HEAD)$(git diff --quiet || echo -dirty)
only=${1:-}

nightly() {
  local name=$1 minutes=$2
  shift 2
  [ -z "$only" ] || [ "$only" = "$name" ] || return 0
  if [ "$(cat "build/nightly/$name" 2>/dev/null)" = "$commit" ] && [ -z "$only" ]; then
    echo "nightly: $name passed at this commit already"
    return 0
  fi
  part "$name" "$minutes" "$@"
  [ "$part_status" = ok ] && echo "$commit" >"build/nightly/$name"
}

second_compiler() { cmake --preset tidy && cmake --build --preset tidy && ctest --test-dir build/tidy --output-on-failure; }
sanitizer() { tools/sanitize.sh "$1"; }
export -f second_compiler sanitizer

nightly second-compiler 40 bash -c second_compiler
nightly headers 15 tools/check_headers.sh
nightly tidy 90 tools/lint.sh all
nightly asan 60 bash -c 'sanitizer asan'
nightly tsan 60 bash -c 'sanitizer tsan'
nightly fuzz 240 env FUZZ_SECONDS="${FUZZ_SECONDS:-600}" tools/fuzz.sh
nightly pins 120 tools/pins.py --set all --record
nightly bench 60 tools/bench.sh
parts_end
