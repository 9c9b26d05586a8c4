"""Keywords and vectors of documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector

from ricordo.stores.common import postings
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.postgres import models
from ricordo.stores.postgres.documents import transpose
from ricordo.stores.postgres.scopes import LockedScope
from ricordo.stores.postgres.session import PendingRows, PostgresSession
from ricordo.values import DimensionMismatch

# The lock makes a transaction that drops the model wait until the vectors of this one are stored, or the other way
# round.
_MODEL = "SELECT id, dimensions FROM model WHERE name = %s FOR KEY SHARE"


def add_keywords(session: PostgresSession, place: LockedScope, documents: Iterable[tuple[int, Counter[str]]]) -> None:
    """Add the keywords of documents, given by number."""
    rows = sorted(
        (hash_text(term, place.salt), block, data)
        for term, blocks in postings.encode(documents).items()
        for block, data in blocks.items()
    )
    if rows:
        session.execute_later(
            "INSERT INTO posting SELECT %s, * FROM unnest(%s::bigint[], %s::int[], %b::bytea[]) "
            "ON CONFLICT (owner, term, block) DO UPDATE SET data = posting.data || excluded.data",
            (place.owner, *transpose(rows)),
        )


async def remove_keywords(session: PostgresSession, owner: int, numbers: Sequence[int]) -> int:
    """Remove documents from the keywords. Return how many postings were removed."""
    gone = np.array(sorted(numbers), np.int64)
    blocks = sorted({number // postings.BLOCK_SIZE for number in numbers})
    rows = await session.fetch_rows(
        "SELECT term, block, data FROM posting WHERE owner = %s AND block = ANY(%s::int[])", (owner, blocks)
    )
    rests = [(term, block, data, postings.remove_postings(block, data, gone)) for term, block, data in rows]
    changed = [(term, block, rest) for term, block, data, rest in rests if rest and len(rest) < len(data)]
    empty = [(term, block) for term, block, _, rest in rests if not rest]
    if changed:
        session.execute_later(
            "UPDATE posting p SET data = c.data "
            "FROM unnest(%s::bigint[], %s::int[], %b::bytea[]) AS c(term, block, data) "
            "WHERE p.owner = %s AND p.term = c.term AND p.block = c.block",
            (*transpose(changed), owner),
        )
    if empty:
        session.execute_later(
            "DELETE FROM posting p USING unnest(%s::bigint[], %s::int[]) AS c(term, block) "
            "WHERE p.owner = %s AND p.term = c.term AND p.block = c.block",
            (*transpose(empty), owner),
        )
    return sum(len(data) - len(rest) for _, _, data, rest in rests) // 2


def select_model(session: PostgresSession, name: str) -> PendingRows:
    """Select a model's number and dimensions, with the next exchange."""
    return session.fetch_later(_MODEL, (name,))


async def _model_number(session: PostgresSession, name: str, dimensions: int, selected: PendingRows | None) -> int:
    """Return the number of a model, and add the model if it is new."""
    row = selected.rows[0] if selected and selected.rows else await session.fetch_row(_MODEL, (name,))
    while row is None:
        session.execute_later(
            "INSERT INTO model (name, dimensions) VALUES (%s, %s) ON CONFLICT DO NOTHING", (name, dimensions)
        )
        models.serve_if_first(session, name)
        row = await session.fetch_row(_MODEL, (name,))
    if row[1] != dimensions:
        raise DimensionMismatch(name, row[1], dimensions)
    return int(row[0])


async def put_vectors(
    session: PostgresSession,
    owner: int,
    model: str,
    vectors: Mapping[int, NDArray[np.float32]],
    selected: PendingRows | None = None,
) -> None:
    """Store vectors by the number of their document, in place of older ones of the same model.

    ``selected`` are the rows of ``model_soon``, if they were selected before; they save an exchange.
    """
    if not vectors:
        return
    sizes = {len(vector) for vector in vectors.values()}
    (number,) = {await _model_number(session, model, size, selected) for size in sizes}
    session.execute_later(
        "INSERT INTO vector SELECT %s, %s, * FROM unnest(%s::int[], %b::halfvec[]) "
        "ON CONFLICT (owner, model, number) DO UPDATE SET data = excluded.data",
        (owner, number, list(vectors), [HalfVector(vector.astype(np.float16)) for vector in vectors.values()]),
    )


async def remove_vectors(
    session: PostgresSession, owner: int, numbers: Sequence[int], *, spared: str | None = None
) -> int:
    """Remove the vectors of documents, of all models except ``spared``. Return how many there were."""
    return await session.fetch_number(
        "WITH gone AS (DELETE FROM vector WHERE owner = %s AND number = ANY(%s::int[]) "
        "AND model NOT IN (SELECT id FROM model WHERE name = %s) RETURNING 1) SELECT count(*) FROM gone",
        (owner, list(numbers), spared),
    )
