"""What learning has cost: by the hashed names of the owner and by day, so that it outlives the names."""

from __future__ import annotations

import sqlite3

from ricordo.ports.changes import AddUsage
from ricordo.ports.store import Usage
from ricordo.stores.sqlite.hashing import number_of, store_salt
from ricordo.values import PARTS, Scope

_UNSET = 0


def add(connection: sqlite3.Connection, change: AddUsage) -> int:
    """Count the cost of a call."""
    _add(connection, _hashes(connection, change.scope), change)
    return 1


def read(connection: sqlite3.Connection, scope: Scope | None) -> Usage:
    """The cost in ``scope``, in all and by day. It is counted by person: a person's sessions are not told apart."""
    hashes = _hashes(connection, scope) if scope else (_UNSET,) * len(PARTS)
    named = [(part, number) for part, number in zip(PARTS, hashes, strict=True) if number]
    days = {
        day: (calls, given, got)
        for day, calls, given, got in connection.execute(
            "SELECT day, sum(calls), sum(input_tokens), sum(output_tokens) FROM usage "
            f"WHERE {' AND '.join(f'{part} = ?' for part, _ in named) or 'true'} GROUP BY day ORDER BY day",
            [number for _, number in named],
        )
    }
    totals = [sum(column) for column in zip(*days.values(), strict=True)] or [0, 0, 0]
    return Usage(*totals, days=days)


def forget_name(connection: sqlite3.Connection, owner: Scope) -> None:
    """Keep what a person's learning cost, without the person."""
    hashes = _hashes(connection, owner)
    where = " AND ".join(f"{part} = ?" for part in PARTS)
    rows = connection.execute(
        f"SELECT day, calls, input_tokens, output_tokens FROM usage WHERE {where}", hashes
    ).fetchall()
    connection.execute(f"DELETE FROM usage WHERE {where}", hashes)
    for row in rows:
        _add(connection, (*hashes[:2], _UNSET, _UNSET), AddUsage(owner, *row))


def _hashes(connection: sqlite3.Connection, scope: Scope) -> tuple[int, ...]:
    salt, names = store_salt(connection), scope.owner().parts
    return tuple(number_of(names[part], salt) if part in names else _UNSET for part in PARTS)


def _add(connection: sqlite3.Connection, hashes: tuple[int, ...], change: AddUsage) -> None:
    connection.execute(
        "INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, "
        "input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens",
        (*hashes, change.day, change.calls, change.input_tokens, change.output_tokens),
    )
