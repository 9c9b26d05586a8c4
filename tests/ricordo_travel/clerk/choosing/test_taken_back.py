"""What a message takes back is not done, and what is booked otherwise than asked is not said to be booked."""

from __future__ import annotations

import pytest

from ricordo_travel.notes.known import write_budget
from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("value", "written"),
    [("Budget is 3,500", "3,500"), ("about $2,000", "about $2,000"), ("$600 a person", "$600 a person")],
)
def test_a_budget_reads_as_a_sentence(value: str, written: str) -> None:
    assert write_budget(value) == written


async def test_a_flight_the_other_way_is_not_booked(person: Person) -> None:
    await person.say("find flight | from London | place Rome | on 12 june | people 2")
    await person.say("pick 1")
    assert "Booked." in await person.say("yes", "yes")
    for asked in (
        "did i book a flight back from rome?",
        "have i a flight from rome to london?",
        "a flight on 14 june?",
    ):
        assert (await person.say("bookings flight rome | booked", asked)).startswith("No, ")
    for asked in ("did i book a flight to rome?", "is my flight from london booked?", "a flight on 12 june?"):
        assert (await person.say("bookings flight rome | booked", asked)).startswith("Yes, ")
