"""Forgetting: what was asked for, what rests on it alone, and every trace of both."""

from __future__ import annotations

from ricordo.ports.changes import FailJob, PutVectors
from ricordo.ports.store import Store, View
from ricordo.stores.common.rules import ERASED_ERROR
from ricordo.testing.conforming.base import (
    ALICE,
    BOB,
    MONDAY,
    TUESDAY,
    Conformance,
    neighbours_found,
    words_found,
)
from ricordo.testing.samples import EMBEDDER, add, erase, memory, minute, put, turn
from ricordo.values import STATES, Scope


class ErasingConformance(Conformance):
    async def test_a_forgotten_scope_is_empty_and_its_neighbours_are_whole(self, store: Store) -> None:
        await store.write([add(MONDAY, "hiking one", "hiking two", learn_at=minute(0)), add(BOB, "hiking bob")])
        await store.write([put(memory("enjoys hiking", ALICE))])
        erased = await erase(store, ALICE)
        assert (erased.counts["turns"], erased.counts["memories"], erased.counts["vectors"]) == (2, 1, 3)
        assert erased.counts["jobs"] == 1
        assert erased.counts["keywords"] > 0
        assert len(erased.ids) == 3
        assert await store.turns(ALICE) == []
        assert await store.memories(View(ALICE, states=frozenset(STATES))) == []
        assert await words_found(store, "hiking", Scope(application="travel")) == ["hiking bob"]
        assert await neighbours_found(store, "hiking", Scope(application="travel")) == ["hiking bob"]
        assert await store.pending() == 0
        assert (await store.status()).owners == 1

    async def test_forgetting_what_is_not_there_counts_nothing(self, store: Store) -> None:
        await store.write([add(ALICE, "hiking")])
        for erased in (await erase(store, BOB), await erase(store, ALICE, ids=["unknown"])):
            assert not any(erased.counts.values())
            assert erased.ids == ()
        assert len(await store.turns(ALICE)) == 1

    async def test_one_session_is_forgotten_without_the_others(self, store: Store) -> None:
        await store.write([add(MONDAY, "hiking on monday"), add(TUESDAY, "hiking on tuesday")])
        await erase(store, MONDAY)
        assert await words_found(store, "hiking", ALICE) == ["hiking on tuesday"]
        assert await neighbours_found(store, "hiking", ALICE) == ["hiking on tuesday"]

    async def test_single_turns_and_memories_are_forgotten_by_id(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("hiking one", MONDAY, id="1"), turn("hiking two", MONDAY, id="2"))])
        await store.write([put(memory("hiking three", ALICE, id="3")), put(memory("hiking four", ALICE, id="4"))])
        erased = await erase(store, ALICE, ids=["1", "3", "unknown"])
        assert sorted(erased.ids) == ["1", "3"]
        assert sorted(await words_found(store, "hiking", ALICE)) == ["hiking four", "hiking two"]

    async def test_an_id_is_forgotten_only_in_the_scope_that_is_named(self, store: Store) -> None:
        await store.write([add(scope, turn("hiking", scope, id="same")) for scope in (MONDAY, TUESDAY, BOB)])
        await erase(store, MONDAY, ids=["same"])
        assert len(await store.turns(Scope(application="travel"), ids=["same"])) == 2

    async def test_what_was_said_before_a_time_is_forgotten(self, store: Store) -> None:
        await store.write([add(ALICE, turn("hiking early", ALICE, at=minute(0)))])
        await store.write([add(ALICE, turn("hiking late", ALICE, at=minute(100)))])
        await erase(store, ALICE, before=minute(100))
        assert await words_found(store, "hiking", ALICE) == ["hiking late"]

    async def test_what_rests_on_a_forgotten_turn_alone_goes_with_it(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("I love hiking", MONDAY, id="1"), turn("hiking again", MONDAY, id="2"))])
        await store.write([put(memory("one", ALICE, ("1", "hiking"), id="one"))])
        await store.write([put(memory("both", ALICE, ("1", "hiking"), ("2", "hiking"), id="both"))])
        erased = await erase(store, ALICE, ids=["1"])
        assert erased.counts["memories"] == 1
        ((_, left),) = await store.memories(View(ALICE))
        assert left.id == "both"
        assert [evidence.turn_id for evidence in left.evidence] == ["2"]

    async def test_a_memory_that_rests_on_somebody_elses_turn_is_counted_once(self, store: Store) -> None:
        wide = Scope(user="alice")
        await store.write([add(wide, turn("wide words", wide, id="w")), add(ALICE, turn("I like tea", ALICE, id="t"))])
        await store.write([put(memory("likes tea", wide, ("t", "like tea"), id="m"))])
        erased = await erase(store, wide)
        assert (erased.counts["turns"], erased.counts["memories"], erased.counts["vectors"]) == (2, 1, 3)
        assert sorted(erased.ids) == ["m", "t", "w"]

    async def test_the_words_of_a_forgotten_turn_do_not_live_on_in_the_next_one(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("the code is ZEPHYR", MONDAY, id="1"), turn("thank you", MONDAY, id="2"))])
        assert "thank you" in await words_found(store, "zephyr", ALICE)
        await erase(store, ALICE, ids=["1"])
        assert await words_found(store, "zephyr", ALICE) == []
        await store.write([add(MONDAY, turn("hello", MONDAY, id="3"))])
        assert set(await words_found(store, "thank", ALICE)) == {"thank you", "hello"}
        assert await words_found(store, "zephyr", ALICE) == []

    async def test_the_vector_of_the_next_turn_goes_if_it_may_hold_words_of_a_forgotten_one(self, store: Store) -> None:
        said = [turn(text, MONDAY, id=text[:3]) for text in ("the code is ZEPHYR", "thank you", "bye", "x" * 600)]
        await store.write([add(MONDAY, *said), add(TUESDAY, "of another day")])
        keys = [key for key, _ in await store.turns(MONDAY)]
        await store.write([PutVectors("other", dict.fromkeys(keys, EMBEDDER.vector("hiking")))])
        erased = await erase(store, ALICE, ids=["the"])
        assert (erased.counts["turns"], erased.counts["vectors"]) == (1, 2)
        for model in (EMBEDDER.name, "other"):
            assert "user: thank you" in {item.text for item in await store.scan_unembedded(model=model)}
        assert set(await neighbours_found(store, "thank you", ALICE)) == {"bye", "x" * 600, "of another day"}
        (item,) = await store.embedding_backlog(model=EMBEDDER.name)
        assert item.text == "user: thank you"
        await store.write([PutVectors(EMBEDDER.name, {item.key: EMBEDDER.vector(item.text)}, {item.key: item.text})])
        assert (await neighbours_found(store, "thank you", ALICE))[0] == "thank you"
        await erase(store, ALICE, ids=["bye"])  # whose next turn is long, and holds nothing of it
        assert await store.embedding_backlog(model=EMBEDDER.name) == []
        assert await store.check() == []

    async def test_forgetting_a_successor_frees_what_it_replaced(self, store: Store) -> None:
        from dataclasses import replace

        await store.write([put(memory("old", ALICE, id="old", state="superseded"))])
        await store.write([put(replace(memory("new", ALICE, id="new"), supersedes=("old",)))])
        await erase(store, ALICE, ids=["new"])
        ((_, left),) = await store.memories(View(ALICE, states=frozenset(STATES)))
        assert left.superseded_by is None

    async def test_after_forgetting_one_can_begin_anew(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("hiking", MONDAY, id="1"))])
        await erase(store, ALICE)
        assert await store.write([add(MONDAY, turn("swimming", MONDAY, id="1"))]) == [1]
        assert await words_found(store, "hiking swimming", ALICE) == ["swimming"]
        assert await neighbours_found(store, "swimming", ALICE) == ["swimming"]

    async def test_a_job_without_turns_is_gone_and_one_with_turns_stays(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("one", MONDAY, id="1"), turn("two", MONDAY, id="2"), learn_at=minute(0))])
        await erase(store, ALICE, ids=["1"])
        assert await store.pending(ALICE) == 1
        (job,) = await store.lease(worker="w", now=minute(1), seconds=60, limit=5)
        assert job.turns == ("2",)
        await erase(store, ALICE, ids=["2"])
        assert await store.pending(ALICE) == 0

    async def test_the_error_of_a_job_that_stays_is_replaced(self, store: Store) -> None:
        """An extractor may repeat in it what it was sent, the turns before the job's own and known memories too."""
        await store.write([add(MONDAY, turn("one", MONDAY, id="1"), turn("two", MONDAY, id="2"), learn_at=minute(0))])
        await store.write([add(BOB, turn("three", BOB, id="3"), learn_at=minute(0))])
        for job in await store.lease(worker="w", now=minute(1), seconds=60, limit=5):
            await store.write([FailJob(job, "it does not read 'one'", minute(5))])
        await erase(store, ALICE, ids=["1"])
        errors = {job.scope: job.error for job in await store.jobs()}
        assert errors == {MONDAY: ERASED_ERROR, BOB: "it does not read 'one'"}

    async def test_vectors_of_every_model_are_forgotten(self, store: Store) -> None:
        await store.write([add(MONDAY, "hiking")])
        ((key, _),) = await store.turns(ALICE)
        await store.write([PutVectors("other", {key: EMBEDDER.vector("hiking")})])
        erased = await erase(store, ALICE)
        assert erased.counts["vectors"] == 2
        assert set((await store.status()).vectors.values()) <= {0}

    async def test_overwriting_what_was_erased_disturbs_nothing(self, store: Store) -> None:
        await store.write([add(MONDAY, "hiking"), add(BOB, "sailing")])
        await erase(store, ALICE)
        await store.scrub()
        assert await words_found(store, "hiking sailing", BOB) == ["sailing"]
        await store.write([add(MONDAY, "swimming")])
        assert await store.check() == []
