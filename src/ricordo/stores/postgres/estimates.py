"""What is not known exactly where an index has only named the nearest of a large view: the rest of what ranking needs.

The spread of the cosines in view comes from a sample; the cosines of what was found by its words are read from the
database.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.store import Pool, Query
from ricordo.stores.common.columns import visible
from ricordo.stores.common.keys import unpack_key
from ricordo.stores.common.search import Part, Scored, rows_of
from ricordo.stores.postgres import lookup
from ricordo.stores.postgres.session import Session

Keys = NDArray[np.int64]


async def completed(
    session: Session, pool: Pool, parts: Sequence[Part], samples: Mapping[int, Keys], query: Query, model: int
) -> Pool:
    """The pool with the spread of all that is in view, and with the cosines that it lacks."""
    assert query.vector is not None
    embedded, mean, deviation = spread(parts, samples, query)
    cosines = pool.cosines.copy()
    if places := [unpack_key(key) for key in pool.keys[np.isnan(cosines)].tolist()]:
        found = lookup.scored(await session.rows(*lookup.vectors_at(places, model)), query.vector)
        cosines[np.searchsorted(pool.keys, found.keys)] = found.cosines
    return replace(pool, cosines=cosines, embedded=embedded, mean=mean, deviation=deviation)


def spread(parts: Sequence[Part], samples: Mapping[int, Keys], query: Query) -> tuple[int, float, float]:
    """How many vectors there are in view, and mean and deviation of their cosines."""
    weights, cosines = [np.empty(0)], [np.empty(0)]
    for part in parts:
        if part.embeddings is None or not len(part.columns):
            continue
        keys, near = part.embeddings.keys, _cosines(part, query)
        seen = visible(part.columns, query.view, part.scopes)
        rows, there = rows_of(part.columns, keys)
        counted = there & seen[rows]
        weight = 1.0
        owner, _ = unpack_key(int(part.columns.keys[0]))
        if owner in samples:
            counted &= np.isin(keys, samples[owner])
            weight = np.count_nonzero(seen) / len(samples[owner])
        cosines.append(near[counted].astype(np.float64))
        weights.append(np.full(np.count_nonzero(counted), weight))
    weight, cosine = np.concatenate(weights), np.concatenate(cosines)
    total = float(weight.sum())
    if not total:
        return 0, 0.0, 0.0
    mean = float((weight * cosine).sum()) / total
    square = float((weight * np.square(cosine)).sum()) / total
    return round(total), mean, math.sqrt(max(0.0, square - mean * mean))


def _cosines(part: Part, query: Query) -> NDArray[np.float32]:
    assert part.embeddings is not None
    assert query.vector is not None
    if isinstance(part.embeddings, Scored):
        return part.embeddings.cosines
    return part.embeddings.matrix.astype(np.float32) @ query.vector
