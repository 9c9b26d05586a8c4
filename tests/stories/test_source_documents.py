"""The example conversations of the source documents, with the reader and with a model, on a file that is reopened."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from ricordo import Memory, Ricordo, Scope, Turn
from ricordo.language.slots import Slot, count_days, count_people
from tests.stories.story_client import StoryClient

FIRST = Scope(application="travel", user="alice", session="first")
LATER = Scope(application="travel", user="alice", session="later")
ALICE = FIRST.owner()
MONDAY = datetime(2026, 6, 1, 9, tzinfo=UTC)


class PastTrip(BaseModel):
    destination: str | None = None
    rating: str | None = None


class Traveller(BaseModel):
    """The profile of a traveller."""

    travel_style: str | None = None
    budget_range: str | None = None
    interests: list[str] | None = None
    past_destinations: Annotated[list[PastTrip] | None, Slot("visited")] = None
    number_of_travelers: Annotated[int | None, Slot("travellers", parse=count_people)] = Field(
        None, description="number of people travelling together"
    )
    trip_duration: Annotated[str | None, Slot("trip_length", parse=count_days)] = None
    dietary_requirements: str | None = None


class UserInfo(BaseModel):
    user_name: str | None = None
    user_age: int | None = None


BUDGET = "Around $2,000"
HIKING = "I love hiking and coastal walks"
ECONOMY = "I prefer economy cars when renting a car."
NAME, AGE = "My name is Ruaidhrí", "I am 20 years old"
RAISED = "My budget is $3,000 now."
MAYBE = "I think my budget is $5,000, maybe."

CLIENT = StoryClient(
    memories={
        ECONOMY: [{"content": "User prefers economy cars when renting a car", "explicit": True}],
        "I really prefer economy cars when renting a car!": [
            {"content": "User prefers economy cars when renting a car", "explicit": True}
        ],
    },
    fields={
        BUDGET: {"budget_range": "around $2,000"},
        HIKING: {"interests": ["hiking", "coastal walks"]},
        "There are three of us": {"number_of_travelers": "three"},
        "We went to Tasmania last year and loved it": {
            "past_destinations": [{"destination": "Tasmania", "rating": "loved it"}]
        },
        NAME: {"user_name": "Ruaidhrí"},
        AGE: {"user_age": 20},
        RAISED: {"budget_range": "$3,000"},
        MAYBE: {"budget_range": "$5,000"},
        "My budget is $2,000.": {"budget_range": "$2,000"},
    },
)


class Clock:
    def __init__(self) -> None:
        self.now = MONDAY

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(params=["reader", "model"])
def by(request: pytest.FixtureRequest) -> Any:
    return request.param


def open_memory(path: Path, by: str, clock: Clock | None = None) -> AbstractAsyncContextManager[Ricordo]:
    client: Any = CLIENT if by == "model" else None
    return Ricordo.open(
        path / "memory.db",
        chat_client=client,
        learning="inline",
        profiles=[Traveller, UserInfo],
        clock=clock or Clock(),
    )


async def load_memories(memory: Ricordo, state: Any = "current") -> list[Memory]:
    return [found async for found in memory.memories(scope=ALICE, state=state)]


async def test_a_traveller_is_known_in_the_next_conversation(tmp_path: Path, by: str) -> None:
    async with open_memory(tmp_path, by) as memory:
        await memory.remember(
            [
                Turn("user", "Hi! I want to plan a vacation"),
                Turn("assistant", "I'd love to help! What's your budget for this trip?"),
                Turn("user", BUDGET),
                Turn("assistant", "Great! What kind of experiences do you enjoy?"),
                Turn("user", HIKING),
            ],
            scope=FIRST,
        )
    async with open_memory(tmp_path, by) as memory:
        profile = await memory.profile(Traveller, scope=ALICE)
        assert profile.value.budget_range is not None
        assert profile.value.budget_range.lower().removeprefix("around ") == "$2,000"
        assert profile.value.interests == ["hiking", "coastal walks"]
        assert set(profile.known) == {"budget_range", "interests"}
        assert profile.fields["budget_range"].evidence[0].quote == BUDGET
        await memory.remember([Turn("user", "Suggest a vacation for me")], scope=LATER)
        found = await memory.recall("Suggest a vacation for me", scope=ALICE)
        assert any("hiking" in hit.text for hit in found)
        await memory.remember([Turn("user", "There are three of us")], scope=LATER)
        await memory.remember([Turn("user", "We went to Tasmania last year and loved it")], scope=LATER)
        profile = await memory.profile(Traveller, scope=ALICE)
        assert profile.value.number_of_travelers == 3
        rating = "loved it" if by == "model" else None  # the reader marks one value
        assert profile.value.past_destinations == [PastTrip(destination="Tasmania", rating=rating)]


async def test_the_needs_of_one_conversation_are_no_preferences(tmp_path: Path) -> None:
    async with open_memory(tmp_path, "reader") as memory:
        await memory.remember([Turn("user", "I need a hotel in Hobart for next week.")], scope=FIRST)
        assert await load_memories(memory) == []


async def test_name_and_age_are_learned_in_either_order_and_survive(tmp_path: Path, by: str) -> None:
    async with open_memory(tmp_path, by) as memory:
        await memory.remember([Turn("user", "Hello, what is the square root of 9?")], scope=FIRST)
        assert (await memory.profile(UserInfo, scope=ALICE)).missing == ("user_name", "user_age")
        await memory.remember([Turn("user", NAME)], scope=FIRST)
        assert (await memory.profile(UserInfo, scope=ALICE)).missing == ("user_age",)
        await memory.remember([Turn("user", AGE)], scope=FIRST)
    async with open_memory(tmp_path, by) as memory:
        assert (await memory.profile(UserInfo, scope=ALICE)).value == UserInfo(user_name="Ruaidhrí", user_age=20)


async def test_a_preference_is_stored_once_however_often_it_is_said(tmp_path: Path, by: str) -> None:
    async with open_memory(tmp_path, by) as memory:
        for text in (ECONOMY, "I really prefer economy cars when renting a car!", ECONOMY):
            await memory.remember([Turn("user", text)], scope=FIRST)
        (preference,) = await load_memories(memory)
        assert preference.kind == "episodic"
        assert "economy cars" in preference.content
        assert len(preference.evidence) == 3
        found = await memory.recall("rent a car in Oslo", scope=ALICE, kinds=["episodic"])
        assert [hit.text for hit in found] == [preference.content]


async def test_a_changed_budget_supersedes_the_old_one_which_is_still_there_as_of_last_week(
    tmp_path: Path, by: str
) -> None:
    clock = Clock()
    async with open_memory(tmp_path, by, clock) as memory:
        await memory.remember([Turn("user", "My budget is $2,000.")], scope=FIRST)
        clock.now += timedelta(days=7)
        await memory.remember([Turn("user", RAISED)], scope=LATER)
        new, old = (await load_memories(memory)), (await load_memories(memory, "superseded"))
        assert (len(new), len(old)) == (1, 1)
        assert (old[0].superseded_by, new[0].supersedes) == (new[0].id, (old[0].id,))
        assert old[0].valid_until == new[0].valid_from == clock.now
        for as_of, expected in ((None, "3,000"), (MONDAY + timedelta(days=1), "2,000")):
            found = await memory.recall("what is my budget", scope=ALICE, kinds=["profile"], as_of=as_of)
            assert [expected in hit.text for hit in found] == [True]
        assert (await memory.profile(Traveller, scope=ALICE)).value.budget_range == "$3,000"


async def test_a_contradiction_that_is_not_sure_is_asked_back_and_confirmed(tmp_path: Path, by: str) -> None:
    clock = Clock()
    async with open_memory(tmp_path, by, clock) as memory:
        await memory.remember([Turn("user", "My budget is $2,000.")], scope=FIRST)
        clock.now += timedelta(days=1)
        await memory.remember([Turn("user", MAYBE)], scope=FIRST)
        (doubt,) = await load_memories(memory, "disputed")
        assert "5,000" in doubt.content
        field = (await memory.profile(Traveller, scope=ALICE)).fields["budget_range"]
        assert (field.value, field.state) == ("$2,000", "disputed")
        confirmed = (await memory.confirm(doubt.id, scope=ALICE)).memory
        assert confirmed.state == "current"
        field = (await memory.profile(Traveller, scope=ALICE)).fields["budget_range"]
        assert "5,000" in field.value
        assert field.state == "current"
        (old,) = await load_memories(memory, "superseded")
        assert "2,000" in old.content


async def test_what_the_assistant_or_a_tool_said_is_not_the_persons(tmp_path: Path, by: str) -> None:
    async with open_memory(tmp_path, by) as memory:
        await memory.remember(
            [
                Turn("assistant", "I love hiking and coastal walks"),
                Turn("tool", "My budget is $2,000."),
                Turn("system", "My name is Ruaidhrí"),
            ],
            scope=FIRST,
        )
        assert await load_memories(memory) == []


async def test_forgetting_the_turn_withdraws_what_rested_on_it_alone(tmp_path: Path, by: str) -> None:
    async with open_memory(tmp_path, by) as memory:
        (first,) = await memory.remember([Turn("user", "My budget is $2,000.")], scope=FIRST)
        await memory.remember([Turn("user", HIKING)], scope=FIRST)
        receipt = await memory.forget(scope=ALICE, ids=[first])
        assert receipt.counts["memories"] == 1
        profile = await memory.profile(Traveller, scope=ALICE)
        assert set(profile.known) == {"interests"}
