#!/usr/bin/env python3
"""Encoding beside its peers, in turn on the same texts: Marrow; ONNX Runtime from Python with batches of 32
in input order; the same at its own best batch budget, sorted; and a large single-precision matrix product.
CPU time of the encoding alone, one thread each, median of ROUNDS rounds with the spread.

  encode_peers.py --bench build/release/encode_bench --models FOLDER --corpus corpus.jsonl.gz [--documents 128]
                  [--rounds 5] [--record docs/measured/encoding.json]

Needs numpy, onnxruntime and tokenizers (tools/bench.sh installs them outside the checkout)."""
import argparse
import datetime
import gzip
import json
import os
import pathlib
import statistics
import subprocess
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
# The choice of kernels is left to each library: it knows this processor.
for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)
import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

LAYERS, HIDDEN, INNER = 6, 384, 1536  # all-MiniLM-L6-v2


def texts_of(corpus, count):
    opened = gzip.open if corpus.endswith(".gz") else open
    texts = []
    with opened(corpus, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            texts.append((record.get("title", "") + " " + record["text"]).strip())
            if len(texts) == count:
                break
    return texts


def useful_gflop(lengths):
    """Matrix products only, padding left out."""
    per_token = 2 * LAYERS * (4 * HIDDEN * HIDDEN + 2 * HIDDEN * INNER)
    attention = sum(4 * LAYERS * HIDDEN * length * length for length in lengths)
    return (per_token * sum(lengths) + attention) / 1e9


class OnnxRuntime:
    def __init__(self, folder, max_length):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        model = next(p for p in (folder / "onnx/model.onnx", folder / "model.onnx") if p.exists())
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(max_length)

    def encode(self, batch):
        ids = [e.ids for e in self.tokenizer.encode_batch(batch)]
        length = max(map(len, ids))
        tokens = np.zeros((len(ids), length), np.int64)
        mask = np.zeros_like(tokens)
        for row, one in enumerate(ids):
            tokens[row, :len(one)] = one
            mask[row, :len(one)] = 1
        states = self.session.run(None, {"input_ids": tokens, "attention_mask": mask,
                                         "token_type_ids": np.zeros_like(tokens)})[0]
        pooled = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)

    def input_order(self, texts, size=32):
        for first in range(0, len(texts), size):
            self.encode(texts[first:first + size])

    def by_budget(self, texts, budget):
        lengths = [len(e.ids) for e in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda i: -lengths[i])
        while order:
            count = max(1, budget // lengths[order[0]])
            self.encode([texts[i] for i in order[:count]])
            order = order[count:]


def cpu(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def marrow(options, model, kind):
    out = subprocess.run([options.bench, str(pathlib.Path(options.models, model)), kind, options.corpus,
                          str(options.documents), "1"], check=True, capture_output=True, text=True).stdout
    return json.loads(out)


def summary(values):
    return {"median": statistics.median(values), "smallest": min(values), "largest": max(values)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--models", required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--documents", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--onnx-model", default="all-MiniLM-L6-v2-onnx", help="folder with the same model as ONNX")
    parser.add_argument("--record")
    options = parser.parse_args()
    texts = texts_of(options.corpus, options.documents)
    peer = OnnxRuntime(pathlib.Path(options.models, options.onnx_model), 256)
    lengths = [len(e.ids) for e in peer.tokenizer.encode_batch(texts)]
    budgets = (256, 512, 1024)
    a, b = (np.random.default_rng(1).standard_normal((2048, 2048), np.float32) for _ in range(2))
    block = np.zeros(1 << 26, np.uint8)
    seconds = {name: [] for name in ("marrow", "ort batch 32, input order", *[f"ort budget {n}" for n in budgets],
                                     "matrix product 2048^3", "copy of 64 MiB")}
    peer.input_order(texts[:32])
    last = {}
    for round_number in range(options.rounds):
        steps = [("marrow", None), ("ort batch 32, input order", lambda: peer.input_order(texts)),
                 *[(f"ort budget {n}", lambda n=n: peer.by_budget(texts, n)) for n in budgets],
                 ("matrix product 2048^3", lambda: a @ b), ("copy of 64 MiB", lambda: block.copy())]
        for name, work in steps if round_number % 2 == 0 else reversed(steps):
            if name == "marrow":
                last = marrow(options, "all-MiniLM-L6-v2", "dense")
                seconds[name].append(last["cpu_seconds"])
            else:
                seconds[name].append(cpu(work))
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    best = min(medians[f"ort budget {n}"] for n in budgets)
    gflops = useful_gflop(lengths) / medians["marrow"]
    product = 2 * 2048 ** 3 / 1e9 / medians["matrix product 2048^3"]
    result = {
        "date": datetime.date.today().isoformat(), "commit": last["commit"], "machine": last["machine"], "threads": 1,
        "instruction_set": last["instruction_set"], "runs": options.rounds, "documents": len(texts),
        "cpu_seconds": {name: summary(values) for name, values in seconds.items()},
        "marrow_documents_per_cpu_second": len(texts) / medians["marrow"],
        "marrow_gflops": gflops, "matrix_product_gflops": product,
        "ratio_to_ort_batch_32": medians["ort batch 32, input order"] / medians["marrow"],
        "ratio_to_ort_best_budget": best / medians["marrow"],
        "share_of_matrix_product": gflops / product,
        "resident_growth_of_second_pass": last["resident_after_second_pass"] - last["resident_after_first_pass"],
        "peak_resident": last["peak_resident"],
    }
    print(json.dumps(result, indent=1))
    for name, found, bar in (("against ONNX Runtime, batch 32 in input order", result["ratio_to_ort_batch_32"], 1.2),
                             ("against ONNX Runtime at its best budget", result["ratio_to_ort_best_budget"], 0.95),
                             ("share of a matrix product", result["share_of_matrix_product"], 0.75)):
        print(f"{'ok  ' if found >= bar else 'BELOW'} {name}: {found:.3f}, bar {bar}")
    if options.record:
        pathlib.Path(options.record).write_text(json.dumps(result, indent=1) + "\n")


main()
