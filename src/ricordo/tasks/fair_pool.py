"""Threads that work for several callers, for each of them in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from threading import Lock
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_caller: ContextVar[Hashable] = ContextVar("ricordo_caller", default=None)


@contextmanager
def working_for(caller: Hashable) -> Generator[None]:
    """Count what is run in a `FairPool` inside this block as work for `caller`."""
    token = _caller.set(caller)
    try:
        yield
    finally:
        _caller.reset(token)


class FairPool:
    """A pool of threads. If calls have to wait, each caller has one of its calls run in turn.

    So a caller with a hundred calls does not keep the others waiting. Calls outside of `working_for` count as the
    calls of one caller.
    """

    def __init__(self, threads: int, *, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lock = Lock()
        self._waiting: OrderedDict[Hashable, deque[tuple[Future[Any], Callable[[], Any]]]] = OrderedDict()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `function` returns."""
        return await asyncio.wrap_future(self.submit(function, *args, **kwargs))

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return the future result of `function`."""
        future: Future[T] = Future()
        with self._lock:
            self._waiting.setdefault(_caller.get(), deque()).append((future, partial(function, *args, **kwargs)))
        self._threads.submit(self._run_next)
        return future

    def _run_next(self) -> None:
        with self._lock:
            caller, calls = self._waiting.popitem(last=False)
            future, call = calls.popleft()
            if calls:
                self._waiting[caller] = calls
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            future.set_exception(error)
