"""Failing open: memory is left out of a run, and the agent answers all the same.

An exception in a hook of MAF's breaks the run, and in ``after_run`` the answer that was paid for is lost. Hooks are
awaited, so their time is the run's. Hence every hook goes through here: what fails is logged once with its cause, what
is late is left behind, both are counted.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from ricordo.agent_framework import _telemetry
from ricordo.values import ConsentError, RicordoError

logger = logging.getLogger("ricordo.agent_framework")

T = TypeVar("T")


class Failing:
    """Runs the parts of a hook so that none can break the run.

    With ``fail_open=False`` errors pass through: for tests, and for finding out why there is no memory.
    """

    def __init__(self, source_id: str, *, deadline: float, fail_open: bool) -> None:
        if deadline <= 0:
            raise ValueError("deadline must be more than 0 seconds")
        self._source_id = source_id
        self._deadline = deadline
        self._open = fail_open
        self._left_behind: set[asyncio.Task[Any]] = set()

    async def finding(self, operation: str, work: Coroutine[Any, Any, T], *, detail: str = "") -> T | None:
        """The result of ``work``, or None if it fails or is late; then it is cancelled."""
        try:
            async with asyncio.timeout(self._deadline):
                return await work
        except ConsentError:
            return None  # the person's wish, not a failure
        except Exception as error:  # noqa: BLE001 - promise 6: memory never breaks the agent
            self.report(operation, error, detail=detail)
            return None

    async def keeping(self, operation: str, work: Coroutine[Any, Any, T], *, detail: str = "") -> T | None:
        """As ``finding``, but late work goes on behind the run, and so it does if the run is cancelled."""
        task = asyncio.ensure_future(work)
        self._left_behind.add(task)
        task.add_done_callback(self._left_behind.discard)
        done, _ = await asyncio.wait({task}, timeout=self._deadline)
        if not done:
            task.add_done_callback(lambda late: self._report_late(operation, late, detail))
            if not self._open:
                raise TimeoutError(f"{operation} took longer than the deadline of {self._deadline} s")
            self._log(operation, TimeoutError(), "is late and goes on behind the run", detail)
            return None
        try:
            return task.result()
        except ConsentError:
            return None  # the person's wish, not a failure
        except Exception as error:  # noqa: BLE001 - promise 6: memory never breaks the agent
            self.report(operation, error, detail=detail)
            return None

    def asking(self, operation: str, given: Callable[[], T]) -> T | None:
        """What the caller's own code says, a function for the scope or a filter, or None if it fails."""
        try:
            return given()
        except Exception as error:  # noqa: BLE001 - promise 6: anybody's code may raise anything
            self.report(operation, error)
            return None

    async def drain(self) -> None:
        """Wait for what was left behind."""
        while self._left_behind:
            await asyncio.wait(set(self._left_behind))

    def report(self, operation: str, error: Exception, *, detail: str = "") -> None:
        """Log and count a failure, or raise it where that was asked for."""
        if not self._open:
            raise error
        self._log(operation, error, "failed and was left out of the run", detail)

    def _report_late(self, operation: str, task: asyncio.Task[Any], detail: str) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, ConsentError):
            self._log(operation, error, "failed behind the run", detail)

    def _log(self, operation: str, error: BaseException, what: str, detail: str) -> None:
        _telemetry.failed(operation, error)
        logger.error("memory %s of %r %s: %s%s", operation, self._source_id, what, cause_of(error), detail)


def cause_of(error: BaseException) -> str:
    """What went wrong, without anybody's words: other libraries' messages may quote what they were given."""
    kind = type(error).__name__
    if isinstance(error, RicordoError):
        return f"{kind}: {error}"
    if isinstance(error, TimeoutError):
        return f"{kind}: the deadline has passed"
    frames = traceback.extract_tb(error.__traceback__)
    return f"{kind} in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else kind
