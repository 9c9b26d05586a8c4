"""Admission: who may send a request, how often, how much, and how long it may take.

A request takes a slot when its body is there, and leaves it when its answer is made. A client that sends or reads
slowly holds no slot, only its own connection, and a caller may have so many of those. Limits count by caller first:
requests of one caller wait for each other before anybody else waits for them.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ricordo.server.callers import Caller, authenticate
from ricordo.server.errors import HttpError
from ricordo.server.limits import ByteBudget, ByteRate, ConcurrencyLimiter, HeldBytes, RefusalPace, TurnTaker
from ricordo.server.pages import sessions
from ricordo.server.pages.rendering import error_page, is_page
from ricordo.server.request_body import Traffic, limit_send, limit_stream, read_body, replay, send_answer, weigh
from ricordo.server.service import Service
from ricordo.server.settings import is_loopback
from ricordo.tasks import giving_way
from ricordo.tasks.fair_pool import working_for

HEALTH_PATHS = frozenset({"/healthz", "/readyz"})
"""Paths that anybody may ask for, as often as they like: whoever supervises the service asks here."""

OPEN_PATHS = frozenset({"/openapi.json"})
"""Paths that need no credential: they say nothing about anyone."""

STREAM_PATHS = frozenset({"/v1/export", "/v1/import", "/me/export"})
"""Paths whose bodies are never held as a whole. They have limits of their own."""


_REQUEST_OBJECT_BYTES = 2**11
_ANSWER_OBJECT_BYTES = 2**9
"""Bytes that each object of a body counts for, besides its own: five thousand short turns are half a second's work."""


