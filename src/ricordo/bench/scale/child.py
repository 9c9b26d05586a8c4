"""Child processes: each gets a task as a line of JSON, and answers with lines of progress and a last one of results."""

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

_MAX_LINE = 2**20


@dataclass(frozen=True, slots=True)
class Child:
    """A running process. Its task is not on its command line, where everybody sees it: a URL may hold a password."""

    process: asyncio.subprocess.Process

    @classmethod
    async def start(cls, module: str, task: Task) -> Child:
        """Start ``module`` with a task."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", f"ricordo.bench.scale.{module}"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_MAX_LINE,
        )
        child = cls(process)
        await child.tell(task)
        return child

    async def tell(self, message: Task) -> None:
        """Send one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        await self.process.stdin.drain()

    async def wait_until_ready(self) -> None:
        """Wait until the process says that it is ready."""
        await self._line()

    async def result(self, progress: Callable[[float], object] = lambda _: None) -> Task:
        """Return the result of the process; ``progress`` gets the amount done since its last call."""
        while "done" in (line := await self._line()):
            progress(line["done"])
        await self.process.wait()
        return line

    async def end(self) -> None:
        """Kill the process if it still runs."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def _line(self) -> Task:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line:
            raise StoreError(
                f"a process of the bench ended with exit code {await self.process.wait()}; its output above says why"
            )
        message: Task = json.loads(line)
        return message


async def run_child(module: str, task: Task, progress: Callable[[float], object] = lambda _: None) -> Task:
    """Run a process from start to end and return its result."""
    child = await Child.start(module, task)
    try:
        return await child.result(progress)
    finally:
        await child.end()


def send(message: Task) -> None:
    """Send one line to the process that started this one."""
    print(json.dumps(message), flush=True)


def receive() -> Task:
    """Return the next line from the process that started this one."""
    message: Task = json.loads(sys.stdin.readline())
    return message


def main(work: Work) -> None:
    """Receive a task, do it, and send its result."""
    send(asyncio.run(work(receive())))
