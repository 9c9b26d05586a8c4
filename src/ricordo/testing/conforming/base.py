"""Scopes, fixtures and searches that the parts of the suite share."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

import numpy as np
import pytest
import pytest_asyncio
from numpy.typing import NDArray

from ricordo.ports.store import Pool, Query, Store, View
from ricordo.testing.samples import EMBEDDER, query
from ricordo.values import Scope, StoredTurn

OpenStore = Callable[[], Awaitable[Store]]

ALICE = Scope(application="travel", user="alice")
MONDAY = Scope(application="travel", user="alice", session="monday")
TUESDAY = Scope(application="travel", user="alice", session="tuesday")
BOB = Scope(application="travel", user="bob")


class Conformance:
    """Base of the suites. It opens the store that the subclass names, and closes it."""

    @pytest.fixture
    def open_store(self) -> OpenStore:
        raise NotImplementedError("give the suite a fixture `open_store`")

    @pytest_asyncio.fixture
    async def store(self, open_store: OpenStore) -> AsyncGenerator[Store]:
        store = await open_store()
        yield store
        assert await store.check() == []
        await store.close()


@dataclass(frozen=True, slots=True)
class Seen:
    """The result of a test's ranking function: the whole pool, and the keys of the records to read."""

    pool: Pool
    record_keys: list[int]


async def by_words(store: Store, text: str, view: View | Scope) -> tuple[Pool, list[str]]:
    """Search by keyword. Return the pool, and the texts, best first."""
    return await _search(store, Query(_view(view), query(text), limit=10), "coverage")


async def by_vector(
    store: Store, vector: NDArray[np.float32], view: View | Scope, model: str = EMBEDDER.name
) -> tuple[Pool, list[str]]:
    """Search by vector. Return the pool, and the texts, best first."""
    return await _search(store, Query(_view(view), {}, limit=10, vector=vector, model=model), "cosines")


async def words_found(store: Store, text: str, view: View | Scope) -> list[str]:
    """Return the texts that have words of ``text``, best first."""
    return (await by_words(store, text, view))[1]


async def neighbours_found(store: Store, text: str, view: View | Scope) -> list[str]:
    """Return the texts that have a vector, nearest first."""
    return (await by_vector(store, EMBEDDER.vector(text), view))[1]


async def _search(store: Store, wanted: Query, arm: str) -> tuple[Pool, list[str]]:
    def in_order(pool: Pool) -> Seen:
        return Seen(pool, pool.keys[np.argsort(-getattr(pool, arm), kind="stable")].tolist())

    seen, records = await store.search(wanted, in_order)
    found = [records[key] for key in seen.record_keys]
    return seen.pool, [record.text if isinstance(record, StoredTurn) else record.content for record in found]


def _view(view: View | Scope) -> View:
    return view if isinstance(view, View) else View(view)
