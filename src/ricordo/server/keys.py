"""The keys of applications and operators, in a small SQLite file of their own (see decision 11).

A key reads ``rk_<id>_<secret>``. Of the secret, 256 random bits, only the SHA-256 is kept: nothing can be guessed that
would make a slow hash worth its time. Beside it lies the secret that signs the tokens minted with the key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from ricordo.values import NotFound, StoreError
from ricordo.values.validation import check_name

PREFIX = "rk_"
_SCHEMA = 1
_STATEMENT = """
CREATE TABLE key (
    id TEXT PRIMARY KEY,
    application TEXT,                -- NULL: an operator's, for all applications
    label TEXT,
    digest BLOB NOT NULL,            -- SHA-256 of the secret
    signing BLOB NOT NULL,           -- signs the tokens that are minted with it
    created_at TEXT NOT NULL,
    revoked_at TEXT
) STRICT
"""
_COLUMNS = "id, application, label, created_at, revoked_at"
_NOBODY = bytes(32)


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is listed. Without an ``application`` it is an operator's and opens all of them."""

    id: str
    application: str | None
    label: str | None
    created_at: datetime
    revoked_at: datetime | None

    @property
    def is_operator(self) -> bool:
        return self.application is None


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made, with the only copy of its text."""

    key: Key
    text: str


def _utc_now() -> datetime:
    return datetime.now(UTC)


class KeyRing:
    """All keys. Looking one up is a read by primary key, done for every request: a revoked key ends at once."""

    def __init__(self, path: Path | str, *, clock: Callable[[], datetime] = _utc_now) -> None:
        self._clock = clock
        self._path = Path(path)
        try:
            self._connection = _opened(self._path)
        except (sqlite3.Error, OSError) as error:
            name, reason = self._path.name, getattr(error, "strerror", None) or error
            raise StoreError(f"the keys in {name} cannot be opened: {reason}; does the folder exist?") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def create(self, *, application: str | None = None, label: str | None = None) -> NewKey:
        """Make a key for one application, or for an operator where none is named."""
        for name, value in (("application", application), ("label", label)):
            if value is not None:
                check_name(value, name)
        id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        now = self._clock()
        with self._connection:
            self._connection.execute(
                "INSERT INTO key (id, application, label, digest, signing, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                (id, application, label, _digest(secret), secrets.token_bytes(32), now.isoformat()),
            )
        return NewKey(Key(id, application, label, now, None), f"{PREFIX}{id}_{secret}")

    def all(self) -> list[Key]:
        """Every key that was ever made, oldest first."""
        rows = self._connection.execute(f"SELECT {_COLUMNS} FROM key ORDER BY created_at, id")
        return [_key(*row) for row in rows]

    def revoke(self, id: str) -> Key:
        """End a key, and with it all tokens that it signed."""
        with self._connection:
            self._connection.execute(
                "UPDATE key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", (self._clock().isoformat(), id)
            )
        row = self._connection.execute(f"SELECT {_COLUMNS} FROM key WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise NotFound("there is no key with this id; `ricordo keys list` shows all")
        return _key(*row)

    def is_empty(self) -> bool:
        """Whether no key was ever made. A ring whose keys are all revoked is not empty, and stays locked."""
        return self._connection.execute("SELECT 1 FROM key LIMIT 1").fetchone() is None

    def verify(self, text: str) -> Key | None:
        """The key with this text, unless it is unknown, wrong or revoked."""
        if not text.isascii():
            return None
        id, _, secret = text.removeprefix(PREFIX).partition("_")
        row = self._connection.execute(f"SELECT digest, {_COLUMNS} FROM key WHERE id = ?", (id,)).fetchone()
        # Compared even where there is no such key, so that time does not tell the two apart.
        matches = hmac.compare_digest(row[0] if row else _NOBODY, _digest(secret))
        key = _key(*row[1:]) if row else None
        return key if matches and key is not None and key.revoked_at is None else None

    def signing(self, id: str) -> tuple[Key, bytes] | None:
        """The key with this id and the secret that signs its tokens, unless it is unknown or revoked."""
        row = self._connection.execute(f"SELECT signing, {_COLUMNS} FROM key WHERE id = ?", (id,)).fetchone()
        key = _key(*row[1:]) if row else None
        return None if key is None or key.revoked_at is not None else (key, row[0])


def _opened(path: Path) -> sqlite3.Connection:
    if not path.exists():
        path.touch(mode=0o600)
    # The server asks from its event loop and tests from their own thread; calls never overlap.
    connection = sqlite3.connect(path, timeout=5, check_same_thread=False)
    try:
        _prepare(connection, path.name)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, name: str) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA secure_delete = ON")
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            connection.execute(_STATEMENT)
            connection.execute(f"PRAGMA user_version = {_SCHEMA}")
    if version > _SCHEMA:
        raise StoreError(f"the keys in {name} were made by a newer version of Ricordo")


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _key(id: str, application: str | None, label: str | None, created_at: str, revoked_at: str | None) -> Key:
    ended = None if revoked_at is None else datetime.fromisoformat(revoked_at)
    return Key(id, application, label, datetime.fromisoformat(created_at), ended)
