"""Numbers that ranking needs and an index does not return for a large view, of which it names the nearest only.

Mean and deviation of the cosines in view come from a sample. The cosines of documents that were found by their words
are read from the database.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.store import Pool, Query
from ricordo.stores.common.columns import visible_rows
from ricordo.stores.common.keys import unpack_key
from ricordo.stores.common.search import CosineScores, OwnerSlice, find_rows
from ricordo.stores.postgres import lookup
from ricordo.stores.postgres.session import PostgresSession

Keys = NDArray[np.int64]


async def complete_pool(
    session: PostgresSession,
    pool: Pool,
    parts: Sequence[OwnerSlice],
    samples: Mapping[int, Keys],
    query: Query,
    model: int,
) -> Pool:
    """Return ``pool`` with the cosines that it lacks, and with the spread of the cosines of all documents in view."""
    assert query.vector is not None
    embedded, mean, deviation = estimate_spread(parts, samples, query)
    cosines = pool.cosines.copy()
    if places := [unpack_key(key) for key in pool.keys[np.isnan(cosines)].tolist()]:
        found = lookup.compute_cosines(await session.fetch_rows(*lookup.select_vectors(places, model)), query.vector)
        cosines[np.searchsorted(pool.keys, found.keys)] = found.cosines
    return replace(pool, cosines=cosines, embedded=embedded, mean=mean, deviation=deviation)


def estimate_spread(parts: Sequence[OwnerSlice], samples: Mapping[int, Keys], query: Query) -> tuple[int, float, float]:
    """Return how many vectors are in view, and the mean and the deviation of their cosines."""
    weights, cosines = [np.empty(0)], [np.empty(0)]
    for part in parts:
        if part.embeddings is None or not len(part.columns):
            continue
        keys, near = part.embeddings.keys, _get_cosines(part, query)
        seen = visible_rows(part.columns, query.view, part.limits)
        rows, there = find_rows(part.columns, keys)
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


def _get_cosines(part: OwnerSlice, query: Query) -> NDArray[np.float32]:
    assert part.embeddings is not None
    assert query.vector is not None
    if isinstance(part.embeddings, CosineScores):
        return part.embeddings.cosines
    return part.embeddings.matrix.astype(np.float32) @ query.vector
