"""The suite for whatever offers the verbs of the design: the library on every store, and its clients.

class TestMyClient(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self):
        async with connected() as client:
            yield client
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ricordo.memory import Ricordo
from ricordo.testing.facts import FactConformance
from ricordo.testing.filters import FilterConformance
from ricordo.testing.retention import RetentionVerbConformance
from ricordo.testing.unions import UnionConformance
from ricordo.values import Consent, ConsentError, NotFound, Scope, Turn, digest_of

ALICE = Scope(application="travel", user="alice")
MONDAY = Scope(application="travel", user="alice", session="monday")
TUESDAY = Scope(application="travel", user="alice", session="tuesday")
BOB = Scope(application="travel", user="bob")
NOON = datetime(2026, 5, 8, 12, 0, tzinfo=UTC)


_MEMORY = {
    "type": "memory",
    "kind": "semantic",
    "content": "Lives in Rome",
    "scope": {"user": "anybody"},
    "created_at": "2026-01-01",
    "valid_from": "2026-01-01",
}


def user_turn(text: str, **fields: Any) -> Turn:
    """Return a turn of the person's."""
    return Turn("user", text, **fields)


async def collect_export(memory: Ricordo, scope: Scope) -> list[dict[str, Any]]:
    """Return everything that an export of a scope holds."""
    return [row async for row in memory.export(scope=scope)]


