"""Short-lived tokens for one person, given to a browser or an MCP client instead of a key.

A token is a JWT (HS256) that is signed with the signing secret of a key. Nothing is stored for it: it ends when it
expires or when its key is revoked. Whoever has the key can mint tokens without asking the service, because the signing
secret is derived from the key's own text.

| claim | value |
| --- | --- |
| `iss` | the id of the key: the part between `rk_` and the next `_` |
| `aud` | `ricordo` |
| `sub` | `scope.user` |
| `iat`, `exp` | when it was issued and when it expires, in whole seconds since 1970; a day apart at most |
| `application`, `agent`, `session` | the other parts of the scope, each optional |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ricordo.server import signing
from ricordo.values import Scope, ScopeError

AUDIENCE = "ricordo"
DEFAULT_SECONDS = 900
MAX_SECONDS = 86_400
"""A day: a single token cannot be revoked, so it must not live long."""

_LEEWAY_SECONDS = 10
"""A backend's clock may be this much ahead of ours."""
_SIGNING_PURPOSE = "ricordo-token"
_OTHER_PARTS = ("application", "agent", "session")


@dataclass(frozen=True, slots=True)
class Token:
    """The claims of a token; times in seconds since 1970."""

    key_id: str
    scope: Scope
    issued_at: int
    expires_at: int


def derive_signing_secret(key_secret: str) -> bytes:
    """Return the secret that signs the tokens of a key with this secret."""
    return signing.derive_key(key_secret.encode(), _SIGNING_PURPOSE)


def encode_token(token: Token, secret: bytes) -> str:
    """Return ``token`` as a JWT signed with ``secret``."""
    parts = dict(token.scope.parts)
    claims: dict[str, Any] = {"iss": token.key_id, "aud": AUDIENCE, "sub": parts.pop("user")}
    return signing.encode({**claims, "iat": token.issued_at, "exp": token.expires_at, **parts}, secret)


def issuer_of(text: str) -> str | None:
    """Return the id of the key that ``text`` names as its issuer. It is not verified yet."""
    issuer = (signing.decode_unverified(text) or {}).get("iss")
    return issuer if isinstance(issuer, str) and issuer.isascii() else None


def decode_token(text: str, secret: bytes, now: float) -> Token | None:
    """Return the token in ``text``, or None unless every claim is right at the time ``now``."""
    claims = signing.decode(text, secret)
    if claims is None or not _is_valid_at(claims, now) or claims.get("aud") not in (AUDIENCE, [AUDIENCE]):
        return None
    issuer, user = claims.get("iss"), claims.get("sub")
    others = {part: claims[part] for part in _OTHER_PARTS if part in claims}
    if not isinstance(issuer, str) or not all(isinstance(name, str) for name in (user, *others.values())):
        return None
    try:
        return Token(issuer, Scope(user=user, **others), claims["iat"], claims["exp"])
    except ScopeError:
        return None


def _is_valid_at(claims: dict[str, Any], now: float) -> bool:
    issued, expires, not_before = claims.get("iat"), claims.get("exp"), claims.get("nbf", 0)
    if not (signing.is_timestamp(issued) and signing.is_timestamp(expires) and signing.is_timestamp(not_before)):
        return False
    latest_start = now + _LEEWAY_SECONDS
    return now < expires <= issued + MAX_SECONDS and issued <= latest_start and not_before <= latest_start
