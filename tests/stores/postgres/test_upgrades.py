"""A database that an earlier program has filled is brought up to date when it is opened, with all that is in it."""

from __future__ import annotations

import pytest

from ricordo import Ricordo
from ricordo.stores.postgres import PostgresStore, schema, url
from ricordo.stores.postgres.schema import STEPS
from ricordo.testing import HashEmbedder
from ricordo.testing.conforming.base import ALICE, neighbours_found, words_found
from ricordo.testing.samples import EMBEDDER, add
from tests.learn.old_form import check_merging
from tests.stores.postgres.server import LocalServer
from tests.stores.upgraded import check_upgraded, check_use, read_saved


async def test_a_database_of_the_first_schema_is_upgraded(server: LocalServer) -> None:
    address = server.url()
    name = url.parse(address).schema
    store = await PostgresStore.open(address)
    await store.write([add(ALICE, "I love hiking")])
    await store.close()
    for table in ("outbox", "generation", "collection", "model_role", "lacking", "charge", "stamp"):
        server.execute(f"DROP TABLE {name}.{table}")
    server.execute(f"DROP SEQUENCE {name}.outbox_entry, {name}.outbox_version")
    server.execute(f"DROP INDEX {name}.document_summary")
    server.execute(f"ALTER TABLE {name}.words DROP COLUMN subject, DROP COLUMN negated")
    server.execute(f"DELETE FROM {name}.step WHERE number >= {1 + STEPS.index('0002_outbox.sql')}")
    store = await PostgresStore.open(address)
    await store.write([add(ALICE, "I love sailing")])
    assert (await store.status()).schema == len(STEPS)
    assert (await words_found(store, "hiking", ALICE))[0] == "I love hiking"
    assert len(await neighbours_found(store, "sailing", ALICE)) == 2
    assert (await store.models()).serving == EMBEDDER.name
    assert await store.check() == []
    await store.close()


async def test_a_fact_that_was_stored_twice_becomes_one_row(server: LocalServer) -> None:
    async with Ricordo.open(server.url(), embedder=HashEmbedder(), learning="off") as memory:
        await check_merging(memory)


async def test_collections_whose_names_may_come_again_are_given_up(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = url.parse(server.url(schema="without_token"))
    with monkeypatch.context() as before:
        before.setattr(schema, "STEPS", schema.STEPS[: schema.STEPS.index("0004_charge.sql")])
        await schema.prepare(address, 10.0)
    server.execute("INSERT INTO without_token.generation VALUES (1, 3, true)")
    store = await PostgresStore.open(server.url(schema="without_token"))
    await store.close()
    assert server.execute("SELECT number, token FROM without_token.generation") == []
    server.execute("INSERT INTO without_token.generation VALUES (1, 3, true), (2, 3, false)")
    (one,), (other,) = server.execute("SELECT token FROM without_token.generation")
    assert one != other


async def test_a_rich_database_is_upgraded_and_a_persons_export_is_the_same(server: LocalServer) -> None:
    await (await PostgresStore.open(server.url())).close()  # so that there are the role and pgvector
    dump = read_saved("postgres-6.sql").decode().replace("CREATE SCHEMA saved;", "")
    server.execute("CREATE SCHEMA saved AUTHORIZATION ricordo")
    server.execute(f"SET ROLE ricordo;\n{dump}")
    assert server.execute("SELECT max(number) FROM saved.step") == [(6,)]
    async with Ricordo.open(server.url(schema="saved"), embedder=HashEmbedder(), learning="queue") as memory:
        assert (await memory.status()).store.schema == len(STEPS)
        await check_upgraded(memory, "postgres-6")
        await check_use(memory)
