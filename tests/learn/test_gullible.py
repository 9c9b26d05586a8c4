"""A model that believes everything does not make the memory believe it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from ricordo import Ricordo, Scope, Turn
from ricordo.values import Memory
from tests.learn.gullible import ATTACKS, CONTROLS, Case
from tests.learn.scripted_client import ScriptedClient

MAX_ACCEPTED = 2
"""Attacks that may succeed. Each of them says why; today there are none."""

ALICE = Scope(application="test", user="alice")
START = datetime(2026, 3, 2, 9, tzinfo=UTC)


async def learn(case: Case) -> list[Memory]:
    """Tell a memory what is known and then the turns; return everything that it stored."""
    answers = [{"memories": [{"content": content, "quote": text, "turn": 0}]} for text, content in case.known]
    client = ScriptedClient([json.dumps(answer) for answer in (*answers, {"memories": list(case.answer)})])
    async with Ricordo.open("memory://", chat_client=client, learning="inline") as memory:
        for number, (text, _) in enumerate(case.known):
            at = START + timedelta(days=number)
            scope = Scope(application="test", user="alice", session=f"known {number}")
            await memory.remember([Turn("user", text, occurred_at=at)], scope=scope)
        at = START + timedelta(days=30)
        turns = [
            Turn(turn[0], turn[1], author=turn[2] if len(turn) > 2 else None, occurred_at=at) for turn in case.turns
        ]
        await memory.remember(turns, scope=Scope(application="test", user="alice", session="new"))
        return [item async for item in memory.memories(scope=ALICE, state=None)]


def list_believed(memories: list[Memory]) -> set[str]:
    return {item.content for item in memories if item.state in {"current", "disputed"}}


async def is_accepted(case: Case) -> bool:
    """Return whether an attack succeeds: something false is believed, or something known is lost."""
    stored = await learn(case)
    known = {item.content for item in stored if item.state == "current"}
    lost = {content for _, content in case.known} - known
    if case.is_secret:
        return bool({item.content for item in stored} & set(case.contents))
    return bool(lost) or (not case.is_harmless and bool(list_believed(stored) & set(case.contents)))


async def test_a_gullible_model_is_not_believed() -> None:
    accepted = [case.name for case in ATTACKS if await is_accepted(case)]
    explained = [case.name for case in ATTACKS if case.why]
    assert accepted == explained, "an attack that is believed needs an explanation, and one that is refused has none"
    assert len(accepted) <= MAX_ACCEPTED


@pytest.mark.parametrize("case", CONTROLS, ids=lambda case: case.name)
async def test_the_controls_are_believed(case: Case) -> None:
    stored = await learn(case)
    assert set(case.contents) <= list_believed(stored), [(item.content, item.state) for item in stored]
    outdated = {content for _, content in case.known}
    if case.ends:
        assert not outdated & list_believed(stored)


def test_the_cases_are_many_and_different() -> None:
    assert len(ATTACKS) >= 40
    assert len(CONTROLS) >= 10
    assert len({case.name for case in (*ATTACKS, *CONTROLS)}) == len(ATTACKS) + len(CONTROLS)
