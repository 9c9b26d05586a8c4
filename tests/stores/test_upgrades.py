"""A file saved at every release is opened by the newest program and has lost nothing."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from ricordo import ConsentError, Ricordo, Scope, StoreError, Turn
from ricordo.embedding.bundled import LocalEmbedder
from ricordo.ports.changes import PrepareModel
from ricordo.ports.status import Models
from ricordo.stores.sqlite import SqliteStore
from ricordo.stores.sqlite.schema import STEPS
from ricordo.tasks import cancel_and_wait
from ricordo.testing import HashEmbedder
from tests.promises.crashes import crash_after
from tests.stores.upgraded import check_upgraded, check_use, read_saved

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


@pytest.mark.parametrize("saved", SAVED, ids=lambda path: path.stem)
async def test_vectors_of_a_former_bundled_model_are_made_anew(
    saved: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "memory.db"
    shutil.copy(saved, path)
    async with Ricordo.open(path, learning="off") as memory:
        await cancel_and_wait(memory._tasks[0])  # so that the steps are seen one by one
        assert "'gte-small-int8'" in caplog.text
        assert "makes them anew in the background" in caplog.text
        texts = (await memory.status()).unembedded
        before = await memory.recall("where do I live", scope=ALICE)
        assert before
        assert not any("dense" in hit.why.ranks for hit in before)
        assert await memory._background_embedding.embed_missing() == texts > 0
        assert (await memory._store.models()).serving == LocalEmbedder.name
        after = await memory.recall("where do I live", scope=ALICE)
        assert "t1" in {hit.id for hit in after if "dense" in hit.why.ranks}
        assert await memory._background_embedding.embed_missing() == 0
    caplog.clear()
    async with Ricordo.open(path, learning="off") as memory:
        assert not caplog.records


@pytest.mark.parametrize("name", ["gte-small-int8", "gte-small-memory-int8"])
async def test_every_model_that_was_bundled_gives_way_to_the_present_one(name: str, tmp_path: Path) -> None:
    former = HashEmbedder(name=name)
    async with Ricordo.open(tmp_path / "memory.db", embedder=former, learning="off") as memory:
        await memory.remember([Turn("user", "I live in Lisbon", "t1")], scope=ALICE)
    async with Ricordo.open(tmp_path / "memory.db", learning="off") as memory:
        await cancel_and_wait(memory._tasks[0])
        await memory._background_embedding.embed_missing()
        assert (await memory._store.models()).serving == LocalEmbedder.name


async def test_a_change_to_another_embedder_that_is_under_way_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    shutil.copy(SAVED[0], path)
    async with Ricordo.open(path, learning="off") as memory:
        await memory._store.write([PrepareModel("another")])
        assert await memory._background_embedding.embed_missing() == 0
        assert await memory._store.models() == Models("gte-small-int8", "another")


async def test_a_rich_file_is_upgraded_and_a_persons_export_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(read_saved("sqlite-3.db"))
    async with Ricordo.open(path, embedder=HashEmbedder(), learning="queue") as memory:
        assert (await memory.status()).store.schema == len(STEPS)
        await check_upgraded(memory, "sqlite-3")
        await check_use(memory)
    data = path.read_bytes()
    assert not any(word in data for word in (b"alice", b"Leeds", b"kayak", b"midwife", b"neon"))


async def test_an_upgrade_that_was_interrupted_at_any_statement_is_done_again(tmp_path: Path) -> None:
    path, statements, is_done = tmp_path / "memory.db", 0, False
    while not is_done:
        statements += 1
        path.write_bytes(read_saved("sqlite-3.db"))
        with crash_after(statements, "fail") as countdown, suppress(StoreError, sqlite3.OperationalError):
            store = await SqliteStore.open(path)
            await store.close()
            is_done = countdown.left > 0
        assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone()[0] in {3, len(STEPS)}
        if statements % 5 == 1 or is_done:
            async with Ricordo.open(path, embedder=HashEmbedder(), learning="queue") as memory:
                await check_upgraded(memory, "sqlite-3")
    assert statements > 10
