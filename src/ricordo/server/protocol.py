"""uvicorn's HTTP protocol, with time limits that it lacks."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

_Protocol: Any = cast("Any", AutoHTTPProtocol)


class TimedProtocol(_Protocol):
    """Closes connections whose headers do not arrive in time, and aborts those whose client reads no more.

    uvicorn waits for the rest of a request's headers for ever. It also waits for ever, when it closes a connection,
    until the client has read what was sent.
    """

    header_seconds: float = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._waiting_since: float | None = self.loop.time()
        self._unread: int | None = None
        self._timer = self.loop.call_later(self.header_seconds, self._check)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = self.loop.time()

    def _check(self) -> None:
        """Close or abort the connection if its time is over; otherwise look again later."""
        transport, wait = self.transport, self.header_seconds
        if transport.is_closing():
            unread = transport.get_write_buffer_size()
            if self._unread is not None and unread >= self._unread:
                transport.abort()
                return
            self._unread = unread
        elif self._waiting_since is not None:
            wait = self._waiting_since + self.header_seconds - self.loop.time()
            if wait <= 0:
                transport.close()
                wait = self.header_seconds
        self._timer = self.loop.call_later(wait, self._check)


def protocol_with(header_seconds: float) -> type[asyncio.Protocol]:
    """Return the protocol class with this time limit for the headers of a request."""
    return type("TimedProtocol", (TimedProtocol,), {"header_seconds": header_seconds})
