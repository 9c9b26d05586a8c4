"""The worker of the queue of learning jobs. Jobs are leased, retried with growing delays, and set aside in the end.

Several workers, in one process or many, share a queue without double work. A job is leased to one worker, one job of a
person at a time, and the results of a worker that has lost its lease are dropped.
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
from ricordo.ports.changes import Change, EndGathering, FailJob, Job, RenewLease
from ricordo.ports.extractor import Cost
from ricordo.tasks import cancel_and_wait, giving_way
from ricordo.values import ConcurrentUpdate, ModelError, Scope, StoreError

logger = logging.getLogger("ricordo.learn")
_tracer = trace.get_tracer("ricordo.learn")

MAX_ATTEMPTS = 5
_FIRST_RETRY_SECONDS = 5.0
_MAX_RETRY_SECONDS = 3_600.0
_POLL_SECONDS = 1.0
_ANNOUNCED_POLL_SECONDS = 10.0
"""The interval at which a store that announces jobs is polled, for retries and for jobs whose worker died."""
_MAX_CONCURRENT_JOBS = 4
_WAIT_POLL_SECONDS = 0.05


@dataclass(slots=True)
class Worker:
    """A worker that runs jobs, several at once. ``done`` and ``failed`` count its jobs."""

    learner: Learner
    clock: Callable[[], datetime]
    caps: Caps = field(default_factory=Caps)
    poll: float = _POLL_SECONDS
    lease_seconds: float = 30.0
    """The time after which other workers take over the jobs of a worker that died."""
    gives_way: bool = False
    """Whether jobs give way to everything else in the process."""
    name: str = field(default_factory=lambda: f"{os.getpid()}-{secrets.token_hex(4)}")
    done: int = 0
    failed: int = 0
    _budget_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _running_costs: dict[int, Cost] = field(default_factory=dict[int, Cost])

    async def run(self) -> None:
        """Run jobs until cancelled. A job that is interrupted goes back to the queue at once."""
        while True:
            try:
                if not await self.run_due_jobs():
                    await self._wait_for_jobs()
            except StoreError as error:
                logger.warning("learning waits: %s", error)
                await asyncio.sleep(self.poll)

    async def _wait_for_jobs(self) -> None:
        """Wait until jobs may be due. A job that was just announced becomes due a moment later."""
        store = self.learner.store
        if await store.wait_for_jobs(_ANNOUNCED_POLL_SECONDS if store.capabilities.announces else self.poll):
            await asyncio.sleep(self.poll)

    async def run_due_jobs(self) -> int:
        """Run some jobs that are due; return how many were taken, failed ones included."""
        jobs = await self.learner.store.lease(
            worker=self.name, now=self.clock(), seconds=self.lease_seconds, limit=_MAX_CONCURRENT_JOBS
        )
        if jobs:
            renewal = asyncio.create_task(self._renew_leases(jobs))
            try:
                await asyncio.gather(*(self._run_job(job) for job in jobs))
            finally:
                await cancel_and_wait(renewal)
        return len(jobs)

    async def _renew_leases(self, jobs: list[Job]) -> None:
        """Renew the leases of jobs until cancelled."""
        while True:
            await asyncio.sleep(self.lease_seconds / 3)
            until = self.clock() + timedelta(seconds=self.lease_seconds)
            await self._write([RenewLease(job, until) for job in jobs])

    async def drain(self) -> int:
        """Run jobs until none is due; return how often one was taken, failed ones included."""
        total = 0
        while count := await self.run_due_jobs():
            total += count
        return total

    async def drain_or_warn(self) -> None:
        """Run jobs until none is due. If the store fails, only log it: the turns are stored and can wait."""
        try:
            await self.drain()
        except StoreError as error:
            logger.warning("the turns are stored, but not learned from yet: %s", error)

    async def end_gathering(self, scope: Scope | None = None) -> None:
        """Let no job in ``scope``, or anywhere, wait for more turns."""
        await self.learner.store.write([EndGathering(scope, self.clock())])

    async def _run_job(self, job: Job) -> None:
        now = self.clock()
        try:
            if not await self._postpone_if_capped(job, now):
                with _span(job), giving_way(is_wanted=self.gives_way):
                    await (await self.learner.with_current_embedder()).learn(job, now=now)
                self.done += 1
        except asyncio.CancelledError:
            await asyncio.shield(self._release(job))
            raise
        except ConcurrentUpdate:
            await self._write([FailJob(job, "the memories changed at the same time", now, counted=False)])
        except StoreError as error:
            logger.warning("a learning job could not be stored, its lease will run out: %s", error)
        except ModelError as error:
            await self._fail(job, str(error), getattr(error, "cost", Cost()), now)
        except Exception as error:  # noqa: BLE001  # an extractor is foreign code; its error must not lose a job
            await self._fail(job, f"{type(error).__name__} in {self.learner.extractor.name}", Cost(), now)
        finally:
            self._running_costs.pop(job.id, None)

    async def _postpone_if_capped(self, job: Job, now: datetime) -> bool:
        """Postpone a job to the next day if it would exceed a cap. Return whether it was postponed."""
        if self.caps == Caps():
            return False
        cost = self.learner.extractor.estimate(await self.learner.load_exchange(job))
        async with self._budget_lock:
            # The costs of jobs that still run are not in the usage yet.
            concurrent = sum(self._running_costs.values(), Cost())
            reason = await self.caps.check(self.learner.store, job.scope, cost, now, concurrent)
            if reason is None:
                self._running_costs[job.id] = cost
                return False
        await self._write([FailJob(job, f"waits: {reason}", next_day(now), counted=False)])
        return True

    async def _fail(self, job: Job, error: str, cost: Cost, now: datetime) -> None:
        self.failed += 1
        is_last = job.attempts >= MAX_ATTEMPTS
        retry_at = None if is_last else now + timedelta(seconds=retry_delay(job.attempts))
        log = logger.error if is_last else logger.warning
        log("learning failed (try %d of %d): %s", job.attempts, MAX_ATTEMPTS, error)
        usage: list[Change] = [] if cost == Cost() else [usage_change(job.scope, cost, now)]
        await self._write([*usage, FailJob(job, error[:500], retry_at)])

    async def _release(self, job: Job) -> None:
        await self._write([FailJob(job, "interrupted", self.clock(), counted=False)])

    async def _write(self, changes: list[Change]) -> None:
        try:
            await self.learner.store.write(changes)
        except StoreError as error:
            logger.warning("the state of a learning job could not be stored, its lease will run out: %s", error)


def _span(job: Job) -> AbstractContextManager[trace.Span]:
    """Start a span for a job. It holds counts and no content, so exceptions are not recorded."""
    return _tracer.start_as_current_span(
        "ricordo.learn",
        attributes={"ricordo.turns": len(job.turns), "ricordo.attempt": job.attempts},
        record_exception=False,
        set_status_on_exception=False,
    )


async def wait_until_learned(worker: Worker, *, scope: Scope | None, timeout: float | None, helps: bool = True) -> None:
    """Wait until no job in ``scope`` is pending. With ``helps``, run them meanwhile, without waiting for more turns."""
    async with asyncio.timeout(timeout):
        while await worker.learner.store.pending(scope):
            if helps:
                await worker.end_gathering(scope)
            if not (helps and await worker.run_due_jobs()):
                await asyncio.sleep(_WAIT_POLL_SECONDS)


def retry_delay(attempts: int) -> float:
    """Return the seconds until the next try. They double, with a jitter so that jobs do not all come back at once."""
    delay = min(_MAX_RETRY_SECONDS, _FIRST_RETRY_SECONDS * 2 ** (attempts - 1))
    return delay * random.uniform(0.5, 1.5)  # noqa: S311  # a jitter is no secret
