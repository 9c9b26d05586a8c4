"""The keys of applications and operators, in a small SQLite file of their own (see decision 11).

A key reads ``rk_<id>_<secret>``. The secret is 256 random bits and cannot be guessed, so a fast hash protects it: only
its SHA-256 is stored, and the signing secret that is derived from it for tokens.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from ricordo.server.signing import CookieSigner
from ricordo.server.tokens import Token, decode_token, derive_signing_secret, encode_token, issuer_of
from ricordo.stores.sqlite.reserve import Reserve, is_full
from ricordo.values import NotFound, Scope, ScopeError, StoreError
from ricordo.values.validation import check_name

PREFIX = "rk_"
_SCHEMA = 2
_KEY_TABLE = """
CREATE TABLE key (
    id TEXT PRIMARY KEY,
    application TEXT,                -- NULL for an operator's key, which opens all applications
    label TEXT,
    digest BLOB NOT NULL,            -- SHA-256 of the secret
    signing BLOB NOT NULL,           -- signs its tokens
    created_at TEXT NOT NULL,
    revoked_at TEXT
) STRICT
"""
_SERVICE_TABLE = """
CREATE TABLE service (
    cookie_secret BLOB NOT NULL      -- signs the cookies of all workers
) STRICT
"""
_COLUMNS = "id, application, label, created_at, revoked_at"
_NO_DIGEST = bytes(32)


@dataclass(frozen=True, slots=True)
class Key:
    """A key without its secret. Without an ``application`` it is an operator's key, which opens all applications."""

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
    """A new key with the only copy of its text."""

    key: Key
    text: str


def _utc_now() -> datetime:
    return datetime.now(UTC)


