"""Comparing the index with the records, and describing its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.index import CollectionMissing, Index, IndexUnavailable
from ricordo.ports.status import Fault, IndexStatus
from ricordo.stores.common.keys import pack_key
from ricordo.stores.postgres.index import generations, outbox
from ricordo.stores.postgres.index.generations import ModelCollection
from ricordo.stores.postgres.server import Server
from ricordo.stores.postgres.session import PostgresSession
from ricordo.stores.postgres.vectors import decode_vector
from ricordo.values import StoreError

_REBUILD = "ricordo migrate --rebuild-index"
_SAMPLE_SIZE = 32
_MAX_DOCUMENTS = 1024
"""Owners with more documents are only counted, not compared vector by vector."""

Vectors = Mapping[int, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class _ExpectedContents:
    """The contents that the index should have: the number of vectors by model, and some owners to compare."""

    collections: list[ModelCollection]
    pending: int
    counts: dict[int, int]
    owners: list[int]
    ready: bool


async def compare(server: Server, index: Index) -> list[Fault]:
    """Compare the counts, and the vectors of some owners. Return the faults."""
    try:
        return await _compare(server, index)
    except CollectionMissing:
        return [Fault("the index lacks a collection: it was emptied, or is another index", _REBUILD)]
    except IndexUnavailable:
        return [Fault("the index cannot be reached and was not compared", "start it, or check its URL")]


async def _compare(server: Server, index: Index) -> list[Fault]:
    records = await server.read(_read_expected)
    if not records.ready:
        return [Fault("the index has never been filled: the database answers alone", _REBUILD)]
    faults: list[Fault] = []
    for collection in records.collections:
        if not collection.is_created:
            continue
        held = await index.count(collection.collection, exact=True)
        wanted = records.counts[collection.model]
        if held != wanted and not records.pending and await _is_unchanged(server, records, collection.model):
            faults.append(Fault(f"the index holds {held} vectors of a model, the database {wanted}", _REBUILD))
        differing = [owner for owner in records.owners if await _differs(server, index, collection, owner)]
        if differing:
            faults.append(Fault(f"the index differs for {len(differing)} of {len(records.owners)} owners", _REBUILD))
    return faults


async def _read_expected(session: PostgresSession) -> _ExpectedContents:
    session.show_all()
    known = [collection for collection in await generations.list_collections(session) if collection.ready]
    counts = await session.fetch_rows("SELECT model, count(*) FROM vector GROUP BY model")
    owners = await session.fetch_rows(
        "SELECT owner FROM shelf WHERE next <= %s ORDER BY random() LIMIT %s", (_MAX_DOCUMENTS, _SAMPLE_SIZE)
    )
    ready = any(generation.ready for generation in await generations.list_generations(session))
    by_model = {collection.model: 0 for collection in known} | dict(counts)
    return _ExpectedContents(
        known, await outbox.count_pending(session), by_model, [owner for (owner,) in owners], ready
    )


async def _is_unchanged(server: Server, before: _ExpectedContents, model: int) -> bool:
    """Return whether nothing was written during the count."""
    now = await server.read(_read_expected)
    return not now.pending and now.counts.get(model) == before.counts[model]


async def _differs(server: Server, index: Index, collection: ModelCollection, owner: int) -> bool:
    async def read(session: PostgresSession) -> tuple[int | None, Vectors]:
        session.show_owners([owner])
        revision = await session.fetch_row(
            "SELECT revision FROM shelf s WHERE owner = %s AND NOT EXISTS "
            "(SELECT 1 FROM outbox o WHERE o.owner = s.owner AND NOT o.repeated)",
            (owner,),
        )
        rows = await session.fetch_rows(
            "SELECT number, halfvec_send(data) FROM vector WHERE owner = %s AND model = %s", (owner, collection.model)
        )
        vectors = {pack_key(owner, number): decode_vector(data).astype(np.float32) for number, data in rows}
        return (revision[0] if revision else None), vectors

    revision, wanted = await server.read(read)
    held = await index.read_vectors(collection.collection, owner)
    same = wanted.keys() == held.keys() and all(np.array_equal(wanted[key], held[key]) for key in wanted)
    if same or revision is None:
        return False
    return (await server.read(read))[0] == revision  # otherwise it changed while we compared


async def describe(server: Server, index: Index) -> IndexStatus:
    """Return the state of the index. Numbers that cannot be had are None."""

    async def read(session: PostgresSession) -> tuple[list[ModelCollection], bool, bool, int]:
        known = await generations.list_generations(session)
        created = [
            collection
            for collection in await generations.list_collections(session)
            if collection.ready and collection.is_created
        ]
        ready = any(generation.ready for generation in known)
        return created, ready, len(known) > 1 or not ready, await outbox.count_pending(session)

    created, ready, filling, pending = await server.read(read)
    nodes = await index.nodes()
    points: int | None = None
    if nodes.answering:
        try:
            points = sum([await index.count(collection.collection, exact=False) for collection in created])
        except StoreError:
            points = None
    return IndexStatus(index.name, ready, filling, pending, nodes.known, nodes.answering, points)
