"""Slots are data: general ones ship, and an application adds its own without changing anybody else's."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import BaseModel

from ricordo import Ricordo, Scope, Slot, Turn, count_days, count_people
from ricordo.language.slots import GENERAL_SLOTS
from ricordo.learn.profiles import find_slots
from ricordo.testing import HashEmbedder

ALICE = Scope(user="alice")


class Dinner(BaseModel):
    guests: Annotated[int | None, Slot("travellers", parse=count_people)] = None
    seen: Annotated[list[str], Slot("visited")] = []


@pytest.mark.parametrize(
    ("field", "name"),
    [("BudgetRange", "budget"), ("budget_range", "budget"), ("home city", "home"), ("shoe-size", "shoe_size")],
)
def test_a_field_stands_for_the_slot_that_it_is_named_after(field: str, name: str) -> None:
    assert GENERAL_SLOTS.name_of(field) == name


def test_an_annotated_field_adds_a_slot_for_its_profile_only() -> None:
    slots = find_slots([Dinner])
    assert slots.name_of("guests") == "travellers"
    assert GENERAL_SLOTS.name_of("guests") == "guests"


def test_a_general_slot_keeps_its_meaning() -> None:
    visited = find_slots([Dinner]).find("seen")
    assert visited is not None
    assert visited.name == "visited"
    assert visited.many


@pytest.mark.parametrize(("text", "days"), [("two weeks", 14), ("14", 14), ("a week or two", None), ("soon", None)])
def test_days_are_counted(text: str, days: float | None) -> None:
    assert count_days(text) == days


async def test_two_memories_do_not_share_the_slots_of_their_profiles() -> None:
    async def guests(profiles: list[type[BaseModel]]) -> int | None:
        async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline", profiles=profiles) as memory:
            await memory.set_profile(Dinner, {"guests": "my wife and I"}, scope=ALICE)
            await memory.remember([Turn("user", "I like tea")], scope=ALICE)
            return (await memory.profile(Dinner, scope=ALICE)).value.guests

    assert await guests([Dinner]) == 2
    assert await guests([]) == 2  # the model that is asked for is enough
