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

from ricordo.bench.scale import child, worker
from ricordo.bench.scale.people import LARGE, LEAVER_INTERVAL
from ricordo.bench.scale.target_store import TargetStore, open_target

Report = dict[str, Any]

_RECALL = ("recall_warm", "recall_cold")


@dataclass(frozen=True, slots=True)
class ScalePlan:
    """The plan of a run.

    Attributes:
        store: ``sqlite``, ``postgres`` for a temporary server, or the URL of a server.
        index: The URL of an index beside PostgreSQL.
        folder: The folder for the store; by default the one for temporary files.
        people: The number of people at each step.
        each: The memories of each person.
        sittings: The number of conversations that a person's memories are spread over.
        large: The memories of the one person who has very many.
        questions: The questions that are timed at each step.
        jobs: The learning jobs that are timed.
        workers: The numbers of worker processes to measure.
    """

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
            raise ValueError("--index needs --store postgres or postgresql://…")
        if any(people - known < LEAVER_INTERVAL for known, people in pairwise((0, *self.people))):
            raise ValueError(f"--people must be numbers that grow by at least {LEAVER_INTERVAL}, like 1000,10000")
        if min(self.each, self.large, self.sittings) < 1 or self.sittings > self.each:
            raise ValueError("--each, --large and --sittings must be at least 1, and --sittings at most --each")


QUICK = {"people": (100, 1_000), "each": 20, "large": 5_000, "questions": 60, "jobs": 30}
"""A plan that takes seconds. It shows that everything works; its numbers mean nothing."""


async def measure(plan: ScalePlan, *, progress: bool = True) -> Report:
    """Measure everything, in a store that is deleted afterwards."""
    memories = plan.people[-1] * plan.each + plan.large
    began = time.perf_counter()
    async with open_target(plan.store, plan.folder, index=plan.index, memories=memories) as target_store:
        steps = [
            await _measure_step(target_store, plan, known, people, progress=progress)
            for known, people in pairwise((0, *plan.people))
        ]
        report: Report = {
            "store": "sqlite" if plan.store == "sqlite" else "postgresql",
            "index": plan.index is not None,
            "each": plan.each,
            "sittings": plan.sittings,
            "steps": _add_growth(steps),
            "large": await _measure_large(target_store, plan, progress=progress),
            "jobs_per_second": {
                processes: await worker.measure_jobs_per_second(
                    target_store.target, processes=processes, jobs=plan.jobs
                )
                for processes in plan.workers
            },
        }
    return {**report, "minutes": (time.perf_counter() - began) / 60}


async def _measure_step(
    target_store: TargetStore, plan: ScalePlan, known: int, people: int, *, progress: bool
) -> Report:
    """Add people to the database and measure it again."""
    before = await asyncio.to_thread(target_store.size) if known else 0
    with tqdm(
        total=people - known, disable=None if progress else True, desc=f"{people:,} people", unit=" people"
    ) as bar:
        seconds = await _fill(target_store, (known, people), plan.each, bar.update, sittings=plan.sittings)
    behind = await _finish_filling(target_store)
    size = await asyncio.to_thread(target_store.size)
    task = {"people": people, "known": known, "each": plan.each, "questions": plan.questions, "large": False}
    times = await child.run_child("time_verbs", {"target": asdict(target_store.target), **task})
    if progress:  # the result of this step is shown even if a later one is interrupted
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


async def _finish_filling(target_store: TargetStore) -> float:
    """Wait for the index, vacuum the store, and return the seconds that the index needed."""
    behind = (
        await child.run_child("await_index", {"target": asdict(target_store.target)})
        if target_store.target.index
        else {"seconds": 0}
    )
    await asyncio.to_thread(target_store.vacuum)
    return float(behind["seconds"])


async def _fill(
    target_store: TargetStore, people: tuple[int, int], each: int, done: Callable[[float], object], *, sittings: int = 1
) -> float:
    """Add people, in as many processes as help, and return the seconds that it took."""
    first, last = people
    task = {"target": asdict(target_store.target), "each": each, "sittings": sittings}
    shares = min(target_store.processes, last - first)
    bounds = [first + (last - first) * share // shares for share in range(shares + 1)]
    tasks = [{**task, "first": a, "last": b} for a, b in pairwise(bounds)]
    results = await asyncio.gather(*(child.run_child("fill", task, done) for task in tasks))
    return max(result["seconds"] for result in results)


async def _measure_large(target_store: TargetStore, plan: ScalePlan, *, progress: bool) -> Report:
    """Add a person with very many memories, and time the verbs for this person."""
    with tqdm(total=1, disable=None if progress else True, desc=f"1 person × {plan.large:,}", unit=" people") as bar:
        seconds = await _fill(target_store, (LARGE, LARGE + 1), plan.large, bar.update)
    await _finish_filling(target_store)
    task = {"each": plan.large, "questions": min(50, plan.questions), "large": True}
    times = await child.run_child("time_verbs", {"target": asdict(target_store.target), **task})
    return {"memories": plan.large, "memories_per_second": plan.large / seconds, **times}


def _add_growth(steps: list[Report]) -> list[Report]:
    """Return the steps, each with its times of recall as multiples of the first step's."""
    first = steps[0]
    return [{**step, "growth": {kind: step[kind]["p50"] / first[kind]["p50"] for kind in _RECALL}} for step in steps]
