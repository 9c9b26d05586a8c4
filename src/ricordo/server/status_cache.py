"""Counts over the store, which take the longer the more there is: not made anew for everybody who asks."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace

from ricordo.maintenance import Status
from ricordo.memory import Ricordo
from ricordo.tasks import cancel_and_wait
from ricordo.values import StoreError

_CHEAP = 0.1
"""Seconds. What takes less is counted anew each time."""

_REST = 50.0
"""What took longer is good for so many times as long: one part in fifty of the time is spent on counting."""


@dataclass(slots=True)
class StatusCache:
    """What was counted last. Whoever asks waits for the first count only; later ones are made behind their back."""

    _counted: Status | None = None
    _good_until: float = 0.0
    _task: asyncio.Task[None] | None = None

    async def status(self, memory: Ricordo) -> Status:
        """Counts of some time ago where counting takes long; what waits for the workers is always of now."""
        if self._task is None and time.monotonic() >= self._good_until:
            self._task = asyncio.create_task(self._count(memory))
            self._task.add_done_callback(_seen)
        if self._task is not None:
            await asyncio.wait([self._task], timeout=None if self._counted is None else _CHEAP)
        counted = self._counted or await memory.status()  # counting has failed: so that whoever asks is told why
        return replace(counted, store=replace(counted.store, jobs_waiting=await memory.pending()))

    async def close(self) -> None:
        """Stop counting."""
        if self._task is not None:
            await cancel_and_wait(self._task)

    async def _count(self, memory: Ricordo) -> None:
        began = time.monotonic()
        try:
            self._counted = await memory.status()
        except StoreError:
            self._counted = None  # so that whoever asks next is told
            raise
        finally:
            self._task = None
        took = time.monotonic() - began
        self._good_until = time.monotonic() + (_REST * took if took > _CHEAP else 0.0)


def _seen(task: asyncio.Task[None]) -> None:
    """Nobody may be waiting for it any more; if it failed, the next one who asks finds out."""
    if not task.cancelled():
        task.exception()
