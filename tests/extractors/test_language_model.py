"""Bad answers of a model: nothing is lost or falsified, errors hold no content, costs are counted."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from agent_framework import UsageDetails
from ricordo import Ricordo
from ricordo.extractors.language_model import ModelExtractor
from ricordo.extractors.language_model.answers import AnswerSchema, parse_answer
from ricordo.extractors.language_model.prompts import EXTRACT_HASH
from ricordo.language.slots import Slot, count_people
from ricordo.learn.caps import Caps
from ricordo.learn.worker import MAX_ATTEMPTS
from ricordo.ports.extractor import CostlyError, Exchange
from ricordo.testing import HashEmbedder
from ricordo.testing.samples import turn
from ricordo.values import Memory
from tests.learn.scripted_client import (
    ALICE,
    PERSON,
    ScriptedAnswer,
    ScriptedClient,
    make_answer,
    make_memory,
    user_turn,
)

TEA = make_memory("Likes tea", "I like tea")
GOOD = make_answer(TEA)
SAID = "I like tea"


class Clock:
    """A clock that only moves when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class SlowClient(ScriptedClient):
    """A client that limits its calls by itself."""

    call_timeout = 0.05


@asynccontextmanager
async def open_memory(client: ScriptedClient, **more: Any) -> AsyncGenerator[Ricordo]:
    options: dict[str, Any] = {"embedder": HashEmbedder(), "extractor": ModelExtractor(client), **more}
    async with Ricordo.open("memory://", chat_client=client, learning="inline", **options) as memory:
        yield memory


async def load_memories(memory: Ricordo) -> list[Memory]:
    return [item async for item in memory.memories(scope=PERSON, state=None)]


@pytest.mark.parametrize(
    "answer",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Sure! Here is what I found [1]:\n\n{GOOD}\n\nLet me know if you need more {{details}}.",
        json.dumps([TEA]),
        json.dumps({"result": {"memories": [TEA], "profile": []}}),
        json.dumps({"memories": TEA}),
        json.dumps({"memories": [TEA, {"content": 5}, "noise", None, {"content": ""}]}),
        json.dumps({"memories": [{**TEA, "kind": "PREFERENCE", "turn": "turn 0", "explicit": None, "ended": "false"}]}),
        json.dumps({"memories": [{**TEA, "turn": 7}]}),
        json.dumps({"memories": [{"content": "Likes tea", "quote": "i like TEA."}]}),
        f"{{{{{{ [x] {{}} {GOOD}",
        GOOD + GOOD,
    ],
)
async def test_an_answer_that_can_be_understood_is(answer: str) -> None:
    client = ScriptedClient([answer])
    async with open_memory(client) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        (item,) = await load_memories(memory)
        assert (item.content, item.state) == ("Likes tea", "current")
        assert item.evidence[0].quote == SAID
        assert item.maker == f"model/1 ScriptedClient prompt:{EXTRACT_HASH}"
        assert len(client.calls) == 1


