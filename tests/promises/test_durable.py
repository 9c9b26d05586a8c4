"""Promise 1: acknowledged means durable and searchable, whatever happens to the process."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ricordo.memory import Ricordo
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing import HashEmbedder
from ricordo.values import Scope
from tests.promises.child import scope
from tests.promises.processes import killed, lines, running


async def assert_all_there(path: Path | str, name: str, ids: set[str]) -> None:
    """Everything acknowledged is listed, found by its words and by its vector, and the store is sound."""
    async with Ricordo.open(path, embedder=HashEmbedder()) as memory:
        listed = {row["id"] async for row in memory.export(scope=scope(name))}
        assert ids <= listed
        for id in random.Random(1).sample(sorted(ids), min(25, len(ids))):
            found = await memory.recall(f"note {id.rsplit('-', 1)[1]}", scope=scope(name), limit=50)
            assert id in {hit.id for hit in found}
            assert {"keyword", "dense"} <= set(next(hit for hit in found if hit.id == id).why.ranks)
        assert await memory.maintenance.check() == []


@pytest.mark.parametrize("mode", ["write", "write-many", "batches"])
@pytest.mark.parametrize("seed", range(3))
async def test_no_acknowledged_turn_is_lost_to_kill_9(tmp_path: Path, mode: str, seed: int) -> None:
    path = tmp_path / "memory.db"
    with running(mode, path, "ann", 2_000) as child:
        said = lines(child, random.Random(seed).randint(2, 120 if mode != "batches" else 8))
        said += killed(child)
    acknowledged = {id for line in said for id in line.split(",")}
    assert acknowledged
    await assert_all_there(path, "ann", acknowledged)


async def test_a_batch_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with running("batches", path, "ann", 5_000) as child:
        lines(child, 3)
        killed(child)
    async with Ricordo.open(path, embedder=HashEmbedder()) as memory:
        assert (await memory.status()).store.turns % 50 == 0


@pytest.mark.parametrize("seed", range(3))
async def test_a_forgetting_that_is_killed_has_happened_or_not(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "memory.db"
    async with Ricordo.open(path, embedder=HashEmbedder()) as memory:
        for number in range(40):
            rows = [_row(number, place) for place in range(10)]
            await memory.import_(rows, scope=Scope(application="test", user="ann", session=str(number)))
    with running("forget", path, "ann", 40) as child:
        said = lines(child, random.Random(seed).randint(2, 15))
        said += killed(child)
    store = await SqliteStore.open(path)
    try:
        for number in range(40):
            left = await store.turns(Scope(application="test", user="ann", session=str(number)))
            assert len(left) in {0, 10}
            if str(number) in said:
                assert left == []
        assert await store.check() == []
    finally:
        await store.close()
    data = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for number in said[1:]:
        assert f"canary-{int(number):04d}".encode() not in data


def _row(number: int, place: int) -> dict[str, object]:
    return {
        "type": "turn",
        "id": f"{number}-{place}",
        "scope": {"user": "ann"},
        "role": "user",
        "text": f"canary-{number:04d} says {place}",
        "occurred_at": "2026-01-01T00:00:00+00:00",
    }


async def test_changing_the_embedder_goes_on_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with running("batches", path, "ann", 500) as child:
        assert len(lines(child, 10)) == 10
        child.wait()
    with running("reembed", path, "ann", 0) as child:
        assert lines(child, 2)
        killed(child)
    second = HashEmbedder(name="second")
    async with Ricordo.open(path, embedder=second) as memory:
        before = (await memory.status()).unembedded
        assert 0 < before < 500
        assert sum([count async for count in memory.maintenance.reembed()]) == before
        assert second.texts_embedded == before
        assert (await memory.status()).unembedded == 0
