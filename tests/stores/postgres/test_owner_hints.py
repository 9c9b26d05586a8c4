"""Hints of earlier searches are checked before they are used."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio

from ricordo.stores.postgres import PostgresStore
from ricordo.stores.postgres.owner_hints import OwnerHint, OwnerHints
from ricordo.testing.conforming.base import ALICE, BOB, words_found
from ricordo.testing.samples import add, erase
from ricordo.values import Scope
from tests.stores.postgres.server import LocalServer

WITH_AGENT = Scope(application=ALICE.application, agent="cook", user=ALICE.user)


@pytest_asyncio.fixture
async def store(server: LocalServer) -> AsyncGenerator[PostgresStore]:
    store = await PostgresStore.open(server.url())
    yield store
    await store.close()


async def test_an_owner_who_came_since_is_found(store: PostgresStore) -> None:
    await store.write([add(ALICE, "hiking in spring")])
    assert await words_found(store, "hiking", ALICE) == ["hiking in spring"]
    await store.write([add(WITH_AGENT, "hiking in autumn")])
    assert sorted(await words_found(store, "hiking", ALICE)) == ["hiking in autumn", "hiking in spring"]
    assert sorted(await words_found(store, "hiking", ALICE)) == ["hiking in autumn", "hiking in spring"]


async def test_somebody_who_was_forgotten_and_came_back_is_found_anew(
    store: PostgresStore, server: LocalServer
) -> None:
    await store.write([add(ALICE, "hiking in spring"), add(BOB, "hiking in winter")])
    assert await words_found(store, "hiking", ALICE) == ["hiking in spring"]
    await erase(store, ALICE)
    assert await words_found(store, "hiking", ALICE) == []
    await store.write([add(ALICE, "hiking in summer")])
    for _ in range(2):
        assert await words_found(store, "hiking", ALICE) == ["hiking in summer"]
    assert await words_found(store, "hiking", BOB) == ["hiking in winter"]


def test_hints_are_few_and_let_go_of_who_is_gone() -> None:
    hints = OwnerHints()
    hints.put(ALICE, (OwnerHint(1, 0, b"a"),))
    hints.put(BOB, (OwnerHint(2, 0, b"b"),))
    hints.put(Scope(application="all"), tuple(OwnerHint(number, 0, b"") for number in range(9)))
    assert hints.get(Scope(application="all")) == ()
    hints.retain(lambda owner, epoch: (owner, epoch) != (1, 0))
    assert hints.owners() == {2}
    assert hints.get(ALICE) == ()
