"""Readers of a file, each in its own snapshot, while others write and erase."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ricordo.stores.common.owner_cache import OwnerCaches
from ricordo.stores.sqlite import SqliteStore
from ricordo.stores.sqlite import search as searching
from ricordo.stores.sqlite.connection import connect
from ricordo.testing.conforming.base import neighbours_found, words_found
from ricordo.testing.samples import add, erase, turn
from ricordo.values import Scope

ALICE = Scope(user="alice")


class Held:
    """Holds the first search up, after its snapshot was taken."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self._go, self._first = threading.Event(), threading.Event(), True
        self._resolve: Callable[..., Any] = searching.resolve_all
        monkeypatch.setattr(searching, "resolve_all", self._held)

    def _held(self, *args: Any, **settings: Any) -> Any:
        if self._first:
            self._first = False
            self.reached.set()
            assert self._go.wait(30)
        return self._resolve(*args, **settings)

    def let_go(self) -> None:
        self._go.set()


async def test_a_search_that_began_earlier_is_not_shown_what_it_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(tmp_path / "memory.db")
    await store.write([add(ALICE, "zebra zero")])
    held = Held(monkeypatch)
    slow = asyncio.create_task(neighbours_found(store, "zebra", ALICE))
    await asyncio.to_thread(held.reached.wait)
    await store.write([add(replace(ALICE, session="new"), "zebra in a session nobody knew")])
    assert len(await neighbours_found(store, "zebra", ALICE)) == 2
    held.let_go()
    assert "zebra zero" in await slow
    await store.close()


async def test_a_search_that_began_before_an_erasure_keeps_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(tmp_path / "memory.db")
    await store.write([add(ALICE, turn("zebra apples", ALICE, id="1"), turn("zebra zebra", ALICE, id="2"))])
    held = Held(monkeypatch)
    slow = asyncio.create_task(neighbours_found(store, "zebra", ALICE))
    await asyncio.to_thread(held.reached.wait)
    await erase(store, ALICE, ids=["2"])
    await words_found(store, "zebra", Scope(user="bob"))
    held.let_go()
    await slow
    kept = [cache.read(cache._revision, _nothing) for cache, _ in store._searcher.caches._caches.values()]
    assert [len(arrays["keys"]) for arrays in kept] == [1, 1]
    assert await neighbours_found(store, "zebra", ALICE) == ["zebra apples"]
    await store.close()


def _nothing(known: int) -> Any:
    raise AssertionError(f"what came after {known} was asked for")


async def test_searching_goes_on_while_new_sessions_are_written_and_forgotten(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "memory.db")
    await store.write([add(ALICE, "zebra zero")])
    writing = True

    async def write(writer: int) -> None:
        for number in range(60):
            session = replace(ALICE, session=f"{writer}-{number}")
            await store.write([add(session, f"zebra {writer} {number}")])
            if number % 7 == 0:
                await erase(store, session)

    async def search() -> int:
        count = 0
        while writing:
            assert "zebra zero" in await neighbours_found(store, "zebra", ALICE)
            count += 1
            await asyncio.sleep(0)
        return count

    searches = [asyncio.create_task(search()) for _ in range(6)]
    await asyncio.gather(*(write(writer) for writer in range(3)))
    writing = False
    assert min(await asyncio.gather(*searches)) > 0
    assert len(await words_found(store, "zebra", ALICE)) == 1 + 3 * (60 - 9)
    assert await store.check() == []
    await store.close()


async def test_a_search_reads_only_the_documents_that_changed(tmp_path: Path) -> None:
    store, connection = await SqliteStore.open(tmp_path / "memory.db"), connect(tmp_path / "memory.db", 10)
    await store.write([add(ALICE, *(f"zebra {number}" for number in range(2_000)))])
    read_cache, steps = partial(OwnerCaches(2**24).read, erasures=0), list[int]()

    def read() -> int:
        steps.append(0)
        ((owner, revision),) = connection.execute("SELECT owner, revision FROM shelf").fetchall()
        return len(searching._read_columns(connection, read_cache, owner, revision))

    def count() -> None:
        steps[-1] += 1

    connection.set_progress_handler(count, 1)
    assert read() == 2_000
    await store.write([add(ALICE, "zebra at the end")])
    assert read() == 2_001
    assert steps[1] < steps[0] / 20
    connection.close()
    await store.close()
