"""Locks for tasks that one process does at a time."""

from __future__ import annotations

import sqlite3

from ricordo.ports.changes import AcquireTaskLock
from ricordo.stores.common.rules import MAX_LEASE
from ricordo.stores.common.times import to_micros


def take(connection: sqlite3.Connection, change: AcquireTaskLock) -> int:
    """Acquire the lock of a task for a worker, unless another holds it."""
    return connection.execute(
        "INSERT INTO charge VALUES (?, ?, ?) ON CONFLICT (task) DO UPDATE SET worker = excluded.worker, "
        "until = excluded.until WHERE charge.worker = excluded.worker OR charge.until <= ? "
        "OR charge.until > ?",
        (
            *(change.task, change.worker, to_micros(change.until)),
            *(to_micros(change.now), to_micros(change.now + MAX_LEASE)),
        ),
    ).rowcount
