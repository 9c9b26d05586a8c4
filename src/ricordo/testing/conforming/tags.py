"""Tags of turns, and of the memories that rest on them; filters by tag, field and subject."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ricordo.ports.changes import PutMemory
from ricordo.ports.store import About, Query, Store, View
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, Conformance, Seen, neighbours_found, words_found
from ricordo.testing.samples import EMBEDDER, add, erase, memory, put, query, turn
from ricordo.values import STATES, Memory, Scope, StoredTurn


def tagged(text: str, scope: Scope, *tags: str, id: str | None = None) -> StoredTurn:
    """Return a turn with tags."""
    return replace(turn(text, scope, id=id), tags=tuple(sorted(tags)))


def with_tags(*tags: str) -> View:
    """Return the view of Alice that shows what has one of these tags."""
    return View(ALICE, tags=frozenset(tags))


async def only(store: Store) -> Memory:
    """Return the only memory of Alice."""
    ((_, found),) = await store.memories(View(ALICE, states=frozenset(STATES)))
    return found


class TagConformance(Conformance):
    async def test_a_turn_keeps_its_tags(self, store: Store) -> None:
        said = tagged("I love hiking", MONDAY, "sports", "über:all")
        await store.write([add(MONDAY, said, "plain")])
        assert [item.tags for _, item in await store.turns(ALICE)] == [("sports", "über:all"), ()]
        _, records = await store.search(Query(View(ALICE), query("hiking"), 10), lambda pool: Seen(pool, [*pool.keys]))
        assert said in records.values()

    async def test_a_search_sees_what_has_one_of_the_tags(self, store: Store) -> None:
        await store.write(
            [add(MONDAY, tagged("hiking at home", MONDAY, "home"), tagged("hiking at work", MONDAY, "work"))]
        )
        await store.write([add(MONDAY, "hiking anywhere"), add(BOB, tagged("hiking of bob", BOB, "home"))])
        for found in (words_found, neighbours_found):
            assert await found(store, "hiking", with_tags("home")) == ["hiking at home"]
            assert len(await found(store, "hiking", with_tags("home", "work"))) == 2
            assert await found(store, "hiking", with_tags("other")) == []
            assert await found(store, "hiking", with_tags("Home")) == []
            assert await found(store, "hiking", with_tags()) == []

    async def test_scores_do_not_depend_on_what_has_other_tags(self, store: Store) -> None:
        await store.write([add(MONDAY, tagged("hiking in the hills", MONDAY, "home"))])
        asked = Query(with_tags("home"), query("hiking"), 10, EMBEDDER.vector("hiking"), EMBEDDER.name)
        before, _ = await store.search(asked, lambda pool: Seen(pool, []))
        await store.write([add(MONDAY, *(tagged(f"hiking {number}", MONDAY, "work") for number in range(20)))])
        after, _ = await store.search(asked, lambda pool: Seen(pool, []))
        assert after.pool.coverage.tolist() == before.pool.coverage.tolist()
        assert (after.pool.embedded, after.pool.mean) == (before.pool.embedded, pytest.approx(before.pool.mean))

    async def test_a_memory_has_the_tags_of_the_turns_that_it_rests_on(self, store: Store) -> None:
        said = [tagged("I love hiking", MONDAY, "a", "b", id="1"), tagged("hiking again", MONDAY, "b", "c", id="2")]
        await store.write([add(MONDAY, *said)])
        await store.write([put(memory("enjoys hiking", ALICE, ("1", "hiking"), id="m"))])
        assert (await only(store)).tags == ("a", "b")
        known = await only(store)
        merged = replace(known, evidence=(*known.evidence, *memory("x", ALICE, ("2", "again")).evidence))
        await store.write([PutMemory(merged, replaces=known)])
        assert (await only(store)).tags == ("a", "b", "c")
        for tag in ("a", "b", "c"):
            assert [item.id for _, item in await store.memories(with_tags(tag))] == ["m"]
            assert "enjoys hiking" in await words_found(store, "hiking", with_tags(tag))

    async def test_a_tag_goes_with_the_last_turn_that_has_it(self, store: Store) -> None:
        said = [tagged("I love hiking", MONDAY, "a", "b", id="1"), tagged("hiking again", MONDAY, "b", "c", id="2")]
        await store.write([add(MONDAY, *said)])
        await store.write([put(memory("enjoys hiking", ALICE, ("1", "hiking"), ("2", "again"), id="m"))])
        known = await only(store)
        await store.write([PutMemory(replace(known, kind="semantic"), replaces=known)])  # its tags are given back
        await erase(store, ALICE, ids=["1"])
        assert (await only(store)).tags == ("b", "c")
        assert await store.memories(with_tags("a")) == []
        assert [item.id for _, item in await store.memories(with_tags("b"))] == ["m"]
        assert await words_found(store, "hiking", with_tags("a")) == []

    async def test_a_memory_of_a_wider_scope_has_the_tags_of_the_turns_of_a_narrower_one(self, store: Store) -> None:
        wide = Scope(user="alice")
        await store.write([add(MONDAY, tagged("I love hiking", MONDAY, "a", id="1"))])
        await store.write([put(memory("enjoys hiking", wide, ("1", "hiking"), id="m"))])
        view = View(wide, tags=frozenset({"a"}))
        ((_, found),) = await store.memories(view)
        assert found.tags == ("a",)
        assert set(await words_found(store, "hiking", view)) == {"I love hiking", "enjoys hiking"}
        await erase(store, wide, ids=["m"])
        assert await store.memories(view) == []

    async def test_a_memory_that_rests_on_no_turn_keeps_its_own_tags(self, store: Store) -> None:
        await store.write([add(MONDAY, tagged("I love hiking", MONDAY, "a", id="1"))])
        await store.write([put(memory("enjoys hiking", ALICE, ("1", "hiking"), id="m"))])
        known = await only(store)
        corrected = replace(known, content="enjoys sailing", evidence=())
        await store.write([PutMemory(corrected, replaces=known)])
        assert (await only(store)).tags == ("a",)
        await erase(store, ALICE, ids=["1"])
        assert (await only(store)).tags == ("a",)
        assert [item.id for _, item in await store.memories(with_tags("a"))] == ["m"]
        await store.write([PutMemory(replace(corrected, tags=("b",)))])
        assert await store.memories(with_tags("a")) == []
        assert [item.id for _, item in await store.memories(with_tags("b"))] == ["m"]

    async def test_a_turn_that_is_stored_keeps_the_tags_that_it_has(self, store: Store) -> None:
        await store.write([add(MONDAY, tagged("I love hiking", MONDAY, "a", id="1"))])
        assert await store.write([add(MONDAY, tagged("I love hiking", MONDAY, "b", id="1"))]) == [0]
        ((_, said),) = await store.turns(ALICE)
        assert said.tags == ("a",)
        assert await words_found(store, "hiking", with_tags("b")) == []

    async def test_one_can_begin_anew_with_the_same_tags(self, store: Store) -> None:
        for _ in range(2):
            await store.write([add(MONDAY, tagged("I love hiking", MONDAY, "a", id="1"), "and sailing")])
            assert await words_found(store, "hiking", with_tags("a")) == ["I love hiking"]
            await erase(store, ALICE, ids=["1"])
            assert await words_found(store, "hiking", with_tags("a")) == []
            await erase(store, ALICE)

    async def test_memories_are_read_by_field_and_subject(self, store: Store) -> None:
        for id, field, subject in (("1", "home", None), ("2", "home", "wife Anna"), ("3", "diet", "wife Anna")):
            await store.write([put(replace(memory(f"m {id}", ALICE, id=id), field=field, subject=subject))])
        await store.write([put(replace(memory("of bob", BOB, id="4"), field="home"))])

        async def ids(about: About) -> list[str]:
            return [item.id for _, item in await store.memories(View(ALICE), about=about)]

        assert await ids(About()) == ["1", "2", "3"]
        assert await ids(About("home")) == ["1", "2"]
        assert await ids(About(subject="wife Anna")) == ["2", "3"]
        assert await ids(About("home", "wife Anna")) == ["2"]
        assert await ids(About("Home")) == []
        page = await store.memories(View(ALICE), about=About("home"), limit=1)
        rest = await store.memories(View(ALICE), about=About("home"), after=page[0][0])
        assert [item.id for _, item in (*page, *rest)] == ["1", "2"]
