"""Connections: headers that do not arrive, and clients that read no more."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ricordo.server import Limits
from tests.server.running import run_service, serve_in_process

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("sent", [b"", b"GET /heal", b"GET /healthz HTTP/1.1\r\nHost: loc"])
async def test_a_connection_whose_headers_do_not_arrive_is_closed(tmp_path: Path, sent: bytes) -> None:
    async with run_service(tmp_path, Limits(rate=0, header_seconds=0.2)) as service:
        parts = urlsplit(service.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(sent)
        assert await asyncio.wait_for(reader.read(), 3) == b""
        writer.close()


async def test_headers_that_dribble_are_not_waited_for(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0, header_seconds=0.3)) as service:
        parts = urlsplit(service.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        ended = asyncio.create_task(reader.read())
        writer.write(b"GET /healthz HTTP/1.1\r\n")
        async with asyncio.timeout(3):
            while not ended.done():
                writer.write(b"X")
                await asyncio.sleep(0.05)
        writer.close()


async def test_a_connection_that_is_in_use_is_kept(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0, header_seconds=0.2)) as service:
        parts = urlsplit(service.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        for _ in range(4):
            writer.write(REQUEST)
            assert (await asyncio.wait_for(reader.readuntil(b'"alive"}'), 3)).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.15)
        writer.write(b"GET /he")
        assert await asyncio.wait_for(reader.read(), 3) == b""
        writer.close()


_FEW_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (160, 160))
from ricordo.cli import main
sys.exit(main(sys.argv[1:]))
"""


async def test_unfinished_headers_leave_room_for_others(tmp_path: Path) -> None:
    with serve_in_process(tmp_path, program=("-c", _FEW_FILES)) as (url, _):
        parts = urlsplit(url)
        held: list[asyncio.StreamWriter] = []
        for _ in range(220):
            _, writer = await asyncio.open_connection(parts.hostname, parts.port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: loc")
            held.append(writer)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(REQUEST)
        # The headers have ten seconds to arrive: without room for others this would take as long.
        assert (await asyncio.wait_for(reader.readuntil(b'"alive"}'), 5)).startswith(b"HTTP/1.1 200")
        for one in [*held, writer]:
            one.close()


async def test_a_connection_that_was_used_stays_when_others_say_nothing(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0), max_connections=10) as service:
        parts = urlsplit(service.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(REQUEST)
        await reader.readuntil(b'"alive"}')
        silent = [await asyncio.open_connection(parts.hostname, parts.port) for _ in range(30)]
        assert await asyncio.wait_for(silent[0][0].read(), 3) == b""
        assert len(service.connections) <= 10
        writer.write(REQUEST)
        assert (await asyncio.wait_for(reader.readuntil(b'"alive"}'), 3)).startswith(b"HTTP/1.1 200")
        for _, one in [(reader, writer), *silent]:
            one.close()
