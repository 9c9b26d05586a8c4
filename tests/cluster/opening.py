"""Stores with an index beside them, as the tests open them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from ricordo.indexes.qdrant import QdrantIndex
from ricordo.ports.changes import Change
from ricordo.ports.store import Written
from ricordo.stores.postgres import PostgresStore
from ricordo.stores.postgres.index.indexer import Indexer


class SyncedStore(PostgresStore):
    """A store whose writes return after the index has them, so that the index answers the next search."""

    async def write(self, changes: Sequence[Change]) -> Written:
        outcome = await super().write(changes)
        await self._sync()
        return outcome

    async def _sync(self) -> None:
        await indexer_of(self).stop()
        await indexer_of(self).drain()


def indexer_of(store: PostgresStore) -> Indexer:
    assert store._indexer is not None
    return store._indexer


@asynccontextmanager
async def open_unsynced_store(address: str, index: str) -> AsyncGenerator[PostgresStore]:
    """Open a store that sends nothing to the index by itself."""
    store = await PostgresStore.open(address, index=QdrantIndex(index))
    await indexer_of(store).stop()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_synced_store(address: str, index: str) -> AsyncGenerator[SyncedStore]:
    """Open a store whose index is always up to date."""
    store = await SyncedStore.open(address, index=QdrantIndex(index))
    try:
        yield store
    finally:
        await store.close()
