"""A Qdrant that hangs, which is worse than one that is gone: nobody else has to wait for it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ricordo import Ricordo
from ricordo.indexes.qdrant import QdrantIndex
from ricordo.stores.postgres import PostgresStore, url
from ricordo.testing import HashEmbedder
from ricordo.testing.conforming.base import ALICE, neighbours_found
from ricordo.testing.samples import add, erase
from ricordo.values import Scope
from tests.cluster.opening import indexer_of, open_synced_store
from tests.cluster.qdrant import Node, url_of, wait_until
from tests.stores.postgres.server import LocalServer


@contextmanager
def run_hanging_node() -> Generator[str]:
    """Run a node that accepts connections and never answers. Yield its host and port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        yield f"127.0.0.1:{listener.getsockname()[1]}"


async def fill_store(address: str, qdrant: Node, prefix: str, people: int) -> list[Scope]:
    """Store one turn of each person, and send them to the index. Return the scopes."""
    scopes = [Scope(user=f"user-{number}") for number in range(people)]
    async with open_synced_store(address, url_of(qdrant, prefix=prefix)) as store:
        await store.write([add(scope, "I love hiking") for scope in scopes])
    return scopes


async def test_many_erasures_leave_connections_to_others_while_qdrant_hangs(
    server: LocalServer, qdrant: Node, caplog: pytest.LogCaptureFixture
) -> None:
    address = server.url()
    *others, me = await fill_store(address, qdrant, "storm", 9)
    with run_hanging_node() as host:
        store = await PostgresStore.open(address, index=QdrantIndex(f"qdrant://{host}/storm?timeout=0.2"))
        erasing = [asyncio.create_task(erase(store, scope)) for scope in others]
        await asyncio.sleep(0.5)
        async with asyncio.timeout(2):
            assert await neighbours_found(store, "hiking", me) == ["I love hiking"]
        # Who comes now knows that it hangs, and does not wait at all.
        async with asyncio.timeout(1):
            await erase(store, me)
        await asyncio.gather(*erasing)
        await store.close()
    said = [record.message for record in caplog.records if "from the index later" in record.message]
    assert len(said) == 9
    assert not any(message.endswith(": ") for message in said)


async def test_a_deadline_shorter_than_the_wait_for_qdrant_is_kept_with_hits(server: LocalServer, qdrant: Node) -> None:
    address = server.url()
    (me,) = await fill_store(address, qdrant, "deadline", 1)
    with run_hanging_node() as host:
        index = f"qdrant://{host}/deadline?timeout=5"
        async with Ricordo.open(address, index=index, embedder=HashEmbedder(), learning="off") as memory:
            recalled = await memory.recall("hiking", scope=me, deadline=3)
            assert [hit.text for hit in recalled] == ["I love hiking"]


async def test_a_store_opens_though_qdrant_hangs_the_first_time(
    server: LocalServer, caplog: pytest.LogCaptureFixture
) -> None:
    with run_hanging_node() as host:
        async with asyncio.timeout(10):
            store = await PostgresStore.open(server.url(), index=QdrantIndex(f"qdrant://{host}/t"))
        assert "the database answers alone until the index can be reached" in caplog.text
        await store.write([add(ALICE, "I love hiking")])
        assert await neighbours_found(store, "hiking", ALICE) == ["I love hiking"]
        await store.close()


async def test_an_index_that_was_away_the_first_time_is_told_of_changes_once_it_is_there(
    server: LocalServer, tmp_path: Path
) -> None:
    address = server.url()
    node = Node(tmp_path / "late")
    store = await PostgresStore.open(address, index=QdrantIndex(url_of(node)))
    try:
        node.start()
        known = f"SELECT 1 FROM {url.parse(address).schema}.generation"
        await asyncio.to_thread(wait_until, lambda: bool(server.execute(known)))
        await store.write([add(ALICE, "I love hiking")])
        await indexer_of(store).drain()
        assert await store.check() == []
    finally:
        await store.close()
        node.kill()
