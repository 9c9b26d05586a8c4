"""Memories: with evidence that stands, a state, and a lineage."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ricordo.ports.store import Store, View
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance, neighbours_found, words_found
from ricordo.testing.samples import add, erase, memory, minute, put, turn
from ricordo.values import MEMORY_KINDS, SOURCES, STATES, ConcurrentUpdate, Memory, MissingEvidence, Scope

EVERY_STATE = frozenset(STATES)
SESSIONS = {MONDAY: "hiking", TUESDAY: "sailing"}


async def _only(store: Store, id: str) -> Memory:
    ((_, found),) = await store.memories(View(ALICE, states=EVERY_STATE), ids=[id])
    return found


class MemoryConformance(Conformance):
    async def test_a_memory_comes_back_exactly_as_it_was_put(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("Ich liebe «Wandern» 🥾 sehr", MONDAY, id="t"))])
        for kind in MEMORY_KINDS:
            made = replace(
                memory("loves hiking", ALICE, ("t", "«Wandern» 🥾"), id=kind, kind=kind, state="disputed"),
                field="Traveller.interests",
                value=["hiking", {"nested": [1, 2.5, None, True]}],
                subject="Tochter «Mia» 👧",
                negated=True,
                maker="offline/1",
                source="assistant",
                valid_until=minute(9_999),
            )
            await store.write([put(made)])
            assert await _only(store, kind) == made

    async def test_every_source_comes_back(self, store: Store) -> None:
        for source in SOURCES:
            await store.write([put(replace(memory("loves hiking", ALICE, id=source), source=source))])
        assert [(await _only(store, source)).source for source in SOURCES] == list(SOURCES)

    async def test_another_subject_or_negation_replaces_the_old_one(self, store: Store) -> None:
        made = memory("is allergic to nuts", ALICE, id="m")
        for subject, negated in (("wife Anna", False), ("wife Anna", True), (None, True), (None, False)):
            await store.write([put(replace(made, subject=subject, negated=negated))])
            found = await _only(store, "m")
            assert (found.subject, found.negated) == (subject, negated)
        assert await words_found(store, "nuts", ALICE) == ["is allergic to nuts"]

    async def test_memories_are_found_like_turns(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("I love hiking", MONDAY, id="t"))])
        await store.write([put(memory("enjoys walks in the mountains", ALICE, ("t", "love hiking")))])
        assert await words_found(store, "mountains", ALICE) == ["enjoys walks in the mountains"]
        assert (await neighbours_found(store, "walks mountains", ALICE))[0] == "enjoys walks in the mountains"

    async def test_evidence_must_stand_in_its_turn(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("I love hiking", MONDAY, id="t")), add(BOB, turn("secret", BOB, id="b"))])
        for evidence in (("t", "I hate hiking"), ("unknown", "I love hiking"), ("b", "secret")):
            with pytest.raises(MissingEvidence, match=r"evidence\[0\]"):
                await store.write([put(memory("something", ALICE, evidence))])

    async def test_a_person_may_be_known_from_any_of_their_sessions(self, store: Store) -> None:
        await store.write([add(scope, turn(f"I love {word}", scope, id="t")) for scope, word in SESSIONS.items()])
        for word in SESSIONS.values():
            await store.write([put(memory(f"loves {word}", ALICE, ("t", f"love {word}"), id=word))])
        erased = await erase(store, MONDAY)
        assert erased.counts["memories"] == 1
        assert [left.id for _, left in await store.memories(View(ALICE))] == [SESSIONS[TUESDAY]]

    async def test_evidence_is_taken_from_a_memorys_own_session_alone(self, store: Store) -> None:
        for scope in (MONDAY, TUESDAY):
            await store.write([add(scope, turn("I like tea", scope, id="same"))])
        await store.write(
            [add(MONDAY, turn("codeword zebra", MONDAY, id="other")), add(ALICE, turn("x", ALICE, id="x"))]
        )
        await store.write([put(memory("likes tea", TUESDAY, ("same", "like tea"), id="m"))])
        for evidence in (("other", "zebra"), ("x", "x")):
            with pytest.raises(MissingEvidence, match=r"evidence\[0\]"):
                await store.write([put(memory("animals", TUESDAY, evidence))])
        await erase(store, MONDAY)
        assert [left.id for _, left in await store.memories(View(TUESDAY))] == ["m"]

    async def test_a_memory_that_is_there_is_left_as_it_is_where_only_new_ones_are_wanted(self, store: Store) -> None:
        await store.write([put(memory("loves hiking", ALICE, id="m"))])
        again = replace(put(memory("loves swimming", ALICE, id="m")), if_new=True)
        other = replace(put(memory("loves swimming", ALICE, id="n")), if_new=True)
        assert await store.write([again, other]) == [0, 1]
        assert (await _only(store, "m")).content == "loves hiking"

    async def test_only_the_states_asked_for_are_seen(self, store: Store) -> None:
        await store.write([put(memory(f"hiking {state}", ALICE, state=state)) for state in STATES])
        assert await words_found(store, "hiking", ALICE) == ["hiking current"]
        for state in STATES:
            view = View(ALICE, states=frozenset({state}))
            assert await words_found(store, "hiking", view) == [f"hiking {state}"]
            assert [found.content for _, found in await store.memories(view)] == [f"hiking {state}"]

    async def test_putting_a_memory_again_replaces_it(self, store: Store) -> None:
        await store.write([put(memory("loves hiking", ALICE, id="m"))])
        await store.write([put(memory("loves swimming", ALICE, id="m"))])
        assert await words_found(store, "hiking", ALICE) == []
        assert await words_found(store, "swimming", ALICE) == ["loves swimming"]
        assert len(await store.memories(View(ALICE))) == 1

    async def test_a_changed_state_is_seen_by_the_next_search(self, store: Store) -> None:
        made = memory("loves hiking", ALICE, id="m")
        await store.write([put(made)])
        assert await words_found(store, "hiking", ALICE) == ["loves hiking"]
        await store.write([put(replace(made, state="superseded", valid_until=minute(99_999)))])
        assert await words_found(store, "hiking", ALICE) == []

    async def test_a_memory_that_changed_meanwhile_is_not_overwritten(self, store: Store) -> None:
        made = memory("loves hiking", ALICE, id="m")
        await store.write([put(made)])
        seen = await _only(store, "m")
        await store.write([replace(put(replace(seen, state="disputed")), replaces=seen)])
        with pytest.raises(ConcurrentUpdate):
            await store.write([replace(put(replace(seen, content="loves swimming")), replaces=seen)])
        assert (await _only(store, "m")).state == "disputed"
        await erase(store, ALICE)
        with pytest.raises(ConcurrentUpdate):
            await store.write([replace(put(seen), replaces=seen)])

    async def test_what_replaced_what_is_known_from_both_sides(self, store: Store) -> None:
        old = memory("budget 2,000", ALICE, id="old", at=minute(0))
        await store.write([put(old)])
        new = replace(memory("budget 3,000", ALICE, id="new", at=minute(50)), supersedes=("old",))
        done = replace(old, state="superseded", valid_until=minute(50))
        await store.write([put(done), put(new)])
        assert (await _only(store, "old")).superseded_by == "new"
        assert (await _only(store, "new")).supersedes == ("old",)

    async def test_what_is_replaced_in_one_session_stays_in_another(self, store: Store) -> None:
        for scope in (MONDAY, TUESDAY, ALICE):
            await store.write([put(memory("the plan", scope, id="plan"))])
        await store.write([put(replace(memory("another plan", TUESDAY, id="new"), supersedes=("plan",)))])
        found = [made for _, made in await store.memories(View(ALICE, states=EVERY_STATE), ids=["plan"])]
        assert {made.scope: made.superseded_by for made in found} == {MONDAY: None, TUESDAY: "new", ALICE: None}
        await store.write([put(replace(memory("elsewhere", TUESDAY, id="else"), superseded_by="gone"))])
        await store.write([put(memory("gone", MONDAY, id="gone"))])
        await store.write([put(replace(memory("elsewhere", TUESDAY, id="else"), superseded_by="gone"))])
        assert (await _only(store, "else")).superseded_by is None

    async def test_what_a_person_says_replaces_what_one_of_their_sessions_said(self, store: Store) -> None:
        old = memory("budget 2,000", MONDAY, id="old")
        await store.write([put(old)])
        await store.write([put(replace(memory("budget 3,000", ALICE, id="new"), supersedes=("old",)))])
        replaced = await _only(store, "old")
        assert replaced.superseded_by == "new"
        await store.write([put(replace(replaced, state="superseded"))])
        assert await _only(store, "old") == replace(replaced, state="superseded")

    async def test_the_past_is_answered_from_the_past(self, store: Store) -> None:
        old = replace(memory("budget 2,000", ALICE, id="old", at=minute(0)), state="superseded", valid_until=minute(50))
        await store.write([put(old), put(memory("budget 3,000", ALICE, id="new", at=minute(50)))])
        assert await words_found(store, "budget", View(ALICE, as_of=minute(20))) == ["budget 2,000"]
        assert await words_found(store, "budget", View(ALICE, as_of=minute(50))) == ["budget 3,000"]
        assert await words_found(store, "budget", ALICE) == ["budget 3,000"]
        assert [m.id for _, m in await store.memories(View(ALICE, as_of=minute(20)))] == ["old"]

    async def test_what_has_stopped_being_true_is_not_seen_now(self, store: Store) -> None:
        ended = replace(memory("lives in Paris", ALICE, id="ended", at=minute(0)), valid_until=minute(50))
        await store.write([put(ended), put(memory("lives abroad", ALICE, at=minute(90)))])
        await store.write([add(ALICE, turn("she lives in Rome", ALICE, at=minute(70)))])
        for moment, expected in ((49, {"Paris", "abroad", "Rome"}), (50, {"abroad", "Rome"}), (99, {"abroad", "Rome"})):
            view = View(ALICE, now=minute(moment))
            for find in (words_found, neighbours_found):
                assert {text.split()[-1] for text in await find(store, "lives", view)} == expected
            listed = {found.content.split()[-1] for _, found in await store.memories(view)}
            assert listed == expected - {"Rome"}
        assert len(await store.memories(View(ALICE))) == 2  # who lists what was learned sees all of it

    async def test_memories_of_one_scope_are_not_seen_from_another(self, store: Store) -> None:
        await store.write([put(memory("alice's secret", ALICE)), put(memory("bob's secret", BOB))])
        assert [found.content for _, found in await store.memories(View(BOB))] == ["bob's secret"]
        assert len(await store.memories(View(Scope(application="travel")))) == 2
