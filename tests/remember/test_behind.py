"""A run of an agent does not wait for vectors, and nobody else notices."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from agent_framework import Agent
from ricordo import ModelError, Ricordo, Scope, Turn
from ricordo.agent_framework import ChatHistoryMemoryProvider, RicordoProvider
from ricordo.bench.agent import TimedChat
from ricordo.ports.embedder import Vectors
from ricordo.remember import behind
from ricordo.remember.behind import embedding_behind
from ricordo.tasks import fair_pool
from ricordo.testing import HashEmbedder

ALICE = Scope(application="travel", user="alice")
BOB = Scope(application="travel", user="bob")


class WaitingEmbedder(HashEmbedder):
    """An embedder that waits for a signal before it embeds a text with one of the held words."""

    def __init__(self) -> None:
        super().__init__()
        self.held: set[str] = set()
        self.released = asyncio.Event()
        self.fails = False

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if any(word in text for word in self.held for text in texts):
            await self.released.wait()
            if self.fails:
                raise ModelError("the embedder is away")
        return await super().embed(texts)


async def count_missing(memory: Ricordo) -> int:
    return (await memory.status()).unembedded


@pytest.mark.parametrize("with_history", [False, True])
async def test_a_run_ends_before_its_turns_are_embedded_and_they_are_durable(
    tmp_path: Path, *, with_history: bool
) -> None:
    embedder = WaitingEmbedder()
    async with Ricordo.open(tmp_path / "memory.db", embedder=embedder, learning="off") as memory:
        await memory.remember([Turn("user", "We met in Oslo.")], scope=ALICE)
        provider = (
            ChatHistoryMemoryProvider(memory, storage_scope=ALICE, fail_open=False)
            if with_history
            else RicordoProvider(memory, scope=ALICE, fail_open=False)
        )
        embedder.held = {"user: I collect stamps", "thank you"}
        await asyncio.wait_for(Agent(client=TimedChat(), context_providers=[provider]).run("I collect stamps."), 5)
        assert [turn.text for turn in await memory.turns(scope=ALICE)][1:2] == ["I collect stamps."]
        assert await count_missing(memory) == 2
        with embedding_behind():
            assert (await memory.recall("stamps", scope=ALICE))[0].text == "I collect stamps."  # by its words
        embedder.released.set()
        await memory.recall("stamps", scope=ALICE)
        assert await count_missing(memory) == 0


async def test_a_recall_waits_for_the_vectors_of_its_own_scopes_only() -> None:
    embedder = WaitingEmbedder()
    async with Ricordo.open("memory://", embedder=embedder, learning="off") as memory:
        await memory.remember([Turn("user", "We met in Oslo.")], scope=ALICE)
        embedder.held = {"stamps"}
        with embedding_behind():
            await memory.remember([Turn("user", "I collect stamps.")], scope=Scope(**ALICE.parts, session="one"))
        asked = asyncio.create_task(memory.recall("what is my hobby", scope=ALICE))
        await asyncio.wait_for(memory.recall("what is my hobby", scope=BOB), 5)
        await asyncio.sleep(0.05)
        assert not asked.done()
        embedder.released.set()
        await asyncio.wait_for(asked, 5)
        assert await count_missing(memory) == 0


async def test_a_recall_waits_for_half_its_deadline_and_answers_in_the_other_half() -> None:
    embedder = WaitingEmbedder()
    async with Ricordo.open("memory://", embedder=embedder, learning="off") as memory:
        await memory.remember([Turn("user", "We met in Oslo.")], scope=ALICE)
        embedder.held = {"stamps"}
        with embedding_behind():
            await memory.remember([Turn("user", "I collect stamps.")], scope=ALICE)
        began = time.monotonic()
        found = await memory.recall("Oslo, stamps", scope=ALICE, deadline=2)  # the question is held as well
        assert time.monotonic() - began < 2
        assert {hit.text for hit in found} == {"We met in Oslo.", "I collect stamps."}
        embedder.released.set()


async def test_an_embedder_that_hangs_keeps_nobody_from_erasing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(behind, "_MAX_CLOSING_SECONDS", 0.05)
    embedder = WaitingEmbedder()
    async with Ricordo.open(tmp_path / "memory.db", embedder=embedder, learning="off") as memory:
        first, _ = await memory.remember([Turn("user", "We met in Oslo."), Turn("user", "It was May.")], scope=ALICE)
        embedder.held = {"stamps"}
        with embedding_behind():
            await memory.remember([Turn("user", "I collect stamps.")], scope=ALICE)
        assert (await asyncio.wait_for(memory.forget(scope=ALICE, ids=[first]), 5)).counts["turns"] == 1
        embedder.held = set()
        embedder.released.set()
        assert await count_missing(memory) == await memory._background_embedding.embed_missing() > 0
        assert await count_missing(memory) == 0
        assert await memory.maintenance.check() == []


async def test_nothing_is_left_of_what_is_forgotten_meanwhile(tmp_path: Path) -> None:
    embedder = WaitingEmbedder()
    async with Ricordo.open(tmp_path / "memory.db", embedder=embedder, learning="off") as memory:
        await memory.remember([Turn("user", "We met in Oslo.")], scope=BOB)
        embedder.held = {"stamps"}
        with embedding_behind():
            await memory.remember([Turn("user", "I collect stamps.")], scope=ALICE)
        erased = asyncio.create_task(memory.forget(scope=ALICE))
        await asyncio.sleep(0.05)
        embedder.released.set()
        assert (await asyncio.wait_for(erased, 5)).counts["turns"] == 1
        assert sum((await memory._store.status()).vectors.values()) == 1
        assert await memory.maintenance.check() == []


async def test_the_first_turns_of_a_store_are_embedded_before_they_are_stored() -> None:
    """No model serves yet, so the store would not note that their vectors are missing."""
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="off") as memory:
        with embedding_behind():
            await memory.remember([Turn("user", "I collect stamps.")], scope=ALICE)
        assert await count_missing(memory) == 0


@pytest.mark.parametrize("fails", [False, True])
async def test_what_was_not_embedded_at_the_end_is_embedded_by_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, fails: bool
) -> None:
    monkeypatch.setattr(behind, "_MAX_CLOSING_SECONDS", 0.05)
    embedder, path = WaitingEmbedder(), tmp_path / "memory.db"
    async with Ricordo.open(path, embedder=embedder, learning="off") as memory:
        await memory.remember([Turn("user", "We met in Oslo.")], scope=ALICE)
        embedder.held, embedder.fails = {"stamps"}, fails
        with embedding_behind():
            await memory.remember([Turn("user", "I collect stamps.")], scope=ALICE)
        if fails:
            embedder.released.set()
    assert ("1 turns wait for their vectors: the embedder is away" in caplog.text) == fails
    assert "stamps" not in caplog.text
    async with Ricordo.open(path, embedder=HashEmbedder(), learning="off") as memory:
        assert await memory._background_embedding.embed_missing() == 1
        assert await count_missing(memory) == 0


class WatchingEmbedder(HashEmbedder):
    """An embedder that notes the texts of each call, and whether they came after all others."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[list[str], bool]] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls.append((list(texts), fair_pool._is_behind.get()))
        return await super().embed(texts)


