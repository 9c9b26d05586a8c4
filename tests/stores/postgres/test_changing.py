"""The embedder is changed on a server, with real processes and with a transaction that is under way."""

from __future__ import annotations

import asyncio

import pytest

from ricordo import Ricordo
from ricordo.ports.changes import DropModel, PrepareModel, ServeModel
from ricordo.ports.status import Models
from ricordo.stores.postgres import PostgresStore, schema, turns, url
from ricordo.stores.postgres.session import PostgresSession
from ricordo.testing import HashEmbedder
from ricordo.testing.conforming.base import ALICE
from ricordo.testing.samples import EMBEDDER, add
from tests.embedding.steps import ChangingTheEmbedder
from tests.promises.processes import killed, lines, running
from tests.stores.postgres.server import LocalServer


class TestPostgres(ChangingTheEmbedder):
    @pytest.fixture
    def url(self, server: LocalServer) -> str:
        return server.url()


async def test_one_process_changes_and_is_killed_while_another_writes(server: LocalServer) -> None:
    address = server.url()
    with running("batches", address, "ann", 300) as child:
        assert len(lines(child, 6)) == 6
    with running("write", address, "ben", 80) as ben:
        with running("reembed", address, "ann", 0) as changing:
            assert lines(changing, 2)
            killed(changing)
        assert lines(ben, 1)
        with running("reembed", address, "ann", 0) as changing:
            lines(changing, 100)
            assert changing.wait() == 0
        lines(ben, 80)
        assert ben.wait() == 0
    async with Ricordo.open(address, embedder=HashEmbedder(name="second")) as memory:
        await memory._background_embedding.embed_missing()
        status = await memory.status()
        assert (status.store.turns, status.unembedded, status.store.serving) == (380, 0, "second")
        assert await memory.maintenance.check() == []


async def test_nothing_is_stored_behind_the_back_of_who_prepares_a_model(server: LocalServer) -> None:
    store = await PostgresStore.open(server.url())
    await store.write([add(ALICE, "before")])
    stored, finish = asyncio.Event(), asyncio.Event()

    async def slowly(session: PostgresSession) -> None:
        await turns.add(session, add(ALICE, "under way"))
        await session.execute_batch()
        stored.set()
        await finish.wait()

    writing = asyncio.create_task(store._server.write(slowly))
    await stored.wait()
    preparing = asyncio.create_task(store.write([PrepareModel("new")]))
    await asyncio.sleep(0.2)
    assert not preparing.done()
    finish.set()
    await writing
    await preparing
    # It is there for whoever begins to embed now, and what comes later is noted, with the turn that it follows.
    assert len(await store.scan_unembedded(model="new")) == 2
    await store.write([add(ALICE, "after")])
    assert [item.text for item in await store.embedding_backlog(model="new")] == ["user: after (to user: under way)"]
    assert await store.embedding_backlog(model=EMBEDDER.name) == []
    await store.close()


async def test_vectors_that_are_being_put_are_dropped_with_their_model(server: LocalServer) -> None:
    store = await PostgresStore.open(server.url(schema="dropped"))
    await store.write([add(ALICE, "before"), PrepareModel("new"), ServeModel("new")])
    stored, finish = asyncio.Event(), asyncio.Event()

    async def slowly(session: PostgresSession) -> None:
        await turns.add(session, add(ALICE, "under way"))
        await session.execute_batch()
        stored.set()
        await finish.wait()

    writing = asyncio.create_task(store._server.write(slowly))
    await stored.wait()
    dropping = asyncio.create_task(store.write([DropModel(EMBEDDER.name)]))
    await asyncio.sleep(0.2)
    assert not dropping.done()
    finish.set()
    await writing
    assert await dropping == [2]
    assert await store.check() == []
    await store.close()


async def test_vectors_of_a_model_that_is_gone_are_told_of_and_removed(server: LocalServer) -> None:
    store = await PostgresStore.open(server.url(schema="orphans"))
    await store.write([add(ALICE, "hello")])
    server.execute("INSERT INTO orphans.vector SELECT owner, 999, number, data FROM orphans.vector")
    (fault,) = await store.check()
    assert (fault.what, fault.repair) == ("1 vectors of models that are gone", "ricordo migrate --reindex")
    await store.reindex()
    assert await store.check() == []
    assert dict((await store.status()).vectors) == {EMBEDDER.name: 1}
    await store.close()


async def test_a_database_from_before_serves_the_model_that_most_vectors_are_of(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = url.parse(server.url(schema="from_before"))
    with monkeypatch.context() as before:
        before.setattr(schema, "STEPS", schema.STEPS[: schema.STEPS.index("0003_models.sql")])
        await schema.prepare(address, 10.0)
    server.execute("INSERT INTO from_before.model (name, dimensions) VALUES ('few', 2), ('many', 2), ('none', 2)")
    server.execute(
        "INSERT INTO from_before.vector VALUES (1, 1, 1, '[1, 0]'), (1, 2, 1, '[1, 0]'), (1, 2, 2, '[1, 0]')"
    )
    store = await PostgresStore.open(server.url(schema="from_before"))
    assert await store.models() == Models("many")
    await store.close()
