"""Upgrading a file to the newest schema, by numbered steps. Steps are only ever added.

The steps lie in ``steps/`` as SQL. Each is committed together with its number.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from ricordo.values import StoreError

APPLICATION_ID = 0x52636C74  # "Rclt", so that we know our own files

STEPS = tuple(
    sorted(
        path.name for path in files("ricordo.stores.sqlite").joinpath("steps").iterdir() if path.name.endswith(".sql")
    )
)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Upgrade the file to the newest schema. Refuse a file of another program or of a newer version."""
    _refuse_strangers(connection, path)
    if _version(connection) == len(STEPS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while we waited for the lock.
        for number, step in enumerate(STEPS[_version(connection) :], start=_version(connection) + 1):
            for statement in _statements(files("ricordo.stores.sqlite").joinpath("steps", step).read_text("utf-8")):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("INSERT OR IGNORE INTO meta VALUES ('salt', ?)", (secrets.token_bytes(16),))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _refuse_strangers(connection: sqlite3.Connection, path: Path) -> None:
    version = _version(connection)
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if tables and not ours:
        raise StoreError(f"{path}: it is an SQLite database of another program; give another path")
    if version > len(STEPS):
        raise StoreError(
            f"{path}: it was written by a newer Ricordo (schema {version}, this program knows {len(STEPS)}); "
            "upgrade with `pip install -U ricordo`"
        )


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one. ``executescript`` would commit before it starts."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
