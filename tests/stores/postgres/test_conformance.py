"""The store on a server passes the same suites as every other, and does what the reference does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ricordo import Ricordo
from ricordo.ports.store import View
from ricordo.stores.postgres import PostgresStore
from ricordo.testing import HashEmbedder, StoreConformance, VerbConformance, compare
from ricordo.testing.conforming.base import OpenStore
from ricordo.testing.congruence import Step, steps, times, views
from tests.stores.postgres.server import LocalServer


class TestStore(StoreConformance):
    @pytest.fixture
    def open_store(self, server: LocalServer) -> OpenStore:
        url = server.url()
        return lambda: PostgresStore.open(url)


class TestVerbs(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self, server: LocalServer) -> AsyncGenerator[Ricordo]:
        async with Ricordo.open(server.url(), embedder=HashEmbedder(), learning="queue") as memory:
            yield memory
            assert await memory.maintenance.check() == []


@given(
    script=st.lists(steps, min_size=1, max_size=12),
    asked=st.lists(views(as_of=st.none() | times), min_size=1, max_size=3),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_postgresql_does_what_the_reference_does(server: LocalServer, script: list[Step], asked: list[View]) -> None:
    url = server.url()
    asyncio.run(compare(lambda: PostgresStore.open(url), script, asked))
