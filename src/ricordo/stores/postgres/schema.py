"""Bringing a database to the newest version, by numbered steps that are only ever added to.

The steps lie in ``steps/`` as SQL. Each is committed together with its number, under a lock that keeps other processes
from doing the same at the same time; those that run meanwhile are not disturbed.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import psycopg
from psycopg import AsyncConnection, errors, sql
from psycopg.rows import TupleRow

from ricordo.stores.postgres.failures import explained
from ricordo.stores.postgres.url import Address
from ricordo.values import StoreError

STEPS = tuple(
    sorted(
        path.name for path in files("ricordo.stores.postgres").joinpath("steps").iterdir() if path.name.endswith(".sql")
    )
)

ROLE = "ricordo"
OLDEST_SERVER = 14
_OLDEST_PGVECTOR = (0, 7)
_LOCK = 0x52636C74  # "Rclt"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A database that is ready: which role to take, if not one's own, and where the tables and types are."""

    role: str | None
    path: tuple[str, ...]


async def prepare(address: Address, timeout: float) -> Prepared:
    """Make or upgrade the tables; refuse a server that is too old, or a schema that is too new."""
    with explained(address.name):
        async with await AsyncConnection.connect(
            address.conninfo, autocommit=True, connect_timeout=max(2, round(timeout))
        ) as connection:
            require_server(connection.info.server_version, address.name)
            async with connection.transaction():
                # Until the end of the transaction: a process that dies gives the lock back.
                await connection.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_LOCK, address.schema))
                role = await _role(connection, address)
                path = (address.schema, await _require_vectors(connection, address))
                await _make_schema(connection, address, role)
                await _migrate(connection, address, role, path)
            return Prepared(role, path)


async def _one(connection: AsyncConnection[TupleRow], query: str, values: tuple[Any, ...] = ()) -> Any:
    row = await (await connection.execute(query.encode(), values)).fetchone()
    return row[0] if row else None


def require_server(version: int, name: str) -> None:
    """Refuse a server that is too old; 140005 is version 14.5."""
    if version < OLDEST_SERVER * 10_000:
        raise StoreError(
            f"{name}: it is PostgreSQL {version // 10_000}, and Ricordo needs {OLDEST_SERVER} or newer; "
            "upgrade the server"
        )


def require_pgvector(version: str | None, name: str) -> None:
    """Refuse a server without pgvector, or with one that has no vectors of halves yet."""
    if version is None:
        raise StoreError(
            f"{name}: the server has no pgvector; install the extension on it "
            "(https://github.com/pgvector/pgvector), then try again"
        )
    if tuple(int(part) for part in version.split(".")[:2]) < _OLDEST_PGVECTOR:
        raise StoreError(
            f"{name}: it has pgvector {version}, and Ricordo needs 0.7 or newer; upgrade it, then run "
            "ALTER EXTENSION vector UPDATE"
        )


async def _require_vectors(connection: AsyncConnection[TupleRow], address: Address) -> str:
    """The schema that pgvector is in, which is enabled if that is possible."""
    if not await _one(connection, "SELECT 1 FROM pg_extension WHERE extname = 'vector'"):
        available = "SELECT default_version FROM pg_available_extensions WHERE name = 'vector'"
        require_pgvector(await _one(connection, available), address.name)
        try:
            async with connection.transaction():
                await connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        except errors.InsufficientPrivilege:
            raise StoreError(
                f"{address.name}: the extension pgvector is not enabled in this database; have an administrator run "
                "CREATE EXTENSION vector in it"
            ) from None
    enabled = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
    require_pgvector(await _one(connection, enabled), address.name)
    where = (
        "SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'vector'"
    )
    return str(await _one(connection, where))


async def _role(connection: AsyncConnection[TupleRow], address: Address) -> str | None:
    """The role to take so that row-level security holds: our own, unless it does not apply to us."""
    if not await _one(connection, "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"):
        return None
    try:
        if not await _one(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", (ROLE,)):
            await _make_role(connection)
        if not await _one(connection, "SELECT pg_has_role(current_user, %s, 'MEMBER')", (ROLE,)):
            await connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(ROLE)))
    except errors.InsufficientPrivilege:
        raise StoreError(
            f"{address.name}: row-level security does not apply to this user (BYPASSRLS), and it may not make a role "
            f"that it applies to; connect as another user, or have an administrator make the role {ROLE!r}: see "
            "docs/operate/postgresql.md"
        ) from None
    bypasses = await _one(connection, "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = %s", (ROLE,))
    if bypasses:
        raise StoreError(f"{address.name}: the role {ROLE!r} bypasses row-level security; take that right from it")
    return ROLE


async def _make_role(connection: AsyncConnection[TupleRow]) -> None:
    try:
        async with connection.transaction():
            await connection.execute(
                sql.SQL("CREATE ROLE {} NOLOGIN NOSUPERUSER NOBYPASSRLS").format(sql.Identifier(ROLE))
            )
    except (errors.DuplicateObject, errors.UniqueViolation):
        pass  # somebody made it for another database of this server at the same moment


async def _make_schema(connection: AsyncConnection[TupleRow], address: Address, role: str | None) -> None:
    if await _one(connection, "SELECT 1 FROM pg_namespace WHERE nspname = %s", (address.schema,)):
        return
    owner = sql.SQL(" AUTHORIZATION {}").format(sql.Identifier(role)) if role else sql.SQL("")
    await connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(address.schema)) + owner)


async def _migrate(
    connection: AsyncConnection[TupleRow], address: Address, role: str | None, path: tuple[str, ...]
) -> None:
    if role:
        await connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(role)))
    names = sql.SQL(", ").join(map(sql.Identifier, path))
    await connection.execute(sql.SQL("SET LOCAL search_path TO {}").format(names))
    version = await _version(connection, address)
    if version > len(STEPS):
        raise StoreError(
            f"{address.name}: it was written by a newer Ricordo (schema {version}, this program knows {len(STEPS)}); "
            "upgrade with `pip install -U ricordo`"
        )
    for number, step in enumerate(STEPS[version:], start=version + 1):
        text = files("ricordo.stores.postgres").joinpath("steps", step).read_text("utf-8")
        await connection.execute(text.encode())
        await connection.execute("INSERT INTO step (number) VALUES (%s)", (number,))
    if version == 0:
        await connection.execute("INSERT INTO meta VALUES ('salt', %s)", (secrets.token_bytes(16),))


async def _version(connection: AsyncConnection[TupleRow], address: Address) -> int:
    """The version of the tables, 0 if there are none yet; a schema with other tables is not ours."""
    tables = await _one(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = %s", (address.schema,))
    if not tables:
        await connection.execute(
            "CREATE TABLE step (number integer PRIMARY KEY, taken timestamptz NOT NULL DEFAULT now())"
        )
        return 0
    try:
        async with connection.transaction():
            return int(await _one(connection, "SELECT coalesce(max(number), 0) FROM step"))
    except psycopg.errors.UndefinedTable:
        raise StoreError(
            f"{address.name}: the schema {address.schema!r} belongs to another program; name another one in the URL: "
            "?schema=…"
        ) from None
