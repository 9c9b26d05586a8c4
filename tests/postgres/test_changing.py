"""The embedder is changed on a server, with real processes and with a transaction that is under way."""

from __future__ import annotations

import asyncio

import pytest

from recollect import Recollect
from recollect.ports.changes import PrepareModel
from recollect.stores.postgres import PostgresStore, turns
from recollect.stores.postgres.session import Session
from recollect.testing import HashEmbedder
from recollect.testing.conforming.base import ALICE
from recollect.testing.samples import EMBEDDER, add
from tests.changing.steps import ChangingTheEmbedder
from tests.postgres.server import LocalServer
from tests.promises.processes import killed, lines, running


class TestPostgres(ChangingTheEmbedder):
    @pytest.fixture
    def url(self, server: LocalServer) -> str:
        return server.url()


async def test_one_process_changes_and_is_killed_while_another_writes(server: LocalServer) -> None:
    url = server.url()
    with running("batches", url, "ann", 500) as child:
        assert len(lines(child, 10)) == 10
    with running("write", url, "ben", 200) as ben:
        with running("reembed", url, "ann", 0) as changing:
            assert lines(changing, 2)
            killed(changing)
        assert lines(ben, 1)
        with running("reembed", url, "ann", 0) as changing:
            lines(changing, 100)
            assert changing.wait() == 0
        lines(ben, 200)
        assert ben.wait() == 0
    async with Recollect.open(url, embedder=HashEmbedder(name="second")) as memory:
        await memory._keeping_up.look()
        status = await memory.status()
        assert (status.store.turns, status.unembedded, status.store.serving) == (700, 0, "second")
        assert await memory.check() == []


async def test_nothing_is_stored_behind_the_back_of_who_prepares_a_model(server: LocalServer) -> None:
    store = await PostgresStore.open(server.url())
    await store.write([add(ALICE, "before")])
    stored, finish = asyncio.Event(), asyncio.Event()

    async def slowly(session: Session) -> None:
        await turns.add(session, add(ALICE, "under way"))
        await session.batch()
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
    # It is there for whoever begins to embed now, and what comes later is noted.
    assert len(await store.unembedded(model="new")) == 2
    await store.write([add(ALICE, "after")])
    assert [item.text for item in await store.lacking(model="new")] == ["user: after"]
    assert await store.lacking(model=EMBEDDER.name) == []
    await store.close()
