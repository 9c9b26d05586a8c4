"""Turns: kept word for word, once, as a whole or not at all."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ricordo.ports.store import Store, View
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance, words_found
from ricordo.testing.samples import add, memory, minute, put, turn
from ricordo.values import MissingEvidence, Scope, StoredTurn, TurnConflict


class TurnConformance(Conformance):
    async def test_a_turn_comes_back_exactly_as_it_was_said(self, store: Store) -> None:
        said = StoredTurn(
            id="t-1",
            role="assistant",
            text="  Smørrebrød & <b>日本</b>\n\t'quoted' — 100 %_ \U0001f600  ",
            author="Zoë",
            occurred_at=datetime(1969, 7, 20, 20, 17, 40, 123456, tzinfo=UTC),
            recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
            scope=MONDAY,
        )
        assert await store.write([add(MONDAY, said)]) == [1]
        assert [kept for _, kept in await store.turns(MONDAY)] == [said]

    async def test_turns_come_back_in_the_order_in_which_they_were_stored(self, store: Store) -> None:
        late, early = turn("said late", MONDAY, at=minute(9000)), turn("said early", MONDAY, at=minute(-9000))
        await store.write([add(MONDAY, late)])
        await store.write([add(MONDAY, early)])
        assert [kept.text for _, kept in await store.turns(ALICE)] == ["said late", "said early"]

    async def test_turns_are_read_page_by_page(self, store: Store) -> None:
        await store.write([add(MONDAY, *[f"number {number}" for number in range(7)])])
        read: list[str] = []
        after: int | None = None
        while page := await store.turns(ALICE, after=after, limit=3):
            assert len(page) <= 3
            read += [kept.text for _, kept in page]
            after = page[-1][0]
        assert read == [f"number {number}" for number in range(7)]

    async def test_the_last_turns_are_read_in_order(self, store: Store) -> None:
        await store.write([add(MONDAY, *[f"number {number}" for number in range(7)]), add(TUESDAY, "later")])
        last = await store.latest(MONDAY, limit=3)
        assert [kept.text for _, kept in last] == ["number 4", "number 5", "number 6"]
        assert [kept.text for _, kept in await store.latest(ALICE, limit=2)] == ["number 6", "later"]
        earlier = await store.latest(MONDAY, before=last[0][0], limit=50)
        assert [kept.text for _, kept in earlier] == [f"number {number}" for number in range(4)]

    async def test_turns_are_found_by_id(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("one", MONDAY, id="1"), turn("two", MONDAY, id="2"))])
        assert [kept.text for _, kept in await store.turns(ALICE, ids=["2", "unknown"])] == ["two"]

    async def test_the_same_id_is_stored_once(self, store: Store) -> None:
        first = turn("I love hiking", MONDAY, id="same")
        again = turn("I love hiking", MONDAY, id="same")
        assert await store.write([add(MONDAY, first)]) == [1]
        assert await store.write([add(MONDAY, again, turn("and swimming", MONDAY))]) == [1]
        assert await store.write([add(MONDAY, again, again)]) == [0]
        assert len(await store.turns(ALICE)) == 2

    async def test_the_same_id_may_be_used_in_another_scope(self, store: Store) -> None:
        for scope in (MONDAY, TUESDAY, ALICE, BOB):
            assert await store.write([add(scope, turn("hello", scope, id="same"))]) == [1]
        assert len(await store.turns(ALICE, ids=["same"])) == 3

    async def test_another_text_under_a_known_id_is_refused_as_a_whole(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("I love hiking", MONDAY, id="same"))])
        with pytest.raises(TurnConflict, match=r"turns\[1\]\.id"):
            await store.write([add(MONDAY, turn("new", MONDAY), turn("I hate hiking", MONDAY, id="same"))])
        assert [kept.text for _, kept in await store.turns(ALICE)] == ["I love hiking"]

    async def test_changes_given_together_happen_together_or_not_at_all(self, store: Store) -> None:
        unfounded = memory("likes caves", ALICE, ("nowhere", "likes caves"))
        with pytest.raises(MissingEvidence, match=r"evidence\[0\]"):
            await store.write([add(MONDAY, "I love hiking"), put(unfounded)])
        assert await store.turns(ALICE) == []
        assert await words_found(store, "hiking", ALICE) == []

    async def test_one_callers_refusal_is_not_anothers(self, store: Store) -> None:
        import asyncio

        await store.write([add(MONDAY, turn("known", MONDAY, id="same"))])
        bad = add(MONDAY, turn("other", MONDAY, id="same"))
        outcomes = await asyncio.gather(
            *(store.write([add(MONDAY, f"good {n}")]) for n in range(5)),
            store.write([bad]),
            *(store.write([add(MONDAY, f"fine {n}")]) for n in range(5)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes].count(TurnConflict) == 1
        assert len(await store.turns(ALICE)) == 11

    async def test_a_scope_sees_what_is_stored_under_it_and_under_narrower_ones(self, store: Store) -> None:
        full = Scope(application="travel", agent="guide", user="alice", session="monday")
        await store.write([add(full, "deep inside")])
        for wider in full.wider():
            assert await words_found(store, "deep inside", wider) == ["deep inside"], wider
        await store.write([add(Scope(user="alice"), "of alice only")])
        assert await words_found(store, "alice only", full) == []
        assert len(await store.turns(Scope(user="alice"))) == 2

    async def test_names_are_compared_letter_for_letter(self, store: Store) -> None:
        names = ["alice", "Alice", "alice ", "al%", "al_ce", "'alice'", '"alice"', "alicé", "アリス", "a" * 256]
        for name in names:
            await store.write([add(Scope(user=name), f"said by {names.index(name)}")])
        for name in names:
            found = [kept.text for _, kept in await store.turns(Scope(user=name))]
            assert found == [f"said by {names.index(name)}"]
            assert await words_found(store, "said", View(Scope(user=name))) == found

    async def test_a_name_is_not_mistaken_for_another_part_of_the_scope(self, store: Store) -> None:
        await store.write([add(Scope(user="x"), "user"), add(Scope(agent="x"), "agent")])
        await store.write([add(Scope(application="x"), "application"), add(Scope(session="x"), "session")])
        for part in ("user", "agent", "application", "session"):
            assert [kept.text for _, kept in await store.turns(Scope(**{part: "x"}))] == [part]
