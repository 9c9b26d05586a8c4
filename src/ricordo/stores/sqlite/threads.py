"""SQLite in threads: one that writes, and a few that read.

Callers that write at the same time share one transaction and so one wait for the disk; each runs inside its own
savepoint, so that one caller's refusal is not another's. A reader works in one snapshot from beginning to end, and
never waits for the writer.

Handing a search of half a millisecond to a thread costs as much again, most of it in cold caches. So work may be given
a name, and what took next to no time under that name before is done on the spot, on the event loop.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from ricordo.stores.sqlite.connection import connect, explain_errors
from ricordo.stores.sqlite.reserve import Reserve, is_full
from ricordo.values import StoreError

T = TypeVar("T")
Operation = Callable[[sqlite3.Connection], T]

_MAX_BATCH = 64
"""Writes in one transaction: enough to share one sync to disk, few enough to let other processes write."""

_READERS = 4

_QUICK_SECONDS = 0.002
"""Operations that took less than this run on the event loop the next time, where the delay is not noticed."""

_MAX_QUICK_NAMES = 10_000

_SCRUB_INTERVAL_SECONDS = 1.0
"""Seconds between two attempts to overwrite what was erased, while a reader prevents it."""

Scrub = Callable[[sqlite3.Connection, bool], bool]
"""Overwrites what was erased, and returns whether it is done. The flag says whether to wait for readers."""


class _Call(Generic[T]):
    """An operation whose result a coroutine awaits."""

    def __init__(self, operation: Operation[T], *, alone: bool = False, erases: bool = False) -> None:
        self.operation = operation
        self.alone = alone
        self.erases = erases
        self.settled = False
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self._loop.create_future()

    def succeed(self, result: T) -> None:
        """Give the caller the result."""
        self._settle(lambda: self.future.set_result(result))

    def fail(self, error: Exception) -> None:
        """Raise an error in the caller."""
        self._settle(lambda: self.future.set_exception(error))

    def _settle(self, tell: Callable[[], None]) -> None:
        self.settled = True
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(lambda: None if self.future.done() else tell())


class _Busy(Exception):
    """The file is locked at this moment."""


class Readers:
    """A pool of threads that read, each with its own connection.

    The one that was last at work is asked first: what it read lies in its cache.
    """

    def __init__(self, path: Path, timeout: float) -> None:
        self._path = path
        self._timeout = timeout
        self._closed = False
        self._lock = threading.Lock()
        self._backlog: deque[_Call[Any]] = deque()
        self._idle: list[queue.SimpleQueue[_Call[Any] | None]] = []
        self._quick: OrderedDict[Hashable, None] = OrderedDict()
        self._here = threading.Lock()
        self._connection_here: sqlite3.Connection | None = None
        self._threads = [
            threading.Thread(target=self._work, name="ricordo-reader", daemon=True) for _ in range(_READERS)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, operation: Operation[T], *, name: Hashable = None) -> T:
        """Run ``operation`` in one snapshot of the database: on the event loop if operations of this name are quick."""
        if name in self._quick and self._here.acquire(blocking=False):
            try:
                return self._run_here(operation, name)
            except _Busy:
                pass  # the event loop must not wait for a lock: a thread shall
            finally:
                self._here.release()
        call = _Call(operation if name is None else lambda connection: self._run_timed(connection, operation, name))
        with self._lock:
            self._refuse_if_closed()
            if self._idle:
                self._idle.pop().put(call)
            else:
                self._backlog.append(call)
        return await call.future

    def close(self) -> None:
        """Finish all waiting operations and stop."""
        with self._lock:
            self._closed = True
            for waiting in self._idle:
                waiting.put(None)
        for thread in self._threads:
            thread.join()
        with self._here:
            if self._connection_here is not None:
                self._connection_here.close()

    def _run_here(self, operation: Operation[T], name: Hashable) -> T:
        self._refuse_if_closed()
        with explain_errors(self._path):
            try:
                self._connection_here = self._connection_here or self._connect(timeout=0)
                return _in_snapshot(
                    self._connection_here, lambda connection: self._run_timed(connection, operation, name)
                )
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                    raise _Busy from error
                raise

    def _run_timed(self, connection: sqlite3.Connection, operation: Operation[T], name: Hashable) -> T:
        """Run ``operation`` and note whether it was quick."""
        began = time.perf_counter()
        result = operation(connection)
        quick = time.perf_counter() - began < _QUICK_SECONDS
        with self._lock:
            self._quick.pop(name, None)
            if quick:
                self._quick[name] = None
            if len(self._quick) > _MAX_QUICK_NAMES:
                self._quick.popitem(last=False)
        return result

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError(f"{self._path}: the store is closed")

    def _work(self) -> None:
        connection: sqlite3.Connection | None = None
        inbox: queue.SimpleQueue[_Call[Any] | None] = queue.SimpleQueue()
        while (call := self._next(inbox)) is not None:
            try:
                with explain_errors(self._path):
                    connection = connection or self._connect(self._timeout)
                    call.succeed(_in_snapshot(connection, call.operation))
            except Exception as error:  # noqa: BLE001 - whatever it is, the caller learns of it and the thread lives on
                call.fail(error)
        if connection is not None:
            connection.close()

    def _next(self, inbox: queue.SimpleQueue[_Call[Any] | None]) -> _Call[Any] | None:
        with self._lock:
            if self._backlog:
                return self._backlog.popleft()
            if self._closed:
                return None
            self._idle.append(inbox)
        return inbox.get()

    def _connect(self, timeout: float) -> sqlite3.Connection:
        connection = connect(self._path, timeout)
        connection.execute("PRAGMA query_only = ON")
        return connection


def _in_snapshot(connection: sqlite3.Connection, operation: Operation[T]) -> T:
    _end_transaction(connection)
    connection.execute("BEGIN")
    try:
        return operation(connection)
    finally:
        _end_transaction(connection)


def _end_transaction(connection: sqlite3.Connection) -> None:
    """Roll back, unless SQLite did so by itself. It is called before a transaction too, in case that this failed."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


