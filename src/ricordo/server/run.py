"""Running the application: listening, saying so, and stopping without losing anything.

On SIGTERM or SIGINT no new connection is taken, requests in flight finish, for ``grace`` seconds at most, and then the
memory is closed. What was acknowledged is durable already; what was cut off was not acknowledged.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from ricordo.server.app import create_app
from ricordo.server.keys import KeyRing
from ricordo.server.protocol import protocol_with
from ricordo.server.service import OpenMemory
from ricordo.server.settings import Settings
from ricordo.tasks import cancel_and_wait

Say = Callable[[str], None]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_BACKLOG = 2048
_TOLD_EVERY = 0.05
"""Seconds between two looks for connections that do not know yet that the service stops."""


def check_exposure(settings: Settings) -> str:
    """Refuse to listen for others while there is no key; what to say about it otherwise."""
    with KeyRing(settings.keys) as keys:
        if not keys.is_empty():
            return "callers need a key or a token"
    if not settings.on_loopback:
        raise ValueError(
            f"there is no key, so the service listens on this machine only, not on {settings.host}: "
            "make one first (ricordo keys create --application NAME), or leave --host out"
        )
    return "there is no key: callers on this machine need none, and nobody else can reach it"


def listening_socket(settings: Settings) -> socket.socket:
    """The socket that the settings name, bound and open for connections; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named because asyncio looks for it before it switches Nagle off, which costs 40 ms an answer.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host.strip("[]"), settings.port))
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def config_of(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        access_log=False,  # it would log query strings; ours does not
        log_config=None,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=max(1, round(settings.grace)),
        lifespan="on",
        ws="none",
        http=protocol_with(settings.limits.header_seconds),
    )


async def serve(
    open_memory: OpenMemory, settings: Settings, listener: socket.socket, *, say: Say, is_worker: bool = False
) -> None:
    """Serve until a signal says stop; ``say`` is told when requests are taken. A worker ends with its supervisor."""
    await serve_app(create_app(open_memory, settings), settings, listener, say=say, is_worker=is_worker)


async def serve_app(
    app: FastAPI, settings: Settings, listener: socket.socket, *, say: Say, is_worker: bool = False
) -> None:
    """The same for an application that has more than the service in it."""
    server = _Server(config_of(app, settings), lambda: say(f"listening on http://{address(listener)}"))
    if is_worker:
        _end_with_supervisor(server)
    await server.serve(sockets=[listener])
    if not server.started:
        raise OSError("the service could not start; the log says why")


def address(listener: socket.socket) -> str:
    """Host and port, as a URL has them."""
    host, port, *_ = listener.getsockname()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _end_with_supervisor(server: uvicorn.Server) -> None:
    """Stop when standard input ends: the supervisor holds its other end, and lets go however it dies."""
    loop = asyncio.get_running_loop()

    def ended() -> None:
        loop.remove_reader(sys.stdin.fileno())
        server.should_exit = True

    loop.add_reader(sys.stdin.fileno(), ended)


class _Server(uvicorn.Server):
    """uvicorn, which ends quietly after a signal instead of raising it again, and tells everybody that it ends."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        telling = asyncio.create_task(self._tell_late_comers())
        try:
            await super().shutdown(sockets)
        finally:
            await cancel_and_wait(telling)

    async def _tell_late_comers(self) -> None:
        """Have connections end after their request that were made in the very moment of stopping.

        uvicorn tells once, and would serve those as long as they have something to ask, and then cut them off.
        """
        while True:
            await asyncio.sleep(_TOLD_EVERY)
            for connection in list(self.server_state.connections):
                connection.shutdown()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in _SIGNALS:
                loop.remove_signal_handler(number)


async def supervise(argv: Sequence[str], workers: int, listener: socket.socket) -> bool:
    """Run ``workers`` processes of this program that share the socket, until a signal or until one of them ends.

    Whether all ended well. A worker that dies takes the others along: whoever started us starts us again.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, stop.set)
    listener.set_inheritable(True)
    command = (sys.executable, "-m", "ricordo", *argv, "--fd", str(listener.fileno()))
    children = [
        await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE, pass_fds=[listener.fileno()])
        for _ in range(workers)
    ]
    ends = [asyncio.create_task(child.wait()) for child in children]
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([*ends, stopping], return_when=asyncio.FIRST_COMPLETED)
    asked = stop.is_set()
    stopping.cancel()
    for child in children:
        if child.returncode is None:
            child.terminate()
    codes = await asyncio.gather(*ends)
    # One that was stopped before it had started knows no other way to end than by the signal.
    return asked and all(code in {0, -signal.SIGTERM} for code in codes)
