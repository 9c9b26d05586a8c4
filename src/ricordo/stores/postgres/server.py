"""The connections to a server, and transactions that survive the loss of them.

A transaction that fails before its commit has not happened, and is tried again if that may help. If the connection is
lost during the commit, the server is asked afterwards what became of the transaction: nothing is done twice, and
nothing is reported as failed that was stored.
"""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, aclosing
from typing import Any, TypeVar

import psycopg
from pgvector.psycopg.halfvec import register_halfvec_info
from psycopg import AsyncConnection, sql
from psycopg.rows import TupleRow
from psycopg.types import TypeInfo
from psycopg_pool import AsyncConnectionPool

from ricordo.stores.postgres import commit_markers
from ricordo.stores.postgres.failures import explained, is_lost, may_try_again
from ricordo.stores.postgres.pipelined import EagerConnection
from ricordo.stores.postgres.session import Session
from ricordo.stores.postgres.url import Address
from ricordo.values import StoreError

T = TypeVar("T")
Operation = Callable[[Session], Awaitable[T]]
Connection = AsyncConnection[TupleRow]

MOST_CONNECTIONS = 8
"""A statement takes a fraction of a millisecond: eight keep a server busy, and leave room for other processes."""

_PLANS = (
    "SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false), "
    "set_config('jit', 'off', false)"
)
"""Our statements go by the owner through an index, however much there is: planning them anew takes longer than running
them, and a plan that was made while the tables were small must not read them in full when they have grown."""

_FIRST_WAIT, _LONGEST_WAIT = 0.01, 1.0


class Server:
    """A pool of connections, all of them with the same role and search path."""

    def __init__(self, address: Address, *, timeout: float, role: str | None, path: tuple[str, ...]) -> None:
        self.address = address
        self._timeout = timeout
        self._role = role
        self._path = path
        self._closed = False
        self._salt = b""
        self._ear: Connection | None = None
        self._pool: AsyncConnectionPool[EagerConnection] = AsyncConnectionPool(
            address.conninfo,
            connection_class=EagerConnection,
            kwargs={"autocommit": True, "connect_timeout": max(2, round(timeout))},
            configure=self._configure,
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=timeout,
            open=False,
        )

    async def open(self) -> None:
        """Connect, and learn the salt of this store."""
        with explained(self.address.name):
            await self._pool.open()
        self._salt = await self.read(_salt)

    async def close(self) -> None:
        """Close all connections."""
        self._closed = True
        if self._ear is not None:
            await self._ear.close()
        await self._pool.close()

    async def read(self, operation: Operation[T]) -> T:
        """Run ``operation`` in one snapshot of the database."""
        return await self._persistently(lambda: self._read(operation))

    async def write(self, operation: Operation[T]) -> T:
        """Run ``operation`` in a transaction; when this returns, it is durable."""
        return await self._persistently(lambda: self._write(operation))

    async def wait(self, channel: str, timeout: float) -> bool:
        """Return True when something is announced on ``channel``, or False after ``timeout`` seconds.

        What was announced between two calls ends the second one at once. So does beginning to listen, the first time
        and after a loss of the connection: nobody knows what was announced before.
        """
        if self._closed:
            raise StoreError(f"{self.address.name}: the store is closed")
        deadline = time.monotonic() + timeout
        try:
            if self._ear is None:
                self._ear = await self._listen(channel)
                return True
            async with aclosing(self._ear.notifies(timeout=timeout, stop_after=1)) as heard:
                async for _ in heard:
                    return True
        except psycopg.Error as error:
            # Whoever waits looks for themselves afterwards: nothing is missed, it only takes longer.
            self._ear = None
            with explained(self.address.name):
                if not is_lost(error):
                    raise
            await asyncio.sleep(max(0.0, deadline - time.monotonic()))
        return False

    async def _listen(self, channel: str) -> Connection:
        timeout = max(2, round(self._timeout))
        async with AsyncExitStack() as cut_off:
            connection = await cut_off.enter_async_context(
                await AsyncConnection.connect(self.address.conninfo, autocommit=True, connect_timeout=timeout)
            )
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(f"{channel}_{self.address.schema}")))
            cut_off.pop_all()
            return connection

    async def _configure(self, connection: Connection) -> None:
        await prepare(connection, self._role, self._path)

    async def _persistently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try until it succeeds, fails for good, or time is up."""
        if self._closed:
            raise StoreError(f"{self.address.name}: the store is closed")
        deadline, wait = time.monotonic() + self._timeout, _FIRST_WAIT
        with explained(self.address.name):
            while True:
                try:
                    return await attempt()
                except psycopg.Error as error:
                    if not may_try_again(error) or time.monotonic() + wait > deadline:
                        raise
                await asyncio.sleep(wait * random.uniform(0.5, 1.5))  # noqa: S311 - only to come apart in time
                wait = min(2 * wait, _LONGEST_WAIT)

    async def _read(self, operation: Operation[T]) -> T:
        async with self._pool.connection() as connection:
            try:
                return await operation(Session(connection, self._salt, writes=False))
            finally:
                if not connection.closed:
                    await connection.rollback()

    async def _write(self, operation: Operation[T]) -> T:
        async with self._pool.connection() as connection:
            session, stamp = Session(connection, self._salt, writes=True), uuid.uuid4().hex
            commit_markers.put(session, connection, stamp)
            result = await operation(session)
            try:
                await session.commit()
            except psycopg.OperationalError as error:
                if not is_lost(error) or session.transaction is None:
                    raise  # it has not come to the commit
                lost = error
            else:
                return result
        if await self._was_committed(session.transaction, connection.name, stamp):
            return result
        raise lost

    async def _was_committed(self, transaction: str, lost: str, stamp: str) -> bool:
        """What became of a transaction whose commit was not answered."""
        deadline, wait = time.monotonic() + self._timeout, _FIRST_WAIT
        while time.monotonic() < deadline:
            try:
                async with self._pool.connection() as connection:
                    committed = await commit_markers.was_committed(connection, transaction, lost, stamp)
            except psycopg.Error as error:
                if not is_lost(error):
                    raise
                committed = None
            if committed is not None:
                return committed
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
        raise StoreError(
            f"{self.address.name}: the connection was lost while committing, and it is not known whether the change "
            "was stored; turns that bear an id can simply be remembered again"
        )


async def prepare(connection: Connection, role: str | None, path: tuple[str, ...]) -> None:
    """Give a connection its role, its search path and the type of our vectors."""
    if role is not None:
        await connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(role)))
    names = sql.SQL(", ").join(map(sql.Identifier, path))
    await connection.execute(sql.SQL("SET search_path TO {}").format(names))
    await connection.execute(_PLANS)
    halfvec = await TypeInfo.fetch(connection, "halfvec")
    assert halfvec is not None
    register_halfvec_info(connection, halfvec)


async def _salt(session: Session) -> bytes:
    row: tuple[Any, ...] | None = await session.row("SELECT value FROM meta WHERE name = 'salt'")
    assert row is not None
    return bytes(row[0])
