"""Crashes at a chosen statement: the process is killed, or the statement fails."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Literal

import psycopg

Kind = Literal["kill", "fail"]


class Countdown:
    """The statements until a crash."""

    def __init__(self, statements: int, kind: Kind) -> None:
        self.left = statements
        self._kind = kind

    def count(self, make_error: Callable[[], Exception]) -> None:
        """Count a statement, and crash if it is the last one."""
        self.left -= 1
        if self.left:
            return
        if self._kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        raise make_error()


def _make_disk_error() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error


@contextmanager
def crash_after(statements: int, kind: Kind) -> Generator[Countdown]:
    """Crash at a statement of any store that is opened and used in this block. It is counted over all connections."""
    countdown = Countdown(statements, kind)
    connect, execute = sqlite3.connect, psycopg.AsyncConnection.execute

    class CountingConnection(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            countdown.count(_make_disk_error)
            return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:
            countdown.count(_make_disk_error)
            return super().executemany(*arguments)

    def connect_counting(*arguments: Any, **settings: Any) -> sqlite3.Connection:
        return connect(*arguments, **settings, factory=CountingConnection)

    async def execute_counting(self: Any, *arguments: Any, **settings: Any) -> Any:
        countdown.count(lambda: psycopg.OperationalError("the line failed"))
        return await execute(self, *arguments, **settings)

    sqlite3.connect = connect_counting  # type: ignore[assignment]
    psycopg.AsyncConnection.execute = execute_counting  # type: ignore[method-assign]
    try:
        yield countdown
    finally:
        sqlite3.connect = connect
        psycopg.AsyncConnection.execute = execute  # type: ignore[method-assign]
