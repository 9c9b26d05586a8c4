"""Taking jobs from a long queue."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ricordo.stores.sqlite import SqliteStore
from ricordo.testing.samples import add, minute
from ricordo.values import Scope

PEOPLE = 2_000


async def test_a_worker_reads_no_job_that_waits(tmp_path: Path) -> None:
    """It asks all the time, and nobody else writes meanwhile."""
    store = await SqliteStore.open(tmp_path / "memory.db")
    await store.write([add(Scope(user=f"person {number}"), "hello", learn_at=minute(5)) for number in range(PEOPLE)])
    hundreds_of_steps: list[int] = []

    def watch(connection: sqlite3.Connection) -> None:
        connection.set_progress_handler(lambda: hundreds_of_steps.append(1), 100)

    await store._writer.run_alone(watch)
    assert await store.lease(worker="w", now=minute(0), seconds=60, limit=4) == []
    assert len(hundreds_of_steps) < 10
    assert len(await store.lease(worker="w", now=minute(5), seconds=60, limit=4)) == 4
    await store.close()
