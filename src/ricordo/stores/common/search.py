"""Search by keywords and by vectors over the columns of owners: exact, and in memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import simsimd
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings, coverage
from ricordo.ports.store import Beside, Key, Pool, Query, View
from ricordo.stores.common.codes import OWN_VOICE, TURN
from ricordo.stores.common.columns import Columns, RowFilter, concatenate_columns, count_newer, visible_rows

MAX_FULL_RANKING = 4096
"""Up to this many documents, all are ranked, by vectors in full precision. Beyond, a fast pass in half precision finds
the best of the dense arm, and only the best of each arm are ranked."""

_MAX_RESCORED = 256
"""Documents that are scored again in full precision after a fast pass, whose error is less than 0.001."""

_MAX_DISTANCE = 64
"""Documents of other scopes and memories between a turn and the one beside it, at most."""

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Embeddings:
    """The vectors of one owner, one row for each key. They are in half precision if there are many."""

    keys: NDArray[np.int64]
    matrix: NDArray[np.float32] | NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class CosineScores:
    """The cosines of one owner's vectors, computed by the database or an index."""

    keys: NDArray[np.int64]
    cosines: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class OwnerSlice:
    """The documents of one owner that a search covers, within ``limits``."""

    columns: Columns
    limits: RowFilter
    postings: Postings
    """The postings of the query's terms, by the keys of the documents."""
    embeddings: Embeddings | CosineScores | None


def build_pool(query: Query, parts: Sequence[OwnerSlice]) -> Pool:
    """Return the best candidates of each arm, with the scores of both arms."""
    columns = concatenate_columns([part.columns for part in parts])
    seen = _visible_rows(parts, query.view)
    postings = _merge_postings(columns, parts, seen)
    shares = coverage(list(query.terms.values()), postings, columns.lengths, seen)
    cosines = _compute_cosines(columns, parts, query.vector)
    embedded = seen & (cosines == cosines)  # noqa: PLR0124 - NaN is what differs from itself
    mean, deviation = _mean_and_deviation(cosines[embedded])
    rows = _select_rows(query, parts, seen, embedded, shares, cosines)
    if len(rows) < np.count_nonzero(seen):  # the postings of the rest are not needed any more
        chosen = np.zeros(len(columns), np.bool_)
        chosen[rows] = True
        postings = postings.where(chosen[postings.documents])
    if query.vector is not None:
        _rescore(columns, parts, rows, query.vector, cosines)
    return Pool(
        keys=columns.keys[rows],
        kinds=columns.kinds[rows],
        scopes=columns.scopes[rows],
        times=columns.starts[rows],
        ages=count_newer(columns, seen)[rows],
        own=columns.voices[rows] == OWN_VOICE,
        coverage=shares[rows],
        cosines=cosines[rows],
        embedded=int(np.count_nonzero(embedded)),
        mean=mean,
        deviation=deviation,
        held_terms=postings.terms,
        held_keys=columns.keys[postings.documents],
        beside=partial(_find_beside, columns, seen),
    )


def _find_beside(columns: Columns, seen: Mask, keys: Sequence[Key]) -> dict[Key, Beside]:
    """Return the turns directly before and after each of ``keys`` in its scope, as far as they may be seen."""
    rows, there = find_rows(columns, np.array(keys, np.int64))
    return {
        key: Beside(
            _key_beside(columns, seen, row, range(row - 1, max(row - _MAX_DISTANCE, 0) - 1, -1)),
            _key_beside(columns, seen, row, range(row + 1, min(row + _MAX_DISTANCE, len(columns)))),
        )
        for key, row, is_there in zip(keys, rows.tolist(), there.tolist(), strict=True)
        if is_there
    }


def _key_beside(columns: Columns, seen: Mask, row: int, around: range) -> Key | None:
    scope = columns.scopes[row]
    for other in around:
        if columns.scopes[other] == scope and columns.kinds[other] == TURN:
            return int(columns.keys[other]) if seen[other] else None
    return None


