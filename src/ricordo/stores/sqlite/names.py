"""The names of scopes in the file. They are appended, and blanked in place when they are erased."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from ricordo.values import Scope


def enter(connection: sqlite3.Connection, scope: Scope, salt: bytes | None = None) -> int:
    """Append the names of a scope, and return their number."""
    number = connection.execute(
        "INSERT INTO scope (salt, application, agent, user, session) VALUES (?, ?, ?, ?, ?)",
        (salt, scope.application, scope.agent, scope.user, scope.session),
    ).lastrowid
    assert number is not None
    return number


def blank(connection: sqlite3.Connection, number: int) -> None:
    """Blank the names and the salt, without which the hashes of the owner's keywords mean nothing."""
    connection.execute(
        "UPDATE scope SET salt = NULL, application = NULL, agent = NULL, user = NULL, session = NULL WHERE id = ?",
        (number,),
    )


def read(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, Scope]:
    """Return the scopes with the given numbers, without those whose names were blanked."""
    query = "SELECT application, agent, user, session FROM scope WHERE id = ?"
    rows = {number: connection.execute(query, (number,)).fetchone() for number in set(numbers)}
    return {number: Scope(*row) for number, row in rows.items() if row and any(row)}
