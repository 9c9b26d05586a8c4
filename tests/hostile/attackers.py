"""One hostile caller, in a process of its own: slow, greedy, and never reading what it asked for.

Everything here stays within what the service allows a caller to begin. A connection that the service closes is opened
again at once.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from ricordo.tasks import cancel_and_wait

HUGE = "word " * 19_800
"""The text of a turn, nearly as long as the limit allows."""
_EVE = {"user": "eve"}
_HUGE_TURNS = json.dumps({"scope": _EVE, "turns": [{"role": "user", "text": HUGE}] * 80}).encode()
_MANY_TURNS = json.dumps({"scope": _EVE, "turns": [{"role": "user", "text": "a note"}] * 5_000}).encode()
_HUGE_QUERY = json.dumps({"scope": _EVE, "query": HUGE, "limit": 1_000, "budget": 100_000}).encode()
_DRIBBLE_SECONDS = 2.0
_RETRY_SECONDS = 0.05
_FILLINGS = 2
_NICENESS = 10
"""A hostile caller has a machine of its own. Here it shall take no processor from the service and the good ones."""


@dataclass
class Attacker:
    """A caller with the key of an application, who means no good."""

    host: str
    port: int
    key: str
    statuses: Counter[str] = field(default_factory=Counter[str])

    async def open(self, path: str, *, method: str = "GET", length: int | None = None, key: bool = True) -> Streams:
        """Open a connection and send the head of a request."""
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=2**12)
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {self.key}\r\n" if key else ""
        head += f"Content-Length: {length}\r\n" if length is not None else ""
        writer.write(f"{head}\r\n".encode())
        return reader, writer

    async def send(self, path: str, body: bytes) -> int:
        """Send a whole request and return the status of the answer."""
        reader, writer = await self.open(path, method="POST", length=len(body))
        try:
            writer.write(body)
            await writer.drain()
            status = int((await reader.readline()).split()[1])
            self.statuses[f"{path} {status}"] += 1
            return status
        finally:
            writer.close()

    async def send_huge_turns(self) -> None:
        await self.send("/v1/turns", _HUGE_TURNS)

    async def send_many_turns(self) -> None:
        await self.send("/v1/turns", _MANY_TURNS)

    async def send_huge_queries(self) -> None:
        await self.send("/v1/recall", _HUGE_QUERY)

    async def dribble_a_body(self) -> None:
        await self._dribble("/v1/turns", 8_000_000)

    async def dribble_an_import(self) -> None:
        await self._dribble("/v1/import?user=eve", 8_000_000)

    async def dribble_a_form(self) -> None:
        await self._dribble("/sign-in", 60_000, key=False)

    async def _dribble(self, path: str, length: int, *, key: bool = True) -> None:
        reader, writer = await self.open(path, method="POST", length=length, key=key)
        try:
            while not reader.at_eof():
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(_DRIBBLE_SECONDS)
        finally:
            writer.close()

    async def read_no_export(self) -> None:
        await self._read_nothing("/v1/export?user=eve")

    async def read_no_turns(self) -> None:
        await self._read_nothing("/v1/turns?user=eve&limit=1000")

    async def _read_nothing(self, path: str) -> None:
        reader, writer = await self.open(path)
        try:
            line = await reader.readline()
            self.statuses[f"{path} {line[9:12].decode()}"] += 1
            if line[9:12] == b"200":
                await asyncio.sleep(30)
        finally:
            writer.transport.abort()

    async def finish_no_headers(self) -> None:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\n")
            while not reader.at_eof():
                writer.write(b"X")
                await writer.drain()
                await asyncio.sleep(_DRIBBLE_SECONDS)
        finally:
            writer.close()


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
WAYS: dict[str, tuple[Callable[[Attacker], Awaitable[None]], int]] = {
    "huge turns": (Attacker.send_huge_turns, 8),
    "many turns": (Attacker.send_many_turns, 4),
    "huge queries": (Attacker.send_huge_queries, 8),
    "slow bodies": (Attacker.dribble_a_body, 100),
    "slow imports": (Attacker.dribble_an_import, 40),
    "slow forms": (Attacker.dribble_a_form, 100),
    "unread exports": (Attacker.read_no_export, 40),
    "unread turns": (Attacker.read_no_turns, 40),
    "unfinished headers": (Attacker.finish_no_headers, 200),
}
"""Ways of attacking, each with the number of connections that do it at the same time."""


async def attack(attacker: Attacker, ways: list[str]) -> None:
    """Attack in all these ways at once, until cancelled."""

    async def repeat(way: Callable[[Attacker], Awaitable[None]]) -> None:
        while True:
            with suppress(OSError, EOFError, IndexError, asyncio.LimitOverrunError):
                await way(attacker)
            await asyncio.sleep(_RETRY_SECONDS)

    async with asyncio.TaskGroup() as group:
        for name in ways:
            way, count = WAYS[name]
            for _ in range(count):
                group.create_task(repeat(way))


async def main(host: str, port: str, key: str, *ways: str) -> None:
    """Fill a scope with huge turns, then begin and end the attack with each line of standard input, until it ends."""
    attacker = Attacker(host, int(port), key)
    for _ in range(_FILLINGS):
        await attacker.send_huge_turns()
    print("ready", flush=True)
    attacking: asyncio.Task[None] | None = None
    while await asyncio.to_thread(sys.stdin.readline):
        if attacking is None:
            attacking = asyncio.create_task(attack(attacker, list(ways) or list(WAYS)))
            await asyncio.sleep(1)
            print("begun", flush=True)
        else:
            await cancel_and_wait(attacking)
            attacking = None
            print("ended", flush=True)
    if attacking is not None:
        await cancel_and_wait(attacking)
    print(json.dumps(attacker.statuses), flush=True)


if __name__ == "__main__":
    os.nice(_NICENESS)
    asyncio.run(main(*sys.argv[1:]))
