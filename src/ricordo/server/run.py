"""Running the application: listening, serving, and stopping without losing anything.

On SIGTERM or SIGINT no new connection is accepted. Requests in flight finish, for ``grace`` seconds at most, and then
the memory is closed. What was acknowledged is durable already; what was cut off was not acknowledged.
"""

from __future__ import annotations

import asyncio
import gc
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
from ricordo.server.protocol import protocol_with, raise_file_limit
from ricordo.server.service import OpenMemory
from ricordo.server.settings import Settings
from ricordo.tasks import cancel_and_wait

Say = Callable[[str], None]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_BACKLOG = 2048
_SWITCH_SECONDS = 0.001
"""How long a thread may compute before the event loop gets its turn. With Python's 5 ms, a request that changes hands
ten times waits 50 ms for somebody else's work."""
_CLOSE_INTERVAL_SECONDS = 0.05
"""How often late connections are told that the service is stopping."""


def check_exposure(settings: Settings) -> str:
    """Return a sentence about who may call; raise `ValueError` if others could call without a key."""
    with KeyRing(settings.keys) as keys:
        if not keys.is_empty():
            return "callers need a key or a token"
    if not settings.on_loopback:
        raise ValueError(
            f"there is no key, so the service listens on this machine only, not on {settings.host}: "
            "make one first (ricordo keys create --application NAME), or leave --host out"
        )
    return "there is no key: callers on this machine need none, and nobody else can reach it"


def open_listener(settings: Settings) -> socket.socket:
    """Return a listening socket on the address of ``settings``. Port 0 takes any free port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio disables Nagle's algorithm, which costs 40 ms a response, only for sockets that name this protocol.
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


def make_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return the configuration of uvicorn for the application."""
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
    """Serve a memory until SIGTERM or SIGINT. ``say`` gets the address once requests are accepted.

    A worker ends with its supervisor.
    """
    await serve_app(create_app(open_memory, settings), settings, listener, say=say, is_worker=is_worker)


async def serve_app(
    app: FastAPI, settings: Settings, listener: socket.socket, *, say: Say, is_worker: bool = False
) -> None:
    """Serve an application until SIGTERM or SIGINT. ``say`` gets the address once requests are accepted."""
    raise_file_limit()
    sys.setswitchinterval(_SWITCH_SECONDS)
    server = _Server(make_config(app, settings), lambda: say(f"listening on http://{address(listener)}"))
    if is_worker:
        _end_with_supervisor(server)
    await server.serve(sockets=[listener])
    if not server.started:
        raise OSError("the service could not start; the log says why")


def address(listener: socket.socket) -> str:
    """Return host and port as they stand in a URL."""
    host, port, *_ = listener.getsockname()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _end_with_supervisor(server: uvicorn.Server) -> None:
    """Stop when standard input ends. The supervisor holds its other end, which closes however the supervisor dies."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        loop.remove_reader(sys.stdin.fileno())
        server.should_exit = True

    loop.add_reader(sys.stdin.fileno(), stop)


class _Server(uvicorn.Server):
    """uvicorn, which returns after a signal instead of raising it again, and closes late connections too."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()  # Python would look through all modules again and again, and nobody is answered meanwhile
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        closing = asyncio.create_task(self._close_late_connections())
        try:
            await super().shutdown(sockets)
        finally:
            await cancel_and_wait(closing)

    async def _close_late_connections(self) -> None:
        """Close connections after their request that were made at the moment of stopping.

        uvicorn asks connections to close only once. It would serve later ones as long as they send requests, and then
        cut them off.
        """
        while True:
            await asyncio.sleep(_CLOSE_INTERVAL_SECONDS)
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

    A worker that dies stops the others, so that whatever supervises this process starts all of them again.

    Returns:
        Whether a signal stopped them and all ended without an error.
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
    was_signalled = stop.is_set()
    stopping.cancel()
    for child in children:
        if child.returncode is None:
            child.terminate()
    codes = await asyncio.gather(*ends)
    # A worker that is stopped before it has started ends by the signal itself.
    return was_signalled and all(code in {0, -signal.SIGTERM} for code in codes)
