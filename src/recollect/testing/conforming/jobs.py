"""Learning jobs: committed with the turns, held by one worker at a time, never lost."""

from __future__ import annotations

import pytest

from recollect.ports.changes import AddUsage, FailJob, FinishJob
from recollect.ports.store import Store, View
from recollect.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance
from recollect.testing.samples import add, memory, minute, put, turn
from recollect.values import StoreError


class JobConformance(Conformance):
    async def test_a_job_is_committed_with_its_turns(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("a", MONDAY, id="a"), turn("b", MONDAY, id="b"), learn_at=minute(0))])
        (job,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert (job.scope, job.turns, job.attempts) == (MONDAY, ("a", "b"), 1)

    async def test_turns_that_arrive_before_it_is_taken_join_the_job(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("a", MONDAY, id="a"), learn_at=minute(0))])
        await store.write([add(TUESDAY, turn("c", TUESDAY, id="c"), learn_at=minute(0))])
        await store.write([add(MONDAY, turn("b", MONDAY, id="b"), learn_at=minute(0))])
        jobs = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert [(job.scope, job.turns) for job in jobs] == [(MONDAY, ("a", "b")), (TUESDAY, ("c",))]

    async def test_turns_that_arrive_after_it_is_taken_make_another_job(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("a", MONDAY, id="a"), learn_at=minute(0))])
        (first,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        await store.write([add(MONDAY, turn("b", MONDAY, id="b"), learn_at=minute(0))])
        (second,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert (first.turns, second.turns) == (("a",), ("b",))

    async def test_a_job_does_not_grow_without_end(self, store: Store) -> None:
        for number in range(90):
            await store.write([add(MONDAY, f"turn {number}", learn_at=minute(0))])
        jobs = await store.lease(worker="w", now=minute(0), seconds=60, limit=50)
        assert sum(len(job.turns) for job in jobs) == 90
        assert max(len(job.turns) for job in jobs) <= 40

    async def test_a_job_is_not_given_before_its_time(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(10))])
        assert await store.lease(worker="w", now=minute(9), seconds=60, limit=5) == []
        assert len(await store.lease(worker="w", now=minute(10), seconds=60, limit=5)) == 1

    async def test_a_job_is_held_by_one_worker_until_the_lease_runs_out(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(0))])
        (first,) = await store.lease(worker="one", now=minute(0), seconds=60, limit=5)
        assert await store.lease(worker="two", now=minute(0.5), seconds=60, limit=5) == []
        (second,) = await store.lease(worker="two", now=minute(2), seconds=60, limit=5)
        assert (second.id, second.attempts) == (first.id, 2)

    async def test_who_lost_the_lease_cannot_finish_and_its_results_are_dropped(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(0))])
        (first,) = await store.lease(worker="one", now=minute(0), seconds=60, limit=5)
        (second,) = await store.lease(worker="two", now=minute(2), seconds=60, limit=5)
        usage = AddUsage(MONDAY, "2026-01-01", 1, 1, 1)
        with pytest.raises(StoreError, match="lease"):
            await store.write([put(memory("learned", ALICE)), usage, FinishJob(first)])
        assert await store.memories(View(ALICE)) == []
        assert (await store.usage(ALICE)).calls == 0
        await store.write([put(memory("learned", ALICE)), FinishJob(second)])
        assert len(await store.memories(View(ALICE))) == 1
        assert await store.pending() == 0

    async def test_a_failed_job_comes_back_when_it_is_due_again(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(0))])
        (job,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        await store.write([FailJob(job, "the model timed out", minute(5))])
        assert await store.lease(worker="w", now=minute(4), seconds=60, limit=5) == []
        assert await store.pending(ALICE) == 1
        (again,) = await store.lease(worker="w", now=minute(5), seconds=60, limit=5)
        assert (again.turns, again.attempts) == (job.turns, 2)

    async def test_after_the_last_try_a_job_is_set_aside(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(0))])
        (job,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        await store.write([FailJob(job, "no model", None)])
        assert await store.lease(worker="w", now=minute(99), seconds=60, limit=5) == []
        assert await store.pending(ALICE) == 0
        assert (await store.status()).jobs_failed == 1

    async def test_pending_counts_the_scope_that_is_asked_for(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(0)), add(TUESDAY, "b", learn_at=minute(0))])
        await store.write([add(BOB, "c", learn_at=minute(0))])
        assert [await store.pending(scope) for scope in (None, ALICE, MONDAY, BOB)] == [3, 2, 1, 1]

    async def test_no_more_jobs_are_taken_than_asked_for(self, store: Store) -> None:
        await store.write([add(scope, "a", learn_at=minute(0)) for scope in (MONDAY, TUESDAY, BOB)])
        assert len(await store.lease(worker="w", now=minute(0), seconds=60, limit=2)) == 2
        assert len(await store.lease(worker="w", now=minute(0), seconds=60, limit=2)) == 1
