"""PostgreSQL with a vector store of MAF beside it passes the suite that every store passes, and the verbs' own."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from agent_framework import InMemoryStore
from ricordo import Ricordo
from ricordo.indexes.vector_store import VectorStoreIndex
from ricordo.ports.store import Query, View
from ricordo.stores.postgres import url
from ricordo.testing import HashEmbedder, StoreConformance, VerbConformance
from ricordo.testing.conforming.base import ALICE, BOB, OpenStore, Seen, neighbours_found
from ricordo.testing.samples import EMBEDDER, add, erase, query
from tests.cluster.opening import SyncedStore, indexer_of
from tests.stores.postgres.server import LocalServer

HIKING = "I love hiking"


class TestSyncedStore(StoreConformance):
    """The index is told before a write returns: it answers."""

    @pytest.fixture
    def open_store(self, server: LocalServer) -> OpenStore:
        address, vectors = server.url(), InMemoryStore()
        return lambda: SyncedStore.open(address, index=VectorStoreIndex(vectors))


class TestVerbs(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self, server: LocalServer) -> AsyncGenerator[Ricordo]:
        async with Ricordo.open(
            server.url(), index=InMemoryStore(), embedder=HashEmbedder(), learning="queue"
        ) as memory:
            yield memory
            assert await memory.maintenance.check() == []


async def test_it_answers_with_vectors_and_the_database_with_keywords(server: LocalServer) -> None:
    address = server.url()
    store = await SyncedStore.open(address, index=VectorStoreIndex(InMemoryStore()))
    await store.write([add(ALICE, HIKING), add(BOB, "I love sailing")])
    server.execute(f"DELETE FROM {url.parse(address).schema}.vector")  # who still finds vectors has them from the index
    asked = Query(View(ALICE), query("hiking in May"), 10, EMBEDDER.vector("hiking"), EMBEDDER.name)
    seen, _ = await store.search(asked, lambda pool: Seen(pool, pool.keys.tolist()))
    assert seen.pool.cosines[0] > 0.5
    assert seen.pool.coverage[0] > 0
    assert seen.pool.held_terms.tolist() == [0]
    await store.close()


async def test_the_erased_goes_from_the_vector_store(server: LocalServer) -> None:
    vectors = InMemoryStore()
    index = VectorStoreIndex(vectors)
    store = await SyncedStore.open(server.url(), index=index)
    await store.write([add(ALICE, HIKING, "I love sailing"), add(BOB, HIKING)])
    await erase(store, ALICE)
    (name,) = await vectors.list_collection_names()
    assert len(vectors._collections[name].records) == 1
    assert await neighbours_found(store, "hiking", ALICE) == []
    assert await neighbours_found(store, "hiking", BOB) == [HIKING]
    await store.close()


async def test_what_the_vector_store_lost_is_found_and_reported(server: LocalServer) -> None:
    vectors = InMemoryStore()
    store = await SyncedStore.open(server.url(), index=VectorStoreIndex(vectors))
    await store.write([add(ALICE, HIKING)])
    (name,) = await vectors.list_collection_names()
    vectors._collections[name].records.clear()
    assert await neighbours_found(store, "hiking", ALICE) == [HIKING]
    assert [fault.repair for fault in await store.check()] == ["ricordo migrate --rebuild-index"] * 2
    async for _ in store.rebuild_index():
        pass
    assert await store.check() == []
    await indexer_of(store).stop()
    await store.close()
