"""Visitors without a login: each browser is a person of its own, identified by a signed cookie.

The cookie is turned into a token for that person. The pages and `/v1` then see that person's memory and nothing else.
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
_YEAR_SECONDS = 365 * 24 * 3600
_KEY_LABEL = "travel assistant"
_COOKIE_PURPOSE = "traveller"
_PUBLIC_PATHS = frozenset({"/", "/back", "/say", "/panel", "/api/v1/agent"})
"""Paths that need no cookie. The first page sets one."""
_ASSETS = "/assets/"


class Visitors:
    """The people who visit the demo: new ids, and their cookies and tokens."""

    def __init__(self, keys: KeyRing) -> None:
        active = [key for key in keys.all() if key.label == _KEY_LABEL and key.revoked_at is None]
        key = active[0] if active else keys.create(application=APPLICATION, label=_KEY_LABEL).key
        self._keys, self._key_id = keys, key.id

    def new_id(self) -> str:
        """Return the id of a new person."""
        return uuid.uuid4().hex

    def sign_cookie(self, person: str, now: float) -> str:
        """Return a cookie that identifies `person` for a year."""
        return self._keys.cookie_signer.sign(_COOKIE_PURPOSE, {"sub": person}, expires_at=int(now) + _YEAR_SECONDS)

    def verify_cookie(self, cookie: str | None, now: float) -> str | None:
        """Return the person that a cookie identifies, or None if it is invalid or expired."""
        claims = self._keys.cookie_signer.verify(_COOKIE_PURPOSE, cookie, now=now)
        return None if claims is None else claims["sub"]

    def mint_token(self, person: str, now: float) -> str:
        """Return a token for `person` that is valid for one minute."""
        return self._keys.mint_token(self._key_id, scope_of(person), issued_at=int(now), seconds=60)


class VisitorMiddleware:
    """ASGI middleware that turns a browser's cookie into a token. A request with its own key or token keeps it."""

    def __init__(self, app: ASGIApp, *, visitors: Visitors, clock: Callable[[], float] = time.time) -> None:
        self._app = app
        self._visitors = visitors
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "authorization" in (headers := Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        returning = self._visitors.verify_cookie(_read_cookie(headers), self._clock())
        if returning is None and path not in _PUBLIC_PATHS and not path.startswith(_ASSETS):
            await self._app(scope, receive, send)
            return
        person = returning or self._visitors.new_id()
        scope = {
            **scope,
            "headers": [
                *scope["headers"],
                (b"authorization", f"Bearer {self._visitors.mint_token(person, self._clock())}".encode()),
            ],
            "state": {**scope.get("state", {}), "person": person, "is_known": returning is not None},
        }
        await self._app(scope, receive, send if returning or path != "/" else self._set_cookie(person, send))

    def _set_cookie(self, person: str, send: Send) -> Send:
        """Return a `send` that adds the cookie of `person` to the response."""
        cookie = self._visitors.sign_cookie(person, self._clock())
        value = f"{COOKIE}={cookie}; Path=/; Max-Age={_YEAR_SECONDS}; HttpOnly; SameSite=Lax"

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", value)
            await send(message)

        return with_cookie


def _read_cookie(headers: Headers) -> str | None:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return cookie.value if cookie else None
