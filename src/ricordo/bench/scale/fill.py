"""A process that fills the store: one ``remember`` for each person, several at once, as in a service."""

from __future__ import annotations

import asyncio
import os
import time
from itertools import product

from ricordo.bench.scale.child import Task, main, send
from ricordo.bench.scale.people import LEARNERS, Target, make_conversations, make_turns, scope_of
from ricordo.bench.synthetic import SyntheticEmbedder
from ricordo.memory import Ricordo
from ricordo.values import Turn

AT_ONCE = 32
"""The number of calls at the same time. A store may commit them together."""

_BATCH = 1_000
"""The most turns in one call."""


async def _fill(task: Task) -> Task:
    """Add the people from ``first`` to before ``last``, with ``each`` memories in ``sittings`` conversations."""
    embedder, slots = SyntheticEmbedder(), asyncio.Semaphore(AT_ONCE)
    first, last, each, sittings = task["first"], task["last"], task["each"], task["sittings"]
    async with Target(**task["target"]).open_memory(embedder) as memory:
        began = time.perf_counter()

        async def add_part(person: int, sitting: int) -> None:
            try:
                part = slice(each * sitting // sittings, each * (sitting + 1) // sittings)
                await _remember(memory, person, make_turns(person, each, embedder, part))
            finally:
                slots.release()

        async with asyncio.TaskGroup() as group:
            for sitting, person in product(range(sittings), range(first, last)):
                await slots.acquire()
                group.create_task(add_part(person, sitting))
                if (person - first) % AT_ONCE == AT_ONCE - 1:
                    send({"done": AT_ONCE / sittings})
    return {"seconds": time.perf_counter() - began}


async def _remember(memory: Ricordo, person: int, turns: list[Turn]) -> None:
    for start in range(0, len(turns), _BATCH):
        await memory.remember(turns[start : start + _BATCH], scope=scope_of(person))


async def queue_jobs(target: Target, *, people: int, sessions: int, turns: int) -> int:
    """Queue one learning job for each conversation, and return their number."""
    number = LEARNERS + int.from_bytes(os.urandom(4), "big")
    async with target.open_memory(SyntheticEmbedder(), learning="queue") as memory:
        for person in range(number, number + people):
            for scope, talk in make_conversations(person, sessions, turns):
                await memory.remember(talk, scope=scope)
    return people * sessions


if __name__ == "__main__":
    main(_fill)
