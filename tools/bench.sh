#!/bin/sh
# `make bench`: the benches, each beside a named peer or limit, both in turn on this machine. Python peers
# live in one folder outside the checkout (MARROW_PEERS, by default ~/.cache/marrow/peers). RECORD=1 writes
# docs/measured/*.json.
set -eu
cd "$(dirname "$0")/.."
shared=${MARROW_SHARED:-../shared}
models=${MARROW_MODELS:-$PWD/build/models}
peers=${MARROW_PEERS:-$HOME/.cache/marrow/peers}
record() { [ -z "${RECORD:-}" ] || echo "$1 docs/measured/$2.json"; }

cmake --build --preset release --target benches
if [ ! -x "$peers/bin/python" ]; then
  python3 -m venv "$peers"
  "$peers/bin/pip" install -q numpy==2.4.6 onnxruntime==1.32.0 tokenizers==0.23.3
fi
echo "bench: search (BM25 indexing, opening, queries)"
build/release/search_bench "$shared/data/scifact" build >build/search_bench.json
cat build/search_bench.json
[ -z "${RECORD:-}" ] || cp build/search_bench.json docs/measured/search.json
echo "bench: encoding beside ONNX Runtime and a matrix product"
"$peers/bin/python" bench/peers/encode_peers.py --bench build/release/encode_bench --models "$models" \
  --corpus "$shared/data/scifact/corpus.jsonl.gz" $(record --record encoding)
echo "bench: the dense row's top 10 beside ONNX Runtime's"
index=build/bench/agreement
build/release/marrow index "$index" --input "$shared/data/scifact" --legs dense --dense-model all-MiniLM-L6-v2 \
  --skip-existing --models-dir "$models"
build/release/marrow run "$index" --queries "$shared/data/scifact/queries.jsonl.gz" --top-k 10 --models-dir "$models" \
  --output build/bench/agreement.run
"$peers/bin/python" bench/peers/dense_agreement.py --run build/bench/agreement.run --models "$models" \
  --collection "$shared/data/scifact"
