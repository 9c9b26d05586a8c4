"""What the parts of the suite have in common."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import numpy as np
import pytest
import pytest_asyncio

from recollect.ports.store import Store, View
from recollect.testing.samples import EMBEDDER, query
from recollect.values import Scope, StoredTurn

OpenStore = Callable[[], Awaitable[Store]]

ALICE = Scope(application="travel", user="alice")
MONDAY = Scope(application="travel", user="alice", session="monday")
TUESDAY = Scope(application="travel", user="alice", session="tuesday")
BOB = Scope(application="travel", user="bob")


class Conformance:
    """Opens the store that the subclass names, and closes it."""

    @pytest.fixture
    def open_store(self) -> OpenStore:
        raise NotImplementedError("give the suite a fixture `open_store`")

    @pytest_asyncio.fixture
    async def store(self, open_store: OpenStore) -> AsyncGenerator[Store]:
        store = await open_store()
        yield store
        assert await store.check() == []
        await store.close()


async def words_found(store: Store, text: str, view: View | Scope) -> list[str]:
    """What the keyword arm finds, best first."""
    view = view if isinstance(view, View) else View(view)
    matches = await store.match(view, query(text))
    return await _texts(store, view, matches.candidates.keys, matches.candidates.scores)


async def neighbours_found(store: Store, text: str, view: View | Scope) -> list[str]:
    """What the dense arm finds, best first."""
    view = view if isinstance(view, View) else View(view)
    found = await store.nearest(view, EMBEDDER.vector(text), model=EMBEDDER.name, limit=10)
    return await _texts(store, view, found.candidates.keys, found.candidates.scores)


async def _texts(store: Store, view: View, keys: Any, scores: Any) -> list[str]:
    ordered = [int(key) for key in keys[np.argsort(-scores, kind="stable")]]
    records = await store.fetch(view, ordered)
    found = [records[key] for key in ordered]
    return [record.text if isinstance(record, StoredTurn) else record.content for record in found]
