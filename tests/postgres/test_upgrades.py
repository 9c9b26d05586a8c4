"""A database that an earlier program has filled is brought up to date when it is opened, with all that is in it."""

from __future__ import annotations

from recollect.stores.postgres import PostgresStore, url
from recollect.stores.postgres.schema import STEPS
from recollect.testing.conforming.base import ALICE, neighbours_found, words_found
from recollect.testing.samples import EMBEDDER, add
from tests.postgres.server import LocalServer


async def test_a_database_of_the_first_schema_is_upgraded(server: LocalServer) -> None:
    address = server.url()
    schema = url.parse(address).schema
    store = await PostgresStore.open(address)
    await store.write([add(ALICE, "I love hiking")])
    await store.close()
    for table in ("outbox", "generation", "collection", "model_role", "lacking", "charge", "stamp"):
        server.execute(f"DROP TABLE {schema}.{table}")
    server.execute(f"DROP SEQUENCE {schema}.outbox_entry, {schema}.outbox_version")
    server.execute(f"DELETE FROM {schema}.step WHERE number >= {1 + STEPS.index('0002_outbox.sql')}")
    store = await PostgresStore.open(address)
    await store.write([add(ALICE, "I love sailing")])
    assert (await store.status()).schema == len(STEPS)
    assert (await words_found(store, "hiking", ALICE))[0] == "I love hiking"
    assert len(await neighbours_found(store, "sailing", ALICE)) == 2
    assert (await store.models()).serving == EMBEDDER.name
    assert await store.check() == []
    await store.close()
