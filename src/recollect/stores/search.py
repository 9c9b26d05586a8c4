"""The two arms over an owner's columns: exact, in memory, the same for every store that keeps shelves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import simsimd
from numpy.typing import NDArray

from recollect.ports.store import Matches, Neighbours, View
from recollect.stores.columns import Columns, ages, stacked, visible
from recollect.text.bm25 import Posting, coverage

_EVERYTHING = 4096
"""Up to so many documents the dense arm returns all of them: cheaper than being asked again for those it left out."""

_RESCORED = 256
"""How many of the best are scored again in full precision; the first pass errs by less than 0.001."""


@dataclass(frozen=True, slots=True)
class Embeddings:
    """The vectors of one owner: half precision, one row for each key."""

    keys: NDArray[np.int64]
    matrix: NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Sight:
    """The documents of all owners that a search reaches, and which of them it may see."""

    columns: Columns
    seen: NDArray[np.bool_]

    @classmethod
    def of(cls, view: View, parts: Sequence[tuple[Columns, frozenset[int] | None]]) -> Sight:
        """From each owner's columns, and the scopes that the search is narrowed to there."""
        seen = [visible(columns, view, scopes) for columns, scopes in parts]
        return cls(stacked([columns for columns, _ in parts]), np.concatenate(seen))

    def rows(self, keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Where the given keys stand, and whether they are there and may be seen."""
        if not len(self.columns):
            return np.zeros(len(keys), np.int64), np.zeros(len(keys), np.bool_)
        rows = np.searchsorted(self.columns.keys, keys).clip(max=len(self.columns) - 1)
        return rows, (self.columns.keys[rows] == keys) & self.seen[rows]


def match(sight: Sight, query: Mapping[str, int], postings: Mapping[str, Sequence[Posting]]) -> Matches:
    """The keyword arm. ``postings`` has for each term, owner by owner, the keys that hold it and how often."""
    by_row: dict[str, Posting] = {}
    for term, by_owner in postings.items():
        rows, there = sight.rows(np.concatenate([keys for keys, _ in by_owner]))
        by_row[term] = rows[there], np.concatenate([counts for _, counts in by_owner])[there]
    covered = coverage(query, by_row, sight.columns.lengths, sight.seen)
    found = np.flatnonzero(covered.shares)
    return Matches(
        sight.columns.candidates(found, ages(sight.columns, sight.seen), covered.shares[found]),
        {term: sight.columns.keys[rows] for term, rows in covered.rows_by_term.items()},
    )


def nearest(sight: Sight, vector: NDArray[np.float32], embeddings: Sequence[Embeddings], limit: int) -> Neighbours:
    """The dense arm: a fast pass over everything in sight, then an exact one over the best."""
    found = [_cosines(sight, vector, part) for part in embeddings]
    rows = np.concatenate([np.empty(0, np.int64), *(part for part, _ in found)])
    cosines = np.concatenate([np.empty(0, np.float32), *(part for _, part in found)])
    everything = len(rows) <= max(_EVERYTHING, limit)
    best = np.arange(len(rows)) if everything else np.argpartition(-cosines, limit)[:limit]
    return Neighbours(
        sight.columns.candidates(rows[best], ages(sight.columns, sight.seen), cosines[best]),
        count=len(rows),
        mean=float(cosines.mean()) if len(rows) else 0.0,
        deviation=float(cosines.std()) if len(rows) else 0.0,
    )


def _cosines(
    sight: Sight, vector: NDArray[np.float32], part: Embeddings
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    rows, there = sight.rows(part.keys)
    matrix = part.matrix
    if not there.all():
        rows, matrix = rows[there], matrix[there]
    if not len(rows):
        return rows, np.empty(0, np.float32)
    first_pass = simsimd.cdist(vector.astype(np.float16)[np.newaxis], matrix, metric="dot")
    cosines = np.asarray(first_pass, np.float32).reshape(-1)
    best = np.argpartition(-cosines, _RESCORED)[:_RESCORED] if len(rows) > _RESCORED else np.arange(len(rows))
    cosines[best] = matrix[best].astype(np.float32) @ vector
    return rows, cosines
