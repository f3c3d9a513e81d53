#!/bin/sh
# `make test`: sets up, builds, gets the models and runs every test of one preset (PRESET, by default
# release). Finished work is not redone.
set -eu
cd "$(dirname "$0")/.."
preset=${PRESET:-release}
export MARROW_MODELS="${MARROW_MODELS:-$PWD/build/models}"

mkdir -p build
echo "test: setting up"
tools/set_up.sh test
echo "test: building ($preset)"
make -s build PRESET="$preset"
if [ "$preset" = release ]; then
  echo "test: models"
  build/release/marrow models pull all-MiniLM-L6-v2 bge-small-en-v1.5 SPLADE-tiny ms-marco-MiniLM-L12-v2 all-MiniLM-L6-v2-onnx
fi
echo "test: layers"
tools/check_layers.py
echo "test: running"
ctest --preset "$preset" --progress
echo "test: all passed. Next: make demo, or build/release/marrow --help"
