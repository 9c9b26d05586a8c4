"""Looking into a store after a campaign: is everything there, once?"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ricordo import Ricordo, Scope
from ricordo.testing import HashEmbedder
from tests.campaign.load import APPLICATION
from tests.campaign.report import Progress

_LEARN_SECONDS = 300.0
"""The time after which all turns have to be learned from."""


@dataclass(slots=True)
class Contents:
    """What is in a store."""

    turns: Counter[str] = field(default_factory=Counter[str])
    cited: Counter[str] = field(default_factory=Counter[str])
    """How many memories cite each turn."""
    facts: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """How often a person has a memory with a text."""
    failed_jobs: int = 0
    waiting_jobs: int = 0
    faults: list[str] = field(default_factory=list[str])


async def wait_until_learned(store: str, progress: Progress) -> None:
    """Wait until the worker has learned from everything, for some minutes at most."""
    deadline = time.monotonic() + _LEARN_SECONDS
    async with Ricordo.open(store, embedder=HashEmbedder(), learning="off", timeout=60) as memory:
        while (waiting := (await memory.status()).store.jobs_waiting) and time.monotonic() < deadline:
            progress.say(f"{waiting} jobs are left to be learned from")
            await asyncio.sleep(0.5)


async def read_contents(store: str, people: Mapping[str, set[str]]) -> Contents:
    """Read everything that is stored of these people."""
    contents = Contents()
    async with Ricordo.open(store, embedder=HashEmbedder(), learning="off", timeout=60) as memory:
        for person in people:
            async for row in memory.export(scope=Scope(application=APPLICATION, user=person)):
                if row["type"] == "turn":
                    contents.turns[row["id"]] += 1
                elif row["type"] == "memory":
                    contents.cited.update({part["turn_id"] for part in row["evidence"]})
                    contents.facts[person, row["content"]] += 1
        counts = (await memory.status()).store
        contents.failed_jobs, contents.waiting_jobs = counts.jobs_failed, counts.jobs_waiting
        contents.faults = [fault.what for fault in await memory.maintenance.check()]
    return contents


def find_breaches(contents: Contents, people: Mapping[str, set[str]], *, learns: bool) -> list[str]:
    """Return what was promised and is not so."""
    acknowledged = set[str]().union(*people.values())
    breaches = [f"{id} was acknowledged and is lost" for id in sorted(acknowledged - contents.turns.keys())]
    breaches += [f"{id} is stored {times} times" for id, times in contents.turns.items() if times > 1]
    breaches += [f"{id} is learned {times} times" for id, times in contents.cited.items() if times > 1]
    breaches += [
        f"a fact of {person} is stored {times} times" for (person, _), times in contents.facts.items() if times > 1
    ]
    if learns:
        breaches += [f"{id} is not learned from" for id in sorted(contents.turns.keys() - contents.cited.keys())]
    if learns and contents.waiting_jobs:
        breaches.append(f"{contents.waiting_jobs} jobs still wait")
    if contents.failed_jobs:
        breaches.append(f"{contents.failed_jobs} jobs were set aside")
    return breaches + contents.faults
