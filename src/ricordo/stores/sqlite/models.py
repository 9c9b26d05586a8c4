"""Which model serves and which is being prepared, and what was stored without vectors of theirs."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable

from ricordo.ports.changes import PrepareModel, ServeModel
from ricordo.ports.store import Models


def read(connection: sqlite3.Connection) -> Models:
    """Which model serves, and which is being prepared."""
    roles: dict[str, str] = dict(connection.execute("SELECT role, model FROM model_role").fetchall())
    return Models(roles.get("serving"), roles.get("preparing"))


def apply(connection: sqlite3.Connection, change: ServeModel | PrepareModel) -> int:
    """Have another model serve or be prepared."""
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
    """A model is new here: if no other serves, it does."""
    connection.execute("INSERT OR IGNORE INTO model_role VALUES ('serving', ?)", (model,))


def give_up(connection: sqlite3.Connection, model: str) -> None:
    """A model is not being prepared any more, if it was."""
    connection.execute("DELETE FROM model_role WHERE role = 'preparing' AND model = ?", (model,))
    connection.execute("DELETE FROM lacking WHERE model = ?", (model,))


def note(connection: sqlite3.Connection, owner: int, numbers: Iterable[int], model: str, has: Collection[int]) -> None:
    """Note which vectors the documents ``numbers`` lack, which were just stored; ``has`` are those with ``model``'s."""
    wanted = {role_model for (role_model,) in connection.execute("SELECT model FROM model_role")}
    connection.executemany(
        "INSERT OR IGNORE INTO lacking VALUES (?, ?, ?)",
        [(name, owner, number) for name in wanted for number in numbers if name != model or number not in has],
    )


def settle(connection: sqlite3.Connection, owner: int, numbers: Iterable[int], model: str) -> None:
    """Documents have a vector of ``model`` now."""
    connection.executemany(
        "DELETE FROM lacking WHERE model = ? AND owner = ? AND number = ?",
        [(model, owner, number) for number in numbers],
    )


def forget(connection: sqlite3.Connection, owner: int, numbers: Iterable[int]) -> None:
    """Documents are erased."""
    for (model,) in connection.execute("SELECT model FROM model_role").fetchall():
        settle(connection, owner, numbers, model)


def noted(connection: sqlite3.Connection, model: str, after: tuple[int, int], limit: int) -> list[tuple[int, int]]:
    """Owners and numbers of documents that lack a vector of ``model``, from behind ``after``."""
    return connection.execute(
        "SELECT owner, number FROM lacking WHERE model = ? AND (owner, number) > (?, ?) ORDER BY owner, number LIMIT ?",
        (model, *after, limit),
    ).fetchall()
