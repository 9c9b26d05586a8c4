"""Salted hashes of names and keywords. Without the salt they reveal nothing.

The salt of an owner's keywords is erased with the owner, so any hash that is left means nothing.
"""

from __future__ import annotations

from hashlib import blake2b

from ricordo.values import PARTS, Scope

UNSET = 0
"""The number in place of a hash for a part of a scope that is not set."""


def hash_text(text: str, salt: bytes) -> int:
    """Return a signed 64-bit number for ``text``."""
    return int.from_bytes(blake2b(text.encode(), key=salt, digest_size=8).digest(), "big", signed=True)


def hash_scope(scope: Scope, salt: bytes, *, size: int) -> bytes:
    """Return ``size`` bytes that stand for exactly this scope."""
    # Names hold no control characters: NUL separates them and SOH stands for one that is unset.
    text = "\0".join("\1" if (name := getattr(scope, part)) is None else name for part in PARTS)
    return blake2b(text.encode(), key=salt, digest_size=size).digest()


def hash_owner_names(scope: Scope, salt: bytes) -> tuple[int, ...]:
    """Return the hash of each part of the owner's name, in the order of ``PARTS``; ``UNSET`` where there is none."""
    names = scope.owner().parts
    return tuple(hash_text(names[part], salt) if part in names else UNSET for part in PARTS)
