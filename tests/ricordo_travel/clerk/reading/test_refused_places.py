"""Places that a message does not want: nothing there is chosen, added up or asked about any more."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.chosen import settle_picks
from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.refused_places import find_refused_places
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.clerk.conftest import Person

WAITS = (
    "Shall I book these?\n"
    "Compass Guesthouse Athens, 1 family room, 3 to 10 October 2026 (7 nights), 4 guests, $959 in all\n"
    "Compass Lodge Barcelona, 1 family room, 3 to 10 October 2026 (7 nights), 4 guests, $1,512 in all\n"
    "Please say yes or no."
)
ATHENS = "find hotel | place athens | on 3 october | until 10 october | people 4"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("not athens and not crete. book number 3", {"Athens", "Crete"}),
        ("i do not want athens any more", {"Athens"}),
        ("forget the hotels in crete and athens. which are in barcelona?", {"Athens", "Crete"}),
        ("neither athens nor crete", {"Athens", "Crete"}),
        ("not athens, crete please", {"Athens"}),
        ("not crete and athens instead", {"Crete"}),
        ("not crete but athens", {"Crete"}),
        ("why not athens?", set[str]()),
        ("don't forget athens", set[str]()),
        ("no, athens", set[str]()),
        ("it is not far from athens", set[str]()),
    ],
)
def test_refused_places_are_read(text: str, refused: set[str]) -> None:
    assert {place.name for place, _ in find_refused_places(text)} == refused


def test_only_what_is_named_there_is_refused() -> None:
    assert {kind for _, kind in find_refused_places("no flights to athens")} == {"flight"}


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        ("not athens, book the other", "yes a b", "no a ; yes b"),
        ("I do not want Athens any more", "no b", "no a"),
        ("I do not want Athens any more", "cancel b", "no a"),
        ("no, forget Athens", "no", "no"),
        ("no flights to Athens", "yes a", "yes a"),
        ("why not Athens?", "yes a", "yes a"),
    ],
)
def test_what_waits_there_is_refused(text: str, read: str, meant: str) -> None:
    settled = settle_picks([WAITS], text, parse_commands(read))
    assert " ; ".join(" ".join([each.verb, *each.refs]) for each in settled) == meant


async def test_what_waits_in_a_refused_place_is_not_asked_about_again(person: Person) -> None:
    await person.say(ATHENS)
    await person.say("pick 1")
    asked = await person.say("find car | place barcelona", "a car in Barcelona for these days. I do not want Athens")
    assert "Athens" not in asked
    await person.say("yes")
    assert "Compass" not in await person.say("bookings")


@pytest.mark.parametrize("program", ["pick 3 ; yes a", "yes", "yes a"])
async def test_a_yes_books_nothing_in_a_refused_place(person: Person, program: str) -> None:
    await person.say(ATHENS)
    await person.say("pick 1")
    text = "Not Athens and not Crete. The Compass Lodge in Barcelona for the same week, yes please book it all now."
    assert "Booked." not in await person.say(program, text)


async def test_what_waits_in_a_refused_place_is_not_added_up(person: Person) -> None:
    await person.say(ATHENS)
    await person.say("pick 1")
    added = await person.say(
        "find hotel | place barcelona | on same dates ; total", "not Athens. Hotels in Barcelona, and the total?"
    )
    assert "In all" in added or "Barcelona" in added
    assert "Athens" not in added


async def test_a_stay_elsewhere_for_the_same_days_is_not_added_up_with_it(person: Person) -> None:
    await person.say(ATHENS)
    await person.say("pick 1")
    added = await person.say("find hotel | place barcelona | on same dates | name compass ; total")
    assert "Compass Lodge Barcelona" in added
    assert "Athens" not in added


def test_it_takes_linear_time() -> None:
    assert_linear(
        find_refused_places, [("", "not the hotels in ", "athens"), ("not ", "athens and ", ""), ("", "no ", "")]
    )
