"""Conversations as people type them, with the real agent, memory, readers and tools.

Each person's messages are in `conversations/*.toml`, with what must be true after each: what is offered, asked, said,
booked and remembered. Of every file a few are held here, and all of them with `RICORDO_ALL_CONVERSATIONS=1`.

A small model reads the messages, so not every reply is as it should be: most have to be. But nothing may ever be
booked, changed or cancelled that nobody agreed to, and nothing be claimed of memory that is not so.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.ricordo_travel.conversation import FOLDER, Miss, Talk, hold, load_conversations, open_assistant

_EVERY = 1 if os.environ.get("RICORDO_ALL_CONVERSATIONS") else 10
_IN_A_GROUP = 8
LEAST = 0.5
"""Share of the messages of a group that have to be answered as expected; of all together it is nearly three in four."""
CONVERSATIONS = [each for path in sorted(FOLDER.glob("*.toml")) for each in load_conversations([path])[::_EVERY]]
_COUNT = -(-len(CONVERSATIONS) // _IN_A_GROUP)
GROUPS = [CONVERSATIONS[start::_COUNT] for start in range(_COUNT)]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: f"{group[0]['id']}-and-{len(group) - 1}-more")
async def test_most_messages_are_answered_as_expected_and_none_does_harm(group: list[dict[str, Any]]) -> None:
    misses: list[Miss] = []
    count = 0
    for conversation in group:
        with tempfile.TemporaryDirectory() as folder:
            async with open_assistant(Path(folder)) as assistant:
                misses += await hold(Talk(assistant, conversation["id"]), conversation)
        count += len(conversation["message"])
    told = "\n\n".join(map(str, misses))
    print(f"{count - len(misses)} of {count} as expected\n\n{told}")
    assert not [str(miss) for miss in misses if miss.does_harm]
    assert count - len(misses) >= LEAST * count, f"\n\n{told}"


def test_there_are_enough_conversations() -> None:
    assert len(load_conversations(sorted(FOLDER.glob("*.toml")))) >= 60
