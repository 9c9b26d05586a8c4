"""Locks of tasks that one process does at a time."""

from __future__ import annotations

from ricordo.ports.changes import AcquireTaskLock
from ricordo.stores.common.rules import MAX_LEASE
from ricordo.stores.common.times import to_micros
from ricordo.stores.postgres.session import PostgresSession


async def acquire(session: PostgresSession, change: AcquireTaskLock) -> int:
    """Give the lock of a task to a worker, unless another worker has it. Return 1 if it did, else 0."""
    taken = await session.fetch_rows(
        "INSERT INTO charge VALUES (%s, %s, %s) ON CONFLICT (task) DO UPDATE SET worker = excluded.worker, "
        "until = excluded.until WHERE charge.worker = excluded.worker OR charge.until <= %s OR charge.until > %s "
        "RETURNING 1",
        (
            *(change.task, change.worker, to_micros(change.until)),
            *(to_micros(change.now), to_micros(change.now + MAX_LEASE)),
        ),
    )
    return len(taken)
