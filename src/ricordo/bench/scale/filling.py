"""Bringing people into the store: each is one ``remember``, several under way at once, as in a service."""

from __future__ import annotations

import asyncio
import os
import time
from itertools import product

from ricordo.bench.scale.child import Task, main, send
from ricordo.bench.scale.people import LEARNERS, Target, lessons, make_turns, scope_of
from ricordo.bench.synthetic import SyntheticEmbedder
from ricordo.memory import Ricordo
from ricordo.values import Turn

AT_ONCE = 32
"""People who are remembered at the same time: a store may commit them together."""

_BATCH = 1_000
"""Turns in one call, for somebody who has very many."""


async def _fill(task: Task) -> Task:
    """People from ``first`` to before ``last``, with ``each`` memories; all of them come by so many ``sittings``."""
    embedder, slots = SyntheticEmbedder(), asyncio.Semaphore(AT_ONCE)
    first, last, each, sittings = task["first"], task["last"], task["each"], task["sittings"]
    async with Target(**task["target"]).open_memory(embedder) as memory:
        began = time.perf_counter()

        async def bring(person: int, sitting: int) -> None:
            try:
                part = slice(each * sitting // sittings, each * (sitting + 1) // sittings)
                await _remember(memory, person, make_turns(person, each, embedder, part))
            finally:
                slots.release()

        async with asyncio.TaskGroup() as group:
            for sitting, person in product(range(sittings), range(first, last)):
                await slots.acquire()
                group.create_task(bring(person, sitting))
                if (person - first) % AT_ONCE == AT_ONCE - 1:
                    send({"done": AT_ONCE / sittings})
    return {"seconds": time.perf_counter() - began}


async def _remember(memory: Ricordo, person: int, turns: list[Turn]) -> None:
    for start in range(0, len(turns), _BATCH):
        await memory.remember(turns[start : start + _BATCH], scope=scope_of(person))


async def leave_jobs(target: Target, *, people: int, sessions: int, turns: int) -> int:
    """Leave learning for the workers: one job a conversation; how many."""
    number = LEARNERS + int.from_bytes(os.urandom(4), "big")
    async with target.open_memory(SyntheticEmbedder(), learning="queue") as memory:
        for person in range(number, number + people):
            for scope, talk in lessons(person, sessions, turns):
                await memory.remember(talk, scope=scope)
    return people * sessions


if __name__ == "__main__":
    main(_fill)
