"""The steps of ``ricordo bench scale``, one after the other."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tqdm import tqdm

from ricordo.bench.scale import child, working
from ricordo.bench.scale.ground import Ground, ground
from ricordo.bench.scale.people import LARGE, LEAVES

Report = dict[str, Any]

_RECALL = ("recall_warm", "recall_cold")


@dataclass(frozen=True, slots=True)
class ScalePlan:
    """The plan of a run: numbers of people, of memories each, and of questions, jobs and workers."""

    store: str = "sqlite"
    index: str | None = None
    folder: Path | None = None
    people: tuple[int, ...] = (1_000, 10_000, 100_000)
    each: int = 100
    sittings: int = 1
    large: int = 100_000
    questions: int = 400
    jobs: int = 600
    workers: tuple[int, ...] = (1, 2, 4)

    def __post_init__(self) -> None:
        if self.index is not None and self.store == "sqlite":
            raise ValueError("--index goes beside --store postgres or postgresql://…")
        if any(people - known < LEAVES for known, people in pairwise((0, *self.people))):
            raise ValueError(f"--people must be numbers that grow by at least {LEAVES}, like 1000,10000")
        if min(self.each, self.large, self.sittings) < 1 or self.sittings > self.each:
            raise ValueError("--each, --large and --sittings must be at least 1, and no more --sittings than --each")


QUICK = {"people": (100, 1_000), "each": 20, "large": 5_000, "questions": 60, "jobs": 30}
"""What makes it a matter of seconds: enough to see that it works, not to learn anything from it."""


async def measure(plan: ScalePlan, *, progress: bool = True) -> Report:
    """Measure everything, in a store that is deleted afterwards."""
    memories = plan.people[-1] * plan.each + plan.large
    began = time.perf_counter()
    async with ground(plan.store, plan.folder, index=plan.index, memories=memories) as place:
        steps = [
            await _step(place, plan, known, people, progress=progress) for known, people in pairwise((0, *plan.people))
        ]
        report: Report = {
            "store": "sqlite" if plan.store == "sqlite" else "postgresql",
            "index": plan.index is not None,
            "each": plan.each,
            "sittings": plan.sittings,
            "steps": _with_growth(steps),
            "large": await _large(place, plan, progress=progress),
            "jobs_per_second": {
                processes: await working.jobs_a_second(place.target, processes=processes, jobs=plan.jobs)
                for processes in plan.workers
            },
        }
    return {**report, "minutes": (time.perf_counter() - began) / 60}


async def _step(place: Ground, plan: ScalePlan, known: int, people: int, *, progress: bool) -> Report:
    """Add people to the database and measure it again."""
    before = await asyncio.to_thread(place.size) if known else 0
    with tqdm(
        total=people - known, disable=None if progress else True, desc=f"{people:,} people", unit=" people"
    ) as bar:
        seconds = await _fill(place, (known, people), plan.each, bar.update, sittings=plan.sittings)
    behind = await _settle(place)
    size = await asyncio.to_thread(place.size)
    task = {"people": people, "known": known, "each": plan.each, "questions": plan.questions, "large": False}
    times = await child.run_child("asking", {"target": asdict(place.target), **task})
    if progress:  # what is known is not lost if the rest is cut short
        warm, cold = (times[kind]["p50"] for kind in _RECALL)
        tqdm.write(f"{people:,} people: recall p50 {warm:.2f} ms warm, {cold:.2f} ms cold", file=sys.stderr)
    return {
        "people": people,
        "memories": people * plan.each,
        "memories_per_second": (people - known) * plan.each / seconds,
        "index_behind_seconds": behind,
        "bytes_per_memory": (size - before) / ((people - known) * plan.each),
        "bytes": size,
        **times,
    }


async def _settle(place: Ground) -> float:
    """Have everything done that is usually done within minutes; how many seconds the index took to follow."""
    behind = (
        await child.run_child("following", {"target": asdict(place.target)}) if place.target.index else {"seconds": 0}
    )
    await asyncio.to_thread(place.tidy)
    return float(behind["seconds"])


async def _fill(
    place: Ground, people: tuple[int, int], each: int, done: Callable[[float], object], *, sittings: int = 1
) -> float:
    """Bring people in, by as many processes as help; how many seconds it took."""
    first, last = people
    task = {"target": asdict(place.target), "each": each, "sittings": sittings}
    shares = min(place.processes, last - first)
    bounds = [first + (last - first) * share // shares for share in range(shares + 1)]
    tasks = [{**task, "first": a, "last": b} for a, b in pairwise(bounds)]
    results = await asyncio.gather(*(child.run_child("filling", task, done) for task in tasks))
    return max(result["seconds"] for result in results)


async def _large(place: Ground, plan: ScalePlan, *, progress: bool) -> Report:
    """One person with very much to remember among all the others."""
    with tqdm(total=1, disable=None if progress else True, desc=f"1 person × {plan.large:,}", unit=" people") as bar:
        seconds = await _fill(place, (LARGE, LARGE + 1), plan.large, bar.update)
    await _settle(place)
    task = {"each": plan.large, "questions": min(50, plan.questions), "large": True}
    times = await child.run_child("asking", {"target": asdict(place.target), **task})
    return {"memories": plan.large, "memories_per_second": plan.large / seconds, **times}


def _with_growth(steps: list[Report]) -> list[Report]:
    """Each step with what its recall takes, as a multiple of the first."""
    first = steps[0]
    return [{**step, "growth": {kind: step[kind]["p50"] / first[kind]["p50"] for kind in _RECALL}} for step in steps]
