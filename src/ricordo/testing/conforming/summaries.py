"""Erasing turns erases the summaries that rest on them, and is committed with whatever else is written."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

import pytest

from ricordo import forget
from ricordo.learn.learner import Learner
from ricordo.learn.review import correct, reject
from ricordo.ports.changes import Change, Erase, FinishJob, Job, PutMemory, SetConsent
from ricordo.ports.extractor import Cost, Exchange, Extraction, Summary
from ricordo.ports.store import Store, View, Written
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance, words_found
from ricordo.testing.samples import EMBEDDER, add, memory, minute, put, turn
from ricordo.values import STATES, ConcurrentUpdate, Evidence, Memory, Scope, StoredTurn, StoreError

SECRET = "the code is ZEPHYR"


def make_summary(scope: Scope, *evidence: tuple[str, str], id: str = "summary") -> Memory:
    """Return a summary that repeats the secret."""
    return memory(f"They said that {SECRET}.", scope, *evidence, id=id, kind="summary")


async def find_summaries(store: Store, scope: Scope = ALICE) -> list[Memory]:
    """Return the summaries in ``scope``, in every state."""
    view = View(scope, kinds=frozenset({"summary"}), states=frozenset(STATES))
    return [found for _, found in await store.memories(view, limit=5_000)]


async def forget_turns(
    store: Store, scope: Scope = ALICE, *, ids: Sequence[str] | None = None, before: datetime | None = None
) -> None:
    """Erase turns in the way that `Ricordo.forget` does."""
    await forget.forget(store, scope, ids=ids, before=before, now=minute(9_999))


@dataclass
class CrashingStore:
    """A store whose process is killed after a number of transactions."""

    store: Store
    transactions: int

    async def write(self, changes: Sequence[Change]) -> Written:
        """Write ``changes``, unless the process was killed before."""
        if not self.transactions:
            raise StoreError("the process was killed")
        self.transactions -= 1
        return await self.store.write(changes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


class RepeatingSummariser:
    """A summariser that repeats the secret and cites the last turn alone."""

    name = "repeating/1"

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary:  # noqa: ARG002
        """Repeat the secret."""
        return Summary(f"They said that {SECRET}.", (Evidence(turns[-1].id, turns[-1].text),))


class EmptyExtractor:
    """An extractor that finds nothing."""

    name = "empty/1"

    def estimate(self, exchange: Exchange) -> Cost:  # noqa: ARG002
        """Return no cost."""
        return Cost()

    async def extract(self, exchange: Exchange) -> Extraction:  # noqa: ARG002
        """Extract nothing."""
        return Extraction()


def make_learner(store: Store) -> Learner:
    """Return a learner that makes summaries and nothing else."""
    return Learner(store, EMBEDDER, EmptyExtractor(), RepeatingSummariser())


async def add_conversation(store: Store) -> None:
    """Store a conversation of two turns, whose summary repeats the first and cites the second."""
    await store.write([add(MONDAY, turn(SECRET, MONDAY, id="1"), turn("thanks", MONDAY, id="2"))])
    await store.write([put(make_summary(MONDAY, ("2", "thanks")))])


class SummaryErasureConformance(Conformance):
    async def test_a_crash_while_forgetting_leaves_no_summary_without_its_turns(self, store: Store) -> None:
        await add_conversation(store)
        for transactions in range(3):
            crashing = cast("Store", CrashingStore(store, transactions))
            with suppress(StoreError):
                await forget_turns(crashing, ids=["1"])
            assert len(await find_summaries(store)) == len(await store.turns(ALICE, ids=["1"])), transactions
        assert await find_summaries(store) == []

    async def test_of_more_than_a_thousand_summaries_none_is_left(self, store: Store) -> None:
        sessions = [replace(MONDAY, session=f"session {number}") for number in range(11)]
        for scope in sessions:
            many = [memory(f"word{place}", scope, id=f"{scope.session}/{place}", kind="summary") for place in range(92)]
            await store.write([add(scope, turn(SECRET, scope, id="1"), embed=False), *map(PutMemory, many)])
        await forget_turns(store, ids=["1"])
        assert await find_summaries(store) == []
        assert await store.turns(ALICE) == []

    async def test_a_long_conversation_of_which_the_beginning_goes_loses_its_summary(self, store: Store) -> None:
        late = [turn(f"note {number}", MONDAY, id=f"late {number}", at=minute(2_000)) for number in range(1_001)]
        early = turn(SECRET, MONDAY, id="early", at=minute(0))
        await store.write([add(MONDAY, *late, early, embed=False)])
        await store.write([put(replace(make_summary(MONDAY, ("late 0", "note 0")), valid_from=minute(2_000)))])
        await forget_turns(store, before=minute(1))
        assert await find_summaries(store) == []
        assert len(await store.turns(MONDAY, limit=2_000)) == 1_001

    async def test_a_corrected_summary_goes_with_what_it_said_before(self, store: Store) -> None:
        await add_conversation(store)
        await correct(make_learner(store), ALICE, "summary", "The code is ZEPHYR-2.", now=minute(9_000))
        assert len(await find_summaries(store)) == 2
        await forget_turns(store, ids=["1"])
        assert await find_summaries(store) == []

    async def test_a_rejected_summary_goes_as_well(self, store: Store) -> None:
        await add_conversation(store)
        await reject(make_learner(store), ALICE, "summary")
        await forget_turns(store, ids=["1"])
        assert await find_summaries(store) == []

    @pytest.mark.parametrize("ids", [["1"], None])
    async def test_a_summary_that_was_being_made_meanwhile_is_not_stored(
        self, store: Store, ids: list[str] | None
    ) -> None:
        await store.write([add(MONDAY, turn(SECRET, MONDAY, id="1"), turn("thanks", MONDAY, id="2"))])
        learner = make_learner(store)
        made = await learner.summarise(MONDAY, now=minute(9_000), min_turns=1)
        assert made is not None
        change = await learner.summary_change(made)
        await forget_turns(store, MONDAY, ids=ids)
        if ids is None:  # somebody goes on talking, and uses the same id
            await store.write([add(MONDAY, turn("thanks", MONDAY, id="2"))])
        with pytest.raises(ConcurrentUpdate):
            await store.write([change])
        assert await find_summaries(store) == []

    async def test_a_learner_drops_its_summary_when_a_turn_is_erased_and_finishes_the_job(self, store: Store) -> None:
        said = [turn(SECRET, MONDAY, id=f"{number}") for number in range(30)]
        await store.write([add(MONDAY, *said, learn_at=minute(0))])
        (job,) = await store.lease(worker="w", now=minute(9_000), seconds=60, limit=1)

        class ForgettingStore(CrashingStore):
            """A store in which a turn is erased right before the job's results are written."""

            async def write(self, changes: Sequence[Change]) -> Written:
                if any(isinstance(change, FinishJob) for change in changes) and self.transactions:
                    self.transactions = 0
                    await forget_turns(self.store, ids=["7"])
                return await self.store.write(changes)

        await make_learner(cast("Store", ForgettingStore(store, 1))).learn(job, now=minute(9_000))
        assert await store.pending() == 0
        assert await find_summaries(store) == []

    async def test_a_summary_of_a_wider_scope_goes_too_and_those_of_others_stay(self, store: Store) -> None:
        agent = replace(MONDAY, agent="guide")
        for scope in (agent, MONDAY, TUESDAY, BOB):
            await store.write([add(scope, turn(SECRET, scope, id="1"), turn("thanks", scope, id="2"))])
            await store.write([put(make_summary(scope, ("2", "thanks"), id=f"summary of {scope}"))])
        meeting = Scope(application="travel", session="monday")
        await store.write([put(make_summary(meeting, ("2", "thanks"), id="meeting"))])
        await forget_turns(store, agent, ids=["1"])
        left = {found.scope for found in await find_summaries(store, Scope(application="travel"))}
        assert left == {TUESDAY, BOB}

    async def test_an_erasure_and_what_is_written_with_it_happen_together(self, store: Store) -> None:
        await add_conversation(store)
        written = await store.write(
            [put(memory("likes sailing", ALICE, id="new")), Erase(MONDAY), add(MONDAY, "hiking again")]
        )
        assert written == [1, 3, 1]
        assert sorted(written.erased.ids) == ["1", "2", "summary"]
        assert await words_found(store, "zephyr sailing hiking", ALICE) == ["likes sailing", "hiking again"]

    async def test_an_erasure_does_not_happen_if_what_is_written_with_it_is_refused(self, store: Store) -> None:
        await add_conversation(store)
        lost = FinishJob(Job(1, MONDAY, (), 1, "lost"))
        for changes in ([Erase(ALICE), lost], [lost, Erase(ALICE)], [Erase(ALICE), put(memory("x", ALICE)), lost]):
            with pytest.raises(StoreError):
                await store.write(changes)
            assert len(await store.turns(ALICE)) == 2
            assert len(await find_summaries(store)) == 1
            assert len(await words_found(store, "zephyr", ALICE)) == 3

    async def test_two_erasures_of_one_write_are_counted_together(self, store: Store) -> None:
        await add_conversation(store)
        await store.write([add(BOB, "hiking")])
        written = await store.write([Erase(ALICE, ("2",)), Erase(BOB), Erase(ALICE)])
        assert written == [2, 1, 1]
        assert (written.erased.counts["turns"], written.erased.counts["memories"]) == (3, 1)
        assert (await store.status()).owners == 0

    async def test_a_summary_of_all_agents_leaves_out_what_one_keeps_to_itself(self, store: Store) -> None:
        guide, baker = replace(MONDAY, agent="guide"), replace(MONDAY, agent="baker")
        for scope in (guide, baker):
            await store.write([add(scope, turn(f"told the {scope.agent}", scope, id="1"))])
        await store.write([SetConsent(guide, sharing=False)])
        for scope, told in ((MONDAY, ["told the baker"]), (guide, ["told the guide"])):
            made = await make_learner(store).summarise(scope, now=minute(9_000), min_turns=1)
            assert made is not None
            assert [turn.text for turn in made.turns] == told

    async def test_a_summary_of_one_agent_leaves_out_the_people_who_do_not_share(self, store: Store) -> None:
        everyone = Scope(application="app", agent="guide", session="tour")
        alice, bob = replace(everyone, user="alice"), replace(everyone, user="bob")
        for scope in (alice, bob):
            await store.write([add(scope, turn(f"told by {scope.user}", scope, id="1"))])
        await store.write([SetConsent(alice, sharing=False)])
        for scope, told in ((everyone, ["told by bob"]), (alice, ["told by alice"])):
            made = await make_learner(store).summarise(scope, now=minute(9_000), min_turns=1)
            assert made is not None
            assert [turn.text for turn in made.turns] == told

    async def test_a_summary_of_all_agents_does_not_continue_that_of_one(self, store: Store) -> None:
        guide = replace(MONDAY, agent="guide")
        await store.write([add(guide, turn("thanks", guide, id="1"))])
        await store.write([put(make_summary(guide, ("1", "thanks")))])
        await make_learner(store).store_summary(MONDAY, now=minute(9_000))
        assert {found.scope for found in await find_summaries(store)} == {guide, MONDAY}