class KeyRing:
    """The keys of a service. Every request reads its key by primary key, so that a revoked key ends at once."""

    def __init__(self, path: Path | str, *, clock: Callable[[], datetime] = _utc_now) -> None:
        self._clock = clock
        self._path = Path(path)
        try:
            self._connection = _open_even_on_a_full_disk(self._path)
        except (sqlite3.Error, OSError) as error:
            name, reason = self._path.name, getattr(error, "strerror", None) or error
            raise StoreError(f"the keys in {name} cannot be opened: {reason}; does the folder exist?") from None
        (secret,) = self._connection.execute("SELECT cookie_secret FROM service").fetchone()
        self.cookie_signer = CookieSigner(secret)
        """Signs the cookies of every worker that shares the file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def create(self, *, application: str | None = None, label: str | None = None) -> NewKey:
        """Create a key for one application, or an operator's key.

        Args:
            application: The application that the key opens; None for an operator's key, which opens all.
            label: A note for `all`, such as where the key is used.

        Returns:
            The key and its text. The text is not stored and cannot be shown again.

        Raises:
            ValueError: If a name is empty, too long or holds control characters.
        """
        for name, value in (("application", application), ("label", label)):
            if value is not None:
                check_name(value, name)
        id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        now = self._clock()
        with self._connection:
            self._connection.execute(
                "INSERT INTO key (id, application, label, digest, signing, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                (id, application, label, _digest(secret), derive_signing_secret(secret), now.isoformat()),
            )
        return NewKey(Key(id, application, label, now, None), f"{PREFIX}{id}_{secret}")

    def all(self) -> list[Key]:
        """Return every key that was ever created, revoked ones included, oldest first."""
        rows = self._connection.execute(f"SELECT {_COLUMNS} FROM key ORDER BY created_at, id")
        return [_key(*row) for row in rows]

    def revoke(self, id: str) -> Key:
        """Revoke the key ``id`` and with it all of its tokens.

        Raises:
            NotFound: If there is no such key.
        """
        with self._connection:
            self._connection.execute(
                "UPDATE key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", (self._clock().isoformat(), id)
            )
        row = self._connection.execute(f"SELECT {_COLUMNS} FROM key WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise NotFound("there is no key with this id; `ricordo keys list` shows all")
        return _key(*row)

    def is_empty(self) -> bool:
        """Return whether no key was ever created. Revoked keys count: a service whose keys are revoked stays locked."""
        return self._connection.execute("SELECT 1 FROM key LIMIT 1").fetchone() is None

    def verify(self, text: str) -> Key | None:
        """Return the key with this text, or None if it is unknown, wrong or revoked."""
        if not text.isascii():
            return None
        id, _, secret = text.removeprefix(PREFIX).partition("_")
        row = self._connection.execute(f"SELECT digest, {_COLUMNS} FROM key WHERE id = ?", (id,)).fetchone()
        # An unknown key is compared too, so that the time taken does not tell it from a wrong one.
        matches = hmac.compare_digest(row[0] if row else _NO_DIGEST, _digest(secret))
        key = _key(*row[1:]) if row else None
        return key if matches and key is not None and key.revoked_at is None else None

    def find(self, id: str) -> Key | None:
        """Return the key with this id, or None if it is unknown or revoked."""
        found = self._find_with_signing(id)
        return found and found[0]

    def mint_token(self, key_id: str, scope: Scope, *, issued_at: int, seconds: int) -> str:
        """Return a token for one person, signed for the key ``key_id``.

        Args:
            key_id: The key that signs it. Revoking the key ends the token.
            scope: Everything that the token binds. `user` must be set.
            issued_at: When it is issued, in seconds since 1970.
            seconds: How long it lasts, a day at most.

        Raises:
            NotFound: If there is no such key, or it is revoked.
            ScopeError: If ``scope`` names no person.
        """
        found = self._find_with_signing(key_id)
        if found is None:
            raise NotFound("there is no such key, or it was revoked; `ricordo keys list` shows all")
        if scope.user is None:
            raise ScopeError("a token is for one person: set scope.user")
        return encode_token(Token(key_id, scope, issued_at, issued_at + seconds), found[1])

    def verify_token(self, text: str, *, now: float) -> Token | None:
        """Return the token in ``text``, or None if it is not valid at ``now`` or its key is unknown or revoked.

        A token without an application is bound to the application of its key.
        """
        issuer = issuer_of(text)
        found = None if issuer is None else self._find_with_signing(issuer)
        token = None if found is None else decode_token(text, found[1], now)
        if found is None or token is None or found[0].application in (None, token.scope.application):
            return token
        if token.scope.application is not None:
            return None
        return replace(token, scope=replace(token.scope, application=found[0].application))

    def _find_with_signing(self, id: str) -> tuple[Key, bytes] | None:
        row = self._connection.execute(f"SELECT signing, {_COLUMNS} FROM key WHERE id = ?", (id,)).fetchone()
        key = _key(*row[1:]) if row else None
        return None if key is None or key.revoked_at is not None else (key, row[0])


def _open_even_on_a_full_disk(path: Path) -> sqlite3.Connection:
    while True:
        try:
            return _open(path)
        except sqlite3.Error as error:
            if not is_full(error) or not Reserve(path.parent).shrink():
                raise


def _open(path: Path) -> sqlite3.Connection:
    if not path.exists():
        path.touch(mode=0o600)
    # The server calls from its event loop and tests from their own thread. The calls never overlap.
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
        if version < 1:
            connection.execute(_KEY_TABLE)
        if version < 2:
            connection.execute(_SERVICE_TABLE)
            connection.execute("INSERT INTO service (cookie_secret) VALUES (?)", (secrets.token_bytes(32),))
            connection.execute(f"PRAGMA user_version = {_SCHEMA}")
    if version > _SCHEMA:
        raise StoreError(f"the keys in {name} were made by a newer version of Ricordo")


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _key(id: str, application: str | None, label: str | None, created_at: str, revoked_at: str | None) -> Key:
    revoked = None if revoked_at is None else datetime.fromisoformat(revoked_at)
    return Key(id, application, label, datetime.fromisoformat(created_at), revoked)
