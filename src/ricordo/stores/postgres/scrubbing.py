"""Overwriting what was erased: the tables are written anew, without the rows that were deleted."""

from __future__ import annotations

import asyncio

from psycopg import AsyncConnection, errors, sql
from psycopg.rows import TupleRow

from ricordo.stores.postgres.failures import explained
from ricordo.stores.postgres.url import Address
from ricordo.values import StoreError

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY tablename"
_FOR_SUPERUSERS = ("VACUUM (FULL) pg_catalog.pg_statistic", "CHECKPOINT")
"""The planner's samples of names in scopes, and having it all on the disk."""

_LOCK_WITHIN = "1s"
"""How long to stand in line for a table: whoever wants to read it meanwhile stands behind."""

_TRIES = 60
_PAUSE = 1.0
"""Seconds for those who stood behind, before the next try."""

_LOG = "the server's write-ahead log, its archive and backups keep the old bytes until they expire"


async def scrub(address: Address, *, tries: int = _TRIES) -> list[str]:
    """Write all tables anew, and what the planner knows of them; what is left to others.

    Each table is locked while that goes on; one that somebody keeps busy is tried again, ``tries`` times at most. It is
    done as the user of the URL, who may do more than the role that the store takes.
    """
    with explained(address.name):
        async with await AsyncConnection.connect(address.conninfo, autocommit=True) as connection:
            await connection.execute("SELECT set_config('lock_timeout', %s, false)", (_LOCK_WITHIN,))
            found = await (await connection.execute(_TABLES, (address.schema,))).fetchall()
            for (name,) in found:
                table = sql.Identifier(address.schema, name)
                if not await _written_anew(connection, table, tries):
                    raise StoreError(
                        f"{address.name}: the table {name} was never free for long enough; end long transactions on "
                        "the server, or try again when less is going on"
                    )
            refused = [command for command in _FOR_SUPERUSERS if not await _may(connection, command)]
    return [*(f"have a superuser run {command}" for command in refused), _LOG]


async def _written_anew(connection: AsyncConnection[TupleRow], table: sql.Identifier, tries: int) -> bool:
    """Whether the table could be locked, and was written anew."""
    for attempt in range(tries):
        if attempt:
            await asyncio.sleep(_PAUSE)
        try:
            await connection.execute(sql.SQL("VACUUM (FULL, ANALYZE) {}").format(table))
        except errors.LockNotAvailable:
            continue
        return True
    return False


async def _may(connection: AsyncConnection[TupleRow], command: str) -> bool:
    """Run ``command``, if that is allowed; what is not is refused, or left out with a warning that nobody sees."""
    warnings: list[str] = []
    connection.add_notice_handler(lambda notice: warnings.append(notice.sqlstate or ""))
    try:
        await connection.execute(command.encode())
    except (errors.InsufficientPrivilege, errors.LockNotAvailable):
        return False
    return not warnings
