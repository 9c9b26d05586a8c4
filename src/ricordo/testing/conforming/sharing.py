"""Durability, and several users of one store at once."""

from __future__ import annotations

import asyncio
from itertools import chain

import pytest

from ricordo.ports.changes import FinishJob
from ricordo.ports.store import Store, View
from ricordo.testing.conforming.base import (
    ALICE,
    BOB,
    MONDAY,
    Conformance,
    OpenStore,
    neighbours_found,
    words_found,
)
from ricordo.testing.samples import add, erase, memory, minute, put, turn
from ricordo.values import StoreError


class SharingConformance(Conformance):
    async def test_everything_is_there_after_reopening(self, store: Store, open_store: OpenStore) -> None:
        if not store.capabilities.durable:
            pytest.skip("the store does not keep anything")
        await store.write([add(MONDAY, turn("I love hiking", MONDAY, id="t"), learn_at=minute(0))])
        await store.write([put(memory("enjoys hiking", ALICE, ("t", "hiking")))])
        turns, memories = await store.turns(ALICE), await store.memories(View(ALICE))
        again = await open_store()
        try:
            assert await again.turns(ALICE) == turns
            assert await again.memories(View(ALICE)) == memories
            assert sorted(await words_found(again, "hiking", ALICE)) == ["I love hiking", "enjoys hiking"]
            assert len(await neighbours_found(again, "hiking", ALICE)) == 2
            assert await again.pending() == 1
        finally:
            await again.close()

    async def test_what_one_writes_the_other_sees_in_its_next_call(self, store: Store, open_store: OpenStore) -> None:
        if not store.capabilities.shared:
            pytest.skip("the store is for one user")
        other = await open_store()
        try:
            for number in range(5):
                writer, reader = (store, other) if number % 2 else (other, store)
                await writer.write([add(MONDAY, f"hiking {number}")])
                assert len(await words_found(reader, "hiking", ALICE)) == number + 1
                assert len(await neighbours_found(reader, "hiking", ALICE)) == number + 1
            await other.write([put(memory("enjoys hiking", ALICE, id="m"))])
            assert "enjoys hiking" in await neighbours_found(store, "hiking", ALICE)
            await erase(store, ALICE)
            assert await words_found(other, "hiking", ALICE) == []
            assert await neighbours_found(other, "hiking", ALICE) == []
        finally:
            await other.close()

    async def test_many_write_at_once_and_nothing_is_lost(self, store: Store, open_store: OpenStore) -> None:
        others = [await open_store() for _ in range(2)] if store.capabilities.shared else []
        try:
            everyone = [store, *others]
            await asyncio.gather(
                *(
                    everyone[number % len(everyone)].write([add(MONDAY if number % 2 else BOB, f"note {number}")])
                    for number in range(60)
                )
            )
            for user in everyone:
                assert len(await user.turns(ALICE)) == 30
                assert len(await words_found(user, "note", BOB)) == 30
        finally:
            for other in others:
                await other.close()

    async def test_a_job_goes_to_one_of_several_workers(self, store: Store, open_store: OpenStore) -> None:
        if not store.capabilities.shared:
            pytest.skip("the store is for one user")
        other = await open_store()
        try:
            for number in range(20):
                await store.write([add(MONDAY, f"note {number}", learn_at=minute(0))])
                jobs = await asyncio.gather(
                    *(
                        worker.lease(worker="w", now=minute(1 + number), seconds=30, limit=1)
                        for worker in (store, other)
                    )
                )
                (job,) = chain.from_iterable(jobs)
                await other.write([FinishJob(job)])
        finally:
            await other.close()

    async def test_a_closed_store_says_so(self, open_store: OpenStore) -> None:
        store = await open_store()
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.turns(ALICE)
        with pytest.raises(StoreError, match="closed"):
            await store.write([add(ALICE, "x")])
