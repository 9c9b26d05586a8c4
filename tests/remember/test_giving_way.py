"""Turns of a call that gives way."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from ricordo import Ricordo, Turn
from ricordo.ports import changes
from ricordo.remember import rememberer
from ricordo.tasks import giving_way
from ricordo.testing import HashEmbedder
from tests.remember.test_behind import ALICE, WaitingEmbedder, count_missing


async def test_turns_are_stored_even_if_others_keep_the_embedder_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rememberer, "_MAX_SECONDS_GIVING_WAY", 0.05)
    monkeypatch.setattr(rememberer, "_BATCH", 1)
    embedder = WaitingEmbedder()
    async with Ricordo.open(tmp_path / "memory.db", embedder=embedder, learning="off") as memory:
        await memory.remember([Turn("user", "Hello!")], scope=ALICE)  # from now on, missing vectors are noted
        embedder.held = {"stamps"}
        turns = [Turn("user", text) for text in ("We met in Oslo.", "I collect stamps.", "I like tea.")]
        with giving_way():
            await asyncio.wait_for(memory.remember(turns, scope=ALICE), 5)
        assert await count_missing(memory) == 2
        embedder.held = set()
        assert await memory._background_embedding.embed_missing() == 2
        assert await count_missing(memory) == 0


async def test_keywords_that_were_counted_beforehand_are_those_that_the_store_would_count(tmp_path: Path) -> None:
    told = [Turn("user", f"Room {number} is quiet.", id=f"t{number}") for number in range(200)]
    long = [Turn("user", "sea " * 2_000), Turn("assistant", "Which room?"), Turn("user", "The last.")]
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="off") as memory:
        await memory.remember([Turn("user", "Where is the harbour?"), told[7]], scope=ALICE)
        with giving_way():  # the turn before the first is stored already, and so is one of them
            await memory.remember([*told, *long, *told[:3], Turn("user", "And the next?")], scope=ALICE)
        assert await memory.maintenance.check() == []
        for query in ("room 199", "harbour", "sea"):
            assert len(await memory.recall(query, scope=ALICE)) > 0


async def test_the_store_counts_few_keywords_of_a_call_that_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    counted_by_store: list[str] = []

    def count(turn: Turn, *_: object) -> Counter[str]:
        counted_by_store.append(turn.text)
        return Counter()

    monkeypatch.setattr(changes, "turn_terms", count)
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="off") as memory:
        turns = [Turn("user", f"Room {number} is quiet.") for number in range(300)]
        with giving_way():
            await memory.remember(turns, scope=ALICE)
        assert len(counted_by_store) <= 1
