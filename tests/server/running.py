"""A service on a loopback port, in this process or in one of its own."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import uvicorn
from fastapi import FastAPI

from ricordo import Ricordo
from ricordo.opening import Learning
from ricordo.ports.embedder import Embedder
from ricordo.server import KeyRing, Limits, Settings, create_app
from ricordo.server.protocol import protocol_with
from ricordo.server.run import address, make_config, open_listener
from ricordo.server.service import Service
from ricordo.testing import HashEmbedder


@dataclass(frozen=True)
class Running:
    """A running service: its address and its parts."""

    url: str
    service: Service
    connections: set[Any]
    """The connections that uvicorn has open."""
    app: FastAPI

    @property
    def keys(self) -> KeyRing:
        return self.service.keys

    def client(self, credential: str | None = None) -> httpx2.AsyncClient:
        """Return a client with a key, a token or nothing."""
        headers = {} if credential is None else {"Authorization": f"Bearer {credential}"}
        return httpx2.AsyncClient(base_url=self.url, headers=headers, timeout=20)

    def key(self, application: str | None) -> str:
        """Create a key for an application, or an operator's."""
        return self.keys.create(application=application).text


class _Server(uvicorn.Server):
    """uvicorn with an event that says that it has started, or failed to, and one that stops it at once."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready, self.stop = asyncio.Event(), asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.stop.wait()


@asynccontextmanager
async def run_service(
    folder: Path,
    limits: Limits | None = None,
    *,
    learning: Learning = "off",
    embedder: Embedder | None = None,
    chat_client: Any = None,
    max_connections: int | None = None,
    **settings: Any,
) -> AsyncGenerator[Running]:
    """Run a service on a port of its own, in this event loop."""
    chosen = Settings(folder / "keys.db", port=0, limits=limits or Limits(rate=0), **settings)
    service = Service(chosen, KeyRing(chosen.keys))
    profiles = list(chosen.profiles.values())

    def open_memory() -> AbstractAsyncContextManager[Ricordo]:
        return Ricordo.open(
            folder / "memory.db",
            embedder=embedder or HashEmbedder(),
            chat_client=chat_client,
            learning=learning,
            profiles=profiles,
        )

    app = create_app(open_memory, chosen, service=service)
    async with serve_app(app, chosen, max_connections=max_connections) as (url, connections):
        yield Running(url, service, connections, app)


@asynccontextmanager
async def serve_app(
    app: FastAPI, settings: Settings, *, max_connections: int | None = None
) -> AsyncGenerator[tuple[str, set[Any]]]:
    """Serve an application in this event loop; yield its address and the connections that it has open."""
    with open_listener(settings) as listener:
        config = make_config(app, settings)
        if max_connections is not None:
            config.http = protocol_with(settings.limits.header_seconds, max_connections)
        server = _Server(config)
        task = asyncio.create_task(server._serve([listener]))
        await server.ready.wait()
        try:
            yield f"http://{address(listener)}", server.server_state.connections
        finally:
            server.should_exit = True
            server.stop.set()
            await task


@contextmanager
def serve_in_process(
    folder: Path,
    *options: str,
    embedder: str | None = "ricordo.testing:HashEmbedder",
    program: tuple[str, ...] = ("-m", "ricordo"),
    store: str | None = None,
) -> Generator[tuple[str, subprocess.Popen[str]]]:
    """Run ``ricordo serve`` in a process of its own; yield its address and the process."""
    where = ["--store", store or str(folder / "memory.db"), "--keys", str(folder / "keys.db")]
    command = [sys.executable, *program, "serve", "--port", "0", *where, *options]
    command += ["--embedder", embedder] if embedder else []
    with (folder / "log.txt").open("w") as log:
        child = subprocess.Popen(
            command, stderr=log, stdout=log, text=True, env={**os.environ, "PYTHONWARNINGS": "error"}
        )
    try:
        yield _address(folder / "log.txt", child), child
    finally:
        child.kill()
        child.wait()


def _address(log: Path, child: subprocess.Popen[str]) -> str:
    while child.poll() is None:
        found = re.search(r"listening on (http://\S+)", log.read_text())
        if found:
            return found[1]
    raise AssertionError(log.read_text())
