"""Names and keywords as numbers that give nothing away without the salt they were made with.

The salt of an owner's keywords is erased with the owner, so that whatever numbers may linger mean nothing.
"""

from __future__ import annotations

import hashlib
import sqlite3

from ricordo.values import PARTS, Scope


def number_of(text: str, salt: bytes) -> int:
    """A signed 64-bit number for ``text``."""
    return int.from_bytes(hashlib.blake2b(text.encode(), key=salt, digest_size=8).digest(), "big", signed=True)


def exact_hash(scope: Scope, salt: bytes) -> int:
    """A number for exactly this scope."""
    # Names hold no control characters: NUL separates them and SOH stands for one that is unset.
    return number_of("\0".join("\1" if (name := getattr(scope, part)) is None else name for part in PARTS), salt)


def store_salt(connection: sqlite3.Connection) -> bytes:
    """The salt that this file's scopes are hashed with."""
    salt: bytes = connection.execute("SELECT value FROM meta WHERE name = 'salt'").fetchone()[0]
    return salt
