"""SQLite off the event loop: one thread that writes, a few that read.

Callers that write at the same time share one transaction and so one wait for the disk; each runs inside its own
savepoint, so that one caller's refusal is not another's. A reader works in one snapshot from beginning to end, and
never waits for the writer.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from recollect.stores.sqlite.connection import connect, explained
from recollect.values import StoreError

T = TypeVar("T")
Operation = Callable[[sqlite3.Connection], T]

_MOST_TOGETHER = 64
"""Writes in one transaction: enough to share the wait for the disk, few enough that other processes get their turn."""

_READERS = 4


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    operation: Operation[Any]
    future: Future[Any]
    alone: bool


class Writer:
    """The one thread that writes, and its connection."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="recollect-writer", daemon=True)
        self._thread.start()

    async def run(self, operation: Operation[T]) -> T:
        """Run ``operation`` in a transaction; when this returns, it is on the disk."""
        return await self._enqueue(operation, alone=False)

    async def run_alone(self, operation: Operation[T]) -> T:
        """Run ``operation`` on the writing connection, between transactions."""
        return await self._enqueue(operation, alone=True)

    def close(self) -> None:
        """Finish what is waiting and stop."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()
        self._connection.close()

    async def _enqueue(self, operation: Operation[T], *, alone: bool) -> T:
        if self._closed:
            raise StoreError(f"{self._path}: the store is closed")
        future: Future[T] = Future()
        self._queue.put(_Waiting(operation, future, alone))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        carried: _Waiting | None = None
        while (first := carried or self._queue.get()) is not None:
            batch, carried = self._batch(first)
            batch = [waiting for waiting in batch if waiting.future.set_running_or_notify_cancel()]
            if not self._attempt(batch) and len(batch) > 1:
                # If the database refuses a batch, only the caller that it refused shall fail.
                for waiting in batch:
                    self._attempt([waiting])

    def _batch(self, first: _Waiting) -> tuple[list[_Waiting], _Waiting | None]:
        """What can be committed together with ``first``, and what was taken from the queue but cannot."""
        batch = [first]
        while not first.alone and len(batch) < _MOST_TOGETHER and not self._queue.empty():
            following = self._queue.get()
            if following is None:
                self._queue.put(None)
                break
            if following.alone:
                return batch, following
            batch.append(following)
        return batch, None

    def _attempt(self, batch: list[_Waiting]) -> bool:
        batch = [waiting for waiting in batch if not waiting.future.done()]
        try:
            with explained(self._path):
                self._carry_out(batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller learns of it and the thread lives on
            if len(batch) == 1:
                batch[0].future.set_exception(error)
            return False
        return True

    def _carry_out(self, batch: list[_Waiting]) -> None:
        if not batch:
            return
        if batch[0].alone:
            batch[0].future.set_result(batch[0].operation(self._connection))
            return
        results: list[tuple[Future[Any], Any]] = []
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for waiting in batch:
                self._connection.execute("SAVEPOINT one")
                try:
                    results.append((waiting.future, waiting.operation(self._connection)))
                except sqlite3.Error:
                    raise
                except Exception as refusal:  # noqa: BLE001 - one caller's refusal is not another's
                    self._connection.execute("ROLLBACK TO one")
                    waiting.future.set_exception(refusal)
                self._connection.execute("RELEASE one")
            self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        # Only now is it on the disk, and only now does anybody learn of a success.
        for future, result in results:
            future.set_result(result)


class Readers:
    """A few threads that read, each with a connection of its own."""

    def __init__(self, path: Path, timeout: float) -> None:
        self._path = path
        self._timeout = timeout
        self._closed = False
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._pool = ThreadPoolExecutor(_READERS, thread_name_prefix="recollect-reader")

    async def run(self, operation: Operation[T]) -> T:
        """Run ``operation`` in one snapshot of the database."""
        if self._closed:
            raise StoreError(f"{self._path}: the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._read, operation)

    def close(self) -> None:
        """Finish what is under way and close the connections."""
        self._closed = True
        self._pool.shutdown()
        for connection in self._connections:
            connection.close()

    def _read(self, operation: Operation[T]) -> T:
        with explained(self._path):
            connection = self._connection()
            connection.execute("BEGIN")
            try:
                return operation(connection)
            finally:
                connection.execute("ROLLBACK")

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path, self._timeout)
            connection.execute("PRAGMA query_only = ON")
            self._local.connection = connection
            self._connections.append(connection)
        return connection
