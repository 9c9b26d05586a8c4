"""Who is calling, and which scopes are theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ricordo.server import tokens
from ricordo.server.errors import Refused
from ricordo.server.keys import PREFIX, KeyRing
from ricordo.values import Scope


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever sent a request. ``bound`` are the parts of the scope that are not theirs to choose.

    An operator's key binds nothing, an application's key the application, a token all that it names. ``key_id`` is None
    for callers on this machine while there are no keys; they are operators.
    """

    key_id: str | None = None
    bound: Mapping[str, str] = field(default_factory=dict[str, str])
    by_token: bool = False

    @property
    def is_operator(self) -> bool:
        return not self.bound and not self.by_token

    @property
    def identity(self) -> tuple[str | None, ...]:
        """What the rate is counted by: the key, and behind a token the person too."""
        return (self.key_id, *self.bound.values()) if self.by_token else (self.key_id,)

    def scope(self, given: Mapping[str, str | None]) -> Scope:
        """The scope that was asked for, within what is bound. What reaches outside is refused, not moved."""
        names = {part: name for part, name in given.items() if name is not None}
        for part, name in self.bound.items():
            if names.setdefault(part, name) != name:
                raise Refused.not_allowed(f"this {self.credential} is for another {part}; leave scope.{part} out")
        return Scope(**names)

    @property
    def credential(self) -> str:
        return "token" if self.by_token else "key"

    def must_be_operator(self) -> None:
        """Refuse whoever may not look at the whole store."""
        if not self.is_operator:
            raise Refused.not_allowed(
                "this counts over all applications and needs an operator's key: ricordo keys create --operator"
            )


def recognise(authorization: str | None, keys: KeyRing, *, open_to_all: bool, now: float) -> Caller:
    """The caller behind an ``Authorization`` header; ``now`` is in seconds since 1970.

    Where ``open_to_all``, because the server listens on this machine only, no key is needed as long as there is none.
    """
    if authorization is None:
        if open_to_all and keys.is_empty():
            return Caller()
        raise Refused.not_authenticated("a key or a token is needed: Authorization: Bearer rk_… (ricordo keys create)")
    scheme, _, credential = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Refused.not_authenticated("the Authorization header must look like: Bearer rk_… or Bearer rt_…")
    credential = credential.strip()
    caller = _by_key(credential, keys) if credential.startswith(PREFIX) else _by_token(credential, keys, now)
    if caller is None:
        raise Refused.not_authenticated("this key or token is unknown, wrong, revoked or has expired")
    return caller


def _by_key(text: str, keys: KeyRing) -> Caller | None:
    key = keys.verify(text)
    if key is None:
        return None
    return Caller(key.id, {} if key.application is None else {"application": key.application})


def _by_token(text: str, keys: KeyRing, now: float) -> Caller | None:
    claim = tokens.unverified(text)
    found = None if claim is None else keys.signing(claim.key_id)
    if claim is None or found is None:
        return None
    key, secret = found
    if not tokens.verified(text, secret) or claim.until <= now:
        return None
    if key.application is not None and claim.scope.application != key.application:
        return None
    return Caller(claim.key_id, claim.scope.parts, by_token=True)
