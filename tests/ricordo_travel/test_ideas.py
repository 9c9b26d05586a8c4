"""Ideas where to go: what is wanted of a place, which places meet it, and comparisons of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_travel.dialogue.aims import find_flying_time, wants_cheap, wants_near, wants_sea
from ricordo_travel.dialogue.climate import describe_climate, find_degrees, has_warmth
from ricordo_travel.dialogue.comparison import compare, find_compared
from ricordo_travel.dialogue.context import find_open_questions
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.questions import ASK_DAY, ASK_OFFER, ASK_ORIGIN, TAKE_NEAREST
from ricordo_travel.dialogue.route import find_route
from ricordo_travel.dialogue.suggestions import TripPreferences, suggest_places
from ricordo_travel.dialogue.unserved import offer_nearest
from ricordo_travel.places import Place, all_places, find_place


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("somewhere in europe, maximum 3-4 hours flying", 4),
        ("we won't fly more than two hours", 2),
        ("a place that isn't over a 5 hour flight", 5),
        ("only what we reach by car in 4 hours", None),
        ("i have 31 hours off", None),
        ("a quiet place", None),
    ],
)
def test_the_longest_flight_is_read(text: str, hours: int | None) -> None:
    minutes = find_flying_time(text)
    assert (minutes and minutes // 60) == hours


def test_what_a_place_shall_be_like_is_read() -> None:
    assert wants_cheap("not too expensive please")
    assert not wants_cheap("money is no object")
    assert wants_near("that is too far")
    assert not wants_near("near the beach")
    assert wants_sea("somewhere by the sea")


def test_every_place_has_a_climate() -> None:
    for place in all_places():
        assert all(-5 <= find_degrees(place, month) <= 40 for month in range(1, 13))
    assert "Oslo is cold in January" in describe_climate(find_place("Oslo"), 1)
    assert "31 °C in" in describe_climate(find_place("Tokyo"))


@settings(deadline=None)
@given(
    month=st.integers(1, 12),
    max_minutes=st.integers(60, 900),
    home=st.sampled_from(all_places()),
    is_by_sea=st.booleans(),
)
def test_suggestions_meet_the_wishes_that_they_do_not_name_as_missed(
    month: int, max_minutes: int, home: Place, *, is_by_sea: bool
) -> None:
    wanted = TripPreferences((), warm_in=month, max_minutes=max_minutes, home=home, is_by_sea=is_by_sea)
    found = suggest_places(wanted)
    assert found.best
    for each in found.best:
        assert each.place != home
        assert has_warmth(each.place, "warm", month) or any("warm" in missed for missed in found.missed)
        assert each.minutes <= max_minutes or any("hours" in missed for missed in found.missed)
        is_by_water = bool({"coast", "beaches", "islands", "diving"} & set(each.place.activities))
        assert is_by_water or not is_by_sea or "by the sea" in found.missed


def test_the_cheapest_come_first_if_cheap_is_asked_for() -> None:
    found = suggest_places(TripPreferences(("nightlife",), home=find_place("Berlin"), people=4, is_cheap=True))
    costs = [each.cost for each in found.best]
    assert costs == sorted(costs)
    assert found.best[0].place.name == "Barcelona"


def test_suggested_places_are_compared_with_their_figures() -> None:
    places = [find_place(name) for name in ("Lisbon", "Bali", "Oslo")]
    wanted = TripPreferences((), home=find_place("London"))
    assert compare("which of these is the warmest", places, wanted, 3).startswith("The warmest in March is Bali (31")
    assert "to Oslo (" in compare("which one is the nearest", places, wanted, 3)
    assert "I do not know" in compare("which is the least crowded", places, wanted, 3)
    assert find_compared("what's cheaper, rome or athens", ()) == [find_place("Rome"), find_place("Athens")]
    assert find_compared("not more than 600 for the two of us", places) == []


def test_each_place_that_is_not_served_is_named_and_no_end_is_its_own_nearest() -> None:
    route = find_route("flights from warsaw to madrid or seville", is_flight=True)
    assert [(each.name, is_origin) for each, is_origin in route.unserved] == [
        ("Warsaw", True), ("Madrid", False), ("Seville", False),
    ]  # fmt: skip
    (amsterdam,) = find_mentions("amsterdam")
    reply = offer_nearest([amsterdam], [], (None, find_place("London")))
    match = TAKE_NEAREST.search(reply)
    assert match
    assert match["origin"] == "Paris"


def test_open_questions_are_asked_again() -> None:
    assert find_open_questions(f"Two flights. {ASK_OFFER}") == [ASK_OFFER]
    assert find_open_questions(f"Gladly. {ASK_ORIGIN} {ASK_DAY}") == [ASK_ORIGIN, ASK_DAY]
    assert find_open_questions("Goodbye!") == []
