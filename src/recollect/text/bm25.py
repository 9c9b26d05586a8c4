"""BM25 as a share: how much of what the query says stands literally in a document.

The usual factor (k1 + 1) is left out, so that a document's score is bounded by the sum of the query's weights; divided
by that sum it is a number between 0 and 1, the coverage. When nothing covers the query, the keyword arm fades by
itself, and no fixed weight between keywords and vectors has to be right for every question.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75

Posting = tuple[NDArray[np.int64], NDArray[np.float32]]
"""The rows that hold a term, each once, and how often each does."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """For every row its share of the query, and for every term of the query its rows."""

    shares: NDArray[np.float32]
    rows_by_term: Mapping[str, NDArray[np.int64]]


def coverage(
    query: Mapping[str, int], postings: Mapping[str, Posting], lengths: NDArray[np.int32], visible: NDArray[np.bool_]
) -> Coverage:
    """The coverage of ``query`` by each row; rows that are not ``visible`` count for nothing, statistics included."""
    count = int(visible.sum())
    shares = np.zeros(len(lengths), np.float32)
    rows_by_term: dict[str, NDArray[np.int64]] = {}
    if not count or not query:
        return Coverage(shares, rows_by_term)
    average = max(float(lengths[visible].mean()), 1.0)
    everything = 0.0
    for term, times in query.items():
        rows, frequencies = _visible(postings.get(term), visible)
        weight = times * math.log(1 + (count - len(rows) + 0.5) / (len(rows) + 0.5))
        everything += weight
        if len(rows):
            damping = K1 * (1 - B + B * lengths[rows] / average)
            shares[rows] += weight * frequencies / (frequencies + damping)
            rows_by_term[term] = rows
    return Coverage(shares / np.float32(everything), rows_by_term)


def _visible(posting: Posting | None, visible: NDArray[np.bool_]) -> Posting:
    if posting is None:
        return np.empty(0, np.int64), np.empty(0, np.float32)
    rows, frequencies = posting
    seen = visible[rows]
    return (rows, frequencies) if seen.all() else (rows[seen], frequencies[seen])
