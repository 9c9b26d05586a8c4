"""Overwriting erased rows: the tables are rewritten without them."""

from __future__ import annotations

import asyncio

from psycopg import AsyncConnection, errors, sql
from psycopg.rows import TupleRow

from ricordo.stores.postgres.failures import explain_errors
from ricordo.stores.postgres.url import PostgresAddress
from ricordo.values import StoreError

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY tablename"
_SUPERUSER_COMMANDS = ("VACUUM (FULL) pg_catalog.pg_statistic", "CHECKPOINT")
"""These rewrite the planner's samples of names, and flush everything to disk."""

_LOCK_TIMEOUT = "1s"
"""How long to wait for the lock of a table. Readers of the table wait behind us meanwhile."""

_MAX_TRIES = 60
_PAUSE_SECONDS = 1.0
"""The pause between two tries, for readers that waited behind us."""

_LOG_NOTE = "the server's write-ahead log, its archive and backups keep the old bytes until they expire"


async def scrub(address: PostgresAddress, *, max_tries: int = _MAX_TRIES) -> list[str]:
    """Rewrite all tables and the planner's statistics. Return what others have to do.

    Each table is locked while it is rewritten. One that is busy is tried again, ``max_tries`` times at most. This runs
    as the user of the URL, who may do more than the role of the store.
    """
    with explain_errors(address.name):
        async with await AsyncConnection.connect(address.conninfo, autocommit=True) as connection:
            await connection.execute("SELECT set_config('lock_timeout', %s, false)", (_LOCK_TIMEOUT,))
            found = await (await connection.execute(_TABLES, (address.schema,))).fetchall()
            for (name,) in found:
                table = sql.Identifier(address.schema, name)
                if not await _rewrite_table(connection, table, max_tries):
                    raise StoreError(
                        f"{address.name}: the table {name} was never free for long enough; end long transactions on "
                        "the server, or try again when less is going on"
                    )
            refused = [command for command in _SUPERUSER_COMMANDS if not await _run_if_allowed(connection, command)]
    return [*(f"have a superuser run {command}" for command in refused), _LOG_NOTE]


async def _rewrite_table(connection: AsyncConnection[TupleRow], table: sql.Identifier, max_tries: int) -> bool:
    """Rewrite a table. Return whether its lock could be had."""
    for attempt in range(max_tries):
        if attempt:
            await asyncio.sleep(_PAUSE_SECONDS)
        try:
            await connection.execute(sql.SQL("VACUUM (FULL, ANALYZE) {}").format(table))
        except errors.LockNotAvailable:
            continue
        return True
    return False


async def _run_if_allowed(connection: AsyncConnection[TupleRow], command: str) -> bool:
    """Run ``command``. Return whether it was allowed: the server refuses it, or skips it with a warning."""
    warnings: list[str] = []
    connection.add_notice_handler(lambda notice: warnings.append(notice.sqlstate or ""))
    try:
        await connection.execute(command.encode())
    except (errors.InsufficientPrivilege, errors.LockNotAvailable):
        return False
    return not warnings
