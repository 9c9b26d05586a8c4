"""Sending changes to the index twice, at once, late, or with errors: in the end it agrees with the records."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import numpy as np
import pytest

from ricordo.indexes.qdrant import QdrantIndex
from ricordo.ports.changes import PutVectors
from ricordo.ports.index import Collection, IndexUnavailable, Point
from ricordo.stores.postgres import PostgresStore, url
from ricordo.testing.conforming.base import ALICE, neighbours_found
from ricordo.testing.samples import EMBEDDER, add, erase
from ricordo.values import Scope
from tests.cluster.opening import indexer_of, open_unsynced_store
from tests.cluster.qdrant import Node, url_of
from tests.cluster.test_index import count_pending, count_points
from tests.stores.postgres.server import LocalServer


class DelayedIndex(QdrantIndex):
    """An index whose requests to store points arrive only when ``arrive`` is called, after the caller has given up."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.under_way: list[Callable[[], Awaitable[None]]] = []

    async def put(self, collection: Collection, points: Sequence[Point], *, version: int) -> None:
        self.under_way.append(lambda: super(DelayedIndex, self).put(collection, points, version=version))
        raise IndexUnavailable("the connection was lost")

    async def arrive(self) -> None:
        for request in self.under_way:
            await request()


class UnreliableIndex(QdrantIndex):
    """An index that stores points and then reports a failure, a number of times."""

    def __init__(self, address: str, times: int) -> None:
        super().__init__(address)
        self.times = times

    async def put(self, collection: Collection, points: Sequence[Point], *, version: int) -> None:
        await super().put(collection, points, version=version)
        if self.times:
            self.times -= 1
            raise IndexUnavailable("it took too long")


async def open_stalled_store(address: str, index: str) -> tuple[PostgresStore, DelayedIndex]:
    """Open a store whose last request to the index has not arrived yet."""
    held = DelayedIndex(index)
    store = await PostgresStore.open(address, index=held)
    await indexer_of(store).stop()
    with pytest.raises(IndexUnavailable):
        await indexer_of(store).drain()
    return store, held


async def test_a_worker_that_was_held_up_does_not_put_what_is_old_over_what_is_newer(
    server: LocalServer, qdrant: Node
) -> None:
    address, index = server.url(), url_of(qdrant, prefix="heldup")
    async with open_unsynced_store(address, index) as store:
        await store.write([add(ALICE, "I love hiking")])
        slow, held = await open_stalled_store(address, index)
        ((key, _),) = await store.turns(ALICE)
        newer = EMBEDDER.vector("something else")
        await store.write([PutVectors(EMBEDDER.name, {key: newer})])
        await indexer_of(store).drain()
        await held.arrive()
        (name,) = (name for name in qdrant.collections() if name.startswith("heldup_"))
        (found,) = qdrant.call("POST", f"/collections/{name}/points", {"ids": [key], "with_vector": ["dense"]})
        assert np.allclose(found["vector"]["dense"], newer, atol=1e-3)
        assert await store.check() == []
        await slow.close()


async def test_what_a_worker_that_was_held_up_brings_back_is_not_found_and_goes_again(
    server: LocalServer, qdrant: Node
) -> None:
    address, index = server.url(), url_of(qdrant, prefix="back")
    async with open_unsynced_store(address, index) as store:
        await store.write([add(ALICE, "I love hiking")])
        slow, held = await open_stalled_store(address, index)
        await erase(store, ALICE)
        assert count_points(qdrant, "back") == 0
        await held.arrive()
        assert count_points(qdrant, "back") == 1
        assert await neighbours_found(store, "hiking", ALICE) == []
        # The time of grace is over.
        assert await indexer_of(store).drain() == 0
        server.execute(f"UPDATE {url.parse(address).schema}.outbox SET due = now()")
        assert await indexer_of(store).drain() == 1
        assert count_points(qdrant, "back") == 0
        assert server.execute(f"SELECT count(*) FROM {url.parse(address).schema}.outbox") == [(0,)]
        await slow.close()


async def test_what_was_stored_though_it_was_said_to_have_failed_is_stored_once(
    server: LocalServer, qdrant: Node
) -> None:
    address = server.url()
    store = await PostgresStore.open(address, index=UnreliableIndex(url_of(qdrant, prefix="mumbling"), times=2))
    await indexer_of(store).stop()
    await store.write([add(ALICE, "I love hiking", "I love sailing")])
    for _ in range(2):
        with pytest.raises(IndexUnavailable):
            await indexer_of(store).drain()
        assert count_pending(server, address) == 2
    await indexer_of(store).drain()
    assert count_pending(server, address) == 0
    assert count_points(qdrant, "mumbling") == 2
    assert await store.check() == []
    await store.close()


async def test_several_workers_share_the_work(server: LocalServer, qdrant: Node) -> None:
    address, index = server.url(), url_of(qdrant, prefix="several")
    people = [Scope(user=f"user-{number}") for number in range(40)]
    async with (
        open_unsynced_store(address, index) as one,
        open_unsynced_store(address, index) as other,
        open_unsynced_store(address, index) as writer,
    ):

        async def talk() -> None:
            for text in ("I love hiking", "I love sailing", "I love skiing"):
                await asyncio.gather(*(writer.write([add(person, text)]) for person in people))
            for person in people[:10]:
                await erase(writer, person)

        async def work(store: PostgresStore, until: asyncio.Task[None]) -> int:
            done = 0
            while not until.done() or count_pending(server, address):
                done += await indexer_of(store).drain()
                await asyncio.sleep(0.01)
            return done

        talking = asyncio.create_task(talk())
        both = await asyncio.gather(work(one, talking), work(other, talking))
        assert all(both)
        assert count_points(qdrant, "several") == 90
        assert await one.check() == []


async def test_very_many_words_at_once_are_told_though_qdrant_refuses_requests_so_large(qdrant: Node) -> None:
    """Forty megabytes: a round of texts that are as long as they may be and hold no word twice."""
    index, collection = QdrantIndex(url_of(qdrant, prefix="long")), Collection("words", 8, 0)
    words = dict.fromkeys(range(2**31, 2**31 + 16_500), 1)
    await index.create(collection)
    await index.put(collection, [Point(key, 1, np.eye(8, dtype=np.float32)[0], words) for key in range(160)], version=1)
    assert count_points(qdrant, "long") == 160
    await index.close()
