"""``ricordo bench load``: the service under load, and under more than it can bear.

``ricordo serve`` runs as it does for everybody, in processes of its own on this machine, and so shares its cores with
whoever calls. First every connection sends its next request when the last was answered; then requests come at twice the
rate that was reached, whether or not they are answered. At the end it is counted whether all that was acknowledged is
there.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ricordo.bench.http import NO_ANSWER, KeepAliveConnection
from ricordo.bench.report import table
from ricordo.bench.synthetic import Texts
from ricordo.ports.paging import read_turns
from ricordo.stores.sqlite import SqliteStore
from ricordo.values import Scope

_PEOPLE = 100
_MAX_CONNECTIONS = 512
_WARM_UP_CONNECTIONS = 16
_START_SECONDS = 60.0
_STOP_SECONDS = 60.0
_APPLICATION = "bench"

_REFUSED = (429, 503)

Request = tuple[str, bytes, str | None]
"""A path, a body, and the id of the turn that is stored by it."""


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """The plan of a run: seconds of each measurement, numbers of connections and of serving processes."""

    seconds: float = 5.0
    connections: tuple[int, ...] = (1, 16, 64)
    workers: tuple[int, ...] = (1, 2)
    embedder: str | None = None
    in_flight: int = 128
    """The service's own limit, while it is offered too much."""
    too_much: float = 2.0
    """How many times the rate that was reached is offered then."""

    def __post_init__(self) -> None:
        if self.seconds <= 0:
            raise ValueError("--seconds must be more than 0")


@dataclass(slots=True)
class Answers:
    """The responses: statuses, durations of the successful ones, and ids of the acknowledged turns."""

    began: float = field(default_factory=time.perf_counter)
    all_sent: float | None = None
    """When the last request was sent, where that was not when the one before was answered."""
    statuses: Counter[int] = field(default_factory=Counter[int])
    done: list[float] = field(default_factory=list[float])
    acknowledged: set[str] = field(default_factory=set[str])

    async def send(self, connection: KeepAliveConnection, request: Request) -> None:
        """Send one request and record the response."""
        path, body, id = request
        began = time.perf_counter()
        status = await connection.post(path, body)
        self.statuses[status] += 1
        if 200 <= status < 300:
            self.done.append(time.perf_counter() - began)
            if id is not None:
                self.acknowledged.add(id)

    def report(self) -> dict[str, Any]:
        """Return the requests a second since the start, the times in milliseconds, and the failures."""
        seconds = time.perf_counter() - self.began
        p50, p99 = np.percentile(self.done, [50, 99]) * 1000 if self.done else (0.0, 0.0)
        refused = {str(status): self.statuses[status] for status in _REFUSED}
        sent = self.statuses.total()
        return {
            "sent_per_second": round(sent / ((self.all_sent - self.began) if self.all_sent else seconds), 1),
            "done_per_second": round(len(self.done) / seconds, 1),
            "p50_ms": round(float(p50), 1),
            "p99_ms": round(float(p99), 1),
            "sent": sent,
            "done": len(self.done),
            "refused": refused,
            "errors": sent - len(self.done) - sum(refused.values()),
            "unanswered": self.statuses[NO_ANSWER],
        }


