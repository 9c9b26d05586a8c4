"""Rules of retention, and the receipts of what they erased. Both are stored by hash."""

from __future__ import annotations

import json
import sqlite3

from ricordo.ports.changes import Expire, SetRetention
from ricordo.ports.store import Erased
from ricordo.stores.common.times import from_micros, to_micros
from ricordo.stores.sqlite import names
from ricordo.stores.sqlite.hashing import exact_hash, store_salt
from ricordo.values import KINDS, Receipt, Retention, Scope, digest_of

_DAYS = ", ".join(KINDS)


def read_shortest(connection: sqlite3.Connection, scope: Scope) -> Retention:
    """Return the shortest times of ``scope`` and of every scope that covers it."""
    salt, result = store_salt(connection), Retention()
    for wider in scope.wider():
        result &= _read(connection, exact_hash(wider, salt))
    return result


def _read(connection: sqlite3.Connection, exact: int) -> Retention:
    row = connection.execute(f"SELECT {_DAYS} FROM retention WHERE exact = ?", (exact,)).fetchone()
    return Retention(*row) if row else Retention()


def put(connection: sqlite3.Connection, change: SetRetention) -> int:
    """Apply a change to the rule of a scope. Return 1 if anything changed, else 0."""
    exact = exact_hash(change.scope, store_salt(connection))
    known = _read(connection, exact)
    rule = known.change(change.kinds, change.days)
    if rule == known:
        return 0
    if not rule.days:
        _remove(connection, exact)
        return 1
    row = connection.execute("SELECT names FROM retention WHERE exact = ?", (exact,)).fetchone()
    number = row[0] if row else names.enter(connection, change.scope)
    days = [getattr(rule, kind) for kind in KINDS]
    connection.execute("INSERT OR REPLACE INTO retention VALUES (?, ?, ?, ?, ?, ?, ?)", (exact, number, *days))
    return 1


def within(connection: sqlite3.Connection, scope: Scope | None) -> list[tuple[Scope, Retention]]:
    """Return the rules of ``scope`` and all that it covers, or of everybody."""
    parts = scope.parts if scope else {}
    where = " AND ".join(f"s.{part} = ?" for part in parts) or "true"
    rows = connection.execute(
        f"SELECT s.application, s.agent, s.user, s.session, {_DAYS} FROM retention r JOIN scope s ON s.id = r.names "
        f"WHERE {where} ORDER BY r.names",
        list(parts.values()),
    )
    return [(Scope(*row[:4]), Retention(*row[4:])) for row in rows]


def forget(connection: sqlite3.Connection, scope: Scope) -> None:
    """Delete the rules of ``scope`` and all that it covers, with their names. Receipts stay, under a hash."""
    salt = store_salt(connection)
    for where, _ in within(connection, scope):
        _remove(connection, exact_hash(where, salt))


def _remove(connection: sqlite3.Connection, exact: int) -> None:
    for (number,) in connection.execute("SELECT names FROM retention WHERE exact = ?", (exact,)).fetchall():
        names.blank(connection, number)
    connection.execute("DELETE FROM retention WHERE exact = ?", (exact,))


def add_receipt(connection: sqlite3.Connection, change: Expire, erased: Erased) -> None:
    """Store the receipt of what a rule has erased."""
    counts = dict(erased.counts)
    connection.execute(
        "INSERT INTO receipt (exact, erased_at, counts, digest) VALUES (?, ?, ?, ?)",
        (
            exact_hash(change.scope, store_salt(connection)),
            to_micros(change.now),
            json.dumps(counts),
            digest_of(erased.ids, counts, change.now),
        ),
    )


def read_receipts(connection: sqlite3.Connection, scope: Scope, limit: int) -> list[Receipt]:
    """Return the receipts of what the rule of exactly ``scope`` has erased, newest first."""
    rows = connection.execute(
        "SELECT erased_at, counts, digest, NOT EXISTS (SELECT 1 FROM meta WHERE name = 'scrub') FROM receipt "
        "WHERE exact = ? ORDER BY number DESC LIMIT ?",
        (exact_hash(scope, store_salt(connection)), limit),
    )
    return [
        Receipt(scope, from_micros(at), json.loads(counts), digest, bool(scrubbed))
        for at, counts, digest, scrubbed in rows
    ]
