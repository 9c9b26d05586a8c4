"""Slow and greedy clients: they hold up nobody but themselves."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ricordo import Ricordo, Scope, Turn
from ricordo.server import Limits
from ricordo.server.request_body import Pace
from ricordo.testing import HashEmbedder
from tests.server.browsing import mint_token
from tests.server.running import Running, run_service

ALICE = {"application": "travel", "user": "alice"}


@asynccontextmanager
async def connect(
    service: Running, *lines: str, limit: int = 2**16
) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection on which these lines of a request were sent, and nothing after them."""
    parts = urlsplit(service.url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=limit)
    try:
        writer.write("".join(f"{line}\r\n" for line in lines).encode())
        await writer.drain()
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def wait_until(is_so: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(500):
        if await is_so():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came about")


async def status_of(reader: asyncio.StreamReader) -> int:
    return int((await reader.readline()).split()[1])


def post(path: str, credential: str | None = None, length: int = 1_000, body: str = "form=") -> tuple[str, ...]:
    authorization = [f"Authorization: Bearer {credential}"] if credential else []
    kind = "Content-Type: application/x-www-form-urlencoded"
    return (f"POST {path} HTTP/1.1", "Host: localhost", *authorization, kind, f"Content-Length: {length}", "", body)


async def test_slow_bodies_without_a_key_stop_nobody(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, AsyncExitStack() as stack:
        key = service.key("travel")
        readers = [(await stack.enter_async_context(connect(service, *post("/sign-in"))))[0] for _ in range(160)]
        refused = [asyncio.create_task(status_of(reader)) for reader in readers]
        async with service.client(key) as client:
            for _ in range(3):
                assert (await client.get("/v1/consent", params=ALICE)).status_code == 200
        done, waiting = await asyncio.wait(refused, timeout=2)
        assert {task.result() for task in done} == {429}
        assert len(waiting) == Limits().open_requests
        for task in waiting:
            task.cancel()


async def test_slow_bodies_with_a_key_take_no_slot(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0, in_flight=2)) as service, AsyncExitStack() as stack:
        key = service.key("travel")
        for _ in range(8):
            await stack.enter_async_context(connect(service, *post("/v1/turns", key)))
        async with service.client(key) as client:
            assert (await client.get("/v1/consent", params=ALICE)).status_code == 200


async def test_a_slow_reader_of_a_large_answer_takes_no_slot(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0, in_flight=1)) as service, service.client() as client:
        await remember_long_turns(service, 100)
        lines = ("GET /v1/turns?application=travel&user=alice&limit=100 HTTP/1.1", "Host: localhost", "")
        async with connect(service, *lines) as (reader, _):
            assert await status_of(reader) == 200
            assert (await client.get("/v1/consent", params=ALICE)).status_code == 200


async def remember_long_turns(service: Running, count: int) -> None:
    scope = Scope(application="travel", user="alice")
    await service.service.memory.remember([Turn("user", "x" * 99_000) for _ in range(count)], scope=scope)


async def test_one_token_cannot_take_all_streams(tmp_path: Path) -> None:
    limits = Limits(rate=0, in_flight=2, streams=4, caller_streams=2)
    async with run_service(tmp_path, limits) as service, AsyncExitStack() as stack:
        alice, bob = await mint_token(service, "alice"), await mint_token(service, "bob")
        for _ in range(2):
            await stack.enter_async_context(connect(service, *post("/v1/import", alice, body="")))
        reader, _ = await stack.enter_async_context(connect(service, *post("/v1/import", alice, body="")))
        assert await status_of(reader) == 429
        async with service.client(bob) as client:
            assert (await client.get("/v1/export")).status_code == 200
            assert (await client.get("/v1/consent")).status_code == 200
        async with service.client(alice) as client:
            assert (await client.get("/v1/consent")).status_code == 200


async def test_streams_have_a_limit_of_their_own(tmp_path: Path) -> None:
    limits = Limits(rate=0, in_flight=1, streams=2, caller_streams=2)
    async with run_service(tmp_path, limits) as service, AsyncExitStack() as stack:
        tokens = [await mint_token(service, name) for name in ("alice", "bob", "eve")]
        for token in tokens[:2]:
            await stack.enter_async_context(connect(service, *post("/v1/import", token, body="")))
        async with service.client(tokens[2]) as client:
            assert (await client.get("/v1/export")).status_code == 503
            assert (await client.get("/v1/consent")).status_code == 200


async def test_an_import_that_dribbles_is_ended(tmp_path: Path) -> None:
    limits = Limits(rate=0, body_seconds=0.3)
    async with run_service(tmp_path, limits) as service:
        lines = post("/v1/import?application=travel&user=alice", length=10_000, body="")
        async with asyncio.timeout(5), connect(service, *lines) as (reader, writer):
            status = asyncio.create_task(status_of(reader))
            while not status.done():
                writer.write(b" ")
                await asyncio.sleep(0.05)
            assert await status == 408


async def test_an_import_at_a_fair_pace_may_take_longer_than_a_pause(tmp_path: Path) -> None:
    row = {"type": "turn", "scope": ALICE, "role": "user", "text": "hi", "occurred_at": "2026-01-01T00:00:00"}

    async def rows() -> AsyncIterator[bytes]:
        for number in range(8):
            yield json.dumps({**row, "id": str(number)}).encode() + b"\n" + b" " * 2_000 + b"\n"
            await asyncio.sleep(0.1)

    limits = Limits(rate=0, body_seconds=0.4)
    async with run_service(tmp_path, limits) as service, service.client() as client:
        answer = await client.post("/v1/import", params=ALICE, content=rows())
        assert answer.json() == {"rows": 8}


