"""``ricordo bench speed``: how fast this machine remembers and recalls.

Everything goes through the public verbs, on a file on this disk. Where embedding is left out, an embedder takes its
place that makes vectors of the same size and spread in no time. Ratios compare two numbers of the same run.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from ricordo.bench.synthetic import SyntheticEmbedder, Texts
from ricordo.embedding.bundled import LocalEmbedder
from ricordo.extractors.reader import BundledJudge, ReaderExtractor
from ricordo.memory import Ricordo
from ricordo.ports.extractor import Exchange
from ricordo.stores.sqlite import SqliteStore
from ricordo.values import Scope, StoredTurn, Turn

CASES = {
    "1 × 100": (1, 100),
    "1,000 × 100": (1_000, 100),
    "1 × 10,000": (1, 10_000),
    "1 × 100,000": (1, 100_000),
}
_BATCH = 500
_QUESTIONS = 200
_MAX_BEGIN_SECONDS = 120.0
"""Seconds in which a memory that was opened has learned from the first people who are due."""

Report = dict[str, Any]


async def measure(*, quick: bool = False, progress: bool = True) -> Report:
    """Measure every case; ``quick`` leaves out the largest."""
    cases = {name: size for name, size in CASES.items() if not quick or size[0] * size[1] <= 10_000}
    report: Report = {"cases": {}}
    with tempfile.TemporaryDirectory() as folder:
        for name, (people, turns) in cases.items():
            report["cases"][name] = await _case(
                Path(folder) / f"{people}x{turns}.db", name, people, turns, progress=progress
            )
        report["embedding"] = await _measure_embedding(Path(folder) / "embedded.db", 128 if quick else 512)
        report["reading"] = await _measure_reading(40 if quick else 200)
        report["learning"] = await _measure_beside_learning(Path(folder) / "learned.db", 20 if quick else 150)
        report["start"] = await asyncio.to_thread(_start, Path(folder) / "embedded.db")
    return report


async def _case(path: Path, name: str, people: int, turns: int, *, progress: bool) -> Report:
    texts, embedder = Texts(7), SyntheticEmbedder()
    began = time.perf_counter()
    async with Ricordo.open(path, embedder=embedder, learning="queue") as memory:
        with tqdm(total=people * turns, disable=None if progress else True, desc=name, unit=" turns") as bar:
            for person in range(people):
                for start in range(0, turns, _BATCH):
                    batch = [Turn("user", text) for text in texts.turns(min(_BATCH, turns - start))]
                    await memory.remember(batch, scope=_person(person))
                    bar.update(len(batch))
        seconds = time.perf_counter() - began
    size = path.stat().st_size  # noqa: ASYNC240 - nothing else is going on
    # A fresh handle: nobody is in memory yet.
    async with Ricordo.open(path, embedder=embedder, learning="queue") as memory:
        asked = [person % people for person in range(min(people, _QUESTIONS))]
        questions = [texts.question() for _ in range(_QUESTIONS + len(asked))]
        embedder.prepare(questions, embedder.of_person(0, len(questions)))
        cold = await _time_calls([_make_recall(memory, questions.pop(), person) for person in asked])
        asked = [asked[question % len(asked)] for question in range(_QUESTIONS)]
        warm = await _time_calls([_make_recall(memory, questions.pop(), person) for person in asked])
        single = await _time_calls([_make_remember(memory, texts.turn(), person) for person in asked[:100]])
    store = await SqliteStore.open(path)
    faults = await store.check() if people * turns <= 10_000 else []
    await store.close()
    return {
        "turns_per_second": people * turns / seconds,
        "bytes_per_turn": size / (people * turns),
        "recall_cold_ms": cold,
        "recall_warm_ms": warm,
        "remember_one_ms": single,
        "faults": len(faults),
    }


def _person(number: int) -> Scope:
    return Scope(application="bench", user=f"person-{number}")


def _make_recall(memory: Ricordo, question: str, person: int) -> Callable[[], Awaitable[Any]]:
    return lambda: memory.recall(question, scope=_person(person))


def _make_remember(memory: Ricordo, text: str, person: int) -> Callable[[], Awaitable[Any]]:
    return lambda: memory.remember([Turn("user", text)], scope=_person(person))


async def _time_calls(calls: Sequence[Callable[[], Awaitable[Any]]]) -> dict[str, float]:
    """Make one call after the other and return the percentiles of their durations."""
    taken: list[float] = []
    for call in calls:
        began = time.perf_counter()
        await call()
        taken.append(1000 * (time.perf_counter() - began))
    p50, p95, p99 = np.percentile(taken, [50, 95, 99])
    return {"p50": float(p50), "p95": float(p95), "p99": float(p99), "n": len(taken)}


async def _measure_embedding(path: Path, count: int) -> Report:
    """Compare storing with embedding, with the bundled model."""
    texts, embedder = Texts(8), LocalEmbedder()
    await embedder.embed(["warm up"])
    said = [texts.turn() for _ in range(count)]
    began = time.perf_counter()
    await embedder.embed([f"user: {text}" for text in said])
    bare = count / (time.perf_counter() - began)
    async with Ricordo.open(path, embedder=embedder, learning="queue") as memory:
        began = time.perf_counter()
        await memory.remember([Turn("user", text) for text in said], scope=_person(0))
        batched = count / (time.perf_counter() - began)
        ones = [texts.turn() for _ in range(100)]
        embed_one = await _time_calls([_make_embed(embedder, text) for text in ones])
        remember_one = await _time_calls([_make_remember(memory, text, 1) for text in ones])
        questions = [texts.question() for _ in range(100)]
        recall = await _time_calls([_make_recall(memory, question, 0) for question in questions])
    return {
        "bare_per_second": bare,
        "remember_batched_per_second": batched,
        "batched_to_bare": batched / bare,
        "embed_one_ms": embed_one,
        "remember_one_ms": remember_one,
        "remember_one_to_embed_one": remember_one["p50"] / embed_one["p50"],
        "recall_with_embedding_ms": recall,
    }


_SAID = (
    "I moved to Leeds in May and work as a nurse at the children's hospital, mostly nights.",
    "My wife Jo is vegan, I eat everything except oysters. We have two cats.",
    "Something quiet by the sea please, we never fly and the budget is about 900 pounds.",
    "I used to play the cello in an orchestra but gave it up when our daughter was born.",
)
_STATED = (
    ("Lives in Leeds", "Moved to York last week"),
    ("Has two cats", "Likes jazz"),
    ("Is vegan", "Eats fish again"),
)


async def _measure_reading(count: int) -> Report:
    """Time the reader on turns of a usual length, and the judge on pairs of statements, one after the other."""
    judge, now = BundledJudge(), datetime.now(UTC)
    turns = [StoredTurn(f"t{n}", "user", f"{_SAID[n % 4]} ({n})", None, now, now, _person(0)) for n in range(count)]
    pairs = [(earlier, f"{later} {n}") for n in range(count) for earlier, later in _STATED]
    await judge.relate(pairs[:1])
    reads = await _time_calls([partial(ReaderExtractor().extract, Exchange((turn,))) for turn in turns])
    judged = await _time_calls([partial(judge.relate, [pair]) for pair in pairs[1:]])
    return {"read_turn_ms": reads, "judge_pair_ms": judged}


async def _measure_beside_learning(path: Path, people: int) -> Report:
    """Compare recalls in an idle process with recalls while learning from all these people is pending."""
    told = [[Turn("user", f"{text} ({person})") for text in _SAID] for person in range(people)]
    asked = [Texts(9).question() for _ in range(_QUESTIONS)]

    async def time_recalls(memory: Ricordo) -> dict[str, float]:
        return await _time_calls([_make_recall(memory, text, place % people) for place, text in enumerate(asked)])

    async with Ricordo.open(path, learning="queue") as memory:
        for person, turns in enumerate(told):
            await memory.remember(turns, scope=_person(person))
        await time_recalls(memory)
        idle = await time_recalls(memory)
    async with Ricordo.open(path) as memory:
        await _wait_until_learning(memory, people)
        begun = await memory.pending()
        busy = await time_recalls(memory)
        left = await memory.pending()
    return {"idle_ms": idle, "busy_ms": busy, "people": people, "pending_before": begun, "pending_after": left}


async def _wait_until_learning(memory: Ricordo, people: int) -> None:
    """Wait until something was learned: until then the helper process only loads its models."""
    for _ in range(round(_MAX_BEGIN_SECONDS / 0.1)):
        if await memory.pending() < people:
            return
        await asyncio.sleep(0.1)
    raise TimeoutError("nothing was learned")


def _make_embed(embedder: LocalEmbedder, text: str) -> Callable[[], Awaitable[Any]]:
    return lambda: embedder.embed([f"user: {text}"])


_FIRST_RECALL = """
import asyncio, sys, time
began = time.perf_counter()
from ricordo import Ricordo, Scope
imported = time.perf_counter()
async def main():
    async with Ricordo.open(sys.argv[1]) as memory:
        await memory.recall("what did I say?", scope=Scope(application="bench", user="person-0"))
asyncio.run(main())
print(imported - began, time.perf_counter() - imported)
"""


def _start(path: Path) -> Report:
    """Measure a fresh process: its imports, and the time from opening to the first recall; the best of five."""
    runs: list[list[float]] = []
    for _ in range(5):
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", _FIRST_RECALL, str(path)], capture_output=True, text=True, check=True
        )
        runs.append([float(part) for part in done.stdout.split()])
    imported, first = (min(column) for column in zip(*runs, strict=True))
    return {"import_seconds": imported, "open_to_first_recall_seconds": first}
