"""Whoever watches a large store does not keep it busy with status_cache."""

from __future__ import annotations

import asyncio
import time

import pytest

from ricordo import Ricordo, Scope, StoreError, Turn
from ricordo.ports.status import StoreStatus
from ricordo.server import status_cache
from ricordo.server.status_cache import StatusCache
from ricordo.stores.memory import MemoryStore
from ricordo.testing import HashEmbedder

ALICE = Scope(application="travel", user="alice")


class Large(MemoryStore):
    """Counts as slowly as if there were very much."""

    seconds = 0.2
    counted = 0
    failing = False

    async def status(self) -> StoreStatus:
        self.counted += 1
        await asyncio.sleep(self.seconds)
        if self.failing:
            raise StoreError("the store does not answer")
        return await super().status()


async def test_what_takes_long_is_counted_once_and_then_behind_the_back_of_whoever_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Large()
    memory, counts = Ricordo(store, HashEmbedder(), learning="queue"), StatusCache()
    both = await asyncio.gather(counts.status(memory), counts.status(memory))
    assert (store.counted, [status.store.turns for status in both]) == (1, [0, 0])

    await memory.remember([Turn("user", "hello")], scope=ALICE)
    status = await counts.status(memory)
    assert (store.counted, status.store.turns, status.store.jobs_waiting) == (1, 0, 1)

    monkeypatch.setattr(status_cache, "_FAST_SECONDS", 0.01)
    counts._valid_until = 0.0  # as if an hour had passed
    began = time.monotonic()
    assert (await counts.status(memory)).store.turns == 0
    assert time.monotonic() - began < 0.15
    await asyncio.sleep(0.3)
    assert ((await counts.status(memory)).store.turns, store.counted) == (1, 2)


async def test_what_is_quick_is_counted_each_time() -> None:
    store = Large()
    store.seconds = 0.0
    memory, counts = Ricordo(store, HashEmbedder()), StatusCache()
    for number in range(3):
        assert (await counts.status(memory)).store.turns == number
        await memory.remember([Turn("user", "hello")], scope=ALICE)


async def test_who_asks_a_store_that_fails_is_told_and_may_ask_again() -> None:
    store = Large()
    memory, counts = Ricordo(store, HashEmbedder()), StatusCache()
    store.failing = True
    with pytest.raises(StoreError):
        await counts.status(memory)
    store.failing = False
    assert (await counts.status(memory)).store.turns == 0
    store.failing = True
    counts._valid_until = 0.0
    await counts.status(memory)
    await asyncio.sleep(0.3)
    with pytest.raises(StoreError):
        await counts.status(memory)


async def test_closing_does_not_wait_for_the_count() -> None:
    store = Large()
    store.seconds = 60.0
    memory, counts = Ricordo(store, HashEmbedder()), StatusCache()
    asking = asyncio.create_task(counts.status(memory))
    await asyncio.sleep(0.01)
    async with asyncio.timeout(5):
        asking.cancel()
        await counts.close()
