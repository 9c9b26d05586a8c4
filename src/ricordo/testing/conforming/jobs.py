"""Learning jobs: committed with the turns, held by one worker at a time, never lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from ricordo.ports.changes import (
    AcquireTaskLock,
    AddTurns,
    AddUsage,
    EndGathering,
    FailJob,
    FinishJob,
    Gather,
    RenewLease,
    RetryJobs,
)
from ricordo.ports.store import Store, View
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance
from ricordo.testing.samples import add, memory, minute, put, turn
from ricordo.values import Scope, StoreError


async def _in_turn(store: Store) -> list[tuple[Scope, tuple[str, ...]]]:
    """Lease jobs one after the other, as one worker does."""
    done: list[tuple[Scope, tuple[str, ...]]] = []
    while jobs := await store.lease(worker="w", now=minute(0), seconds=60, limit=5):
        done += [(job.scope, job.turns) for job in jobs]
        await store.write([FinishJob(job) for job in jobs])
    return done


def _say(text: str, at: float, *, scope: Scope = MONDAY, turns: int = 1) -> AddTurns:
    """Add turns at a minute. A job waits for six turns, for a minute of silence, or for ten minutes."""
    now = minute(at)
    said = [replace(turn(f"{text} {number}", scope), recorded_at=now) for number in range(turns)]
    gather = Gather(turns=6, now=now, longest=timedelta(minutes=10))
    return add(scope, *said, learn_at=now + timedelta(minutes=1), gather=gather)


class JobConformance(Conformance):
    async def test_a_job_is_committed_with_its_turns(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("a", MONDAY, id="a"), turn("b", MONDAY, id="b"), learn_at=minute(0))])
        (job,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert (job.scope, job.turns, job.attempts) == (MONDAY, ("a", "b"), 1)

    async def test_turns_that_arrive_before_it_is_taken_join_the_job(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("a", MONDAY, id="a"), learn_at=minute(0))])
        await store.write([add(TUESDAY, turn("c", TUESDAY, id="c"), learn_at=minute(0))])
        await store.write([add(MONDAY, turn("b", MONDAY, id="b"), learn_at=minute(0))])
        assert await _in_turn(store) == [(MONDAY, ("a", "b")), (TUESDAY, ("c",))]

    async def test_turns_that_arrive_after_it_is_taken_make_another_job(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("a", MONDAY, id="a"), learn_at=minute(0))])
        (first,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        await store.write([add(MONDAY, turn("b", MONDAY, id="b"), learn_at=minute(0))])
        await store.write([FinishJob(first)])
        (second,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert (first.turns, second.turns) == (("a",), ("b",))

    async def test_of_one_person_one_job_is_held_at_a_time(self, store: Store) -> None:
        await store.write([add(scope, "a", learn_at=minute(0)) for scope in (MONDAY, TUESDAY, BOB)])
        first, other = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert (first.scope, other.scope) == (MONDAY, BOB)
        assert await store.lease(worker="w", now=minute(0), seconds=60, limit=5) == []
        await store.write([FailJob(first, "later", minute(9))])
        (next_one,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert next_one.scope == TUESDAY

    async def test_a_job_does_not_grow_without_end(self, store: Store) -> None:
        for number in range(90):
            await store.write([add(MONDAY, f"turn {number}", learn_at=minute(0))])
        sizes = [len(turns) for _, turns in await _in_turn(store)]
        assert sum(sizes) == 90
        assert max(sizes) <= 40

    async def test_many_turns_of_one_call_make_several_jobs(self, store: Store) -> None:
        said = [turn(f"turn {number}", MONDAY, id=f"t{number}") for number in range(600)]
        for change in (add(MONDAY, *said[:599], learn_at=minute(0)), add(MONDAY, said[599], learn_at=minute(0))):
            await store.write([change])
        jobs = [ids for _, ids in await _in_turn(store)]
        assert [id for ids in jobs for id in ids] == [one.id for one in said]
        assert max(map(len, jobs)) <= 250

    async def test_a_job_is_not_given_before_its_time(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(10))])
        assert await store.lease(worker="w", now=minute(9), seconds=60, limit=5) == []
        assert len(await store.lease(worker="w", now=minute(10), seconds=60, limit=5)) == 1

    async def test_a_clock_that_was_wrong_holds_up_nobody(self, store: Store) -> None:
        """A lease and a delay end where a clock put them that was a year ahead, and a lock of a task as well."""
        year = 365 * 24 * 60
        await store.write([add(scope, "a", learn_at=minute(year)) for scope in (MONDAY, TUESDAY, BOB)])
        begun = await store.lease(worker="died", now=minute(year), seconds=60, limit=5)
        assert [job.scope for job in begun] == [MONDAY, BOB]
        await store.write([FailJob(begun[1], "later", minute(year + 60))])
        first, other = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert (first.scope, other.scope) == (MONDAY, BOB)
        with pytest.raises(StoreError, match="lease"):
            await store.write([FinishJob(begun[0])])
        await store.write([FinishJob(first)])
        (last,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert last.scope == TUESDAY
        locks = [
            AcquireTaskLock("tidying", worker, minute(at), minute(at + 5)) for worker, at in (("a", year), ("b", 0))
        ]
        assert await store.write([*locks, AcquireTaskLock("tidying", "c", minute(0), minute(5))]) == [1, 1, 0]

    async def test_every_turn_puts_off_a_job_that_gathers(self, store: Store) -> None:
        for at in (0, 0.5, 1):
            await store.write([_say("a", at)])
        assert await store.lease(worker="w", now=minute(1.9), seconds=60, limit=5) == []
        (job,) = await store.lease(worker="w", now=minute(2), seconds=60, limit=5)
        assert len(job.turns) == 3

    async def test_a_job_that_gathered_enough_turns_is_due_at_once(self, store: Store) -> None:
        await store.write([_say("a", 0, turns=4)])
        await store.write([_say("other", 0, scope=TUESDAY, turns=5)])
        await store.write([_say("b", 0.5)])
        assert await store.lease(worker="w", now=minute(0.5), seconds=60, limit=5) == []
        await store.write([_say("c", 0.5)])
        (job,) = await store.lease(worker="w", now=minute(0.5), seconds=60, limit=5)
        assert (job.scope, len(job.turns)) == (MONDAY, 6)
        await store.write([_say("whole", 0.5, scope=BOB, turns=6)])
        (whole,) = await store.lease(worker="w", now=minute(0.5), seconds=60, limit=5)
        assert (whole.scope, len(whole.turns)) == (BOB, 6)

    async def test_a_steady_drip_puts_a_job_off_for_a_limited_time(self, store: Store) -> None:
        for at in range(0, 36, 9):
            await store.write([_say("a", at / 10)])
        assert (await store.jobs())[0].due == minute(3.7)
        await store.write([_say("a", 9.5)])
        assert (await store.jobs())[0].due == minute(10)

    async def test_a_job_that_waits_for_another_reason_is_not_moved_by_a_turn(self, store: Store) -> None:
        await store.write([_say("a", 0)])
        (job,) = await store.lease(worker="w", now=minute(1), seconds=60, limit=5)
        await store.write([FailJob(job, "past the cap", minute(99), counted=False)])
        await store.write([_say("b", 2, turns=6)])
        (report,) = await store.jobs()
        assert (len(report.turns), report.due) == (7, minute(99))

    async def test_gathering_can_be_ended_for_one_scope_or_all(self, store: Store) -> None:
        await store.write([_say("a", 0), _say("b", 0, scope=TUESDAY), _say("c", 0, scope=BOB)])
        assert await store.write([EndGathering(MONDAY, minute(0))]) == [1]
        assert await store.write([EndGathering(MONDAY, minute(0))]) == [0]
        (job,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        assert job.scope == MONDAY
        await store.write([FailJob(job, "the model timed out", minute(5))])
        assert await store.write([EndGathering(None, minute(0))]) == [2]
        assert {scope for scope, _ in await _in_turn(store)} == {TUESDAY, BOB}
        assert (await store.jobs())[0].due == minute(5)

    async def test_a_job_that_gathers_does_not_grow_without_end(self, store: Store) -> None:
        for number in range(90):
            await store.write([_say(f"turn {number}", 0)])
        sizes = [len(turns) for _, turns in await _in_turn(store)]
        assert (sum(sizes), max(sizes)) == (90, 40)

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
        (report,) = await store.jobs(ALICE)
        assert (report.scope, report.turns, report.attempts) == (MONDAY, job.turns, 1)
        assert (report.failed, report.error, report.due) == (True, "no model", minute(0))
        assert await store.jobs(BOB) == []

    async def test_what_was_set_aside_can_be_tried_again(self, store: Store) -> None:
        await store.write([add(scope, "a", learn_at=minute(0)) for scope in (MONDAY, BOB)])
        jobs = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        await store.write([FailJob(job, "no model", None) for job in jobs])
        assert await store.write([RetryJobs(ALICE, minute(7))]) == [1]
        assert await store.lease(worker="w", now=minute(6), seconds=60, limit=5) == []
        (again,) = await store.lease(worker="w", now=minute(7), seconds=60, limit=5)
        assert (again.scope, again.attempts) == (MONDAY, 1)
        assert await store.write([RetryJobs(None, minute(7))]) == [1]

    async def test_a_lease_that_is_renewed_does_not_run_out(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(0))])
        (job,) = await store.lease(worker="one", now=minute(0), seconds=60, limit=5)
        assert await store.write([RenewLease(job, minute(5))]) == [1]
        assert await store.lease(worker="two", now=minute(2), seconds=60, limit=5) == []
        (taken,) = await store.lease(worker="two", now=minute(6), seconds=60, limit=5)
        assert await store.write([RenewLease(job, minute(9))]) == [0]
        await store.write([FinishJob(taken)])

    async def test_a_try_that_was_none_is_not_counted(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(0))])
        (job,) = await store.lease(worker="w", now=minute(0), seconds=60, limit=5)
        await store.write([FailJob(job, "past the cap", minute(9), counted=False)])
        (report,) = await store.jobs()
        assert (report.attempts, report.failed, report.error, report.due) == (0, False, "past the cap", minute(9))

    async def test_pending_counts_the_scope_that_is_asked_for(self, store: Store) -> None:
        await store.write([add(MONDAY, "a", learn_at=minute(0)), add(TUESDAY, "b", learn_at=minute(0))])
        await store.write([add(BOB, "c", learn_at=minute(0))])
        assert [await store.pending(scope) for scope in (None, ALICE, MONDAY, BOB)] == [3, 2, 1, 1]

    async def test_no_more_jobs_are_taken_than_asked_for(self, store: Store) -> None:
        await store.write([add(Scope(user=name), "a", learn_at=minute(0)) for name in ("a", "b", "c")])
        assert len(await store.lease(worker="w", now=minute(0), seconds=60, limit=2)) == 2
        assert len(await store.lease(worker="w", now=minute(0), seconds=60, limit=2)) == 1

    async def test_one_worker_is_in_charge_of_a_task_at_a_time(self, store: Store) -> None:
        def take(worker: str, now: int, until: int, *, task: str = "tidying") -> AcquireTaskLock:
            return AcquireTaskLock(task, worker, minute(now), minute(until))

        assert await store.write([take("a", 0, 5), take("b", 1, 6), take("b", 1, 6, task="other")]) == [1, 0, 1]
        assert await store.write([take("b", 4, 9)]) == [0]
        assert await store.write([take("a", 4, 8), take("b", 5, 9)]) == [1, 0]  # it goes on
        assert await store.write([take("b", 8, 12), take("a", 9, 15)]) == [1, 0]  # it ran out
        assert await store.write([take("b", 9, 9), take("a", 9, 15)]) == [1, 1]  # it was given back
