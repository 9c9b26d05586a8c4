"""Background tasks: their cancellation, and work that would stop the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

from ricordo.tasks.fair_pool import FairPool
from ricordo.tasks.helper import helper_process

P = ParamSpec("P")
T = TypeVar("T")

_RETRY_SECONDS = 1.0
"""Seconds after which a cancelled task that still runs is cancelled again."""

_gives_way: ContextVar[bool] = ContextVar("ricordo_gives_way", default=False)


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


@contextmanager
def giving_way(*, is_wanted: bool = True) -> Generator[None]:
    """Let what is run in the background inside this block give way to everything else in the process, if wanted."""
    token = _gives_way.set(is_wanted)
    try:
        yield
    finally:
        _gives_way.reset(token)


def gives_way() -> bool:
    """Return whether the present task gives way to everything else in the process."""
    return _gives_way.get()


async def run_in_background(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `function` returns. It must depend on its arguments alone.

    It runs in a thread that all background work shares. It is one thread, because Python runs one at a time: the event
    loop waits for its turn as long as there are others. Inside `giving_way` the thread has it run in a process of its
    own, because even one thread makes the event loop wait.
    """
    run = partial(helper_process().run, function) if gives_way() else function
    return await _pool().run(partial(run, *args, **kwargs))


async def run_in_helper(function: Callable[[], None], *, seconds: float) -> None:
    """Run `function` in the helper process of this process, if there is one, after what it is doing.

    If that takes longer than `seconds`, it is not waited for.
    """
    if helper_process().is_running:
        call = asyncio.wrap_future(_pool().submit(helper_process().run, function))
        await asyncio.wait([call], timeout=seconds)


async def run_in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `function` returns. It runs in any thread, and inside `giving_way` in the background."""
    run = run_in_background if gives_way() else asyncio.to_thread
    return await run(function, *args, **kwargs)


@cache
def _pool() -> FairPool:
    return FairPool(1, name="ricordo-background")


os.register_at_fork(after_in_child=_pool.cache_clear)  # a child process has no thread of its parent
