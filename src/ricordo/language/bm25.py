"""BM25 as a share: the part of a query that a document contains literally.

The usual factor (k1 + 1) is left out, so that a document's score is bounded by the sum of the query's weights; divided
by that sum it is a number between 0 and 1, the coverage. When nothing covers the query, the keyword arm fades by
itself, and no fixed weight between keywords and vectors has to be right for every question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75


@dataclass(frozen=True, slots=True)
class Postings:
    """The occurrences of a query's terms, as columns: the term, the document, and the count there."""

    terms: NDArray[np.int64]
    documents: NDArray[np.int64]
    counts: NDArray[np.float32]

    def where(self, mask: NDArray[np.bool_]) -> Postings:
        """Return the occurrences for which `mask` is true."""
        return Postings(self.terms[mask], self.documents[mask], self.counts[mask])


def coverage(
    times_asked: Sequence[int], postings: Postings, lengths: NDArray[np.int32], visible: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Return the share of the query that each document covers.

    The postings' documents are rows of ``lengths``, all of them visible.

    ``times_asked`` is how often each term occurs in the query; terms that no document contains count as well.
    """
    count = int(np.count_nonzero(visible))
    if not count or not times_asked:
        return np.zeros(len(lengths), np.float32)
    average = max(float(lengths[visible].mean()), 1.0)
    holders = np.bincount(postings.terms, minlength=len(times_asked))
    weights = np.array(times_asked) * np.log1p((count - holders + 0.5) / (holders + 0.5))
    damping = K1 * (1 - B) + K1 * B / average * lengths[postings.documents]
    gains = weights[postings.terms] * postings.counts / (postings.counts + damping)
    return (np.bincount(postings.documents, gains, minlength=len(lengths)) / weights.sum()).astype(np.float32)
