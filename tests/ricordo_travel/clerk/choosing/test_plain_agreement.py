"""A message that only agrees is a yes to what waits, and one that asks before it agrees leaves it waiting."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.consent import read_consent
from ricordo_travel.clerk.choosing.whole_yes import agrees_in_so_many_words
from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.proposals import Proposal
from tests.ricordo_travel.clerk.conftest import Person
from tests.ricordo_travel.test_answers import FLIGHT, HOTEL, propose

_FLIGHTS = "find flight+return | from London | place Rome | on 12 june | until 16 june | people 2"


def _agree(message: str, program: str, *proposals: Proposal) -> tuple[Proposal, ...]:
    asked = [f"Shall I book this?\n{each.line}\nPlease say yes or no." for each in proposals]
    history = [("user", "those please"), ("assistant", "\n\n".join(asked))]
    answer = read_consent(message, proposals, history=history, read=lambda _seen, _text: parse_commands(program))
    return answer.agreed


@pytest.mark.parametrize(
    "message",
    ["Approved.", "I accept.", "You may proceed.", "That is acceptable.", "I hereby confirm.", "Very well, proceed."],
)
def test_words_that_only_agree_are_a_yes_to_all_that_waits(message: str) -> None:
    waiting = propose(FLIGHT), propose(HOTEL)
    assert _agree(message, "yes", *waiting) == waiting


@pytest.mark.parametrize(
    ("message", "program"),
    [
        ("Confirmed?", "bookings a"),
        ("Please confirm the price.", "yes a"),
        ("Confirmed, but later.", "yes a"),
        ("Confirm it to me first.", "yes a"),
        ("go ahead and show me the hotels", "yes a ; find hotel"),
        ("I agree with my wife", "yes a"),
        ("no deal", "no a"),
    ],
)
def test_words_that_agree_to_something_else_are_no_yes(message: str, program: str) -> None:
    assert _agree(message, program, propose(FLIGHT)) == ()


async def test_a_yes_that_names_each_kind_is_to_all_that_waits(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("pick 1 3")
    await person.say("find hotel | place Rome | on 12 june | nights 4", "and a hotel there for those nights")
    reply = await person.say("pick cheapest", "the cheapest hotel")
    assert reply.count("Flight ") == 2
    reply = await person.say("yes", "yes book the hotel n flight")
    assert reply.count("Booked.") == 3
    assert len(await person.talk.bookings()) == 3


@pytest.mark.parametrize(
    "message",
    ["yes book the hotel and the car", "book the hotel and not the flight", "should i book the hotel and flight?"],
)
def test_a_yes_that_names_other_kinds_is_not_to_all(message: str) -> None:
    waiting = propose(FLIGHT), propose(HOTEL)
    assert _agree(message, "yes", *waiting) != waiting


def test_one_hotel_of_two_is_not_named_by_its_kind() -> None:
    waiting = propose(FLIGHT), propose(HOTEL), propose({**HOTEL, "hotel": "Cedar House Singapore"})
    assert not agrees_in_so_many_words("yes book the hotel and flight", waiting)


async def test_what_is_asked_about_before_a_yes_waits_on(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("pick 1 3")
    reply = await person.say(
        "wait ; ask a | price", "I have not consented to anything yet. State the price before I confirm."
    )
    assert "Still waiting for your yes:" in reply
    assert await person.talk.bookings() == {}
    assert "Booked." in await person.say("yes", "Confirmed.")
