"""Kills of service, worker and PostgreSQL at random moments, while several writers store and recall over REST."""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.campaign.inspection import find_breaches, read_contents, wait_until_learned
from tests.campaign.load import Load
from tests.campaign.programs import Database, Nursery, Program, ServiceProgram, Victim, WorkerProgram
from tests.campaign.report import Progress, Trial
from tests.promises.processes import ROOT
from tests.stores.postgres.server import LocalServer, run_server

LOGS = ROOT / "out" / "campaign"
_WRITERS = 4
_MAX_WAIT_SECONDS = 1.0
_HASTE = 0.25
"""The share of kills that do not wait until everything works again after the kill before."""
_ACKNOWLEDGE_SECONDS = 10.0
_ACKNOWLEDGE_COUNT = 4
_SHARES = {
    "SQLite": {"service": 0.24, "worker": 0.16},
    "PostgreSQL": {"service": 0.20, "worker": 0.14, "server": 0.26},
}
"""The share of each program in all kills."""


@dataclass(slots=True)
class Rig:
    """The programs on one store, and their writers."""

    name: str
    store: str
    service: ServiceProgram
    victims: Sequence[Victim]
    learns: bool = True
    kills: Counter[str] = field(default_factory=Counter[str])
    breaches: list[str] = field(default_factory=list[str])
    load: Load = field(init=False)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.load = Load(lambda: self.service.url)

    async def run(self, counts: dict[str, int], progress: Progress, seed: int) -> None:
        """Kill each program so many times under load, then let everything end and look into the store."""
        if not await self.service.start():  # it makes the store
            raise OSError(f"the service did not start:\n{self.service.log.read_text('utf-8')[-2000:]}")
        writers = [asyncio.create_task(self.load.write(f"writer{number}")) for number in range(_WRITERS)]
        chances = [random.Random(f"{seed} {victim.name}") for victim in self.victims]
        try:
            await asyncio.gather(
                *(
                    self._kill_repeatedly(victim, counts[victim.name], chance, progress)
                    for victim, chance in zip(self.victims, chances, strict=True)
                )
            )
            await self._start_all()
            self.load.is_over = True
            async with asyncio.timeout(120):
                await asyncio.gather(*writers)
        finally:
            for writer in writers:
                writer.cancel()
            await asyncio.gather(*writers, return_exceptions=True)
        if self.learns:
            await wait_until_learned(self.store, progress)
        self.breaches += self.load.breaches + self._read_logs()
        contents = await read_contents(self.store, self.load.acknowledged)
        self.breaches += find_breaches(contents, self.load.acknowledged, learns=self.learns)

    def end(self) -> None:
        """End the programs."""
        for victim in self.victims:
            if isinstance(victim, Program):
                victim.end()

    async def _start_all(self) -> None:
        """Start what is not running, the database first."""
        for victim in sorted(self.victims, key=lambda one: isinstance(one, Program)):
            if not await victim.start():
                self.breaches.append(f"the {victim.name} did not start at the end")

    async def _kill_repeatedly(self, victim: Victim, count: int, chance: random.Random, progress: Progress) -> None:
        """Start a program and kill it at a random moment, so many times."""
        while self.kills[victim.name] < count:
            if not await victim.start():
                continue  # its store is away
            async with self._turn:
                if chance.random() >= _HASTE:
                    await self._wait_for_acknowledgement()
                await asyncio.sleep(chance.uniform(0, _MAX_WAIT_SECONDS))
                if not await victim.kill():
                    self.breaches.append(f"the {victim.name} ended by itself")
                self.kills[victim.name] += 1
            killed = ", ".join(f"{name} {times}" for name, times in self.kills.items())
            progress.say(f"kills: {killed}; {self.load.count:,} turns acknowledged")

    async def _wait_for_acknowledgement(self) -> None:
        """Wait until writers were answered again, for some seconds at most."""
        count, deadline = self.load.count + _ACKNOWLEDGE_COUNT, time.monotonic() + _ACKNOWLEDGE_SECONDS
        while self.load.count < count and time.monotonic() < deadline:  # noqa: ASYNC110 - other processes do it
            await asyncio.sleep(0.02)

    def describe(self) -> Trial:
        """Return the row about this store."""
        kills = ", ".join(f"{self.kills[victim.name]} of the {victim.name}" for victim in self.victims)
        answers = ", ".join(f"{count:,} × {status}" for status, count in sorted(self.load.statuses.items()))
        outcome = f"{self.load.count:,} turns acknowledged, {self.load.recalls:,} of them recalled at once"
        if not self.breaches:
            outcome += ": none lost, none learned twice, no 500"
        return Trial(
            "kills",
            f"SIGKILL on {self.name} while {_WRITERS} writers store and recall: {kills}",
            f"{self.kills.total():,}",
            f"{outcome} (answers: {answers})",
            self.breaches,
        )

    def _read_logs(self) -> list[str]:
        """Return the tracebacks in the logs, and keep the logs that have some."""
        breaches: list[str] = []
        for program in self.victims:
            if isinstance(program, Program) and "Traceback" in program.read_log():
                kept = LOGS / f"{self.name}-{program.log.name}"
                LOGS.mkdir(parents=True, exist_ok=True)
                kept.write_text(program.read_log(), "utf-8")
                breaches.append(f"a traceback in {kept.relative_to(ROOT)}")
        return breaches


async def run_kills(kills: int, *, seed: int = 1) -> list[Trial]:
    """Kill programs on SQLite and on PostgreSQL, both at the same time, ``kills`` times in all."""
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="campaign-"))) for _ in _SHARES]
        nursery = Nursery()
        stack.callback(nursery.end)
        server = stack.enter_context(run_server())
        rigs = [make_sqlite_rig(nursery, folders[0]), _make_postgres_rig(nursery, folders[1], server, seed)]
        async with asyncio.TaskGroup() as group:
            for rig in rigs:
                stack.callback(rig.end)
                counts = {name: math.ceil(kills * share) for name, share in _SHARES[rig.name].items()}
                group.create_task(rig.run(counts, Progress(f"kills on {rig.name:10}"), seed))
    return [rig.describe() for rig in rigs]


def make_sqlite_rig(nursery: Nursery, folder: Path) -> Rig:
    """Return the programs on a file."""
    store = str(folder / "memory.db")
    service = ServiceProgram(nursery, "service", folder, store)
    return Rig("SQLite", store, service, [service, WorkerProgram(nursery, "worker", folder, store)])


def _make_postgres_rig(nursery: Nursery, folder: Path, server: LocalServer, seed: int) -> Rig:
    """Return the programs on a server, and the server itself."""
    store = server.url()
    service = ServiceProgram(nursery, "service", folder, store)
    worker = WorkerProgram(nursery, "worker", folder, store)
    return Rig("PostgreSQL", store, service, [service, worker, Database("server", server, random.Random(seed))])
