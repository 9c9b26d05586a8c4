"""Reading what a client sends, and writing what it reads, at no slower a pace than the limits allow."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Send

from ricordo.server.errors import HttpError
from ricordo.server.limits import ByteBudget, ByteRate
from ricordo.server.settings import Limits

_DRAIN_FACTOR = 4
"""A body is read up to this many times its limit, so that a client that sends too much gets to read the refusal."""

_PIECE_BYTES = 64 * 2**10

MAX_PARTS = 1_000_000
"""Values in a JSON text. A text of 8 MiB could hold four million, which would take hundreds of megabytes."""

_SPACED_OBJECT = re.compile(rb'\{\s+"')

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


@dataclass(frozen=True, slots=True)
class Traffic:
    """The bytes that one caller moves in one direction."""

    rate: ByteRate
    caller: Hashable

    async def wait(self) -> None:
        """Wait as long as the caller owes something."""
        if seconds := self.rate.wait(self.caller):
            await asyncio.sleep(seconds)

    def add(self, size: int) -> None:
        """Count bytes that were moved."""
        self.rate.add(self.caller, size)


async def read_body(headers: Headers, receive: Receive, limits: Limits, max_bytes: int, budget: ByteBudget) -> bytes:
    """Return the whole body of a request.

    Raises:
        HttpError: If it is too large, too slow or broken off, or if too much is being read at once.
    """
    try:
        async with asyncio.timeout(limits.seconds):
            body = await _read_pieces(headers, receive, limits, max_bytes, budget)
    except TimeoutError:
        raise HttpError.too_slow(limits.seconds) from None
    if len(body) > limits.large_bytes and count_parts(body) > MAX_PARTS:
        raise HttpError.too_many_parts()
    return body


def count_parts(text: bytes) -> int:
    """Return an upper limit of the values in a JSON text, each of which takes some 60 bytes when it is parsed."""
    return text.count(b",") + text.count(b"[") + text.count(b"{")


def weigh(body: bytes, object_bytes: int) -> int:
    """Return the bytes that a body counts for: each of its objects means work, however short it is."""
    return len(body) + object_bytes * _count_objects(body)


def _count_objects(text: bytes) -> int:
    """Return how many objects with a key a JSON text has.

    Braces in what people say are none. There a quote has a backslash before it, unless the text ends.
    """
    return text.count(b'{"') + sum(1 for _ in _SPACED_OBJECT.finditer(text))


async def _read_pieces(headers: Headers, receive: Receive, limits: Limits, max_bytes: int, budget: ByteBudget) -> bytes:
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


def limit_stream(receive: Receive, limits: Limits, traffic: Traffic) -> Receive:
    """Return a ``receive`` that raises `HttpError` when a streamed body is too large or comes too slowly.

    It waits when the caller has sent more than its share, and then reads nothing.
    """
    size, is_done = 0, False
    pace = Pace(limits.body_seconds, limits.stream_rate)

    async def receive_piece() -> Message:
        nonlocal size, is_done
        if is_done:
            return await receive()
        await traffic.wait()
        try:
            message = await pace.wait_for(receive())
        except TimeoutError:
            raise HttpError.too_slow(limits.body_seconds) from None
        pace.add(len(message.get("body", b"")))
        size += len(message.get("body", b""))
        traffic.add(len(message.get("body", b"")))
        is_done = not message.get("more_body", False)
        if size > limits.import_bytes:
            raise HttpError.too_large(limits.import_bytes)
        return message

    return receive_piece


def limit_send(send: Send, limits: Limits, traffic: Traffic) -> Send:
    """Return a ``send`` that raises `ClientDisconnect` when a client reads an answer too slowly.

    It waits when the caller has been sent more than its share.
    """
    pace = Pace(limits.body_seconds, limits.stream_rate)

    async def send_piece(message: Message) -> None:
        await traffic.wait()
        try:
            await pace.wait_for(send(message))
        except TimeoutError:
            raise ClientDisconnect from None
        pace.add(len(message.get("body", b"")))
        traffic.add(len(message.get("body", b"")))

    return send_piece


async def send_answer(messages: Sequence[Message], send: Send, limits: Limits) -> None:
    """Send an answer that was made already, and wait until the client has read nearly all of it.

    Raises:
        ClientDisconnect: If the client reads it too slowly.
    """
    pace = Pace(limits.body_seconds, limits.stream_rate)
    for message in messages:
        for piece in _split(message):
            try:
                await pace.wait_for(send(piece))
            except TimeoutError:
                raise ClientDisconnect from None
            pace.add(len(piece.get("body", b"")))


def _split(message: Message) -> Iterator[Message]:
    """Yield a large message in pieces. The server waits before each that the client has read most of those before."""
    body: bytes = message.get("body", b"")
    if len(body) <= _PIECE_BYTES:
        yield message
        return
    for start in range(0, len(body), _PIECE_BYTES):
        yield {**message, "body": body[start : start + _PIECE_BYTES], "more_body": True}
    yield {**message, "body": b""}
