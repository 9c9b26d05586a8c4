"""The names of scopes as they are written in the file: appended, and blanked when they are to be forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from ricordo.values import Scope


def enter(connection: sqlite3.Connection, scope: Scope, salt: bytes | None = None) -> int:
    """Write down the names of a scope; the number under which they lie."""
    number = connection.execute(
        "INSERT INTO scope (salt, application, agent, user, session) VALUES (?, ?, ?, ?, ?)",
        (salt, scope.application, scope.agent, scope.user, scope.session),
    ).lastrowid
    assert number is not None
    return number


def blank(connection: sqlite3.Connection, number: int) -> None:
    """Erase the names, and with the salt the meaning of the owner's keywords."""
    connection.execute(
        "UPDATE scope SET salt = NULL, application = NULL, agent = NULL, user = NULL, session = NULL WHERE id = ?",
        (number,),
    )


def read(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, Scope]:
    """The scopes with the given numbers; without those whose names were blanked."""
    query = "SELECT application, agent, user, session FROM scope WHERE id = ?"
    rows = {number: connection.execute(query, (number,)).fetchone() for number in set(numbers)}
    return {number: Scope(*row) for number, row in rows.items() if row and any(row)}
