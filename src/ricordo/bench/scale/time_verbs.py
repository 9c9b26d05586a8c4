"""A process that times the verbs. It has just been started, so its caches are empty."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import numpy as np

from ricordo.bench.scale.child import Task, main
from ricordo.bench.scale.people import LARGE, Target, draw_leavers, draw_people, make_question, scope_of
from ricordo.bench.synthetic import SyntheticEmbedder, Texts
from ricordo.memory import Ricordo
from ricordo.values import Turn

Times = dict[str, float]

_WARM_UP = 20
"""Questions before anything is timed, about people who are not asked again. They open the connections."""


async def _time_all(task: Task) -> Task:
    """Time all verbs for people drawn at random."""
    people, each, count, known = task["people"], task["each"], task["questions"], task["known"]
    embedder = SyntheticEmbedder()
    began = time.perf_counter()
    async with Target(**task["target"]).open_memory(embedder) as memory:
        opened = time.perf_counter() - began
        drawn = draw_people(people, count + _WARM_UP, seed=people)
        first, drawn = drawn[:_WARM_UP], drawn[_WARM_UP:] or drawn
        for person in first:
            await memory.recall(make_question(person, each, embedder, seed=person), scope=scope_of(person))
        cold = await _time_calls(_make_recalls(memory, drawn, each, embedder, seed=1))
        again = random.Random(people).choices(drawn, k=count)
        warm = await _time_calls(_make_recalls(memory, again, each, embedder, seed=2))
        remember = await _time_calls(_make_remembers(memory, drawn[: count // 2], Texts(people)))
        leaving = draw_leavers(known, people, max(1, count // 10), seed=people)
        erase = await _time_calls([_make_forget(memory, person) for person in leaving])
    return {
        "opened_ms": 1000 * opened,
        "recall_cold": cold,
        "recall_warm": warm,
        "remember_one": remember,
        "erase": erase,
    }


async def _time_large(task: Task) -> Task:
    """Time recall and erasure for the one person who has very many memories."""
    each, count = task["each"], task["questions"]
    embedder = SyntheticEmbedder()
    async with Target(**task["target"]).open_memory(embedder) as memory:
        questions = _make_recalls(memory, [LARGE] * (count + 1), each, embedder, seed=3)
        cold = await _time_calls(questions[:1])
        warm = await _time_calls(questions[1:])
        erase = await _time_calls([_make_forget(memory, LARGE)])
    return {"recall_cold": cold, "recall_warm": warm, "erase": erase}


Call = Callable[[], Awaitable[Any]]


def _make_recalls(
    memory: Ricordo, people: Sequence[int], each: int, embedder: SyntheticEmbedder, *, seed: int
) -> list[Call]:
    def make_recall(person: int, question: str) -> Call:
        return lambda: memory.recall(question, scope=scope_of(person))

    return [
        make_recall(person, make_question(person, each, embedder, seed=seed * 2**40 + number * 2**20 + person))
        for number, person in enumerate(people)
    ]


def _make_remembers(memory: Ricordo, people: Sequence[int], texts: Texts) -> list[Call]:
    def make_remember(person: int, text: str) -> Call:
        return lambda: memory.remember([Turn("user", text)], scope=scope_of(person))

    return [make_remember(person, texts.turn()) for person in people]


def _make_forget(memory: Ricordo, person: int) -> Call:
    return lambda: memory.forget(scope=scope_of(person))


async def _time_calls(calls: Sequence[Call]) -> Times:
    """Make one call after the other; return percentiles of wall and CPU time, in milliseconds.

    On a busy machine only CPU time can be compared.
    """
    taken: list[tuple[float, float]] = []
    for call in calls:
        began, worked = time.perf_counter(), time.process_time()
        await call()
        taken.append((1000 * (time.perf_counter() - began), 1000 * (time.process_time() - worked)))
    (p50, cpu), (p95, _), (p99, _) = np.percentile(np.array(taken), [50, 95, 99], axis=0)
    return {"p50": float(p50), "p95": float(p95), "p99": float(p99), "cpu_p50": float(cpu), "n": len(taken)}


async def _work(task: Task) -> Task:
    return await (_time_large(task) if task["large"] else _time_all(task))


if __name__ == "__main__":
    main(_work)
