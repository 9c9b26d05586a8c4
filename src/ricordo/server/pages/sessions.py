"""Who is looking at the pages: a session, kept in a cookie and nowhere else.

The cookie says which key or token it was opened with, whose memory is looked at, and until when; it is signed with a
secret derived from the key's own, so that it opens pages only and ends with the key. ``nonce`` belongs to one browser:
the tokens in its forms are made from it. While there are no keys, on this machine, there is nothing to prove: the
cookie then only says which person was chosen.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from ricordo.server import tokens
from ricordo.server.callers import Caller, recognise
from ricordo.server.keys import KeyRing
from ricordo.values import Scope, ScopeError

COOKIE = "ricordo_session"
STAFF_SECONDS = 8 * 3_600
"""How long a session lasts that was opened with a key: a working day."""

_LONGEST = 4_096
_PURPOSE = b"ricordo: a session of the pages"


class SignIn(Exception):
    """A page is for somebody, and whoever asks for it is nobody yet."""


@dataclass(frozen=True, slots=True)
class Session:
    """One browser. Without a ``caller`` it has not signed in; without a ``person`` nobody's memory is chosen yet."""

    nonce: str
    until: int = 0
    caller: Caller | None = None
    person: Scope | None = None
    is_new: bool = False
    """Whether the browser does not have its cookie yet."""
    by_header: bool = False
    """Whether a credential came along with the request: somebody in front of us knows the person, and vouches."""

    @property
    def is_local(self) -> bool:
        """Whether it needed no key, because it is on this machine and there is none."""
        return self.caller is not None and self.caller.key_id is None

    @property
    def is_staff(self) -> bool:
        """Whether it was opened with a key, or needs none: it may look at more than one person, and at the queue."""
        return self.caller is not None and not self.caller.by_token

    @property
    def form_token(self) -> str:
        """What every form of this browser carries, and no other site can know."""
        return self.sign("form")

    def sign(self, text: str) -> str:
        """A signature that only this session makes."""
        return hmac.new(self.nonce.encode(), text.encode(), hashlib.sha256).hexdigest()

    def about(self, person: Scope | None) -> Session:
        """The same session, looking at somebody's memory."""
        return replace(self, person=person)


def new_nonce() -> str:
    return secrets.token_hex(16)


def opened(credential: str, keys: KeyRing, now: float) -> Session:
    """A new session for whoever has this key or token; raises ``Refused`` where it is not good."""
    caller = recognise(f"Bearer {credential}", keys, open_to_all=False, now=now)
    until = int(now) + STAFF_SECONDS
    if not caller.by_token:
        return Session(new_nonce(), until, caller)
    token = tokens.unverified(credential)
    assert token is not None, "it was recognised"
    return Session(new_nonce(), min(until, token.until), caller, token.scope)


def written(session: Session, keys: KeyRing) -> str:
    """The cookie of a session."""
    caller = session.caller
    claims: dict[str, Any] = {"nonce": session.nonce, "until": session.until}
    if session.person is not None:
        claims["person"] = session.person.parts
    if caller is None or caller.key_id is None or session.by_header:
        return _encoded(claims)
    claims |= {"key": caller.key_id, "by_token": caller.by_token}
    payload = _encoded(claims)
    found = keys.signing(caller.key_id)
    return f"{payload}.{_signature(payload, found[1])}" if found else payload


def vouched(authorization: str, cookie: str | None, keys: KeyRing, *, now: float) -> Session:
    """The session of a request that brings its credential along: the cookie then only tells the browser apart."""
    caller = recognise(authorization, keys, open_to_all=False, now=now)
    claims = _claims((cookie or "").partition(".")[0]) or {}
    nonce, person = claims.get("nonce"), _person(claims)
    if caller.by_token:
        person = Scope(**caller.bound)
    elif person is not None and not caller.bound.items() <= person.parts.items():
        person = None
    is_new = not isinstance(nonce, str)
    return Session(new_nonce() if is_new else str(nonce), 0, caller, person, is_new=is_new, by_header=True)


def read(cookie: str | None, keys: KeyRing, *, open_to_all: bool, now: float) -> Session:
    """The session behind a cookie. Where it is missing, broken, forged, expired or its key has ended: a new one."""
    local = Caller() if open_to_all and keys.is_empty() else None
    payload, _, signature = (cookie or "").partition(".")
    claims = _claims(payload)
    if claims is None or not isinstance(claims.get("nonce"), str):
        return Session(new_nonce(), caller=local, is_new=True)
    known = Session(cast("str", claims["nonce"]), caller=local)
    if "key" not in claims:
        return known.about(_person(claims)) if local else known
    return _signed(claims, payload, signature, keys, now) or replace(known, nonce=new_nonce(), is_new=True)


def _signed(claims: Mapping[str, Any], payload: str, signature: str, keys: KeyRing, now: float) -> Session | None:
    found = keys.signing(str(claims["key"]))
    if found is None or not hmac.compare_digest(_signature(payload, found[1]).encode(), signature.encode()):
        return None
    key, person, until = found[0], _person(claims), int(claims["until"])
    if until <= now:
        return None
    bound = {} if key.application is None else {"application": key.application}
    if claims["by_token"]:
        if person is None:
            return None
        bound = person.parts
    return Session(claims["nonce"], until, Caller(key.id, bound, by_token=bool(claims["by_token"])), person)


def _person(claims: Mapping[str, Any]) -> Scope | None:
    try:
        return Scope(**claims["person"])
    except (KeyError, TypeError, ScopeError):
        return None


def _signature(payload: str, signing: bytes) -> str:
    secret = hmac.new(signing, _PURPOSE, hashlib.sha256).digest()
    return hmac.new(secret, payload.encode(), hashlib.sha256).hexdigest()


def _encoded(claims: Mapping[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(claims, separators=(",", ":")).encode()).rstrip(b"=").decode()


def _claims(payload: str) -> dict[str, Any] | None:
    if not payload or len(payload) > _LONGEST:
        return None
    try:
        claims: Any = json.loads(base64.urlsafe_b64decode(payload.encode("ascii") + b"=" * (-len(payload) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", claims) if isinstance(claims, dict) else None
