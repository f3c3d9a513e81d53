#!/bin/sh
# `make fuzz`: builds every fuzzer (Clang, address and undefined-behaviour sanitizers) and runs each for
# FUZZ_SECONDS (60), as many at a time as there are cores. Inputs that found new paths are kept under
# build/fuzz-corpus and used again. FUZZ_ONLY=name runs one. Ends with a line a fuzzer.
set -eu
cd "$(dirname "$0")/.."
export FUZZ_SECONDS="${FUZZ_SECONDS:-60}"
cmake -B build/fuzz -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14 \
  -DMARROW_FUZZ=ON -DBUILD_TESTING=OFF -DMARROW_SANITIZE=address,undefined -DMARROW_ASSERTIONS=ON >build/configure-fuzz.log ||
  { cat build/configure-fuzz.log; exit 1; }
cmake --build build/fuzz --target fuzzers
names=$(cd build/fuzz && ls | sed -n 's/_fuzz$//p')
[ -z "${FUZZ_ONLY:-}" ] || names=$FUZZ_ONLY

one='
  name=$0 corpus=build/fuzz-corpus/$0 log=build/fuzz-$0.log
  mkdir -p "$corpus" "build/fuzz-findings"
  if build/fuzz/${name}_fuzz -max_total_time="$FUZZ_SECONDS" -timeout=25 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="build/fuzz-findings/$name-" "$corpus" >"$log" 2>&1; then
    runs=$(sed -n "s/^stat::number_of_executed_units: *//p" "$log")
    echo "fuzz: $name: $FUZZ_SECONDS s, ${runs:-0} inputs, no finding"
  else
    echo "fuzz: $name: FINDING, see $log and build/fuzz-findings/$name-*"
    exit 1
  fi'
printf '%s\n' $names | xargs -P "$(nproc)" -n 1 sh -c "$one"
