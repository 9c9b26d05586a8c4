"""The cost of learning by day. It is stored under hashes of the owner's names, and outlives the names."""

from __future__ import annotations

import sqlite3

from ricordo.ports.changes import AddUsage
from ricordo.ports.status import Usage
from ricordo.stores.common.hashing import UNSET, hash_owner_names
from ricordo.stores.common.rules import sum_usage
from ricordo.stores.sqlite.hashing import store_salt
from ricordo.values import PARTS, Scope


def add(connection: sqlite3.Connection, change: AddUsage) -> int:
    """Add the cost of a call."""
    _add(connection, hash_owner_names(change.scope, store_salt(connection)), change)
    return 1


def read(connection: sqlite3.Connection, scope: Scope | None) -> Usage:
    """Return the cost in ``scope``, in total and by day. It is counted by person, not by session."""
    hashes = hash_owner_names(scope, store_salt(connection)) if scope else (UNSET,) * len(PARTS)
    named = [(part, number) for part, number in zip(PARTS, hashes, strict=True) if number]
    days = {
        day: (calls, given, got)
        for day, calls, given, got in connection.execute(
            "SELECT day, sum(calls), sum(input_tokens), sum(output_tokens) FROM usage "
            f"WHERE {' AND '.join(f'{part} = ?' for part, _ in named) or 'true'} GROUP BY day ORDER BY day",
            [number for _, number in named],
        )
    }
    return sum_usage(days)


def forget_name(connection: sqlite3.Connection, owner: Scope) -> None:
    """Move the cost of a person to their application and agent, without the person's name."""
    hashes = hash_owner_names(owner, store_salt(connection))
    where = " AND ".join(f"{part} = ?" for part in PARTS)
    rows = connection.execute(
        f"SELECT day, calls, input_tokens, output_tokens FROM usage WHERE {where}", hashes
    ).fetchall()
    connection.execute(f"DELETE FROM usage WHERE {where}", hashes)
    for row in rows:
        _add(connection, (*hashes[:2], UNSET, UNSET), AddUsage(owner, *row))


def _add(connection: sqlite3.Connection, hashes: tuple[int, ...], change: AddUsage) -> None:
    connection.execute(
        "INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, "
        "input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens",
        (*hashes, change.day, change.calls, change.input_tokens, change.output_tokens),
    )
