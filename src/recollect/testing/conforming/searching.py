"""The two arms: filtered by scope first, scored alike on every store."""

from __future__ import annotations

import numpy as np
import pytest

from recollect.ports.changes import AddTurns, Embedded
from recollect.ports.store import Store, View
from recollect.testing.conforming.base import (
    ALICE,
    BOB,
    MONDAY,
    TUESDAY,
    Conformance,
    neighbours_found,
    words_found,
)
from recollect.testing.samples import EMBEDDER, add, apart, memory, minute, put, query, turn
from recollect.values import Scope


class SearchConformance(Conformance):
    async def test_what_was_written_is_found_by_word_and_by_vector_at_once(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking in Tasmania", "My budget is $2,000")])
        assert await words_found(store, "which budget?", ALICE) == ["My budget is $2,000"]
        assert (await neighbours_found(store, "hiking Tasmania", ALICE))[0] == "I love hiking in Tasmania"

    async def test_an_empty_scope_finds_nothing(self, store: Store) -> None:
        assert await words_found(store, "anything", ALICE) == []
        assert await neighbours_found(store, "anything", ALICE) == []
        found = await store.nearest(View(ALICE), EMBEDDER.vector("x"), model=EMBEDDER.name, limit=5)
        assert (found.count, found.mean, found.deviation) == (0, 0.0, 0.0)

    async def test_nobody_elses_words_are_found(self, store: Store) -> None:
        await store.write([add(BOB, "my door code is 4711")])
        assert await words_found(store, "door code 4711", ALICE) == []
        assert await neighbours_found(store, "door code 4711", ALICE) == []

    async def test_scores_do_not_depend_on_what_others_said(self, store: Store) -> None:
        await store.write([add(ALICE, "hiking in the hills", "swimming in the sea")])
        before = (await store.match(View(ALICE), query("hiking"))).candidates.scores
        await store.write([add(BOB, *(f"hiking {number}" for number in range(50)))])
        after = (await store.match(View(ALICE), query("hiking"))).candidates.scores
        assert after == pytest.approx(before)

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
        scores = (await store.match(View(ALICE), query("red apples"))).candidates.scores
        assert len(scores) == 3
        assert ((scores > 0) & (scores < 1)).all()

    async def test_a_word_nobody_said_lowers_the_coverage_of_all(self, store: Store) -> None:
        await store.write([add(ALICE, "red apples", "green pears")])
        plain = (await store.match(View(ALICE), query("apples"))).candidates.scores[0]
        with_unknown = (await store.match(View(ALICE), query("apples zanzibar"))).candidates.scores[0]
        assert with_unknown < plain

    async def test_the_words_that_matched_are_told(self, store: Store) -> None:
        await store.write(apart("red apples", "green pears", scope=ALICE))
        matches = await store.match(View(ALICE), query("red pears"))
        assert {term: len(keys) for term, keys in matches.keys_by_term.items()} == {"red": 1, "pear": 1}

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
        found = (await store.match(View(ALICE), query("thing"))).candidates
        assert found.ages[np.argsort(found.times)].tolist() == [2, 1, 0]

    async def test_what_the_person_said_is_told_from_what_they_were_told(self, store: Store) -> None:
        from dataclasses import replace

        said = turn("I like hiking", ALICE)
        await store.write([add(ALICE, said, replace(turn("try hiking", ALICE), role="assistant"))])
        found = (await store.match(View(ALICE), query("hiking"))).candidates
        assert found.own[np.argsort(found.times)].tolist() == [True, False]

    async def test_the_nearest_of_many_are_the_nearest(self, store: Store) -> None:
        rng = np.random.default_rng(7)
        vectors = rng.normal(size=(5_000, 64)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        for start in range(0, 5_000, 1_000):
            turns = tuple(turn(f"x{number}", ALICE, id=str(number)) for number in range(start, start + 1_000))
            rows = dict(enumerate(vectors[start : start + 1_000]))
            await store.write([AddTurns(ALICE, turns, Embedded("random", rows))])
        asked = vectors[17] + 0.1 * vectors[4_711]
        asked /= np.linalg.norm(asked)
        found = await store.nearest(View(ALICE), asked, model="random", limit=50)
        best = found.candidates.keys[np.argsort(-found.candidates.scores)][:10].tolist()
        records = await store.fetch(View(ALICE), best)
        exact = np.argsort(-(vectors @ asked))[:10].tolist()
        assert [int(records[key].id) for key in best] == exact
        assert found.count == 5_000
        assert found.mean == pytest.approx(float((vectors @ asked).mean()), abs=1e-3)
        assert found.deviation == pytest.approx(float((vectors @ asked).std()), abs=1e-3)
        told = await store.cosines(View(ALICE), asked, model="random", keys=best)
        assert [told[key] for key in best] == pytest.approx((vectors @ asked)[exact].tolist(), abs=1e-3)

    async def test_only_the_vectors_of_the_model_that_asks_are_compared(self, store: Store) -> None:
        await store.write([add(ALICE, "I love hiking")])
        found = await store.nearest(View(ALICE), EMBEDDER.vector("hiking"), model="another", limit=5)
        assert found.count == 0

    async def test_what_is_not_in_view_cannot_be_fetched(self, store: Store) -> None:
        await store.write([add(BOB, "my door code is 4711")])
        ((key, _),) = await store.turns(BOB)
        assert await store.fetch(View(ALICE), [key]) == {}
        assert await store.cosines(View(ALICE), EMBEDDER.vector("x"), model=EMBEDDER.name, keys=[key]) == {}
        assert len(await store.fetch(View(BOB), [key, 12345])) == 1
