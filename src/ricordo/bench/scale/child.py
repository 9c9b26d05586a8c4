"""Processes that are given a task as a line of JSON, and answer in such lines: progress, and a result at the end."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from ricordo.values import StoreError

Task = dict[str, Any]
Work = Callable[[Task], Coroutine[Any, Any, Task]]

_LONGEST_LINE = 2**20


@dataclass(frozen=True, slots=True)
class Child:
    """A process at work. What it is told does not stand on its command line: a URL may hold a password."""

    process: asyncio.subprocess.Process

    @classmethod
    async def start(cls, module: str, task: Task) -> Child:
        """Start ``module`` with a task."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", f"ricordo.bench.scale.{module}"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
        )
        child = cls(process)
        await child.tell(task)
        return child

    async def tell(self, message: Task) -> None:
        """Send one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        await self.process.stdin.drain()

    async def ready(self) -> None:
        """Wait until it waits."""
        await self._line()

    async def result(self, progress: Callable[[float], object] = lambda _: None) -> Task:
        """What it comes to, and on the way there how much was done since the last time."""
        while "done" in (line := await self._line()):
            progress(line["done"])
        await self.process.wait()
        return line

    async def end(self) -> None:
        """Make sure that it is gone."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def _line(self) -> Task:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line:
            raise StoreError(f"a process of the bench ended with {await self.process.wait()}; see above")
        message: Task = json.loads(line)
        return message


async def asked(module: str, task: Task, progress: Callable[[float], object] = lambda _: None) -> Task:
    """The result of one process from beginning to end."""
    child = await Child.start(module, task)
    try:
        return await child.result(progress)
    finally:
        await child.end()


def say(message: Task) -> None:
    """Send one line to whoever started this process."""
    print(json.dumps(message), flush=True)


def heard() -> Task:
    """The next line from there."""
    message: Task = json.loads(sys.stdin.readline())
    return message


def main(work: Work) -> None:
    """Do the task that comes, and say what it came to."""
    say(asyncio.run(work(heard())))
