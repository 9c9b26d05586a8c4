"""The connections to a server, and transactions that survive the loss of a connection.

A transaction that fails before its commit has not happened, and is tried again if that may help. If the connection is
lost during the commit, the server is asked afterwards whether the transaction was committed: nothing is done twice, and
nothing that was stored is reported as failed.
"""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, aclosing, suppress
from typing import Any, TypeVar

import psycopg
from pgvector.psycopg.halfvec import register_halfvec_info
from psycopg import AsyncConnection, sql
from psycopg.rows import TupleRow
from psycopg.types import TypeInfo
from psycopg_pool import AsyncConnectionPool

from ricordo.stores.postgres import commit_markers
from ricordo.stores.postgres.failures import explain_errors, is_connection_lost, is_retryable
from ricordo.stores.postgres.pipelined import PipelinedConnection
from ricordo.stores.postgres.session import PostgresSession
from ricordo.stores.postgres.url import PostgresAddress
from ricordo.values import StoreError

T = TypeVar("T")
Operation = Callable[[PostgresSession], Awaitable[T]]
Connection = AsyncConnection[TupleRow]

MAX_CONNECTIONS = 8
"""A statement takes a fraction of a millisecond: eight connections keep a server busy, and leave some for others."""

_PLANNER_SETTINGS = (
    "SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false), "
    "set_config('jit', 'off', false)"
)
"""Our statements select by owner through an index. Planning them each time takes longer than running them, and a plan
that was made while a table was small must not scan the table when it has grown."""

_MIN_WAIT_SECONDS, _MAX_WAIT_SECONDS = 0.01, 1.0

_RECONNECT_SECONDS = 0.5
"""The time between two attempts to connect while the server is away."""


