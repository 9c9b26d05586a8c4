"""Turns of a call that gives way."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ricordo import Ricordo, Turn
from ricordo.remember import rememberer
from ricordo.tasks import giving_way
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
