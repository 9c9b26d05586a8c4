"""Short-lived signed tokens for one person: what a browser or an MCP client is given instead of a key.

A token says which key signed it, for which scope, and until when. It is signed and not encrypted, and it is checked
without being stored; it ends when its time is over or its key is revoked.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from ricordo.values import Scope, ScopeError

PREFIX = "rt_"
DEFAULT_SECONDS = 900
MOST_SECONDS = 86_400
"""A day: a token cannot be taken back alone, so it must not live long."""

_LONGEST = 4_096
"""Characters of the longest token that is looked at: four names of 256 characters fit."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a token says."""

    key_id: str
    scope: Scope
    until: int
    """When it ends, in seconds since 1970."""


def sign(token: Token, secret: bytes) -> str:
    """``token`` as text that only who knows ``secret`` can make."""
    said = {"key": token.key_id, "scope": token.scope.parts, "until": token.until}
    payload = _encoded(json.dumps(said, separators=(",", ":")).encode())
    return f"{PREFIX}{payload}.{_encoded(_signature(payload, secret))}"


def unverified(text: str) -> Token | None:
    """What ``text`` claims, to learn which key is to be asked; nothing of it may be believed before ``verified``."""
    if not text.startswith(PREFIX) or len(text) > _LONGEST:
        return None
    try:
        said: Any = json.loads(_decoded(text.removeprefix(PREFIX).partition(".")[0]))
        key_id, parts, until = said["key"], said["scope"], said["until"]
        if not isinstance(key_id, str) or not isinstance(until, int) or not isinstance(parts, Mapping):
            return None
        return Token(key_id, Scope(**cast("Mapping[str, str]", parts)), until)
    except (ValueError, TypeError, KeyError, ScopeError, RecursionError):
        return None


def verified(text: str, secret: bytes) -> bool:
    """Whether ``text`` was signed with ``secret``, letter for letter."""
    payload, _, signature = text.removeprefix(PREFIX).partition(".")
    try:
        given = _decoded(signature)
    except ValueError:
        return False
    # Base64 has several spellings of the same bytes; only the one that we write is taken.
    return hmac.compare_digest(given, _signature(payload, secret)) and _encoded(given) == signature


def _signature(payload: str, secret: bytes) -> bytes:
    return hmac.new(secret, payload.encode(), hashlib.sha256).digest()


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("not base64") from error
