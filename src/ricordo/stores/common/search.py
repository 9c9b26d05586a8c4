"""The two arms over an owner's columns: exact, in memory, the same for every store that keeps shelves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import simsimd
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings, coverage
from ricordo.ports.store import Pool, Query, View
from ricordo.stores.common.codes import OWN_VOICE
from ricordo.stores.common.columns import Columns, ages, stacked, visible

EVERYTHING = 4096
"""Up to so many documents all of them are ranked, by vectors in full precision. Beyond, a fast pass in half precision
finds the best of the dense arm, and only the best of each arm are ranked."""

_RESCORED = 256
"""How many of the best are scored again in full precision after a fast pass, which errs by less than 0.001."""

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Embeddings:
    """The vectors of one owner, one row for each key; in half precision where there are many."""

    keys: NDArray[np.int64]
    matrix: NDArray[np.float32] | NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Scored:
    """The cosines of one owner's vectors, where the vectors themselves are compared elsewhere."""

    keys: NDArray[np.int64]
    cosines: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Part:
    """What a search reaches of one owner: everything, or only the scopes that it is narrowed to."""

    columns: Columns
    scopes: frozenset[int] | None
    postings: Postings
    """Of the query's terms, by the keys of the documents."""
    embeddings: Embeddings | Scored | None


def search(query: Query, parts: Sequence[Part]) -> Pool:
    """Ask both arms; the best of each, with what the other says about them."""
    columns = stacked([part.columns for part in parts])
    seen = _visible(parts, query.view)
    postings = _postings(columns, parts, seen)
    shares = coverage(list(query.terms.values()), postings, columns.lengths, seen)
    cosines = _cosines(columns, parts, query.vector)
    embedded = seen & (cosines == cosines)  # noqa: PLR0124 - NaN is what differs from itself
    mean, deviation = _spread(cosines[embedded])
    rows = _best(query, parts, seen, embedded, shares, cosines)
    if len(rows) < np.count_nonzero(seen):  # what is known of the rest is of no use any more
        pooled = np.zeros(len(columns), np.bool_)
        pooled[rows] = True
        postings = postings.where(pooled[postings.documents])
    if query.vector is not None:
        _rescore(columns, parts, rows, query.vector, cosines)
    return Pool(
        keys=columns.keys[rows],
        kinds=columns.kinds[rows],
        times=columns.starts[rows],
        ages=ages(columns, seen)[rows],
        own=columns.voices[rows] == OWN_VOICE,
        coverage=shares[rows],
        cosines=cosines[rows],
        embedded=int(np.count_nonzero(embedded)),
        mean=mean,
        deviation=deviation,
        held_terms=postings.terms,
        held_keys=columns.keys[postings.documents],
    )


def _spread(cosines: Floats) -> tuple[float, float]:
    """Mean and deviation; by sums, which for a hundred numbers is many times faster than numpy's own."""
    if not len(cosines):
        return 0.0, 0.0
    exact = cosines.astype(np.float64)
    mean = float(exact.sum()) / len(exact)
    # Not a dot product: from 10,000 numbers on, BLAS wakes threads for it, which costs more than the product.
    return mean, math.sqrt(max(0.0, float(np.square(exact).sum()) / len(exact) - mean * mean))


def _visible(parts: Sequence[Part], view: View) -> Mask:
    seen = [visible(part.columns, view, part.scopes) for part in parts]
    return seen[0] if len(seen) == 1 else np.concatenate(seen)


def rows_of(columns: Columns, keys: NDArray[np.int64]) -> tuple[Rows, Mask]:
    """Where the given keys stand, and which of them are there at all."""
    if not len(columns):
        return np.zeros(len(keys), np.int64), np.zeros(len(keys), np.bool_)
    first, last = columns.keys[0], columns.keys[-1]
    if last - first == len(columns) - 1:  # one owner from whom nothing was erased: no need to search
        rows = keys - first
        there = (rows >= 0) & (rows < len(columns))
        if not there.all():
            rows[~there] = 0
        return rows, there
    rows = np.searchsorted(columns.keys, keys)
    rows[rows == len(columns)] = 0
    return rows, columns.keys[rows] == keys


def _postings(columns: Columns, parts: Sequence[Part], seen: Mask) -> Postings:
    """The postings of all owners by row, as far as they may be seen."""
    if len(parts) == 1:
        together = parts[0].postings
    else:
        together = Postings(
            *(np.concatenate([getattr(part.postings, name) for part in parts]) for name in Postings.__slots__)
        )
    rows, there = rows_of(columns, together.documents)
    found = Postings(together.terms, rows, together.counts)
    usable = there & seen[rows]
    return found if usable.all() else found.where(usable)


def _cosines(columns: Columns, parts: Sequence[Part], vector: Floats | None) -> Floats:
    """The cosine of every row, by a fast pass over all vectors; NaN where there is none."""
    cosines = np.full(len(columns), np.nan, np.float32)
    for part in parts:
        if vector is not None and part.embeddings is not None and len(part.embeddings.keys):
            rows, there = rows_of(columns, part.embeddings.keys)
            found = part.embeddings
            dots = found.cosines if isinstance(found, Scored) else _dots(found.matrix, vector)
            if there.all():
                cosines[rows] = dots
            else:
                cosines[rows[there]] = dots[there]
    return cosines


def _dots(matrix: NDArray[np.float32] | NDArray[np.float16], vector: Floats) -> Floats:
    if matrix.dtype == np.float32:
        return matrix @ vector
    dots = np.empty((1, len(matrix)), np.float32)
    simsimd.cdist(vector.astype(np.float16)[np.newaxis], matrix, metric="dot", out=dots, out_dtype="float32")
    return dots.reshape(-1)


def _best(query: Query, parts: Sequence[Part], seen: Mask, embedded: Mask, shares: Floats, cosines: Floats) -> Rows:
    """The rows to be ranked: all, or the best of each arm and the nearest of each narrower view."""
    covered = seen & (shares > 0)
    if np.count_nonzero(seen) <= EVERYTHING:
        return np.flatnonzero(covered | embedded)
    chosen = [_top(shares, covered, query.limit), _top(cosines, embedded, query.limit)]
    chosen += [_top(cosines, embedded & _visible(parts, narrower), query.limit) for narrower in query.also]
    return np.unique(np.concatenate(chosen))


def _top(scores: Floats, among: Mask, limit: int) -> Rows:
    rows = np.flatnonzero(among)
    return rows if len(rows) <= limit else rows[np.argpartition(-scores[rows], limit)[:limit]]


def _rescore(columns: Columns, parts: Sequence[Part], rows: Rows, vector: Floats, cosines: Floats) -> None:
    """Replace the cosines of the nearest rows by exact ones, where a fast pass made them."""
    near = rows[~np.isnan(cosines[rows])]
    near = near[_top(cosines[near], np.ones(len(near), np.bool_), _RESCORED)]
    keys = columns.keys[near]
    for part in parts:
        if isinstance(part.embeddings, Embeddings) and part.embeddings.matrix.dtype == np.float16:
            places = np.searchsorted(part.embeddings.keys, keys)
            places[places == len(part.embeddings.keys)] = 0
            here = part.embeddings.keys[places] == keys
            cosines[near[here]] = part.embeddings.matrix[places[here]].astype(np.float32) @ vector
