"""Every store passes the same suite, and does what the reference does on random operations."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ricordo.ports.store import Store, View
from ricordo.stores.memory import MemoryStore
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing import StoreConformance, compare
from ricordo.testing.conforming.base import OpenStore
from ricordo.testing.congruence import Step, steps, times, views


class TestMemory(StoreConformance):
    @pytest.fixture
    def open_store(self) -> OpenStore:
        async def opened() -> Store:
            return MemoryStore()

        return opened


class TestSqlite(StoreConformance):
    @pytest.fixture
    def open_store(self, tmp_path: Path) -> OpenStore:
        return lambda: SqliteStore.open(tmp_path / "memory.db")


@given(
    script=st.lists(steps, min_size=1, max_size=12),
    asked=st.lists(
        views(as_of=st.none() | times, now=st.none() | times),
        min_size=1,
        max_size=3,
    ),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_sqlite_does_what_the_reference_does(
    tmp_path_factory: pytest.TempPathFactory, script: list[Step], asked: list[View]
) -> None:
    path = tmp_path_factory.mktemp("congruence") / "memory.db"
    asyncio.run(compare(lambda: SqliteStore.open(path), script, asked))
