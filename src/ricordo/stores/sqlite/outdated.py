"""Reading the words of turns that no longer hold, and the memories that hold instead."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from ricordo.ports.store import Key, Records, View
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.outdated import (
    MAX_CHAIN,
    Link,
    Quote,
    add_outdated,
    closed_keys,
    has_closed,
    visible_keys,
)
from ricordo.stores.common.search import OwnerSlice
from ricordo.stores.sqlite import documents, memories
from ricordo.stores.sqlite.documents import SqliteDocument
from ricordo.values import StoredTurn


def read_outdated(connection: sqlite3.Connection, view: View, parts: Sequence[OwnerSlice], records: Records) -> None:
    """Add to ``records`` the outdated words of its turns. This costs a query only where memories were closed."""
    if not any(has_closed(part) for part in parts):
        return
    turns = {key: record.text for key, record in records.items() if isinstance(record, StoredTurn)}
    quotes = [quote for key, text in turns.items() for quote in _read_quotes(connection, key, text)]
    closed = closed_keys(parts, (quote.memory for quote in quotes))
    if not closed:
        return
    links = _read_links(connection, closed)
    add_outdated(records, quotes, links, view, visible_keys(parts, view, links))


def _read_quotes(connection: sqlite3.Connection, turn: Key, text: str) -> list[Quote]:
    rows = connection.execute(
        "SELECT owner, number, start, length FROM evidence WHERE turn_owner = ? AND turn = ? ORDER BY owner, number",
        unpack_key(turn),
    )
    return [Quote(pack_key(owner, number), turn, text[start : start + length]) for owner, number, start, length in rows]


def _read_links(connection: sqlite3.Connection, keys: Iterable[Key]) -> dict[Key, Link]:
    """Return memories with all their successors."""
    found: dict[Key, SqliteDocument] = {}
    wanted = set(keys)
    for _ in range(MAX_CHAIN):
        by_owner: dict[int, list[int]] = {}
        for key in wanted:
            owner, number = unpack_key(key)
            by_owner.setdefault(owner, []).append(number)
        read = [one for owner, numbers in by_owner.items() for one in documents.by_number(connection, owner, numbers)]
        found.update({document.key: document for document in read})
        wanted = {key for document in read if (key := _successor(document)) is not None and key not in found}
        if not wanted:
            break
    records = dict(memories.read(connection, list(found.values())))
    return {key: Link(records[key], _successor(document)) for key, document in found.items()}


def _successor(document: SqliteDocument) -> Key | None:
    return None if document.successor is None else pack_key(document.owner, document.successor)
