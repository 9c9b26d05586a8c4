"""Conversations with the clerk: the real assistant, memory and tools, with the commands of each message given."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest_asyncio

from ricordo_travel.clerk.commands import Command, parse_commands
from tests.ricordo_travel.conversation import Talk, open_assistant


@dataclass
class Person:
    """Somebody who talks to the clerk. What they type is read as the commands that the test gives."""

    talk: Talk
    programs: dict[str, str] = field(default_factory=dict[str, str])

    async def say(self, program: str, message: str = "", conversation: str = "1") -> str:
        """Return the reply to a message that stands for a program; the program itself if there are no other words."""
        self.programs[message or program] = program
        return await self.talk.say(message or program, conversation)

    def read(self, situation: str, message: str) -> list[Command]:
        """Return the commands of a message; none for a part of it that has no program of its own."""
        del situation
        return parse_commands(self.programs.get(message, ""))


@pytest_asyncio.fixture
async def person(tmp_path: Path) -> AsyncGenerator[Person]:
    async with open_assistant(tmp_path) as assistant:
        somebody = Person(Talk(assistant, "ann"))
        somebody.talk = Talk(replace(assistant, read=somebody.read), "ann")
        yield somebody
