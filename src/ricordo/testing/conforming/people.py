"""People: each once, page by page, and gone when they are forgotten."""

from __future__ import annotations

from dataclasses import replace

from ricordo.ports.changes import SetConsent
from ricordo.ports.store import Store
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance
from ricordo.testing.samples import add, erase, memory, put
from ricordo.values import Scope

_GUIDED = replace(ALICE, agent="guide", session="wednesday")
_CAROL = Scope(application="bank", user="carol")
_DAVE = Scope(user="dave")
_NAMESAKE = Scope(application="bank", user="alice")


async def list_people(store: Store, application: str | None = None) -> list[Scope]:
    return [person for _, person in await store.people(application)]


class PeopleConformance(Conformance):
    async def test_everybody_is_listed_once_and_the_newest_first(self, store: Store) -> None:
        assert await store.people() == []
        await store.write([add(MONDAY, "one"), add(BOB, "two"), add(TUESDAY, "three"), add(_GUIDED, "four")])
        await store.write([add(_CAROL, "five"), add(_DAVE, "six"), add(_NAMESAKE, "seven"), add(MONDAY, "eight")])
        assert await list_people(store) == [_NAMESAKE, _DAVE, _CAROL, BOB, ALICE]
        assert await list_people(store, "travel") == [BOB, ALICE]
        assert await list_people(store, "bank") == [_NAMESAKE, _CAROL]
        assert await list_people(store, "Travel") == []

    async def test_what_belongs_to_nobody_is_not_a_person(self, store: Store) -> None:
        await store.write([add(Scope(application="travel"), "one"), add(Scope(agent="guide", session="7"), "two")])
        await store.write([SetConsent(ALICE, capture=False)])
        assert await store.people() == []

    async def test_pages_follow_each_other_without_gaps(self, store: Store) -> None:
        everybody = [Scope(application="travel", user=f"person {number}") for number in range(7)]
        await store.write([add(person, "hello") for person in everybody])
        await store.write([add(replace(person, agent="guide"), "hello") for person in everybody])
        found: list[Scope] = []
        page = await store.people("travel", limit=3)
        while page:
            assert len(page) <= 3
            found += [person for _, person in page]
            page = await store.people("travel", before=page[-1][0], limit=3)
        assert found == everybody[::-1]

    async def test_who_is_forgotten_is_not_listed_any_more(self, store: Store) -> None:
        await store.write([add(ALICE, "one"), add(_GUIDED, "two"), put(memory("three", BOB))])
        assert await list_people(store) == [BOB, ALICE]
        await erase(store, replace(ALICE, agent="guide"))
        assert await list_people(store) == [BOB, ALICE], "something of hers is left"
        await erase(store, ALICE)
        assert await list_people(store) == [BOB]
        await erase(store, BOB)
        assert await store.people() == []
