"""Stores with an index beside them, as the tests open them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from ricordo.indexes.qdrant import QdrantIndex
from ricordo.ports.changes import Change
from ricordo.ports.store import Written
from ricordo.stores.postgres import PostgresStore
from ricordo.stores.postgres.index.indexer import Indexer


class ToldStore(PostgresStore):
    """Tells the index before a write returns, and only then, so that the next search is answered by it."""

    async def write(self, changes: Sequence[Change]) -> Written:
        outcome = await super().write(changes)
        await self._tell()
        return outcome

    async def _tell(self) -> None:
        await indexer_of(self).stop()
        await indexer_of(self).drain()


def indexer_of(store: PostgresStore) -> Indexer:
    assert store._indexer is not None
    return store._indexer


@asynccontextmanager
async def untold(address: str, index: str) -> AsyncGenerator[PostgresStore]:
    """A store that never tells the index anything by itself: the workers are away."""
    store = await PostgresStore.open(address, index=QdrantIndex(index))
    await indexer_of(store).stop()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def told(address: str, index: str) -> AsyncGenerator[ToldStore]:
    """A store whose index always knows everything."""
    store = await ToldStore.open(address, index=QdrantIndex(index))
    try:
        yield store
    finally:
        await store.close()