@pytest.mark.parametrize(
    "answer",
    [
        "I found nothing of interest.",
        GOOD[: len(GOOD) // 2],
        "",
        "[1] {} [[2]]",
        json.dumps({"memories": [{"content": 5}, {"text": "Likes tea"}]}),
        json.dumps({"answer": "Likes tea"}),
        "[" * 100_000,
        "何も見つかりませんでした。",
        'null {"memories"',
    ],
)
async def test_an_answer_that_cannot_be_understood_is_repaired_once(answer: str) -> None:
    client = ScriptedClient([answer, GOOD])
    async with open_memory(client) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        assert [item.content for item in await load_memories(memory)] == ["Likes tea"]
        assert len(client.calls) == 2
        assert "JSON" in client.calls[1][-1].text
        assert await memory.jobs() == []
        assert (await memory.usage(scope=PERSON)).calls == 2


@pytest.mark.parametrize("answer", ['{"memories": []}', "[]", '{"memories": null}', 'Nothing. {"memories": []}'])
async def test_nothing_is_an_answer(answer: str) -> None:
    client = ScriptedClient([answer])
    async with open_memory(client) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        assert await load_memories(memory) == []
        assert await memory.jobs() == []
        assert len(client.calls) == 1


@pytest.mark.parametrize(
    ("answers", "reason", "calls"),
    [
        (["SECRET prose", "SECRET prose"], "not the requested JSON", 2),
        ([RuntimeError("SECRET in the message")], "RuntimeError", 1),
        (["SECRET prose", ValueError("SECRET")], "ValueError", 2),
        ([None], "no answer within 0.05 seconds", 1),
    ],
)
async def test_a_failing_model_loses_nothing_and_is_tried_again(
    answers: list[ScriptedAnswer], reason: str, calls: int, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    client = ScriptedClient(answers)
    async with open_memory(client, clock=clock) as memory:
        patient = memory._learner
        memory._learner = memory._worker.learner = replace(patient, timeout=0.05 if answers == [None] else 60)
        with caplog.at_level(logging.DEBUG):
            ids = await memory.remember([user_turn(SAID)], scope=ALICE)
        (job,) = await memory.jobs(scope=PERSON)
        assert reason in (job.error or "")
        assert job.turns == tuple(ids)
        assert not job.failed
        assert job.due > clock.now
        assert "SECRET" not in (job.error or "") + caplog.text
        assert "tea" not in (job.error or "") + caplog.text
        assert await load_memories(memory) == []
        usage = await memory.usage(scope=PERSON)
        assert usage.calls == calls
        assert usage.input_tokens > 0
        assert usage.days == {"2026-03-01": (usage.calls, usage.input_tokens, usage.output_tokens)}
        client.answers = [GOOD]
        memory._learner = memory._worker.learner = patient
        clock.now += timedelta(hours=2)
        async for _ in memory.maintenance.learn():
            pass
        assert [item.content for item in await load_memories(memory)] == ["Likes tea"]
        assert await memory.jobs() == []


async def test_a_client_says_how_long_its_calls_may_take() -> None:
    client = SlowClient([None])
    async with open_memory(client) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        (job,) = await memory.jobs(scope=PERSON)
        assert "no answer within 0.05 seconds" in (job.error or "")


async def test_a_model_that_never_works_sets_the_job_aside_with_its_reason() -> None:
    clock = Clock()
    client = ScriptedClient(["prose"])
    async with open_memory(client, clock=clock) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        for _ in range(MAX_ATTEMPTS):
            clock.now += timedelta(hours=5)
            async for _ in memory.maintenance.learn():
                pass
        (job,) = await memory.jobs()
        assert job.failed
        assert "not the requested JSON" in (job.error or "")
        assert (await memory.usage(scope=PERSON)).calls == 2 * MAX_ATTEMPTS
        assert len(await memory.turns(scope=ALICE)) == 1
        client.answers = [GOOD]
        assert await memory.retry() == 1
        async for _ in memory.maintenance.learn():
            pass
        assert [item.content for item in await load_memories(memory)] == ["Likes tea"]


async def test_of_fifty_memories_from_a_short_turn_eight_are_kept() -> None:
    fruits = [f"fruit{letter}{second}" for letter in "abcdefghij" for second in "abcde"]
    said = "I like " + ", ".join(fruits[:10])
    client = ScriptedClient([make_answer(*(make_memory(f"Likes {fruit}", fruit) for fruit in fruits))])
    async with open_memory(client) as memory:
        await memory.remember([user_turn(said)], scope=ALICE)
        assert len(await load_memories(memory)) == 8


async def test_a_long_message_with_eighteen_facts_gives_eighteen_memories() -> None:
    towns = [f"Town{first}{second}" for first in "abcdef" for second in "xyz"]
    said = "I have been to many places. " + " ".join(f"I lived in {town} for a while." for town in towns)
    found = [make_memory(f"Lived in {town} for a while", f"I lived in {town} for a while") for town in towns]
    async with open_memory(ScriptedClient([make_answer(*found)])) as memory:
        await memory.remember([user_turn(said)], scope=ALICE)
        memories = await load_memories(memory)
        assert len(memories) == 18
        assert {item.state for item in memories} == {"current"}


async def test_how_many_are_kept_can_be_chosen() -> None:
    client = ScriptedClient([make_answer(make_memory("Likes tea", "tea"), make_memory("Likes figs", "figs"))])
    exchange = Exchange((turn("I like tea and figs", ALICE, id="t"),))
    assert len((await ModelExtractor(client, max_memories=1).extract(exchange)).candidates) == 1
    with pytest.raises(ValueError, match="max_memories"):
        ModelExtractor(client, max_memories=0)


async def test_another_language_than_the_persons_is_kept_apart() -> None:
    client = ScriptedClient([make_answer(make_memory("Mag Wanderungen in der Natur", "I like tea"))])
    async with open_memory(client) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        assert [item.state for item in await load_memories(memory)] == ["unsupported"]


async def test_text_that_cannot_be_kept_spoils_only_itself() -> None:
    bad = [{**TEA, "content": "Likes \0 tea"}, {**TEA, "content": "Likes \ud800"}, {**TEA, "content": "x" * 5_000}]
    odd = [{**TEA, "quote": "\0"}, {**TEA, "content": "Likes teas", "quote": " "}]
    client = ScriptedClient([json.dumps({"memories": [*bad, *odd, TEA]})])
    async with open_memory(client) as memory:
        await memory.remember([user_turn(" " * 300 + SAID)], scope=ALICE)
        assert await memory.jobs() == []
        assert "Likes tea" in {item.content for item in await load_memories(memory) if item.state == "current"}


class Trip(BaseModel):
    number_of_travelers: Annotated[int | None, Slot("travellers", parse=count_people)] = None
    budget_range: str | None = None
    interests: list[str] = []


async def test_fields_are_understood_however_they_are_spelled() -> None:
    said = "My wife and I love hiking and beaches, we have about $2,000"
    fields = [
        {"field": "NumberOfTravelers", "value": 2, "turn": 0, "quote": "My wife and I"},
        {"field": "budget", "value": "about $2,000", "turn": 0, "quote": "about $2,000"},
        {"field": "interests", "value": ["hiking", "beaches", None, ""], "turn": 0, "quote": "love hiking and beaches"},
        {"field": "nonsense", "value": "x", "turn": 0, "quote": "love"},
        {"field": "budget_range", "value": None},
        {"field": "interests", "value": "not specified", "turn": 0, "quote": "love"},
    ]
    async with open_memory(ScriptedClient([make_answer(*fields)]), profiles=[Trip]) as memory:
        await memory.remember([user_turn(said)], scope=ALICE)
        profile = await memory.profile(Trip, scope=ALICE)
        assert profile.value == Trip(
            number_of_travelers=2, budget_range="about $2,000", interests=["hiking", "beaches"]
        )
        assert {item.state for item in await load_memories(memory)} == {"current"}


async def test_objects_that_come_as_text_are_objects() -> None:
    class Past(BaseModel):
        destination: str
        rating: str | None = None

    class Traveller(BaseModel):
        past_trips: list[Past] = []

    value = json.dumps([{"destination": "Hobart", "rating": "amazing"}])
    fields = [{"field": "past_trips", "value": value, "turn": 0, "quote": "Hobart was amazing"}]
    async with open_memory(ScriptedClient([make_answer(*fields)]), profiles=[Traveller]) as memory:
        await memory.remember([user_turn("Hobart was amazing")], scope=ALICE)
        assert (await memory.profile(Traveller, scope=ALICE)).value == Traveller(
            past_trips=[Past(destination="Hobart", rating="amazing")]
        )


async def test_a_wrong_number_of_a_turn_is_forgiven_for_the_persons_words_only() -> None:
    exchange = Exchange((turn("I like tea", ALICE, id="a"), turn("I like figs", ALICE, id="b")))
    client = ScriptedClient(
        [make_answer(make_memory("Likes figs", "i like figs!", 0), make_memory("Likes plums", "I like plums", 1))]
    )
    candidates = (await ModelExtractor(client).extract(exchange)).candidates
    assert [candidate.evidence[0].turn_id for candidate in candidates] == ["b", "b"]


@pytest.mark.parametrize(("who", "subjects"), [("Ich", [None]), ("the user", [None]), ("The assistant", [])])
async def test_the_person_is_understood_and_the_assistant_is_nobody(who: str, subjects: list[str | None]) -> None:
    extractor = ModelExtractor(ScriptedClient([make_answer(make_memory("Likes tea", SAID, 0, who=who))]))
    extraction = await extractor.extract(Exchange((turn(SAID, ALICE),)))
    assert [candidate.subject for candidate in extraction.candidates] == subjects


async def test_a_new_value_of_a_slot_replaces_the_old_one_even_if_the_model_does_not_say_so() -> None:
    answers: list[ScriptedAnswer] = [
        make_answer(make_memory("Lives in Lisbon", "I live in Lisbon", field="home", value="Lisbon")),
        make_answer(make_memory("Now lives in Porto", "I live in Porto", 1, field="home", value="Porto")),
        make_answer(make_memory("Adores the sea", "I adore the sea", 2)),
    ]
    async with open_memory(ScriptedClient(answers)) as memory:
        for text in ("I live in Lisbon.", "I live in Porto.", "I adore the sea."):
            await memory.remember([user_turn(text)], scope=ALICE)
        states = {item.content: item.state for item in await load_memories(memory)}
        assert states == {"Lives in Lisbon": "superseded", "Now lives in Porto": "current", "Adores the sea": "current"}


@pytest.mark.parametrize(
    ("operation", "content", "states"),
    [
        ("replace", "Has a dog called Rex", {"Has a cat called Miso": "superseded", "Has a dog called Rex": "current"}),
        ("end", "Miso the cat died", {"Has a cat called Miso": "superseded", "Miso the cat died": "current"}),
        ("same", "Has a cat called Miso", {"Has a cat called Miso": "current"}),
        ("same", "Has a cat called Otto", {"Has a cat called Miso": "current", "Has a cat called Otto": "current"}),
        ("add", "Has a dog called Rex", {"Has a cat called Miso": "current", "Has a dog called Rex": "current"}),
    ],
)
async def test_the_operations_of_the_model_are_followed(operation: str, content: str, states: dict[str, str]) -> None:
    later = make_memory(content, content, 1, op=operation, ids=["k1"])
    client = ScriptedClient(
        [make_answer(make_memory("Has a cat called Miso", "a cat called Miso")), make_answer(later)]
    )
    async with open_memory(client) as memory:
        await memory.remember([user_turn("I have a cat called Miso")], scope=ALICE)
        await memory.remember([user_turn(f"You know, {content}.")], scope=ALICE)
        assert {item.content: item.state for item in await load_memories(memory)} == states


async def test_an_object_takes_the_place_of_another_one() -> None:
    class Past(BaseModel):
        destination: str
        rating: str | None = None

    class Traveller(BaseModel):
        past_trips: list[Past] = []

    first = make_memory(
        "Hobart was dull", "Hobart was dull", field="past_trips", value={"destination": "Hobart", "rating": "dull"}
    )
    later = make_memory(
        "Hobart was great",
        "Hobart was great",
        1,
        field="past_trips",
        value={"destination": "Hobart", "rating": "great"},
    )
    client = ScriptedClient([make_answer(first), make_answer({**later, "op": "replace", "ids": ["k1"]})])
    async with open_memory(client, profiles=[Traveller]) as memory:
        await memory.remember([user_turn("Hobart was dull")], scope=ALICE)
        await memory.remember([user_turn("No, Hobart was great")], scope=ALICE)
        profile = await memory.profile(Traveller, scope=ALICE)
        assert profile.value.past_trips == [Past(destination="Hobart", rating="great")]


async def test_what_is_known_of_one_subject_is_not_replaced_by_what_is_said_of_another() -> None:
    first = make_memory(
        "Wife Anna is allergic to penicillin", "my wife Anna is allergic to penicillin", who="wife Anna"
    )
    later = make_memory("Brother Max is allergic to nuts", "my brother Max is allergic to nuts", 1, who="brother Max")
    client = ScriptedClient([make_answer(first), make_answer({**later, "op": "replace", "ids": ["k1"]})])
    async with open_memory(client) as memory:
        await memory.remember([user_turn("my wife Anna is allergic to penicillin")], scope=ALICE)
        await memory.remember([user_turn("my brother Max is allergic to nuts")], scope=ALICE)
        found = [(item.subject, item.state) for item in await load_memories(memory)]
        assert sorted(found) == [("brother Max", "current"), ("wife Anna", "current")]


@pytest.mark.parametrize("operation", ["replace", "end"])
async def test_an_unrelated_fact_is_neither_replaced_nor_ended(operation: str) -> None:
    later = make_memory("Likes jazz", "I like jazz", 1, op=operation, ids=["k1"])
    client = ScriptedClient(
        [make_answer(make_memory("Is allergic to penicillin", "allergic to penicillin")), make_answer(later)]
    )
    async with open_memory(client, embedder=None) as memory:
        await memory.remember([user_turn("I am allergic to penicillin")], scope=ALICE)
        await memory.remember([user_turn("By the way, I like jazz.")], scope=ALICE)
        states = {item.content: item.state for item in await load_memories(memory)}
        assert states == {"Is allergic to penicillin": "current", "Likes jazz": "current"}


async def test_a_secret_does_not_reach_the_model() -> None:
    client = ScriptedClient([make_answer()])
    async with open_memory(client) as memory:
        await memory.remember([user_turn("I like tea. My password is hunter2")], scope=ALICE)
        assert "hunter2" not in client.calls[0][1].text
        assert "I like tea" in client.calls[0][1].text


async def test_a_turn_that_shall_not_be_saved_does_not_reach_the_model() -> None:
    client = ScriptedClient([make_answer()])
    async with open_memory(client) as memory:
        await memory.remember([user_turn("please don't save this: I am getting divorced")], scope=ALICE)
        assert client.calls == []
        await memory.remember([user_turn("I like tea")], scope=ALICE)
        assert "divorced" not in client.calls[0][1].text


async def test_the_provider_counts_tokens_if_it_does() -> None:
    client = ScriptedClient([GOOD], usage=UsageDetails(input_token_count=123, output_token_count=45))
    async with open_memory(client) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        usage = await memory.usage(scope=PERSON)
        assert (usage.calls, usage.input_tokens, usage.output_tokens) == (1, 123, 45)


async def test_an_error_after_the_first_call_tells_what_both_cost() -> None:
    client = ScriptedClient(["prose", RuntimeError("no")])
    with pytest.raises(CostlyError) as caught:
        await ModelExtractor(client).extract(Exchange((turn(SAID, ALICE),)))
    assert caught.value.cost.calls == 2
    assert caught.value.cost.output_tokens > 0


async def test_a_failing_summary_does_not_cost_the_memories() -> None:
    client = ScriptedClient([GOOD, RuntimeError("no")])
    async with open_memory(client) as memory:
        await memory.remember([user_turn(SAID), *(user_turn(f"line {number}") for number in range(25))], scope=ALICE)
        assert "Likes tea" in {item.content for item in await load_memories(memory)}
        assert await memory.jobs() == []
        assert (await memory.usage(scope=PERSON)).calls == 2


async def test_past_the_cap_turns_are_kept_and_jobs_wait_visibly_until_the_next_day() -> None:
    clock = Clock()
    client = ScriptedClient(
        [make_answer(make_memory("Likes tea", "tea")), make_answer(make_memory("Likes figs", "figs"))]
    )
    async with open_memory(client, clock=clock, caps=Caps(calls=1)) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        await memory.remember([user_turn("I like figs")], scope=ALICE)
        assert len(await memory.turns(scope=ALICE)) == 2
        assert [item.content for item in await load_memories(memory)] == ["Likes tea"]
        (job,) = await memory.jobs(scope=PERSON)
        assert "cap of 1 calls for a person" in (job.error or "")
        assert not job.failed
        assert job.due == datetime(2026, 3, 2, tzinfo=UTC)
        clock.now = datetime(2026, 3, 2, 0, 1, tzinfo=UTC)
        async for _ in memory.maintenance.learn():
            pass
        assert {item.content for item in await load_memories(memory)} == {"Likes tea", "Likes figs"}
        assert await memory.jobs() == []


@pytest.mark.parametrize("caps", [Caps(tokens=10), Caps(total_tokens=10), Caps(total_calls=0), Caps(calls=0)])
async def test_every_cap_holds(caps: Caps) -> None:
    client = ScriptedClient([GOOD])
    async with open_memory(client, caps=caps) as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        assert client.calls == []
        (job,) = await memory.jobs()
        assert (job.error or "").startswith("waits: the daily cap")


def test_the_form_that_is_asked_for_can_be_promised_by_strict_providers() -> None:
    whole = AnswerSchema.model_json_schema()
    for schema in (whole, *whole["$defs"].values()):
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
        assert all("type" in part for part in schema["properties"].values())
        assert set(schema["required"]) == set(schema["properties"])


@given(st.text(max_size=300) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_parsing_never_fails(text: str) -> None:
    parse_answer(text)
    parse_answer(GOOD[:20] + text)


_entry = st.dictionaries(
    st.sampled_from(["kind", "content", "turn", "quote", "explicit", "ended", "field", "value"]),
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=10)
    | st.lists(st.integers(), max_size=2),
)


@settings(deadline=None)  # the first example may wait for a busy machine
@given(st.lists(_entry | st.none() | st.text(max_size=5), max_size=5))
def test_what_is_parsed_can_be_used(memories: list[Any]) -> None:
    answer = parse_answer(json.dumps({"memories": memories}))
    for item in answer or ():
        assert item.content.strip() or item.field
        assert "\0" not in item.content
