"""Embedders that know a word by another, so that a hit can come from the vectors alone."""

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
    """Takes trekking for hiking, as the keywords do not."""

    def vector(self, text: str) -> Vectors:
        return super().vector(text.replace("trekking", "hiking"))


class Picky(HashEmbedder):
    """Refuses some texts, and with them everything that is asked for in the same call."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if any("POISON" in text for text in texts):
            raise RuntimeError("refused")
        return await super().embed(texts)


def old() -> Synonyms:
    return Synonyms(name="old")


def new() -> Synonyms:
    return Synonyms(name="new", dimensions=48)


def opened(url: str | Path, **settings: Any) -> AbstractAsyncContextManager[Ricordo]:
    """A memory that does not learn: only what is said is to be found."""
    return Ricordo.open(url, learning="off", **settings)


def said(text: str) -> Turn:
    return Turn("user", text)


async def fill(memory: Ricordo, count: int = 150) -> None:
    """One thing to be found, and many others."""
    await memory.remember([said(ANSWER), *(said(f"note {number}") for number in range(count))], scope=ALICE)


async def ask(memory: Ricordo) -> Recall:
    return await memory.recall(QUESTION, scope=ALICE)


async def found_by_vector(memory: Ricordo, text: str = ANSWER) -> bool:
    """Whether the question finds what it should, which its words alone do not."""
    found = await ask(memory)
    return bool(found) and found[0].text == text and set(found[0].why.ranks) == {"dense"}
