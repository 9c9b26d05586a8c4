"""The people in the database with their turns and questions. All are derived from a person's number, in any process."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from ricordo.bench.synthetic import SyntheticEmbedder, Texts
from ricordo.language.documents import dense_texts
from ricordo.memory import Ricordo
from ricordo.opening import Learning
from ricordo.values import Scope, Turn

LARGE = 2**31
"""The number of the one person who has very many memories."""

LEARNERS = 2**32
"""The number of the first person whom workers learn about."""

LEAVER_INTERVAL = 10
"""Every tenth person is kept to be erased, and nothing is asked about them."""

STORE_TIMEOUT = 60.0
"""Seconds that a call may wait: a store that is being filled is overloaded."""

_BEGAN = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Target:
    """The store that is measured, as every process finds it."""

    url: str
    index: str | None = None

    @asynccontextmanager
    async def open_memory(self, embedder: SyntheticEmbedder, *, learning: Learning = "off") -> AsyncGenerator[Ricordo]:
        """Open the memory, with its index if it has one."""
        beside: dict[str, Any] = {"index": self.index} if self.index else {}
        opened = Ricordo.open(self.url, embedder=embedder, learning=learning, timeout=STORE_TIMEOUT, **beside)
        async with opened as memory:
            yield memory


def scope_of(person: int) -> Scope:
    """Return the scope of a person."""
    return Scope(application="bench", user=f"person-{person}")


def make_turns(person: int, count: int, embedder: SyntheticEmbedder, part: slice = slice(None)) -> list[Turn]:
    """Return the turns of a person, or a part of them, and prepare their vectors in ``embedder``."""
    texts = Texts(person).turns(count)
    numbers = range(count)[part]
    turns = [Turn("user", texts[number], occurred_at=_BEGAN + timedelta(hours=5 * number)) for number in numbers]
    previous = Turn("user", texts[numbers[0] - 1]) if numbers and numbers[0] else None
    embedder.prepare(dense_texts(turns, previous), embedder.of_person(person, count)[part])
    return turns


def make_question(person: int, count: int, embedder: SyntheticEmbedder, *, seed: int) -> str:
    """Return a question about one of a person's first turns, and prepare its vector in ``embedder``."""
    chance, first = random.Random(seed), min(count, 100)
    question = Texts(chance.getrandbits(32)).question()
    about = embedder.of_person(person, first)[[chance.randrange(first)]]
    embedder.prepare([question], embedder.about(about, seed=seed))
    return question


def draw_people(people: int, count: int, *, seed: int) -> list[int]:
    """Return people at random, each once, without those who are kept to be erased."""
    return _draw([person for person in range(people) if person % LEAVER_INTERVAL], count, seed)


def draw_leavers(known: int, people: int, count: int, *, seed: int) -> list[int]:
    """Return people at random who are kept to be erased, from ``known`` to before ``people``."""
    return _draw([person for person in range(known, people) if not person % LEAVER_INTERVAL], count, seed)


def _draw(people: list[int], count: int, seed: int) -> list[int]:
    return random.Random(seed).sample(people, min(count, len(people)))


def make_conversations(person: int, sessions: int, turns: int) -> Iterator[tuple[Scope, list[Turn]]]:
    """Yield conversations to learn from without a model: one turn in five says what the person likes."""
    texts = Texts(person)
    for session in range(sessions):
        talk = texts.turns(turns)
        talk[::5] = [f"I love {text.split()[0]} {text.split()[-1]}." for text in talk[::5]]
        scope = Scope(application="bench", user=f"person-{person}", session=f"talk-{session}")
        yield scope, [Turn("user", text) for text in talk]
