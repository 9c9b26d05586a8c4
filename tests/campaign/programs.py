"""Programs that a campaign starts and kills: the service, the worker and PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import psutil
import psycopg

from tests.campaign.worker import READY
from tests.promises.processes import ROOT
from tests.stores.postgres.server import LocalServer, is_alive

_START_SECONDS = 60.0
_LOOK_SECONDS = 0.02


class Victim(Protocol):
    """A program that can be started and killed any number of times."""

    name: str

    async def start(self) -> bool:
        """Start the program unless it runs, and return whether it works. One whose store is away does not."""
        ...

    async def kill(self) -> bool:
        """End the program with SIGKILL, and return whether it was running until then."""
        ...


class Nursery:
    """A process that starts programs. Those are children of it, and are killed by their own numbers."""

    def __init__(self) -> None:
        settings = {"RICORDO_EMBEDDER": "ricordo.testing:HashEmbedder", "PYTHONWARNINGS": "ignore"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.campaign.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **settings, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            text=True,
        )
        self._read()

    def start(self, module: str, arguments: Sequence[str], log: Path) -> psutil.Process:
        """Start a program and return its process."""
        assert self._process.stdin is not None
        print(
            json.dumps({"module": module, "arguments": arguments, "log": str(log)}),
            file=self._process.stdin,
            flush=True,
        )
        return psutil.Process(int(self._read()))

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise OSError("the process that starts the others has ended")
        return line

    def end(self) -> None:
        """End the process. Programs that it has started go on."""
        self._process.communicate(timeout=30)


class Program:
    """A Python program in a process of its own."""

    def __init__(self, nursery: Nursery, name: str, log: Path, ready: str, module: str, *arguments: str) -> None:
        self.name = name
        self.log = log
        self._nursery = nursery
        self._ready = re.compile(ready)
        self._module = module
        self._arguments = arguments
        self._process: psutil.Process | None = None
        self._failed_starts: list[str] = []

    async def start(self) -> bool:
        if self._is_running():
            return True
        offset = self.log.stat().st_size if self.log.exists() else 0
        self._process = self._nursery.start(self._module, self._arguments, self.log)
        deadline = time.monotonic() + _START_SECONDS
        while self._is_running() and time.monotonic() < deadline:
            found = self._ready.search(self._read_log(offset))
            if found:
                self.use_answer(found)
                return True
            await asyncio.sleep(_LOOK_SECONDS)
        self.end()
        self._failed_starts.append(self._read_log(offset))
        return False

    def read_log(self) -> str:
        """Return what the program logged, without the starts that failed: its store was away."""
        log = self._read_log(0)
        for failed in self._failed_starts:
            log = log.replace(failed, "")
        return log

    def _read_log(self, offset: int) -> str:
        with suppress(FileNotFoundError), self.log.open("rb") as log:
            log.seek(offset)
            return log.read().decode("utf-8", "replace")
        return ""

    def use_answer(self, answer: re.Match[str]) -> None:
        """Use what the program said when it was ready."""

    async def kill(self) -> bool:
        was_running = self._is_running()
        self.end()
        return was_running

    def _is_running(self) -> bool:
        return self._process is not None and is_alive(self._process)

    def end(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            with suppress(psutil.NoSuchProcess):
                self._process.kill()
                self._process.wait()
            self._process = None


class ServiceProgram(Program):
    """``ricordo serve``. ``url`` is where it listens; after a restart it is another port."""

    def __init__(self, nursery: Nursery, name: str, folder: Path, store: str) -> None:
        where = ("--store", store, "--keys", str(folder / "keys.db"), "--port", "0", "--rate", "0")
        command = ("ricordo", "serve", *where, "--learning", "queue")
        super().__init__(nursery, name, folder / "service.log", r"listening on (http://\S+)", *command)
        self.url = ""

    def use_answer(self, answer: re.Match[str]) -> None:
        self.url = answer[1]


class WorkerProgram(Program):
    """A worker that learns from what the service has queued."""

    def __init__(self, nursery: Nursery, name: str, folder: Path, store: str) -> None:
        super().__init__(nursery, name, folder / "worker.log", READY, "tests.campaign.worker", store)


class Database:
    """PostgreSQL. The whole server is killed, or one of its processes, after which it restarts by itself."""

    def __init__(self, name: str, server: LocalServer, chance: random.Random) -> None:
        self.name = name
        self._server = server
        self._chance = chance
        self._is_killed = False

    async def start(self) -> bool:
        if self._is_killed:
            await asyncio.to_thread(self._server.start)
            self._is_killed = False
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            try:
                await asyncio.to_thread(self._server.execute, "SELECT 1")
            except psycopg.OperationalError:  # it recovers
                await asyncio.sleep(_LOOK_SECONDS)
            else:
                return True
        return False

    async def kill(self) -> bool:
        if self._chance.random() < 0.3 and self._kill_one_process():
            return True
        await asyncio.to_thread(self._server.kill)
        self._is_killed = True
        return True

    def _kill_one_process(self) -> bool:
        """Kill one connection's process of the server, and return whether there was one."""
        children = psutil.Process(self._server.pid).children()
        serving = [child.pid for child in children if "ricordo" in _command_line(child)]
        if serving:
            os.kill(self._chance.choice(serving), signal.SIGKILL)
        return bool(serving)


def _command_line(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:  # it has ended
        return ""
