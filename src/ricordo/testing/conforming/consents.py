"""Consent: asked before anything is stored, and kept when everything else is forgotten."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from ricordo.ports.changes import AddUsage, SetConsent
from ricordo.ports.store import Store
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance, neighbours_found, words_found
from ricordo.testing.samples import add, erase, minute, turn
from ricordo.values import Consent, ConsentError, Scope


class ConsentConformance(Conformance):
    async def test_everything_is_allowed_until_somebody_says_no(self, store: Store) -> None:
        assert await store.consent(ALICE) == Consent(capture=True, learning=True, sharing=True)
        assert await store.consents(ALICE) == []

    async def test_the_strictest_of_all_that_covers_a_scope_holds(self, store: Store) -> None:
        await store.write([SetConsent(ALICE, learning=False), SetConsent(MONDAY, capture=False)])
        assert await store.consent(MONDAY) == Consent(capture=False, learning=False)
        assert await store.consent(TUESDAY) == Consent(learning=False)
        assert await store.consent(BOB) == Consent()
        assert await store.consent(Scope(application="travel")) == Consent()
        assert dict(await store.consents(ALICE)) == {
            ALICE: Consent(learning=False),
            MONDAY: Consent(capture=False),
        }
        await store.write([SetConsent(MONDAY, capture=True)])
        assert await store.consent(MONDAY) == Consent(learning=False)

    async def test_what_a_change_of_consent_does_not_name_stays_as_it_is(self, store: Store) -> None:
        assert await store.write([SetConsent(ALICE, capture=False)]) == [1]
        assert await store.write([SetConsent(ALICE, learning=False)]) == [1]
        assert dict(await store.consents(ALICE)) == {ALICE: Consent(capture=False, learning=False)}
        assert await store.write([SetConsent(ALICE, learning=False), SetConsent(ALICE)]) == [0, 0]
        assert await store.write([SetConsent(ALICE, capture=True, learning=True)]) == [1]
        assert await store.consent(ALICE) == Consent()

    async def test_two_who_set_different_things_at_once_both_succeed(self, store: Store) -> None:
        for _ in range(10):
            await store.write([SetConsent(ALICE, capture=True, learning=True, sharing=True)])
            changes = (SetConsent(ALICE, capture=False), SetConsent(ALICE, learning=False))
            await asyncio.gather(*(store.write([change]) for change in changes))
            assert await store.consent(ALICE) == Consent(capture=False, learning=False)

    async def test_a_no_whose_name_is_gone_is_not_undone_by_the_way(self, store: Store) -> None:
        await store.write([SetConsent(ALICE, capture=False)])
        await erase(store, ALICE)
        assert await store.write([SetConsent(ALICE, learning=False)]) == [1]
        assert await store.consent(ALICE) == Consent(capture=False, learning=False)
        assert dict(await store.consents(ALICE)) == {ALICE: Consent(capture=False, learning=False)}

    async def test_nothing_is_stored_where_capture_is_off(self, store: Store) -> None:
        await store.write([SetConsent(MONDAY, capture=False)])
        with pytest.raises(ConsentError):
            await store.write([add(MONDAY, "off the record")])
        assert await store.turns(ALICE) == []
        await store.write([add(TUESDAY, "on the record")])
        assert len(await store.turns(ALICE)) == 1

    async def test_no_job_is_made_where_learning_is_off(self, store: Store) -> None:
        await store.write([SetConsent(ALICE, learning=False)])
        await store.write([add(MONDAY, "hiking", learn_at=minute(0)), add(BOB, "hiking", learn_at=minute(0))])
        assert await store.pending(ALICE) == 0
        assert await store.pending(BOB) == 1

    async def test_without_sharing_an_agent_keeps_what_it_was_told_to_itself(self, store: Store) -> None:
        guide = Scope(application="travel", agent="guide", user="alice")
        banker = Scope(application="travel", agent="banker", user="alice")
        await store.write([add(guide, "hiking guide"), add(banker, "hiking banker"), add(ALICE, "hiking anyone")])
        assert len(await words_found(store, "hiking", ALICE)) == 3
        await store.write([SetConsent(banker, sharing=False)])
        assert sorted(await words_found(store, "hiking", ALICE)) == ["hiking anyone", "hiking guide"]
        assert sorted(await words_found(store, "hiking", Scope(user="alice"))) == ["hiking anyone", "hiking guide"]
        assert await words_found(store, "hiking", banker) == ["hiking banker"]
        await store.write([SetConsent(ALICE, sharing=False)])
        assert await words_found(store, "hiking", ALICE) == ["hiking anyone"]
        assert len(await store.turns(ALICE)) == 3  # the person sees all of it

    async def test_without_sharing_for_one_session_an_agent_keeps_that_one_to_itself(self, store: Store) -> None:
        banker = Scope(application="travel", agent="banker", user="alice")
        secret, open_ = replace(banker, session="secret"), replace(banker, session="open")
        await store.write([add(secret, "hiking secretly"), add(open_, "hiking openly"), add(banker, "hiking")])
        await store.write([SetConsent(secret, sharing=False)])
        for wider in (ALICE, Scope(user="alice"), Scope(application="travel")):
            assert sorted(await words_found(store, "hiking", wider)) == ["hiking", "hiking openly"]
            assert sorted(await neighbours_found(store, "hiking", wider)) == ["hiking", "hiking openly"]
        assert await words_found(store, "hiking", Scope(session="secret")) == []
        assert len(await words_found(store, "hiking", banker)) == 3
        assert await words_found(store, "hiking", secret) == ["hiking secretly"]
        await erase(store, secret)
        await store.write([add(secret, "hiking again")])  # the name is forgotten, the no is not
        assert sorted(await words_found(store, "hiking", ALICE)) == ["hiking", "hiking openly"]
        await store.write([SetConsent(Scope(session="open"), sharing=False)])
        assert await words_found(store, "hiking", ALICE) == ["hiking"]

    async def test_a_no_outlives_the_name_that_said_it(self, store: Store) -> None:
        await store.write([add(MONDAY, "hiking"), SetConsent(ALICE, capture=False)])
        await erase(store, ALICE)
        assert await store.consents(ALICE) == []
        assert await store.consent(MONDAY) == Consent(capture=False)
        with pytest.raises(ConsentError):
            await store.write([add(MONDAY, "hiking")])
        await store.write([SetConsent(ALICE, capture=True)])
        assert dict(await store.consents(ALICE)) == {ALICE: Consent()}

    async def test_the_name_goes_with_the_last_thing_that_is_known_of_somebody(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("hiking", MONDAY, id="1"), turn("sailing", MONDAY, id="2"))])
        await store.write([SetConsent(ALICE, learning=False), SetConsent(Scope(application="travel"), sharing=True)])
        await erase(store, ALICE, ids=["1"])
        assert len(await store.consents(ALICE)) == 1
        await erase(store, ALICE, ids=["2"])
        assert await store.consents(ALICE) == []
        assert await store.consent(ALICE) == Consent(learning=False)
        assert len(await store.consents(Scope(application="travel"))) == 1

    async def test_the_cost_of_learning_is_summed_by_scope_and_day(self, store: Store) -> None:
        await store.write([AddUsage(MONDAY, "2026-01-01", 1, 100, 10), AddUsage(TUESDAY, "2026-01-01", 1, 50, 5)])
        await store.write([AddUsage(MONDAY, "2026-01-02", 2, 7, 8), AddUsage(BOB, "2026-01-02", 1, 1, 1)])
        usage = await store.usage(ALICE)
        assert (usage.calls, usage.input_tokens, usage.output_tokens) == (4, 157, 23)
        assert dict(usage.days) == {"2026-01-01": (2, 150, 15), "2026-01-02": (2, 7, 8)}
        assert (await store.usage(Scope(application="travel"))).calls == 5
        assert (await store.usage(Scope(user="eve"))).calls == 0
        assert (await store.usage(Scope(session="monday"))).calls == 0

    async def test_the_cost_of_learning_outlives_the_person(self, store: Store) -> None:
        await store.write([add(MONDAY, "hiking"), AddUsage(MONDAY, "2026-01-01", 1, 100, 10)])
        await erase(store, ALICE)
        assert (await store.usage(ALICE)).calls == 0
        assert (await store.usage(Scope(application="travel"))).calls == 1
