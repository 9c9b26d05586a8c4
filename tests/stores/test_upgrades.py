"""A file saved at every release is opened by the newest program and has lost nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ricordo import ConsentError, Ricordo, Scope, Turn

SAVED = sorted((Path(__file__).parent.parent / "data").glob("*.db"))
ALICE = Scope(application="travel", user="alice")


def test_there_is_a_saved_file() -> None:
    assert SAVED[0].name == "0.1.0.db"


@pytest.mark.parametrize("saved", SAVED, ids=lambda path: path.stem)
async def test_a_saved_file_is_brought_up_to_date(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    shutil.copy(saved, path)
    async with Ricordo.open(path) as memory:
        assert await memory.maintenance.check() == []
        assert (await memory._store.models()).serving == "gte-small-int8"  # the one that its vectors are of
        found = await memory.recall("where do I live", scope=ALICE)
        assert {hit.id for hit in found} >= {"t1", "m1"}
        (learned,) = [learned async for learned in memory.memories(scope=ALICE)]
        assert [(part.turn_id, part.quote) for part in learned.evidence] == [("t1", "I live in Lisbon")]
        with pytest.raises(ConsentError):
            await memory.remember([Turn("user", "hello")], scope=Scope(user="bob"))
        await memory.remember([Turn("user", "I moved to Porto.", "t4")], scope=ALICE)
        assert (await memory.recall("Porto", scope=ALICE))[0].id == "t4"
        await memory.forget(scope=ALICE)
        assert not await memory.recall("where do I live", scope=ALICE)
