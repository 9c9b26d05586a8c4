"""Callers: who sent a request, and which scopes they may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ricordo.server.errors import HttpError
from ricordo.server.keys import PREFIX, KeyRing
from ricordo.values import Scope


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request. ``bound`` are the parts of the scope that the sender cannot choose.

    An operator's key binds nothing, an application's key binds the application, and a token binds all that it names.
    ``key_id`` is None for callers on this machine while there are no keys; they are operators.
    """

    key_id: str | None = None
    bound: Mapping[str, str] = field(default_factory=dict[str, str])
    by_token: bool = False
    expires_at: int | None = None
    """When the token expires, in seconds since 1970."""

    @property
    def is_operator(self) -> bool:
        return not self.bound and not self.by_token

    @property
    def identity(self) -> tuple[str | None, ...]:
        """The identity that limits count by: the key, and for a token the person too."""
        return (self.key_id, *self.bound.values()) if self.by_token else (self.key_id,)

    def scope(self, given: Mapping[str, str | None]) -> Scope:
        """Return the scope ``given``, completed with what is bound.

        Raises:
            HttpError: If ``given`` reaches outside what is bound.
        """
        names = {part: name for part, name in given.items() if name is not None}
        for part, name in self.bound.items():
            if names.setdefault(part, name) != name:
                raise HttpError.not_allowed(f"this {self.credential} is for another {part}; leave scope.{part} out")
        return Scope(**names)

    @property
    def credential(self) -> str:
        return "token" if self.by_token else "key"

    def require_operator(self) -> None:
        """Raise `HttpError` unless the caller is an operator."""
        if not self.is_operator:
            raise HttpError.not_allowed(
                "this covers all applications and needs an operator's key: ricordo keys create --operator"
            )


def authenticate(authorization: str | None, keys: KeyRing, *, open_to_all: bool, now: float) -> Caller:
    """Return the caller that an ``Authorization`` header names.

    Args:
        authorization: The header's value; None if there is none.
        keys: The keys of the service.
        open_to_all: Whether the request came from this machine to a service that listens there only. It then needs no
            key as long as there is none.
        now: The time in seconds since 1970.

    Raises:
        HttpError: If the credential is missing, unknown, wrong, revoked or expired.
    """
    if authorization is None:
        if open_to_all and keys.is_empty():
            return Caller()
        raise HttpError.not_authenticated("a key or token is needed: Authorization: Bearer rk_… (ricordo keys create)")
    scheme, _, credential = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise HttpError.not_authenticated("the Authorization header must look like: Bearer rk_… or Bearer eyJ…")
    credential = credential.strip()
    caller = _find_by_key(credential, keys) if credential.startswith(PREFIX) else _find_by_token(credential, keys, now)
    if caller is None:
        raise HttpError.not_authenticated("this key or token is unknown, wrong, revoked or has expired")
    return caller


def _find_by_key(text: str, keys: KeyRing) -> Caller | None:
    key = keys.verify(text)
    if key is None:
        return None
    return Caller(key.id, {} if key.application is None else {"application": key.application})


def _find_by_token(text: str, keys: KeyRing, now: float) -> Caller | None:
    token = keys.verify_token(text, now=now)
    if token is None:
        return None
    return Caller(token.key_id, token.scope.parts, by_token=True, expires_at=token.expires_at)