class AdmissionMiddleware:
    """Authenticates the caller, leaves it in ``request.state.caller`` (or ``session``), and enforces the limits."""

    def __init__(self, app: ASGIApp, *, service: Service) -> None:
        self._app = app
        self._service = service
        self._limits = limits = service.settings.limits
        is_limited = limits.rate > 0
        self._sent = ByteRate(limits.body_rate if is_limited else 0, limits.traffic_burst)
        self._read = ByteRate(limits.answer_rate if is_limited else 0, limits.traffic_burst)
        self._open = ConcurrencyLimiter()
        self._working = ConcurrencyLimiter()
        self._streams = ConcurrencyLimiter()
        self._refusals = RefusalPace()
        self._turns = TurnTaker(limits.caller_in_flight, limits.large_in_flight, (self._sent, self._read))
        self._held = HeldBytes(max(limits.caller_held_bytes, 2 * limits.body_bytes), limits.held_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if "\n" in scope["path"]:
            # The router ignores a line break at the end of a path, and everything here that compares paths does not.
            refusal = HttpError(400, "BadRequest", "the path holds a line break; remove it")
            await refusal.response()(scope, receive, send)
            return
        try:
            hostname = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        except ValueError:
            refusal = HttpError(400, "BadRequest", "the Host header is malformed")
            await refusal.response()(scope, receive, send)
            return
        if scope["path"] in HEALTH_PATHS:
            await self._answer_in_time(scope, receive, send, send, self._limits.seconds)
            return
        is_local = self._is_local(hostname, headers)
        if is_page(scope["path"]):
            scope.setdefault("state", {})["session"] = self._load_session(scope, headers, is_local=is_local)
        identity: Identity = ()
        try:
            self._check_origin(headers)
            caller = self._authenticate(scope, headers, is_local=is_local)
            identity = _identity(scope, caller)
            wait = self._service.rate_limiter.take(identity)
            if wait:  # it says itself when to come back, and costs next to nothing
                await _refuse(HttpError.too_many(wait), scope, receive, send)
                return
            is_person = caller is None or caller.by_token
            max_open = self._limits.open_requests if is_person else self._limits.key_open_requests
            with self._open.enter(identity, max_by_caller=max_open, max_in_all=None):
                await self._handle(scope, receive, send, caller)
        except HttpError as refusal:
            if refusal.status == 429:
                await asyncio.sleep(self._refusals.add(identity))
            await _refuse(refusal, scope, receive, send)

    async def _handle(self, scope: Scope, receive: Receive, send: Send, caller: Caller | None) -> None:
        limits, identity = self._limits, _identity(scope, caller)
        if scope["path"] in STREAM_PATHS:
            at_once = (limits.caller_streams, limits.streams)
            in_flight = self._service.metrics.in_flight
            with (
                working_for(identity),
                giving_way(),
                self._streams.enter(identity, max_by_caller=at_once[0], max_in_all=at_once[1]),
                in_flight.track_inprogress(),
            ):
                receive = limit_stream(receive, limits, Traffic(self._sent, identity))
                send = limit_send(send, limits, Traffic(self._read, identity))
                await self._answer_in_time(scope, receive, send, send, limits.stream_seconds)
            return
        budget = ByteBudget(self._held, identity)
        max_bytes = limits.body_bytes if caller is not None else min(limits.body_bytes, limits.visitor_bytes)
        try:
            # Nothing is read from a caller who owes bytes, so that it cannot keep the service busy with refusals.
            await self._turns.pay_off(identity, seconds=limits.seconds)
            body = await read_body(Headers(scope=scope), receive, limits, max_bytes, budget)
            answer = await self._work(scope, body, receive, send, identity)
            sent = b"".join(message.get("body", b"") for message in answer)
            self._read.add(identity, weigh(sent, _ANSWER_OBJECT_BYTES))
            size = len(sent)
            del body
            budget.release()
            budget.take(size)
            await send_answer(answer, send, limits)
        finally:
            budget.release()

    async def _work(self, scope: Scope, body: bytes, receive: Receive, send: Send, identity: Identity) -> list[Message]:
        """Return the answer of the application; nothing if it took too long and that was answered already.

        A large request gives way to all others.
        """
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        limits = self._limits
        is_large = len(body) > limits.large_bytes
        async with self._turns.take(identity, is_large=is_large, seconds=limits.seconds):
            self._sent.add(identity, weigh(body, _REQUEST_OBJECT_BYTES))
            with (
                working_for(identity),
                giving_way(is_wanted=is_large),
                self._working.enter(identity, max_by_caller=None, max_in_all=limits.in_flight),
                self._service.metrics.in_flight.track_inprogress(),
            ):
                is_late = await self._answer_in_time(scope, replay(body, receive), keep, send, limits.seconds)
        return [] if is_late else answer

    async def _answer_in_time(
        self, scope: Scope, receive: Receive, send: Send, send_late: Send, seconds: float
    ) -> bool:
        """Run the application. After ``seconds`` answer with 504 at once, even if it takes long to stop.

        Returns:
            Whether it was answered so.
        """
        is_answering = False
        late_answer: asyncio.Task[None] | None = None

        async def send_in_time(message: Message) -> None:
            nonlocal is_answering
            if late_answer is None:
                is_answering = True
                await send(message)

        def give_up() -> None:
            nonlocal late_answer
            if not is_answering:
                refusal = HttpError(504, "TimeoutError", f"this took longer than {seconds:g} seconds and was given up")
                late_answer = asyncio.create_task(_refuse(refusal, scope, receive, send_late))

        timer = asyncio.get_running_loop().call_later(seconds, give_up)
        try:
            async with asyncio.timeout(seconds):
                await self._app(scope, receive, send_in_time)
        except TimeoutError:
            if late_answer is None:
                raise
        finally:
            timer.cancel()
            if late_answer is not None:
                await late_answer
        return late_answer is not None

    def _load_session(self, scope: Scope, headers: Headers, *, is_local: bool) -> sessions.BrowserSession:
        """Return the session of a page, from the credential in the header or from the cookie."""
        cookie, keys, now = Request(scope).cookies.get(sessions.COOKIE), self._service.keys, self._service.clock()
        authorization = headers.get("authorization")
        if authorization is not None:
            with suppress(HttpError):
                return sessions.from_header(authorization, cookie, keys, now=now)
        return sessions.from_cookie(cookie, keys, open_to_all=is_local, now=now)

    def _authenticate(self, scope: Scope, headers: Headers, *, is_local: bool) -> Caller | None:
        """Leave the caller in the request's state and return it. A page has none if its visitor has not signed in."""
        state = scope.setdefault("state", {})
        if scope["path"] in OPEN_PATHS:
            state["caller"] = None
        elif is_page(scope["path"]):
            state["caller"] = state["session"].caller
        else:
            authorization, now = headers.get("authorization"), self._service.clock()
            state["caller"] = authenticate(authorization, self._service.keys, open_to_all=is_local, now=now)
        return state["caller"]

    def _is_local(self, hostname: str, headers: Headers) -> bool:
        """Return whether a request can only have come from this machine.

        A hostname other than this machine's is another site's that was made to point here, and a forwarded request
        came through a proxy from somewhere else.
        """
        is_forwarded = "forwarded" in headers or "x-forwarded-for" in headers
        return self._service.settings.on_loopback and is_loopback(hostname) and not is_forwarded

    def _check_origin(self, headers: Headers) -> None:
        """Raise `HttpError` if the web page that sent the request is of an origin that is not allowed."""
        origin = headers.get("origin")
        if origin is None or origin in self._service.settings.origins:
            return
        if origin.partition("://")[2] != headers.get("host"):
            raise HttpError.not_allowed("pages of this origin may not call here; allow it with --allow-origin")


Identity = tuple[str | None, ...]


def _identity(scope: Scope, caller: Caller | None) -> Identity:
    """Return what the limits count by: the caller, or the address of a visitor who has not signed in."""
    return ("visitor", (scope.get("client") or ("",))[0]) if caller is None else caller.identity


async def _refuse(refusal: HttpError, scope: Scope, receive: Receive, send: Send) -> None:
    answer = error_page(Request(scope), refusal) if is_page(scope["path"]) else refusal.response()
    await answer(scope, receive, send)