def _mean_and_deviation(cosines: Floats) -> tuple[float, float]:
    """Return mean and deviation, by sums: for a hundred numbers that is many times faster than numpy's functions."""
    if not len(cosines):
        return 0.0, 0.0
    exact = cosines.astype(np.float64)
    mean = float(exact.sum()) / len(exact)
    # Not a dot product: from 10,000 numbers on, BLAS starts threads for it, which cost more than the product.
    return mean, math.sqrt(max(0.0, float(np.square(exact).sum()) / len(exact) - mean * mean))


def _visible_rows(parts: Sequence[OwnerSlice], view: View) -> Mask:
    seen = [visible_rows(part.columns, view, part.limits) for part in parts]
    return seen[0] if len(seen) == 1 else np.concatenate(seen)


def find_rows(columns: Columns, keys: NDArray[np.int64]) -> tuple[Rows, Mask]:
    """Return the rows of ``keys``, and a mask of the keys that exist."""
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


def _merge_postings(columns: Columns, parts: Sequence[OwnerSlice], seen: Mask) -> Postings:
    """Return the postings of all owners by row, without rows that are not visible."""
    if len(parts) == 1:
        together = parts[0].postings
    else:
        together = Postings(
            *(np.concatenate([getattr(part.postings, name) for part in parts]) for name in Postings.__slots__)
        )
    rows, there = find_rows(columns, together.documents)
    found = Postings(together.terms, rows, together.counts)
    usable = there & seen[rows]
    return found if usable.all() else found.where(usable)


def _compute_cosines(columns: Columns, parts: Sequence[OwnerSlice], vector: Floats | None) -> Floats:
    """Return the cosine of every row by a fast pass over all vectors, NaN for rows without a vector."""
    cosines = np.full(len(columns), np.nan, np.float32)
    for part in parts:
        if vector is not None and part.embeddings is not None and len(part.embeddings.keys):
            rows, there = find_rows(columns, part.embeddings.keys)
            found = part.embeddings
            dots = found.cosines if isinstance(found, CosineScores) else _dot_products(found.matrix, vector)
            if there.all():
                cosines[rows] = dots
            else:
                cosines[rows[there]] = dots[there]
    return cosines


def _dot_products(matrix: NDArray[np.float32] | NDArray[np.float16], vector: Floats) -> Floats:
    if matrix.dtype == np.float32:
        return matrix @ vector
    dots = np.empty((1, len(matrix)), np.float32)
    simsimd.cdist(vector.astype(np.float16)[np.newaxis], matrix, metric="dot", out=dots, out_dtype="float32")
    return dots.reshape(-1)


def _select_rows(
    query: Query, parts: Sequence[OwnerSlice], seen: Mask, embedded: Mask, shares: Floats, cosines: Floats
) -> Rows:
    """Return the rows to rank: all, or the best of each arm and the nearest of each narrower view."""
    covered = seen & (shares > 0)
    if np.count_nonzero(seen) <= MAX_FULL_RANKING:
        return np.flatnonzero(covered | embedded)
    selected = [_top_rows(shares, covered, query.limit), _top_rows(cosines, embedded, query.limit)]
    selected += [_top_rows(cosines, embedded & _visible_rows(parts, narrower), query.limit) for narrower in query.also]
    return np.unique(np.concatenate(selected))


def _top_rows(scores: Floats, among: Mask, limit: int) -> Rows:
    rows = np.flatnonzero(among)
    return rows if len(rows) <= limit else rows[np.argpartition(-scores[rows], limit)[:limit]]


def _rescore(columns: Columns, parts: Sequence[OwnerSlice], rows: Rows, vector: Floats, cosines: Floats) -> None:
    """Replace cosines of the nearest rows that a fast pass computed by exact ones."""
    near = rows[~np.isnan(cosines[rows])]
    near = near[_top_rows(cosines[near], np.ones(len(near), np.bool_), _MAX_RESCORED)]
    keys = columns.keys[near]
    for part in parts:
        if isinstance(part.embeddings, Embeddings) and part.embeddings.matrix.dtype == np.float16:
            places = np.searchsorted(part.embeddings.keys, keys)
            places[places == len(part.embeddings.keys)] = 0
            here = part.embeddings.keys[places] == keys
            cosines[near[here]] = part.embeddings.matrix[places[here]].astype(np.float32) @ vector
