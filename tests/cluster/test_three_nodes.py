"""A real cluster of three nodes, of which one is killed while others read and write."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import Any

import pytest

from ricordo import Ricordo, Scope, Turn
from ricordo.stores.postgres import PostgresStore
from ricordo.testing import HashEmbedder
from tests.cluster.opening import indexer_of
from tests.cluster.qdrant import Node, cluster, url_of
from tests.stores.postgres.server import LocalServer

PEOPLE = [Scope(user=f"user-{number}") for number in range(12)]


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Generator[list[Node]]:
    with cluster(tmp_path_factory.mktemp("cluster")) as nodes:
        yield nodes


def read_shards(node: Node, name: str) -> dict[int, tuple[str, int]]:
    """Return state and number of points of a node's shards, by their key."""
    held: list[dict[str, Any]] = node.call("GET", f"/collections/{name}/cluster")["local_shards"]
    return {shard["shard_key"]: (shard["state"], shard["points_count"]) for shard in held}


async def wait_for_agreement(nodes: list[Node], name: str) -> dict[int, int]:
    """Wait until all nodes have the same points. Return the number of points by shard."""
    ends = time.monotonic() + 90
    while True:
        told = [await asyncio.to_thread(read_shards, node, name) for node in nodes]
        if all(one == told[0] and one and all(state == "Active" for state, _ in one.values()) for one in told):
            return {key: count for key, (_, count) in told[0].items()}
        assert time.monotonic() < ends, told
        await asyncio.sleep(0.2)


async def test_with_one_node_of_three_killed_nothing_is_lost_and_it_comes_to_agree(
    server: LocalServer, nodes: list[Node]
) -> None:
    index = url_of(*nodes, prefix="three", timeout="2", shards="3")
    async with Ricordo.open(server.url(), index=index, embedder=HashEmbedder(), learning="off") as memory:
        said: list[tuple[Scope, str]] = []

        async def remember(number: int) -> None:
            person = PEOPLE[number % len(PEOPLE)]
            text = f"The password of day {number} is swordfish-{number}"
            await memory.remember([Turn("user", text)], scope=person)
            said.append((person, text))

        async def check_recall() -> None:
            for person, text in said[-len(PEOPLE) :]:
                found = await memory.recall(text, scope=person, deadline=10.0)
                assert text in [hit.text for hit in found]

        for number in range(24):
            await remember(number)
        await wait_for_index(memory)
        await check_recall()
        nodes[1].kill()
        for number in range(24, 72):
            await remember(number)
            if number % 8 == 0:
                await check_recall()
        await check_recall()
        await wait_for_index(memory)  # a majority holds what is written meanwhile
        nodes[1].start()
        for number in range(72, 84):
            await remember(number)
        await wait_for_index(memory)
        (name,) = (name for name in nodes[0].collections() if name.startswith("three_"))
        counts = await wait_for_agreement(nodes, name)
        assert sum(counts.values()) == len(said)
        assert len(counts) == 3
        assert await memory.maintenance.check() == []
        await check_recall()


async def wait_for_index(memory: Ricordo) -> None:
    """Wait until the index is up to date."""
    store = memory._store
    assert isinstance(store, PostgresStore)
    ends = time.monotonic() + 90
    while True:
        indexer_of(store).wake()
        index = (await store.status()).index
        assert index is not None
        if not index.waiting:
            return
        assert time.monotonic() < ends, index
        await asyncio.sleep(0.2)