class Requests:
    """Turns and questions of many people, each turn with an id of its own."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._random = random.Random(11)
        self._texts = Texts(11)

    def remember(self) -> Request:
        id = f"t{next(self._numbers)}"
        turn = {"role": "user", "text": self._texts.turn(), "id": id}
        return "/v1/turns", self._body(turns=[turn]), id

    def recall(self) -> Request:
        return "/v1/recall", self._body(query=self._texts.question(), limit=5), None

    def _body(self, **rest: Any) -> bytes:
        person = f"person {self._random.randrange(_PEOPLE)}"
        return json.dumps({"scope": {"application": _APPLICATION, "user": person}, **rest}).encode()


async def measure(plan: LoadPlan | None = None) -> dict[str, Any]:
    """Measure everything, beginning with one serving process."""
    plan = plan or LoadPlan()
    rows: list[dict[str, Any]] = []
    overloads: list[dict[str, Any]] = []
    lost = acknowledged = 0
    for workers in plan.workers:
        with tempfile.TemporaryDirectory() as folder:
            store, requests, ids = Path(folder) / "memory.db", Requests(), set[str]()
            with _serve(store, plan, "--rate", "0", "--workers", str(workers)) as address:
                rows += await _run_closed_loop(address, plan, workers, requests, ids)
            if workers == plan.workers[0]:
                reached = max(row["done_per_second"] for row in rows if row["verb"] == "remember")
                overloads = await _overloads(store, plan, reached, requests, ids)
            acknowledged += len(ids)
            lost += len(ids - await _read_turn_ids(store))
    return {"rows": rows, "overloads": overloads, "acknowledged": acknowledged, "lost": lost}


async def _run_closed_loop(
    address: str, plan: LoadPlan, workers: int, requests: Requests, ids: set[str]
) -> list[dict[str, Any]]:
    """Each verb over each number of connections; remembering first, so that there is something to recall."""
    rows: list[dict[str, Any]] = []
    # All processes that serve are to have started, with their models loaded.
    await _drive(address, requests.recall, Answers(), _WARM_UP_CONNECTIONS, plan.seconds / 2)
    for verb, make in (("remember", requests.remember), ("recall", requests.recall)):
        for connections in plan.connections:
            answers = Answers()
            await _drive(address, make, answers, connections, plan.seconds)
            ids |= answers.acknowledged
            rows.append({"workers": workers, "verb": verb, "connections": connections, **answers.report()})
    return rows


async def _drive(address: str, make: Callable[[], Request], answers: Answers, connections: int, seconds: float) -> None:
    """Send one request after the other over each connection, for ``seconds``."""
    until = time.perf_counter() + seconds

    async def one_after_the_other() -> None:
        connection = KeepAliveConnection(address)
        while time.perf_counter() < until:
            await answers.send(connection, make())
        connection.close()

    await asyncio.gather(*(one_after_the_other() for _ in range(connections)))


async def _overloads(
    store: Path, plan: LoadPlan, reached: float, requests: Requests, ids: set[str]
) -> list[dict[str, Any]]:
    """Twice the rate that was reached: against the limit of requests at work, then against a rate for the caller."""
    limits = {
        "requests at work": ["--rate", "0", "--in-flight", str(plan.in_flight)],
        "rate": ["--rate", f"{reached / 2:.1f}", "--burst", str(max(1, round(reached / 2)))],
    }
    reports: list[dict[str, Any]] = []
    for limit, options in limits.items():
        with _serve(store, plan, *options) as address:
            answers = await _run_open_loop(address, plan.too_much * reached, plan.seconds, requests.remember)
        ids |= answers.acknowledged
        reports.append({"limit": limit, "options": " ".join(options), **answers.report()})
    return reports


async def _run_open_loop(address: str, rate: float, seconds: float, make: Callable[[], Request]) -> Answers:
    """Send requests at a rate, whether earlier ones are answered or not, over at most `_MAX_CONNECTIONS`."""
    answers = Answers()
    free = asyncio.LifoQueue[KeepAliveConnection]()
    for _ in range(_MAX_CONNECTIONS):
        free.put_nowait(KeepAliveConnection(address))

    async def send(connection: KeepAliveConnection) -> None:
        await answers.send(connection, make())
        free.put_nowait(connection)

    async with asyncio.TaskGroup() as group:
        for number in range(max(1, round(rate * seconds))):
            await asyncio.sleep(max(0.0, answers.began + number / rate - time.perf_counter()))
            group.create_task(send(await free.get()))
        answers.all_sent = time.perf_counter()
    while not free.empty():
        free.get_nowait().close()
    return answers


async def _read_turn_ids(store: Path) -> set[str]:
    """Return the ids of all turns in the store."""
    opened = await SqliteStore.open(store)
    ids = {turn.id async for turn in read_turns(opened, Scope(application=_APPLICATION))}
    await opened.close()
    return ids


@contextmanager
def _serve(store: Path, plan: LoadPlan, *options: str) -> Generator[str]:
    """Run ``ricordo serve`` on a free port until the end of the block; yield its address."""
    keys = ["--keys", str(store.with_name("keys.db"))]
    embedder = ["--embedder", plan.embedder] if plan.embedder else []
    command = [sys.executable, "-m", "ricordo", "serve", "--port", "0", "--store", str(store), *keys, *embedder]
    log = store.with_name("log.txt")
    with log.open("w") as file:
        child = subprocess.Popen([*command, "--learning", "queue", *options], stdout=file, stderr=file)  # noqa: S603
    try:
        address = next(filter(None, _addresses(log, child)))
        yield address
        child.terminate()
        child.wait(_STOP_SECONDS)
    finally:
        child.kill()
        child.wait()


def _addresses(log: Path, child: subprocess.Popen[bytes]) -> Iterator[str | None]:
    """Yield None until the log of the service names its address, then the address."""
    until = time.perf_counter() + _START_SECONDS
    while child.poll() is None and time.perf_counter() < until:
        found = re.search(r"listening on http://(\S+)", log.read_text("utf-8"))
        yield found[1] if found else None
        time.sleep(0.05)
    raise OSError(f"the service did not start: {log.read_text('utf-8').strip()[-500:]}")


def format_report(result: dict[str, Any]) -> str:
    """Return the tables of the page about benchmarks, and the number of lost turns."""
    head = ["processes", "verb", "connections", "requests/s", "p50 ms", "p99 ms", "errors"]
    rows = [
        [
            str(row["workers"]),
            row["verb"],
            str(row["connections"]),
            f"{row['done_per_second']:,.0f}",
            f"{row['p50_ms']:,.1f}",
            f"{row['p99_ms']:,.1f}",
            str(row["errors"] + sum(row["refused"].values())),
        ]
        for row in result["rows"]
    ]
    offered = ["limit", "offered/s", "done/s", "p50 ms", "p99 ms", "429", "503", "errors"]
    refusals = [
        [
            f"{row['limit']} (`{row['options']}`)",
            f"{row['sent_per_second']:,.0f}",
            f"{row['done_per_second']:,.0f}",
            f"{row['p50_ms']:,.1f}",
            f"{row['p99_ms']:,.1f}",
            *(f"{row['refused'][str(status)] / row['sent']:.0%}" for status in _REFUSED),
            str(row["errors"]),
        ]
        for row in result["overloads"]
    ]
    lost = f"{result['acknowledged']:,} turns were acknowledged, and {result['lost']:,} of them were lost"
    return f"{table(head, rows)}\n\n{table(offered, refusals)}\n\n{lost}"
