"""Rules of retention: set, kept, and applied with a receipt."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from ricordo.ports.changes import Change, Expire, SetRetention
from ricordo.ports.store import Store, View
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance, OpenStore, words_found
from ricordo.testing.samples import add, erase, memory, minute, put, turn
from ricordo.values import BY_HAND, KINDS, STATES, Kind, Retention, Scope, StoredTurn, digest_of

TRAVEL = Scope(application="travel")
NOW = minute(10_000)


def said(text: str, scope: Scope, at: datetime, id: str) -> StoredTurn:
    """Return a turn that was stored at a time."""
    return replace(turn(text, scope, id=id), recorded_at=at)


def keep(scope: Scope, days: int | None, *kinds: Kind) -> SetRetention:
    """Return the change that sets a rule, for all kinds if none is named."""
    return SetRetention(scope, frozenset(kinds or KINDS), days)


async def expire(store: Store, scope: Scope, before: datetime, *kinds: Kind) -> dict[str, int]:
    """Expire what was stored before a time, and return the counts."""
    changes: list[Change] = [Expire(scope, dict.fromkeys(kinds or KINDS, before), NOW)]
    return dict((await store.write(changes)).erased.counts)


async def left(store: Store, scope: Scope = TRAVEL) -> set[str]:
    """Return the ids of all turns and memories."""
    learned = await store.memories(View(scope, states=frozenset(STATES)))
    return {item.id for _, item in (*await store.turns(scope), *learned)}


class RetentionConformance(Conformance):
    async def test_the_shortest_of_all_rules_that_cover_a_scope_holds(self, store: Store) -> None:
        assert await store.retention(ALICE) == Retention()
        assert await store.write([keep(TRAVEL, 90), keep(ALICE, 30, "turn"), keep(MONDAY, 400, "turn")]) == [1, 1, 1]
        assert await store.retention(TRAVEL) == Retention(*[90] * 5)
        assert await store.retention(MONDAY) == Retention(30, *[90] * 4)
        assert await store.retention(BOB) == Retention(*[90] * 5)
        assert await store.retention(Scope(user="alice")) == Retention()
        assert dict(await store.retentions(ALICE)) == {ALICE: Retention(30), MONDAY: Retention(400)}
        assert set(dict(await store.retentions(None))) == {TRAVEL, ALICE, MONDAY}

    async def test_a_rule_is_changed_kind_by_kind_and_removed(self, store: Store) -> None:
        assert await store.write([keep(ALICE, 30, "turn"), keep(ALICE, 60, "summary")]) == [1, 1]
        assert await store.write([keep(ALICE, 30, "turn")]) == [0]
        assert dict(await store.retentions(ALICE)) == {ALICE: Retention(turn=30, summary=60)}
        assert await store.write([keep(ALICE, None, "turn")]) == [1]
        assert dict(await store.retentions(ALICE)) == {ALICE: Retention(summary=60)}
        assert await store.write([keep(ALICE, None)]) == [1]
        assert await store.retentions(None) == []
        assert await store.write([keep(ALICE, None)]) == [0]

    async def test_what_has_expired_goes_and_the_rest_stays(self, store: Store) -> None:
        for scope in (MONDAY, TUESDAY, BOB):
            name = scope.session or "bob"
            turns = [said(f"hiking {name} {at}", scope, minute(at), f"{name}-{at}") for at in (0, 10)]
            await store.write([add(scope, *turns, learn_at=minute(0))])
        counts = await expire(store, ALICE, minute(10))
        assert (counts["turns"], counts["vectors"]) == (2, 2)
        assert await left(store) == {"monday-10", "tuesday-10", "bob-0", "bob-10"}
        assert "hiking monday 0" not in await words_found(store, "hiking", TRAVEL)
        assert await expire(store, ALICE, minute(10)) == {}
        await expire(store, MONDAY, minute(11))
        assert await left(store) == {"tuesday-10", "bob-0", "bob-10"}
        await expire(store, TRAVEL, minute(100))
        assert await left(store) == set()
        assert await store.pending() == 0

    async def test_only_the_kinds_of_the_rule_expire(self, store: Store) -> None:
        await store.write([add(MONDAY, said("I love hiking", MONDAY, minute(0), "t"))])
        for kind in ("semantic", "profile"):
            made = replace(memory(f"{kind} hiking", ALICE, id=kind, kind=kind), created_at=minute(0))
            await store.write([put(made)])
        await expire(store, ALICE, minute(10), "profile")
        assert await left(store) == {"t", "semantic"}
        await expire(store, ALICE, minute(10), "turn")
        assert await left(store) == {"semantic"}

    async def test_a_memory_is_as_old_as_the_newest_turn_that_it_rests_on(self, store: Store) -> None:
        turns = [said("I love hiking", MONDAY, minute(0), "old"), said("hiking again", MONDAY, minute(20), "new")]
        await store.write([add(MONDAY, *turns)])
        both = memory("enjoys hiking", ALICE, ("old", "hiking"), ("new", "again"), id="both")
        await store.write([put(replace(both, created_at=minute(0)))])
        one = memory("loves hiking", ALICE, ("old", "love hiking"), id="one")
        await store.write([put(replace(one, created_at=minute(0)))])
        await expire(store, ALICE, minute(10), "episodic")
        assert await left(store) == {"old", "new", "both"}
        await expire(store, ALICE, minute(10), "turn")
        assert await left(store) == {"new", "both"}
        await expire(store, ALICE, minute(30), "turn")  # and with the last turn, what rests on it
        assert await left(store) == set()

    async def test_a_receipt_is_kept_of_what_has_expired(self, store: Store) -> None:
        await store.write([keep(ALICE, 30)])
        assert await store.receipts(ALICE) == []
        for number in range(3):
            await store.write([add(MONDAY, said("hiking", MONDAY, minute(0), f"t{number}"))])
            (gone,) = await store.write([Expire(ALICE, {"turn": minute(10)}, minute(100 + number))])
            assert gone == 1
        receipts = await store.receipts(ALICE)
        assert [receipt.erased_at for receipt in receipts] == [minute(102), minute(101), minute(100)]
        newest = receipts[0]
        assert newest.counts["turns"] == 1
        assert newest.digest == digest_of(["t2"], newest.counts, newest.erased_at)
        assert newest.scope == ALICE
        assert len(await store.receipts(ALICE, limit=2)) == 2
        assert await store.receipts(MONDAY) == await store.receipts(TRAVEL) == []
        assert await store.retention(ALICE) == Retention(*[30] * 5)  # it outlives what it erases

    async def test_a_rule_goes_when_everything_is_forgotten_and_its_receipts_stay(self, store: Store) -> None:
        await store.write([keep(TRAVEL, 90), keep(ALICE, 30), keep(MONDAY, 10), keep(BOB, 5)])
        await store.write([add(MONDAY, said("hiking", MONDAY, minute(0), "t"))])
        await expire(store, ALICE, minute(10))
        await erase(store, ALICE, before=minute(10))
        assert len(await store.retentions(ALICE)) == 2
        await erase(store, ALICE)
        assert set(dict(await store.retentions(None))) == {TRAVEL, BOB}
        assert len(await store.receipts(ALICE)) == 1

    async def test_a_rule_reaches_many_people_some_at_a_time(self, store: Store) -> None:
        people = [replace(BOB, user=f"user-{number}") for number in range(250)]
        changes = [add(who, said("hiking", who, minute(0), "t"), embed=False) for who in people]
        for start in range(0, 250, 50):
            await store.write(changes[start : start + 50])
        gone: list[int] = []
        while not gone or gone[-1]:
            gone += await store.write([Expire(TRAVEL, {"turn": minute(10)}, NOW)])
        assert sum(gone) == 250
        assert len(gone) > 2
        assert (await store.status()).owners == 0
        assert sum(receipt.counts["turns"] for receipt in await store.receipts(TRAVEL)) == 250

    async def test_a_rule_is_there_after_reopening(self, store: Store, open_store: OpenStore) -> None:
        if not store.capabilities.durable:
            return
        await store.write([keep(ALICE, 30), add(MONDAY, said("hiking", MONDAY, minute(0), "t"))])
        await expire(store, ALICE, minute(10))
        again = await open_store()
        try:
            assert dict(await again.retentions(None)) == {ALICE: Retention(*[30] * 5)}
            assert await again.receipts(ALICE) == await store.receipts(ALICE) != []
        finally:
            await again.close()

    async def test_a_rejection_stays_as_long_as_the_words_that_it_is_about(self, store: Store) -> None:
        await store.write([add(MONDAY, said("I live in Leeds, and I ski", MONDAY, minute(0), "t"))])
        evidence = ("t", "I live in Leeds")
        for id, state, maker in (
            ("rejected", "unsupported", BY_HAND),
            ("superseded", "superseded", "a model"),
            ("corrected", "unsupported", "a model"),
            ("guess", "unsupported", "a model"),
            ("held", "current", "a model"),
        ):
            made = replace(memory("Lives in Leeds", ALICE, evidence, id=id), state=state, maker=maker)
            await store.write([put(replace(made, created_at=minute(0)))])
        correction = replace(memory("Lives in York", ALICE, id="by hand"), maker=BY_HAND, supersedes=("corrected",))
        await store.write([put(replace(correction, created_at=minute(5_000)))])
        stated = replace(memory("Rejected without words", ALICE, id="stated"), state="unsupported", maker=BY_HAND)
        await store.write([put(replace(stated, created_at=minute(0)))])
        await expire(store, ALICE, minute(10), "episodic")
        assert await left(store) == {"t", "rejected", "superseded", "corrected", "by hand"}
        await expire(store, ALICE, minute(10), "turn")
        assert await left(store) == {"by hand"}
