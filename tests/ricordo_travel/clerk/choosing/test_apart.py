"""A plain yes counts, whatever is said of another matter behind it; a proviso about the offers holds it back."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.apart import leave_out_apart
from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.unsold import refuse_unsold
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.clerk.conftest import Person
from tests.ricordo_travel.test_answers import FLIGHT, HOTEL, propose

_DOUBLE = propose({**HOTEL, "guests": 2})
_FORGETS = (
    'Yes, go ahead. And please forget "Still is 8", I have not been eight since the Coronation. And Maisie and I share '
    "a room, it is only with Beryl that I need separate ones."
)


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (_FORGETS, "Yes, go ahead."),
        ("Yes, do book it please. And we should like tickets for a museum, on the Tuesday.", "Yes, do book it please."),
        ("yes please. forget that i am a nurse. how warm is it there?", "yes please. how warm is it there?"),
    ],
)
def test_another_matter_is_left_out_behind_a_yes(message: str, kept: str) -> None:
    assert leave_out_apart(message, [_DOUBLE, propose(FLIGHT)]) == kept


@pytest.mark.parametrize(
    "message",
    [
        "Yes, do book it please. But on the Tuesday.",
        "Yes, but on the 11th.",
        "Yes, book it. And tickets for the museum, otherwise we do not come.",
        "Yes, go ahead. Forget the hotel in Rome.",
        "Yes, go ahead. And forget it.",
        "Yes, go ahead. We need dinner included.",
        "Yes, go ahead. Maisie and I share a room, Beryl needs a single.",
        "No. And please forget that I am a nurse.",
        "Yes, book it. Oh, forget what I said.",
        "Yes. And please forget that I said yes.",
        "Yes, book it. Delete what I wrote.",
        "Yes. I want a taxi, not this.",
    ],
)
def test_what_may_be_about_the_offers_stays(message: str) -> None:
    assert leave_out_apart(message, [_DOUBLE, propose(FLIGHT)]) == message


def test_who_shares_a_room_did_not_agree_to_two() -> None:
    message = "Yes, go ahead. Maisie and I share a room."
    assert leave_out_apart(message, [propose({**HOTEL, "guests": 2, "rooms": 2})]) == message


def test_it_takes_linear_time() -> None:
    assert_linear(
        lambda text: leave_out_apart(text, [_DOUBLE]), [("yes. ", "and please ", "forget"), ('yes. "', "a", "")]
    )


@pytest.mark.parametrize(
    ("message", "program", "verbs"),
    [
        (
            "yes, do book it. and we should like tickets for a museum on the tuesday",
            "yes a ; find hotel | on tuesday | people 2",
            ["yes", "about"],
        ),
        (
            "yes, book it. a hotel in rome, too, and museum tickets",
            "yes a ; find hotel | place rome",
            ["yes", "find", "about"],
        ),
    ],
)
def test_nothing_is_searched_for_that_was_read_from_tickets(message: str, program: str, verbs: list[str]) -> None:
    assert [each.verb for each in refuse_unsold(message, parse_commands(program))] == verbs


async def test_a_yes_beside_museum_tickets_books(person: Person) -> None:
    await person.say("find hotel | place Paris | on 5 april | until 10 april | people 2 | rooms 2 single")
    await person.say("pick 2")
    person.programs["Yes, do book it please."] = "yes a"
    reply = await person.say(
        "yes a ; find hotel | on tuesday | people 2 | with museum view",
        "Yes, do book it please. And we should like tickets for a museum on the Tuesday, for the both of us.",
    )
    assert reply.startswith("Booked. H-")
    assert "Hotels in" not in reply
    assert "museum tickets" in reply


@pytest.mark.parametrize("rest", ["And please remember that we need two rooms.", "we always want separate rooms"])
async def test_a_yes_to_one_room_waits_for_who_needs_two(person: Person, rest: str) -> None:
    await person.say("find hotel | place rome | on 3 october | until 6 october | people 2")
    await person.say("pick 2")
    message = f"Yes, go ahead. {rest}"
    assert "Booked." not in await person.say("yes a ; tell | we need two rooms", message)
