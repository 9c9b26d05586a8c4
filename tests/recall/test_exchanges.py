"""A question brings its answer and an answer its question, where both may be seen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ricordo import Ricordo, Scope, Turn
from ricordo.testing.embedder import HashEmbedder

ALICE = Scope(user="alice", session="1")
OTHER = Scope(user="alice", session="2")
BEGIN = datetime(2026, 5, 1, 10, tzinfo=UTC)


@pytest.fixture(params=["memory://", "memory.db"])
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ricordo]:
    url = request.param if request.param == "memory://" else str(tmp_path / request.param)
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="off") as opened:
        yield opened


def turn(role: str, text: str, minute: int = 0, *, tags: tuple[str, ...] = ()) -> Turn:
    return Turn(role, text, id=text[:5], occurred_at=BEGIN + timedelta(minutes=minute), tags=tags)  # type: ignore[arg-type]


TALK = [
    turn("user", "Hello there, my friend."),
    turn("assistant", "Which airline do you prefer for long flights?"),
    turn("user", "Lufthansa, always."),
]


async def test_an_exchange_is_found_by_either_part(memory: Ricordo) -> None:
    await memory.remember(TALK, scope=ALICE)
    found = await memory.recall("airline for long flights", scope=ALICE.owner())
    by_text = {hit.text: hit for hit in found}
    question = by_text["Which airline do you prefer for long flights?"]
    assert question.answer is not None
    assert question.answer.text == "Lufthansa, always."
    assert question.question is None
    assert question.position < question.answer.position
    (answer,) = [hit for hit in await memory.recall("Lufthansa", scope=ALICE.owner()) if "Lufthansa" in hit.text]
    assert answer.question is not None
    assert answer.question.text.startswith("Which airline")
    assert answer.answer is None


async def test_other_sessions_and_speakers_are_no_answer(memory: Ricordo) -> None:
    await memory.remember([turn("user", "Which zeppelin flew first?")], scope=ALICE)
    await memory.remember([turn("assistant", "The one of another session.")], scope=OTHER)
    await memory.remember([turn("user", "Or was it a balloon?")], scope=ALICE)
    found = await memory.recall("zeppelin", scope=ALICE.owner())
    assert [hit.answer for hit in found if "zeppelin" in hit.text] == [None]


async def test_what_the_recall_may_not_see_is_not_beside_it(memory: Ricordo) -> None:
    await memory.remember([turn("user", "Which zeppelin flew first?"), turn("assistant", "LZ 1.", 60)], scope=ALICE)
    (hit,) = await memory.recall("zeppelin", scope=ALICE, until=BEGIN + timedelta(minutes=30))
    assert hit.answer is None
    (hit,) = await memory.recall("zeppelin", scope=ALICE, as_of=BEGIN + timedelta(minutes=30))
    assert hit.answer is None
    found = {hit.id: hit for hit in await memory.recall("zeppelin", scope=ALICE)}
    assert found["Which"].answer is not None


async def test_an_erased_answer_is_gone(memory: Ricordo) -> None:
    await memory.remember([turn("user", "Which zeppelin flew first?"), turn("assistant", "LZ 1.")], scope=ALICE)
    await memory.forget(scope=ALICE, ids=["LZ 1."])
    (hit,) = await memory.recall("zeppelin", scope=ALICE)
    assert hit.answer is None


async def test_the_block_shows_both(memory: Ricordo) -> None:
    await memory.remember(TALK, scope=ALICE)
    block = (await memory.recall("Lufthansa", scope=ALICE.owner(), limit=1)).render()
    assert block.splitlines()[2:-1] == [
        "[1 May 2026 10:00] assistant: Which airline do you prefer for long flights?",
        "user: Lufthansa, always.",
    ]
