"""Storing vectors of existing documents, finding documents without one, and dropping those of a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.changes import DropModel, PutVectors
from ricordo.ports.store import StoredRecord, Unembedded
from ricordo.stores.common.keys import pack_key, unpack_after, unpack_key
from ricordo.stores.common.records import embedding_text
from ricordo.stores.common.rules import require_replaceable
from ricordo.stores.postgres import documents, models, scopes, turns
from ricordo.stores.postgres.catalogue import put_vectors
from ricordo.stores.postgres.documents import DocumentPlace
from ricordo.stores.postgres.index import outbox
from ricordo.stores.postgres.session import PostgresSession


async def apply(session: PostgresSession, change: PutVectors | DropModel) -> int:
    """Store vectors, or delete all vectors of a model."""
    return await _put(session, change) if isinstance(change, PutVectors) else await _drop(session, change)


async def _put(session: PostgresSession, change: PutVectors) -> int:
    """Store vectors by key, except of documents that were erased or changed meanwhile. Return how many."""
    by_owner: dict[int, dict[int, NDArray[np.float32]]] = {}
    for key, vector in change.rows.items():
        owner, number = unpack_key(key)
        by_owner.setdefault(owner, {})[number] = vector
    count = 0
    locked = await scopes.lock_owners(session, by_owner)
    if change.texts is not None and not await models.is_wanted(session, change.model):
        return 0
    for owner, place in locked.items():
        unchanged = await _find_unchanged(session, owner, by_owner[owner], change.texts)
        there = await session.fetch_rows(
            "UPDATE document SET revision = %s WHERE owner = %s AND number = ANY(%s::int[]) RETURNING number",
            (place.revision, owner, unchanged),
        )
        await put_vectors(session, owner, change.model, {number: by_owner[owner][number] for (number,) in there})
        models.record_present(session, owner, unchanged, change.model)
        outbox.add(session, owner, [number for (number,) in there])
        scopes.update_owner(session, place)
        count += len(there)
    return count


async def _find_unchanged(
    session: PostgresSession, owner: int, numbers: Iterable[int], texts: Mapping[int, str] | None
) -> list[int]:
    """Return the numbers of the documents whose text is still the given one. Their owner is locked."""
    if texts is None:
        return list(numbers)
    current = await _read_texts(session, [(owner, number) for number in numbers])
    return [unpack_key(item.key)[1] for item in current if item.text == texts[item.key]]


async def _drop(session: PostgresSession, change: DropModel) -> int:
    """Remove all vectors of a model. Return how many there were."""
    session.show_all()
    require_replaceable(change.model, await models.read_locked(session))
    models.stop_preparing(session, change.model)
    row = await session.fetch_row("DELETE FROM model WHERE name = %s RETURNING id", (change.model,))
    if row is None:
        return 0  # nothing was stored with this model
    session.execute_later("DELETE FROM collection WHERE model = %s", row)
    return await session.fetch_number(
        "WITH gone AS (DELETE FROM vector WHERE model = %s RETURNING 1) SELECT count(*) FROM gone", row
    )


async def list_unembedded(session: PostgresSession, *, model: str, after: int | None, limit: int) -> list[Unembedded]:
    """Return texts without a vector of ``model``, by ascending key."""
    session.show_all()
    owner, number = unpack_after(after)
    rows = await session.fetch_rows(
        "SELECT d.owner, d.number FROM document d WHERE (d.owner, d.number) > (%s, %s) AND NOT EXISTS "
        "(SELECT 1 FROM vector v WHERE v.owner = d.owner AND v.number = d.number "
        "AND v.model = (SELECT id FROM model WHERE name = %s)) ORDER BY d.owner, d.number LIMIT %s",
        (owner, number, model, limit),
    )
    return await _read_texts(session, [(owner, number) for owner, number in rows])


async def list_lacking(session: PostgresSession, *, model: str, after: int | None, limit: int) -> list[Unembedded]:
    """Return texts that are recorded as lacking a vector of ``model``, by ascending key."""
    return await _read_texts(session, await models.list_missing(session, model, unpack_after(after), limit))


async def _read_texts(session: PostgresSession, places: Sequence[DocumentPlace]) -> list[Unembedded]:
    found = await documents.get(session, places)
    before = await turns.read_before(session, found)
    records = await documents.read_records(session, found)
    return [
        Unembedded(key, embedding_text(record, before.get(document.place)))
        for document, (key, record) in zip(found, records, strict=True)
    ]


async def read_all(session: PostgresSession, *, after: int | None, limit: int) -> list[StoredRecord]:
    """Return turns and memories with their vectors, by ascending key."""
    session.show_all()
    places = await session.fetch_rows(
        "SELECT owner, number FROM document WHERE (owner, number) > (%s, %s) ORDER BY owner, number LIMIT %s",
        (*unpack_after(after), limit),
    )
    found = await documents.get(session, [(owner, number) for owner, number in places])
    rows = await session.fetch_rows(
        "SELECT v.owner, v.number, m.name, halfvec_send(v.data) FROM unnest(%s::bigint[], %s::int[]) "
        "AS p(owner, number) CROSS JOIN model m JOIN vector v ON v.owner = p.owner AND v.model = m.id "
        "AND v.number = p.number",
        ([owner for owner, _ in places], [number for _, number in places]),
    )
    vectors: dict[int, dict[str, NDArray[np.float32]]] = {}
    for owner, number, model, data in rows:
        vectors.setdefault(pack_key(owner, number), {})[model] = decode_vector(data).astype(np.float32)
    return [
        StoredRecord(key, record, vectors.get(key, {})) for key, record in await documents.read_records(session, found)
    ]


def decode_vector(data: bytes) -> NDArray[np.float16]:
    """Return a vector from the server's bytes: four bytes of header, then half-precision floats."""
    return np.frombuffer(data, ">f2", offset=4)
