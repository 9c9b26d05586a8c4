"""Opening the file, and explaining its failures to a user."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ricordo.values import StoreError

_MEANINGS = {
    sqlite3.SQLITE_BUSY: "it is locked by another process; try again, or give `open` a longer `timeout`",
    sqlite3.SQLITE_LOCKED: "it is locked by another process; try again, or give `open` a longer `timeout`",
    sqlite3.SQLITE_FULL: "the disk is full; free some space and try again, nothing was half-written",
    sqlite3.SQLITE_READONLY: "it is read-only; Ricordo needs to write to it and to its folder",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check that the folder exists and can be written to",
    sqlite3.SQLITE_IOERR: "reading or writing it failed; check the disk and its free space",
    sqlite3.SQLITE_CORRUPT: "it is damaged; run `ricordo status --check`, then restore a backup or import an export",
    sqlite3.SQLITE_NOTADB: "it is not a Ricordo database; give another path",
}


@contextmanager
def explain_errors(path: Path) -> Generator[None]:
    """Turn SQLite's errors into a ``StoreError`` that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        primary = code & 0xFF if code is not None else None
        meaning = _MEANINGS.get(primary) if primary is not None else None
        raise StoreError(f"{path}: {meaning or f'SQLite refused ({error})'}") from error


def make_private(path: Path) -> None:
    """Create the file, if it is missing, readable by its owner only. SQLite gives its log the same mode."""
    if path.is_dir():
        raise StoreError(f"{path}: it is a folder; give the path of a file in it")
    with suppress(OSError):  # if it is there, it is somebody's; if it cannot be made, SQLite says why
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def connect(path: Path, timeout: float) -> sqlite3.Connection:
    """Return a connection with the settings that durability and erasure depend on."""
    connection = sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA temp_store = MEMORY")  # sorting must not leave words in temporary files
        connection.execute("PRAGMA foreign_keys = ON")
        _enter_wal(connection, timeout)
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _enter_wal(connection: sqlite3.Connection, timeout: float) -> None:
    """Switch to write-ahead logging, and wait for locks, which SQLite does not do here."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.005)
        else:
            return
