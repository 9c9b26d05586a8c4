"""Reading the words of turns and summaries that no longer hold, and the memories that hold instead."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from ricordo.ports.store import Key, Records, View
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.outdated import (
    MAX_CHAIN,
    Cited,
    Link,
    Quote,
    add_outdated,
    all_closed_keys,
    closed_keys,
    has_closed,
    has_summary,
    quote_in_summaries,
    visible_keys,
)
from ricordo.stores.common.search import OwnerSlice
from ricordo.stores.sqlite import documents, memories, names
from ricordo.stores.sqlite.documents import SqliteDocument
from ricordo.values import StoredTurn

_MAX_PARAMETERS = 500


def read_outdated(connection: sqlite3.Connection, view: View, parts: Sequence[OwnerSlice], records: Records) -> None:
    """Add to ``records`` the outdated words of its turns and summaries, if any memory was closed."""
    if not any(has_closed(part) for part in parts):
        return
    turns = {key: record.text for key, record in records.items() if isinstance(record, StoredTurn)}
    quotes = [quote for key, text in turns.items() for quote in _read_quotes(connection, key, text)]
    if has_summary(records):
        quotes += quote_in_summaries(records, _read_cited(connection, all_closed_keys(parts)))
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


def _read_cited(connection: sqlite3.Connection, keys: Iterable[Key]) -> list[Cited]:
    """Return the evidence of memories."""
    rows: list[tuple[int, int, int, str]] = []
    for owner, numbers in _group_by_owner(keys).items():
        for start in range(0, len(numbers), _MAX_PARAMETERS):
            some = numbers[start : start + _MAX_PARAMETERS]
            rows += connection.execute(
                "SELECT e.owner, e.number, t.scope, substr(w.text, e.start + 1, e.length) FROM evidence e "
                "JOIN document t ON t.owner = e.turn_owner AND t.number = e.turn JOIN turn w ON w.ref = t.ref "
                f"WHERE e.owner = ? AND e.number IN ({', '.join('?' * len(some))}) ORDER BY e.number, e.position",
                (owner, *some),
            )
    scopes = names.read(connection, {scope for _, _, scope, _ in rows})
    return [Cited(pack_key(owner, number), scopes[scope], words) for owner, number, scope, words in rows]


def _group_by_owner(keys: Iterable[Key]) -> dict[int, list[int]]:
    by_owner: dict[int, list[int]] = {}
    for key in keys:
        owner, number = unpack_key(key)
        by_owner.setdefault(owner, []).append(number)
    return by_owner


def _read_links(connection: sqlite3.Connection, keys: Iterable[Key]) -> dict[Key, Link]:
    """Return memories with all their successors."""
    found: dict[Key, SqliteDocument] = {}
    wanted: set[Key] = set(keys)
    for _ in range(MAX_CHAIN):
        by_owner = _group_by_owner(wanted).items()
        read = [one for owner, numbers in by_owner for one in documents.by_number(connection, owner, numbers)]
        found.update({document.key: document for document in read})
        wanted = {key for document in read if (key := _successor(document)) is not None and key not in found}
        if not wanted:
            break
    records = dict(memories.read(connection, list(found.values())))
    return {key: Link(records[key], _successor(document)) for key, document in found.items()}


def _successor(document: SqliteDocument) -> Key | None:
    return None if document.successor is None else pack_key(document.owner, document.successor)
