"""Consents. They are stored by hash, so that a "no" outlives the erasure of the name that said it."""

from __future__ import annotations

import sqlite3

from ricordo.ports.changes import SetConsent
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.sqlite import names
from ricordo.stores.sqlite.hashing import exact_hash, store_salt
from ricordo.values import Consent, Scope


def read_strictest(connection: sqlite3.Connection, scope: Scope) -> Consent:
    """Return the strictest consent of ``scope`` and of every scope that covers it."""
    salt = store_salt(connection)
    result = Consent()
    for wider in scope.wider():
        row = connection.execute(
            "SELECT capture, learning, sharing FROM consent WHERE exact = ?", (exact_hash(wider, salt),)
        ).fetchone()
        if row:
            result &= Consent(*map(bool, row))
    return result


def anybody_keeps_apart(connection: sqlite3.Connection) -> bool:
    """Return whether sharing is off for anybody."""
    return connection.execute("SELECT 1 FROM consent WHERE sharing = 0 LIMIT 1").fetchone() is not None


def sessions_apart(connection: sqlite3.Connection, owner: Scope) -> set[int]:
    """Return the hashes of what may be sessions of ``owner`` for which sharing is off.

    Where the names are there, those that name no session are left out; of forgotten names nobody knows.
    """
    user = None if owner.user is None else hash_text(owner.user, store_salt(connection))
    rows = connection.execute(
        "SELECT c.exact FROM consent c JOIN scope s ON s.id = c.names WHERE c.sharing = 0 AND (c.user IS NULL OR "
        "c.user = ?) AND (s.session IS NOT NULL OR ifnull(s.application, ifnull(s.agent, s.user)) IS NULL)",
        (user,),
    )
    return {exact for (exact,) in rows}


def put(connection: sqlite3.Connection, change: SetConsent) -> int:
    """Apply a change to the consent of a scope. Return 1 if anything changed, else 0."""
    scope, salt = change.scope, store_salt(connection)
    exact = exact_hash(scope, salt)
    row: tuple[int, ...] | None = connection.execute(
        "SELECT c.names, s.application IS NULL AND s.agent IS NULL AND s.user IS NULL AND s.session IS NULL, "
        "c.capture, c.learning, c.sharing FROM consent c JOIN scope s ON s.id = c.names WHERE c.exact = ?",
        (exact,),
    ).fetchone()
    known = Consent(*map(bool, row[2:])) if row else Consent()
    number = row[0] if row and not row[1] else None
    consent = change.merge(known)
    if number is not None and consent == known:
        return 0
    if number is None:
        number = names.enter(connection, scope)
    user = None if scope.user is None else hash_text(scope.user, salt)
    connection.execute(
        "INSERT OR REPLACE INTO consent VALUES (?, ?, ?, ?, ?, ?)",
        (exact, number, user, consent.capture, consent.learning, consent.sharing),
    )
    return 1


def within(connection: sqlite3.Connection, scope: Scope | None) -> list[tuple[int, Scope, Consent]]:
    """Return the consents of ``scope`` and all that it covers, or of everybody, with the number of their names."""
    parts = scope.parts if scope else {}
    where = [f"s.{part} = ?" for part in parts] or ["coalesce(s.application, s.agent, s.user, s.session) IS NOT NULL"]
    values: list[str | int] = list(parts.values())
    if scope is not None and scope.user is not None:
        where.append("c.user = ?")
        values.append(hash_text(scope.user, store_salt(connection)))
    rows = connection.execute(
        "SELECT c.names, s.application, s.agent, s.user, s.session, c.capture, c.learning, c.sharing "
        f"FROM consent c JOIN scope s ON s.id = c.names WHERE {' AND '.join(where)} ORDER BY c.names",
        values,
    )
    return [(row[0], Scope(*row[1:5]), Consent(*map(bool, row[5:8]))) for row in rows]
