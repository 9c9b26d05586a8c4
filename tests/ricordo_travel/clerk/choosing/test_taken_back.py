"""What a message takes back is not done, and what is booked otherwise than asked is not said to be booked."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.leading_no import leave_out_taken_back
from ricordo_travel.notes.known import write_budget
from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("text", "program", "meant"),
    [
        ("cancel the flight back... sorry no, keep everything", "keep x ; cancel y", "keep"),
        ("please cancel the flight, oh forget it", "cancel y", "keep y"),
        ("move it to the 18th. no wait, don't change anything", "change y | on the 18th", "keep"),
        ("yes cancel it. actually no, leave it", "yes a", "keep ; no a"),
        ("cancel the car but keep the hotel", "cancel y ; keep x", "cancel y ; keep x"),
        ("no, don't cancel it, change it to friday", "change y | on friday", "change y | on friday"),
    ],
)
def test_what_is_taken_back_later_is_not_done(text: str, program: str, meant: str) -> None:
    assert list(leave_out_taken_back(text, parse_commands(program))) == parse_commands(meant)


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
