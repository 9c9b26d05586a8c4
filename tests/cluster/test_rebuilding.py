"""Filling the index from the records: the first time, anew, interrupted, and while others write."""

from __future__ import annotations

import asyncio
import logging

import pytest

from ricordo.indexes.qdrant import QdrantIndex
from ricordo.ports.changes import PutVectors
from ricordo.stores.postgres import PostgresStore, url
from ricordo.stores.postgres.index import rebuild
from ricordo.testing.conforming.base import ALICE, BOB, neighbours_found
from ricordo.testing.samples import EMBEDDER, add, erase
from ricordo.values import Scope
from tests.cluster.opening import indexer_of, open_unsynced_store
from tests.cluster.qdrant import Node, url_of
from tests.cluster.test_index import count_points
from tests.stores.postgres.server import LocalServer

PEOPLE = [Scope(user=f"user-{number}") for number in range(30)]


async def fill(store: PostgresStore) -> None:
    for person in PEOPLE:
        await store.write([add(person, "I love hiking", "I love sailing")])


def collections(node: Node, prefix: str) -> list[str]:
    return [name for name in node.collections() if name.startswith(f"{prefix}_")]


async def test_a_database_that_is_given_an_index_answers_alone_until_that_is_filled(
    server: LocalServer, qdrant: Node, caplog: pytest.LogCaptureFixture
) -> None:
    address = server.url()
    plain = await PostgresStore.open(address)
    await fill(plain)
    with caplog.at_level(logging.WARNING):
        store = await PostgresStore.open(address, index=QdrantIndex(url_of(qdrant, prefix="first")))
    assert "ricordo migrate --rebuild-index" in caplog.text
    await plain.write([add(ALICE, "I love skiing")])
    assert await neighbours_found(store, "hiking", PEOPLE[3]) == ["I love hiking", "I love sailing"]
    (fault,) = await store.check()
    assert fault.repair == "ricordo migrate --rebuild-index"
    assert sum([count async for count in store.rebuild_index()]) == 61
    assert await store.check() == []
    assert count_points(qdrant, "first") == 61
    status = (await store.status()).index
    assert status is not None
    assert (status.ready, status.filling, status.waiting, status.points) == (True, False, 0, 61)
    await plain.close()
    await store.close()


async def test_an_interrupted_rebuild_goes_on_and_recall_is_served_all_the_while(
    server: LocalServer, qdrant: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "_PAGE_SIZE", 8)
    address, index = server.url(), url_of(qdrant, prefix="anew")
    async with open_unsynced_store(address, index) as store:
        await fill(store)
        await indexer_of(store).drain()
        (old,) = collections(qdrant, "anew")
        done = 0
        async for count in store.rebuild_index():
            done += count
            assert await neighbours_found(store, "hiking", PEOPLE[3]) == ["I love hiking", "I love sailing"]
            if done >= 32:
                break
        # What is written and erased meanwhile goes to both.
        await store.write([add(ALICE, "I love skiing"), add(BOB, "I love skating")])
        await erase(store, PEOPLE[0])
        await erase(store, PEOPLE[29])
        await indexer_of(store).drain()
        again = [count async for count in store.rebuild_index()]
        assert sum(again) < 60
        (new,) = collections(qdrant, "anew")
        assert new != old
        assert count_points(qdrant, "anew") == 58
        assert await store.check() == []


async def test_writers_and_erasers_may_go_on_while_the_index_is_filled(
    server: LocalServer, qdrant: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "_PAGE_SIZE", 4)
    address, index = server.url(), url_of(qdrant, prefix="busy")
    async with open_unsynced_store(address, index) as store:
        await fill(store)
        working = await PostgresStore.open(address, index=QdrantIndex(index))

        async def talk() -> None:
            for number, person in enumerate(PEOPLE):
                if number % 3 == 0:
                    await erase(working, person)
                else:
                    await working.write([add(person, "I love skiing")])

        async def refill() -> int:
            return sum([count async for count in store.rebuild_index()])

        await asyncio.gather(talk(), refill())
        assert await store.check() == []
        assert count_points(qdrant, "busy") == 60
        await working.close()


async def test_after_a_backup_was_restored_what_is_new_replaces_points_of_the_lost_future(
    server: LocalServer, qdrant: Node
) -> None:
    address = server.url()
    async with open_unsynced_store(address, url_of(qdrant, prefix="restored")) as store:
        await store.write([add(ALICE, "I love hiking")])
        ((key, _),) = await store.turns(ALICE)
        for text in ("hiking", "sailing", "skiing"):
            await store.write([PutVectors(EMBEDDER.name, {key: EMBEDDER.vector(text)})])
            await indexer_of(store).drain()
        server.execute(f"SELECT setval('{url.parse(address).schema}.outbox_version', 1)")
        await store.write([PutVectors(EMBEDDER.name, {key: EMBEDDER.vector("hiking")})])
        await indexer_of(store).drain()
        assert await store.check() == []


async def test_versions_rise_even_when_the_clock_is_set_back(server: LocalServer, qdrant: Node) -> None:
    address, tomorrow = server.url(), 5 * 10**15
    async with open_unsynced_store(address, url_of(qdrant, prefix="clock")) as store:
        server.execute(f"SELECT setval('{url.parse(address).schema}.outbox_version', {tomorrow})")
        await store.write([add(ALICE, "I love hiking")])
        await indexer_of(store).drain()
        (name,) = collections(qdrant, "clock")
        (point,) = qdrant.call("POST", f"/collections/{name}/points/scroll", {"with_payload": True})["points"]
        assert point["payload"]["version"] > tomorrow


async def test_a_generation_that_a_restored_database_counts_again_is_another_collection(
    server: LocalServer, qdrant: Node
) -> None:
    address, index = server.url(), url_of(qdrant, prefix="again")
    async with open_unsynced_store(address, index) as store:
        await store.write([add(ALICE, "I love hiking")])
        await indexer_of(store).drain()
        (old,) = collections(qdrant, "again")
    for table in ("generation", "collection", "outbox"):
        server.execute(f"DELETE FROM {url.parse(address).schema}.{table}")
    async with open_unsynced_store(address, index) as store:
        async for _ in store.rebuild_index():
            pass
        (new,) = collections(qdrant, "again")
        assert new != old
        assert await store.check() == []
