"""Storing vectors after their documents, finding documents that lack one, and dropping a model."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.changes import DropModel, PutVectors
from ricordo.ports.store import StoredRecord, Unembedded
from ricordo.stores.common.keys import pack_key, unpack_after, unpack_key
from ricordo.stores.common.records import embedding_text
from ricordo.stores.common.rules import require_replaceable
from ricordo.stores.sqlite import catalogue, documents, memories, models, turns
from ricordo.stores.sqlite.catalogue import OwnerWriter


def apply(connection: sqlite3.Connection, change: PutVectors | DropModel) -> int:
    """Store vectors, or delete all vectors of a model."""
    return _put(connection, change) if isinstance(change, PutVectors) else _drop(connection, change)


def _put(connection: sqlite3.Connection, change: PutVectors) -> int:
    """Store vectors by key; what was erased meanwhile stays erased, and what was reworded waits for another."""
    if change.texts is not None and change.model not in models.read(connection):
        return 0
    by_owner: dict[int, dict[int, NDArray[np.float32]]] = {}
    for key, vector in change.rows.items():
        owner, number = unpack_key(key)
        there = documents.by_number(connection, owner, [number])
        if there and (change.texts is None or change.texts[key] == _text(connection, owner, number)):
            by_owner.setdefault(owner, {})[number] = vector
    for owner, vectors in by_owner.items():
        writer = OwnerWriter.begin(connection, owner)
        catalogue.blank_vectors(connection, owner, vectors, change.model)
        catalogue.add_vectors(connection, owner, change.model, vectors)
        models.settle(connection, owner, vectors, change.model)
        connection.executemany(
            "UPDATE document SET revision = ? WHERE owner = ? AND number = ?",
            [(writer.revision, owner, number) for number in vectors],
        )
        writer.end()
    return sum(map(len, by_owner.values()))


def _drop(connection: sqlite3.Connection, change: DropModel) -> int:
    """Blank all vectors of a model in place."""
    require_replaceable(change.model, models.read(connection))
    models.give_up(connection, change.model)
    row = connection.execute("SELECT id FROM model WHERE name = ?", (change.model,)).fetchone()
    if row is None:
        return 0
    count = connection.execute(
        "UPDATE vector SET owner = NULL, model = NULL, number = NULL, data = NULL WHERE model = ?", row
    ).rowcount
    connection.execute("DELETE FROM model WHERE id = ?", row)
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'erasures'")
    return count


def find_unembedded(connection: sqlite3.Connection, *, model: str, after: int | None, limit: int) -> list[Unembedded]:
    """Return texts without a vector of ``model``, by ascending key."""
    owner, number = unpack_after(after)
    rows = connection.execute(
        "SELECT d.owner, d.number FROM document d WHERE (d.owner, d.number) > (?, ?) AND NOT EXISTS "
        "(SELECT 1 FROM vector v WHERE v.owner = d.owner AND v.number = d.number "
        "AND v.model = (SELECT id FROM model WHERE name = ?)) ORDER BY d.owner, d.number LIMIT ?",
        (owner, number, model, limit),
    ).fetchall()
    return _texts(connection, rows)


def find_backlog(connection: sqlite3.Connection, *, model: str, after: int | None, limit: int) -> list[Unembedded]:
    """Return texts that were noted as lacking a vector of ``model``, by ascending key."""
    return _texts(connection, models.find_noted(connection, model, unpack_after(after), limit))


def read_records(connection: sqlite3.Connection, *, after: int | None, limit: int) -> list[StoredRecord]:
    """Return turns and memories with their vectors, by ascending key."""
    owner, number = unpack_after(after)
    places: list[tuple[int, int]] = connection.execute(
        "SELECT owner, number FROM document WHERE (owner, number) > (?, ?) ORDER BY owner, number LIMIT ?",
        (owner, number, limit),
    ).fetchall()
    kept: list[StoredRecord] = []
    for owner, number in places:
        found = documents.by_number(connection, owner, [number])
        reader = turns.read if found[0].is_turn else memories.read
        ((key, record),) = reader(connection, found)
        kept.append(StoredRecord(key, record, _of(connection, owner, number)))
    return kept


def _of(connection: sqlite3.Connection, owner: int, number: int) -> dict[str, NDArray[np.float32]]:
    rows = connection.execute(
        "SELECT m.name, v.data FROM model m CROSS JOIN vector v ON v.owner = ? AND v.model = m.id AND v.number = ?",
        (owner, number),
    )
    return {name: np.frombuffer(data, "<f2").astype(np.float32) for name, data in rows}


def _texts(connection: sqlite3.Connection, places: Sequence[tuple[int, int]]) -> list[Unembedded]:
    return [Unembedded(pack_key(owner, number), _text(connection, owner, number)) for owner, number in places]


def _text(connection: sqlite3.Connection, owner: int, number: int) -> str:
    found = documents.by_number(connection, owner, [number])
    reader = turns.read if found[0].is_turn else memories.read
    ((_, record),) = reader(connection, found)
    return embedding_text(record, turns.read_before(connection, found[0]) if found[0].is_turn else None)
