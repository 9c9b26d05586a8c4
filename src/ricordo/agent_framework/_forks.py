"""The turns that a fork of a conversation begins with.

The turns stay where they were said. The session's state has their ids, so nothing is stored or learned twice, and what
is forgotten there is gone here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ricordo.agent_framework._memory import read_turns
from ricordo.values import Scope, Turn

MAX_INHERITED = 100
"""Turns of a conversation that a fork of it begins with."""

_STATE_KEY = "ricordo_forks"


async def read_inherited(memory: object, scope: Scope, state: Mapping[str, Any]) -> list[Turn]:
    """Return the turns that a conversation in `scope` begins with, in order."""
    turns: list[Turn] = []
    for fork in state.get(_STATE_KEY, ()):
        turns += await read_turns(memory, replace(scope, session=fork["session"]), fork["ids"])
    return turns


def list_inherited_ids(state: Mapping[str, Any]) -> frozenset[str]:
    """Return the ids of the turns that a conversation begins with."""
    return frozenset(id for fork in state.get(_STATE_KEY, ()) for id in fork["ids"])


def inherit(state: dict[str, Any], session: str, turns: Sequence[Turn]) -> None:
    """Let the conversation with this state begin with `turns` of another session, after what that one inherited."""
    ids = [turn.id for turn in turns if turn.id]
    state[_STATE_KEY] = [*state.get(_STATE_KEY, ()), {"session": session, "ids": ids}]
