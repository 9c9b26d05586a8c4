"""The embedder is changed while the memory is in use."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ricordo import Ricordo, StoreError
from ricordo.embedding.background import BackgroundEmbedding
from ricordo.ports.embedder import Vectors
from ricordo.stores.memory import MemoryStore
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing import HashEmbedder
from ricordo.testing.samples import add
from ricordo.values import Scope
from tests.embedding.parts import ALICE, ANSWER, BOB, ask, fill, is_found_by_vector, new, old, open_memory, user_turn
from tests.embedding.steps import ChangingTheEmbedder
from tests.promises.child import scope
from tests.promises.processes import killed, lines, running


class TestSqlite(ChangingTheEmbedder):
    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        return str(tmp_path / "memory.db")


async def test_one_process_changes_while_another_writes_and_a_third_recalls(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with running("batches", path, "ann", 2_000) as child:
        assert len(lines(child, 40)) == 40
    with running("write", path, "ben", 400) as ben, running("reembed", path, "ann", 0) as changing:
        assert lines(changing, 3)
        killed(changing)
        async with Ricordo.open(path, embedder=HashEmbedder()) as memory:
            assert (await memory._store.models()).preparing == "second"
            with running("reembed", path, "ann", 0) as again:
                while lines(again, 1):
                    (id,) = lines(ben, 1)
                    assert id in {hit.id for hit in await memory.recall("note by ben", scope=scope("ben"), limit=500)}
                    best = (await memory.recall("note 77 by ann", scope=scope("ann")))[:2]
                    assert {hit.id for hit in best} == {"ann-77", "ann-78"}  # the next note holds its words too
                    assert all({"keyword", "dense"} <= set(hit.why.ranks) for hit in best)
                assert again.wait() == 0
            assert (await memory._store.models()).serving == "second"
        lines(ben, 400)
        assert ben.wait() == 0
    async with Ricordo.open(path, embedder=HashEmbedder(name="second")) as memory:
        await memory._background_embedding.embed_missing()
        assert (await memory.status()).unembedded == 0
        assert (await memory.status()).store.turns == 2_400
        assert await memory.maintenance.check() == []


async def test_opening_counts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail_status(_: SqliteStore) -> None:
        raise AssertionError("it counted")

    path = tmp_path / "memory.db"
    async with open_memory(path, embedder=old()) as memory:
        await fill(memory, 3)
    monkeypatch.setattr(SqliteStore, "status", fail_status)
    for embedder in (old(), new()):
        async with open_memory(path, embedder=embedder) as memory:
            assert await memory.recall("hiking", scope=ALICE)


async def test_forgetting_in_the_middle_leaves_no_byte_of_either_model(tmp_path: Path) -> None:
    before, after = old(), new()
    async with open_memory(tmp_path / "memory.db", embedder=before) as memory:
        await fill(memory)
    async with open_memory(tmp_path / "memory.db", embedder=after) as memory:
        async for _ in memory.maintenance.reembed():
            break
        await memory.remember([user_turn("said by the new one")], scope=ALICE)
        receipt = await memory.forget(scope=ALICE)
        assert (receipt.counts["vectors"], receipt.scrubbed) == (151 + 64 + 1, True)
        data = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        for text, embedders in ((ANSWER, (before, after)), ("said by the new one", (after,))):
            for embedder in embedders:
                assert embedder.vector(f"user: {text}").astype("<f2").tobytes() not in data
        assert [count async for count in memory.maintenance.reembed()] == []


async def test_the_background_embeds_what_an_embedder_that_failed_left(tmp_path: Path) -> None:
    embedder = old()
    async with open_memory(tmp_path / "memory.db", embedder=embedder) as memory:
        memory._background_embedding.seconds = 0.01
        await memory.remember([user_turn("something else")], scope=ALICE)
        embedder.failing = True
        await memory.remember([user_turn(ANSWER)], scope=ALICE)
        embedder.failing = False
        assert not await ask(memory)
        background = asyncio.create_task(memory._background_embedding.run())
        async with asyncio.timeout(10):
            while not await is_found_by_vector(memory):  # noqa: ASYNC110 - nobody tells when it is done
                await asyncio.sleep(0.01)
        background.cancel()


@pytest.mark.parametrize("others", [0, 1])
async def test_the_background_embeds_the_first_turn_if_the_embedder_failed_then(tmp_path: Path, others: int) -> None:
    embedder = old()
    async with open_memory(tmp_path / "memory.db", embedder=embedder) as memory:
        embedder.failing = True
        await memory.remember([user_turn(ANSWER)], scope=ALICE)
        embedder.failing = False
        await memory.remember([user_turn("something else")] * others, scope=BOB)
        assert await memory._background_embedding.embed_missing() == 1
        assert await is_found_by_vector(memory)


async def test_what_fails_in_the_background_is_tried_again_and_said_once(caplog: pytest.LogCaptureFixture) -> None:
    embedder, store = HashEmbedder(), MemoryStore()
    await store.write([add(ALICE, "hello"), add(ALICE, "hiking", embed=False)])
    embedder.failing = True
    background = asyncio.create_task(BackgroundEmbedding(store, [embedder], seconds=0.001).run())
    await asyncio.sleep(0.05)
    assert len(await store.embedding_backlog(model=embedder.name)) == 1
    (record,) = caplog.records
    assert "hiking" not in record.message
    embedder.failing = False
    async with asyncio.timeout(10):
        while await store.embedding_backlog(model=embedder.name):  # noqa: ASYNC110 - nobody tells when it is done
            await asyncio.sleep(0.01)
    background.cancel()
    await store.close()
    with pytest.raises(StoreError):
        await BackgroundEmbedding(store, [embedder]).embed_missing()


class Slow(HashEmbedder):
    """Leaves others the time to do the same."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        await asyncio.sleep(0.01)
        return await super().embed(texts)


