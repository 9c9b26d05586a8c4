"""Finding out whether a transaction was committed when the answer to its commit was lost.

The server's own number of a transaction is not enough: after a crash, the server gives numbers that were not on disk
yet to other transactions. So each transaction that writes leaves a unique marker in a row that belongs to its
connection.
"""

from __future__ import annotations

from psycopg import errors

from ricordo.stores.postgres.pipelined import PipelinedConnection
from ricordo.stores.postgres.session import PostgresSession

_PUT = (
    "INSERT INTO stamp VALUES (%s, %s, now()) "
    "ON CONFLICT (connection) DO UPDATE SET value = excluded.value, at = excluded.at"
)
_SWEEP = (
    "DELETE FROM stamp WHERE connection IN "
    "(SELECT connection FROM stamp WHERE at < now() - interval '1 day' FOR UPDATE SKIP LOCKED)"
)
_IS_IN_PROGRESS = "SELECT pg_xact_status(%s::xid8) = 'in progress'"
_EXISTS = "SELECT EXISTS (SELECT FROM stamp WHERE connection = %s AND value = %s)"


def write_marker(session: PostgresSession, connection: PipelinedConnection, marker: str) -> None:
    """Write the marker of a transaction. The first one of a connection also deletes markers of old connections."""
    session.execute_later(_PUT, (connection.name, marker))
    if connection.is_new:
        connection.is_new = False
        session.execute_later(_SWEEP)


async def was_committed(
    connection: PipelinedConnection, transaction: str, *, lost_connection: str, marker: str
) -> bool | None:
    """Return whether a transaction of a lost connection was committed, or None while it is in progress."""
    try:
        in_progress = await (await connection.execute(_IS_IN_PROGRESS, (transaction,))).fetchone()
    except errors.InvalidParameterValue:
        return False  # the number was not given out yet, so a crash has undone the transaction
    if in_progress is not None and in_progress[0]:
        return None
    # A statement of its own sees what was committed before it began.
    row = await (await connection.execute(_EXISTS, (lost_connection, marker))).fetchone()
    return row is not None and bool(row[0])
