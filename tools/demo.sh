#!/bin/sh
# `make demo`: from nothing to a measured table. Sets up, builds, gets the models, indexes a real
# collection, answers one query with every leg's rank and score, and prints what each stage scores.
# Finished work is not redone: run it again and it goes straight to the answer.
set -eu
cd "$(dirname "$0")/.."
export MARROW_MODELS="${MARROW_MODELS:-$PWD/build/models}"
marrow=build/release/marrow
dense=all-MiniLM-L6-v2

say() { printf '\n==> %s\n' "$1"; }

mkdir -p build
say "1/5 building"
make -s build
say "2/5 models"
$marrow models pull $dense SPLADE-tiny ms-marco-MiniLM-L12-v2

say "3/5 collection"
if [ -n "${MARROW_DATA:-}" ] && [ -d "$MARROW_DATA/scifact" ]; then
  collection=$MARROW_DATA/scifact query="Vitamin D deficiency is unrelated to birth weight."
  echo "SciFact, from MARROW_DATA ($MARROW_DATA)"
elif $marrow datasets pull scifact --data-dir build/data --connect-timeout 15; then
  collection=build/data/scifact query="Vitamin D deficiency is unrelated to birth weight."
else
  echo "SciFact's host cannot be reached from here (a copy is used when MARROW_DATA names its folder)."
  echo "Taking the manual pages of this Debian instead: each page's one-line description is its query."
  tools/make_manpages_collection.py build/data/manpages
  collection=build/data/manpages query="wait for a child process to change state"
fi

name=$(basename "$collection")
say "4/5 index and one query over $name: $query"
$marrow index "build/demo/$name" --input "$collection" --dense-model $dense --sparse-model SPLADE-tiny --skip-existing
$marrow search "build/demo/$name" --legs bm25,sparse,dense --weights bm25=0.35,sparse=0.25,dense=0.40 \
  --reranker ms-marco-MiniLM-L12-v2 --rerank-depth 10 --top-k 3 --explain "$query"

say "5/5 what each stage scores on $name"
$marrow bench --datasets "$collection" --index "build/demo/$name" --dense-model $dense \
  --stages bm25,sparse,dense,hybrid,hybrid3

printf '\nTry next: build/release/marrow search build/demo/%s --explain "your own question"\n' "$name"
