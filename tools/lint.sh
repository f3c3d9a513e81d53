#!/bin/sh
# `make lint`: layers, headers that compile alone, format, and clang-tidy.
#   tools/lint.sh quick        layers and format alone
#   tools/lint.sh              clang-tidy on files changed in the last day's commits and the work tree
#   tools/lint.sh all          clang-tidy on every file
# TIDY_SECONDS (330) bounds the changed-files run; what it did not reach is named.
set -eu
cd "$(dirname "$0")/.."
scope=${1:-changed}
tools/check_layers.py
git ls-files '*.h' '*.cpp' | grep -v golden | xargs clang-format-14 --dry-run --Werror
echo "format: clean"
[ "$scope" != quick ] || exit 0
mkdir -p build
cmake --preset tidy >build/configure-tidy.log || { cat build/configure-tidy.log; exit 1; }

if [ "$scope" = all ]; then
  files=$(git ls-files 'src/*.cpp' 'apps/*.cpp')
else
  base=$(git rev-list -1 --before='1 day ago' HEAD)
  [ -n "$base" ] || base=$(git rev-list --max-parents=0 HEAD | tail -n 1)
  files=$(git diff --name-only --diff-filter=d "$base" -- 'src/*.cpp' 'apps/*.cpp')
fi
[ -n "$files" ] || { echo "tidy: nothing changed"; exit 0; }
deadline=$(($(date +%s) + ${TIDY_SECONDS:-330}))
[ "$scope" = all ] && deadline=$(($(date +%s) + 86400))
export deadline
printf '%s\n' $files | xargs -P "$(nproc)" -n 1 sh -c '
  if [ "$(date +%s)" -ge "$deadline" ]; then echo "tidy: not reached: $0"; exit 0; fi
  out=$(clang-tidy-14 --quiet -p build/tidy "$0" 2>/dev/null) || { printf "%s\n" "$out"; exit 1; }'
echo "tidy: clean"
