"""Memories on their way out and in again."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from ricordo.memory import Ricordo
from ricordo.stores.memory import MemoryStore
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing import HashEmbedder
from ricordo.testing.samples import add, memory, put, turn
from ricordo.testing.verbs import ALICE, BOB, MONDAY, collect_export


@pytest_asyncio.fixture(params=["sqlite", "memory"])
async def memory_with_tea(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Ricordo]:
    store = MemoryStore() if request.param == "memory" else await SqliteStore.open(tmp_path / "memory.db")
    await store.write([add(MONDAY, turn("I like tea", MONDAY, id="t"))])
    await store.write([put(memory("likes tea", ALICE, ("t", "like tea"), id="m"))])
    yield Ricordo(store, HashEmbedder())
    await store.close()


async def test_a_memory_that_is_known_is_not_overwritten(memory_with_tea: Ricordo) -> None:
    rows = await collect_export(memory_with_tea, ALICE)
    assert await memory_with_tea.import_(rows, scope=ALICE) == 0
    assert await memory_with_tea.import_([{**rows[1], "content": "REPLACED"}], scope=ALICE) == 0
    assert await collect_export(memory_with_tea, ALICE) == rows


async def test_a_memory_comes_with_its_evidence_or_stands_apart(memory_with_tea: Ricordo) -> None:
    rows = await collect_export(memory_with_tea, ALICE)
    assert await memory_with_tea.import_(rows, scope=BOB) == 2
    (moved,) = [item async for item in memory_with_tea.memories(scope=BOB)]
    assert [evidence.quote for evidence in moved.evidence] == ["like tea"]
    eve = replace(BOB, user="eve")
    assert await memory_with_tea.import_(rows[1:], scope=eve) == 1
    (apart,) = [item async for item in memory_with_tea.memories(scope=eve, state=None)]
    assert (apart.state, apart.evidence) == ("unsupported", ())


async def test_what_is_imported_into_one_session_changes_no_other(memory_with_tea: Ricordo) -> None:
    rows = await collect_export(memory_with_tea, ALICE)
    evil = {**rows[1], "id": "evil", "evidence": [], "supersedes": ["m"]}
    await memory_with_tea.import_([evil], scope=replace(ALICE, session="other"))
    assert (await collect_export(memory_with_tea, ALICE))[1] == rows[1]


async def test_a_memory_with_part_of_its_evidence_goes_with_the_turn_that_it_quotes(memory_with_tea: Ricordo) -> None:
    rows = await collect_export(memory_with_tea, ALICE)
    evidence = [*rows[1]["evidence"], {"turn_id": "elsewhere", "quote": "tea"}]
    await memory_with_tea.import_([{**rows[1], "id": "half", "evidence": evidence}], scope=ALICE)
    half = await memory_with_tea.get("half", scope=ALICE)
    assert (half.state, [part.turn_id for part in half.evidence]) == ("unsupported", ["t"])
    await memory_with_tea.forget(scope=ALICE, ids=["t"])
    assert await collect_export(memory_with_tea, ALICE) == []


async def test_a_memory_waits_for_the_turn_that_it_quotes(memory_with_tea: Ricordo) -> None:
    said, learned = await collect_export(memory_with_tea, ALICE)
    assert await memory_with_tea.import_([learned, said], scope=BOB) == 2
    (moved,) = [item async for item in memory_with_tea.memories(scope=BOB)]
    assert [part.quote for part in moved.evidence] == ["like tea"]
    await memory_with_tea.forget(scope=BOB, ids=["t"])
    assert await collect_export(memory_with_tea, BOB) == []
