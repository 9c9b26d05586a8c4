"""DateRange as people say them, and what else a message says about a trip."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_travel.dialogue.replies.questions import ASK_BUDGET, ASK_ORIGIN
from ricordo_travel.dialogue.trips.reading import follow
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.dates import DateRange, parse_dates
from ricordo_travel.dialogue.values.geography import find_nearest
from ricordo_travel.dialogue.values.holidays import find_easter, find_weekend
from ricordo_travel.dialogue.values.hours import parse_hours
from ricordo_travel.dialogue.values.money import Money, parse_money
from ricordo_travel.dialogue.values.numbers import drop_ratings
from ricordo_travel.dialogue.values.text import normalise

MONDAY = date(2026, 11, 16)


def read(*messages: str, reply: str = "") -> Trip:
    return follow([(reply, message) for message in messages], MONDAY).trip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 12 June", DateRange(date(2027, 6, 12))),
        ("on June 12th, 2027", DateRange(date(2027, 6, 12))),
        ("from 3 to 7 May", DateRange(date(2027, 5, 3), date(2027, 5, 7), 4)),
        ("12-15 December", DateRange(date(2026, 12, 12), date(2026, 12, 15), 3)),
        ("2026-12-30 until 2027-01-02", DateRange(date(2026, 12, 30), date(2027, 1, 2), 3)),
        ("next Friday for three nights", DateRange(date(2026, 11, 20), date(2026, 11, 23), 3)),
        ("on Monday", DateRange(date(2026, 11, 23))),
        ("tomorrow, for a week", DateRange(date(2026, 11, 17), date(2026, 11, 24), 7)),
        ("in 2 weeks", DateRange(date(2026, 11, 30))),
        ("this weekend", DateRange(date(2026, 11, 20), date(2026, 11, 22), 2)),
        ("next week", DateRange(date(2026, 11, 23))),
        ("for two nights", DateRange(nights=2)),
        ("thursday week", DateRange(date(2026, 11, 26))),
        ("friday next week", DateRange(date(2026, 11, 27))),
        ("the weekend of 5 December", DateRange(date(2026, 12, 4), date(2026, 12, 6), 2)),
        ("out on 3 March, back on the 9th", DateRange(date(2027, 3, 3), date(2027, 3, 9), 6)),
        (
            "her birthday is on 15 April, we arrive on the 13th for five nights",
            DateRange(date(2027, 4, 13), date(2027, 4, 18), 5),
        ),
        ("in the Easter holidays, 27 March to 3 April", DateRange(date(2027, 3, 27), date(2027, 4, 3), 7)),
        ("over New Year", DateRange(date(2026, 12, 30), date(2027, 1, 2), 3, is_rough=True)),
        ("Thanksgiving weekend", DateRange(date(2026, 11, 26), date(2026, 11, 29), 3, is_rough=True)),
        ("Whit weekend", DateRange(date(2027, 5, 14), date(2027, 5, 17), 3, is_rough=True)),
        ("May I ask for 31 February?", DateRange()),
        ("I march on", DateRange()),
    ],
)
def test_days_are_read_as_people_say_them(text: str, expected: DateRange) -> None:
    assert parse_dates(text, MONDAY) == expected


@given(st.dates(MONDAY, MONDAY + timedelta(days=360)), st.integers(1, 30))
def test_a_written_stay_is_read_back(first: date, nights: int) -> None:
    last = first + timedelta(days=nights)
    for text in (
        f"{first} to {last}",
        f"from {first.day} {first:%B %Y} for {nights} nights",
        f"{first:%B} {first.day}, {first.year} until {last:%b} {last.day} {last.year}",
    ):
        assert parse_dates(text, MONDAY) == DateRange(first, last, nights)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stay until the 3rd", DateRange(last=date(2026, 12, 3))),
        ("until sunday", DateRange(last=date(2026, 11, 29))),
        ("30 November back", DateRange(last=date(2026, 11, 30))),
        ("add 1 night", DateRange(more=1)),
    ],
)
def test_a_change_of_the_last_day_is_read_from_the_trip_so_far(text: str, expected: DateRange) -> None:
    assert parse_dates(text.lower(), MONDAY, date(2026, 11, 27)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 dec out, 12 back", DateRange(date(2026, 12, 4), date(2026, 12, 12), 8)),
        ("out 4 dec back 12 dec", DateRange(date(2026, 12, 4), date(2026, 12, 12), 8)),
        ("next monday, back wednesday evening", DateRange(date(2026, 11, 23), date(2026, 11, 25), 2)),
        (
            "school is out from 9 january so leave the 9th and return on the 16th",
            DateRange(date(2027, 1, 9), date(2027, 1, 16), 7),
        ),
        ("we fly out on 4 may and come home on the 15th", DateRange(date(2027, 5, 4), date(2027, 5, 15), 11)),
        (
            "there on 12 june, coming home june 18. we do not fly out before 10 in the morning",
            DateRange(date(2027, 6, 12), date(2027, 6, 18), 6),
        ),
        (
            "the plane at 6.35 on 9 january and back 10.15 on the 16th",
            DateRange(date(2027, 1, 9), date(2027, 1, 16), 7),
        ),
        ("arriving two days before 9 may", DateRange(date(2027, 5, 7))),
        ("wednesday not tomorrow", DateRange(date(2026, 11, 18))),
        ("tomorrow is not possible, i fly wednesday", DateRange(date(2026, 11, 18))),
        (
            "our anniversary is on 9 may, arriving a few days before the anniversary",
            DateRange(date(2027, 5, 6), is_rough=True),
        ),
        ("we arrive may 8 and check out may 14", DateRange(date(2027, 5, 8), date(2027, 5, 14), 6)),
    ],
)
def test_each_day_has_a_role(text: str, expected: DateRange) -> None:
    assert parse_dates(text, MONDAY) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("come back on the 3rd, she works on the 4th", DateRange(last=date(2027, 1, 3))),
        ("leave a day earlier", DateRange(shift=-1, more=1)),
        ("fly home a day later", DateRange(more=1)),
        ("a week later", DateRange(shift=7)),
        ("we leave the hotel on the 2nd", DateRange(last=date(2027, 1, 2))),
        ("perhaps we leave on the 27th", DateRange(date(2026, 12, 27))),
        ("the 5th, not the 4th", DateRange(last=date(2027, 1, 5))),
        ("march, not december!", DateRange(date(2027, 3, 28))),
        ("the 15:45 and the 6.50 one", DateRange()),
    ],
)
def test_a_message_changes_one_end_of_the_trip(text: str, expected: DateRange) -> None:
    assert parse_dates(text, MONDAY, date(2026, 12, 28), date(2027, 1, 4)) == expected


@given(st.dates(MONDAY + timedelta(days=1), MONDAY + timedelta(days=300)), st.integers(1, 27))
def test_a_day_without_a_month_ends_the_trip_on_the_first_such_day(first: date, nights: int) -> None:
    last = first + timedelta(days=nights)
    for text in (f"back on the {last.day}th", f"until the {last.day}th", f"the {last.day}th back", f"home {last.day}"):
        assert parse_dates(text, MONDAY, first) == DateRange(last=last)


@given(
    st.integers(0, 23),
    st.integers(0, 59),
    st.sampled_from("{:02}:{:02} at {:02}:{:02}|at {}.{:02}|before {}.{:02}".split("|")),
)
def test_a_clock_time_is_no_day(hour: int, minute: int, form: str) -> None:
    assert parse_dates(form.format(hour, minute, hour, minute), MONDAY, MONDAY) == DateRange()


def test_a_new_beginning_keeps_an_end_that_was_agreed() -> None:
    trip = read("hotel in Cape Town 12 to 17 February", "make it 13 february instead of 12")
    assert (trip.first, trip.last, trip.nights) == (date(2027, 2, 13), date(2027, 2, 17), 4)
    trip = read("hotel in Cape Town from 12 February for 5 nights", "make it 13 february")
    assert (trip.first, trip.last, trip.nights) == (date(2027, 2, 13), date(2027, 2, 18), 5)
    trip = read("hotel in Cape Town 12 to 17 February", "what about 20 march?")
    assert (trip.first, trip.last) == (date(2027, 3, 20), date(2027, 3, 25))


def test_a_stay_begins_where_the_one_before_ended() -> None:
    trip = read("hotel in Tokyo 5-9 dec for 2", "then Kyoto 3 nights")
    assert trip.destination is not None
    assert trip.arrival is not None
    assert (trip.destination.name, trip.arrival.name) == ("Kyoto", "Tokyo")
    assert (trip.first, trip.last) == (date(2026, 12, 9), date(2026, 12, 12))


def test_the_way_back_may_begin_elsewhere() -> None:
    for messages in (
        ["flights San Francisco to Tokyo 4 dec, back from Kyoto 12 dec"],
        ["flight San Francisco to Tokyo 4 dec", "and Kyoto to San Francisco on 12 dec"],
    ):
        trip = read(*messages)
        assert trip.goal is not None
        assert trip.turn is not None
        assert (trip.goal.name, trip.turn.name) == ("Tokyo", "Kyoto")
        assert (trip.first, trip.last) == (date(2026, 12, 4), date(2026, 12, 12))


def test_an_hour_belongs_to_the_way_of_its_clause() -> None:
    trip = read("flights Paris to Rome 12 june, home on the 18th. we will not fly out before 10 in the morning")
    assert [hours and hours.words for hours in trip.hours] == ["after 10:00", None]
    trip = read("flights Paris to Rome 12 june in the evening, back on the 18th in the morning")
    assert [hours and hours.words for hours in trip.hours] == ["in the evening", "in the morning"]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("could you book it for Joanna and me?", 2),
        ("just me this time", 1),
        ("yes, all three", None),
        ("all three of us", 3),
        ("my name is Margaret and I am 70", None),
    ],
)
def test_a_party_is_read(text: str, people: int | None) -> None:
    assert read(text).people == people


def test_a_soft_wish_excludes_nothing() -> None:
    trip = read("a hotel in Rome with breakfast. a pool would be nice but is no must")
    assert (trip.amenities, trip.soft) == (("breakfast",), ("pool",))
    trip = read("a hotel in Rome with a pool, 4 stars", "without pool then, and it doesn't need four stars")
    assert (trip.amenities, trip.soft, trip.stars) == ((), (), None)


@given(st.integers(2025, 2100))
def test_the_weekend_of_a_holiday_has_the_holiday_in_it_or_next_to_it(year: int) -> None:
    easter = find_easter(year)
    assert easter.weekday() == 6
    for day in (easter + timedelta(days=n) for n in range(7)):
        first, nights = find_weekend(day)
        assert 2 <= nights <= 4
        assert first - timedelta(days=2) <= day <= first + timedelta(days=nights)
        assert any((first + timedelta(days=n)).weekday() == 5 for n in range(nights + 1))


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("in the evening", "16:55", "17:00"),
        ("nothing before 10 in the morning", "09:55", "10:00"),
        ("after 6 pm", "17:55", "18:00"),
        ("is there nothing around 8 or 9?", "06:55", "07:00"),
        ("a flight at about 14:30", "13:25", "13:30"),
        ("flights back around 5 or 6 pm", "19:05", "19:00"),
    ],
)
def test_a_time_of_day_is_read(text: str, before: str, after: str) -> None:
    hours = parse_hours(text)
    assert hours is not None
    assert not hours.includes(before)
    assert hours.includes(after)


@pytest.mark.parametrize("text", ["around 10 days in rome", "about 8 people", "a flight around 9 june", "for about 90"])
def test_a_rough_number_is_no_time_of_day(text: str) -> None:
    assert parse_hours(text) is None


def test_a_stay_begins_on_the_day_of_a_meeting_elsewhere() -> None:
    stay = ["hotel in Berlin 10 to 12 May", "the meeting is now in london on 16 May, i need a room for 2 nights"]
    trip = read(*stay)
    assert (trip.first, trip.nights) == (date(2027, 5, 16), 2)
    trip = read("hotel in Rome 3-10 May, her birthday is on the 5th")
    assert trip.first == date(2027, 5, 3)


@pytest.mark.parametrize(
    "text",
    ["a bit further from the beach is ok", "doesn't have to be right at the beach", "not necessarily on the beach"],
)
def test_a_stay_may_be_farther_than_was_wished(text: str) -> None:
    assert read("hotel in Crete 3-10 May near the beach").amenities == ("near the beach",)
    assert read("hotel in Crete 3-10 May near the beach", text).amenities == ()


def test_each_kind_may_have_its_own_days() -> None:
    trip = read("a hotel in Crete 3-10 May and a car from the 5th to the 8th")
    assert (trip.of_kind("hotel").first, trip.of_kind("hotel").nights) == (date(2027, 5, 3), 7)
    assert (trip.of_kind("car").first, trip.of_kind("car").nights) == (date(2027, 5, 5), 3)
    trip = read("a hotel in Crete 3-10 May and a car from the 5th to the 8th", "now the car", "make it one day longer")
    assert (trip.of_kind("hotel").nights, trip.of_kind("car").nights) == (7, 4)


def test_the_trip_turned_round_is_its_way_back() -> None:
    there = "flight from Paris to Rome on 22 December"
    back = read(there, "Rome to Paris on the 28th")
    assert back.is_return
    assert (back.first, back.last) == (date(2026, 12, 22), date(2026, 12, 28))
    both = read("Paris to Rome on 22 December, Rome to Paris on the 28th")
    assert both.is_round
    assert not both.is_return
    home = read("I need the flight home: Rome to Paris, 28 December")
    assert home.origin is not None
    assert (home.origin.name, home.first, home.is_return) == ("Rome", date(2026, 12, 28), False)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    read(text, reply=ASK_BUDGET)


def test_a_message_gives_its_slots() -> None:
    trip = read("Flights from Sydney to Tasmania on 12 January for 2 people in business class")
    assert trip.kinds == ("flight",)
    assert trip.origin is not None
    assert trip.destination is not None
    assert (trip.origin.name, trip.destination.name) == ("Sydney", "Hobart")
    assert (trip.first, trip.people, trip.cabin) == (date(2027, 1, 12), 2, "business")


def test_where_somebody_was_or_lives_is_not_where_they_want_to_go() -> None:
    for text in ("We went to Tasmania and loved it.", "I live in Sydney", "I have been to Rome"):
        assert read(text).destination is None
    trip = read("We went to Tasmania last year. Find a hotel in Rome!")
    assert trip.destination is not None
    assert trip.destination.name == "Rome"


def test_a_bare_place_answers_what_was_asked_and_the_newest_wins() -> None:
    lines = [("", "a flight to Oslo"), (ASK_ORIGIN, "Lisbon, on 3 March"), ("", "rather to Rome")]
    trip = follow(lines, MONDAY).trip
    assert trip.origin is not None
    assert trip.destination is not None
    assert (trip.origin.name, trip.destination.name, trip.first) == ("Lisbon", "Rome", date(2027, 3, 3))


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("just me", 1),
        ("my wife and I", 2),
        ("three of us", 3),
        ("a family of four", 4),
        ("2 nights", None),
        ("for three", 3),
        ("for three nights", None),
        ("me + wife + 2 kids", 4),
        ("me, Tom and the little one", 3),
        ("2 adults and a baby", 3),
        ("with my girlfriend", 2),
        ("me n 3 mates", 4),
    ],
)
def test_people_are_counted(text: str, people: int | None) -> None:
    assert read(text).people == people


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Around $2,000", (2000, None)),
        ("$2000-3000", (3000, None)),
        ("under 200 a night", (200, "night")),
        ("max 100 each per nite", (100, "person")),
        ("80 a night per person", (80, "person")),
        ("100 each i meant, so 500 per night all together", (100, "person")),
        ("we are over 40 lol, up to 90 is ok", (90, None)),
        ("i'm over 60", None),
        ("no more than 500 in total", (500, "total")),
        ("my budget is 2.5k", (2500, "trip")),
        ("about 7 of us", None),
        ("around 10 june", None),
        ("1500", None),
    ],
)
def test_an_amount_is_read_with_what_it_is_for(text: str, expected: tuple[int, str | None] | None) -> None:
    money = parse_money(normalise(text))
    assert (money and (money.amount, money.basis)) == expected
    assert parse_money("1500", is_asked=True) == Money(1500, None, "1500")


def test_a_trip_keeps_its_thread() -> None:
    trip = read("hotell in lisbno 12-15 january for three", "with a pool", "no wait, the 14th", "make it 4 nights")
    assert trip.destination is not None
    assert (trip.destination.name, trip.people, trip.amenities) == ("Lisbon", 3, ("pool",))
    assert (trip.first, trip.last) == (date(2027, 1, 14), date(2027, 1, 18))


def test_a_place_that_is_not_served_is_known_with_the_nearest_one() -> None:
    trip = read("a flight from Munich to Rome")
    ((mention, is_origin),) = trip.unserved
    assert (mention.name, find_nearest(mention)[0].name, is_origin) == ("Munich", "Zurich", True)


def test_a_typing_error_is_mended_and_a_word_is_left_alone() -> None:
    assert normalise("flihgt to barcalona tmrw pls") == "flight to barcelona tomorrow please"
    assert normalise("a room in Rothenburg") == "a room in rothenburg"  # and not in Gothenburg
    assert normalise("a room in gotenburg") == "a room in gothenburg"
    assert normalise("I took a cab to the hostel bar") == "i took a cab to the hostel bar"


def test_easter_is_found_with_and_without_a_year() -> None:
    today = date(2026, 11, 16)
    days = parse_dates("good friday to easter monday", today)
    assert (days.first, days.last) == (date(2027, 3, 26), date(2027, 3, 29))
    assert parse_dates("easter sunday 2028", today).first == date(2028, 4, 16)


def test_to_arrive_later_keeps_the_day_of_departure() -> None:
    days = parse_dates("can we arrive one day later", date(2026, 11, 16), date(2027, 3, 26))
    assert (days.shift, days.more) == (1, -1)


def test_next_week_begins_with_the_next_weekday_of_a_range() -> None:
    monday = date(2026, 11, 16)
    assert parse_dates("next tuesday to thursday", monday).first == date(2026, 11, 24)
    assert parse_dates("tuesday to thursday", monday).first == date(2026, 11, 17)


def test_rating_that_was_shown_is_no_day() -> None:
    shown = "3. Meadow Lodge Porto – rated 8.4, with pool"
    assert "8.4" not in drop_ratings("the one with the pool and 8.4", shown)
    assert "8.4" in drop_ratings("from 8.4 to 12.4", shown)
    assert "8.7" in drop_ratings("8.7 please", shown)
    assert "16.10" not in drop_ratings("16.10 out", "Flight AB2625 from Berlin to Rome, 12 June 2026 at 16:10")
    assert "16.10" in drop_ratings("16.10 out", shown)
    assert "70" not in drop_ratings("make it 70 instead of 86", "1. Flight NL2396, $86 in all")
    assert "3" in drop_ratings("3 nights instead of 2", "1. Flight NL2396, $86 in all")


@pytest.mark.parametrize(
    "text", ["number 2, morning", "number 2 morning", "option 3 back", "she works till 5", "i'm in meetings until 4"]
)
def test_a_number_of_a_list_and_an_hour_are_no_days(text: str) -> None:
    assert parse_dates(text, MONDAY, date(2026, 12, 28), date(2027, 1, 4)) == DateRange()


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("the service is on thursday, so i have to arrive on wednesday at the latest", date(2026, 6, 3), None),
        (
            "the band plays on 20 june, so we need a flight the day before and back on sunday",
            date(2026, 6, 19),
            date(2026, 6, 21),
        ),
        ("keynote on the 24th in the morning, fly the day before", date(2026, 6, 23), None),
        ("my holidays are from 11 july to 23 august, a week please", None, None),
        ("2nd weekend of july", date(2026, 7, 10), date(2026, 7, 12)),
        ("the 2nd week of november", date(2026, 11, 8), date(2026, 11, 15)),
    ],
)
def test_day_of_something_else_is_none_of_the_trip(text: str, first: date | None, last: date | None) -> None:
    days = parse_dates(text, date(2026, 6, 1))
    assert (days.first, days.last) == (first, last)


def test_the_day_before_is_that_of_an_event_that_was_told() -> None:
    days = parse_dates("fly the day before and back on the 25th", date(2026, 6, 1), date(2026, 6, 24), is_begun=False)
    assert (days.first, days.last) == (date(2026, 6, 23), date(2026, 6, 25))


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("from paris on the 14th of july, please, and i'd come back a week later", 7),
        ("to rome on 14 july and back about ten days later", 10),
        ("leave on 14 july, home again two weeks later", 14),
        ("on 14 july, a week later is fine too", None),
    ],
)
def test_the_way_back_is_said_by_the_way_there(text: str, nights: int | None) -> None:
    days = parse_dates(text, date(2026, 6, 1))
    assert (days.first, days.nights) == (date(2026, 7, 14), nights)


@pytest.mark.parametrize("text", ["cooler than 25 degrees, please", "not over 30 °c", "under 25 celsius"])
def test_a_temperature_is_no_amount(text: str) -> None:
    assert parse_money(text) is None
