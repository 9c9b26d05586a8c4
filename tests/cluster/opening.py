"""Stores with an index beside them, as the tests open them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from recollect.indexes.qdrant import QdrantIndex
from recollect.ports.changes import Change
from recollect.ports.store import Erased
from recollect.stores.postgres import PostgresStore
from recollect.stores.postgres.indexing import Indexer
from recollect.values import Scope


class ToldStore(PostgresStore):
    """Tells the index before a write returns, so that the next search is answered by it."""

    async def write(self, changes: Sequence[Change]) -> list[int]:
        outcome = await super().write(changes)
        await indexer_of(self).drain()
        return outcome

    async def erase(self, scope: Scope, *, ids: Sequence[str] | None = None, before: datetime | None = None) -> Erased:
        erased = await super().erase(scope, ids=ids, before=before)
        await indexer_of(self).drain()
        return erased


class UntoldStore(PostgresStore):
    """Never tells the index anything by itself: the workers are away."""

    @classmethod
    async def start(cls, address: str, index: str) -> UntoldStore:
        store = await cls.open(address, index=QdrantIndex(index))
        await indexer_of(store).stop()
        return store


def indexer_of(store: PostgresStore) -> Indexer:
    assert store._indexer is not None
    return store._indexer


@asynccontextmanager
async def untold(address: str, index: str) -> AsyncGenerator[UntoldStore]:
    store = await UntoldStore.start(address, index)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def told(address: str, index: str) -> AsyncGenerator[ToldStore]:
    store = await ToldStore.open(address, index=QdrantIndex(index))
    try:
        yield store
    finally:
        await store.close()
