"""Killing a worker at any point loses no job and learns nothing twice."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from ricordo.bench.learning import count, fill, work
from ricordo.stores.sqlite import SqliteStore


async def test_a_backlog_survives_the_deaths_of_its_workers(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    await fill(path, 600)
    store = await SqliteStore.open(path)
    for _ in range(3):
        waiting = await store.pending()
        child = await asyncio.create_subprocess_exec(sys.executable, "-m", "ricordo.bench.learning", str(path))
        try:
            async with asyncio.timeout(60):
                while await store.pending() > waiting - 3:  # noqa: ASYNC110  # it is another process that works
                    await asyncio.sleep(0.005)
        finally:
            child.kill()
            await child.wait()
        assert await store.pending() > 0, "it was over before it could be killed"
    await store.close()
    await work(path)
    assert await count(path) == {"turns": 600, "lost": 0, "twice": 0, "jobs left": 0}
