"""Actions of a person on the pages: correct, confirm, reject, undo, delete, pause, share, erase."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from ricordo import Scope
from ricordo.ports.changes import AddUsage, FailJob
from tests.server.browsing import SCOPE, Visitor, list_known, say, visit
from tests.server.running import Running, run_service

ALICE = Scope(**SCOPE)


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    async with run_service(tmp_path, learning="inline") as service:
        yield service


@pytest_asyncio.fixture
async def alice(service: Running) -> AsyncGenerator[Visitor]:
    await say(service, "My budget is $2,000. I love hiking.", "I live in Lisbon.", "I live in Oslo now.")
    await say(service, "I think my budget is maybe $3,000", session="s2")
    await say(service, "I work as a nurse.", session="s3", agent="guide")
    async with visit(service) as visitor:
        await visitor.choose_person("alice")
        yield visitor


async def export_all(service: Running) -> list[dict[str, object]]:
    return [row async for row in service.service.memory.export(scope=ALICE)]


async def test_a_correction_keeps_what_was_said_before(alice: Visitor, service: Running) -> None:
    id = (await list_known(service))["Budget is $2,000"]
    await alice.get("/me/memory", id=id)
    page = await alice.send("/me/memory/correct", id=id, content="Budget is $2,500")
    assert "Corrected." in page
    assert "You wrote it here yourself" in page
    assert "Budget is $2,000" in page, "in its history"
    assert (await list_known(service))["Budget is $2,500"] == id
    (memory,) = [item async for item in service.service.memory.memories(scope=ALICE) if item.id == id]
    assert memory.value == "$2,500", "the field has the value, not the sentence"


@pytest.mark.parametrize("verb", ["correct", "reject", "confirm"])
async def test_a_word_can_be_undone_and_then_everything_is_as_it_was(
    alice: Visitor, service: Running, verb: str
) -> None:
    content, state = ("Budget is maybe $3,000", "disputed") if verb == "confirm" else ("Lives in Oslo", "current")
    id = (await list_known(service, state=state))[content]
    before = await export_all(service)
    await alice.get("/me/memory", id=id)
    await alice.send(f"/me/memory/{verb}", id=id, content="Lives in Bergen")
    assert await export_all(service) != before
    page = await alice.send("/me/undo", undo=alice.undo)
    assert "Undone" in page
    assert sorted(map(str, await export_all(service))) == sorted(map(str, before))
    assert not [fault for fault in await service.service.memory.maintenance.check() if fault]


async def test_what_a_person_confirms_replaces_what_it_contradicts(alice: Visitor, service: Running) -> None:
    page = await alice.get("/me")
    assert "Waiting for your word" in page
    assert "Until now: " in page
    id = (await list_known(service, state="disputed"))["Budget is maybe $3,000"]
    page = await alice.send("/me/memory/confirm", id=id, back="overview")
    assert "Confirmed." in page
    assert "Waiting for your word" not in page
    assert "Budget is maybe $3,000" in await list_known(service)


async def test_a_rejected_memory_is_not_recalled_and_gives_back_what_it_replaced(
    alice: Visitor, service: Running
) -> None:
    id = (await list_known(service))["Lives in Oslo"]
    await alice.get("/me/memory", id=id)
    assert "Rejected" in await alice.send("/me/memory/reject", id=id)
    assert "Lives in Lisbon" in await list_known(service)
    assert "Lives in Oslo" in await list_known(service, state="unsupported")


async def test_undoing_ends_with_the_minute(alice: Visitor, service: Running) -> None:
    id = (await list_known(service))["Lives in Oslo"]
    await alice.get("/me/memory", id=id)
    await alice.send("/me/memory/reject", id=id)
    undo, clock = alice.undo, service.service.clock
    later = clock() + 61
    service.service.clock = lambda: later
    page = await alice.send("/me/undo", undo=undo)
    assert alice.status == 422
    assert "for a minute only" in page
    assert "Lives in Oslo" not in await list_known(service)


async def test_a_word_on_what_was_changed_since_cannot_be_undone(alice: Visitor, service: Running) -> None:
    id = (await list_known(service))["Lives in Oslo"]
    await alice.get("/me/memory", id=id)
    await alice.send("/me/memory/correct", id=id, content="Lives in Bergen")
    undo = alice.undo
    await alice.send("/me/memory/correct", id=id, content="Lives in Tromsø")
    page = await alice.send("/me/undo", undo=undo)
    assert alice.status == 409
    assert "has changed since" in page
    assert "Lives in Tromsø" in await list_known(service)
    await alice.get("/me/control")
    await alice.send("/me/undo", undo="0" * 64 + '{"verb":"reject"}')
    assert alice.status == 422


async def test_deleting_asks_first_and_shows_its_receipt(alice: Visitor, service: Running) -> None:
    id = (await list_known(service))["Loves hiking"]
    page = await alice.get("/me/memory", id=id)
    assert "Delete for good" not in page
    page = await alice.get("/me/memory", id=id, ask="forget")
    assert "It cannot be undone" in page
    page = await alice.send("/me/forget", id=id)
    assert "Digest (SHA-256)" in page
    assert ">Memories</th><td>1<" in page
    assert "Undo" not in page
    assert "Loves hiking" not in await list_known(service)
    await alice.get("/me/memory", id=id)
    assert alice.status == 404


async def test_a_deleted_turn_takes_along_what_rests_on_it(alice: Visitor, service: Running) -> None:
    turns = await service.service.memory.turns(scope=Scope(**SCOPE, session="s1"), limit=100)
    (said,) = [turn for turn in turns if "hiking" in turn.text]
    assert "Loves hiking" in await list_known(service)
    await alice.get("/me/conversation", id="s1")
    page = await alice.send("/me/forget", id=said.id)
    assert ">Turns</th><td>1<" in page
    assert "Loves hiking" not in await list_known(service)


async def test_erasing_everything_needs_the_word_and_shows_the_receipt(alice: Visitor, service: Running) -> None:
    await say(service, "I love sailing.", user="bob")
    await alice.get("/me/control")
    page = await alice.send("/me/erase", sure="yes")
    assert alice.status == 422
    assert "Nothing was erased" in page
    await alice.get("/me/control")
    told: list[Scope] = []

    async def note(scope: Scope) -> None:
        told.append(scope)

    service.service.settings = replace(service.service.settings, on_erase=note)
    page = await alice.send("/me/erase", sure="Erase ")
    assert "<h1>Everything is erased</h1>" in page
    assert [scope.user for scope in told] == ["alice"]
    assert ">Turns</th><td>10<" in page
    assert await export_all(service) == []
    assert "Nothing is known yet" in await alice.get("/me")
    assert "Loves sailing" in await list_known(service, user="bob")


async def test_pausing_keeps_nothing_until_it_is_resumed(alice: Visitor, service: Running) -> None:
    await alice.get("/me/control")
    page = await alice.send("/me/consent", switch="capture", to="off")
    assert "Paused: nothing you say is kept" in page
    assert 'aria-checked="false" aria-label="Keep what I say"' in page
    assert not (await service.service.memory.consent(scope=ALICE)).capture
    await alice.send("/me/consent", switch="capture", to="on")
    assert (await service.service.memory.consent(scope=ALICE)).capture
    await alice.send("/me/consent", switch="learning", to="off")
    assert not (await service.service.memory.consent(scope=ALICE)).learning
    assert "Learning is off" in await alice.get("/me")


async def test_one_conversation_goes_off_the_record(alice: Visitor, service: Running) -> None:
    await alice.get("/me/conversation", id="s1")
    page = await alice.send("/me/consent", switch="capture", to="off", conversation="s1")
    assert "Off the record" in page
    assert not (await service.service.memory.consent(scope=Scope(**SCOPE, session="s1"))).capture
    assert (await service.service.memory.consent(scope=Scope(**SCOPE, session="s2"))).capture
    assert "off the record" in await alice.get("/me/conversations")
    await alice.get("/me/conversation", id="s1")
    await alice.send("/me/consent", switch="capture", to="on", conversation="s1")
    assert (await service.service.memory.consent(scope=Scope(**SCOPE, session="s1"))).capture


async def test_what_an_agent_was_told_can_be_kept_from_the_others(alice: Visitor, service: Running) -> None:
    page = await alice.get("/me/control")
    assert "What each agent may share" in page
    assert 'aria-label="guide"' in page
    await alice.send("/me/consent", switch="sharing", to="off", agent="guide")
    assert not (await service.service.memory.consent(scope=Scope(**SCOPE, agent="guide"))).sharing
    assert (await service.service.memory.consent(scope=ALICE)).sharing
    await alice.send("/me/consent", switch="nonsense", to="off")
    assert alice.status == 422


async def test_failures_are_listed_with_their_reason_and_tried_again(tmp_path: Path) -> None:
    async with run_service(tmp_path, learning="queue") as service:
        await say(service, "I love hiking.")
        store = service.service.memory._store
        (job,) = await store.lease(worker="w", now=datetime.now(UTC) + timedelta(minutes=1), seconds=60, limit=1)
        await store.write(
            [FailJob(job, "the model answered nonsense", None), AddUsage(ALICE, "2026-05-01", 2, 300, 40)]
        )
        async with visit(service) as operator:
            page = await operator.get("/operator")
            assert "the model answered nonsense" in page
            assert "2 calls, 300 tokens in, 40 out" in page
            assert "2026-05-01: 340 tokens, 2 calls" in page
            assert "Caps a day: none" in page
            assert "/v1/turns" in page, "latency by route"
            page = await operator.send("/operator/retry")
            assert "1 job has another chance" in page
            assert "the model answered nonsense" not in page or "set aside</td>" not in page
            page = await operator.send("/operator/check")
            assert "The store is sound" in page


async def test_the_words_that_a_memory_rests_on_can_be_deleted_with_it(alice: Visitor, service: Running) -> None:
    id = (await list_known(service))["Loves hiking"]
    page = await alice.get("/me/memory", id=id, ask="forget")
    assert "Also forget the words this rests on" in page
    page = await alice.send("/me/forget", id=id, with_evidence="on")
    assert ">Turns</th><td>1<" in page
    turns = await service.service.memory.turns(scope=Scope(**SCOPE), limit=100)
    assert not any("hiking" in turn.text for turn in turns)


async def test_rejected_words_are_marked_where_they_are_recalled(alice: Visitor, service: Running) -> None:
    id = (await list_known(service))["Loves hiking"]
    assert "is not so" not in await alice.get("/me/why", q="Do I like hiking?")
    await alice.get("/me/memory", id=id)
    await alice.send("/me/memory/reject", id=id)
    assert "is not so" in await alice.get("/me/why", q="Do I like hiking?")
    assert "you said it is not so" in await alice.get("/me/memory", id=id)
