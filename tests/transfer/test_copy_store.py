"""A memory moves from one store to another and back, and is the same afterwards."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from ricordo import Ricordo
from ricordo.cli import main
from ricordo.opening import open_store
from ricordo.ports.changes import PrepareModel, PutVectors, SetConsent, SetRetention
from ricordo.ports.status import Models
from ricordo.ports.store import Store, Unembedded, View, Written
from ricordo.stores.memory import MemoryStore
from ricordo.stores.postgres.schema import STEPS
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing import HashEmbedder
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY
from ricordo.testing.samples import EMBEDDER, add, memory, minute, put, turn
from ricordo.transfer.copy_store import copy_all, take_inventory
from ricordo.transfer.export import export
from ricordo.values import KINDS, Scope, StoreError
from tests.stores.postgres.server import LocalServer

GUIDE = Scope(application="travel", agent="guide", user="alice")
EVERYONE = Scope(application="travel")


async def fill(store: Store) -> None:
    """Turns of several scopes in between each other, memories with evidence and lineage, consents, two models."""
    for number in range(30):
        scope = (MONDAY, TUESDAY, BOB, GUIDE, EVERYONE)[number % 5]
        await store.write([add(scope, turn(f"I love hiking, said {number}", scope, id=f"t{number % 7}-{number}"))])
    await store.write([add(MONDAY, "without a vector", embed=False, learn_at=minute(0))])
    old = replace(
        memory("budget 2,000", ALICE, ("t0-0", "hiking"), id="old"), state="superseded", valid_until=minute(5)
    )
    new = replace(memory("budget 3,000", ALICE, ("t5-5", "said 5"), id="new"), supersedes=("old",), value={"a": [1]})
    # It rests on what the guide was told, who is about to keep that to itself.
    shared = memory("enjoys hiking", ALICE, ("t3-3", "love"), id="shared", kind="semantic")
    await store.write([put(old), put(new), put(shared), put(memory("alone", BOB, state="unsupported"))])
    ((key, _),) = await store.memories(View(ALICE), ids=["new"])
    first = (await store.turns(MONDAY))[0][0]
    await store.write([PutVectors("other", {key: HashEmbedder().vector("x"), first: HashEmbedder().vector("y")})])
    await store.write([PrepareModel("other")])
    await store.write([SetConsent(BOB, capture=False), SetConsent(GUIDE, sharing=False)])
    await store.write([SetRetention(ALICE, frozenset({"turn"}), 30), SetRetention(EVERYONE, frozenset(KINDS), 90)])


def texts(found: list[Unembedded]) -> list[str]:
    return sorted(item.text for item in found)


async def export_rows(store: Store, scope: Scope) -> list[dict[str, Any]]:
    return [row async for row in export(store, scope)]


@pytest_asyncio.fixture
async def stores(tmp_path: Path, server: LocalServer) -> AsyncGenerator[Callable[[str], Any]]:
    """Opens stores by what they are called, each in a place of its own."""
    opened: list[Store] = []

    async def open_one(name: str) -> Store:
        store = await open_store(server.url() if name.startswith("postgres") else tmp_path / name, timeout=10)
        opened.append(store)
        return store

    yield open_one
    for store in opened:
        await store.close()


async def test_there_and_back_again_everything_is_as_it_was(stores: Callable[[str], Any]) -> None:
    first, server, last = await stores("first.db"), await stores("postgres"), await stores("last.db")
    await fill(first)
    before = await take_inventory(first, lambda _: None)
    steps: list[int] = []
    moved = await copy_all(first, server, steps.append)
    again = await copy_all(server, last, steps.append)
    assert moved.inventory == again.inventory == before
    assert await first.models() == await server.models() == await last.models() == Models(EMBEDDER.name, "other")
    assert texts(await server.embedding_backlog(model="other")) == texts(await last.embedding_backlog(model="other"))
    assert texts(await last.embedding_backlog(model=EMBEDDER.name)) == [
        "user: without a vector (to user: I love hiking, said 25)"
    ]
    assert (before.turns, before.memories, before.consents) == (31, 4, 2)
    assert sum(steps) == 6 * 35
    assert (moved.jobs, again.jobs) == (1, 0)
    for scope in (ALICE, BOB, MONDAY, GUIDE, EVERYONE):
        expected = await export_rows(first, scope)
        assert expected == await export_rows(server, scope) == await export_rows(last, scope)
    for store in (first, server, last):
        assert await store.check() == []
        assert dict((await store.status()).vectors) == {"hash-64": 34, "other": 2}


class Failing(MemoryStore):
    """A store whose writes fail after so many."""

    left = 0

    async def write(self, changes: Any) -> Written:
        self.left -= 1
        if self.left < 0:
            raise StoreError("the cable was pulled")
        return await super().write(changes)


async def test_an_interrupted_move_goes_on_and_does_nothing_twice(stores: Callable[[str], Any]) -> None:
    source, at_once, target = await stores("postgres"), Failing(), Failing()
    await fill(source)
    at_once.left = target.left = 1_000
    await copy_all(source, at_once, lambda _: None)
    for target.left in (2, 1, 3):
        with pytest.raises(StoreError, match="cable"):
            await copy_all(source, target, lambda _: None)
    target.left = 1_000
    moved = await copy_all(source, target, lambda _: None)
    assert moved.inventory == await take_inventory(target, lambda _: None)
    assert target.left > at_once.left  # what was there was not written again


async def test_a_target_that_holds_something_else_is_told_of(stores: Callable[[str], Any]) -> None:
    source, target = await stores("here.db"), await stores("postgres")
    await fill(source)
    await target.write([add(Scope(user="eve"), "I was here first")])
    with pytest.raises(StoreError, match="32 turns, 4 memories"):
        await copy_all(source, target, lambda _: None)
    assert len(await target.turns(Scope(user="eve"))) == 1


async def test_the_command_copies_verifies_and_leaves_the_source_alone(
    tmp_path: Path, server: LocalServer, capsys: pytest.CaptureFixture[str]
) -> None:
    path, address = tmp_path / "memory.db", server.url()
    async with Ricordo.open(path, embedder=HashEmbedder()) as source:
        await fill(source._store)
    with sqlite3.connect(path) as connection:
        before = list(connection.iterdump())
    connection.close()
    for _ in range(2):  # the second time there is nothing left to do
        arguments = ["migrate", "--from", str(path), "--to", address, "--json"]
        assert await asyncio.to_thread(main, arguments) == 0
        result = json.loads(capsys.readouterr().out)
        assert (result["inventory"]["turns"], result["inventory"]["memories"], result["jobs"]) == (31, 4, 1)
    with sqlite3.connect(path) as connection:
        assert list(connection.iterdump()) == before
    connection.close()
    store = await SqliteStore.open(path)
    target = await open_store(address, timeout=10)
    assert await export_rows(store, ALICE) == await export_rows(target, ALICE)
    await store.close()
    await target.close()


async def test_the_command_needs_both_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(main, ["migrate", "--from", "memory://"]) == 2
    assert "--to" in capsys.readouterr().err


async def test_the_command_line_works_on_a_server(server: LocalServer, capsys: pytest.CaptureFixture[str]) -> None:
    store = ["--store", server.url(), "--user", "alice"]

    async def run(*arguments: str) -> tuple[int, str]:
        code = await asyncio.to_thread(main, list(arguments))
        return code, capsys.readouterr().out

    assert (await run("remember", *store, "I love hiking"))[0] == 0
    assert "I love hiking" in (await run("recall", *store, "hiking"))[1]
    code, said = await run("status", "--check", "--store", store[1])
    assert code == 0
    assert "sound" in said
    assert f"postgresql, schema {len(STEPS)}" in said
    assert (await run("migrate", "--reindex", "--store", store[1]))[0] == 0
    code, said = await run("forget", *store, "--yes")
    assert code == 0
    assert "ricordo migrate --scrub" in said
