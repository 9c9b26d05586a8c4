"""A memory that learns by the real reader of notes, and somebody who talks to the whole assistant about them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest_asyncio

from ricordo import Memory, Ricordo, Scope, Turn
from ricordo.testing import HashEmbedder
from ricordo_travel.assistant import scope_of
from ricordo_travel.memory_tools import format_value
from ricordo_travel.notes.extractor import NotesExtractor
from ricordo_travel.traveller import Traveller
from tests.ricordo_travel.conversation import Talk, open_assistant

ANN = Scope(user="ann", session="now")


@dataclass
class Learner:
    """Somebody whose messages are learned from, without replies to them."""

    memory: Ricordo

    async def tell(self, *messages: str) -> list[str]:
        """Return the notes that hold after some messages."""
        for message in messages:
            await self.memory.remember([Turn("user", message)], scope=ANN)
        return [item.content for item in await self.memories() if item.state == "current"]

    async def memories(self) -> list[Memory]:
        """Return all notes, also those that hold no more."""
        kinds = ("episodic", "semantic", "profile")
        return [item async for item in self.memory.memories(scope=ANN.owner(), kinds=kinds, state=None)]

    async def profile(self) -> dict[str, str]:
        profile = await self.memory.profile(Traveller, scope=ANN.owner())
        return {name: format_value(value.value) for name, value in profile.fields.items()}


@dataclass
class Person:
    """Somebody who talks to the whole assistant."""

    talk: Talk

    async def say(self, *messages: str, conversation: str = "now") -> str:
        """Return the reply to the last of some messages."""
        replies = [await self.talk.say(message, conversation) for message in messages]
        return replies[-1]

    async def notes(self) -> list[str]:
        """Return the notes that hold."""
        return await self.talk.contents()

    async def export(self) -> list[dict[str, Any]]:
        """Return the memories of the person as `export` gives them, whatever their state."""
        rows = self.talk.assistant.memory.export(scope=scope_of(self.talk.person))
        return [row async for row in rows if row["type"] == "memory"]


@pytest_asyncio.fixture
async def learner() -> AsyncGenerator[Learner]:
    async with Ricordo.open(
        "memory://",
        embedder=HashEmbedder(),
        learning="inline",
        extractor=NotesExtractor(),
        profiles=[Traveller],
    ) as memory:
        yield Learner(memory)


@pytest_asyncio.fixture
async def person(tmp_path: Path) -> AsyncGenerator[Person]:
    async with open_assistant(tmp_path) as assistant:
        yield Person(Talk(assistant, "ann"))
