"""Several processes on one file: nobody is locked out, nothing is lost, everybody sees everything."""

from __future__ import annotations

from pathlib import Path

from ricordo.memory import Ricordo
from ricordo.testing import HashEmbedder
from ricordo.values import Turn
from tests.promises.child import scope
from tests.promises.processes import lines, running
from tests.promises.test_durable import assert_all_there


async def test_two_processes_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with running("write", path, "ann", 150) as ann, running("write-many", path, "ben", 150) as ben:
        said = {"ann": lines(ann, 150), "ben": lines(ben, 150)}
        assert ann.wait() == ben.wait() == 0
    for name, ids in said.items():
        assert len(ids) == 150
        await assert_all_there(path, name, set(ids))


async def test_each_process_sees_the_others_turns_in_its_next_call(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    async with Ricordo.open(path, embedder=HashEmbedder()) as memory:
        await memory.remember([Turn("user", "hello")], scope=scope("ann"))
        with running("write", path, "ann", 30) as child:
            for seen in range(1, 31):
                (id,) = lines(child, 1)
                found = await memory.recall("note by ann", scope=scope("ann"), limit=100)
                assert id in {hit.id for hit in found}
                assert len(found) >= seen


async def test_many_open_the_same_new_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    names = ["ann", "ben", "cat", "dan"]
    children = [running("write", path, name, 5) for name in names]
    opened = [child.__enter__() for child in children]
    try:
        assert [len(lines(child, 5)) for child in opened] == [5] * 4
    finally:
        for child in children:
            child.__exit__(None, None, None)
    async with Ricordo.open(path, embedder=HashEmbedder()) as memory:
        assert (await memory.status()).store.turns == 20
