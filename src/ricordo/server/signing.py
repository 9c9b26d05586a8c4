"""Signed text: JSON claims as a JWT (HS256). Tokens and cookies share this one format.

Each purpose has a key of its own, so that text signed for one purpose is worth nothing for another.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

import jwt
from jwt.utils import base64url_decode, base64url_encode

ALGORITHM = "HS256"
MAX_LENGTH = 20_000
"""Characters of the longest text that is read. The four names of a scope fit, in any script."""

_CHECK_SIGNATURE: Any = {f"verify_{claim}": False for claim in ("exp", "nbf", "iat", "aud", "iss", "sub", "jti")}
"""The claims are checked by the callers, against the service's own clock."""
_CHECK_NOTHING: Any = {**_CHECK_SIGNATURE, "verify_signature": False}


def derive_key(secret: bytes, purpose: str) -> bytes:
    """Return the key for one purpose: the HMAC-SHA256 of ``purpose`` under ``secret``."""
    return hmac.digest(secret, purpose.encode(), hashlib.sha256)


def encode(claims: Mapping[str, Any], key: bytes) -> str:
    """Return ``claims`` as signed text."""
    return jwt.encode(dict(claims), key, ALGORITHM)


def decode(text: str, key: bytes) -> dict[str, Any] | None:
    """Return the claims in ``text``, or None unless it was signed with ``key`` by HS256."""
    if not _is_canonical(text):
        return None
    try:
        return jwt.decode(text, key, algorithms=[ALGORITHM], options=_CHECK_SIGNATURE)
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
        return None


def decode_unverified(text: str) -> dict[str, Any] | None:
    """Return the claims in ``text`` without verifying them, to find out which key to verify them with."""
    if not _is_canonical(text):
        return None
    try:
        return jwt.decode(text, options=_CHECK_NOTHING)
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
        return None


def is_timestamp(value: object) -> TypeGuard[int]:
    """Return whether ``value`` is a time in whole seconds since 1970."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _is_canonical(text: str) -> bool:
    """Return whether ``text`` is short enough, and its signature spelled in the one way that `encode` spells it."""
    if not text.isascii() or len(text) > MAX_LENGTH or text.count(".") != 2:
        return False
    signature = text.rpartition(".")[2].encode()
    try:
        return base64url_encode(base64url_decode(signature)) == signature
    except ValueError:
        return False


@dataclass(frozen=True, slots=True, repr=False)
class CookieSigner:
    """Signs what the service gives to browsers and wants back unchanged.

    Args:
        secret: The secret of the service. It never leaves the server.

    Examples:
        ```python
        signer = keys.cookie_signer
        cookie = signer.sign("session", {"person": "alice"}, expires_at=int(time.time()) + 3600)
        claims = signer.verify("session", cookie, now=time.time())
        ```
    """

    secret: bytes

    def sign(self, purpose: str, claims: Mapping[str, Any], *, expires_at: int) -> str:
        """Return ``claims`` as signed text that `verify` accepts for ``purpose`` until ``expires_at``."""
        return encode({**claims, "exp": expires_at}, derive_key(self.secret, purpose))

    def verify(self, purpose: str, text: str | None, *, now: float) -> dict[str, Any] | None:
        """Return the claims in ``text``, or None unless it was signed for ``purpose`` and has not expired."""
        claims = None if text is None else decode(text, derive_key(self.secret, purpose))
        if claims is None or not is_timestamp(claims.get("exp")) or claims["exp"] <= now:
            return None
        return claims
