#!/usr/bin/env python3
"""Makes values.json: paired tests of small samples and tails of Student's distribution, by scipy 1.17.1.

Run: pip install scipy==1.17.1; python3.11 make.py > values.json
"""
import json

import numpy as np
from scipy import stats

rng = np.random.default_rng(11)
samples = []
for count in (2, 3, 7, 12):
    values = np.round(rng.normal(0.05, 0.2, count), 3)
    values[::4] = 0.0  # ties, as measures have many
    if not values.any():
        continue
    exact = stats.permutation_test((values,), np.mean, permutation_type="samples", n_resamples=np.inf)
    samples.append({"differences": values.tolist(), "t_test_p": float(stats.ttest_1samp(values, 0.0).pvalue),
                    "randomization_p": float(exact.pvalue)})
large = np.round(rng.normal(0.01, 0.1, 300), 4)
samples.append({"differences": large.tolist(), "t_test_p": float(stats.ttest_1samp(large, 0.0).pvalue)})
tails = [{"t": t, "degrees": d, "p": float(2 * stats.t.sf(t, d))}
         for t in (0.0, 0.01, 0.7, 2.0, 5.0, 40.0) for d in (1, 2, 10, 299, 100000)]
print(json.dumps({"samples": samples, "tails": tails}, indent=0))
