"""A turn by somebody else than the user of its scope is not learned from, and the log says so."""

from __future__ import annotations

import uuid

import pytest

from ricordo import Ricordo, Scope, Turn
from ricordo.opening import Learning
from ricordo.testing import HashEmbedder

WARNING = "nothing is learned from a turn whose author is not the user of its scope"


@pytest.mark.parametrize(
    ("author", "learning", "warnings"),
    [("Zebedee", "inline", 1), (None, "inline", 0), (" USER ", "inline", 0), ("Zebedee", "off", 0)],
)
async def test_a_warning_comes_once_for_each_scope(
    caplog: pytest.LogCaptureFixture, author: str | None, learning: Learning, warnings: int
) -> None:
    user = f"User-{uuid.uuid4()}"
    name = user.upper() if author == " USER " else author
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning=learning) as memory:
        for text in ("I love hiking", "I love sailing"):
            await memory.remember([Turn("user", text, author=name)], scope=Scope(user=user))
        learned = [found async for found in memory.memories(scope=Scope(user=user))]
    assert caplog.text.count(WARNING) == warnings
    assert bool(learned) == (learning == "inline" and not warnings)
    for word in ("Zebedee", user, "hiking"):
        assert word not in caplog.text


async def test_each_scope_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="queue") as memory:
        for _ in range(2):
            await memory.remember([Turn("user", "hello", author="Zebedee")], scope=Scope(user=str(uuid.uuid4())))
        await memory.remember([Turn("assistant", "hello", author="Bot")], scope=Scope(user=str(uuid.uuid4())))
        await memory.remember([Turn("user", "hello", author="Zebedee")], scope=Scope(session=str(uuid.uuid4())))
    assert caplog.text.count(WARNING) == 2
