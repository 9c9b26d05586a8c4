"""The two arms: filtered by scope first, scored alike on every store."""

from __future__ import annotations

import numpy as np
import pytest

from ricordo.ports.changes import AddTurns, Embedded
from ricordo.ports.store import Query, Store, View
from ricordo.testing.conforming.base import (
    ALICE,
    BOB,
    MONDAY,
    TUESDAY,
    Conformance,
    Seen,
    by_vector,
    by_words,
    neighbours_found,
    words_found,
)
from ricordo.testing.samples import EMBEDDER, add, apart, memory, minute, put, query, turn
from ricordo.values import Scope


class SearchConformance(Conformance):
    async def test_what_was_written_is_found_by_word_and_by_vector_at_once(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking in Tasmania", "My budget is $2,000")])
        assert await words_found(store, "which budget?", ALICE) == ["My budget is $2,000"]
        assert (await neighbours_found(store, "hiking Tasmania", ALICE))[0] == "I love hiking in Tasmania"

    async def test_an_empty_scope_finds_nothing(self, store: Store) -> None:
        assert await words_found(store, "anything", ALICE) == []
        assert await neighbours_found(store, "anything", ALICE) == []
        pool, _ = await by_vector(store, EMBEDDER.vector("x"), ALICE)
        assert (pool.embedded, pool.mean, pool.deviation) == (0, 0.0, 0.0)

    async def test_nobody_elses_words_are_found(self, store: Store) -> None:
        await store.write([add(BOB, "my door code is 4711")])
        assert await words_found(store, "door code 4711", ALICE) == []
        assert await neighbours_found(store, "door code 4711", ALICE) == []

    async def test_scores_do_not_depend_on_what_others_said(self, store: Store) -> None:
        await store.write([add(ALICE, "hiking in the hills", "swimming in the sea")])
        before, _ = await by_words(store, "hiking", ALICE)
        await store.write([add(BOB, *(f"hiking {number}" for number in range(50)))])
        after, _ = await by_words(store, "hiking", ALICE)
        assert after.coverage == pytest.approx(before.coverage)

    async def test_a_session_is_searched_alone_when_it_is_named(self, store: Store) -> None:
        await store.write([add(MONDAY, "hiking on monday"), add(TUESDAY, "hiking on tuesday")])
        assert await words_found(store, "hiking", TUESDAY) == ["hiking on tuesday"]
        assert await neighbours_found(store, "hiking", TUESDAY) == ["hiking on tuesday"]
        assert len(await words_found(store, "hiking", Scope(session="tuesday"))) == 1

    async def test_a_wide_scope_searches_everybody_in_it(self, store: Store) -> None:
        await store.write([add(MONDAY, "hiking alice"), add(BOB, "hiking bob"), add(Scope(user="eve"), "hiking eve")])
        found = await words_found(store, "hiking", Scope(application="travel"))
        assert sorted(found) == ["hiking alice", "hiking bob"]

    async def test_coverage_is_a_share_of_the_question(self, store: Store) -> None:
        texts = ("red apples", "green apples", "a red apple and a green pear", "nothing of it")
        await store.write(apart(*texts, scope=ALICE))
        pool, _ = await by_words(store, "red apples", ALICE)
        assert len(pool.keys) == 3
        assert ((pool.coverage > 0) & (pool.coverage < 1)).all()

    async def test_a_word_nobody_said_lowers_the_coverage_of_all(self, store: Store) -> None:
        await store.write([add(ALICE, "red apples", "green pears")])
        plain, _ = await by_words(store, "apples", ALICE)
        with_unknown, _ = await by_words(store, "apples zanzibar", ALICE)
        assert with_unknown.coverage[0] < plain.coverage[0]

    async def test_the_words_that_matched_are_told(self, store: Store) -> None:
        await store.write(apart("red apples", "green pears", scope=ALICE))
        pool, _ = await by_words(store, "red pears", ALICE)
        held = zip(pool.held_terms.tolist(), pool.held_keys.tolist(), strict=True)
        assert sorted(held) == [(0, pool.keys[0]), (1, pool.keys[1])]

    async def test_a_short_turn_is_found_by_the_question_before_it(self, store: Store) -> None:
        await store.write([add(MONDAY, "What did you buy at the harbour?", "A violin")])
        assert "A violin" in await words_found(store, "harbour", ALICE)
        await store.write([add(TUESDAY, "Just a moment")])
        assert "Just a moment" not in await words_found(store, "violin", ALICE)

    async def test_dates_and_kinds_narrow_the_view(self, store: Store) -> None:
        await store.write([add(ALICE, turn("hiking early", ALICE, id="e", at=minute(0)))])
        await store.write([add(ALICE, turn("hiking late", ALICE, at=minute(100)))])
        await store.write([put(memory("enjoys hiking", ALICE, ("e", "hiking"), at=minute(50)))])
        assert set(await words_found(store, "hiking", View(ALICE, since=minute(50)))) == {
            "enjoys hiking",
            "hiking late",
        }
        assert set(await words_found(store, "hiking", View(ALICE, until=minute(50)))) == {"hiking early"}
        assert set(await words_found(store, "hiking", View(ALICE, as_of=minute(60)))) == {
            "enjoys hiking",
            "hiking early",
        }
        only = View(ALICE, kinds=frozenset({"episodic"}))
        assert await words_found(store, "hiking", only) == ["enjoys hiking"]
        assert await neighbours_found(store, "hiking", only) == ["enjoys hiking"]

    async def test_ages_count_what_was_stored_later(self, store: Store) -> None:
        await store.write([add(MONDAY, "first thing"), add(TUESDAY, "second thing")])
        await store.write([add(MONDAY, "third thing")])
        pool, _ = await by_words(store, "thing", ALICE)
        assert pool.ages[np.argsort(pool.times)].tolist() == [2, 1, 0]

    async def test_what_is_of_one_session_is_told_from_what_is_not(self, store: Store) -> None:
        await store.write([add(MONDAY, "first thing", "second thing"), add(TUESDAY, "third thing")])
        await store.write([add(MONDAY, "fourth thing"), add(BOB, "fifth thing")])
        pool, _ = await by_words(store, "thing", Scope(application="travel"))
        first, second, third, fourth, fifth = pool.scopes[np.argsort(pool.times, kind="stable")].tolist()
        assert first == second == fourth
        assert len({first, third, fifth}) == 3

    async def test_the_turns_beside_a_turn_are_those_of_its_scope_that_may_be_seen(self, store: Store) -> None:
        await store.write([add(MONDAY, "one", "two"), add(TUESDAY, "three"), add(BOB, "four")])
        await store.write([put(memory("five", ALICE)), add(MONDAY, "six"), add(TUESDAY, "seven")])
        keys = {turn.text: key for key, turn in await store.turns(ALICE)}
        texts = {key: text for text, key in keys.items()}

        async def beside(text: str, view: View) -> list[str | None]:
            seen, _ = await store.search(Query(view, query("two"), 10), lambda pool: Seen(pool, []))
            (pair,) = seen.pool.beside([keys[text]]).values()
            return [None if key is None else texts[key] for key in pair]

        assert await beside("two", View(ALICE)) == ["one", "six"]
        assert await beside("one", View(ALICE)) == [None, "two"]
        assert await beside("three", View(ALICE)) == [None, "seven"]
        last = (await store.turns(MONDAY))[-1][1]
        assert await beside("two", View(ALICE, until=last.occurred_at)) == ["one", None]

    async def test_what_the_person_said_is_told_from_what_they_were_told(self, store: Store) -> None:
        from dataclasses import replace

        said = turn("I like hiking", ALICE)
        await store.write([add(ALICE, said, replace(turn("try hiking", ALICE), role="assistant"))])
        pool, _ = await by_words(store, "hiking", ALICE)
        assert pool.own[np.argsort(pool.times)].tolist() == [True, False]

    async def test_the_nearest_of_many_are_the_nearest(self, store: Store) -> None:
        rng = np.random.default_rng(7)
        vectors = rng.normal(size=(5_000, 64)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        for start in range(0, 5_000, 1_000):
            turns = tuple(turn(f"x{number}", ALICE, id=str(number)) for number in range(start, start + 1_000))
            rows = {place: vectors[start + place] for place in range(1_000)}
            await store.write([AddTurns(ALICE, turns, Embedded("random", rows))])
        asked = vectors[17] + 0.1 * vectors[4_711]
        asked /= np.linalg.norm(asked)
        exact = vectors @ asked
        pool, texts = await by_vector(store, asked, ALICE, model="random")
        assert texts[:10] == [f"x{number}" for number in np.argsort(-exact)[:10]]
        assert sorted(pool.cosines)[-10:] == pytest.approx(sorted(exact)[-10:], abs=1e-3)
        assert pool.embedded == 5_000
        assert pool.mean == pytest.approx(float(exact.mean()), abs=1e-3)
        assert pool.deviation == pytest.approx(float(exact.std()), abs=1e-3)

    async def test_each_arm_says_what_it_knows_about_what_the_other_found(self, store: Store) -> None:
        await store.write([*apart("red apples", "green pears", scope=ALICE), add(BOB, "red apples")])
        await store.write([add(ALICE, "red wine", embed=False)])
        asked = Query(View(ALICE), query("red apples"), 10, EMBEDDER.vector("green pears"), EMBEDDER.name)
        seen, _ = await store.search(asked, lambda pool: Seen(pool, []))
        covered, near = seen.pool.coverage > 0, ~np.isnan(seen.pool.cosines)
        assert list(zip(covered.tolist(), near.tolist(), strict=True)) == [(True, True), (False, True), (True, False)]

    async def test_a_narrower_view_brings_its_nearest_however_much_else_there_is(self, store: Store) -> None:
        near = turn("near", ALICE, at=minute(0))
        far = [turn(f"far {number}", ALICE, at=minute(1_000)) for number in range(4_500)]
        vector, other = EMBEDDER.vector("one"), EMBEDDER.vector("another")
        for start in range(0, 4_500, 1_500):
            rows = dict.fromkeys(range(1_500), vector)
            await store.write([AddTurns(ALICE, tuple(far[start : start + 1_500]), Embedded(EMBEDDER.name, rows))])
        await store.write([AddTurns(ALICE, (near,), Embedded(EMBEDDER.name, {0: other}))])
        early = View(ALICE, until=minute(500))
        for also, expected in (((), False), ((early,), True)):
            asked = Query(View(ALICE), {}, 10, vector, EMBEDDER.name, also)
            seen, _ = await store.search(asked, lambda pool: Seen(pool, []))
            found = int(minute(0).timestamp()) * 1_000_000 in seen.pool.times
            assert found is expected or len(seen.pool.keys) > 4_500

    async def test_only_the_vectors_of_the_model_that_asks_are_compared(self, store: Store) -> None:
        await store.write([add(ALICE, "I love hiking")])
        pool, texts = await by_vector(store, EMBEDDER.vector("hiking"), ALICE, model="another")
        assert (pool.embedded, texts) == (0, [])

    async def test_what_is_not_in_view_is_not_read_even_if_it_is_chosen(self, store: Store) -> None:
        await store.write([add(BOB, "my door code is 4711"), add(ALICE, "hello")])
        ((secret, _),) = await store.turns(BOB)
        for view in (View(ALICE), View(BOB, until=minute(-1)), View(BOB, kinds=frozenset({"summary"}))):
            asked = Query(view, query("code"), 10)
            _, records = await store.search(asked, lambda pool: Seen(pool, [secret, 12345]))
            assert records == {}
        _, records = await store.search(Query(View(BOB), {}, 10), lambda pool: Seen(pool, [secret, 12345]))
        assert list(records) == [secret]