async def test_an_import_ends_after_its_total_time(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0, stream_seconds=0.3)) as service:
        lines = post("/v1/import?application=travel&user=alice", length=10**8, body="")
        async with asyncio.timeout(5), connect(service, *lines) as (reader, writer):
            status = asyncio.create_task(status_of(reader))
            while not status.done():
                writer.write(b" " * 10_000)
                await asyncio.sleep(0.02)
            assert await status == 504


async def test_an_export_that_nobody_reads_is_ended(tmp_path: Path) -> None:
    limits = Limits(rate=0, body_seconds=0.3, streams=1, header_seconds=0.2)
    async with run_service(tmp_path, limits) as service, service.client() as client:
        await remember_long_turns(service, 150)

        async def is_free() -> bool:
            answer = await client.get("/v1/export", params={"application": "travel", "user": "bob"})
            return answer.status_code == 200

        async def is_closed() -> bool:
            return not any(connection.transport.is_closing() for connection in service.connections)

        lines = ("GET /v1/export?application=travel&user=alice HTTP/1.1", "Host: localhost", "")
        async with connect(service, *lines) as (reader, _):
            assert await status_of(reader) == 200
            assert not await is_free()
            await wait_until(is_free)
            await wait_until(is_closed)


async def test_a_page_of_an_export_is_small_however_long_its_rows_are(tmp_path: Path) -> None:
    scope = Scope(application="travel", user="alice")
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="off") as memory:
        await memory.remember([Turn("user", "x" * 99_000) for _ in range(80)], scope=scope)
        tracemalloc.start()
        try:
            rows = [row["id"] async for row in memory.export(scope=scope)]
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert len(rows) == 80
        assert peak < 4 * 2**20


@pytest.mark.parametrize("host", ["[::1", "[", "a[b", "[::1]x", "]"])
@pytest.mark.parametrize("path", ["/v1/consent?user=a", "/me", "/sign-in", "/", "/nothing", "/healthz", "/mcp"])
async def test_no_host_breaks_the_service(tmp_path: Path, host: str, path: str) -> None:
    async with run_service(tmp_path) as service:
        for authorization in ("X-None: 1", f"Authorization: Bearer {service.key(None)}"):
            lines = (f"GET {path} HTTP/1.1", f"Host: {host}", authorization, "Connection: close", "")
            async with asyncio.timeout(5), connect(service, *lines) as (reader, _):
                assert await status_of(reader) < 500


@pytest.mark.parametrize("path", ["/me%0A", "/console/%0A", "/sign-in%0A", "/operator%0A", "/v1/export%0A?user=a"])
async def test_a_line_break_in_a_path_evades_no_limit(tmp_path: Path, path: str) -> None:
    async with run_service(tmp_path) as service, service.client() as client:
        assert (await client.get(path)).status_code == 400


async def test_an_answer_in_time_does_not_wait_for_what_will_not_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = asyncio.Event()

    async def stop_slowly(*_: object, **__: object) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await stopped.wait()

    monkeypatch.setattr(Ricordo, "consent", stop_slowly)
    async with run_service(tmp_path, Limits(rate=0, seconds=1)) as service, service.client() as client:
        service.service.readiness.seconds = 0.2  # less than the limit, which holds here too
        async with asyncio.timeout(5):
            answer = await client.get("/v1/consent", params=ALICE)
            assert (answer.status_code, answer.json()["error"]["type"]) == (504, "TimeoutError")
            for _ in range(2):
                answer = await client.get("/readyz")
                assert (answer.status_code, answer.json()["error"]["type"]) == (503, "NotReady")
        stopped.set()


async def test_a_page_that_takes_too_long_says_so_as_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    async with run_service(tmp_path, Limits(rate=0, seconds=1)) as service, service.client() as client:
        page = await client.get("/sign-in")
        form = page.text.partition('name="form" value="')[2].partition('"')[0]
        await client.post("/sign-in/person", data={"form": form, "user": "alice"})
        monkeypatch.setattr(Ricordo, "consent", never)
        answer = await client.get("/me/control")
        assert answer.status_code == 504
        assert "<h1>" in answer.text


async def test_all_bodies_together_have_a_limit(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0, held_bytes=100_000)) as service, AsyncExitStack() as stack:
        _, writer = await stack.enter_async_context(connect(service, *post("/v1/turns", length=95_000)))
        writer.write(b"x" * 90_000)
        await writer.drain()
        async with service.client() as client:
            body = {"scope": ALICE, "turns": [{"role": "user", "text": "x" * 20_000}]}

            async def is_refused() -> bool:
                answer = await client.post("/v1/turns", json=body)
                return (answer.status_code, answer.json().get("error", {}).get("type")) == (503, "Overloaded")

            async def is_stored() -> bool:
                return (await client.post("/v1/turns", json=body)).status_code == 201

            await wait_until(is_refused)
            writer.close()
            await wait_until(is_stored)


async def test_a_visitor_sends_no_more_than_a_form(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service:
        service.key("travel")
        async with service.client() as client:
            answer = await client.post("/sign-in", content=b"form=" + b"x" * 70_000)
            assert answer.status_code == 413


async def test_a_pace_allows_pauses_and_no_slowness() -> None:
    pace = Pace(0.1, bytes_per_second=1_000)
    for _ in range(5):
        await pace.wait_for(asyncio.sleep(0.05))
        pace.add(100)
    with pytest.raises(TimeoutError):
        for _ in range(5):
            await pace.wait_for(asyncio.sleep(0.05))
            pace.add(1)
