"""Undo of a review: everything is as before, unless something has changed since."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from ricordo import Ricordo, Scope, Turn
from ricordo.learn.review import derive_value
from ricordo.learn.undo import Verb
from ricordo.testing import HashEmbedder
from ricordo.values import ConcurrentUpdate, Memory, NotFound, Review

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


async def export_rows(memory: Ricordo) -> dict[str, Any]:
    return {row["id"]: row async for row in memory.export(scope=ALICE)}


async def review(memory: Ricordo, verb: Verb, id: str, content: str = "Lives in Bergen") -> str:
    """Review a memory, and return the text that takes it back."""
    if verb == "correct":
        result = await memory.correct(id, content, scope=ALICE)
    else:
        result = await (memory.confirm if verb == "confirm" else memory.reject)(id, scope=ALICE)
    assert result.memory.id == id
    assert result.undo is not None
    return result.undo


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
async def test_everything_is_as_it_was(memory: Ricordo, verb: Verb, content: str) -> None:
    before = await export_rows(memory)
    step = await review(memory, verb, (await find(memory, content)).id)
    assert await export_rows(memory) != before
    undone = await memory.undo(step, scope=ALICE)
    assert undone.content == content
    assert await export_rows(memory) == before
    assert await memory.maintenance.check() == []
    found = await memory.recall(content, scope=ALICE, kinds=["profile"])
    assert (content in [hit.text for hit in found]) is (undone.state == "current")


async def test_what_was_changed_again_is_left_alone(memory: Ricordo) -> None:
    id = (await find(memory, "Lives in Oslo")).id
    step = await review(memory, "correct", id)
    await memory.correct(id, "Lives in Tromsø", scope=ALICE)
    before = await export_rows(memory)
    with pytest.raises(ConcurrentUpdate):
        await memory.undo(step, scope=ALICE)
    assert await export_rows(memory) == before


async def test_what_was_forgotten_meanwhile_stays_forgotten(memory: Ricordo) -> None:
    oslo, lisbon = await find(memory, "Lives in Oslo"), await find(memory, "Lives in Lisbon")
    step = await review(memory, "reject", oslo.id)
    await memory.forget(scope=ALICE, ids=[lisbon.id])
    with pytest.raises(ConcurrentUpdate):
        await memory.undo(step, scope=ALICE)
    await memory.forget(scope=ALICE)
    with pytest.raises(NotFound):
        await memory.undo(step, scope=ALICE)


async def test_nobody_undoes_what_is_not_theirs(memory: Ricordo) -> None:
    step = await review(memory, "reject", (await find(memory, "Lives in Oslo")).id)
    with pytest.raises(NotFound):
        await memory.undo(step, scope=Scope(application="travel", user="bob"))


async def test_a_word_that_changed_nothing_has_nothing_to_undo(memory: Ricordo) -> None:
    oslo = await find(memory, "Lives in Oslo")
    assert await memory.confirm(oslo.id, scope=ALICE) == Review(oslo, None)


async def test_the_text_that_undoes_holds_no_content(memory: Ricordo) -> None:
    text = await review(memory, "correct", (await find(memory, "Lives in Oslo")).id)
    decoded = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    assert "Oslo" not in decoded
    assert "Bergen" not in decoded


def forge(**fields: Any) -> str:
    """Return the text of a step with some parts replaced."""
    step: dict[str, Any] = {
        "verb": "reject",
        "id": "a",
        "state": "current",
        "digest": "b",
        "others": {},
        "copy": None,
        "ends": {},
    }
    step |= fields
    return base64.urlsafe_b64encode(json.dumps(step).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "é",
        "\ud800",
        "bnVsbA",
        "W10",
        "x" * 2_000_000,
        forge(verb="forget"),
        forge(verb=["reject"]),
        forge(state="golden"),
        forge(state={}),
        forge(id=1),
        forge(digest=None),
        forge(others=[]),
        forge(others={"a": "golden"}),
        forge(others=["a"]),
        forge(copy=7),
        forge(ends={"a": "yesterday"}),
        forge(ends={"a": 5}),
        forge(ends={"a": "2026-05-01T00:00:00"}),
        forge(more="x"),
        base64.urlsafe_b64encode(b"[" * 5_000).decode(),
    ],
)
async def test_a_text_that_was_not_given_out_is_refused(memory: Ricordo, text: str) -> None:
    before = await export_rows(memory)
    with pytest.raises(ValueError, match="undo is not a text"):
        await memory.undo(text, scope=ALICE)
    with pytest.raises(TypeError, match="undo must be a string"):
        await memory.undo(None, scope=ALICE)  # type: ignore[arg-type]
    assert await export_rows(memory) == before


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
