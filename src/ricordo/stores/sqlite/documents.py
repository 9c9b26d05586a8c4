"""Finding documents by number, by id, or in order."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ricordo.ports.changes import Expire
from ricordo.ports.store import View
from ricordo.stores.common.codes import EVER_VALID, SUMMARY, TURN
from ricordo.stores.common.expiry import expired_condition
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key
from ricordo.stores.common.rules import MAX_EXPIRED_OWNERS
from ricordo.stores.common.times import to_micros
from ricordo.stores.sqlite.scopes import Reach
from ricordo.values import KINDS, STATES

_MAX_PARAMETERS = 500
_COLUMNS = "owner, number, scope, ref, kind, voice, state, starts, ends, recorded, successor"


class SqliteDocument(NamedTuple):
    """The row of a turn or a memory, with numbers only. Its words are in the table of its kind, under ``ref``."""

    owner: int
    number: int
    scope: int
    ref: int
    kind: int
    voice: int
    state: int
    starts: int
    ends: int
    recorded: int
    successor: int | None

    @property
    def key(self) -> int:
        return pack_key(self.owner, self.number)

    @property
    def is_turn(self) -> bool:
        return self.kind == TURN


def by_number(connection: sqlite3.Connection, owner: int, numbers: Iterable[int]) -> list[SqliteDocument]:
    """Return the documents of an owner with the given numbers."""
    wanted, found = list(numbers), list[SqliteDocument]()
    for start in range(0, len(wanted), _MAX_PARAMETERS):
        some = wanted[start : start + _MAX_PARAMETERS]
        query = f"SELECT {_COLUMNS} FROM document WHERE owner = ? AND number IN ({', '.join('?' * len(some))})"
        found += map(SqliteDocument._make, connection.execute(query, (owner, *some)))
    return found


def by_id(connection: sqlite3.Connection, reach: Reach, ids: Iterable[str]) -> list[SqliteDocument]:
    """Return the documents within reach with the given ids, turns and memories alike."""
    salt = connection.execute("SELECT salt FROM scope WHERE id = ?", (reach.owner,)).fetchone()[0]
    wanted, numbers = dict.fromkeys(ids), list[int]()
    hashes = [hash_text(id, salt) for id in wanted]
    for start in range(0, len(hashes), _MAX_PARAMETERS):
        some = hashes[start : start + _MAX_PARAMETERS]
        query = f"SELECT number FROM identity WHERE owner = ? AND hash IN ({', '.join('?' * len(some))})"
        numbers += [number for (number,) in connection.execute(query, (reach.owner, *some))]
    by_its_id: dict[str, list[SqliteDocument]] = {id: [] for id in wanted}
    for document in by_number(connection, reach.owner, sorted(numbers)):
        if is_within(document, reach) and (id := id_of(connection, document)) in wanted:
            by_its_id[id].append(document)
    return [document for documents in by_its_id.values() for document in documents]


def walk(
    connection: sqlite3.Connection,
    reaches: Iterable[Reach],
    *,
    ids: Sequence[str] | None,
    after: int | None,
    source: str = "document WHERE",
) -> Iterator[SqliteDocument]:
    """Yield the documents within reach by ascending key, after the key ``after``; with ``ids``, only those."""
    query = f"SELECT {_COLUMNS} FROM {source} owner = ? AND number > ?"
    for reach in reaches:
        behind = -1 if after is None else after - pack_key(reach.owner, 0)
        if ids is not None:
            yield from sorted(document for document in by_id(connection, reach, ids) if document.number > behind)
            continue
        for row in connection.execute(f"{query} {_scope_condition(reach)} ORDER BY number", (reach.owner, behind)):
            yield SqliteDocument(*row)


def walk_memories(
    connection: sqlite3.Connection, reaches: Iterable[Reach], *, ids: Sequence[str] | None, after: int | None
) -> Iterator[SqliteDocument]:
    """Yield the memories within reach, like ``walk``. The turns among them, mostly very many, are not read."""
    source = f"document INDEXED BY document_memory WHERE kind > {TURN} AND"
    return (found for found in walk(connection, reaches, ids=ids, after=after, source=source) if not found.is_turn)


def walk_back(
    connection: sqlite3.Connection, reaches: Iterable[Reach], *, before: int | None
) -> Iterator[SqliteDocument]:
    """Yield the documents within reach by descending key, before the key ``before``."""
    query = f"SELECT {_COLUMNS} FROM document WHERE owner = ? AND number < ?"
    for reach in sorted(reaches, key=lambda reach: -reach.owner):
        end = (before or pack_key(reach.owner + 1, 0)) - pack_key(reach.owner, 0)
        for row in connection.execute(f"{query} {_scope_condition(reach)} ORDER BY number DESC", (reach.owner, end)):
            yield SqliteDocument(*row)


def find_before(connection: sqlite3.Connection, reach: Reach, micros: int) -> list[SqliteDocument]:
    """Return the documents within reach that were said, or became true, before a time."""
    query = f"SELECT {_COLUMNS} FROM document WHERE owner = ? AND starts < ? {_scope_condition(reach)} ORDER BY number"
    return [SqliteDocument(*row) for row in connection.execute(query, (reach.owner, micros))]


def find_expired(connection: sqlite3.Connection, reaches: Sequence[Reach], change: Expire) -> list[SqliteDocument]:
    """Return the documents within reach that a rule no longer keeps, of some owners at a time."""
    condition = expired_condition(change, "FROM memory WHERE ref = d.ref")
    if len(reaches) > MAX_EXPIRED_OWNERS:  # one scan is faster than a query for each of very many
        scan = f"SELECT DISTINCT d.owner FROM document d WHERE {condition}"
        owners = {owner for (owner,) in connection.execute(scan)}
        reaches = [reach for reach in reaches if reach.owner in owners]
    query = f"SELECT {_COLUMNS} FROM document d WHERE owner = ? AND {condition}"
    found: list[SqliteDocument] = []
    for reach in reaches:
        rows = connection.execute(f"{query} {_scope_condition(reach)} ORDER BY number", (reach.owner,))
        found += map(SqliteDocument._make, rows)
        if len({document.owner for document in found}) >= MAX_EXPIRED_OWNERS:
            break
    return found


def find_all(connection: sqlite3.Connection, reach: Reach) -> list[SqliteDocument]:
    """Return all documents within reach."""
    query = f"SELECT {_COLUMNS} FROM document WHERE owner = ? {_scope_condition(reach)} ORDER BY number"
    return [SqliteDocument(*row) for row in connection.execute(query, (reach.owner,))]


def summaries(connection: sqlite3.Connection, scopes: Sequence[int]) -> list[SqliteDocument]:
    """Return the summaries of exactly the scopes with these hashes, in every state."""
    found: list[SqliteDocument] = []
    for start in range(0, len(scopes), _MAX_PARAMETERS):
        some = scopes[start : start + _MAX_PARAMETERS]
        # CROSS JOIN keeps the order of the tables: the scopes first, then their summaries by the index.
        rows = connection.execute(
            f"SELECT {', '.join(f'd.{name}' for name in _COLUMNS.split(', '))} FROM scope_key k CROSS JOIN document d "
            f"ON d.owner = k.owner AND d.scope = k.scope AND d.kind = {SUMMARY} "
            f"WHERE k.exact IN ({', '.join('?' * len(some))}) ORDER BY d.owner, d.number",
            some,
        )
        found += map(SqliteDocument._make, rows)
    return found


def is_within(document: SqliteDocument, reach: Reach) -> bool:
    """Return whether a document of the reach's owner is in one of its scopes."""
    return reach.scopes is None or document.scope in reach.scopes


