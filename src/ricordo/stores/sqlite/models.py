"""The model that serves, the model that is being prepared, and the documents that lack a vector of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable

from ricordo.ports.changes import PrepareModel, ServeModel
from ricordo.ports.status import Models


def read(connection: sqlite3.Connection) -> Models:
    """Return the model that serves, and the one that is being prepared."""
    roles: dict[str, str] = dict(connection.execute("SELECT role, model FROM model_role").fetchall())
    return Models(roles.get("serving"), roles.get("preparing"))


def apply(connection: sqlite3.Connection, change: ServeModel | PrepareModel) -> int:
    """Make another model serve or be prepared."""
    known = read(connection)
    models = known.after(change)
    if models == known:
        return 0
    connection.execute("DELETE FROM model_role")
    roles = (("serving", models.serving), ("preparing", models.preparing))
    connection.executemany("INSERT INTO model_role VALUES (?, ?)", [role for role in roles if role[1] is not None])
    connection.execute("DELETE FROM lacking WHERE model NOT IN (SELECT model FROM model_role)")
    return 1


def serve_first(connection: sqlite3.Connection, model: str) -> None:
    """Make a new model serve if no other does. Then it is no longer being prepared."""
    connection.execute("INSERT OR IGNORE INTO model_role VALUES ('serving', ?)", (model,))
    if read(connection).serving == model:
        connection.execute("DELETE FROM model_role WHERE role = 'preparing' AND model = ?", (model,))


def give_up(connection: sqlite3.Connection, model: str) -> None:
    """Stop preparing a model."""
    connection.execute("DELETE FROM model_role WHERE role = 'preparing' AND model = ?", (model,))
    connection.execute("DELETE FROM lacking WHERE model = ?", (model,))


def note(connection: sqlite3.Connection, owner: int, numbers: Iterable[int], model: str, has: Collection[int]) -> None:
    """Note which vectors the new documents ``numbers`` lack; ``has`` are those with one of ``model``."""
    wanted = {role_model for (role_model,) in connection.execute("SELECT model FROM model_role")}
    connection.executemany(
        "INSERT OR IGNORE INTO lacking VALUES (?, ?, ?)",
        [(name, owner, number) for name in wanted for number in numbers if name != model or number not in has],
    )


def settle(connection: sqlite3.Connection, owner: int, numbers: Iterable[int], model: str) -> None:
    """Delete the notes of documents that have a vector of ``model`` now."""
    connection.executemany(
        "DELETE FROM lacking WHERE model = ? AND owner = ? AND number = ?",
        [(model, owner, number) for number in numbers],
    )


def forget(connection: sqlite3.Connection, owner: int, numbers: Iterable[int]) -> None:
    """Delete the notes of documents that are erased."""
    for (model,) in connection.execute("SELECT model FROM model_role").fetchall():
        settle(connection, owner, numbers, model)


def find_noted(connection: sqlite3.Connection, model: str, after: tuple[int, int], limit: int) -> list[tuple[int, int]]:
    """Return owner and number of documents that lack a vector of ``model``, after the key ``after``."""
    return connection.execute(
        "SELECT owner, number FROM lacking WHERE model = ? AND (owner, number) > (?, ?) ORDER BY owner, number LIMIT ?",
        (model, *after, limit),
    ).fetchall()
