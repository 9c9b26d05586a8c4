"""The ways of a trip: which one a message speaks of, from where, to where and on which day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ricordo_travel.dialogue.trips.reading import follow
from ricordo_travel.dialogue.trips.route import find_route
from ricordo_travel.dialogue.trips.shown import adopt_shown
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.cabins import find_cabins
from ricordo_travel.dialogue.values.dates import parse_dates
from ricordo_travel.dialogue.values.hours import parse_hours_of_ways
from ricordo_travel.dialogue.values.money import is_limit, parse_money
from ricordo_travel.dialogue.values.periods import find_period
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.yes.phrases import read_phrase
from ricordo_travel.places import find_place

END = " at 10:40, 1 passenger in economy, $164 in all"
TODAY = date(2026, 11, 16)
ROUND = "flights from london to rome on 10 december, return on 14 december"


def _read(*messages: str) -> dict[str, Any]:
    trip = follow([("", message) for message in messages], TODAY).trip
    places = {name: place.name if (place := getattr(trip, name)) else None for name in ("origin", "destination")}
    return {**places, "first": trip.first, "last": trip.last, "is_return": trip.is_return, "is_round": trip.is_round}


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (("the flight home from madeira, 3 april",), (None, "Madeira", None, date(2027, 4, 3), True)),
        (("i fly back from madeira to berlin on 3 april",), ("Berlin", "Madeira", None, date(2027, 4, 3), True)),
        ((ROUND, "the way back is from rome to london!"), ("London", "Rome", "first", "last", True)),
        ((ROUND, "rome to london on 15 december please"), ("London", "Rome", "first", date(2026, 12, 15), True)),
        ((ROUND, "i go home to london from rome on the 15th"), ("London", "Rome", "first", date(2026, 12, 15), True)),
        (
            (ROUND, "flight back", "from london to rome on the 11th"),
            ("London", "Rome", date(2026, 12, 11), "last", False),
        ),
        (
            (ROUND, "and from rome to athens on the 12th", "then back to london on the 15th"),
            ("London", "Athens", date(2026, 12, 12), date(2026, 12, 15), True),
        ),
        ((ROUND, "the way back", "is the 15th or 16th cheaper?"), ("London", "Rome", "first", None, True)),
        (("from london to rome, then athens, then back to london",), ("London", "Rome", None, None, False)),
        (("berlin to rome, then from rome to athens",), ("Berlin", "Rome", None, None, False)),
        ((ROUND, "i'd rather go back to lisbon"), ("London", "Lisbon", "first", "last", False)),
        (("back to lisbon from berlin on 5 march",), ("Berlin", "Lisbon", date(2027, 3, 5), None, False)),
        (
            (ROUND, "no, from rome to london on the 10th and back on the 14th"),
            ("Rome", "London", "first", "last", False),
        ),
        ((ROUND, "out from rome on the 10th, home from london on 14"), ("Rome", "London", "first", "last", False)),
        ((ROUND, "from rome, as i said, and back on the 14th"), ("Rome", "London", "first", "last", False)),
        ((ROUND, "no, from rome to london, i live in rome"), ("Rome", "London", "first", "last", False)),
    ],
)
def test_a_message_says_which_way(messages: tuple[str, ...], expected: tuple[Any, ...]) -> None:
    days = {"first": date(2026, 12, 10), "last": date(2026, 12, 14)}
    found = _read(*messages)
    names = ("origin", "destination", "first", "last", "is_return")
    assert tuple(found[name] for name in names) == tuple(
        days.get(value, value) if isinstance(value, str) else value for value in expected
    )


@pytest.mark.parametrize(
    "text",
    [
        "return flight from london to rome, 10 to 14 december",
        "fly to rome on 10 december and back to london on the 14th",
    ],
)
def test_a_return_ticket_goes_both_ways(text: str) -> None:
    found = _read(text)
    assert (found["origin"], found["destination"], found["is_return"]) == ("London", "Rome", False)
    assert found["is_round"]
    assert (found["first"], found["last"]) == (date(2026, 12, 10), date(2026, 12, 14))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("my sister marries on the 12th of december, i fly on the 10th and go back on the 14th", 10, 14),
        ("the wedding is on 12 december. we arrive two days before and leave the day after", 10, 13),
        ("a meeting on 9 december, i come the evening before", 8, None),
    ],
)
def test_the_day_of_an_event_is_not_that_of_the_flight(text: str, first: int, last: int | None) -> None:
    days = parse_dates(text, TODAY)
    assert days.first == date(2026, 12, first)
    assert days.last == (date(2026, 12, last) if last else None)


def test_the_day_of_an_event_alone_says_only_the_month() -> None:
    days = parse_dates("my cousin gets married in dublin on 5 december", TODAY)
    assert (days.first, days.last) == (None, None)
    assert days.month
    assert days.month.month == 12


@pytest.mark.parametrize("text", ["i'm flexible between 24 and 31", "between 18 and 22 january", "around 12 to 15"])
def test_a_range_of_days_is_no_price(text: str) -> None:
    assert parse_money(text) is None


def test_a_range_of_prices_is_one() -> None:
    money = parse_money("between 20 and 30 a night")
    assert money
    assert money.amount == 30


def test_days_between_two_need_no_month() -> None:
    days = find_period("i'm flexible, between the 24th and the 2nd", TODAY, date(2027, 1, 26), None, ())
    assert (days[0], days[-1]) == (date(2027, 1, 24), date(2027, 2, 2))


@pytest.mark.parametrize("text", ["back on the 3rd please", "home the 3rd", "and return on the 2nd"])
def test_a_day_of_the_way_back_is_no_place_in_a_list(text: str) -> None:
    assert read_phrase(text).position is None


def test_the_third_flight_back_is_a_place_in_a_list() -> None:
    assert read_phrase("the 3rd flight back").position == 3


def test_what_is_booked_gives_a_trip_its_days() -> None:
    trip = Trip(kinds=("flight",), destination=find_place("Rome"), days=(date(2026, 12, 9), date(2026, 12, 10)))
    booked = f"Booked. F-DZVEZC9M: flight AB2386 from London to Rome, 10 December 2026{END}"
    back = f"Booked. F-6E4SJA9N: flight AB1995 from Rome to London, 14 December 2026{END}"
    trip = adopt_shown(adopt_shown(trip, booked), back)
    assert (trip.first, trip.last, trip.nights, trip.days) == (date(2026, 12, 10), date(2026, 12, 14), 4, ())
    assert trip.origin == find_place("London")


def test_the_weekend_is_that_of_the_trip() -> None:
    days = parse_dates("a hotel for the weekend", TODAY, date(2026, 12, 4))
    assert (days.first, days.last) == (date(2026, 12, 4), date(2026, 12, 6))
    assert parse_dates("one weekend later", TODAY, date(2026, 12, 4)).shift == 7


def test_the_end_of_a_booked_stay_holds_when_the_flight_there_moves() -> None:
    room = "1 single room, 9 to 12 January 2027 (3 nights), 1 guest, $141 in all"
    booked = f"Booked. H-YDPBNWNN: Cedar Guesthouse Rome, {room}"
    trip = Trip(destination=find_place("Rome"), first=date(2027, 1, 9), last=date(2027, 1, 12), nights=3)
    assert not trip.has_end
    assert adopt_shown(trip, booked).has_end


def test_a_conference_gives_the_days_around_it() -> None:
    days = parse_dates("a conference from 2 to 5 february. i fly a day earlier and return the day after it ends", TODAY)
    assert (days.first, days.last) == (date(2027, 2, 1), date(2027, 2, 6))


def test_a_day_without_a_month_is_before_the_way_back() -> None:
    days = parse_dates("the one on the 26th then. how do i get back on 2 feb", TODAY)
    assert (days.first, days.last) == (date(2027, 1, 26), date(2027, 2, 2))


@pytest.mark.parametrize(
    ("text", "there", "back"),
    [
        ("monday morning back thursday evening", "in the morning", "in the evening"),
        ("out mon am, back thu pm", "in the morning", "in the afternoon"),
        ("8 june am, back 11 june pm", "in the morning", "in the afternoon"),
        ("8 june morning to 11 june evening", "in the morning", "in the evening"),
        ("swap them, morning there and evening back", "in the morning", "in the evening"),
        ("8 june out, 11 june back, both in the morning", "in the morning", "in the morning"),
        ("thursday evening back", None, "in the evening"),
        ("back a week later. i'd rather not leave too early in the morning", "after 10:00", None),
        ("noon or afternoon would be better", "at noon or in the afternoon", None),
        ("morning or evening", "in the morning", None),
        ("nothing too early in july", None, None),
    ],
)
def test_a_time_of_day_belongs_to_its_way(text: str, there: str | None, back: str | None) -> None:
    assert [hours and hours.words for hours in parse_hours_of_ways(normalise(text))] == [there, back]


@pytest.mark.parametrize(
    ("text", "is_turned", "hours"),
    [
        ("other way round. evening out, morning back", False, ["in the evening", "in the morning"]),
        ("swap the times", False, ["in the evening", "in the morning"]),
        ("other way round", True, [None, None]),
    ],
)
def test_times_are_swapped_and_the_route_stays(text: str, *, is_turned: bool, hours: list[str | None]) -> None:
    asked = "flights from london to rome, 10 december in the morning, back 14 december in the evening"
    trip = follow([("", asked), ("", text)], TODAY).trip
    assert (trip.origin == find_place("Rome")) == is_turned
    assert is_turned or [each and each.words for each in trip.hours] == hours


@pytest.mark.parametrize(
    ("text", "there", "back"),
    [
        ("on monday i would rather leave in the afternoon", None, "in the afternoon"),
        ("thursday evening and monday morning", "in the evening", "in the morning"),
        ("the meeting on friday is in the morning, so thursday in the afternoon", "in the afternoon", None),
    ],
)
def test_a_time_of_day_belongs_to_the_way_of_its_day(text: str, there: str | None, back: str | None) -> None:
    trip = follow([("", ROUND), ("", text)], TODAY).trip
    assert [hours and hours.words for hours in trip.hours] == [there, back]


@pytest.mark.parametrize(
    "text",
    [
        "warm please, we are in new york",
        "we live in new york, want sun",
        "i'd like to treat my parents to a week by the sea, they don't like heat and they're in new york",
        "i want to get out of new york for a weekend",
    ],
)
def test_who_is_somewhere_does_not_go_there(text: str) -> None:
    assert find_route(text).destination is None


def test_where_one_is_counts_beside_a_stay_elsewhere() -> None:
    found = _read("a conference in singapore 6 to 9 december, i'm in sydney, flights and a hotel under 3000 return")
    assert (found["origin"], found["destination"]) == ("Sydney", "Singapore")
    assert find_route("we're in sydney and need a hotel").destination == find_place("Sydney")
    assert find_route("which flight to madeira, i would need to get to berlin first").origin == find_place("Berlin")


def test_place_that_was_misunderstood_leaves_what_was_wanted() -> None:
    trip = follow([("", ROUND), ("", "i meant porto, not rome, and a hotel too")], TODAY).trip
    assert (trip.destination, set(trip.kinds), trip.is_round) == (find_place("Porto"), {"flight", "hotel"}, True)


def test_refused_change_leaves_the_days() -> None:
    asked = "Shall I change this booking?"
    messages = [("", ROUND), ("", "fly back on the 15th"), (asked, "no leave it. a hotel for those days")]
    assert follow(messages, TODAY).trip.last == date(2026, 12, 14)


@pytest.mark.parametrize(
    ("text", "cabins"),
    [
        ("economy for the way back please", (None, "economy")),
        ("business there, economy back", ("business", "economy")),
        ("in business, but the way back in economy", ("business", "economy")),
        ("flights to rome on 3 july, back on 10 july in business", ("business", "business")),
        ("a business trip to rome and back", (None, None)),
    ],
)
def test_a_cabin_belongs_to_its_way(text: str, cabins: tuple[str | None, str | None]) -> None:
    assert find_cabins(text) == cabins


def test_what_something_comes_to_is_no_limit() -> None:
    assert not is_limit("so that's about 1,723 with the early flight back")
    assert not is_limit("that's over 3000 together")
    assert is_limit("about 1,700 for the flights")


def test_place_that_is_said_once_more_keeps_its_part() -> None:
    assert _read("we are in new york", "i said nyc")["origin"] == "New York"
    assert _read("a trip to new york", "no, we live in new york")["destination"] is None