class Writer:
    """The thread that writes, and its connection.

    It also sees to it that what was erased is overwritten: right behind the transaction that erased it, whether or not
    anybody still waits for that, and where a reader prevents it, again and again until it is done.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, scrub: Scrub) -> None:
        self._path = path
        self._connection = connection
        self._scrub = scrub
        self._unscrubbed = not scrub(connection, False)  # somebody may have left without having done it
        self._tried = time.monotonic()
        self._lock = threading.Lock()
        self._closed = False
        self._calls: queue.SimpleQueue[_Call[Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="ricordo-writer", daemon=True)
        self._thread.start()

    async def run(self, operation: Operation[T]) -> T:
        """Run ``operation`` in a transaction, and return its result when it is on disk."""
        return await self._hand_over(_Call(operation))

    async def erase(self, operation: Operation[T]) -> tuple[T, bool]:
        """Run an ``operation`` that erases. Return its result, and whether the bytes are already overwritten."""
        return await self._hand_over(_Call[Any](operation, erases=True))

    async def run_alone(self, operation: Operation[T]) -> T:
        """Run ``operation`` on the writing connection, between transactions."""
        return await self._hand_over(_Call(operation, alone=True))

    def close(self) -> None:
        """Finish all waiting operations and stop."""
        with self._lock:
            self._closed = True
            self._calls.put(None)
        self._thread.join()

    async def _hand_over(self, call: _Call[T]) -> T:
        with self._lock:
            if self._closed:
                raise StoreError(f"{self._path}: the store is closed")
            self._calls.put(call)
        return await call.future

    def _work(self) -> None:
        carried: _Call[Any] | None = None
        while (first := carried or self._next()) is not None:
            batch, carried = self._batch(first)
            if not self._attempt(batch) and len(batch) > 1:
                # If the database refuses a batch, only the caller that it refused shall fail.
                for call in batch:
                    self._attempt([call])
            if self._unscrubbed and time.monotonic() - self._tried > _SCRUB_INTERVAL_SECONDS:
                self._try_to_scrub(patient=False)
        if self._unscrubbed:
            self._try_to_scrub(patient=False)
        self._connection.close()

    def _next(self) -> _Call[Any] | None:
        """Wait for the next call. While it waits, try to overwrite bytes that are still there."""
        while self._unscrubbed:
            try:
                return self._calls.get(timeout=_SCRUB_INTERVAL_SECONDS)
            except queue.Empty:
                self._try_to_scrub(patient=False)
        return self._calls.get()

    def _try_to_scrub(self, *, patient: bool) -> bool:
        self._unscrubbed = not self._scrub(self._connection, patient)
        self._tried = time.monotonic()
        return not self._unscrubbed

    def _batch(self, first: _Call[Any]) -> tuple[list[_Call[Any]], _Call[Any] | None]:
        """Return the calls to commit together with ``first``, and a call from the queue that must run alone."""
        batch = [first]
        while not first.alone and len(batch) < _MAX_BATCH and not self._calls.empty():
            following = self._calls.get()
            if following is None:
                self._calls.put(None)
                break
            if following.alone:
                return batch, following
            batch.append(following)
        return batch, None

    def _attempt(self, batch: list[_Call[Any]]) -> bool:
        waiting = [call for call in batch if not call.settled and not call.future.cancelled()]
        try:
            with explain_errors(self._path):
                if len(waiting) == 1 and waiting[0].erases:
                    self._erase_even_on_a_full_disk(waiting)
                else:
                    self._carry_out(waiting)
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller learns of it and the thread lives on
            if len(waiting) == 1:
                waiting[0].fail(error)
            return False
        return True

    def _erase_even_on_a_full_disk(self, batch: list[_Call[Any]]) -> None:
        """Carry out an erasure. If there is no room for its log, empty the log, then use up the reserve."""
        reserve = Reserve(self._path.parent)
        is_retried = False
        while True:
            try:
                self._carry_out(batch)
            except sqlite3.Error as error:
                with suppress(sqlite3.Error):
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                if not is_full(error) or (is_retried and not reserve.shrink()):
                    raise
                is_retried = True
            else:
                break
        if is_retried:
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            reserve.restore()

    def _carry_out(self, batch: list[_Call[Any]]) -> None:
        if not batch:
            return
        if batch[0].alone:
            batch[0].succeed(batch[0].operation(self._connection))
            return
        results: list[tuple[_Call[Any], Any]] = []
        _end_transaction(self._connection)
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for call in batch:
                self._connection.execute("SAVEPOINT one")
                try:
                    results.append((call, call.operation(self._connection)))
                except sqlite3.Error:
                    raise
                except Exception as refusal:  # noqa: BLE001 - one caller's refusal is not another's
                    self._connection.execute("ROLLBACK TO one")
                    call.fail(refusal)
                self._connection.execute("RELEASE one")
            self._connection.execute("COMMIT")
        finally:
            _end_transaction(self._connection)
        # Only now is it on the disk, and only now does anybody learn of a success.
        for call, result in results:
            if not call.erases:
                call.succeed(result)
        erasing = [(call, result) for call, result in results if call.erases]
        scrubbed = self._try_to_scrub(patient=True) if erasing else True
        for call, result in erasing:
            call.succeed((result, scrubbed))
