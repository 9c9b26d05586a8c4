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

Call = tuple[Future[Any], Callable[[], Any]]

_MAX_PASSES = 16
"""Calls that may pass one that nobody waits for, so that it is not put off for ever."""

_caller: ContextVar[Hashable] = ContextVar("ricordo_caller", default=None)
_is_behind: ContextVar[bool] = ContextVar("ricordo_works_behind", default=False)


@contextmanager
def working_for(caller: Hashable) -> Generator[None]:
    """Count what is run in a `FairPool` inside this block as work for `caller`."""
    token = _caller.set(caller)
    try:
        yield
    finally:
        _caller.reset(token)


@contextmanager
def working_behind() -> Generator[None]:
    """Let what is run in a `FairPool` inside this block come after all other calls, and use one thread at a time."""
    token = _is_behind.set(True)
    try:
        yield
    finally:
        _is_behind.reset(token)


class FairPool:
    """A pool of threads. If calls have to wait, each caller has one of its calls run in turn.

    So a caller with a hundred calls does not keep the others waiting. Calls outside of `working_for` count as the
    calls of one caller. Calls inside `working_behind` leave all threads but one to the others.
    """

    def __init__(self, threads: int, *, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lock = Lock()
        self._waiting: OrderedDict[Hashable, deque[Call]] = OrderedDict()
        self._behind: deque[Call] = deque()
        self._is_behind_running = False
        self._passes = 0

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `function` returns."""
        return await asyncio.wrap_future(self.submit(function, *args, **kwargs))

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return the future result of `function`."""
        future: Future[T] = Future()
        with self._lock:
            calls = self._behind if _is_behind.get() else self._waiting.setdefault(_caller.get(), deque())
            calls.append((future, partial(function, *args, **kwargs)))
        self._threads.submit(self._run_next)
        return future

    def _run_next(self) -> None:
        with self._lock:
            is_behind = self._is_turn_of_behind()
            call = self._take_behind() if is_behind else self._take_waiting() if self._waiting else None
        if call is not None:
            _run(*call)
        if is_behind:
            with self._lock:
                self._is_behind_running = False
                if self._behind:  # whoever came for it meanwhile has left
                    self._threads.submit(self._run_next)

    def _is_turn_of_behind(self) -> bool:
        if not self._behind or self._is_behind_running:
            return False
        return not self._waiting or self._passes >= _MAX_PASSES

    def _take_behind(self) -> Call:
        self._is_behind_running, self._passes = True, 0
        return self._behind.popleft()

    def _take_waiting(self) -> Call:
        self._passes += bool(self._behind)
        caller, calls = self._waiting.popitem(last=False)
        call = calls.popleft()
        if calls:
            self._waiting[caller] = calls
        return call


def _run(future: Future[Any], call: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(call())
    except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
        future.set_exception(error)
