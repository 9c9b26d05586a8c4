"""Save a database of this version for the upgrade tests: `python scripts/save_database.py`.

Run it once at every release, before the version is raised. The tests open each saved file with the newest version.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from ricordo import Evidence, Memory, Ricordo, Scope, Turn, __version__
from ricordo.ports.changes import PutMemory
from ricordo.stores.sqlite import SqliteStore

FOLDER = Path(__file__).parent.parent / "tests" / "data"
OCCURRED_AT = datetime(2024, 5, 1, tzinfo=UTC)


async def save() -> Path:
    """Write a new file with turns, a memory with evidence, a consent and an erasure, and return its path."""
    path = FOLDER / f"{__version__}.db"
    path.unlink(missing_ok=True)
    alice = Scope(application="travel", user="alice", session="1")
    async with Ricordo.open(path) as memory:
        turns = [
            Turn("user", "I live in Lisbon and I love hiking.", "t1", occurred_at=OCCURRED_AT),
            Turn("assistant", "Noted: Lisbon.", "t2", occurred_at=OCCURRED_AT),
            Turn("user", "Please forget this sentence.", "t3", occurred_at=OCCURRED_AT),
        ]
        await memory.remember(turns, scope=alice)
        await memory.forget(scope=alice, ids=["t3"])
        await memory.set_consent(scope=Scope(user="bob"), capture=False)
    store = await SqliteStore.open(path)
    memory_of_alice = Memory(
        id="m1",
        kind="semantic",
        content="Lives in Lisbon",
        scope=alice,
        created_at=OCCURRED_AT,
        valid_from=OCCURRED_AT,
        evidence=(Evidence("t1", "I live in Lisbon"),),
    )
    await store.write([PutMemory(memory_of_alice)])
    await store.close()
    return path


if __name__ == "__main__":
    print(asyncio.run(save()))
