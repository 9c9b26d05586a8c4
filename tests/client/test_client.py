"""The verbs over HTTP, on a real service: the suite of the library, and what only a client can show."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import cast

import httpx2
import pytest
import pytest_asyncio
from pydantic import BaseModel

from ricordo import ConsentError, NotFound, Ricordo, Scope, ScopeError, StoreError, Turn
from ricordo.client import AccessError, RicordoClient
from ricordo.serialization import WireError
from ricordo.testing import VerbConformance
from tests.server.running import Running, run_service

ALICE = Scope(application="travel", user="alice")
MONDAY = Scope(application="travel", user="alice", session="monday")
BOB = Scope(application="travel", user="bob")


class Traveller(BaseModel):
    """A profile for these tests."""

    diet: str | None = None
    travellers: int | None = None
    cities: list[str] = []


class TestOverHttp(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self, tmp_path: Path) -> AsyncGenerator[Ricordo]:
        async with (
            run_service(tmp_path, learning="queue") as service,
            RicordoClient(service.url, key=service.key(None)) as client,
        ):
            yield cast("Ricordo", client)


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    async with run_service(tmp_path, learning="inline") as service:
        yield service


@pytest_asyncio.fixture
async def client(service: Running) -> AsyncGenerator[RicordoClient]:
    async with RicordoClient(service.url) as client:
        yield client


def test_it_has_the_verbs_of_the_library() -> None:
    local = {"maintenance", "caps"}
    verbs = {name for name in dir(Ricordo) if not name.startswith("_")} - local
    assert verbs - set(dir(RicordoClient)) == set()


@pytest.mark.parametrize(
    "package", ["ricordo/server", "ricordo/client", "ricordo/agent_framework", "ricordo/cli", "ricordo_travel"]
)
def test_nothing_above_the_verbs_reaches_for_the_store(package: str) -> None:
    assert not hasattr(Ricordo, "store")
    folder = Path(__file__).parent.parent.parent / "src" / package
    assert [file.name for file in folder.rglob("*.py") if re.search(r"\._store\b", file.read_text("utf-8"))] == []


async def test_what_was_learned_is_the_same_on_both_sides(service: Running, client: RicordoClient) -> None:
    library = service.service.memory
    await client.remember([Turn("user", "I'm vegetarian. There will be three of us. I live in Oslo.")], scope=MONDAY)
    listed = [memory async for memory in client.memories(scope=ALICE, state=None)]
    assert listed == [memory async for memory in library.memories(scope=ALICE, state=None)]
    assert listed
    assert await client.recall("vegetarian", scope=ALICE) == await library.recall("vegetarian", scope=ALICE)
    assert await client.turns(scope=ALICE) == await library.turns(scope=ALICE)
    ids = [hit.id for hit in await client.recall("vegetarian", scope=ALICE)]
    assert ids
    for scope in (ALICE, [ALICE, BOB], BOB):
        assert await client.hits(ids, scope=scope) == await library.hits(ids, scope=scope)
    assert await client.hits([], scope=ALICE) == []
    with pytest.raises(ValueError, match="more than 10,000"):
        await client.hits(map(str, range(10_001)), scope=ALICE)
    assert await client.usage(scope=ALICE) == await library.usage(scope=ALICE)
    assert await client.status() == await library.status()
    assert await client.jobs() == await library.jobs() == []
    assert await client.retry() == 0
    await client.settle(timeout=5)
    kinds = [memory async for memory in client.memories(scope=ALICE, kinds=["summary"])]
    assert kinds == []


async def test_profiles_need_no_model_on_the_other_side(service: Running, client: RicordoClient) -> None:
    await client.remember([Turn("user", "I'm vegetarian. There will be three of us.")], scope=ALICE)
    profile = await client.profile(Traveller, scope=ALICE)
    assert profile == await service.service.memory.profile(Traveller, scope=ALICE)
    assert profile.value.travellers == 3
    changed = await client.set_profile(Traveller, {"diet": None, "cities": ["Oslo", "Rome"]}, scope=ALICE)
    assert changed.known == {"travellers": 3, "cities": ["Oslo", "Rome"]}
    assert changed == await service.service.memory.profile(Traveller, scope=ALICE)
    with pytest.raises(ValueError, match="colour"):
        await client.set_profile(Traveller, {"colour": "red"}, scope=ALICE)
    with pytest.raises(ValueError, match=r"Traveller\.travellers"):
        await client.set_profile(Traveller, {"travellers": "many"}, scope=ALICE)
    with pytest.raises(TypeError, match="Pydantic"):
        await client.profile(dict, scope=ALICE)  # type: ignore[type-var]


async def test_the_persons_word_counts_over_the_wire(client: RicordoClient) -> None:
    await client.remember([Turn("user", "I'm vegetarian.")], scope=ALICE)
    (memory,) = [memory async for memory in client.memories(scope=ALICE)]
    assert (await client.correct(memory.id, "vegan", scope=ALICE)).memory.content == "vegan"
    assert (await client.confirm(memory.id, scope=ALICE)).memory.state == "current"
    assert (await client.reject(memory.id, scope=ALICE)).memory.state == "unsupported"
    for verb in (client.confirm, client.reject):
        with pytest.raises(NotFound):
            await verb(memory.id, scope=BOB)
    with pytest.raises(ValueError, match="content"):
        await client.correct(memory.id, " ", scope=ALICE)


async def test_a_profile_that_the_service_does_not_fill_is_told_of(
    client: RicordoClient, caplog: pytest.LogCaptureFixture
) -> None:
    client.track(Traveller)
    with caplog.at_level(logging.WARNING, logger="ricordo.client"):
        await client.remember([Turn("user", "hello")], scope=ALICE)
        await client.remember([Turn("user", "hello again")], scope=ALICE)
    assert [record.getMessage() for record in caplog.records if record.name == "ricordo.client"] == [
        "the service does not fill Traveller; start it with --profile"
    ]


async def test_errors_are_those_of_the_library(client: RicordoClient) -> None:
    await client.set_consent(scope=ALICE, capture=False)
    with pytest.raises(ConsentError, match="nothing was stored"):
        await client.remember([Turn("user", "off the record")], scope=ALICE)
    with pytest.raises(ScopeError):
        await client.recall("x", scope=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="surrogate"):
        await client.recall("\ud800", scope=ALICE)
    with pytest.raises(ValueError, match="session"):
        await client.summarise(scope=ALICE)


async def test_a_wrong_key_and_a_foreign_scope_are_access_errors(service: Running) -> None:
    key = service.key("travel")
    async with RicordoClient(service.url, key="rk_wrong_key") as client:
        with pytest.raises(AccessError, match="unknown"):
            await client.consent(scope=ALICE)
    async with RicordoClient(service.url, key=key) as client:
        with pytest.raises(AccessError, match="another application"):
            await client.consent(scope=Scope(application="bank"))
        with pytest.raises(AccessError, match="operator"):
            await client.status()
        token = await client.mint_token(scope=Scope(user="alice"), seconds=60)
    async with RicordoClient(service.url, key=token) as client:
        await client.remember([Turn("user", "hello")], scope=ALICE)
        with pytest.raises(AccessError, match="another user"):
            await client.remember([Turn("user", "hello")], scope=BOB)


async def test_a_service_that_is_not_there_is_a_store_error() -> None:
    async with RicordoClient("http://127.0.0.1:9", retries=0) as client:
        with pytest.raises(StoreError, match="cannot be reached"):
            await client.consent(scope=ALICE)
        with pytest.raises(StoreError, match="cannot be reached"):
            _ = [row async for row in client.export(scope=ALICE)]


def make_client(*answers: Callable[[httpx2.Request], httpx2.Response]) -> tuple[RicordoClient, list[httpx2.Request]]:
    """Return a client of a service with scripted answers, and the list of its requests."""
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return answers[min(len(seen), len(answers)) - 1](request)

    return RicordoClient("http://service", transport=httpx2.MockTransport(answer)), seen


def break_off(request: httpx2.Request) -> httpx2.Response:
    raise httpx2.ReadError("connection reset", request=request)


async def test_a_retry_stores_nothing_twice_because_the_ids_are_the_same() -> None:
    client, seen = make_client(break_off, lambda request: httpx2.Response(201, json={"ids": ["x"]}))
    async with client:
        await client.remember([Turn("user", "hello")], scope=ALICE)
    first, second = (json.loads(request.content) for request in seen)
    assert first == second
    assert first["turns"][0]["id"]


async def test_forgetting_is_not_tried_again_where_it_may_have_happened() -> None:
    client, seen = make_client(break_off)
    async with client:
        with pytest.raises(StoreError):
            await client.forget(scope=ALICE)
    assert len(seen) == 1


async def test_a_service_that_asks_to_wait_is_asked_again() -> None:
    error = {"error": {"type": "Overloaded", "message": "too many"}}
    busy = httpx2.Response(503, json=error, headers={"Retry-After": "0"})
    client, seen = make_client(lambda _: busy, lambda _: httpx2.Response(200, json={"capture": True}))
    async with client:
        assert (await client.consent(scope=ALICE)).capture
    assert len(seen) == 2
    later = httpx2.Response(429, json=error, headers={"Retry-After": "3600"})
    client, seen = make_client(lambda _: later)
    async with client:
        with pytest.raises(StoreError, match="too many"):
            await client.consent(scope=ALICE)
    assert len(seen) == 1


@pytest.mark.parametrize("body", [b"<html>Bad gateway</html>", b"{}", b"[]", b'{"error": 5}'])
async def test_an_answer_of_something_else_is_a_store_error(body: bytes) -> None:
    client, _ = make_client(lambda _: httpx2.Response(502, content=body))
    async with client:
        with pytest.raises(StoreError, match="502"):
            await client.consent(scope=ALICE)


async def test_an_answer_of_another_version_is_told_without_its_content() -> None:
    client, _ = make_client(lambda _: httpx2.Response(200, json={"hits": [{"text": "canary"}], "left_out": []}))
    async with client:
        with pytest.raises(WireError, match="differ in version") as raised:
            await client.recall("x", scope=ALICE)
    assert "canary" not in str(raised.value)
