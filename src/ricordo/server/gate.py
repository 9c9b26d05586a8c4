"""The gate: who may come in, how often, with how much, and for how long."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ricordo.server.callers import authenticate
from ricordo.server.errors import Refused
from ricordo.server.pages import sessions
from ricordo.server.pages.rendering import error_page, is_page
from ricordo.server.service import Service
from ricordo.server.settings import Limits, is_loopback

OPEN_PATHS = frozenset({"/healthz", "/readyz", "/openapi.json"})
"""What anybody may ask; it says nothing about anyone."""

STREAMED = frozenset({"/v1/export", "/v1/import", "/me/export"})
"""As long as they are, they are never held as a whole, and take the time that they take."""

_DRAINED = 4
"""How many times the limit of a body is still read, so that a client that sends too much can hear so."""


class Gate:
    """Recognises the caller, leaves it in ``request.state.caller`` (or ``session``), and keeps to the limits."""

    def __init__(self, app: ASGIApp, *, service: Service) -> None:
        self._app = app
        self._service = service
        self._limits = service.settings.limits
        self._in_flight = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in OPEN_PATHS:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if is_page(scope["path"]):
            scope.setdefault("state", {})["session"] = self._session(scope, headers)
        try:
            self._check_origin(headers)
            wait = self._service.buckets.take(self._recognise(scope, headers))
            if wait:
                raise Refused.too_many(wait)
            if self._in_flight >= self._limits.in_flight:
                raise Refused.overloaded("too many requests at once; try again shortly")
        except Refused as refusal:
            await _refuse(refusal, scope, receive, send)
            return
        self._in_flight += 1
        self._service.metrics.in_flight.inc()
        try:
            await self._let_in(scope, receive, send)
        finally:
            self._in_flight -= 1
            self._service.metrics.in_flight.dec()

    def _recognise(self, scope: Scope, headers: Headers) -> Hashable:
        """Leave in the request's state who sent it; what their rate is counted by.

        A page may be asked for by anybody: one that is for somebody sends all others to sign in.
        """
        state = scope.setdefault("state", {})
        if is_page(scope["path"]):
            who = state["caller"] = state["session"].caller
            return ("visitor", (scope.get("client") or ("",))[0]) if who is None else who.identity
        caller = authenticate(
            headers.get("authorization"),
            self._service.keys,
            open_to_all=self._is_open_to(headers),
            now=self._service.clock(),
        )
        state["caller"] = caller
        return caller.identity

    def _session(self, scope: Scope, headers: Headers) -> sessions.Session:
        """Who looks at a page, by their cookie, or by the credential that came along."""
        cookie, keys, now = Request(scope).cookies.get(sessions.COOKIE), self._service.keys, self._service.clock()
        authorization = headers.get("authorization")
        if authorization is not None:
            with suppress(Refused):
                return sessions.from_header(authorization, cookie, keys, now=now)
        return sessions.from_cookie(cookie, keys, open_to_all=self._is_open_to(headers), now=now)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in STREAMED:
            await self._app(scope, _counted(receive, self._limits), send)
            return
        answering = False

        async def noted_send(message: Message) -> None:
            nonlocal answering
            answering = True
            await send(message)

        limit = asyncio.timeout(self._limits.seconds)
        try:
            async with limit:
                body = await _whole_body(Headers(scope=scope), receive, self._limits)
                await self._app(scope, _replayed(body, receive), noted_send)
        except Refused as refusal:
            await _refuse(refusal, scope, receive, send)
        except TimeoutError:
            if not limit.expired() or answering:
                raise
            message = f"this took longer than {self._limits.seconds:g} seconds and was given up"
            await _refuse(Refused(504, "TimeoutError", message), scope, receive, send)

    def _is_open_to(self, headers: Headers) -> bool:
        """Whether a request without a key may have come from this machine only.

        A name other than this machine's in ``Host`` is another site's that was made to point here, and a forwarded
        request came through a proxy from somewhere else.
        """
        if not self._service.settings.on_loopback:
            return False
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        return is_loopback(host) and "forwarded" not in headers and "x-forwarded-for" not in headers

    def _check_origin(self, headers: Headers) -> None:
        """A web page may call only from this origin or one that was allowed: browsers name it, and cannot lie."""
        origin = headers.get("origin")
        if origin is None or origin in self._service.settings.origins:
            return
        if origin.partition("://")[2] != headers.get("host"):
            raise Refused.not_allowed("pages of this origin may not call here; allow it with --allow-origin")


async def _refuse(refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    answer = error_page(Request(scope), refusal) if is_page(scope["path"]) else refusal.answer()
    await answer(scope, receive, send)


async def _whole_body(headers: Headers, receive: Receive, limits: Limits) -> bytes:
    length = headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length) > limits.body_bytes * _DRAINED:
        raise Refused.too_large(limits.body_bytes)
    pieces: list[bytes] = []
    size, more = 0, True
    while more:
        message = await _next(receive, limits)
        if message["type"] != "http.request":
            raise Refused(400, "BadRequest", "the body broke off")
        piece: bytes = message.get("body", b"")
        size += len(piece)
        if size > limits.body_bytes:
            pieces.clear()
        else:
            pieces.append(piece)
        if size > limits.body_bytes * _DRAINED:
            break
        more = message.get("more_body", False)
    if size > limits.body_bytes:
        raise Refused.too_large(limits.body_bytes)
    return b"".join(pieces)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, then whatever else comes: the news that the caller has gone."""
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _counted(receive: Receive, limits: Limits) -> Receive:
    """A streamed body, refused where it grows too large or stops coming."""
    size, done = 0, False

    async def counted() -> Message:
        nonlocal size, done
        if done:
            return await receive()
        message = await _next(receive, limits)
        size += len(message.get("body", b""))
        done = not message.get("more_body", False)
        if size > limits.import_bytes:
            raise Refused.too_large(limits.import_bytes)
        return message

    return counted


async def _next(receive: Receive, limits: Limits) -> Message:
    try:
        async with asyncio.timeout(limits.body_seconds):
            return await receive()
    except TimeoutError:
        raise Refused.too_slow(limits.body_seconds) from None
