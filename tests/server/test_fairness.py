"""Work of one caller that would keep the others waiting: where it runs, how much of it, and in which pieces."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from hypothesis import given
from hypothesis import strategies as st

from ricordo import Ricordo
from ricordo.ports.embedder import Calibration, Vectors
from ricordo.remember.rememberer import MAX_EMBEDDED_GIVING_WAY
from ricordo.server import Limits
from ricordo.server.request_body import weigh
from ricordo.server.routes.responses import respond_list
from ricordo.tasks import gives_way, run_in_background
from ricordo.testing import HashEmbedder
from ricordo.values import Page
from tests.server.running import run_service

ALICE = {"application": "travel", "user": "alice"}


class WatchedEmbedder:
    """An embedder that notes whether its work gives way."""

    name = "watched"
    calibration = Calibration(mean=0.2, deviation=0.1, floor=0.1)

    def __init__(self) -> None:
        self.gave_way: list[bool] = []
        self.count = 0

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.gave_way.append(gives_way() and await run_in_background(os.getpid) != os.getpid())
        self.count += len(texts)
        return np.asarray(await HashEmbedder().embed(texts))


async def test_large_requests_give_way_and_others_do_not(tmp_path: Path) -> None:
    embedder = WatchedEmbedder()
    async with run_service(tmp_path, embedder=embedder) as service, service.client() as client:
        for query, limit, gives in (("sea", 10, False), ("sea " * 20_000, 10, True), ("sea", 1_000, True)):
            embedder.gave_way.clear()
            body = {"scope": ALICE, "query": query, "limit": limit, "budget": 400}
            assert (await client.post("/v1/recall", json=body)).status_code == 200
            assert embedder.gave_way == [gives]


async def test_of_a_large_request_few_turns_are_embedded_at_once(tmp_path: Path) -> None:
    embedder = WatchedEmbedder()
    async with run_service(tmp_path, embedder=embedder) as service, service.client() as client:
        turns = [{"role": "user", "text": "I would like a room. " * 20}] * 300
        assert (await client.post("/v1/turns", json={"scope": ALICE, "turns": turns})).status_code == 201
        assert embedder.count == MAX_EMBEDDED_GIVING_WAY
        found = await client.post("/v1/recall", json={"scope": ALICE, "query": "room", "limit": 1_000})
        assert len(found.json()["hits"]) == 300


async def test_many_short_turns_count_for_more_than_their_bytes(tmp_path: Path) -> None:
    limits = Limits(rate=1_000, burst=1_000, body_rate=2**14, traffic_burst=2**20)
    async with run_service(tmp_path, limits) as service, service.client(service.key("travel")) as client:
        turns = [{"role": "user", "text": "a note"}] * 2_000
        body = {"scope": {"user": "alice"}, "turns": turns}
        assert (await client.post("/v1/turns", json=body)).status_code == 201
        refused = await client.post("/v1/turns", json={**body, "turns": turns[:1]})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1


def test_a_body_counts_for_its_bytes_and_its_objects() -> None:
    assert weigh(b"x" * 99, 1_024) == 99
    assert weigh(b'{"a": [{"b": 1}, { \t\n "b": 2}]}', 1_024) == 31 + 3 * 1_024


_TEXTS = st.text('a{} :[,"\\')


@given(st.recursive(_TEXTS, lambda one: st.lists(one) | st.dictionaries(_TEXTS, one)), st.sampled_from([None, 1]))
def test_braces_in_a_text_are_no_objects(value: object, indent: int | None) -> None:
    """A text that ends with a brace may count for one."""

    def count(one: object) -> tuple[int, int]:
        """Return the objects with a key, and the texts that end with a brace."""
        if isinstance(one, str):
            return 0, one.rstrip().endswith("{")
        parts = list(cast("list[object]", one))
        if isinstance(one, dict):
            parts += cast("dict[str, object]", one).values()
        inner = [count(part) for part in parts]
        is_object = isinstance(one, dict) and len(inner) > 0
        return is_object + sum(objects for objects, _ in inner), sum(texts for _, texts in inner)

    body = json.dumps(value, indent=indent).encode()
    objects, texts = count(value)
    assert objects <= (weigh(body, 1_024) - len(body)) // 1_024 <= objects + texts


async def test_one_message_full_of_braces_does_not_lock_an_application_out(tmp_path: Path) -> None:
    """An application sends what many people say with one key."""
    limits = Limits(rate=1_000, burst=1_000)
    async with run_service(tmp_path, limits) as service, service.client(service.key("travel")) as client:
        for text in ("{" * 90_000, "a note"):
            body = {"scope": {"user": "alice"}, "turns": [{"role": "user", "text": text}]}
            assert (await client.post("/v1/turns", json=body)).status_code == 201


async def test_the_event_loop_has_its_turn_while_a_long_list_is_written() -> None:
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count_turns())
    answer = await respond_list("items", ({"text": "x" * 50_000} for _ in range(60)), next=None, left=[1])
    counting.cancel()
    assert turns >= 10
    assert bytes(answer.body).startswith(b'{"items":[{"text":"xx')
    assert bytes(answer.body).endswith(b'x"}],"next":null,"left":[1]}')
    assert bytes((await respond_list("items", [])).body) == b'{"items":[]}'


async def test_no_request_is_handed_to_a_thread_only_to_begin(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service:
        calls = {call for route in find_routes(service.app.router.routes) for call in find_calls(route.dependant)}
        assert len(calls) > 70
        assert [call for call in calls if not inspect.iscoroutinefunction(call)] == []


def find_routes(routes: Iterable[Any]) -> Iterator[APIRoute]:
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        else:
            inner = getattr(route, "original_router", route)
            yield from find_routes(getattr(inner, "routes", ()))


def find_calls(dependant: Dependant) -> Iterator[Callable[..., Any]]:
    if dependant.call is not None:
        yield dependant.call
    for inner in dependant.dependencies:
        yield from find_calls(inner)


async def test_the_routes_are_ready_before_the_first_request(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service:
        for route in service.app.router.routes:
            assert getattr(route, "_effective_candidates_version", 0) is not None


@pytest.mark.parametrize(
    "path", ["/v1/turns?user=eve&limit=1000", "/v1/memories?user=eve&limit=1000", "/v1/conversations?user=eve"]
)
async def test_long_lists_of_one_caller_are_made_one_after_the_other(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work, most, gave_way = 0, 0, list[bool]()

    async def read_slowly(self: Ricordo, **given: object) -> Page[Any]:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        gave_way.append(gives_way())
        await asyncio.sleep(0.02)
        at_work -= 1
        return Page(())

    for name in ("turns_page", "memories_page", "conversations"):
        monkeypatch.setattr(Ricordo, name, read_slowly)
    async with run_service(tmp_path) as service, service.client(service.key("travel")) as client:
        answers = await asyncio.gather(*(client.get(path) for _ in range(8)))
        assert {answer.status_code for answer in answers} == {200}
        assert (most, gave_way) == (1, [True] * 8)
        await asyncio.gather(*(client.get("/v1/turns", params={"user": "eve", "limit": 20}) for _ in range(8)))
        assert most > 1
        assert not any(gave_way[8:])
