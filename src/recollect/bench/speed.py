"""``recollect bench speed``: how fast this machine remembers and recalls.

Everything goes through the product's door, on a file on this disk. Where embedding is left out, an embedder takes its
place that makes vectors of the same size and spread in no time. Ratios compare two numbers of the same run.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from recollect.embedders.local import LocalEmbedder
from recollect.ports.embedder import Calibration, Vectors
from recollect.recollect import Recollect
from recollect.stores.sqlite import SqliteStore
from recollect.values import Scope, Turn

CASES = {
    "1 × 100": (1, 100),
    "1,000 × 100": (1_000, 100),
    "1 × 10,000": (1, 10_000),
    "1 × 100,000": (1, 100_000),
}
_BATCH = 500
_QUESTIONS = 200
_WORDS = 4_000

Report = dict[str, Any]


class InstantEmbedder:
    """Vectors of the usual size and spread in no time: a common direction, and noise that the text decides.

    What ``prepare`` has seen costs nothing at all later.
    """

    name = "instant-384"
    calibration = Calibration(mean=0.77, deviation=0.03, floor=0.0)

    def __init__(self) -> None:
        self._common = np.random.default_rng(0).normal(size=384).astype(np.float32)
        self._prepared: dict[str, Vectors] = {}

    def prepare(self, texts: Sequence[str]) -> None:
        self._prepared.update(zip(texts, self._make(texts), strict=True))

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if len(texts) == 1 and texts[0] in self._prepared:
            return self._prepared[texts[0]][np.newaxis]
        return self._make(texts)

    def _make(self, texts: Sequence[str]) -> Vectors:
        seeds = (int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") for text in texts)
        noise = np.stack(
            [np.random.Generator(np.random.SFC64(seed)).standard_normal(384, np.float32) for seed in seeds]
        )
        vectors = 1.8 * self._common + noise
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Texts:
    """Turns and questions to be timed with: words drawn as people use them, few often and many seldom."""

    random: random.Random

    def sentence(self, words: int) -> str:
        ranks = (int(_WORDS ** self.random.random()) for _ in range(words))
        return " ".join(f"{_SYLLABLES[rank % 20]}{_SYLLABLES[rank // 20 % 20]}{rank}" for rank in ranks)

    def turn(self) -> str:
        return self.sentence(self.random.randint(5, 35))

    def question(self) -> str:
        return self.sentence(self.random.randint(4, 9)) + "?"


_SYLLABLES = "ka mo ri ten sa lu ba no vi der pa so mi lon te ga fu ran do si".split()


async def measure(*, quick: bool = False, progress: bool = True) -> Report:
    """Everything, case by case; ``quick`` leaves out the largest."""
    cases = {name: size for name, size in CASES.items() if not quick or size[0] * size[1] <= 10_000}
    report: Report = {"cases": {}}
    with tempfile.TemporaryDirectory() as folder:
        for name, (people, turns) in cases.items():
            report["cases"][name] = await _case(
                Path(folder) / f"{people}x{turns}.db", name, people, turns, progress=progress
            )
        report["embedding"] = await _embedding(Path(folder) / "embedded.db", 128 if quick else 512)
        report["start"] = await asyncio.to_thread(_start, Path(folder) / "embedded.db")
    return report


async def _case(path: Path, name: str, people: int, turns: int, *, progress: bool) -> Report:
    texts, embedder = Texts(random.Random(7)), InstantEmbedder()
    began = time.perf_counter()
    async with Recollect.open(path, embedder=embedder) as memory:
        with tqdm(total=people * turns, disable=not progress, desc=name, unit=" turns") as bar:
            for person in range(people):
                for start in range(0, turns, _BATCH):
                    batch = [Turn("user", texts.turn()) for _ in range(min(_BATCH, turns - start))]
                    await memory.remember(batch, scope=_person(person))
                    bar.update(len(batch))
        seconds = time.perf_counter() - began
    size = path.stat().st_size  # noqa: ASYNC240 - nothing else is going on
    # A fresh handle: nobody is in memory yet.
    async with Recollect.open(path, embedder=embedder) as memory:
        asked = [person % people for person in range(min(people, _QUESTIONS))]
        questions = [texts.question() for _ in range(_QUESTIONS + len(asked))]
        embedder.prepare(questions)
        cold = await _timed([_asking(memory, questions.pop(), person) for person in asked])
        asked = [asked[question % len(asked)] for question in range(_QUESTIONS)]
        warm = await _timed([_asking(memory, questions.pop(), person) for person in asked])
        single = await _timed([_telling(memory, texts.turn(), person) for person in asked[:100]])
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


def _asking(memory: Recollect, question: str, person: int) -> Callable[[], Awaitable[Any]]:
    return lambda: memory.recall(question, scope=_person(person))


def _telling(memory: Recollect, text: str, person: int) -> Callable[[], Awaitable[Any]]:
    return lambda: memory.remember([Turn("user", text)], scope=_person(person))


async def _timed(calls: Sequence[Callable[[], Awaitable[Any]]]) -> dict[str, float]:
    """How long each call takes, one after the other."""
    taken: list[float] = []
    for call in calls:
        began = time.perf_counter()
        await call()
        taken.append(1000 * (time.perf_counter() - began))
    p50, p95, p99 = np.percentile(taken, [50, 95, 99])
    return {"p50": float(p50), "p95": float(p95), "p99": float(p99), "n": len(taken)}


async def _embedding(path: Path, count: int) -> Report:
    """What storing costs beside embedding, with the model that comes with the package."""
    texts, embedder = Texts(random.Random(8)), LocalEmbedder()
    await embedder.embed(["warm up"])
    said = [texts.turn() for _ in range(count)]
    began = time.perf_counter()
    await embedder.embed([f"user: {text}" for text in said])
    bare = count / (time.perf_counter() - began)
    async with Recollect.open(path, embedder=embedder) as memory:
        began = time.perf_counter()
        await memory.remember([Turn("user", text) for text in said], scope=_person(0))
        batched = count / (time.perf_counter() - began)
        ones = [texts.turn() for _ in range(100)]
        embed_one = await _timed([_embedding_one(embedder, text) for text in ones])
        remember_one = await _timed([_telling(memory, text, 1) for text in ones])
        questions = [texts.question() for _ in range(100)]
        recall = await _timed([_asking(memory, question, 0) for question in questions])
    return {
        "bare_per_second": bare,
        "remember_batched_per_second": batched,
        "batched_to_bare": batched / bare,
        "embed_one_ms": embed_one,
        "remember_one_ms": remember_one,
        "remember_one_to_embed_one": remember_one["p50"] / embed_one["p50"],
        "recall_with_embedding_ms": recall,
    }


def _embedding_one(embedder: LocalEmbedder, text: str) -> Callable[[], Awaitable[Any]]:
    return lambda: embedder.embed([f"user: {text}"])


_FIRST_RECALL = """
import asyncio, sys, time
began = time.perf_counter()
from recollect import Recollect, Scope
imported = time.perf_counter()
async def main():
    async with Recollect.open(sys.argv[1]) as memory:
        await memory.recall("what did I say?", scope=Scope(application="bench", user="person-0"))
asyncio.run(main())
print(imported - began, time.perf_counter() - imported)
"""


def _start(path: Path) -> Report:
    """A fresh process: importing, and opening up to the first recall, the best of five."""
    runs: list[list[float]] = []
    for _ in range(5):
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", _FIRST_RECALL, str(path)], capture_output=True, text=True, check=True
        )
        runs.append([float(part) for part in done.stdout.split()])
    imported, first = (min(column) for column in zip(*runs, strict=True))
    return {"import_seconds": imported, "open_to_first_recall_seconds": first}
