"""Background tasks: their cancellation, and work that would stop the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_RETRY_SECONDS = 1.0
"""Seconds after which a cancelled task that still runs is cancelled again."""


async def cancel_and_wait(task: asyncio.Task[Any]) -> None:
    """Cancel `task` and wait until it is done. Raise what it raised, except the cancellation.

    One cancellation is not enough: before Python 3.12, `asyncio.wait_for` drops a cancellation that arrives just as
    the awaited result does, and connection pools are built on it. We would then wait forever.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_RETRY_SECONDS)
    with suppress(asyncio.CancelledError):
        await task


async def run_in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `function` returns. It runs in a thread that all background work shares.

    It is one thread, because Python runs one at a time: the event loop waits for its turn as long as there are others.
    """
    return await asyncio.get_running_loop().run_in_executor(_executor(), partial(function, *args, **kwargs))


@cache
def _executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="ricordo-background")


os.register_at_fork(after_in_child=_executor.cache_clear)  # a child process has no thread of its parent