class VerbConformance(FactConformance, FilterConformance, UnionConformance, RetentionVerbConformance):
    """Everything that is expected of the verbs, whoever offers them.

    The subclass gives a fixture ``memory``, with ``learning="queue"``: nothing is learned between two verbs.
    """

    async def test_what_was_remembered_is_recalled_at_once(self, memory: Ricordo) -> None:
        ids = await memory.remember([user_turn("I love hiking"), user_turn("My budget is $2,000")], scope=MONDAY)
        found = await memory.recall("which budget do I have?", scope=ALICE)
        assert found[0].id == ids[1]
        assert found[0].kind == "turn"
        assert found[0].text == "My budget is $2,000"
        assert found[0].scope == MONDAY
        assert "budget" in found[0].why.words

    async def test_ids_come_back_in_order_and_are_kept_where_given(self, memory: Ricordo) -> None:
        ids = await memory.remember([user_turn("a"), user_turn("b", id="mine"), user_turn("c")], scope=ALICE)
        assert len(set(ids)) == 3
        assert ids[1] == "mine"
        assert [row["id"] for row in await collect_export(memory, ALICE)] == ids

    async def test_the_same_id_twice_is_stored_once(self, memory: Ricordo) -> None:
        for _ in range(3):
            assert await memory.remember([user_turn("I love hiking", id="t1")], scope=ALICE) == ["t1"]
        assert len(await collect_export(memory, ALICE)) == 1
        with pytest.raises(ValueError, match=r"turns\[0\]\.id"):
            await memory.remember([user_turn("I hate hiking", id="t1")], scope=ALICE)

    async def test_remembering_nothing_stores_nothing(self, memory: Ricordo) -> None:
        assert await memory.remember([], scope=ALICE) == []
        assert await collect_export(memory, ALICE) == []

    async def test_hits_come_best_first_and_no_more_than_asked_for(self, memory: Ricordo) -> None:
        await memory.remember(
            [user_turn(f"note {number} about hiking in the hills") for number in range(30)], scope=ALICE
        )
        found = await memory.recall("hiking hills", scope=ALICE, limit=7)
        assert len(found) == 7
        scores = [hit.score for hit in found]
        assert scores == sorted(scores, reverse=True)

    async def test_nothing_is_recalled_where_nothing_is_relevant(self, memory: Ricordo) -> None:
        assert len(await memory.recall("anything at all", scope=ALICE)) == 0
        assert (await memory.recall("anything at all", scope=ALICE)).render(500) == ""

    async def test_an_exact_name_or_number_is_found(self, memory: Ricordo) -> None:
        await memory.remember([user_turn(f"we talked about thing {number}") for number in range(40)], scope=ALICE)
        await memory.remember([user_turn("invoice 33-22-6324 from Fabrikam was paid by Ruaidhrí O'Brien")], scope=ALICE)
        for query in ("33-22-6324", "Fabrikam", "Ruaidhri", "obrien", "o'brien's invoice"):
            assert "Fabrikam" in (await memory.recall(query, scope=ALICE, limit=1))[0].text

    async def test_a_scope_sees_itself_and_what_it_covers(self, memory: Ricordo) -> None:
        await memory.remember([user_turn("hiking on monday")], scope=MONDAY)
        await memory.remember([user_turn("hiking on tuesday")], scope=TUESDAY)
        await memory.remember([user_turn("hiking of bob")], scope=BOB)
        assert len(await memory.recall("hiking", scope=ALICE)) == 2
        assert [hit.text for hit in await memory.recall("hiking", scope=MONDAY)] == ["hiking on monday"]
        assert len(await memory.recall("hiking", scope=Scope(application="travel"))) == 3
        assert len(await memory.recall("hiking", scope=Scope(application="other"))) == 0

    async def test_time_bounds_are_kept(self, memory: Ricordo) -> None:
        for day in range(5):
            await memory.remember([user_turn(f"hiking day {day}", occurred_at=NOON + timedelta(days=day))], scope=ALICE)

        async def days(**bounds: Any) -> set[str]:
            return {hit.text[-1] for hit in await memory.recall("hiking", scope=ALICE, **bounds)}

        assert await days(as_of=NOON + timedelta(days=2)) == {"0", "1", "2"}
        assert await days(since=NOON + timedelta(days=2)) == {"2", "3", "4"}
        assert await days(until=NOON + timedelta(days=2)) == {"0", "1"}
        assert await days(since=NOON + timedelta(days=1), until=NOON + timedelta(days=3)) == {"1", "2"}

    async def test_dates_in_the_question_are_understood(self, memory: Ricordo) -> None:
        for month in range(1, 13):
            at = datetime(2025, month, 15, tzinfo=UTC)
            await memory.remember([user_turn("we met for dinner", occurred_at=at)], scope=ALICE)
        now = datetime(2025, 12, 16, tzinfo=UTC)
        for question, month in (
            ("when did we meet for dinner in May 2025?", 5),
            ("dinner last month", 11),
            ("the dinner on March 15th", 3),
            ("what about dinner six months ago?", 6),
        ):
            best = (await memory.recall(question, scope=ALICE, as_of=now, limit=1))[0]
            assert best.occurred_at.month == month, question
            assert best.why.times

    async def test_a_memory_is_read_with_its_history_in_any_state(self, memory: Ricordo) -> None:
        old = {**_MEMORY, "id": "old", "state": "superseded", "superseded_by": "new", "valid_until": "2026-02-01"}
        new = {**_MEMORY, "id": "new", "content": "Lives in Oslo", "valid_from": "2026-02-01", "supersedes": ["old"]}
        await memory.import_([old, new], scope=ALICE)
        assert (await memory.get("old", scope=ALICE)).state == "superseded"
        for id in ("old", "new"):
            history = await memory.history(id, scope=ALICE)
            assert history.memory == await memory.get(id, scope=ALICE)
            assert [item.id for item in (*history.before, history.memory, *history.after)] == ["old", "new"]
        for verb in (memory.get, memory.history):
            with pytest.raises(NotFound):
                await verb("new", scope=BOB)
            with pytest.raises(NotFound):
                await verb("neither", scope=ALICE)

    async def test_of_memories_with_one_id_that_which_is_read_is_corrected(self, memory: Ricordo) -> None:
        for scope, content in ((ALICE, "Lives in Rome"), (BOB, "Lives in Oslo"), (TUESDAY, "Lives in Bonn")):
            await memory.import_([{**_MEMORY, "id": "m", "content": content}], scope=scope)
        for scope in (Scope(application="travel"), ALICE, BOB, TUESDAY):
            found = await memory.get("m", scope=scope)
            assert (await memory.correct("m", "Lives in Kyiv", scope=scope)).memory.scope == found.scope

    async def test_memories_come_a_page_at_a_time(self, memory: Ricordo) -> None:
        await memory.import_([{**_MEMORY, "id": f"m{number}"} for number in range(7)], scope=ALICE)
        page = await memory.memories_page(scope=ALICE, limit=3)
        pages = [page]
        while page.next is not None:
            page = await memory.memories_page(scope=ALICE, limit=3, after=page.next)
            pages.append(page)
        assert [[item.id for item in page] for page in pages] == [["m0", "m1", "m2"], ["m3", "m4", "m5"], ["m6"]]
        with pytest.raises(ValueError, match="cursor"):
            await memory.memories_page(scope=ALICE, after="elsewhere")

    async def test_turns_are_read_by_their_ids_in_the_order_given(self, memory: Ricordo) -> None:
        await memory.remember([user_turn(f"turn {number}", id=f"t{number}") for number in range(60)], scope=MONDAY)
        wanted = [f"t{number}" for number in reversed(range(0, 60, 2))]
        found = await memory.turns(scope=ALICE, ids=[*wanted, "neither", wanted[0]])
        assert [turn.id for turn in found] == wanted
        assert await memory.turns(scope=BOB, ids=wanted) == []
        assert await memory.turns(scope=ALICE, ids=[]) == []
        with pytest.raises(TypeError, match="ids"):
            await memory.turns(scope=ALICE, ids="t1")

    async def test_turns_come_a_page_at_a_time_both_ways(self, memory: Ricordo) -> None:
        await memory.remember([user_turn(f"turn {number}", id=f"t{number}") for number in range(25)], scope=MONDAY)
        page = await memory.turns_page(scope=ALICE, limit=10)
        assert (page[0].id, page.next) == ("t15", None)
        pages = [page]
        while page.previous is not None:
            page = await memory.turns_page(scope=ALICE, before=page.previous, limit=10)
            pages.insert(0, page)
        assert [turn.id for page in pages for turn in page] == [f"t{number}" for number in range(25)]
        page = await memory.turns_page(scope=ALICE, after=pages[0].next, limit=10)
        assert [turn.id for turn in page] == [f"t{number}" for number in range(len(pages[0]), len(pages[0]) + 10)]
        assert len(await memory.turns_page(scope=BOB)) == 0

    async def test_turns_come_around_one_of_them(self, memory: Ricordo) -> None:
        await memory.remember([user_turn(f"turn {number}", id=f"t{number}") for number in range(25)], scope=MONDAY)
        page = await memory.turns_page(scope=ALICE, around="t12", limit=6)
        assert [turn.id for turn in page] == ["t9", "t10", "t11", "t12", "t13", "t14"]
        before = await memory.turns_page(scope=ALICE, before=page.previous, limit=2)
        after = await memory.turns_page(scope=ALICE, after=page.next, limit=2)
        assert [turn.id for turn in (*before, *after)] == ["t7", "t8", "t15", "t16"]
        assert [turn.id for turn in await memory.turns_page(scope=ALICE, around="t12", limit=1)] == ["t12"]
        with pytest.raises(NotFound):
            await memory.turns_page(scope=BOB, around="t12")
        with pytest.raises(ValueError, match="only one"):
            await memory.turns_page(scope=ALICE, around="t12", before=page.previous)

    async def test_conversations_are_listed_newest_first(self, memory: Ricordo) -> None:
        for scope, days in ((TUESDAY, 1), (MONDAY, 0), (replace(MONDAY, agent="guide"), 2), (BOB, 3)):
            at = NOON + timedelta(days=days)
            answer = Turn("assistant", "Noted", occurred_at=at)
            await memory.remember([answer, user_turn(f"hello on day {days}", occurred_at=at)], scope=scope)
        page = await memory.conversations(scope=ALICE)
        assert [(item.session, item.turns, item.opening) for item in page] == [
            ("monday", 4, "hello on day 0"),
            ("tuesday", 2, "hello on day 1"),
        ]
        assert (page[0].started_at, page[0].ended_at) == (NOON, NOON + timedelta(days=2))
        assert (page[0].agents, page[1].agents, page.next) == (("guide",), (), None)

    async def test_consents_are_listed_as_they_were_set(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=False)
        await memory.set_consent(scope=MONDAY, capture=False)
        await memory.set_consent(scope=BOB, sharing=False)
        assert await memory.consents(scope=ALICE) == {
            ALICE: Consent(learning=False),
            MONDAY: Consent(capture=False),
        }
        assert await memory.consents(scope=TUESDAY) == {}

    async def test_nothing_is_pending_where_nothing_was_said(self, memory: Ricordo) -> None:
        assert await memory.pending(scope=ALICE) == 0
        assert await memory.pending() == 0

    async def test_a_review_is_undone(self, memory: Ricordo) -> None:
        await memory.import_([{**_MEMORY, "id": "m"}], scope=ALICE)
        before = await memory.get("m", scope=ALICE)
        for act in (
            lambda: memory.reject("m", scope=ALICE),
            lambda: memory.correct("m", "Lives in Oslo", scope=ALICE),
        ):
            review = await act()
            assert review.memory == await memory.get("m", scope=ALICE) != before
            assert review.undo is not None
            with pytest.raises(NotFound):
                await memory.undo(review.undo, scope=BOB)
            assert await memory.undo(review.undo, scope=ALICE) == before
        assert (await memory.confirm("m", scope=ALICE)).undo is None
        with pytest.raises(ValueError, match="undo"):
            await memory.undo("nonsense", scope=ALICE)

    async def test_only_the_kinds_asked_for_are_recalled(self, memory: Ricordo) -> None:
        await memory.remember([user_turn("I love hiking")], scope=ALICE)
        assert len(await memory.recall("hiking", scope=ALICE, kinds=["turn"])) == 1
        assert len(await memory.recall("hiking", scope=ALICE, kinds=["episodic", "summary"])) == 0

    async def test_forgetting_a_scope_leaves_nothing(self, memory: Ricordo) -> None:
        ids = await memory.remember([user_turn("I love hiking"), user_turn("and sailing")], scope=MONDAY)
        await memory.remember([user_turn("hiking of bob")], scope=BOB)
        receipt = await memory.forget(scope=ALICE)
        assert receipt.counts["turns"] == 2
        assert receipt.digest == digest_of(ids, receipt.counts, receipt.erased_at)
        assert await collect_export(memory, ALICE) == []
        assert len(await memory.recall("hiking", scope=ALICE)) == 0
        assert len(await memory.recall("hiking", scope=BOB)) == 1
        assert not any((await memory.forget(scope=ALICE)).counts.values())

    async def test_forgetting_by_id_and_by_time(self, memory: Ricordo) -> None:
        turns = [user_turn(f"hiking {day}", id=str(day), occurred_at=NOON + timedelta(days=day)) for day in range(6)]
        await memory.remember(turns, scope=ALICE)
        assert (await memory.forget(scope=ALICE, ids=["4", "unknown"])).counts["turns"] == 1
        assert (await memory.forget(scope=BOB, ids=["1"])).counts["turns"] == 0
        assert (await memory.forget(scope=ALICE, before=NOON + timedelta(days=2))).counts["turns"] == 2
        assert [row["id"] for row in await collect_export(memory, ALICE)] == ["2", "3", "5"]

    async def test_forgetting_a_memory_with_the_words_that_it_rests_on(self, memory: Ricordo) -> None:
        for scope in (MONDAY, TUESDAY):
            text = f"I live in Rome on {scope.session}"
            await memory.remember([user_turn(text, id="t"), user_turn("I love hiking")], scope=scope)
        row = {**_MEMORY, "evidence": [{"turn_id": "t", "quote": "I live in Rome on monday"}]}
        await memory.import_([{**row, "id": "plain"}, {**row, "id": "corrected"}], scope=ALICE)
        assert (await memory.forget(scope=ALICE, ids=["plain"])).counts["turns"] == 0
        await memory.correct("corrected", "Lives in Oslo", scope=ALICE)
        with pytest.raises(ValueError, match="with_evidence"):
            await memory.forget(scope=ALICE, with_evidence=True)
        receipt = await memory.forget(scope=ALICE, ids=["corrected"], with_evidence=True)
        assert receipt.counts["turns"] == 1
        left = await collect_export(memory, ALICE)
        assert {row["type"] for row in left} == {"turn"}
        assert "I live in Rome on monday" not in str(left)
        assert "I live in Rome on tuesday" in str(left)

    async def test_an_export_brought_back_is_equal(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=False)
        await memory.remember([user_turn("I love hiking", author="Alice", occurred_at=NOON)], scope=MONDAY)
        await memory.remember([Turn("assistant", "Noted! \U0001f600\n\t'quotes'", id="x")], scope=TUESDAY)
        before = await collect_export(memory, ALICE)
        assert {row["type"] for row in before} == {"turn", "consent"}
        assert all({"type", "id", "scope"} <= set(row) for row in before)
        await memory.forget(scope=ALICE)
        assert await memory.import_(before, scope=ALICE) == len(before)
        assert await collect_export(memory, ALICE) == before
        assert (await memory.recall("hiking", scope=MONDAY))[0].text == "I love hiking"
        assert await memory.import_(before, scope=ALICE) == 0
        assert await collect_export(memory, ALICE) == before

    async def test_an_import_lands_inside_the_scope_that_is_given(self, memory: Ricordo) -> None:
        await memory.remember([user_turn("I love hiking")], scope=MONDAY)
        rows = await collect_export(memory, ALICE)
        await memory.import_(rows, scope=BOB)
        turns = [row["scope"] for row in await collect_export(memory, BOB) if row["type"] == "turn"]
        assert turns == [{"application": "travel", "user": "bob", "session": "monday"}]

    async def test_an_export_of_somebody_who_said_no_can_be_brought_back(self, memory: Ricordo) -> None:
        await memory.remember([user_turn("I love hiking")], scope=MONDAY)
        await memory.set_consent(scope=ALICE, capture=False)
        before = await collect_export(memory, ALICE)
        for rows in (before, before[::-1]):
            bob = Scope(application="travel", user=f"bob {rows[0]['type']}")
            assert await memory.import_(rows, scope=bob) == 2
            assert await memory.consent(scope=bob) == Consent(capture=False)
            with pytest.raises(ConsentError):
                await memory.import_([row for row in before if row["type"] == "turn"], scope=bob)
        with pytest.raises(ConsentError):
            await memory.import_(before, scope=ALICE)

    async def test_an_import_weakens_no_consent(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=True)
        rows = await collect_export(memory, ALICE)
        await memory.set_consent(scope=ALICE, learning=False)
        assert await memory.import_(rows, scope=ALICE) == 0
        assert await memory.consent(scope=ALICE) == Consent(learning=False)

    async def test_half_an_import_stands_with_the_no_that_came_with_it(self, memory: Ricordo) -> None:
        await memory.remember([user_turn(f"hiking {number}") for number in range(3)], scope=ALICE)
        await memory.set_consent(scope=ALICE, capture=False)
        rows = await collect_export(memory, ALICE)
        with pytest.raises(ValueError, match=r"rows\[3\]: .*text"):
            await memory.import_([*rows[:-1], {**rows[-1], "text": ""}], scope=BOB)
        assert len(await collect_export(memory, BOB)) == len(rows) - 1
        with pytest.raises(ConsentError):
            await memory.remember([user_turn("x")], scope=BOB)

    async def test_a_row_that_is_refused_is_named_without_its_content(self, memory: Ricordo) -> None:
        turn = {"type": "turn", "id": "1", "role": "user", "text": "secret", "occurred_at": "2026-01-01"}
        made = {"type": "memory", "id": "m", "kind": "semantic", "content": "secret", "created_at": "2026-01-01"}
        made |= {"valid_from": "2026-01-01"}
        agreed = {"type": "consent", "id": "c", "capture": True, "learning": True, "sharing": True}
        bad: list[Any] = [5, "secret", None, [], {"type": "turn"}, {"type": "secret", "scope": {"user": "a"}}]
        bad += [{**turn, "scope": scope} for scope in (None, "secret", {"user": 5}, {"secret": "a"}, {}, {"user": ""})]
        for row, wrong in (
            *((turn, {name: None}) for name in ("id", "role", "text", "occurred_at")),
            *((turn, {"occurred_at": value}) for value in ("secret", 5)),
            *((turn, change) for change in ({"author": 5}, {"recorded_at": "secret"}, {"role": "secret"})),
            *((made, {name: None}) for name in ("id", "kind", "content", "created_at", "valid_from", "state")),
            *((made, {"evidence": value}) for value in ("secret", ["secret"], [{"turn_id": "1"}], [{"quote": 1}])),
            *((made, {"supersedes": value}) for value in ("secret", [5], {"secret": 1})),
            *(
                (made, {name: 5})
                for name in ("field", "subject", "negated", "maker", "superseded_by", "source", "valid_until")
            ),
            *((made, {"value": value}) for value in ({1, 2}, float("nan"), "x" * 100_001)),
            *((agreed, {name: value}) for name in ("capture", "learning") for value in ("false", 0, None)),
        ):
            bad.append({**row, "scope": {"user": "a"}, **wrong})
        for row in (turn, made, agreed):
            bad += [{key: value for key, value in row.items() if key != name} for name in row if name != "id"]
        for row in bad:
            with pytest.raises((ValueError, TypeError), match=r"^rows\[1\]") as caught:
                await memory.import_([{**turn, "scope": {"user": "a"}}, row], scope=ALICE)
            assert "secret" not in str(caught.value)
        assert [row["id"] for row in await collect_export(memory, ALICE)] == ["1"]

    async def test_a_row_that_says_otherwise_than_what_is_known_is_named(self, memory: Ricordo) -> None:
        await memory.remember([user_turn(f"hiking {number}", id=str(number)) for number in range(3)], scope=ALICE)
        rows = await collect_export(memory, ALICE)
        with pytest.raises(ValueError, match=r"^rows\[3\].*another text"):
            await memory.import_([*rows, {**rows[1], "text": "caves"}], scope=ALICE)

    async def test_without_capture_nothing_is_stored(self, memory: Ricordo) -> None:
        assert await memory.set_consent(scope=MONDAY, capture=False) == Consent(capture=False)
        with pytest.raises(ConsentError):
            await memory.remember([user_turn("off the record")], scope=MONDAY)
        await memory.remember([user_turn("on the record")], scope=TUESDAY)
        assert [row["text"] for row in await collect_export(memory, ALICE) if row["type"] == "turn"] == [
            "on the record"
        ]
        assert await memory.consent(scope=MONDAY) == Consent(capture=False)
        assert await memory.consent(scope=ALICE) == Consent()
        assert await memory.set_consent(scope=MONDAY, capture=True) == Consent()

    async def test_consent_that_is_not_named_stays_as_it_is(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=False)
        assert await memory.set_consent(scope=ALICE, sharing=False) == Consent(learning=False, sharing=False)
        assert await memory.consent(scope=MONDAY) == Consent(learning=False, sharing=False)

    async def test_consent_set_at_once_from_two_sides_loses_neither(self, memory: Ricordo) -> None:
        await asyncio.gather(
            memory.set_consent(scope=ALICE, capture=False), memory.set_consent(scope=ALICE, learning=False)
        )
        assert await memory.consent(scope=ALICE) == Consent(capture=False, learning=False)

    async def test_a_no_outlives_forgetting_and_what_is_set_after_it(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, capture=False)
        await memory.forget(scope=ALICE)
        assert await memory.set_consent(scope=ALICE, learning=False) == Consent(capture=False, learning=False)
        with pytest.raises(ConsentError):
            await memory.remember([user_turn("hiking")], scope=MONDAY)

    async def test_status_counts_and_names_nobody(self, memory: Ricordo) -> None:
        await memory.remember([user_turn("a"), user_turn("b")], scope=MONDAY)
        await memory.remember([user_turn("c")], scope=BOB)
        status = await memory.status()
        assert (status.store.turns, status.store.owners, status.unembedded) == (3, 2, 0)
        assert "alice" not in repr(status)

    @pytest.mark.parametrize(
        ("arguments", "error", "named"),
        [
            ({"query": ""}, ValueError, "query"),
            ({"query": " \n"}, ValueError, "query"),
            ({"query": "x" * 100_001}, ValueError, "query"),
            ({"query": 5}, TypeError, "query"),
            ({"limit": 0}, ValueError, "limit"),
            ({"limit": -1}, ValueError, "limit"),
            ({"limit": 10_000}, ValueError, "limit"),
            ({"kinds": ["nonsense"]}, ValueError, "kinds"),
            ({"kinds": "turn"}, TypeError, "kinds"),
            ({"kinds": []}, ValueError, "kinds"),
            ({"as_of": "yesterday"}, TypeError, "as_of"),
            ({"deadline": 0}, ValueError, "deadline"),
            ({"deadline": float("nan")}, ValueError, "deadline"),
            ({"deadline": float("inf")}, ValueError, "deadline"),
            ({"deadline": "1"}, TypeError, "deadline"),
            ({"deadline": True}, TypeError, "deadline"),
            ({"limit": 5.5}, TypeError, "limit"),
            ({"limit": "5"}, TypeError, "limit"),
            ({"limit": True}, TypeError, "limit"),
        ],
    )
    async def test_a_bad_argument_of_recall_is_named(
        self, memory: Ricordo, arguments: dict[str, Any], error: type[Exception], named: str
    ) -> None:
        given: dict[str, Any] = {"query": "hiking", "scope": ALICE, **arguments}
        with pytest.raises(error, match=named):
            await memory.recall(**given)

    async def test_a_bad_argument_of_the_other_verbs_is_named(self, memory: Ricordo) -> None:
        with pytest.raises(TypeError, match=r"turns\[1\]"):
            await memory.remember([user_turn("fine"), "not a turn"], scope=ALICE)  # type: ignore[list-item]
        with pytest.raises(TypeError, match="turns"):
            await memory.remember(user_turn("one"), scope=ALICE)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"50,000.*10,000"):
            await memory.remember([user_turn("x")] * 50_000, scope=ALICE)
        with pytest.raises(TypeError, match="ids"):
            await memory.forget(scope=ALICE, ids="t1")
        with pytest.raises(TypeError, match="capture"):
            await memory.set_consent(scope=ALICE, capture="no")  # type: ignore[arg-type]
        for row in ({}, {"type": "turn"}, {"type": "nonsense", "id": "1", "scope": {"user": "a"}}):
            with pytest.raises(ValueError, match=r"rows\[0\]"):
                await memory.import_([row], scope=ALICE)
        assert await collect_export(memory, ALICE) == []

    async def test_a_large_batch_is_stored_as_one(self, memory: Ricordo) -> None:
        turns = [user_turn(f"note {number}") for number in range(1_500)]
        assert len(await memory.remember(turns, scope=ALICE)) == 1_500
        assert (await memory.status()).store.turns == 1_500

    async def test_texts_up_to_the_limit_are_kept(self, memory: Ricordo) -> None:
        longest = "hiking " + "x" * (100_000 - 7)
        await memory.remember([user_turn(longest)], scope=ALICE)
        found = await memory.recall("hiking", scope=ALICE)
        assert found[0].text == longest
        assert len(found.render(100)) < 1_000
