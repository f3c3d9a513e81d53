#!/usr/bin/env python3
"""Does the dense row rank as ONNX Runtime does? Encodes a collection and its judged queries with ONNX
Runtime from the same token ids, searches exactly with numpy, and compares each query's top 10 with a run
that Marrow wrote. Prints the number of queries whose ten documents, in order, are the same.

  dense_agreement.py --run marrow.run --models FOLDER --collection FOLDER [--at-least 299]

The run: marrow index IDX --input COLLECTION --legs dense --dense-model all-MiniLM-L6-v2
         marrow run IDX --queries COLLECTION/queries.jsonl.gz --top-k 10 --output marrow.run
Needs numpy, onnxruntime and tokenizers. About five minutes for SciFact. Exit code 1 below --at-least."""
import argparse
import collections
import gzip
import json
import pathlib
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer


def records(path):
    path = path if path.exists() else path.with_name(path.name + ".gz")
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


class Encoder:
    def __init__(self, folder):
        model = next(p for p in (folder / "onnx/model.onnx", folder / "model.onnx") if p.exists())
        self.session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(256)

    def encode(self, texts, budget=2048):
        ids = [e.ids for e in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        rows = np.zeros((len(ids), 384), np.float32)
        while order:
            length = len(ids[order[-1]])
            batch = order[-max(1, budget // length):]
            order = order[:-len(batch)]
            tokens, mask = np.zeros((2, len(batch), length), np.int64)
            for row, i in enumerate(batch):
                tokens[row, :len(ids[i])] = ids[i]
                mask[row, :len(ids[i])] = 1
            states = self.session.run(None, {"input_ids": tokens, "attention_mask": mask,
                                             "token_type_ids": np.zeros_like(tokens)})[0]
            pooled = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
            rows[batch] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True, type=pathlib.Path)
    parser.add_argument("--models", required=True, type=pathlib.Path)
    parser.add_argument("--collection", required=True, type=pathlib.Path)
    parser.add_argument("--onnx-model", default="all-MiniLM-L6-v2-onnx")
    parser.add_argument("--at-least", type=int, default=299)
    options = parser.parse_args()
    judged = {line.split("\t")[0] for line in (options.collection / "qrels/test.tsv").read_text().splitlines()[1:]}
    documents = records(options.collection / "corpus.jsonl")
    queries = [q for q in records(options.collection / "queries.jsonl") if q["_id"] in judged]
    encoder = Encoder(options.models / options.onnx_model)
    corpus = encoder.encode([(d.get("title", "") + " " + d["text"]).strip() for d in documents])
    scores = encoder.encode([q["text"] for q in queries]) @ corpus.T
    found = collections.defaultdict(list)
    for line in options.run.read_text().splitlines():
        query, _, document, *_ = line.split()
        found[query].append(document)
    same = 0
    for row, query in enumerate(queries):
        best = np.lexsort((np.arange(len(documents)), -scores[row]))[:10]
        expected = [documents[i]["_id"] for i in best]
        same += found[query["_id"]][:10] == expected
    print(f"{same} of {len(queries)} judged queries have the same top 10 as ONNX Runtime")
    return 0 if same >= options.at_least else 1


sys.exit(main())
