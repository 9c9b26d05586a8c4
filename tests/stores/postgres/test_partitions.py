"""Tables that were split by the script in the docs: the program does not notice."""

from __future__ import annotations

import re
from pathlib import Path

import psycopg
import pytest

from ricordo.stores.postgres import PostgresStore, url
from ricordo.testing import StoreConformance
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, OpenStore, words_found
from ricordo.testing.samples import add, erase
from tests.stores.postgres.server import LocalServer

DOCS = Path(__file__).parents[3] / "docs/operate/postgresql.md"
LARGE = ("document", "words", "evidence", "posting", "vector")


def split(server: LocalServer, address: str, pieces: int = 16) -> None:
    """Run the script on the tables of one store, as it stands in the docs."""
    (script,) = (
        block for block in re.findall(r"```sql\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL) if "DO $$" in block
    )
    here = script.replace("TO ricordo,", f"TO {url.parse(address).schema},").replace(":= 16", f":= {pieces}")
    server.execute("SET ROLE ricordo; " + here)


async def split_when_empty(server: LocalServer, address: str) -> PostgresStore:
    await (await PostgresStore.open(address)).close()
    kinds = server.execute(
        "SELECT relkind FROM pg_class WHERE relname = 'document' "
        f"AND relnamespace = '{url.parse(address).schema}'::regnamespace"
    )
    if kinds == [("r",)]:
        split(server, address, pieces=3)
    return await PostgresStore.open(address)


class TestStoreInPieces(StoreConformance):
    @pytest.fixture
    def open_store(self, server: LocalServer) -> OpenStore:
        address = server.url()
        return lambda: split_when_empty(server, address)


async def test_what_was_there_is_there_after_the_split(server: LocalServer) -> None:
    address = server.url()
    store = await PostgresStore.open(address)
    await store.write([add(MONDAY, "hiking in the Alps", "sailing at night"), add(BOB, "hiking in Norway")])
    before = await store.status()
    await store.close()
    split(server, address)
    store = await PostgresStore.open(address)
    assert await words_found(store, "hiking Alps", ALICE) == ["hiking in the Alps", "sailing at night"]
    assert await store.check() == []
    after = await store.status()
    assert (after.turns, after.vectors, after.owners) == (before.turns, before.vectors, before.owners)
    await erase(store, ALICE)
    assert await words_found(store, "hiking", BOB) == ["hiking in Norway"]
    await store.close()


async def test_the_second_wall_stands_around_every_piece(server: LocalServer) -> None:
    address = server.url()
    store = await PostgresStore.open(address)
    await store.write([add(MONDAY, "hiking in the Alps")])
    await store.close()
    split(server, address, pieces=3)
    schema = url.parse(address).schema
    names = [name for table in LARGE for name in (table, *(f"{table}_{piece}" for piece in range(3)))]
    with psycopg.connect(server.uri, autocommit=True) as connection:
        connection.execute("SET ROLE ricordo")
        for name in names:
            assert connection.execute(f"SELECT count(*) FROM {schema}.{name}".encode()).fetchall() == [(0,)], name
    assert server.execute(f"SELECT count(*) FROM {schema}.words") == [(1,)]
