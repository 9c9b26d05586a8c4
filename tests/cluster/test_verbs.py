"""The verbs on PostgreSQL with an index beside it, and random operations compared with the reference."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ricordo import Ricordo
from ricordo.indexes.qdrant import QdrantIndex
from ricordo.ports.store import View
from ricordo.testing import HashEmbedder, VerbConformance, compare
from ricordo.testing.congruence import Step, steps, times, views
from tests.cluster.opening import SyncedStore
from tests.cluster.qdrant import Node, new_prefix, url_of
from tests.stores.postgres.server import LocalServer


class TestVerbs(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self, server: LocalServer, qdrant: Node) -> AsyncGenerator[Ricordo]:
        index = url_of(qdrant, prefix=new_prefix())
        async with Ricordo.open(server.url(), index=index, embedder=HashEmbedder(), learning="queue") as memory:
            yield memory
            assert await memory.maintenance.check() == []


@given(
    script=st.lists(steps, min_size=1, max_size=12),
    asked=st.lists(views(as_of=st.none() | times), min_size=1, max_size=3),
)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_index_changes_nothing_that_can_be_seen(
    server: LocalServer, qdrant: Node, script: list[Step], asked: list[View]
) -> None:
    url, prefix = server.url(), new_prefix()
    index = url_of(qdrant, prefix=prefix)
    asyncio.run(compare(lambda: SyncedStore.open(url, index=QdrantIndex(index)), script, asked))
    qdrant.forget(prefix)
