"""Sessions of the pages, kept in a signed cookie and nowhere else.

The cookie says which key or token the session was opened with, whose memory is shown, and until when. It ends with its
key. ``nonce`` belongs to one browser: the tokens in its forms are made from it. While there are no keys, on this
machine, there is nothing to prove: the cookie then only says which person was chosen.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ricordo.server.callers import Caller, authenticate
from ricordo.server.errors import HttpError
from ricordo.server.keys import KeyRing
from ricordo.server.signing import derive_key
from ricordo.values import Scope

COOKIE = "ricordo_session"
STAFF_SECONDS = 8 * 3_600
"""Lifetime of a session that was opened with a key: a working day."""

_VISITOR_SECONDS = 30 * 86_400
"""Lifetime of the cookie of a browser that has not signed in."""
_PURPOSE = "session"


class SignIn(Exception):
    """A page needs a session that has signed in and chosen a person."""


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """A browser's session. Without a ``caller`` it has not signed in; without a ``person`` none is chosen yet."""

    nonce: str
    until: int = 0
    caller: Caller | None = None
    person: Scope | None = None
    is_new: bool = False
    """True if the browser does not have its cookie yet."""
    by_header: bool = False
    """True if the request brought a key or token in its header: a proxy in front of us knows the person."""

    @property
    def is_local(self) -> bool:
        """True if it needed no key, because it is on this machine and there is none."""
        return self.caller is not None and self.caller.key_id is None

    @property
    def is_staff(self) -> bool:
        """True if it was opened with a key or needs none: it may see more than one person, and the queue."""
        return self.caller is not None and not self.caller.by_token

    @property
    def form_token(self) -> str:
        """The token in every form of this browser, which no other site can know."""
        return derive_key(self.nonce.encode(), "form").hex()

    def with_person(self, person: Scope | None) -> BrowserSession:
        """Return a copy of the session that shows another person's memory."""
        return replace(self, person=person)

    def scope(self, *, agent: str | None = None, conversation: str | None = None) -> Scope:
        """Return the person's scope, narrowed to an agent or a conversation.

        Raises:
            SignIn: If no person is chosen.
            HttpError: If the session's token is bound to another agent or conversation.
        """
        if self.person is None:
            raise SignIn
        narrowed = self.person
        for part, name in (("agent", agent), ("session", conversation)):
            bound = getattr(narrowed, part)
            if name is not None and bound is not None and name != bound:
                raise HttpError.not_allowed(f"this token is for another {part}")
            if name is not None:
                narrowed = replace(narrowed, **{part: name})
        return narrowed


def new_nonce() -> str:
    return secrets.token_hex(16)


def open_session(credential: str, keys: KeyRing, now: float) -> BrowserSession:
    """Return a new session for the holder of a key or token; raise `HttpError` if it is not valid."""
    caller = authenticate(f"Bearer {credential}", keys, open_to_all=False, now=now)
    until = int(now) + STAFF_SECONDS
    if caller.expires_at is None:
        return BrowserSession(new_nonce(), until, caller)
    return BrowserSession(new_nonce(), min(until, caller.expires_at), caller, Scope(**caller.bound))


def write_cookie(session: BrowserSession, keys: KeyRing, now: float) -> str:
    """Return the cookie of a session."""
    caller = session.caller
    claims: dict[str, Any] = {"nonce": session.nonce}
    if session.person is not None:
        claims["person"] = session.person.parts
    if caller is not None and caller.key_id is not None and not session.by_header:
        claims |= {"key": caller.key_id, "by_token": caller.by_token}
    return keys.cookie_signer.sign(_PURPOSE, claims, expires_at=session.until or int(now) + _VISITOR_SECONDS)


def from_header(authorization: str, cookie: str | None, keys: KeyRing, *, now: float) -> BrowserSession:
    """Return the session of a request that brings its own credential; raise `HttpError` if it is not valid.

    The cookie then only tells one browser from another, and says which person was chosen.
    """
    caller = authenticate(authorization, keys, open_to_all=False, now=now)
    claims = keys.cookie_signer.verify(_PURPOSE, cookie, now=now)
    person = None if claims is None else _read_person(claims)
    if caller.by_token:
        person = Scope(**caller.bound)
    elif person is not None and not caller.bound.items() <= person.parts.items():
        person = None
    nonce = new_nonce() if claims is None else claims["nonce"]
    return BrowserSession(nonce, 0, caller, person, is_new=claims is None, by_header=True)


def from_cookie(cookie: str | None, keys: KeyRing, *, open_to_all: bool, now: float) -> BrowserSession:
    """Return the session of a cookie; a new one if it is missing, forged or expired, or its key was revoked."""
    local = Caller() if open_to_all and keys.is_empty() else None
    claims = keys.cookie_signer.verify(_PURPOSE, cookie, now=now)
    if claims is None:
        return BrowserSession(new_nonce(), caller=local, is_new=True)
    if "key" not in claims:
        return BrowserSession(claims["nonce"], caller=local, person=_read_person(claims) if local else None)
    return _read_session(claims, keys) or BrowserSession(new_nonce(), caller=local, is_new=True)


def _read_session(claims: Mapping[str, Any], keys: KeyRing) -> BrowserSession | None:
    key, person = keys.find(claims["key"]), _read_person(claims)
    if key is None:
        return None
    bound = {} if key.application is None else {"application": key.application}
    if claims["by_token"]:
        if person is None:
            return None
        bound = person.parts
    return BrowserSession(claims["nonce"], claims["exp"], Caller(key.id, bound, by_token=claims["by_token"]), person)


def _read_person(claims: Mapping[str, Any]) -> Scope | None:
    return Scope(**claims["person"]) if "person" in claims else None
