"""Embedders that know a synonym, so that a hit can come from the vectors alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from ricordo import Ricordo, Scope, Turn
from ricordo.ports.embedder import Vectors
from ricordo.recall.hits import Recall
from ricordo.testing import HashEmbedder

ALICE = Scope(application="travel", user="alice")
BOB = Scope(application="travel", user="bob")
QUESTION = "trekking"
ANSWER = "I love hiking"


class Synonyms(HashEmbedder):
    """An embedder that treats trekking as hiking, which keywords do not."""

    def vector(self, text: str) -> Vectors:
        return super().vector(text.replace("trekking", "hiking"))


class Picky(HashEmbedder):
    """An embedder that refuses some texts, and with them every text of the same call."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if any("POISON" in text for text in texts):
            raise RuntimeError("refused")
        return await super().embed(texts)


def old() -> Synonyms:
    return Synonyms(name="old")


def new() -> Synonyms:
    return Synonyms(name="new", dimensions=48)


def open_memory(url: str | Path, **settings: Any) -> AbstractAsyncContextManager[Ricordo]:
    """Open a memory that does not learn, so that only turns are found."""
    return Ricordo.open(url, learning="off", **settings)


def user_turn(text: str) -> Turn:
    return Turn("user", text)


async def fill(memory: Ricordo, count: int = 150) -> None:
    """Store one turn that the question should find, and many others."""
    await memory.remember([user_turn(ANSWER), *(user_turn(f"note {number}") for number in range(count))], scope=ALICE)


async def ask(memory: Ricordo) -> Recall:
    return await memory.recall(QUESTION, scope=ALICE)


async def is_found_by_vector(memory: Ricordo, text: str = ANSWER) -> bool:
    """Return whether the question finds `text` by its vector alone."""
    found = await ask(memory)
    return bool(found) and found[0].text == text and set(found[0].why.ranks) == {"dense"}
