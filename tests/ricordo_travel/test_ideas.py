"""Ideas where to go: what is wanted of a place, which places meet it, and comparisons of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_travel.dialogue.facts.climate import describe_climate, find_degrees, has_warmth
from ricordo_travel.dialogue.replies.comparison import compare
from ricordo_travel.dialogue.replies.questions import ASK_DAY, ASK_OFFER, ASK_ORIGIN, TAKE_NEAREST
from ricordo_travel.dialogue.replies.suggestions import (
    TripPreferences,
    describe_having,
    find_activities,
    find_having,
    suggest_places,
)
from ricordo_travel.dialogue.replies.unserved import offer_nearest
from ricordo_travel.dialogue.trips.route import find_route
from ricordo_travel.dialogue.values.aims import (
    find_character,
    find_flying_time,
    refuses_sea,
    wants_cheap,
    wants_near,
    wants_no_flight,
    wants_sea,
)
from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.hours import parse_hours
from ricordo_travel.dialogue.yes.context import find_open_questions
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


@pytest.mark.parametrize(
    ("text", "character"),
    [
        ("a quiet city break, not too much walking", ("quiet", "city", "flat")),
        ("i have a bad knee. somewhere flat please", ("flat",)),
        ("my mum can't walk far and we don't like crowds", ("quiet", "flat")),
        ("not a city please", ()),
        ("a quiet hotel in the city centre", ()),
        ("a flat in berlin", ()),
    ],
)
def test_the_character_of_a_place_is_read(text: str, character: tuple[str, ...]) -> None:
    assert find_character(text) == character


def test_places_of_a_character_are_suggested() -> None:
    found = suggest_places(TripPreferences((), character=("quiet", "city", "flat"), home=find_place("dublin")))
    assert found.best[0].place.name == "Perth"
    assert all({"city", "flat"} <= {*each.place.character} - {"busy"} for each in found.best)
    assert not found.missed


def test_what_a_place_shall_be_like_is_read() -> None:
    assert wants_cheap("not too expensive please")
    assert not wants_cheap("money is no object")
    assert wants_near("that is too far")
    assert not wants_near("near the beach")
    assert wants_sea("somewhere by the sea")


@pytest.mark.parametrize(
    ("text", "without"),
    [("can we get there without flying", True), ("we'd rather drive", True), ("my wife hates flying", True),
     ("we don't want to fly", True), ("a flight to rome", False), ("no early flight", False)],
)  # fmt: skip
def test_a_trip_without_a_flight_is_read(text: str, *, without: bool) -> None:
    assert wants_no_flight(text) == without


def test_a_place_that_is_refused_for_what_it_offers_is_no_interest() -> None:
    assert find_activities("the coast but no mountains please") == ("coast",)


@pytest.mark.parametrize(
    ("text", "destination", "origin", "others"),
    [
        ("most likely rome because my aunt lived there", "Rome", None, []),
        ("perhaps rome, but we are also open to florence", "Rome", None, ["Florence"]),
        ("a hotel in porto or lisbon", "Porto", None, ["Lisbon"]),
        ("to athens from leeds, or london if need be", "Athens", "London", ["Leeds"]),
        ("oslo in may? or maybe bergen", "Oslo", None, ["Bergen"]),
        ("we went to rome last year and loved it", None, None, []),
    ],
)
def test_one_of_several_places_is_taken_and_the_others_are_kept(
    text: str, destination: str | None, origin: str | None, others: list[str]
) -> None:
    route = find_route(text)
    assert route.destination == (find_place(destination) if destination else None)
    assert route.origin == (find_place(origin) if origin else None)
    assert [mention.name for mention, _ in route.alternatives] == others


@settings(deadline=None)
@given(home=st.sampled_from(all_places()))
def test_places_without_a_flight_are_not_far(home: Place) -> None:
    start = Mention(0, 0, home.name, (home,))
    found = suggest_places(TripPreferences((), overland=start))
    near = [each for each in all_places() if 40 <= home.kilometres_to(each) <= 1000]
    assert not found.missed if near else found.missed
    assert all(each.place in near for each in found.best) or not near


def test_something_cheaper_costs_less_than_what_was_shown() -> None:
    shown = suggest_places(TripPreferences(())).best
    cost = max(each.cost for each in shown)
    found = suggest_places(TripPreferences((), max_cost=cost))
    assert all(each.cost < cost for each in found.best)
    assert "cheaper" in suggest_places(TripPreferences((), max_cost=1)).missed


def test_a_disliked_time_of_day_is_not_the_one_asked_for() -> None:
    hours = parse_hours("i hate flying in the morning")
    assert hours
    assert not hours.includes("07:00")
    assert hours.includes("15:00")
    assert parse_hours("i hate flying early") == parse_hours("not too early please")
    morning = parse_hours("no, in the morning")
    assert morning
    assert morning.includes("07:00")


def test_every_place_has_a_climate() -> None:
    for place in all_places():
        assert all(-5 <= find_degrees(place, month) <= 42 for month in range(1, 13))
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
        is_by_water = bool({"coast", "beaches", "island hopping", "diving"} & set(each.place.activities))
        assert is_by_water or not is_by_sea or "by the sea" in found.missed


def test_the_cheapest_come_first_if_cheap_is_asked_for() -> None:
    found = suggest_places(TripPreferences(("nightlife",), home=find_place("Berlin"), people=4, is_cheap=True))
    costs = [each.cost for each in found.best]
    assert costs == sorted(costs)
    assert costs[0] < suggest_places(TripPreferences(("nightlife",), home=find_place("Berlin"), people=4)).best[0].cost


def test_each_place_that_is_not_served_is_named_and_no_end_is_its_own_nearest() -> None:
    route = find_route("flights from warsaw to granada or seville", is_flight=True)
    assert [(each.name, is_origin) for each, is_origin in route.unserved] == [
        ("Warsaw", True), ("Granada", False), ("Seville", False),
    ]  # fmt: skip
    (leeds,) = find_mentions("leeds")
    reply = offer_nearest([leeds], [], (None, find_place("Manchester")))
    match = TAKE_NEAREST.search(reply)
    assert match
    assert match["origin"] == "Edinburgh"


def test_open_questions_are_asked_again() -> None:
    assert find_open_questions(f"Two flights. {ASK_OFFER}") == [ASK_OFFER]
    assert find_open_questions(f"Gladly. {ASK_ORIGIN} {ASK_DAY}") == [ASK_ORIGIN, ASK_DAY]
    assert find_open_questions("Goodbye!") == []


def test_no_sea_is_no_wish_for_it() -> None:
    assert not wants_sea("no sea at all please, inland")
    assert refuses_sea("no sea at all please")
    assert wants_sea("not far from the sea")


def test_suggested_places_have_the_pool_that_is_wished() -> None:
    found = suggest_places(TripPreferences((), amenities=("pool",)))
    assert found.best
    assert all(find_having(each.place, ("pool",)) for each in found.best)


def test_hotels_that_have_something_are_named() -> None:
    crete = find_place("Crete")
    assert describe_having([crete], ("pool",)) == (
        "With a pool: Lantern Backpackers Crete and Compass Grand Crete in Crete."
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [("which of the three is the quietest?", "quietest"), ("and the least touristy?", "least touristy")],
)
def test_what_is_not_known_of_places_is_said(text: str, what: str) -> None:
    places = [find_place("Crete"), find_place("Lisbon")]
    assert compare(text, places, TripPreferences(()), 7).startswith(f"I do not know which of them is the {what}.")
