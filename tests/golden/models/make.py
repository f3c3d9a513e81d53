#!/usr/bin/env python3
"""Makes values.json: what the named models give for made-up token rows.

Usage: make.py MODELS_FOLDER > values.json     (numpy 2.4, safetensors 0.8, onnxruntime 1.32)

Two oracles, neither of which shares code with the library:
  double  BERT written out in numpy, in double precision, from model.safetensors
  onnx    ONNX Runtime on an ONNX export that others made of the same weights (dense models)
A row of `length` tokens is [CLS], then 1000 + (7919 * i + 104729 * row) % 28000 for i = 1, 2, …, then [SEP];
pairs have the types 0 in the first half and 1 in the second.
"""
import json
import math
import pathlib
import sys

import numpy as np
import onnxruntime
from safetensors.numpy import load_file

LENGTHS = [2, 3, 17, 64, 250]
SHOWN = 8


def tokens(length, row):
    middle = [1000 + (7919 * i + 104729 * row) % 28000 for i in range(1, length - 1)]
    return np.array([101] + middle + [102])


def types(length, pair):
    return np.array([1 if pair and i >= length // 2 else 0 for i in range(length)])


class Bert:
    def __init__(self, folder):
        self.config = json.loads((folder / "config.json").read_text())
        self.weights = {}
        for name, value in load_file(folder / "model.safetensors").items():
            name = name.removeprefix("bert.").replace("LayerNorm.gamma", "LayerNorm.weight")
            self.weights[name.replace("LayerNorm.beta", "LayerNorm.bias")] = value.astype(np.float64)

    def linear(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def norm(self, x, name):
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + self.config["layer_norm_eps"])
        return scaled * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def states(self, ids, kinds):
        w = self.weights
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.token_type_embeddings.weight"][kinds]
        x = self.norm(x + w["embeddings.position_embeddings.weight"][: len(ids)], "embeddings.LayerNorm")
        for i in range(self.config["num_hidden_layers"]):
            x = self.layer(x, f"encoder.layer.{i}.")
        return x

    def layer(self, x, prefix):
        heads = self.config["num_attention_heads"]
        q, k, v = (
            self.linear(x, prefix + "attention.self." + part).reshape(len(x), heads, -1).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        context = (scores / scores.sum(-1, keepdims=True)) @ v
        context = context.transpose(1, 0, 2).reshape(len(x), -1)
        x = self.norm(self.linear(context, prefix + "attention.output.dense") + x, prefix + "attention.output.LayerNorm")
        wide = gelu(self.linear(x, prefix + "intermediate.dense"))
        return self.norm(self.linear(wide, prefix + "output.dense") + x, prefix + "output.LayerNorm")

    def logit(self, ids, kinds):
        pooled = np.tanh(self.linear(self.states(ids, kinds)[0], "pooler.dense"))
        return self.linear(pooled, "classifier")[0]

    def term_weights(self, ids):
        x = gelu(self.linear(self.states(ids, 0 * ids), "cls.predictions.transform.dense"))
        x = self.norm(x, "cls.predictions.transform.LayerNorm")
        logits = x @ self.weights["embeddings.word_embeddings.weight"].T + self.weights["cls.predictions.bias"]
        return np.log1p(np.maximum(logits, 0)).max(0)


def gelu(x):
    return 0.5 * x * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def unit(x):
    return x / np.sqrt((x**2).sum())


def shown(x):
    return [float(f"{value:.9g}") for value in np.atleast_1d(x)[:SHOWN]]


def onnx_states(folder, ids):
    session = onnxruntime.InferenceSession(folder / "onnx" / "model.onnx", providers=["CPUExecutionProvider"])
    ids = ids[None].astype(np.int64)
    feed = {"input_ids": ids, "attention_mask": 0 * ids + 1, "token_type_ids": 0 * ids}
    return session.run(["last_hidden_state"], feed)[0][0].astype(np.float64)


def dense_rows(folder, onnx_folder, pool):
    bert = Bert(folder)
    for row, length in enumerate(LENGTHS):
        ids = tokens(length, row)
        yield {
            "length": length,
            "double": shown(unit(pool(bert.states(ids, 0 * ids)))),
            "onnx": shown(unit(pool(onnx_states(onnx_folder, ids)))),
        }


def sparse_rows(folder):
    bert = Bert(folder)
    for row, length in enumerate(LENGTHS):
        weights = bert.term_weights(tokens(length, row))
        best = np.argsort(-weights, kind="stable")[:SHOWN]
        yield {"length": length, "terms": int((weights > 1e-4).sum()), "best": best.tolist(), "double": shown(weights[best])}


def pair_rows(folder):
    bert = Bert(folder)
    for row, length in enumerate(LENGTHS):
        yield {"length": length, "double": shown(bert.logit(tokens(length, row), types(length, True)))}


def main(models):
    values = {
        "all-MiniLM-L6-v2": list(
            dense_rows(models / "all-MiniLM-L6-v2", models / "all-MiniLM-L6-v2-onnx", lambda x: x.mean(0))
        ),
        "bge-small-en-v1.5": list(
            dense_rows(models / "bge-small-en-v1.5", models / "bge-small-en-v1.5", lambda x: x[0])
        ),
        "SPLADE-tiny": list(sparse_rows(models / "SPLADE-tiny")),
        "ms-marco-MiniLM-L12-v2": list(pair_rows(models / "ms-marco-MiniLM-L12-v2")),
    }
    rows = [f'  "{name}": [\n' + ",\n".join("    " + json.dumps(row) for row in list_) + "\n  ]" for name, list_ in values.items()]
    print("{\n" + ",\n".join(rows) + "\n}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
