"""Failing open: if memory fails or is slow, it is left out of the run, and the agent still answers.

An exception in one of MAF's hooks breaks the run, and in `after_run` it loses the answer. Hooks are awaited, so the run
waits for them. Every hook therefore goes through here: failures are logged once with their cause, late work continues
in the background, and both are counted.
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


class MisuseError(TypeError):
    """A mistake in the setup. It is raised until the same call has worked once, and is left out of the run later."""


class FailOpen:
    """A runner for the parts of a hook, none of which can break the run.

    With `fail_open=False` errors are raised, for tests and for finding out why there is no memory.
    """

    def __init__(self, source_id: str, *, deadline: float, fail_open: bool) -> None:
        _check_deadline(deadline)
        self._source_id = source_id
        self._deadline = deadline
        self._open = fail_open
        self._background: set[asyncio.Task[Any]] = set()
        self._worked: set[str] = set()

    async def attempt(self, operation: str, work: Coroutine[Any, Any, T], *, detail: str = "") -> T | None:
        """Return the result of `work`, or None if it fails or misses the deadline and is cancelled."""
        try:
            async with asyncio.timeout(self._deadline):
                return await work
        except ConsentError:
            return None  # the person's wish, not a failure
        except Exception as error:  # noqa: BLE001 - promise 6: memory never breaks the agent
            self.report(operation, error, detail=detail)
            return None

    async def attempt_in_background(
        self, operation: str, work: Coroutine[Any, Any, T], *, detail: str = ""
    ) -> T | None:
        """Return the result of `work`, or None if it fails or is late.

        Late work continues in the background, also if the run is cancelled.
        """
        task = asyncio.ensure_future(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
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

    def call(self, operation: str, function: Callable[[], T]) -> T | None:
        """Return the result of a function of the user's, such as a filter, or None if it raises."""
        try:
            result = function()
        except Exception as error:
            if isinstance(error, MisuseError) and operation not in self._worked:
                raise
            self.report(operation, error)
            return None
        self._worked.add(operation)
        return result

    async def drain(self) -> None:
        """Wait for the work that continues in the background."""
        while self._background:
            await asyncio.wait(set(self._background))

    def report(self, operation: str, error: Exception, *, detail: str = "") -> None:
        """Log and count a failure, or raise it if `fail_open` is False."""
        if not self._open:
            raise error
        self._log(operation, error, "failed and was left out of the run", detail)

    def _report_late(self, operation: str, task: asyncio.Task[Any], detail: str) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, ConsentError):
            self._log(operation, error, "failed behind the run", detail)

    def _log(self, operation: str, error: BaseException, what: str, detail: str) -> None:
        _telemetry.record_failure(operation, error)
        logger.error("memory %s of %r %s: %s%s", operation, self._source_id, what, describe_error(error), detail)


def _check_deadline(deadline: object) -> None:
    if isinstance(deadline, bool) or not isinstance(deadline, int | float):
        raise TypeError(f"deadline must be a number of seconds, not {type(deadline).__name__}")
    if not deadline > 0:
        raise ValueError("deadline must be more than 0 seconds")


def describe_error(error: BaseException) -> str:
    """Return the cause without anybody's words: messages of other libraries may quote their input."""
    kind = type(error).__name__
    if isinstance(error, RicordoError):
        return f"{kind}: {error}"
    if isinstance(error, TimeoutError):
        return f"{kind}: the deadline has passed"
    frames = traceback.extract_tb(error.__traceback__)
    return f"{kind} in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else kind
