"""However many others there are, no statement about one person reads their rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest
from psycopg import sql

from recollect.ports.store import View
from recollect.stores.postgres import PostgresStore, url
from recollect.testing.conforming.base import by_words
from recollect.testing.samples import add, minute
from recollect.values import Scope
from tests.postgres.server import LocalServer

PEOPLE = 400
SOMEBODY = Scope(application="many", user="person 7")

VERBS: dict[str, Callable[[PostgresStore], Awaitable[Any]]] = {
    "search": lambda store: by_words(store, "hiking", SOMEBODY),
    "turns": lambda store: store.turns(SOMEBODY),
    "latest": lambda store: store.latest(SOMEBODY),
    "memories": lambda store: store.memories(View(SOMEBODY)),
    "lease": lambda store: store.lease(worker="w", now=minute(9), seconds=1, limit=4),
    "write": lambda store: store.write([add(SOMEBODY, "hiking again")]),
    "erase": lambda store: store.erase(SOMEBODY),
}


def rows_read(address: str) -> int:
    """Rows that were fetched from the tables that hold people's things, by whatever way."""
    schema = url.parse(address).schema
    query = sql.SQL(
        "SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint FROM pg_stat_user_tables "
        "WHERE schemaname = {} AND relname = ANY(ARRAY['scope', 'shelf', 'document', 'words', 'vector', 'posting'])"
    ).format(schema)
    with psycopg.connect(url.parse(address).conninfo, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])


@pytest.fixture(scope="module")
def address(server: LocalServer) -> str:
    return server.url()


@pytest.mark.parametrize("verb", VERBS)
async def test_a_verb_about_one_person_reads_nobody_else(verb: str, address: str, server: LocalServer) -> None:
    store = await PostgresStore.open(address)
    if not (await store.status()).owners:
        people = [Scope(application="many", user=f"person {number}") for number in range(PEOPLE)]
        await store.write([add(person, "hiking", "sailing", learn_at=minute(0)) for person in people])
    for table in ("scope", "shelf", "document", "words", "vector", "posting", "job"):
        server.execute(f"VACUUM (ANALYZE) {url.parse(address).schema}.{table}")
    for _ in range(6):  # by then the statements are prepared
        if verb != "erase":
            await VERBS[verb](store)
    await store.close()  # what a connection has counted is told when it ends
    before = rows_read(address)
    store = await PostgresStore.open(address)
    await VERBS[verb](store)
    await store.close()
    assert rows_read(address) - before < PEOPLE
