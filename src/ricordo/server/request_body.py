"""Reading what a client sends, and writing what it reads, at no slower a pace than the limits allow."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from time import monotonic
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Send

from ricordo.server.errors import HttpError
from ricordo.server.limits import ByteBudget
from ricordo.server.settings import Limits

_DRAIN_FACTOR = 4
"""A body is read up to this many times its limit, so that a client that sends too much gets to read the refusal."""

T = TypeVar("T")


class Pace:
    """The time that a stream may spend waiting for its client.

    It may wait ``seconds`` to begin with. Waiting uses them up, and bytes that are moved earn them back, at
    ``bytes_per_second``: a client that is slower than that in the long run exceeds them.
    """

    def __init__(self, seconds: float, bytes_per_second: float) -> None:
        self._seconds = self._left = seconds
        self._rate = bytes_per_second

    async def wait_for(self, operation: Awaitable[T]) -> T:
        """Return the result of ``operation``; raise `TimeoutError` if the client is too slow."""
        began = monotonic()
        async with asyncio.timeout(max(0.0, self._left)):
            result = await operation
        self._left -= monotonic() - began
        return result

    def add(self, size: int) -> None:
        """Count bytes that were moved."""
        self._left = min(self._seconds, self._left + size / self._rate)


async def read_body(headers: Headers, receive: Receive, limits: Limits, max_bytes: int, budget: ByteBudget) -> bytes:
    """Return the whole body of a request.

    Raises:
        HttpError: If it is too large, too slow or broken off, or if too much is being read at once.
    """
    length = headers.get("content-length", "")
    if length.isascii() and length.isdigit() and (len(length) > 18 or int(length) > max_bytes * _DRAIN_FACTOR):
        raise HttpError.too_large(max_bytes)
    pieces: list[bytes] = []
    size, more = 0, True
    while more:
        message = await _receive(receive, limits)
        if message["type"] != "http.request":
            raise HttpError(400, "BadRequest", "the body broke off")
        piece: bytes = message.get("body", b"")
        size += len(piece)
        if size > max_bytes:
            pieces.clear()
            budget.release()
        else:
            budget.take(len(piece))
            pieces.append(piece)
        if size > max_bytes * _DRAIN_FACTOR:
            break
        more = message.get("more_body", False)
    if size > max_bytes:
        raise HttpError.too_large(max_bytes)
    return b"".join(pieces)


async def _receive(receive: Receive, limits: Limits) -> Message:
    try:
        async with asyncio.timeout(limits.body_seconds):
            return await receive()
    except TimeoutError:
        raise HttpError.too_slow(limits.body_seconds) from None


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives the body that was read already, and then what else comes: a disconnect."""
    is_given = False

    async def receive_again() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


def limit_stream(receive: Receive, limits: Limits) -> Receive:
    """Return a ``receive`` that raises `HttpError` when a streamed body is too large or comes too slowly."""
    size, is_done = 0, False
    pace = Pace(limits.body_seconds, limits.stream_rate)

    async def receive_piece() -> Message:
        nonlocal size, is_done
        if is_done:
            return await receive()
        try:
            message = await pace.wait_for(receive())
        except TimeoutError:
            raise HttpError.too_slow(limits.body_seconds) from None
        pace.add(len(message.get("body", b"")))
        size += len(message.get("body", b""))
        is_done = not message.get("more_body", False)
        if size > limits.import_bytes:
            raise HttpError.too_large(limits.import_bytes)
        return message

    return receive_piece


def limit_send(send: Send, limits: Limits) -> Send:
    """Return a ``send`` that raises `ClientDisconnect` when a client reads a streamed answer too slowly."""
    pace = Pace(limits.body_seconds, limits.stream_rate)

    async def send_piece(message: Message) -> None:
        try:
            await pace.wait_for(send(message))
        except TimeoutError:
            raise ClientDisconnect from None
        pace.add(len(message.get("body", b"")))

    return send_piece
