"""The outbox: documents whose changes must still be sent to the index.

An entry is written in the transaction that changes a document, and names the document only: the worker that takes the
entry reads the document then. So entries may be taken twice, or late, or by several workers, and in the end the index
agrees with the records. One worker at a time holds the entries of an owner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ricordo.stores.postgres.documents import DocumentPlace, transpose
from ricordo.stores.postgres.session import PostgresSession

ALL_DOCUMENTS = -1
"""In place of a document's number: all documents of the owner."""

GRACE_SECONDS = 600.0
"""Removed documents are removed once more after this time, which is many times longer than a request can take."""

MAX_OWNERS_PER_BATCH = 64
"""Each takes a lock, of which a server has a few thousand in all."""

_MAX_ENTRIES_READ = 1024
_LOCK_TIMEOUT = "5s"

_LOCK = "(hashtext('ricordo_index_' || current_schema), owner::integer)"
_ADD = (
    "INSERT INTO outbox (owner, number) SELECT %s, number FROM unnest(%s::int[]) AS number "
    "WHERE EXISTS (SELECT 1 FROM generation) ORDER BY number "
    "ON CONFLICT (owner, number) DO UPDATE SET entry = excluded.entry, due = excluded.due, repeated = false"
)
_ENTRIES = "unnest(%s::bigint[], %s::int[], %s::bigint[]) AS g(owner, number, entry)"
_LOCK_ENTRIES = (
    f"SELECT o.owner, o.number FROM outbox o JOIN {_ENTRIES} USING (owner, number, entry) ORDER BY 1, 2 FOR UPDATE OF o"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A document that changed. ``entry`` is a new number each time it changes."""

    owner: int
    number: int
    entry: int
    repeated: bool

    @property
    def place(self) -> DocumentPlace:
        return self.owner, self.number


def add(session: PostgresSession, owner: int, numbers: Iterable[int]) -> None:
    """Add documents of an owner that changed or were removed. Without an index, this does nothing."""
    session.execute_later(_ADD, (owner, list(numbers)))


def add_owner(session: PostgresSession, owner: int) -> None:
    """Add an entry that all documents of an owner were removed."""
    session.execute_later("DELETE FROM outbox WHERE owner = %s", (owner,))
    add(session, owner, [ALL_DOCUMENTS])


async def take_entries(session: PostgresSession, *, limit: int) -> list[Entry]:
    """Return the oldest entries that are due, and lock their owners. Owners that another worker holds are left out."""
    session.show_all()
    owners = await session.fetch_rows(
        "SELECT owner FROM (SELECT owner, entry FROM outbox WHERE due <= now() ORDER BY due, entry LIMIT %s) AS due "
        "GROUP BY owner ORDER BY min(entry) LIMIT %s",
        (_MAX_ENTRIES_READ, MAX_OWNERS_PER_BATCH),
    )
    if not owners:
        return []
    held = await session.fetch_rows(
        f"SELECT owner FROM unnest(%s::bigint[]) AS owner WHERE pg_try_advisory_xact_lock{_LOCK}",
        ([owner for (owner,) in owners],),
    )
    return await _read_entries(session, [owner for (owner,) in held], limit)


async def take_owner_entries(session: PostgresSession, owners: Sequence[int], *, limit: int) -> list[Entry]:
    """Return the entries of the given owners that are due. Wait a short time if another worker holds them."""
    await lock_owners(session, owners)
    return await _read_entries(session, owners, limit)


async def lock_owners(session: PostgresSession, owners: Sequence[int]) -> None:
    """Lock owners, so that nobody else updates them in the index until the end of the transaction."""
    session.show_all()
    session.execute_later("SELECT set_config('lock_timeout', %s, true)", (_LOCK_TIMEOUT,))
    for owner in sorted(owners):
        session.execute_later(f"SELECT pg_advisory_xact_lock{_LOCK} FROM (VALUES (%s::bigint)) AS o(owner)", (owner,))
    await session.execute_batch()


async def _read_entries(session: PostgresSession, owners: Sequence[int], limit: int) -> list[Entry]:
    # Another worker may have completed some of them before we had the locks.
    rows = await session.fetch_rows(
        "SELECT owner, number, entry, repeated FROM outbox WHERE owner = ANY(%s::bigint[]) AND due <= now() "
        "ORDER BY entry LIMIT %s",
        (owners, limit),
    )
    return [Entry(*row) for row in rows]


def complete_entries(session: PostgresSession, taken: Sequence[Entry], removed: Collection[DocumentPlace]) -> None:
    """Remove entries that the index has applied. Those that it ``removed`` are due once more, after a grace period."""
    again = [item for item in taken if item.place in removed and not item.repeated]
    done = [item for item in taken if item.place not in removed or item.repeated]
    if again:
        session.execute_later(
            f"WITH held AS ({_LOCK_ENTRIES}) UPDATE outbox o SET due = now() + make_interval(secs => %s), "
            "repeated = true FROM held WHERE o.owner = held.owner AND o.number = held.number",
            (*_columns(again), GRACE_SECONDS),
        )
    if done:
        session.execute_later(
            f"WITH held AS ({_LOCK_ENTRIES}) DELETE FROM outbox o USING held "
            "WHERE o.owner = held.owner AND o.number = held.number",
            _columns(done),
        )


def _columns(entries: Sequence[Entry]) -> list[list[int]]:
    return transpose([(item.owner, item.number, item.entry) for item in entries])


async def count_pending(session: PostgresSession) -> int:
    """Return the number of documents that are out of date in the index."""
    session.show_all()
    return await session.fetch_number("SELECT count(*) FROM outbox WHERE NOT repeated")