def is_visible(document: SqliteDocument, view: View) -> bool:
    """Return whether ``view`` shows a document, apart from its scope and its tags."""
    if view.kinds is not None and KINDS[document.kind] not in view.kinds:
        return False
    if view.since is not None and document.starts < to_micros(view.since):
        return False
    if view.until is not None and document.starts >= to_micros(view.until):
        return False
    if view.now is not None and document.ends <= to_micros(view.now):
        return False
    if view.as_of is None:
        return document.is_turn or STATES[document.state] in view.states
    now = to_micros(view.as_of)
    valid = STATES[document.state] in EVER_VALID and document.ends > now
    return document.starts <= now and (document.is_turn or valid)


def _scope_condition(reach: Reach) -> str:
    # Numbers from our own table, not from a caller: there may be more of them than a statement takes parameters.
    return "" if reach.scopes is None else f"AND scope IN ({', '.join(map(str, sorted(reach.scopes)))})"


def words(connection: sqlite3.Connection, select: str, refs: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """Return the rows that ``select`` reads for documents' words, by ref, without those that were blanked."""
    read: dict[int, tuple[Any, ...]] = {}
    for start in range(0, len(refs), _MAX_PARAMETERS):
        some = refs[start : start + _MAX_PARAMETERS]
        rows = connection.execute(f"{select} WHERE ref IN ({', '.join('?' * len(some))})", some)
        read.update((row[0], row[1:]) for row in rows if row[1] is not None)
    return read


def id_of(connection: sqlite3.Connection, document: SqliteDocument) -> str:
    """Return the id that callers know a document by."""
    table = "turn" if document.is_turn else "memory"
    return str(connection.execute(f"SELECT id FROM {table} WHERE ref = ?", (document.ref,)).fetchone()[0])
