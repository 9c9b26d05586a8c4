"""Shares: what one caller has of the places, the memory and the traffic of a service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.client import RicordoClient
from ricordo.server import Limits
from ricordo.server.errors import HttpError
from ricordo.server.limits import ByteRate, HeldBytes, RefusalPace, TurnTaker
from ricordo.values import Scope
from tests.server.browsing import mint_token
from tests.server.running import run_service
from tests.server.test_admission import ALICE, connect, post, remember_long_turns, status_of


async def test_a_caller_has_some_places_and_the_rest_of_its_requests_wait() -> None:
    turns, at_work, most = TurnTaker(2, 2, ()), 0, 0

    async def work(caller: str) -> None:
        nonlocal at_work, most
        async with turns.take(caller, is_large=False, seconds=5):
            at_work += 1
            most = max(most, at_work)
            await asyncio.sleep(0.01)
            at_work -= 1

    await asyncio.gather(*(work("eve") for _ in range(10)))
    assert most == 2
    most = 0
    await asyncio.gather(*(work(name) for name in ("eve", "eve", "eve", "ann", "ben")))
    assert most == 4


async def test_a_caller_without_a_place_is_refused_in_the_end_and_others_are_not() -> None:
    turns = TurnTaker(1, 1, ())
    async with turns.take("eve", is_large=True, seconds=1):
        with pytest.raises(HttpError) as refusal:
            async with turns.take("eve", is_large=False, seconds=0.05):
                pass
        assert refusal.value.status == 429
        async with turns.take("ann", is_large=False, seconds=0.05):
            pass
    async with turns.take("eve", is_large=True, seconds=0.05):
        pass


@given(st.lists(st.tuples(st.floats(0, 3), st.integers(0, 5_000)), max_size=40))
def test_a_caller_moves_no_more_bytes_than_burst_and_rate(steps: list[tuple[float, int]]) -> None:
    now, moved, largest = 0.0, 0, 0
    rate = ByteRate(1_000, 2_000, clock=lambda: now)
    for pause, size in steps:
        now += pause
        if rate.wait("eve") == 0:
            rate.add("eve", size)
            moved, largest = moved + size, max(largest, size)
        assert moved <= 2_000 + 1_000 * now + largest + 1e-3
        assert rate.wait("ann") == 0


@given(st.lists(st.floats(0, 2), max_size=60))
def test_refusals_of_a_caller_are_spread_over_time_and_none_waits_long(pauses: list[float]) -> None:
    now, answers = 0.0, list[float]()
    pace = RefusalPace(rate=2, burst=5, least=0.3, most=4, clock=lambda: now)
    for pause in pauses:
        now += pause
        wait = pace.add("eve")
        assert 0.3 <= wait <= 4
        answers.append(now + wait)
    # Those that waited as long as anybody may are no longer spread.
    spread = [at for at, asked in zip(answers, accumulate(pauses), strict=True) if at - asked < 4 - 1e-6]
    for first in range(len(spread)):
        later = [at for at in spread[first:] if at < spread[first] + 1 - 1e-6]
        assert len(later) <= 5 + 2 * (1 + 0.3) + 1
    assert pace.add("ann") == 0.3


async def _send_slowly() -> AsyncIterator[bytes]:
    yield b"["
    await asyncio.sleep(8)


async def test_an_application_that_is_refused_too_often_waits_and_others_do_not(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0, key_open_requests=1)) as service:
        eve, ann = service.client(service.key("eve")), service.client(service.key("ann"))
        async with eve, ann:
            slow = asyncio.create_task(eve.post("/v1/turns", content=_send_slowly()))
            await asyncio.sleep(0.5)
            asked = [asyncio.create_task(eve.get("/v1/consent", params={"user": "eve"})) for _ in range(240)]
            done, waiting = await asyncio.wait(asked, timeout=3)
            assert len(waiting) >= 5
            assert {task.result().status_code for task in done} == {429}
            async with asyncio.timeout(3):
                assert (await ann.get("/v1/consent", params={"user": "ann"})).status_code == 200
            for task in (slow, *waiting):
                task.cancel()


async def test_an_application_over_its_rate_is_told_so_at_once(tmp_path: Path) -> None:
    async with run_service(tmp_path, Limits(rate=0.001, burst=1)) as service, service.client() as eve:
        asked = [asyncio.create_task(eve.get("/v1/consent", params={"user": "eve"})) for _ in range(240)]
        done, waiting = await asyncio.wait(asked, timeout=30)
        assert not waiting
        assert sorted(task.result().status_code for task in done) == [200] + [429] * 239


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 60)), max_size=30))
def test_memory_is_shared_by_caller_and_in_all(takes: list[tuple[str, int]]) -> None:
    held, taken = HeldBytes(100, 200), dict.fromkeys("abc", 0)
    refusals: list[tuple[int, bool, bool]] = []
    for caller, size in takes:
        try:
            held.take(caller, size)
            taken[caller] += size
        except HttpError as error:
            refusals.append((error.status, taken[caller] + size > 100, sum(taken.values()) + size > 200))
    assert all(by_caller if status == 429 else in_all for status, by_caller, in_all in refusals)
    for caller, size in taken.items():
        held.release(caller, size)
    held.take("a", 100)


async def test_slow_large_bodies_of_one_caller_leave_memory_for_others(tmp_path: Path) -> None:
    limits = Limits(rate=0, body_bytes=100_000, caller_held_bytes=1, held_bytes=400_000)
    async with run_service(tmp_path, limits) as service, AsyncExitStack() as stack:
        alice, bob = await mint_token(service, "alice"), await mint_token(service, "bob")
        readers: list[asyncio.StreamReader] = []
        for _ in range(6):
            lines = post("/v1/turns", alice, length=90_000, body="x" * 80_000)
            readers.append((await stack.enter_async_context(connect(service, *lines)))[0])
        statuses = [asyncio.create_task(status_of(reader)) for reader in readers]
        done, waiting = await asyncio.wait(statuses, timeout=2)
        assert {task.result() for task in done} == {429}
        assert len(waiting) == 2
        async with service.client(bob) as client:
            turn = {"role": "user", "text": "y" * 50_000}
            assert (await client.post("/v1/turns", json={"turns": [turn]})).status_code == 201
        for task in waiting:
            task.cancel()


async def test_answers_that_nobody_reads_are_few_and_are_dropped(tmp_path: Path) -> None:
    limits = Limits(rate=0, open_requests=3, body_seconds=0.5)
    async with run_service(tmp_path, limits) as service, AsyncExitStack() as stack:
        await remember_long_turns(service, 100)
        token = await mint_token(service, "alice")
        lines = ("GET /v1/turns?limit=1000 HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}", "")
        readers = [(await stack.enter_async_context(connect(service, *lines, limit=2**10)))[0] for _ in range(40)]
        statuses = await asyncio.gather(*(status_of(reader) for reader in readers))
        assert set(statuses) <= {200, 429}
        async with service.client(await mint_token(service, "bob")) as client:
            assert (await client.get("/v1/consent")).status_code == 200


@pytest.mark.parametrize("path", ["/v1/turns", "/v1/memories", "/v1/conversations"])
async def test_a_page_is_small_however_long_its_rows_are_and_leads_to_the_others(tmp_path: Path, path: str) -> None:
    async with run_service(tmp_path) as service, service.client() as client:
        await remember_long_turns(service, 60)
        memory = {"type": "memory", "kind": "semantic", "content": "x" * 90_000, "scope": ALICE}
        times = {"created_at": "2026-01-01T00:00:00", "valid_from": "2026-01-01T00:00:00"}
        rows = [json.dumps({**memory, **times, "id": f"m{number}"}) for number in range(30)]
        assert (await client.post("/v1/import", params=ALICE, content="\n".join(rows))).json() == {"rows": 30}
        name, back = {"/v1/turns": ("before", "previous")}.get(path, ("cursor", "next"))
        found: list[Any] = []
        cursor: dict[str, str] = {}
        while True:
            limit = {} if path == "/v1/conversations" else {"limit": "1000"}
            answer = await client.get(path, params={**ALICE, **limit, **cursor})
            assert len(answer.content) < 2**20
            found += answer.json()[path.rpartition("/")[2]]
            if answer.json()[back] is None:
                break
            cursor = {name: answer.json()[back]}
        count = sum(item["turns"] for item in found) if path == "/v1/conversations" else len({i["id"] for i in found})
        assert count == (30 if path == "/v1/memories" else 60)


async def test_a_client_gets_all_the_turns_that_it_asks_for(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, RicordoClient(service.url) as client:
        await remember_long_turns(service, 30)
        scope = Scope(application="travel", user="alice")
        turns = await client.turns(scope=scope, limit=25)
        assert [turn.id for turn in turns] == [
            turn.id for turn in await service.service.memory.turns(scope=scope, limit=25)
        ]


async def test_a_caller_who_sends_too_many_bytes_waits_and_others_do_not(tmp_path: Path) -> None:
    limits = Limits(traffic_burst=10_000, body_rate=1_000, seconds=2)
    async with run_service(tmp_path, limits) as service:
        one, two = service.key("travel"), service.key("bank")
        body = {"scope": {"user": "a"}, "turns": [{"role": "user", "text": "x" * 20_000}]}
        async with service.client(one) as client, service.client(two) as other:
            assert (await client.post("/v1/turns", json=body)).status_code == 201
            refused = await client.post("/v1/turns", json=body)
            assert (refused.status_code, refused.json()["error"]["type"]) == (429, "TooManyRequests")
            assert int(refused.headers["retry-after"]) > 2
            assert (await other.post("/v1/turns", json=body)).status_code == 201


@pytest.mark.parametrize("path", ["/v1/turns", "/v1/import?user=a"])
async def test_a_body_of_very_many_values_is_not_parsed(tmp_path: Path, path: str) -> None:
    async with run_service(tmp_path) as service, service.client() as client:
        content = b'{"scope": {"user": "a"}, "turns": [' + b"[]," * 1_100_000 + b"[]]}"
        answer = await client.post(path, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code in {413, 422}
        assert "too many values" in answer.text


async def test_the_hits_of_a_recall_are_the_best_that_fit(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, service.client() as client:
        await remember_long_turns(service, 40)
        query = {"scope": ALICE, "query": "x" * 50, "limit": 1_000}
        answer = await client.post("/v1/recall", json=query)
        assert answer.status_code == 200
        assert 2**20 < len(answer.content) < 3 * 2**20