async def test_questions_pass_what_is_embedded_behind() -> None:
    """The threads of the bundled embedder are for those who wait."""
    embedder = WatchingEmbedder()
    async with Ricordo.open("memory://", embedder=embedder, learning="off") as memory:
        await memory.remember([Turn("user", "We met in Oslo.")], scope=ALICE)
        with embedding_behind():
            await memory.remember([Turn("user", "I collect stamps.")], scope=ALICE)
            await memory.recall("what is my hobby", scope=ALICE)
    assert [is_behind for _, is_behind in embedder.calls] == [False, False, True]
    assert embedder.calls[2][0][0].startswith("user: I collect stamps.")


async def test_the_turns_of_several_runs_are_embedded_together_and_each_has_its_own_vector() -> None:
    embedder = WatchingEmbedder()
    async with Ricordo.open("memory://", embedder=embedder, learning="off") as memory:
        await memory.remember([Turn("user", "We met in Oslo.")], scope=ALICE)
        with embedding_behind():
            await memory.remember([Turn("user", "I collect stamps."), Turn("assistant", "Good.")], scope=ALICE)
            await memory.remember([Turn("user", "I bake bread.")], scope=BOB)
        await memory.recall("stamps", scope=ALICE)
        assert [len(texts) for texts, _ in embedder.calls] == [1, 3, 1]
        assert await count_missing(memory) == 0
        texts = [text for texts, _ in embedder.calls for text in texts][:4]
        records = await memory._store.scan_records()
        made = [record.vectors[embedder.name] for record in records]
        np.testing.assert_allclose(made, await embedder.embed(texts), atol=1e-3)
        assert await memory.maintenance.check() == []


@pytest.mark.parametrize("way", ["full", "late", "quiet", "wanted"])
async def test_turns_wait_for_a_quiet_moment_but_not_for_ever(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setattr(behind, "_QUIET_SECONDS", 0.05 if way == "quiet" else 60)
    monkeypatch.setattr(behind, "_MAX_HOLD_SECONDS", 0.05 if way == "late" else 60)
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="off") as memory:
        await memory.remember([Turn("user", "We met in Oslo.")], scope=ALICE)
        with embedding_behind():
            for number in range(16 if way == "full" else 1):
                assert await count_missing(memory) == number  # while runs go on, nothing is embedded
                await memory.remember([Turn("user", f"I have {number} stamps.")], scope=ALICE)
            if way in {"full", "late"}:
                await wait_for_vectors(memory)
        if way == "quiet":
            await wait_for_vectors(memory)
        await asyncio.wait_for(memory.recall("stamps", scope=ALICE), 5)
        assert await count_missing(memory) == 0


async def wait_for_vectors(memory: Ricordo) -> None:
    for _ in range(500):
        if not await count_missing(memory):
            return
        await asyncio.sleep(0.01)
    pytest.fail("the vectors are not made")
