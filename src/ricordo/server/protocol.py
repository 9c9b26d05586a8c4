"""uvicorn's HTTP protocol, with the limits that it lacks: on time, and on the number of connections."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if sys.platform != "win32":
    import resource

_Protocol: Any = cast("Any", AutoHTTPProtocol)

_OTHER_FILES = 64
"""Files that the process has open besides its connections."""
_MAX_CONNECTIONS = 10_000


class TimedProtocol(_Protocol):
    """Closes connections whose headers do not arrive in time, and aborts those whose client reads no more.

    uvicorn waits for the rest of a request's headers for ever. It also waits for ever, when it closes a connection,
    until the client has read what was sent. And it accepts connections until the process has no file left for them:
    here, one more than the limit takes the place of the one that has waited longest without a request.
    """

    header_seconds: float = 10.0
    max_connections: int = _MAX_CONNECTIONS
    silent: dict[TimedProtocol, None]
    """Connections on which no request has arrived yet, the oldest first."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._waiting_since: float | None = self.loop.time()
        self._unread: int | None = None
        self._timer = self.loop.call_later(self.header_seconds, self._check)
        self.silent[self] = None
        if len(self.connections) > self.max_connections:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self.silent.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None:
            self.silent.pop(self, None)
        if self.cycle is not None and not self.cycle.response_complete:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = self.loop.time()

    def _make_room(self) -> None:
        """Abort the connection that has waited longest for its first request, or else for its next."""
        victim = next(iter(self.silent), None)
        if victim is None or victim is self:
            idle = [one for one in self.connections if one is not self and one.is_idle]
            victim = min(idle, key=lambda one: one.waiting_since, default=self)
        victim.abort()

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def waiting_since(self) -> float:
        """The time of the event loop since when the next request has been awaited."""
        return self.loop.time() if self._waiting_since is None else self._waiting_since

    def abort(self) -> None:
        """Close the connection at once."""
        self.silent.pop(self, None)
        self.transport.abort()

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


def protocol_with(header_seconds: float, max_connections: int | None = None) -> type[asyncio.Protocol]:
    """Return the protocol class with these limits; without a number of connections, as many as there are files for."""
    limit = _count_possible_connections() if max_connections is None else max_connections
    attributes: dict[str, Any] = {"header_seconds": header_seconds, "max_connections": limit, "silent": {}}
    return type("TimedProtocol", (TimedProtocol,), attributes)


def raise_file_limit() -> None:
    """Let the process open as many files as it may."""
    if sys.platform == "win32":
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _count_possible_connections() -> int:
    """Return how many connections may be open: half of the files is kept for those that arrive at once."""
    if sys.platform == "win32":
        return _MAX_CONNECTIONS
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(_MAX_CONNECTIONS, max(16, (files - _OTHER_FILES) // 2))
