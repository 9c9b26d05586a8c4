"""Conversations as people type them, with the real agent, memory, reader and tools.

Each person's messages are in `conversations/*.toml`, with what must be true after each: what is offered, asked, said,
booked and remembered. Of every file a few are held here, and all of them with `RICORDO_ALL_CONVERSATIONS=1`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.ricordo_travel.conversation import FOLDER, Talk, hold, load_conversations, open_assistant

_EVERY = 1 if os.environ.get("RICORDO_ALL_CONVERSATIONS") else 10
CONVERSATIONS = [each for path in sorted(FOLDER.glob("*.toml")) for each in load_conversations([path])[::_EVERY]]


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda each: each["id"])
async def test_every_message_of_a_conversation_is_answered_well(tmp_path: Path, conversation: dict[str, Any]) -> None:
    async with open_assistant(tmp_path) as assistant:
        misses = await hold(Talk(assistant, conversation["id"]), conversation)
    assert not misses, "\n\n" + "\n\n".join(map(str, misses))


def test_there_are_enough_conversations() -> None:
    assert len(load_conversations(sorted(FOLDER.glob("*.toml")))) >= 60
