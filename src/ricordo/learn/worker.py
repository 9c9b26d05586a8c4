"""Working off the queue: jobs are leased, retried with growing pauses, and set aside after the last try.

Several workers, in one process or many, share a queue without double work: a job is held by one of them, of one person
one job is held at a time, and what a worker that lost its lease has learned is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from opentelemetry import trace

from ricordo.learn.caps import Caps, next_day
from ricordo.learn.learner import Learner, usage_change
from ricordo.ports.changes import Change, FailJob, Job, RenewLease
from ricordo.ports.extractor import Cost
from ricordo.tasks import cancel_and_wait
from ricordo.values import ConcurrentUpdate, ModelError, Scope, StoreError

logger = logging.getLogger("ricordo.learn")
_tracer = trace.get_tracer("ricordo.learn")

MAX_ATTEMPTS = 5
_FIRST_PAUSE = 5.0
_LONGEST_PAUSE = 3_600.0
_POLL = 1.0
_SELDOM = 10.0
"""Seconds between two looks for jobs that nobody announced: those that wait for another try, or whose worker died."""
_AT_ONCE = 4
_SETTLE_POLL = 0.05


@dataclass(slots=True)
class Worker:
    """Does jobs, several at once, until it is told to stop. ``done`` and ``failed`` count what it did."""

    learner: Learner
    clock: Callable[[], datetime]
    caps: Caps = field(default_factory=Caps)
    poll: float = _POLL
    lease_seconds: float = 30.0
    """How long after the end of a worker its jobs are taken over; while it works, it renews its leases."""
    name: str = field(default_factory=lambda: f"{os.getpid()}-{secrets.token_hex(4)}")
    done: int = 0
    failed: int = 0
    _counting: asyncio.Lock = field(default_factory=asyncio.Lock)
    _spending: dict[int, Cost] = field(default_factory=dict[int, Cost])

    async def run(self) -> None:
        """Work until cancelled. A job that is cut off goes back to the queue at once."""
        while True:
            try:
                if not await self.work():
                    await self._rest()
            except StoreError as error:
                logger.warning("learning waits: %s", error)
                await asyncio.sleep(self.poll)

    async def _rest(self) -> None:
        """Until there may be something to do. What was left just now is due when more of it has had time to arrive."""
        store = self.learner.store
        if await store.wait_for_jobs(_SELDOM if store.capabilities.announces else self.poll):
            await asyncio.sleep(self.poll)

    async def work(self, *, ahead: float = 0.0) -> int:
        """Do what is due now, or within ``ahead`` seconds; how many jobs there were."""
        now = self.clock() + timedelta(seconds=ahead)
        seconds = self.lease_seconds + ahead
        jobs = await self.learner.store.lease(worker=self.name, now=now, seconds=seconds, limit=_AT_ONCE)
        if jobs:
            keeping = asyncio.create_task(self._keep(jobs))
            try:
                await asyncio.gather(*(self._do(job) for job in jobs))
            finally:
                await cancel_and_wait(keeping)
        return len(jobs)

    async def _keep(self, jobs: list[Job]) -> None:
        """Renew the leases for as long as the work takes."""
        while True:
            await asyncio.sleep(self.lease_seconds / 3)
            until = self.clock() + timedelta(seconds=self.lease_seconds)
            await self._write([RenewLease(job, until) for job in jobs])

    async def drain(self, *, ahead: float = 0.0) -> int:
        """Do everything that is due; how many jobs there were."""
        total = 0
        while worked := await self.work(ahead=ahead):
            total += worked
        return total

    async def _do(self, job: Job) -> None:
        now = self.clock()
        try:
            if not await self._postponed(job, now):
                with _span(job):
                    await (await self.learner.pinned()).learn(job, now=now)
                self.done += 1
        except asyncio.CancelledError:
            await asyncio.shield(self._give_back(job))
            raise
        except ConcurrentUpdate:
            await self._write([FailJob(job, "what is known changed meanwhile", now, counted=False)])
        except StoreError as error:
            logger.warning("a learning job could not be stored, its lease will run out: %s", error)
        except ModelError as error:
            await self._fail(job, str(error), getattr(error, "cost", Cost()), now)
        except Exception as error:  # noqa: BLE001  # an extractor is anybody's code; a job must never be lost to it
            await self._fail(job, f"{type(error).__name__} in {self.learner.extractor.name}", Cost(), now)
        finally:
            self._spending.pop(job.id, None)

    async def _postponed(self, job: Job, now: datetime) -> bool:
        """Whether a cap is in the way; the job then waits for the next day."""
        if self.caps == Caps():
            return False
        cost = self.learner.extractor.estimate(await self.learner.exchange(job))
        async with self._counting:
            # What the jobs beside this one are about to spend is not in the books yet.
            meanwhile = sum(self._spending.values(), Cost())
            reason = await self.caps.check(self.learner.store, job.scope, cost, now, meanwhile)
            if reason is None:
                self._spending[job.id] = cost
                return False
        await self._write([FailJob(job, f"waits: {reason}", next_day(now), counted=False)])
        return True

    async def _fail(self, job: Job, error: str, cost: Cost, now: datetime) -> None:
        self.failed += 1
        last = job.attempts >= MAX_ATTEMPTS
        retry_at = None if last else now + timedelta(seconds=retry_delay(job.attempts))
        log = logger.error if last else logger.warning
        log("learning failed (try %d of %d): %s", job.attempts, MAX_ATTEMPTS, error)
        spent: list[Change] = [] if cost == Cost() else [usage_change(job.scope, cost, now)]
        await self._write([*spent, FailJob(job, error[:500], retry_at)])

    async def _give_back(self, job: Job) -> None:
        await self._write([FailJob(job, "interrupted", self.clock(), counted=False)])

    async def _write(self, changes: list[Change]) -> None:
        try:
            await self.learner.store.write(changes)
        except StoreError as error:
            logger.warning("the state of a learning job could not be stored, its lease will run out: %s", error)


def _span(job: Job) -> AbstractContextManager[trace.Span]:
    """A span around learning: how much was learned from, and nothing that was said, errors included."""
    return _tracer.start_as_current_span(
        "ricordo.learn",
        attributes={"ricordo.turns": len(job.turns), "ricordo.attempt": job.attempts},
        record_exception=False,
        set_status_on_exception=False,
    )


async def wait_until_learned(
    worker: Worker, *, scope: Scope | None, ahead: float, timeout: float | None, helps: bool = True
) -> None:
    """Wait until nothing in ``scope`` is pending, and help with it."""
    async with asyncio.timeout(timeout):
        while await worker.learner.store.pending(scope):
            if not (helps and await worker.work(ahead=ahead)):
                await asyncio.sleep(_SETTLE_POLL)


def retry_delay(attempts: int) -> float:
    """Seconds until the next try: doubling, with a jitter so that many do not come back at once."""
    longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (attempts - 1))
    return longest * random.uniform(0.5, 1.5)  # noqa: S311  # a jitter is no secret
