"""Who is in front of the browser: nobody logs in, each browser is a person of its own, known by a signed cookie.

To the service that person is a token bound to them, like any other: the pages and ``/v1`` see what is theirs and
nothing else, whatever the browser asks for.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ricordo.server import KeyRing
from ricordo_travel.assistant import APPLICATION, scope_of

COOKIE = "ricordo_traveller"
_YEAR = 365 * 24 * 3600
_LABEL = "travel assistant"
_PURPOSE = "traveller"
_OPEN = frozenset({"/", "/say", "/panel", "/api/v1/agent"})
"""What a browser may ask for that has no cookie yet; the first page gives it one."""
_ASSETS = "/assets/"


class People:
    """Makes people, and recognises them."""

    def __init__(self, keys: KeyRing) -> None:
        standing = [key for key in keys.all() if key.label == _LABEL and key.revoked_at is None]
        key = standing[0] if standing else keys.create(application=APPLICATION, label=_LABEL).key
        self._keys, self._key_id = keys, key.id

    def new(self) -> str:
        """Somebody who was never here."""
        return uuid.uuid4().hex

    def cookie(self, person: str, now: float) -> str:
        """Return the cookie that names ``person`` for a year."""
        return self._keys.cookie_signer.sign(_PURPOSE, {"sub": person}, expires_at=int(now) + _YEAR)

    def person_in(self, cookie: str | None, now: float) -> str | None:
        """Return the person that a cookie of ours names."""
        claims = self._keys.cookie_signer.verify(_PURPOSE, cookie, now=now)
        return None if claims is None else claims["sub"]

    def token(self, person: str, now: float) -> str:
        """Return a token for ``person``, valid for this request and little longer."""
        return self._keys.mint_token(self._key_id, scope_of(person), issued_at=int(now), seconds=60)


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
        known = self._people.person_in(_cookie_in(headers), self._clock())
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
        value = (
            f"{COOKIE}={self._people.cookie(person, self._clock())}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
        )

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
