"""Whether the index agrees with the records, and what can be said of it in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.index import CollectionMissing, Index, IndexUnavailable
from ricordo.ports.store import Fault, IndexStatus
from ricordo.stores.common.keys import pack_key
from ricordo.stores.postgres.index import generations, outbox
from ricordo.stores.postgres.index.generations import Copy
from ricordo.stores.postgres.server import Server
from ricordo.stores.postgres.session import Session
from ricordo.stores.postgres.vectors import halves
from ricordo.values import StoreError

_REBUILD = "ricordo migrate --rebuild-index"
_SAMPLED = 32
_MOST_DOCUMENTS = 1024
"""Owners with more are not compared vector by vector, but counted with all others."""

Vectors = Mapping[int, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class _Records:
    """What the index should hold, if nothing waits: how many of each model, and the owners to look at."""

    copies: list[Copy]
    waiting: int
    counts: dict[int, int]
    owners: list[int]
    ready: bool


async def compare(server: Server, index: Index) -> list[Fault]:
    """Compare the counts, and the vectors of some owners one by one."""
    try:
        return await _compare(server, index)
    except CollectionMissing:
        return [Fault("the index lacks a collection: it was emptied, or is another one", _REBUILD)]
    except IndexUnavailable:
        return [Fault("the index cannot be reached, and was not compared", "start it, or check its URL")]


async def _compare(server: Server, index: Index) -> list[Fault]:
    records = await server.read(_records)
    if not records.ready:
        return [Fault("the index has never been filled: the database answers alone", _REBUILD)]
    faults: list[Fault] = []
    for copy in records.copies:
        if not copy.made:
            continue
        held = await index.count(copy.collection, exact=True)
        wanted = records.counts[copy.model]
        if held != wanted and not records.waiting and await _is_still_so(server, records, copy.model):
            faults.append(Fault(f"the index holds {held} vectors of a model, the database {wanted}", _REBUILD))
        differing = [owner for owner in records.owners if await _differs(server, index, copy, owner)]
        if differing:
            faults.append(Fault(f"the index differs for {len(differing)} of {len(records.owners)} owners", _REBUILD))
    return faults


async def _records(session: Session) -> _Records:
    session.see_everything()
    known = [copy for copy in await generations.copies(session) if copy.ready]
    counts = await session.rows("SELECT model, count(*) FROM vector GROUP BY model")
    owners = await session.rows(
        "SELECT owner FROM shelf WHERE next <= %s ORDER BY random() LIMIT %s", (_MOST_DOCUMENTS, _SAMPLED)
    )
    ready = any(generation.ready for generation in await generations.generations(session))
    by_model = {copy.model: 0 for copy in known} | dict(counts)
    return _Records(known, await outbox.waiting(session), by_model, [owner for (owner,) in owners], ready)


async def _is_still_so(server: Server, before: _Records, model: int) -> bool:
    """Whether nothing was written while it was counted."""
    now = await server.read(_records)
    return not now.waiting and now.counts.get(model) == before.counts[model]


async def _differs(server: Server, index: Index, copy: Copy, owner: int) -> bool:
    async def read(session: Session) -> tuple[int | None, Vectors]:
        session.see([owner])
        revision = await session.row(
            "SELECT revision FROM shelf s WHERE owner = %s AND NOT EXISTS "
            "(SELECT 1 FROM outbox o WHERE o.owner = s.owner AND NOT o.repeated)",
            (owner,),
        )
        rows = await session.rows(
            "SELECT number, halfvec_send(data) FROM vector WHERE owner = %s AND model = %s", (owner, copy.model)
        )
        vectors = {pack_key(owner, number): halves(data).astype(np.float32) for number, data in rows}
        return (revision[0] if revision else None), vectors

    revision, wanted = await server.read(read)
    held = await index.held(copy.collection, owner)
    same = wanted.keys() == held.keys() and all(np.array_equal(wanted[key], held[key]) for key in wanted)
    if same or revision is None:
        return False
    return (await server.read(read))[0] == revision  # else it has changed while we looked


async def describe(server: Server, index: Index) -> IndexStatus:
    """The state of the index in numbers; of what cannot be reached none are known."""

    async def read(session: Session) -> tuple[list[Copy], bool, bool, int]:
        known = await generations.generations(session)
        made = [copy for copy in await generations.copies(session) if copy.ready and copy.made]
        ready = any(generation.ready for generation in known)
        return made, ready, len(known) > 1 or not ready, await outbox.waiting(session)

    made, ready, filling, waiting = await server.read(read)
    nodes = await index.nodes()
    points: int | None = None
    if nodes.answering:
        try:
            points = sum([await index.count(copy.collection, exact=False) for copy in made])
        except StoreError:
            points = None
    return IndexStatus(index.name, ready, filling, waiting, nodes.known, nodes.answering, points)