class Server:
    """A pool of connections, all of them with the same role and search path."""

    def __init__(self, address: PostgresAddress, *, timeout: float, role: str | None, path: tuple[str, ...]) -> None:
        self.address = address
        self._timeout = timeout
        self._role = role
        self._path = path
        self._closed = False
        self._salt = b""
        self._listener: Connection | None = None
        self._pool: AsyncConnectionPool[PipelinedConnection] = AsyncConnectionPool(
            address.conninfo,
            connection_class=PipelinedConnection,
            kwargs={"autocommit": True, "connect_timeout": max(2, round(timeout))},
            configure=self._configure,
            min_size=1,
            max_size=MAX_CONNECTIONS,
            timeout=timeout,
            reconnect_timeout=_RECONNECT_SECONDS,
            reconnect_failed=_connect_again,
            open=False,
        )

    async def open(self) -> None:
        """Connect, and read the salt of this store."""
        with explain_errors(self.address.name):
            await self._pool.open()
        self._salt = await self.read(_read_salt)

    async def close(self) -> None:
        """Close all connections."""
        self._closed = True
        if self._listener is not None:
            await self._listener.close()
        await self._pool.close()

    async def read(self, operation: Operation[T]) -> T:
        """Run ``operation`` in one snapshot of the database."""
        return await self._retry(lambda: self._read(operation))

    async def write(self, operation: Operation[T]) -> T:
        """Run ``operation`` in a transaction, which is durable when this returns."""
        return await self._retry(lambda: self._write(operation))

    async def wait_for_notification(self, channel: str, timeout: float) -> bool:
        """Return True after a notification on ``channel``, or False after ``timeout`` seconds.

        A notification between two calls ends the second call at once. The first call, and the first after a lost
        connection, return True at once: there may have been notifications before.
        """
        if self._closed:
            raise StoreError(f"{self.address.name}: the store is closed")
        deadline = time.monotonic() + timeout
        try:
            if self._listener is None:
                self._listener = await self._listen(channel)
                return True
            async with aclosing(self._listener.notifies(timeout=timeout, stop_after=1)) as notifications:
                async for _ in notifications:
                    return True
        except psycopg.Error as error:
            # The caller looks for work after the timeout, so nothing is missed. It only takes longer.
            self._listener = None
            with explain_errors(self.address.name):
                if not is_connection_lost(error):
                    raise
            await asyncio.sleep(max(0.0, deadline - time.monotonic()))
        return False

    async def _listen(self, channel: str) -> Connection:
        timeout = max(2, round(self._timeout))
        async with AsyncExitStack() as stack:
            connection = await stack.enter_async_context(
                await AsyncConnection.connect(self.address.conninfo, autocommit=True, connect_timeout=timeout)
            )
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(f"{channel}_{self.address.schema}")))
            stack.pop_all()
            return connection

    async def _configure(self, connection: Connection) -> None:
        await prepare_connection(connection, self._role, self._path)

    async def _retry(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try until it succeeds, fails for good, or the time is up."""
        if self._closed:
            raise StoreError(f"{self.address.name}: the store is closed")
        deadline, wait = time.monotonic() + self._timeout, _MIN_WAIT_SECONDS
        with explain_errors(self.address.name):
            while True:
                try:
                    return await attempt()
                except psycopg.Error as error:
                    if not is_retryable(error) or time.monotonic() + wait > deadline:
                        raise
                await asyncio.sleep(wait * random.uniform(0.5, 1.5))  # noqa: S311 - only to spread retries
                wait = min(2 * wait, _MAX_WAIT_SECONDS)

    async def _read(self, operation: Operation[T]) -> T:
        async with self._pool.connection() as connection:
            try:
                return await operation(PostgresSession(connection, self._salt, writes=False))
            finally:
                if not connection.closed:
                    await connection.rollback()

    async def _write(self, operation: Operation[T]) -> T:
        async with self._pool.connection() as connection:
            session, marker = PostgresSession(connection, self._salt, writes=True), uuid.uuid4().hex
            commit_markers.write_marker(session, connection, marker)
            result = await operation(session)
            try:
                await session.commit()
            except psycopg.OperationalError as error:
                if not is_connection_lost(error) or session.transaction is None:
                    raise  # the commit was not sent
                lost = error
                with suppress(psycopg.Error):  # the pool would commit what was sent, if the line holds after all
                    await connection.rollback()
            else:
                return result
        if await self._was_committed(session.transaction, connection.name, marker):
            return result
        raise lost

    async def _was_committed(self, transaction: str, lost_connection: str, marker: str) -> bool:
        """Return whether a transaction was committed when the answer to its commit was lost."""
        deadline, wait = time.monotonic() + self._timeout, _MIN_WAIT_SECONDS
        while time.monotonic() < deadline:
            try:
                async with self._pool.connection() as connection:
                    committed = await commit_markers.was_committed(
                        connection, transaction, lost_connection=lost_connection, marker=marker
                    )
            except psycopg.Error as error:
                if not is_connection_lost(error):
                    raise
                committed = None
            if committed is not None:
                return committed
            await asyncio.sleep(wait)
            wait = min(2 * wait, _MAX_WAIT_SECONDS)
        raise StoreError(
            f"{self.address.name}: the connection was lost while committing, and it is not known whether the change "
            "was stored; turns that have an id can safely be remembered again"
        )


async def _connect_again(pool: AsyncConnectionPool[PipelinedConnection]) -> None:
    """Let the pool try to connect again at once.

    By itself, the pool doubles the time between attempts. After an outage of 20 seconds, its callers would wait for 10
    more although the server is back, and run into their time-out. Asking for a connection makes it try at once; it is
    not waited for.
    """
    with suppress(psycopg.OperationalError):  # there is none yet, or the pool is closed
        await pool.putconn(await pool.getconn(timeout=_MIN_WAIT_SECONDS))


async def prepare_connection(connection: Connection, role: str | None, path: tuple[str, ...]) -> None:
    """Set the role, the search path and the planner settings of a connection, and register the vector type."""
    if role is not None:
        await connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(role)))
    names = sql.SQL(", ").join(map(sql.Identifier, path))
    await connection.execute(sql.SQL("SET search_path TO {}").format(names))
    await connection.execute(_PLANNER_SETTINGS)
    halfvec = await TypeInfo.fetch(connection, "halfvec")
    assert halfvec is not None
    register_halfvec_info(connection, halfvec)


async def _read_salt(session: PostgresSession) -> bytes:
    row: tuple[Any, ...] | None = await session.fetch_row("SELECT value FROM meta WHERE name = 'salt'")
    assert row is not None
    return bytes(row[0])
