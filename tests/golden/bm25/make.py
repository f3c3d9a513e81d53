#!/usr/bin/env python3
"""Makes golden.json: a small random collection with the BM25 scores of two other systems.

    pip install bm25s==0.3.16 numpy==2.*
    mvn dependency:copy of org.apache.lucene:lucene-core:9.12.3 and :lucene-analysis-common:9.12.3 into JARS
    python3 make.py JARS

bm25s (method "lucene", float64) scores with exact lengths, Lucene's BM25Similarity with its one-byte lengths.
Both leave out the constant factor k1 + 1; `exact` and `lucene` hold their scores as they give them.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import bm25s
import numpy

HERE = pathlib.Path(__file__).resolve().parent
K1, B = 0.9, 0.4


def collection():
    """Documents of 1 to 300 words; lengths above 40 are where Lucene rounds."""
    rng = random.Random(17)
    words = [f"w{i}" for i in range(60)]
    weights = [1 / (i + 1) for i in range(60)]
    lengths = [1, 2, 3, 8, 20, 39, 40, 41, 42, 57, 58, 90, 91, 150, 151, 299, 300] + [rng.randint(1, 120) for _ in range(13)]
    documents = [" ".join(rng.choices(words, weights, k=length)) for length in lengths]
    queries = [" ".join(rng.choices(words, k=rng.randint(1, 6))) for _ in range(14)]
    queries += ["w0", "w0 w0 w1", "absent", "absent w3", "w59 w5 w59 w59"]  # repeats and absent terms
    return documents, queries


def exact_scores(documents, queries):
    retriever = bm25s.BM25(k1=K1, b=B, method="lucene", dtype="float64")
    retriever.index([d.split() for d in documents], show_progress=False)
    found = []
    for query in queries:
        known = [t for t in query.split() if t in retriever.vocab_dict]
        scores = retriever.get_scores(known) if known else []  # it raises on a query without known terms
        found.append({i: float(s) for i, s in enumerate(numpy.asarray(scores, dtype="float64")) if s > 0})
    return found


def lucene_scores(documents, queries, jars):
    classpath = ":".join(str(j) for j in sorted(pathlib.Path(jars).glob("lucene-*9.12.3.jar")))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["javac", "-cp", classpath, "-d", folder, HERE / "LuceneScores.java"], check=True)
        lines = [str(len(documents)), *documents, *queries]
        out = subprocess.run(["java", "-cp", f"{folder}:{classpath}", "LuceneScores", str(K1), str(B)],
                             input="\n".join(lines), text=True, capture_output=True, check=True).stdout
    found = [{} for _ in queries]
    for line in out.splitlines():
        query, document, score = line.split()
        found[int(query)][int(document)] = float(score)
    return found


def main():
    documents, queries = collection()
    golden = {
        "made_by": "tests/golden/bm25/make.py with bm25s 0.3.16 and Lucene 9.12.3",
        "k1": K1,
        "b": B,
        "documents": documents,
        "queries": [
            {"text": q, "exact": e, "lucene": l}
            for q, e, l in zip(queries, exact_scores(documents, queries), lucene_scores(documents, queries, sys.argv[1]))
        ],
    }
    text = json.dumps(golden).replace('{"text"', '\n{"text"').replace('"documents": [', '"documents": [\n')
    (HERE / "golden.json").write_text(text + "\n")


main()
