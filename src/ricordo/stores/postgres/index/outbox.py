"""What an index beside the database has yet to be told.

An entry is written in the transaction that changes a document, and says only which one: whoever takes it reads what the
document is then. So entries may be taken twice, or late, or by several workers, and what the index holds in the end is
what the records say. Of one owner, one worker holds entries at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ricordo.stores.postgres.documents import Place, columns_of
from ricordo.stores.postgres.session import Session

EVERYTHING_OF = -1
"""In place of a number: all that the owner had."""

GRACE = 600.0
"""Seconds until what was removed is removed once more: many times longer than a request to an index is under way."""

OWNERS_AT_ONCE = 64
"""Each is a lock, of which a server has a few thousand for everybody."""

_LOOKED_AT = 1024
_WAIT_FOR_LOCK = "5s"

_LOCK = "(hashtext('ricordo_index_' || current_schema), owner::integer)"
_ADD = (
    "INSERT INTO outbox (owner, number) SELECT %s, number FROM unnest(%s::int[]) AS number "
    "WHERE EXISTS (SELECT 1 FROM generation) ORDER BY number "
    "ON CONFLICT (owner, number) DO UPDATE SET entry = excluded.entry, due = excluded.due, repeated = false"
)
_GIVEN = "unnest(%s::bigint[], %s::int[], %s::bigint[]) AS g(owner, number, entry)"
_HELD = (
    f"SELECT o.owner, o.number FROM outbox o JOIN {_GIVEN} USING (owner, number, entry) ORDER BY 1, 2 FOR UPDATE OF o"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A document to be looked at; ``entry`` is another one if it changed again meanwhile."""

    owner: int
    number: int
    entry: int
    repeated: bool

    @property
    def place(self) -> Place:
        return self.owner, self.number


def add(session: Session, owner: int, numbers: Iterable[int]) -> None:
    """Note documents of an owner that have changed or gone, where there is an index to be told."""
    session.later(_ADD, (owner, list(numbers)))


def add_owner(session: Session, owner: int) -> None:
    """Note that an owner has nothing any more."""
    session.later("DELETE FROM outbox WHERE owner = %s", (owner,))
    add(session, owner, [EVERYTHING_OF])


async def take(session: Session, *, most: int) -> list[Entry]:
    """The oldest entries that are due, of owners whose entries nobody else holds."""
    session.see_everything()
    owners = await session.rows(
        "SELECT owner FROM (SELECT owner, entry FROM outbox WHERE due <= now() ORDER BY due, entry LIMIT %s) AS due "
        "GROUP BY owner ORDER BY min(entry) LIMIT %s",
        (_LOOKED_AT, OWNERS_AT_ONCE),
    )
    if not owners:
        return []
    held = await session.rows(
        f"SELECT owner FROM unnest(%s::bigint[]) AS owner WHERE pg_try_advisory_xact_lock{_LOCK}",
        ([owner for (owner,) in owners],),
    )
    return await _of(session, [owner for (owner,) in held], most)


async def take_of(session: Session, owners: Sequence[int], *, most: int) -> list[Entry]:
    """The entries of the given owners that are due; whoever holds them is waited for, though not long."""
    await hold(session, owners)
    return await _of(session, owners, most)


async def hold(session: Session, owners: Sequence[int]) -> None:
    """Be the only one who tells the index about these owners, until the end of the transaction."""
    session.see_everything()
    session.later("SELECT set_config('lock_timeout', %s, true)", (_WAIT_FOR_LOCK,))
    for owner in sorted(owners):
        session.later(f"SELECT pg_advisory_xact_lock{_LOCK} FROM (VALUES (%s::bigint)) AS o(owner)", (owner,))
    await session.batch()


async def _of(session: Session, owners: Sequence[int], most: int) -> list[Entry]:
    # Another worker may have dealt with some of them between looking and holding.
    rows = await session.rows(
        "SELECT owner, number, entry, repeated FROM outbox WHERE owner = ANY(%s::bigint[]) AND due <= now() "
        "ORDER BY entry LIMIT %s",
        (owners, most),
    )
    return [Entry(*row) for row in rows]


def settle(session: Session, taken: Sequence[Entry], removed: Collection[Place]) -> None:
    """The index has been told. What was ``removed`` from it comes back once, after a time of grace."""
    again = [item for item in taken if item.place in removed and not item.repeated]
    done = [item for item in taken if item.place not in removed or item.repeated]
    if again:
        session.later(
            f"WITH held AS ({_HELD}) UPDATE outbox o SET due = now() + make_interval(secs => %s), repeated = true "
            "FROM held WHERE o.owner = held.owner AND o.number = held.number",
            (*_columns(again), GRACE),
        )
    if done:
        session.later(
            f"WITH held AS ({_HELD}) DELETE FROM outbox o USING held "
            "WHERE o.owner = held.owner AND o.number = held.number",
            _columns(done),
        )


def _columns(entries: Sequence[Entry]) -> list[list[int]]:
    return columns_of([(item.owner, item.number, item.entry) for item in entries])


async def waiting(session: Session) -> int:
    """How many documents the index does not know as they are now."""
    session.see_everything()
    return await session.number("SELECT count(*) FROM outbox WHERE NOT repeated")
