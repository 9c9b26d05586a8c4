"""``ricordo bench learning``: the size of prompts, and the queue with a model that takes no time and under ``kill -9``.

The model is scripted: it finds one memory in every turn, the turn itself, so that it can be counted what was lost and
what was learned twice. Vectors are made by hashing, so that the queue is measured and not the embedder.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from tqdm import tqdm

from ricordo.bench import prompt_size
from ricordo.extractors.language_model import ModelExtractor
from ricordo.learn.learner import Learner
from ricordo.learn.worker import Worker
from ricordo.memory import Ricordo
from ricordo.ports.store import View
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing.embedder import HashEmbedder
from ricordo.values import STATES, Scope, Turn

_TURNS_A_PERSON = 100
_LEASE_SECONDS = 2.0
_SOONEST, _LATEST = 0.5, 2.5
_SEED = 20240501
_PERSON_LINE = re.compile(r'^\d+ person (".*")$', re.MULTILINE)
"""A turn of the person in a prompt: its number, and its text as JSON."""


class EchoClient:
    """A chat client that finds one memory in every new turn of the person: the turn itself."""

    additional_properties: dict[str, Any] = {}  # noqa: RUF012  # the shape that MAF's protocol asks for
    model = "echo"

    async def get_response(self, messages: Sequence[Any], **_: Any) -> Any:
        """Return an answer in the form that the extractor expects."""
        new = messages[-1].text.rpartition("NEW\n")[2]
        said = [json.loads(line) for line in _PERSON_LINE.findall(new)]
        found = [{"kind": "semantic", "content": text, "quote": text} for text in said]
        return _Reply(json.dumps({"memories": found}))


@dataclass(frozen=True, slots=True)
class _Reply:
    text: str
    usage_details: None = None


async def measure(*, turns: int = 10_000, kills: int = 10) -> dict[str, Any]:
    """Measure the tokens of prompts, the jobs a second of one worker, and whether a backlog survives killed workers."""
    prompts = await prompt_size.measure()
    with tempfile.TemporaryDirectory() as folder:
        calm, deadly = Path(folder) / "calm.db", Path(folder) / "deadly.db"
        await fill(calm, turns)
        speed = await _work_off(calm)
        await fill(deadly, turns)
        died = await asyncio.to_thread(_kill_workers, deadly, kills)
        await work(deadly)
        return {"prompts": prompts, "speed": speed, "kills": {**died, **await count(deadly)}}


def format_report(result: dict[str, Any]) -> str:
    """Return the measurements, line by line."""
    speed, kills = result["speed"], result["kills"]
    return "\n".join(
        [
            prompt_size.format_report(result["prompts"]),
            f"* one worker does {speed['jobs_per_second']:,.0f} jobs a second with a model that takes no time",
            f"  ({speed['turns_per_second']:,.0f} turns a second, {speed['jobs']:,} jobs)",
            f"* {kills['turns']:,} turns, a worker killed at work {kills['killed at work']} times:",
            f"  {kills['lost']} turns lost, {kills['twice']} learned twice, {kills['jobs left']} jobs left",
        ]
    )


async def fill(path: Path, turns: int) -> None:
    """Remember so many turns, of a person for each hundred, and leave the learning to others."""
    store = await SqliteStore.open(path)
    memory = Ricordo(store, HashEmbedder(), learning="queue")
    for start in tqdm(range(0, turns, _TURNS_A_PERSON), desc="remembering", unit=" people", disable=None):
        said = [
            Turn("user", f"note {number} is about {_word(number)}", f"t{number}")
            for number in range(start, min(turns, start + _TURNS_A_PERSON))
        ]
        for at in range(0, len(said), 20):
            scope = Scope(user=f"person {start}", session=str(at))
            await memory.remember(said[at : at + 20], scope=scope)
    await store.close()


def _word(number: int) -> str:
    """Return a different word for each number, so that no two turns are equal."""
    return "".join(chr(ord("a") + int(digit)) * 2 for digit in str(number))


async def work(path: Path) -> int:
    """Work until nothing is pending; how many jobs were done."""
    store = await SqliteStore.open(path)
    learner = Learner(store, HashEmbedder(), ModelExtractor(cast("Any", EchoClient())))
    worker = Worker(learner, lambda: datetime.now(UTC), lease_seconds=_LEASE_SECONDS)
    while await store.pending():
        await worker.end_gathering()
        if not await worker.run_due_jobs():
            await asyncio.sleep(0.1)
    await store.close()
    return worker.done


async def count(path: Path) -> dict[str, int]:
    """Count the turns that were learned from, lost, and learned twice."""
    store = await SqliteStore.open(path)
    cited: Counter[str] = Counter()
    turns, waiting = 0, await store.status()
    for person in {scope.owner() for scope in await _scopes(store)}:
        turns += len(await store.turns(person))
        for _, memory in await store.memories(View(person, states=frozenset(STATES))):
            cited.update(part.turn_id for part in memory.evidence)
    await store.close()
    twice = sum(times > 1 for times in cited.values())
    return {
        "turns": turns,
        "lost": turns - len(cited),
        "twice": twice,
        "jobs left": waiting.jobs_waiting + waiting.jobs_failed,
    }


async def _scopes(store: SqliteStore) -> list[Scope]:
    status = await store.status()
    return [Scope(user=f"person {number * _TURNS_A_PERSON}") for number in range(status.owners)]


async def _work_off(path: Path) -> dict[str, float]:
    started = time.perf_counter()
    jobs = await work(path)
    seconds = time.perf_counter() - started
    counted = await count(path)
    return {
        "jobs": jobs,
        "seconds": round(seconds, 2),
        "jobs_per_second": round(jobs / seconds, 1),
        "turns_per_second": round(counted["turns"] / seconds, 1),
    }


def _kill_workers(path: Path, kills: int) -> dict[str, int]:
    """Start a worker and kill it in the middle, again and again; how many died at work."""
    chance = random.Random(_SEED)
    died = 0
    for _ in tqdm(range(kills), desc="killing", unit=" workers", disable=None):
        child = subprocess.Popen([sys.executable, "-m", "ricordo.bench.learning", str(path)])  # noqa: S603
        time.sleep(chance.uniform(_SOONEST, _LATEST))
        died += child.poll() is None
        child.kill()
        child.wait()
    return {"killed at work": died}


if __name__ == "__main__":
    asyncio.run(work(Path(sys.argv[1])))
