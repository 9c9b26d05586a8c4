"""Hashes of scopes, with the salt of the file."""

from __future__ import annotations

import sqlite3

from ricordo.stores.common.hashing import hash_scope
from ricordo.values import Scope


def exact_hash(scope: Scope, salt: bytes) -> int:
    """Return a signed 64-bit number for exactly this scope."""
    return int.from_bytes(hash_scope(scope, salt, size=8), "big", signed=True)


def store_salt(connection: sqlite3.Connection) -> bytes:
    """Return the salt that this file's scopes are hashed with."""
    salt: bytes = connection.execute("SELECT value FROM meta WHERE name = 'salt'").fetchone()[0]
    return salt
