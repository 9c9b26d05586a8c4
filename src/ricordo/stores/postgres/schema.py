"""Creating and upgrading the tables, by numbered steps. Steps are only ever added.

The steps are SQL files in ``steps/``. Each is committed together with its number, under a lock, so that two processes
do not upgrade at the same time. Processes that use the database meanwhile are not disturbed.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import psycopg
from psycopg import AsyncConnection, errors, sql
from psycopg.rows import TupleRow

from ricordo.stores.postgres.failures import explain_errors
from ricordo.stores.postgres.url import PostgresAddress
from ricordo.values import StoreError

STEPS = tuple(
    sorted(
        path.name for path in files("ricordo.stores.postgres").joinpath("steps").iterdir() if path.name.endswith(".sql")
    )
)

ROLE = "ricordo"
MIN_SERVER_VERSION = 14
_MIN_PGVECTOR_VERSION = (0, 7)
_LOCK = 0x52636C74  # "Rclt"


@dataclass(frozen=True, slots=True)
class SchemaAccess:
    """The role to use, if not the user's own, and the search path to the tables and types."""

    role: str | None
    path: tuple[str, ...]


async def prepare(address: PostgresAddress, timeout: float) -> SchemaAccess:
    """Create or upgrade the tables. Raise ``StoreError`` if the server is too old or the schema too new."""
    with explain_errors(address.name):
        async with await AsyncConnection.connect(
            address.conninfo, autocommit=True, connect_timeout=max(2, round(timeout))
        ) as connection:
            require_server(connection.info.server_version, address.name)
            async with connection.transaction():
                # The lock ends with the transaction, also if the process dies.
                await connection.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_LOCK, address.schema))
                role = await _choose_role(connection, address)
                path = (address.schema, await _enable_pgvector(connection, address))
                await _make_schema(connection, address, role)
                await _migrate(connection, address, role, path)
            return SchemaAccess(role, path)


async def _fetch_value(connection: AsyncConnection[TupleRow], query: str, values: tuple[Any, ...] = ()) -> Any:
    row = await (await connection.execute(query.encode(), values)).fetchone()
    return row[0] if row else None


def require_server(version: int, name: str) -> None:
    """Raise ``StoreError`` if the server is too old. The number of version 14.5 is 140005."""
    if version < MIN_SERVER_VERSION * 10_000:
        raise StoreError(
            f"{name}: it is PostgreSQL {version // 10_000}, and Ricordo needs {MIN_SERVER_VERSION} or newer; "
            "upgrade the server"
        )


def require_pgvector(version: str | None, name: str) -> None:
    """Raise ``StoreError`` if there is no pgvector, or one that has no half-precision vectors yet."""
    if version is None:
        raise StoreError(
            f"{name}: the server has no pgvector; install the extension on it "
            "(https://github.com/pgvector/pgvector), then try again"
        )
    if tuple(int(part) for part in version.split(".")[:2]) < _MIN_PGVECTOR_VERSION:
        raise StoreError(
            f"{name}: it has pgvector {version}, and Ricordo needs 0.7 or newer; upgrade it, then run "
            "ALTER EXTENSION vector UPDATE"
        )


async def _enable_pgvector(connection: AsyncConnection[TupleRow], address: PostgresAddress) -> str:
    """Enable pgvector if needed. Return the schema that it is in."""
    if not await _fetch_value(connection, "SELECT 1 FROM pg_extension WHERE extname = 'vector'"):
        available = "SELECT default_version FROM pg_available_extensions WHERE name = 'vector'"
        require_pgvector(await _fetch_value(connection, available), address.name)
        try:
            async with connection.transaction():
                await connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        except errors.InsufficientPrivilege:
            raise StoreError(
                f"{address.name}: the extension pgvector is not enabled in this database; have an administrator run "
                "CREATE EXTENSION vector in it"
            ) from None
    enabled = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
    require_pgvector(await _fetch_value(connection, enabled), address.name)
    where = (
        "SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'vector'"
    )
    return str(await _fetch_value(connection, where))


async def _choose_role(connection: AsyncConnection[TupleRow], address: PostgresAddress) -> str | None:
    """Return the role to use so that row-level security applies, or None if it applies to the user already."""
    if not await _fetch_value(connection, "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"):
        return None
    try:
        if not await _fetch_value(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", (ROLE,)):
            await _make_role(connection)
        if not await _fetch_value(connection, "SELECT pg_has_role(current_user, %s, 'MEMBER')", (ROLE,)):
            await connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(ROLE)))
    except errors.InsufficientPrivilege:
        raise StoreError(
            f"{address.name}: row-level security does not apply to this user (BYPASSRLS), and it may not make a role "
            f"that it applies to; connect as another user, or have an administrator make the role {ROLE!r}: see "
            "docs/operate/postgresql.md"
        ) from None
    bypasses = await _fetch_value(
        connection, "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = %s", (ROLE,)
    )
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
        pass  # created for another database of this server at the same moment


async def _make_schema(connection: AsyncConnection[TupleRow], address: PostgresAddress, role: str | None) -> None:
    if await _fetch_value(connection, "SELECT 1 FROM pg_namespace WHERE nspname = %s", (address.schema,)):
        return
    owner = sql.SQL(" AUTHORIZATION {}").format(sql.Identifier(role)) if role else sql.SQL("")
    await connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(address.schema)) + owner)


async def _migrate(
    connection: AsyncConnection[TupleRow], address: PostgresAddress, role: str | None, path: tuple[str, ...]
) -> None:
    if role:
        await connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(role)))
    names = sql.SQL(", ").join(map(sql.Identifier, path))
    await connection.execute(sql.SQL("SET LOCAL search_path TO {}").format(names))
    version = await _read_version(connection, address)
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


async def _read_version(connection: AsyncConnection[TupleRow], address: PostgresAddress) -> int:
    """Return the version of the tables, 0 if there are none. Raise ``StoreError`` if the tables are not ours."""
    tables = await _fetch_value(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = %s", (address.schema,))
    if not tables:
        await connection.execute(
            "CREATE TABLE step (number integer PRIMARY KEY, taken timestamptz NOT NULL DEFAULT now())"
        )
        return 0
    try:
        async with connection.transaction():
            return int(await _fetch_value(connection, "SELECT coalesce(max(number), 0) FROM step"))
    except psycopg.errors.UndefinedTable:
        raise StoreError(
            f"{address.name}: the schema {address.schema!r} belongs to another program; name another one in the URL: "
            "?schema=…"
        ) from None
