#!/usr/bin/env python3
"""Makes small_cases.json: small random judgements and runs, full of ties, with what trec_eval 9 makes of them.

The values come from pytrec_eval-terrier 0.5.11, which carries trec_eval 9's C sources. Undefined reads of those
sources are kept out: every query has a grade of at least relevance_level - 1, and none has only negative grades.
Run: pip install pytrec_eval-terrier==0.5.11; python3.11 make.py > small_cases.json
"""
import json
import random

import pytrec_eval

MEASURES = {"num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall",
            "P.1,3,10", "recall.1,3,10", "infAP", "gm_bpref", "Rprec_mult", "utility", "11pt_avg", "binG", "G", "ndcg",
            "ndcg_rel", "Rndcg", "ndcg_cut.1,3,10", "map_cut.1,3,10", "relative_P.1,3,10", "success.1,3", "set_P",
            "set_relative_P", "set_recall", "set_map", "set_F", "num_nonrel_judged_ret"}
IDS = ["9", "10", "a", "A", "b", "d7", "d70", "é", "~", "z0", "-", "x"]
# The first two pairs are one number in single precision.
SCORES = [0.123456789, 0.123456788, 16777217.0, 16777216.0, 1.0, 1.0, 0.5, 0.0, -1.5]


def a_case(rng):
    level = rng.choice([1, 1, 2])
    qrels, run = {}, {}
    for query in ("q1", "q2"):
        judged = rng.sample(IDS, rng.randint(1, 9))
        grades = {doc: rng.choice([-1, 0, 0, 1, 1, 2, 3]) for doc in judged}
        grades[judged[0]] = rng.randint(level - 1, 3)
        qrels[query] = grades
        run[query] = {doc: rng.choice(SCORES) for doc in rng.sample(IDS, rng.randint(1, len(IDS)))}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, MEASURES, relevance_level=level)
    expected = {query: dict(sorted(values.items())) for query, values in sorted(evaluator.evaluate(run).items())}
    return {"relevance_level": level, "qrels": qrels, "run": run, "expected": expected}


rng = random.Random(20240229)
print("[")
print(",\n".join(json.dumps(a_case(rng), ensure_ascii=False, sort_keys=True) for _ in range(30)))
print("]")
