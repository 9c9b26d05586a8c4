"""Names and keywords as numbers of a fixed size, which give nothing away without the salt they were made with.

An index takes no more than some 2,700 bytes a row, and four names may be longer. The salt of an owner's keywords goes
with the owner.
"""

from __future__ import annotations

from hashlib import blake2b
from uuid import UUID

from ricordo.values import PARTS, Scope


def number_of(text: str, salt: bytes) -> int:
    """A signed 64-bit number for ``text``."""
    return int.from_bytes(blake2b(text.encode(), key=salt, digest_size=8).digest(), "big", signed=True)


def exact_of(scope: Scope, salt: bytes) -> UUID:
    """A number for exactly this scope."""
    # Names hold no control characters: NUL separates them and SOH stands for one that is unset.
    text = "\0".join("\1" if (name := getattr(scope, part)) is None else name for part in PARTS)
    return UUID(bytes=blake2b(text.encode(), key=salt, digest_size=16).digest())
