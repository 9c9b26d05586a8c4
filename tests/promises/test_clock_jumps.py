"""Clocks that jump forward and back in two memories on one file: nothing is lost and nothing is learned twice."""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from ricordo import Gathering, Ricordo, Scope, Turn
from ricordo.bench.learning import EchoClient
from ricordo.extractors.language_model import ModelExtractor
from ricordo.testing import HashEmbedder
from tests.campaign.load import spell

RUNS = int(os.environ.get("RICORDO_CLOCKS", "2"))
JUMPS = (timedelta(seconds=40), timedelta(minutes=20), timedelta(hours=5), timedelta(days=3), timedelta(days=400))


class JumpingClock:
    """A clock that is set to another time again and again, and right in the end."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._wrong = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self._wrong

    def jump(self) -> None:
        """Go forward or back, sometimes far."""
        self._wrong = self._chance.choice(JUMPS) * self._chance.choice((1, -1))

    def set_right(self) -> None:
        self._wrong = timedelta()


def open_memory(path: Path, clock: JumpingClock) -> Any:
    return Ricordo.open(
        path,
        embedder=HashEmbedder(),
        extractor=ModelExtractor(cast("Any", EchoClient())),
        gathering=Gathering(turns=2, seconds=0.1),
        clock=clock,
    )


@pytest.mark.parametrize("seed", range(RUNS))
async def test_clocks_that_jump_lose_nothing_and_learn_nothing_twice(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    people = [Scope(application="test", user=name) for name in ("ann", "ben")]
    clocks = [JumpingClock(chance) for _ in range(2)]
    told: list[str] = []
    path = tmp_path / "memory.db"
    async with open_memory(path, clocks[0]) as one, open_memory(path, clocks[1]) as other:
        for number in range(30):
            if chance.random() < 0.4:
                chance.choice(clocks).jump()
            memory, person, word = chance.choice((one, other)), chance.choice(people), spell(number)
            text = f"note {number} is about {word}"
            (id,) = await memory.remember([Turn("user", text, id=f"t{number}")], scope=person)
            told.append(id)
            assert id in {hit.id for hit in await memory.recall(f"about {word}", scope=person, limit=50)}
            await asyncio.sleep(chance.uniform(0, 0.05))
        for clock in clocks:
            clock.set_right()
        async with asyncio.timeout(60):
            await one.settle()
        rows = [row for person in people async for row in one.export(scope=person)]
        assert await one.maintenance.check() == []
    stored = Counter(row["id"] for row in rows if row["type"] == "turn")
    learned = Counter(part["turn_id"] for row in rows if row["type"] == "memory" for part in row["evidence"])
    assert stored == learned == Counter(dict.fromkeys(told, 1))