async def test_what_lacks_a_vector_is_embedded_by_one_of_many_processes(tmp_path: Path) -> None:
    embedder = Slow()
    async with AsyncExitStack() as stack:
        stores = [await SqliteStore.open(tmp_path / "memory.db") for _ in range(5)]
        for store in stores:
            stack.push_async_callback(store.close)
        await stores[0].write([add(ALICE, "hello")])
        texts = [f"note {number}" for number in range(300)]
        await stores[0].write([add(ALICE, *texts, embed=False)])
        counts = await asyncio.gather(*(BackgroundEmbedding(store, [embedder]).embed_missing() for store in stores))
        assert (sum(counts), max(counts), embedder.texts_embedded) == (300, 300, 300)
        assert not await stores[0].embedding_backlog(model=embedder.name)
        await stores[0].write([add(ALICE, "and another", embed=False)])
        assert (
            await BackgroundEmbedding(stores[1], [embedder]).embed_missing() == 1
        )  # whoever was at it has said that it is done


async def test_two_embedders_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="another name"):
        async with open_memory(tmp_path / "memory.db", embedder=old(), previous=old()):
            pass


async def test_learning_uses_the_embedder_that_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ricordo.embedding.switching._REFRESH_SECONDS", 0.0)
    path, monday = tmp_path / "memory.db", Scope(application="travel", user="alice", session="monday")
    async with open_memory(path, embedder=old()) as memory:
        await fill(memory, 3)
    async with Ricordo.open(path, embedder=new(), previous=old(), learning="inline") as memory:
        for city in ("Lisbon", "Porto"):
            await memory.remember([user_turn(f"I live in {city}.")], scope=monday)
            (learned,) = [made async for made in memory.memories(scope=ALICE)]
            assert city in learned.content
            status = await memory.status()
            assert status.store.vectors[status.store.serving or ""] == status.store.turns + status.store.memories
            [_ async for _ in memory.maintenance.reembed()]
