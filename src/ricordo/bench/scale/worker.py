"""A process that learns with the bundled reader until no job is left."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

from ricordo.bench.scale.child import Child, Task, main, receive, send
from ricordo.bench.scale.fill import queue_jobs
from ricordo.bench.scale.people import STORE_TIMEOUT, Target
from ricordo.bench.synthetic import SyntheticEmbedder
from ricordo.extractors.reader import ReaderExtractor
from ricordo.learn.learner import Learner
from ricordo.learn.worker import Worker
from ricordo.opening import open_store
from ricordo.ports.extractor import Exchange
from ricordo.values import Scope, StoredTurn

_PAUSE_SECONDS = 0.02
_SESSIONS, _TURNS = 3, 20


async def measure_jobs_per_second(target: Target, *, processes: int, jobs: int) -> float:
    """Return the jobs a second of ``processes`` workers, measured from when all are ready."""
    queued = await queue_jobs(target, people=jobs // _SESSIONS, sessions=_SESSIONS, turns=_TURNS)
    children = [await Child.start("worker", {"url": target.url}) for _ in range(processes)]
    try:
        for child in children:
            await child.wait_until_ready()
        began = time.perf_counter()
        for child in children:
            await child.tell({})
        done = await asyncio.gather(*(child.result() for child in children))
        seconds = time.perf_counter() - began
    finally:
        for child in children:
            await child.end()
    assert sum(result["jobs"] for result in done) >= queued
    return queued / seconds


async def _work(task: Task) -> Task:
    store = await open_store(task["url"], timeout=STORE_TIMEOUT)
    try:
        extractor = ReaderExtractor()
        worker = Worker(Learner(store, SyntheticEmbedder(), extractor), lambda: datetime.now(UTC))
        await extractor.extract(_make_exchange())  # loads the model
        send({"ready": True})
        receive()
        await worker.end_gathering()
        while await store.pending():
            if not await worker.run_due_jobs():
                await asyncio.sleep(_PAUSE_SECONDS)
    finally:
        await store.close()
    return {"jobs": worker.done}


def _make_exchange() -> Exchange:
    now = datetime.now(UTC)
    turn = StoredTurn(
        "rehearsal", "user", "I love long walks. My budget is $200.", None, now, now, Scope(user="nobody")
    )
    return Exchange((turn,), ())


if __name__ == "__main__":
    main(_work)
