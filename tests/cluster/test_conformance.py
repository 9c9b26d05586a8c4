"""PostgreSQL with an index beside it passes the suites that every store passes, and does what the reference does."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect import Recollect
from recollect.indexes.qdrant import QdrantIndex
from recollect.ports.store import View
from recollect.stores.postgres import PostgresStore
from recollect.testing import HashEmbedder, StoreConformance, VerbConformance, compare
from recollect.testing.conforming.base import OpenStore
from recollect.testing.congruence import Step, scopes, steps, times
from tests.cluster.opening import ToldStore
from tests.cluster.qdrant import Node, url_of
from tests.postgres.server import LocalServer

_prefixes = (f"c{number}" for number in itertools.count())


def _forget(node: Node, prefix: str) -> None:
    for name in node.collections():
        if name.startswith(f"{prefix}_"):
            node.call("DELETE", f"/collections/{name}")


class TestToldStore(StoreConformance):
    """The index is told before a write returns: it answers."""

    @pytest.fixture
    def open_store(self, server: LocalServer, qdrant: Node) -> OpenStore:
        url, index = server.url(), url_of(qdrant, prefix=next(_prefixes))
        return lambda: ToldStore.open(url, index=QdrantIndex(index))


class TestStore(StoreConformance):
    """The index is told in the background: it, the tail, or both answer."""

    @pytest.fixture
    def open_store(self, server: LocalServer, qdrant: Node) -> OpenStore:
        url, index = server.url(), url_of(qdrant, prefix=next(_prefixes))
        return lambda: PostgresStore.open(url, index=QdrantIndex(index))


class TestVerbs(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self, server: LocalServer, qdrant: Node) -> AsyncGenerator[Recollect]:
        index = url_of(qdrant, prefix=next(_prefixes))
        async with Recollect.open(server.url(), index=index, embedder=HashEmbedder()) as memory:
            yield memory
            assert await memory.check() == []


@given(
    script=st.lists(steps, min_size=1, max_size=12),
    asked=st.lists(st.builds(View, scope=scopes, as_of=st.none() | times), min_size=1, max_size=3),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_index_changes_nothing_that_can_be_seen(
    server: LocalServer, qdrant: Node, script: list[Step], asked: list[View]
) -> None:
    url, prefix = server.url(), next(_prefixes)
    index = url_of(qdrant, prefix=prefix)
    asyncio.run(compare(lambda: ToldStore.open(url, index=QdrantIndex(index)), script, asked))
    _forget(qdrant, prefix)
