"""Readiness: whether the store answers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ricordo.memory import Ricordo
from ricordo.tasks import cancel_and_wait
from ricordo.values import Consent, Scope, StoreError

_SECONDS = 2.0
_PROBE = Scope(application="ricordo", session="readyz")


@dataclass(slots=True)
class ReadinessProbe:
    """Asks the store a small question. All who want to know share one question, even if it is never answered."""

    seconds: float = _SECONDS
    _task: asyncio.Task[Consent] | None = None

    async def is_ready(self, memory: Ricordo) -> bool:
        """Return whether the store answers in time."""
        if self._task is None:
            self._task = asyncio.create_task(memory.consent(scope=_PROBE))
            self._task.add_done_callback(self._forget)
        task = self._task
        await asyncio.wait([task], timeout=self.seconds)
        if not task.done():
            return False
        try:
            task.result()
        except StoreError:
            return False
        return True

    async def close(self) -> None:
        """Stop asking."""
        if self._task is not None:
            await cancel_and_wait(self._task)

    def _forget(self, task: asyncio.Task[Consent]) -> None:
        self._task = None
        if not task.cancelled():
            task.exception()  # if nobody waits any more, asyncio must not complain
