"""However many others there are, no statement about one person reads their rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import psycopg
import pytest
from psycopg import sql

from ricordo.ports.store import View
from ricordo.stores.postgres import PostgresStore, url
from ricordo.testing.conforming.base import by_words
from ricordo.testing.samples import add, erase, minute, turn
from ricordo.values import Scope
from tests.stores.postgres.server import LocalServer

PEOPLE = 400
SOMEBODY = Scope(application="many", user="person 7")

VERBS: dict[str, Callable[[PostgresStore], Awaitable[Any]]] = {
    "search": lambda store: by_words(store, "hiking", SOMEBODY),
    "turns": lambda store: store.turns(SOMEBODY),
    "latest": lambda store: store.latest(SOMEBODY),
    "memories": lambda store: store.memories(View(SOMEBODY)),
    "lease": lambda store: store.lease(worker="w", now=minute(9), seconds=1, limit=4),
    "write": lambda store: store.write([add(SOMEBODY, "hiking again")]),
    "erase": lambda store: erase(store, SOMEBODY),
}


TABLES = ("scope", "shelf", "document", "words", "vector", "posting")


def rows_read(address: str, tables: Sequence[str] = TABLES) -> int:
    """Rows that were fetched from the tables that hold people's things, by whatever way."""
    schema = url.parse(address).schema
    query = sql.SQL(
        "SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint FROM pg_stat_user_tables "
        "WHERE schemaname = {} AND relname = ANY({})"
    ).format(schema, sql.Literal(list(tables)))
    with psycopg.connect(url.parse(address).conninfo, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])


async def bring_in_people(store: PostgresStore) -> None:
    people = [Scope(application="many", user=f"person {number}") for number in range(PEOPLE)]
    await store.write([add(person, "hiking", "sailing", learn_at=minute(0)) for person in people])


def analyze(server: LocalServer, address: str) -> None:
    for table in ("scope", "shelf", "document", "words", "vector", "posting", "job"):
        server.execute(f"VACUUM (ANALYZE) {url.parse(address).schema}.{table}")


@pytest.fixture(scope="module")
def address(server: LocalServer) -> str:
    return server.url()


@pytest.mark.parametrize("verb", VERBS)
async def test_a_verb_about_one_person_reads_nobody_else(verb: str, address: str, server: LocalServer) -> None:
    store = await PostgresStore.open(address)
    if not (await store.status()).owners:
        await bring_in_people(store)
    analyze(server, address)
    for _ in range(6):  # by then the statements are prepared
        if verb != "erase":
            await VERBS[verb](store)
    await store.close()  # what a connection has counted is told when it ends
    before = rows_read(address)
    store = await PostgresStore.open(address)
    await VERBS[verb](store)
    await store.close()
    assert rows_read(address) - before < PEOPLE


async def test_a_worker_reads_no_job_that_waits(server: LocalServer) -> None:
    address = server.url()
    store = await PostgresStore.open(address)
    await bring_in_people(store)
    analyze(server, address)
    await store.close()
    before = rows_read(address, ["job"])
    store = await PostgresStore.open(address)
    assert await store.lease(worker="w", now=minute(-1), seconds=1, limit=4) == []
    await store.close()
    assert rows_read(address, ["job"]) - before < 10


MUCH = 3_000
COLLECTOR = Scope(application="many", user="collector")

READINGS: dict[str, Callable[[PostgresStore], Awaitable[Any]]] = {
    "search": lambda store: by_words(store, "hiking", COLLECTOR),
    "turns": lambda store: store.turns(COLLECTOR, limit=MUCH),
    "latest": lambda store: store.latest(COLLECTOR, limit=MUCH),
    "turns by id": lambda store: store.turns(COLLECTOR, ids=[f"note-{number}" for number in range(MUCH)], limit=MUCH),
    "erase": lambda store: erase(store, COLLECTOR),
}


async def test_somebody_with_far_more_than_the_others_is_read_a_few_times_not_once_for_each_of_their_memories(
    server: LocalServer,
) -> None:
    address = server.url()
    store = await PostgresStore.open(address)
    await bring_in_people(store)
    said = [turn(f"hiking, note {number}", COLLECTOR, id=f"note-{number}") for number in range(MUCH)]
    await store.write([add(COLLECTOR, *said)])
    analyze(server, address)
    await store.close()
    for name, reading in READINGS.items():
        before = rows_read(address)
        store = await PostgresStore.open(address)
        await reading(store)
        await store.close()
        assert rows_read(address) - before < 40 * MUCH, name
