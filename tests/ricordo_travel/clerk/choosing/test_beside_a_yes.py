"""What stands beside a yes or a no: other things to book, a question about rooms, a goodbye, what is not sold."""

from __future__ import annotations

from typing import Any

import pytest

from ricordo_travel.clerk.choosing.whole_yes import says_yes_to_them
from ricordo_travel.clerk.commands import Command, parse_commands
from ricordo_travel.clerk.reading.unsold import refuse_unsold
from tests.ricordo_travel.clerk.conftest import Person

_TRIP = (
    "find flight+return+hotel | from Dublin | place Berlin | on 9 october | until 12 october | people 4 | "
    "rooms 2 double"
)


async def _book_stay(person: Person) -> None:
    await person.say(
        "find hotel | place Berlin | on 9 october | nights 3 | people 4 | rooms 2 double | name Meadow Lodge"
    )
    await person.say("yes a", "yes")
    assert len(await person.talk.bookings()) == 1


async def test_what_is_booked_together_with_the_others_is_booked_with_all_of_them(person: Person) -> None:
    listed = await person.say(_TRIP)
    assert "3. Flight AB2641" in listed
    await person.say("pick 2 7")
    reply = await person.say(
        "pick AB2641 ; yes b", "I mean the 13:05 flight home, and book that one with the other two"
    )
    assert "Shall I book" in reply
    await person.say("yes", "yes please, all three")
    assert len(await person.talk.bookings()) == 3


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        ("i mean the 13:05 flight home, and please book that one together with the other two", True),
        ("book the hotel along with the rest", True),
        ("together with the other two of us we are four", False),
    ],
)
def test_the_other_two_are_all_that_waits(text: str, *, is_whole: bool) -> None:
    assert says_yes_to_them(text) == is_whole


async def test_rooms_of_two_types_are_priced_for_those_who_still_come(person: Person) -> None:
    await _book_stay(person)
    await person.say("change x | people 3")
    reply = await person.say("whatif x | rooms 1 double 1 single", "would one double and one single be cheaper?")
    assert "1 double room" in reply
    assert "1 single room" in reply
    assert "instead of $726" in reply
    assert "already" not in reply
    assert "2 double rooms, 9 to 12 October 2026 (3 nights), 3 guests" not in reply


async def test_who_wants_nothing_more_is_not_asked_what_instead(person: Person) -> None:
    await _book_stay(person)
    await person.say("change x | people 3")
    reply = await person.say("no a", "no, that's all thx")
    assert "nothing more was changed" in reply
    assert "Goodbye" in reply
    assert "instead" not in reply


async def test_what_is_asked_beside_the_place_is_reminded_of_once(person: Person) -> None:
    await person.say(
        "find hotel | place Berlin | on 9 october | nights 3 | people 4 | rooms 2 double | name Meadow Lodge"
    )
    assert "Meadow Lodge Berlin, 2 double rooms" in await person.say("place Berlin | weather")
    assert "Meadow Lodge" not in await person.say("place Berlin | language")


async def test_what_is_booked_just_now_is_not_what_is_kept(person: Person) -> None:
    await _book_stay(person)
    await person.say(
        "find hotel | place Berlin | on 10 october | nights 2 | people 1 | rooms 1 single | name Meadow Lodge"
    )
    reply = await person.say("yes a ; keep y", "yes book it, keep mine")
    assert "Booked." in reply
    assert "the rest stays as it is" in reply


async def test_a_vegetarian_menu_is_no_vegan_one(person: Person) -> None:
    await person.say("find hotel | place Barcelona | on 17 june | nights 4 | people 1 | name Lighthouse Backpackers")
    reply = await person.say("ask a | vegan food", "does it have vegan stuff?")
    assert "has a vegetarian menu. Whether that is vegan I do not know" in reply
    assert "Yes" not in reply.splitlines()[0]


def _read(program: str) -> list[Command]:
    return parse_commands(program)


@pytest.mark.parametrize(
    ("text", "program", "thing"),
    [
        ("great, tickets for a museum? picasso if you have", "place barcelona | museum tickets", "museum tickets"),
        ("can you get me concert tickets", "place barcelona | concerts", "concert tickets"),
        ("two tickets to rome", "find flight | place rome | people 2", None),
    ],
)
def test_tickets_for_no_journey_are_not_sold(text: str, program: str, thing: str | None) -> None:
    said: Any = [each.value("unsold") for each in refuse_unsold(text, _read(program)) if each.verb == "about"]
    assert said == ([thing] if thing else [])


async def test_the_flights_that_were_shown_before_are_booked_too(person: Person) -> None:
    await person.say(_TRIP)
    await person.say("find hotel | name Meadow Lodge")
    reply = await person.say("ask a | wifi ; yes a", "does it have wifi? and book the flights too")
    assert "Meadow Lodge Berlin, 2 double rooms" in reply
    assert "which one do you mean" in reply
    assert reply.count("in economy") == 4
