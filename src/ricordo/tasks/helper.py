"""A process that runs functions for background work, so that nobody in this process waits for them.

It is a fresh Python with the same modules, not a copy of this process: nothing of the caller's program is run in it.
It has a low priority, and it ends with this process, even if that is killed.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from ricordo.tasks.frames import read_frame, write_frame

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger("ricordo")

_MAX_DEATHS = 3
"""How often the process may die before the work is done in this process for good."""

_STOP_SECONDS = 2.0
_PROGRAM = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from ricordo.tasks.child import main; main()"


class HelperProcess:
    """A helper process that is started with the first function. If it cannot be used, functions run in this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._deaths = 0
        self._owner = os.getpid()

    @property
    def is_running(self) -> bool:
        """Whether the process was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `function` returns for these arguments, and raise what it raises."""
        if self._deaths < _MAX_DEATHS and (task := _pack(function, args, kwargs)) is not None:
            with self._lock:
                outcome, value = self._ask(task)
            if outcome == "returned":
                return value
            if outcome == "raised":
                raise value
        return function(*args, **kwargs)

    def _ask(self, task: bytes) -> tuple[str, Any]:
        try:
            process = self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            write_frame(process.stdin, task)
            return pickle.loads(read_frame(process.stdout))  # noqa: S301 - our own process wrote it
        except (OSError, EOFError) as error:
            self._deaths += 1
            self.stop()
            logger.warning("learning goes on without its own process: %s", type(error).__name__)
            return "died", None

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            if not sys.executable:
                raise FileNotFoundError("there is no Python to start")
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-c", _PROGRAM, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            )
        return self._process

    def stop(self) -> None:
        """End the process. It is started again when it is needed."""
        process, self._process = self._process, None
        if process is None or os.getpid() != self._owner:
            return
        with suppress(OSError, ValueError, subprocess.TimeoutExpired):
            process.communicate(timeout=_STOP_SECONDS)  # it ends when its input does
            return
        process.kill()
        process.communicate()


def _pack(function: Callable[..., object], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes | None:
    """Return a call as bytes; None if another process could not read it."""
    try:
        return pickle.dumps((function, args, kwargs))
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


@cache
def helper_process() -> HelperProcess:
    """Return the helper process of this process."""
    helper = HelperProcess()
    atexit.register(helper.stop)
    return helper


os.register_at_fork(after_in_child=helper_process.cache_clear)  # it belongs to the parent
