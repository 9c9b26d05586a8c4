"""Row-level security: a statement that forgets its filter sees only the rows of owners that were named."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from psycopg import sql

from ricordo.stores.postgres import PostgresStore, url
from ricordo.stores.postgres.server import Connection, prepare_connection
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, words_found
from ricordo.testing.samples import add, memory, minute, put, turn
from ricordo.values import Scope
from tests.stores.postgres.server import LocalServer

PROTECTED = [
    *("shelf", "scope", "document", "words", "evidence", "posting", "vector", "lacking", "job", "outbox"),
    *("consent_name", "retention_name", "tag"),
]
"""Every table that holds names, words, or numbers about one person."""

UNPROTECTED = [
    *("charge", "collection", "consent", "generation", "meta", "model", "model_role"),
    *("receipt", "retention", "stamp", "step", "usage"),
]
"""Hashes, sums and settings: nothing that names a person."""


@pytest_asyncio.fixture
async def store_and_connection(server: LocalServer) -> AsyncGenerator[tuple[PostgresStore, Connection]]:
    """A store with two people in it, and a connection such as the store's own."""
    from ricordo.ports.changes import PrepareModel, SetConsent, SetRetention

    address = server.url()
    store = await PostgresStore.open(address)
    server.execute(
        f"INSERT INTO {url.parse(address).schema}.generation VALUES (1, 0, true)"
    )  # so that it has an outbox
    await store.write([PrepareModel("new")])  # so that all lack a vector of it
    for scope in (MONDAY, BOB):
        await store.write([add(scope, replace(turn("I love hiking", scope, id="t"), tags=("a",)), learn_at=minute(0))])
        await store.write([put(memory("enjoys hiking", scope.owner(), ("t", "hiking")))])
        await store.write([SetConsent(scope, learning=False), SetRetention(scope, frozenset({"turn"}), 30)])
    where = url.parse(address)
    async with await psycopg.AsyncConnection.connect(where.conninfo) as connection:
        await prepare_connection(connection, "ricordo", (where.schema, "public"))
        yield store, connection
    await store.close()


async def count(connection: Connection, table: str) -> int:
    cursor = await connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table)))
    row: tuple[Any, ...] | None = await cursor.fetchone()
    assert row is not None
    return int(row[0])


async def test_a_statement_that_forgets_its_filter_sees_nothing(
    store_and_connection: tuple[PostgresStore, Connection],
) -> None:
    _, connection = store_and_connection
    assert [await count(connection, table) for table in PROTECTED] == [0] * len(PROTECTED)


async def test_every_table_is_either_protected_or_named_here(server: LocalServer) -> None:
    address = server.url()
    await (await PostgresStore.open(address)).close()
    rows = server.execute(
        "SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity FROM pg_class c "
        f"WHERE c.relnamespace = '{url.parse(address).schema}'::regnamespace AND c.relkind = 'r'"
    )
    assert sorted(name for name, enabled, forced in rows if enabled and forced) == sorted(PROTECTED)
    assert sorted(name for name, enabled, forced in rows if not (enabled or forced)) == UNPROTECTED


async def test_with_one_person_named_a_statement_sees_that_person_only(
    store_and_connection: tuple[PostgresStore, Connection],
) -> None:
    store, connection = store_and_connection
    ((key, _),) = await store.turns(ALICE)
    await connection.execute("SELECT set_config('ricordo.owners', %s, true)", (f"{{{key >> 32}}}",))
    seen = {table: await count(connection, table) for table in PROTECTED}
    assert (seen["shelf"], seen["words"], seen["document"], seen["vector"]) == (1, 2, 2, 2)
    assert seen["tag"] == 1
    assert (seen["outbox"], seen["lacking"]) == (2, 2)
    rows = await (await connection.execute('SELECT "user" FROM scope')).fetchall()
    assert {name for (name,) in rows} == {"alice"}


async def test_with_a_scope_named_only_the_names_that_it_covers_are_seen(
    store_and_connection: tuple[PostgresStore, Connection],
) -> None:
    _, connection = store_and_connection
    for parts, names in (('{"user": "alice"}', {"alice"}), ("{}", set[str]()), ('{"application": "x"}', set[str]())):
        await connection.execute("SELECT set_config('ricordo.scope', %s, true)", (parts,))
        for table in ("scope", "consent_name", "retention_name"):
            query = sql.SQL('SELECT "user" FROM {}').format(sql.Identifier(table))
            rows = await (await connection.execute(query)).fetchall()
            assert {name for (name,) in rows} == names
        assert await count(connection, "words") == 0


async def test_what_was_asked_for_is_forgotten_with_the_transaction(
    store_and_connection: tuple[PostgresStore, Connection],
) -> None:
    _, connection = store_and_connection
    await connection.execute("SELECT set_config('ricordo.everything', 'on', true)")
    assert await count(connection, "words") == 4
    await connection.commit()
    assert await count(connection, "words") == 0


async def test_nothing_can_be_written_for_somebody_who_was_not_named(
    store_and_connection: tuple[PostgresStore, Connection],
) -> None:
    store, connection = store_and_connection
    ((alice, _),), ((bob, _),) = await store.turns(ALICE), await store.turns(BOB)
    await connection.execute("SELECT set_config('ricordo.owners', %s, true)", (f"{{{alice >> 32}}}",))
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        await connection.execute("INSERT INTO words (owner, number, id, text) VALUES (%s, 99, 'x', 'y')", (bob >> 32,))


async def test_the_store_takes_a_role_that_the_wall_holds_for(server: LocalServer) -> None:
    address = server.url()
    store = await PostgresStore.open(address)
    await store.write([add(ALICE, "hello")])
    (schema,) = {url.parse(address).schema}
    owners = server.execute(f"SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = '{schema}'")
    assert owners == [("ricordo",)]
    assert server.execute("SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'ricordo'") == [
        (False, False, False)
    ]
    await store.close()


async def test_an_ordinary_user_needs_no_other_role(server: LocalServer) -> None:
    server.execute("CREATE ROLE plain LOGIN PASSWORD 'hunter2'")
    server.execute("CREATE DATABASE plain OWNER plain")
    mine = server.uri.replace("postgres:@/postgres", "plain:hunter2@/plain")
    with psycopg.connect(server.uri.replace("/postgres?", "/plain?"), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
    store = await PostgresStore.open(mine)
    await store.write([add(Scope(user="eve"), "I love hiking")])
    assert await words_found(store, "hiking", Scope(user="eve")) == ["I love hiking"]
    assert await store.check() == []
    await store.close()
    with psycopg.connect(mine) as connection:
        assert connection.execute("SELECT count(*) FROM ricordo.words").fetchone() == (0,)
