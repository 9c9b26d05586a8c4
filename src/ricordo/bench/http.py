"""A minimal HTTP connection that is kept open. It costs little, so that the service is measured and not the client."""

from __future__ import annotations

import asyncio
import re

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)

NO_ANSWER = 0
"""The status of a request whose connection broke or whose time ran out."""


class KeepAliveConnection:
    """A connection for one request after the other. It opens with the first, and again if the service closed it."""

    def __init__(self, address: str, *, timeout: float = 60.0, token: str | None = None) -> None:
        self._address = address
        self._timeout = timeout
        self._credential = "" if token is None else f"Authorization: Bearer {token}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes) -> int:
        """Send a JSON body, read the whole response, and return its status."""
        head = f"POST {path} HTTP/1.1\r\nHost: {self._address}\r\nContent-Type: application/json\r\n"
        head += self._credential
        try:
            async with asyncio.timeout(self._timeout):
                reader, writer = await self._open()
                writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                answer = await reader.readuntil(b"\r\n\r\n")
                length = _LENGTH.search(answer)
                await reader.readexactly(int(length[1]) if length else 0)
        except (OSError, EOFError):
            self.close()
            return NO_ANSWER
        if _CLOSES.search(answer):
            self.close()
        return int(answer.split(b" ", 2)[1])

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is not None and self._streams[0].at_eof():
            self.close()
        if self._streams is None:
            host, _, port = self._address.rpartition(":")
            self._streams = await asyncio.open_connection(host, int(port))
        return self._streams

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
