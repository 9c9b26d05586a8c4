"""A cache of the counts over the store, which take long to make when there is much in it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace

from ricordo.maintenance import Status
from ricordo.memory import Ricordo
from ricordo.tasks import cancel_and_wait
from ricordo.values import StoreError

_FAST_SECONDS = 0.1
"""Counts that take less are made anew for each request."""

_REUSE_FACTOR = 50.0
"""Counts that took longer are reused for this many times as long: a fiftieth of the time is spent on counting."""


@dataclass(slots=True)
class StatusCache:
    """The last counts. Only the first request waits for them; later ones are made in the background."""

    _status: Status | None = None
    _valid_until: float = 0.0
    _task: asyncio.Task[None] | None = None

    async def status(self, memory: Ricordo) -> Status:
        """Return the counts, some minutes old if counting takes long. The number of waiting jobs is always current."""
        if self._task is None and time.monotonic() >= self._valid_until:
            self._task = asyncio.create_task(self._count(memory))
            self._task.add_done_callback(_retrieve_exception)
        if self._task is not None:
            await asyncio.wait([self._task], timeout=None if self._status is None else _FAST_SECONDS)
        status = self._status or await memory.status()  # counting has failed: report why
        return replace(status, store=replace(status.store, jobs_waiting=await memory.pending()))

    async def close(self) -> None:
        """Stop counting."""
        if self._task is not None:
            await cancel_and_wait(self._task)

    async def _count(self, memory: Ricordo) -> None:
        began = time.monotonic()
        try:
            self._status = await memory.status()
        except StoreError:
            self._status = None  # so that the next request reports it
            raise
        finally:
            self._task = None
        took = time.monotonic() - began
        self._valid_until = time.monotonic() + (_REUSE_FACTOR * took if took > _FAST_SECONDS else 0.0)


def _retrieve_exception(task: asyncio.Task[None]) -> None:
    """Keep asyncio from complaining if nobody waits for the task any more. The next request reports the failure."""
    if not task.cancelled():
        task.exception()
