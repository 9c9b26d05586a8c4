"""Undoing the person's word: everything is as it was, unless something else has happened since."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from ricordo import Ricordo, Scope, Turn
from ricordo.learn import undo
from ricordo.learn.review import derive_value
from ricordo.learn.undo import UndoStep
from ricordo.testing import HashEmbedder
from ricordo.values import ConcurrentUpdate, Memory, NotFound

ALICE = Scope(application="travel", user="alice")


@pytest_asyncio.fixture(params=["memory://", "memory.db"])
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Ricordo]:
    url = request.param if "://" in request.param else tmp_path / request.param
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="inline") as memory:
        for text in (
            "My budget is $2,000.",
            "I live in Lisbon.",
            "I live in Oslo now.",
            "I think my budget is maybe $3,000.",
        ):
            await memory.remember([Turn("user", text)], scope=ALICE)
        yield memory


async def find(memory: Ricordo, content: str) -> Memory:
    (found,) = [item async for item in memory.memories(scope=ALICE, state=None) if item.content == content]
    return found


async def everything(memory: Ricordo) -> dict[str, Any]:
    return {row["id"]: row async for row in memory.export(scope=ALICE)}


async def word(memory: Ricordo, verb: undo.Verb, id: str, content: str = "Lives in Bergen") -> UndoStep:
    before = await undo.take_snapshot(memory.store, ALICE, id)
    if verb == "correct":
        after = await memory.correct(id, content, scope=ALICE)
    else:
        after = await (memory.confirm if verb == "confirm" else memory.reject)(id, scope=ALICE)
    step = before.step_to(verb, after)
    assert step is not None
    return step


@pytest.mark.parametrize(
    ("verb", "content"),
    [
        ("correct", "Lives in Oslo"),
        ("correct", "Budget is maybe $3,000"),
        ("reject", "Lives in Oslo"),
        ("reject", "Budget is maybe $3,000"),
        ("reject", "Budget is $2,000"),
        ("confirm", "Budget is maybe $3,000"),
    ],
)
async def test_everything_is_as_it_was(memory: Ricordo, verb: undo.Verb, content: str) -> None:
    before = await everything(memory)
    step = await word(memory, verb, (await find(memory, content)).id)
    assert await everything(memory) != before
    undone = await memory.undo(step, scope=ALICE)
    assert undone.content == content
    assert await everything(memory) == before
    assert await memory.maintenance.check() == []
    found = await memory.recall(content, scope=ALICE, kinds=["profile"])
    assert (content in [hit.text for hit in found]) is (undone.state == "current")


async def test_what_was_changed_again_is_left_alone(memory: Ricordo) -> None:
    id = (await find(memory, "Lives in Oslo")).id
    step = await word(memory, "correct", id)
    await memory.correct(id, "Lives in Tromsø", scope=ALICE)
    before = await everything(memory)
    with pytest.raises(ConcurrentUpdate):
        await memory.undo(step, scope=ALICE)
    assert await everything(memory) == before


async def test_what_was_forgotten_meanwhile_stays_forgotten(memory: Ricordo) -> None:
    oslo, lisbon = await find(memory, "Lives in Oslo"), await find(memory, "Lives in Lisbon")
    step = await word(memory, "reject", oslo.id)
    await memory.forget(scope=ALICE, ids=[lisbon.id])
    with pytest.raises(ConcurrentUpdate):
        await memory.undo(step, scope=ALICE)
    await memory.forget(scope=ALICE)
    with pytest.raises(NotFound):
        await memory.undo(step, scope=ALICE)


async def test_nobody_undoes_what_is_not_theirs(memory: Ricordo) -> None:
    step = await word(memory, "reject", (await find(memory, "Lives in Oslo")).id)
    with pytest.raises(NotFound):
        await memory.undo(step, scope=Scope(application="travel", user="bob"))


async def test_a_word_that_changed_nothing_has_nothing_to_undo(memory: Ricordo) -> None:
    oslo = await find(memory, "Lives in Oslo")
    before = await undo.take_snapshot(memory.store, ALICE, oslo.id)
    assert before.step_to("confirm", await memory.confirm(oslo.id, scope=ALICE)) is None


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("Lives in Bergen", "Bergen"),
        ("Bergen", "Bergen"),
        ("Moved to Bergen", "Moved to Bergen"),
        ("Lives in ", "Lives in "),
    ],
)
async def test_a_corrected_sentence_gives_the_field_its_value(memory: Ricordo, said: str, value: str) -> None:
    assert derive_value(await find(memory, "Lives in Oslo"), said) == value
