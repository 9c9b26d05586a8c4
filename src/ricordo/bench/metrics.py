"""Measures of a ranking: recall, completeness and nDCG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean

CUTS = (5, 10, 20)
COLUMNS = (*(f"R@{cut}" for cut in CUTS), *(f"all@{cut}" for cut in CUTS), "nDCG@10")


def score(found: Sequence[str], wanted: frozenset[str]) -> dict[str, float]:
    """Return recall at k, whether all is found at k, and the binary nDCG of the first 10."""
    scores: dict[str, float] = {}
    for cut in CUTS:
        hits = wanted & set(found[:cut])
        scores[f"R@{cut}"] = len(hits) / len(wanted)
        scores[f"all@{cut}"] = float(hits == wanted)
    gain = sum(1 / math.log2(place + 2) for place, id in enumerate(found[:10]) if id in wanted)
    scores["nDCG@10"] = gain / sum(1 / math.log2(place + 2) for place in range(min(10, len(wanted))))
    return scores


def average_scores(rows: Iterable[dict[str, float]]) -> dict[str, float]:
    """Return the mean of each score over all questions, in per cent."""
    listed = list(rows)
    return {name: 100 * fmean(row[name] for row in listed) for name in COLUMNS}
