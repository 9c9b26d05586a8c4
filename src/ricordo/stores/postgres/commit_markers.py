"""Finding out whether a transaction was committed whose commit was not answered.

The server's own number for it does not tell: a crash forgets the numbers that were not on the disk yet, and gives them
to others, so that what is said of a number may be said of somebody else's transaction. So each one that writes leaves
a stamp that no other has, in a row that belongs to its connection.
"""

from __future__ import annotations

from psycopg import errors

from ricordo.stores.postgres.pipelined import EagerConnection
from ricordo.stores.postgres.session import Session

_PUT = (
    "INSERT INTO stamp VALUES (%s, %s, now()) "
    "ON CONFLICT (connection) DO UPDATE SET value = excluded.value, at = excluded.at"
)
_SWEEP = (
    "DELETE FROM stamp WHERE connection IN "
    "(SELECT connection FROM stamp WHERE at < now() - interval '1 day' FOR UPDATE SKIP LOCKED)"
)
_IS_UNDER_WAY = "SELECT pg_xact_status(%s::xid8) = 'in progress'"
_IS_THERE = "SELECT EXISTS (SELECT FROM stamp WHERE connection = %s AND value = %s)"


def put(session: Session, connection: EagerConnection, stamp: str) -> None:
    """Stamp a transaction. The first one of a connection also clears away what connections of the past have left."""
    session.later(_PUT, (connection.name, stamp))
    if connection.is_new:
        connection.is_new = False
        session.later(_SWEEP)


async def was_committed(asking: EagerConnection, transaction: str, connection: str, stamp: str) -> bool | None:
    """Whether a transaction of a lost ``connection`` is in the database; None while it is still under way."""
    try:
        under_way = await (await asking.execute(_IS_UNDER_WAY, (transaction,))).fetchone()
    except errors.InvalidParameterValue:
        return False  # a number that is yet to be given out: the crash has undone it
    if under_way is not None and under_way[0]:
        return None
    # In a statement of its own: what was committed before it began is seen.
    there = await (await asking.execute(_IS_THERE, (connection, stamp))).fetchone()
    return there is not None and bool(there[0])
