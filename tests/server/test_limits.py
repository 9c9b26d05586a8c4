"""Limits: how often, how much, how long, and how many at once."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo import Ricordo
from ricordo.server import Limits
from ricordo.server.limits import RateLimiter
from tests.server.running import Running, run_service

ALICE = {"application": "travel", "user": "alice"}


@given(st.lists(st.floats(0, 2), max_size=60), st.integers(1, 10), st.floats(0.5, 20))
def test_a_bucket_lets_no_more_through_than_its_burst_and_rate(pauses: list[float], burst: int, rate: float) -> None:
    now = 0.0
    limiter = RateLimiter(rate, burst, clock=lambda: now)
    taken = 0
    for pause in pauses:
        now += pause
        wait = limiter.take("key")
        taken += wait == 0
        if wait:
            now += wait + 1e-6
            assert limiter.take("key") == 0
            taken += 1
        assert taken <= burst + now * rate + 1e-3
        assert limiter.take(("another", now)) == 0


async def test_the_rate_is_counted_by_key_and_by_person(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0.5, burst=3)) as service:
        one, two = service.key("travel"), service.key("bank")
        async with service.client(one) as client, service.client(two) as other:
            statuses = [(await client.get("/v1/consent", params={"user": "a"})).status_code for _ in range(4)]
            assert statuses == [200, 200, 200, 429]
            refused = await client.get("/v1/consent", params={"user": "a"})
            assert refused.json()["error"]["type"] == "TooManyRequests"
            assert 1 <= int(refused.headers["retry-after"]) <= 3
            assert (await other.get("/v1/consent", params={"user": "a"})).status_code == 200
            assert (await client.get("/healthz")).status_code == 200


async def test_a_body_that_is_too_large_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0, body_bytes=100_000)) as service, service.client() as client:
        for size in (100_001, 300_000, 3_000_000):
            turns = [{"role": "user", "text": "x" * (size - 100)}, {"role": "user", "text": "y" * 100}]
            answer = await client.post("/v1/turns", json={"scope": ALICE, "turns": turns})
            assert (answer.status_code, answer.json()["error"]["type"]) == (413, "TooLarge")
            assert "100,000" in answer.json()["error"]["message"]
        assert (await client.get("/v1/status")).json()["store"]["turns"] == 0


async def test_an_import_has_limits_for_a_line_and_for_the_whole(tmp_path: Path) -> None:
    limits = Limits(rate=0, body_bytes=10_000, import_bytes=50_000)
    row = {"type": "turn", "scope": ALICE, "role": "user", "text": "x" * 5_000, "occurred_at": "2026-01-01T00:00:00"}
    lines = [json.dumps({**row, "id": str(number)}) for number in range(9)]
    async with run_service(tmp_path, limits) as service, service.client() as client:
        answer = await client.post("/v1/import", params=ALICE, content="\n".join(lines))
        assert answer.json() == {"rows": 9}
        for content in ("\n".join(lines * 3), "x" * 20_000):
            answer = await client.post("/v1/import", params=ALICE, content=content)
            assert (answer.status_code, answer.json()["error"]["type"]) == (413, "TooLarge")


async def send_raw(service: Running, *pieces: bytes, wait: float = 5) -> bytes:
    """Send bytes as they are and return what comes back."""
    parts = urlsplit(service.url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        return await asyncio.wait_for(reader.read(), wait)
    finally:
        writer.close()


@pytest.mark.parametrize("path", ["/v1/turns", "/v1/import?user=alice"])
async def test_a_body_that_does_not_come_is_given_up(tmp_path: Path, path: str) -> None:
    async with run_service(tmp_path, Limits(rate=0, body_seconds=0.1)) as service:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
        )
        answer = await send_raw(service, head.encode(), b'{"scope": ')
        assert b" 408 " in answer.splitlines()[0]
        assert b"TooSlow" in answer


async def test_a_request_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Ricordo, "consent", never)
    async with run_service(tmp_path, Limits(rate=0, seconds=0.1)) as service, service.client() as client:
        answer = await client.get("/v1/consent", params=ALICE)
        assert (answer.status_code, answer.json()["error"]["type"]) == (504, "TimeoutError")


async def test_too_many_at_once_are_refused_and_the_others_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, inside = asyncio.Event(), asyncio.Semaphore(0)
    real = Ricordo.consent

    async def wait_and_call(self: Ricordo, **given: object) -> object:
        inside.release()
        await go.wait()
        return await real(self, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(Ricordo, "consent", wait_and_call)
    async with run_service(tmp_path, Limits(rate=0, in_flight=2)) as service, service.client() as client:
        first = [asyncio.create_task(client.get("/v1/consent", params=ALICE)) for _ in range(2)]
        await inside.acquire()
        await inside.acquire()
        refused = await client.get("/v1/consent", params=ALICE)
        assert (refused.status_code, refused.json()["error"]["type"]) == (503, "Overloaded")
        assert refused.headers["retry-after"] == "1"
        go.set()
        assert [(await task).status_code for task in first] == [200, 200]
        assert (await client.get("/v1/consent", params=ALICE)).status_code == 200


@pytest.mark.parametrize("wrong", [{"burst": 0}, {"body_bytes": -1}, {"rate": -1}, {"seconds": 0}])
def test_limits_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="more than 0"):
        Limits(**wrong)  # type: ignore[arg-type]


async def test_small_answers_do_not_wait_for_the_network_to_fill_up(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, service.client() as client:
        began = asyncio.get_running_loop().time()
        for _ in range(25):
            assert (await client.post("/v1/settle", json={"scope": ALICE})).status_code == 200
        assert asyncio.get_running_loop().time() - began < 25 * 0.04
