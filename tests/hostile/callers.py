"""Good callers beside a hostile one, and the service that they share."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ricordo.bench.http import KeepAliveConnection
from ricordo.server import KeyRing
from ricordo.values import Scope
from tests.server.running import serve_in_process

PEOPLE = 20
_PAUSE_SECONDS = 0.5
_SETTLE_SECONDS = 2.0
"""Seconds after an attack in which the service finishes what it has begun."""
_STOP_SECONDS = 10.0
MAX_SECONDS = 120.0
"""Seconds after which no other round begins."""


@dataclass
class Measured:
    """The answers that good callers got: how long each took, and the statuses of those that were refused."""

    seconds: list[float] = field(default_factory=list[float])
    refused: list[int] = field(default_factory=list[int])

    def add(self, other: Measured) -> None:
        self.seconds += other.seconds
        self.refused += other.refused

    def quantile(self, share: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def call(address: str, tokens: Sequence[str], seconds: float) -> Measured:
    """Let each person remember and recall for some seconds, at the pace of a conversation that goes on."""
    measured = Measured()

    async def talk(place: int, token: str) -> None:
        connection = KeepAliveConnection(address, token=token)
        await asyncio.sleep(_PAUSE_SECONDS * place / len(tokens))
        for number in range(10**9):
            if time.monotonic() > until:
                break
            began = time.perf_counter()
            status = await connection.post(*_request(number))
            if 200 <= status < 300:
                measured.seconds.append(time.perf_counter() - began)
            else:
                measured.refused.append(status)
            await asyncio.sleep(_PAUSE_SECONDS)
        connection.close()

    until = time.monotonic() + seconds
    await asyncio.gather(*(talk(place, token) for place, token in enumerate(tokens)))
    return measured


def _request(number: int) -> tuple[str, bytes]:
    if number % 3 == 0:
        turn = {"role": "user", "text": f"On day {number} I would like a quiet room with a view of the sea."}
        return "/v1/turns", json.dumps({"turns": [turn]}).encode()
    return "/v1/recall", json.dumps({"query": "what kind of room do I like?", "budget": 400}).encode()


def peak_memory(pid: int) -> int:
    """Return the most memory that a process and its helper process have used, in bytes."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(_peak_memory(one) for one in (pid, *map(int, children)))


def _peak_memory(pid: int) -> int:
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


class HostileCaller:
    """A hostile caller in a process of its own, which attacks when it is told to."""

    def __init__(self, address: str, key: str, *ways: str) -> None:
        host, _, port = address.rpartition(":")
        command = [sys.executable, "-m", "tests.hostile.attackers", host, port, key, *ways]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    async def wait_until(self, word: str) -> None:
        """Wait until the process says a word."""
        assert self._process.stdout is not None
        assert await asyncio.to_thread(self._process.stdout.readline) == f"{word}\n"

    @asynccontextmanager
    async def attack(self) -> AsyncGenerator[None]:
        """Attack as long as the context lasts."""
        await self._tell("begun")
        yield
        await self._tell("ended")

    async def _tell(self, answer: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        await self.wait_until(answer)

    def stop(self) -> None:
        """End the process, and print how often it was answered with what."""
        try:
            print(self._process.communicate(timeout=_STOP_SECONDS)[0])
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


@contextmanager
def shared_service(folder: Path, *options: str) -> Generator[tuple[str, int, list[str], str]]:
    """Run a service; yield its address, its process, the tokens of good callers, and the key of a hostile one."""
    with KeyRing(folder / "keys.db") as keys:
        good, hostile, now = keys.create(application="travel").key.id, keys.create(application="eve").text, time.time()
        scopes = [Scope(user=f"person{number}") for number in range(PEOPLE)]
        tokens = [keys.mint_token(good, scope, issued_at=int(now), seconds=3_600) for scope in scopes]
    with serve_in_process(folder, "--learning", "queue", *options, embedder=None) as (url, child):
        yield url.removeprefix("http://"), child.pid, tokens, hostile


async def compare(address: str, tokens: Sequence[str], hostile: str, *, seconds: float, rounds: int) -> list[Measured]:
    """Measure good callers alone and beside a hostile one, in turns; return both.

    On a busy machine there are fewer rounds: none begins after `MAX_SECONDS`.
    """
    alone, beside = Measured(), Measured()
    until = time.monotonic() + MAX_SECONDS
    await call(address, tokens, 2)  # the model is loaded, and everybody has said something
    caller = HostileCaller(address, hostile)
    try:
        await caller.wait_until("ready")
        for number in range(rounds):
            if number and time.monotonic() > until:
                break
            await asyncio.sleep(_SETTLE_SECONDS)
            alone.add(await call(address, tokens, seconds))
            async with caller.attack():
                beside.add(await call(address, tokens, seconds))
    finally:
        caller.stop()
    return [alone, beside]
