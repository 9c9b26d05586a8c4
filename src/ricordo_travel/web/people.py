"""Who is in front of the browser: nobody logs in, each browser is a person of its own, known by a signed cookie.

To the service that person is a token bound to them, like any other: the pages and ``/v1`` see what is theirs and
nothing else, whatever the browser asks for.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
import uuid
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ricordo.server import tokens
from ricordo.server.keys import KeyRing
from ricordo_travel.assistant import APPLICATION, scope_of

COOKIE = "ricordo_traveller"
_YEAR = 365 * 24 * 3600
_LABEL = "travel assistant"
_PERSON = re.compile(r"[0-9a-f]{32}")
_OPEN = frozenset({"/", "/say", "/panel", "/api/v1/agent"})
"""What a browser may ask for that has no cookie yet; the first page gives it one."""
_ASSETS = "/assets/"


class People:
    """Makes people, and recognises them."""

    def __init__(self, keys: KeyRing) -> None:
        standing = [key for key in keys.all() if key.label == _LABEL and key.revoked_at is None]
        key = standing[0] if standing else keys.create(application=APPLICATION, label=_LABEL).key
        signing = keys.signing(key.id)
        assert signing is not None, "the key stands"
        self._key_id, self._secret = key.id, signing[1]

    def new(self) -> str:
        """Somebody who was never here."""
        return uuid.uuid4().hex

    def cookie(self, person: str) -> str:
        """The value by which ``person`` is recognised."""
        return f"{person}.{self._signature(person)}"

    def person_in(self, cookie: str | None) -> str | None:
        """The person that a cookie's value names, if we wrote it."""
        person, _, signature = (cookie or "").partition(".")
        if not _PERSON.fullmatch(person) or not signature.isascii():
            return None
        return person if hmac.compare_digest(signature, self._signature(person)) else None

    def token(self, person: str, now: float) -> str:
        """What the service is shown for ``person``: good for this request and little longer."""
        claim = tokens.Token(self._key_id, scope_of(person), int(now) + 60)
        return tokens.sign(claim, self._secret)

    def _signature(self, person: str) -> str:
        return hmac.new(self._secret, f"traveller {person}".encode(), hashlib.sha256).hexdigest()


class AsPerson:
    """Wraps the service: a browser's cookie becomes the token of its person. Whoever shows a key keeps that."""

    def __init__(self, app: ASGIApp, *, people: People, clock: Callable[[], float] = time.time) -> None:
        self._app = app
        self._people = people
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "authorization" in (headers := Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        known = self._people.person_in(_cookie_in(headers))
        if known is None and path not in _OPEN and not path.startswith(_ASSETS):
            await self._app(scope, receive, send)
            return
        person = known or self._people.new()
        scope = {
            **scope,
            "headers": [
                *scope["headers"],
                (b"authorization", f"Bearer {self._people.token(person, self._clock())}".encode()),
            ],
            "state": {**scope.get("state", {}), "person": person, "is_known": known is not None},
        }
        await self._app(scope, receive, send if known or path != "/" else self._introducing(person, send))

    def _introducing(self, person: str, send: Send) -> Send:
        """The first page tells the browser who it is from now on."""
        value = f"{COOKIE}={self._people.cookie(person)}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", value)
            await send(message)

        return with_cookie


def _cookie_in(headers: Headers) -> str | None:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return found.value if found else None
