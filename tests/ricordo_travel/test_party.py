"""Who travels, in which rooms, and for how much: what messages say of it, and for which part of the trip."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.dialogue.trips.reading import follow
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.money import Money, is_share, parse_money
from ricordo_travel.dialogue.values.party import parse_company, parse_party, parse_party_change
from ricordo_travel.dialogue.values.rooms import choose_rooms, describe_wish, find_rooms
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_amenities
from ricordo_travel.reservations import Kind

TODAY = date(2026, 6, 1)


def read(*messages: str) -> Trip:
    return follow([("", message) for message in messages], TODAY).trip


def count(trip: Trip, *kinds: Kind) -> list[int | None]:
    return [trip.of_kind(kind).people for kind in kinds]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("three of us, my husband Karl, my aunt and me", 3),
        ("the two of us again plus my cousin", 3),
        ("six mates on a stag do", 6),
        ("and were 7 girls", 7),
        ("we were in Rome", None),
        ("4 friends and me", 5),
        ("me my husband and 2 kids (5 and 8)", 4),
        ("me priya and dad, a week in july", 3),
        ("me n priya n dad", 3),
        ("just me priya dad and colin", 4),
        ("any ideas for me and my wife, museums?", 2),
        ("find me rome and venice", None),
        ("me in june and back", None),
        ("tell me my options", None),
        ("give me our bookings and the hotel", None),
        ("a twin for mum and me, and my dad a single", 3),
        ("my wife and i in one, the kids in the other", 4),
        ("my husband, me and our daughter (7)", 3),
        ("one for my parents and one for me and my brother", 4),
        ("we are a couple with a baby", 3),
        ("a hotel with a kids club for 3", 3),
        ("for my wife, i need a flight", None),
        ("with 3 friends", None),
        ("flight for 2 on the 20th", 2),
        ("it's our wedding anniversary", 2),
        ("visiting 2 friends", None),
        ("my family, wife and three childs", 5),
        ("a flight just for myself", 1),
        ("no, the flight for both", 2),
        ("that makes us 6", 6),
        ("for 2 adults and our 4 year old twins", 4),
        ("2 adults with our daughter and a 4-year-old", 4),
        ("two adults and two 6 year olds", 4),
        ("we are 2 adults and our twins", 4),
        ("my husband and I with our 4yo twin boys", 4),
        ("just me and my 10 year old", 2),
        ("2 adults, 35 and 40 years old", 2),
        ("they're 5 in july by the way, not 4 any more when we fly", None),
        ("a car big enough for four and two child seats", 4),
        ("there are still four of us, and both twins turn 5", 4),
        ("could you find us one back on the 21st?", None),
        ("get us 2 double rooms", None),
        ("could we have the car for one more day", None),
        ("i'd like to treat my grandparents to a week by the sea", 2),
    ],
)
def test_a_party_is_counted(text: str, people: int | None) -> None:
    assert parse_party(normalise(text)) == people


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("one of us drops out", -1),
        ("two of us can't make it", -2),
        ("my sister is not coming", -1),
        ("plus my sister", 1),
        ("add my daughter to the booking", 1),
        ("can you add him to everything", 1),
        ("my colleague is joining", 1),
        ("not move, add a person", 1),
        ("add a hotel", None),
        ("plus a car", None),
        ("she can't come anymore", -1),
        ("i can't make it on friday", None),
        ("anna needs a seat on both flights as well", 1),
        ("i need a seat", None),
        ("my mom needs a place to stay", None),
    ],
)
def test_a_party_grows_and_shrinks(text: str, change: int | None) -> None:
    assert parse_party_change(normalise(text)) == change


def test_some_of_a_party_are_no_other_one() -> None:
    assert parse_party("my husband and i would rather share", 3) is None
    assert parse_party("my husband and i would rather share") == 2
    assert parse_party("just my husband and i", 3) == 2
    assert parse_party("two of us are in london", 4) is None
    assert parse_party("two of us are in london") == 2


@pytest.mark.parametrize(
    ("text", "known", "people"),
    [
        ("where did you get the 630 a seat from?", 4, None),
        ("is it 114 dollars a ticket?", None, None),
        ("$138 for one person?", 3, None),
        ("how much is a ticket back?", 3, None),
        ("what does a seat cost?", 2, None),
        ("just one ticket for me please", 3, 1),
        ("2 tickets please", 4, 2),
    ],
)
def test_the_price_of_a_seat_is_no_party(text: str, known: int | None, people: int | None) -> None:
    assert parse_party(text, known) == people


def test_a_part_for_one_becomes_one_for_all() -> None:
    before = ("a hotel and flights to Rome for 4 people", "the flight only for me")
    assert count(read(*before), "flight", "hotel") == [1, 4]
    for text in ("for all 4 of us please", "sorry, all of us", "no, for all four"):
        assert count(read(*before, text), "flight", "hotel") == [4, 4], text


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("so about 630 each.", True),
        ("ok thats 632 per person", True),
        ("630 each then", True),
        ("under 630 each", False),
        ("630 each at most", False),
        ("about 200 each", False),
    ],
)
def test_the_share_of_a_sum_is_no_limit(text: str, *, is_told: bool) -> None:
    reply = "Edinburgh: about $2,530 for 3 nights for 4 people with flights from Berlin, food and tickets too."
    money = parse_money(text)
    assert money is not None
    assert is_share(money, text, 4, reply) == is_told
    assert not is_share(Money(2530, "total"), text, 4, reply)


def test_a_part_of_the_trip_has_its_own_party() -> None:
    trip = read("hotel in Rome 3 to 5 july for 2, and flights from London", "the flights are only for me")
    assert count(trip, "hotel", "flight") == [2, 1]
    assert count(read("flights London to Rome 3 july for me, and a hotel for both of us"), "flight", "hotel") == [1, 2]
    assert count(read("flights London to Rome 3 july for 3", "flights and a hotel for 5"), "flight", "hotel") == [5, 5]


def test_a_party_of_its_own_stays_when_another_part_changes() -> None:
    said = ("hotel in Rome 3 to 5 july for 2 and flights from London", "the flight is just for me")
    assert count(read(*said, "the hotel for 3, my aunt comes"), "hotel", "flight") == [3, 1]
    assert count(read(*said, "in Paris instead"), "hotel", "flight") == [2, 1]
    assert count(read(*said, "the flight for all of us"), "hotel", "flight") == [2, 2]


@pytest.mark.parametrize(
    ("text", "rooms"),
    [
        ("two single rooms", (("single", 2),)),
        ("a double and a single", (("double", 1), ("single", 1))),
        ("3 singles please", (("single", 3),)),
        ("one family room", (("family", 1),)),
        ("a room each", ((None, 0),)),
        ("in two rooms", ((None, 2),)),
        ("a double or two singles", ()),
        ("a single night", ()),
        ("one room each", ((None, 0),)),
        ("we are a family of 4", ()),
        ("does she get her own room?", ()),
        ("just 2 family rooms instead of 3 doubles", (("family", 2),)),
        ("no that's 3 doubles! i said 2 rooms of 3", ((None, 2),)),
        ("yes the double", (("double", None),)),
        ("book the family one", (("family", None),)),
        ("a single room each", (("single", None),)),
        ("the family is big", ()),
    ],
)
def test_rooms_are_a_wish(text: str, rooms: object) -> None:
    assert find_rooms(normalise(text)) == rooms


def test_rooms_hold_all_of_a_party() -> None:
    offers = [
        {"room_type": "single", "sleeps": 1, "price_per_night": 50, "rooms_left": 1},
        {"room_type": "double", "sleeps": 2, "price_per_night": 80, "rooms_left": 3},
    ]
    mixed = choose_rooms({"offers": offers}, (("double", 1), ("single", 1)), 3)
    assert [(row["room_type"], row["rooms_needed"], row["guests"]) for row in mixed] == [
        ("double", 1, 2),
        ("single", 1, 1),
    ]
    assert choose_rooms({"offers": offers}, (("double", 1), ("single", 1)), 4) == []
    assert choose_rooms({"offers": offers}, (("single", 2),), 2) == []
    assert choose_rooms({"offers": offers}, ((None, 2),), 3)[0]["rooms_needed"] == 2
    assert describe_wish((("double", 1), ("single", 1))) == "a double and a single room"


def test_a_price_belongs_to_what_it_stands_beside() -> None:
    trip = read("flights London to Rome 3 july under 200 and a hotel, max 90 a night")
    assert [(kind, money.amount) for kind, money in trip.limits] == [("flight", 200), ("hotel", 90)]
    trip = read("hotel in Rome 3 to 5 july, max 90 a night", "price until 120 is ok")
    assert [money.amount for _, money in trip.limits] == [120]
    trip = read("hotel in Rome 3 to 5 july, max 90 a night", "never mind the price")
    assert [money.amount for _, money in trip.limits] == [0]


@pytest.mark.parametrize(
    ("text", "amount"), [("i'm flexible between 24 and 31", None), ("150 max", 150), ("between 80 and 120", 120)]
)
def test_days_are_no_price(text: str, amount: int | None) -> None:
    money = parse_money(normalise(text))
    assert (money and money.amount) == amount


@pytest.mark.parametrize(
    ("text", "amount", "is_rough"),
    [
        ("around 100 a night", 100, True),
        ("it doesn't have to be exactly 100", 100, True),
        ("100 a night", 100, False),
        ("we only have 600", 600, False),
        ("1000 is all i've got", 1000, False),
        ("we've got 1500 to spend", 1500, False),
    ],
)
def test_amounts_are_limits_that_may_be_rough(text: str, amount: int, is_rough: bool) -> None:
    money = parse_money(normalise(text))
    assert money
    assert (money.amount, money.is_rough) == (amount, is_rough)


def test_either_amenity_will_do() -> None:
    assert find_amenities("with breakfast or a kitchen, and a pool")[0] == ("breakfast or kitchen", "pool")


@pytest.mark.parametrize(
    ("text", "amenities"),
    [
        ("i don't like hotels without breakfast", (("breakfast",), ())),
        ("hotels without a pool are no good for us", (("pool",), ())),
        ("i don't mind a hotel without breakfast", ((), ("breakfast",))),
        ("a hotel without a pool", ((), ("pool",))),
        ("what does it work out at per person?", ((), ())),
        ("somewhere we can work out", (("gym",), ())),
    ],
)
def test_what_is_not_to_be_missing_is_wanted(text: str, amenities: tuple[tuple[str, ...], ...]) -> None:
    assert find_amenities(normalise(text)) == amenities


def test_a_party_holds_before_a_sentence_that_begins_with_and() -> None:
    assert read("Flights to Rome on 3 July, 6 of us. And what does it come to?").people == 6


@pytest.mark.parametrize("text", ["from 4 to 3 people", "from four down to 3 people", "from 4 people to 3"])
def test_a_number_of_people_before_another_is_no_day(text: str) -> None:
    assert normalise(f"change the bookings {text}") == "change the bookings to 3 people"


def test_one_room_instead_of_two_is_one() -> None:
    assert find_rooms("and the room, one for 3 instead of 2 rooms") == ((None, 1),)


def test_lesser_wish_for_rooms_is_left_out() -> None:
    assert find_rooms("four single rooms, or at least two doubles") == (("single", 4),)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("my son and daughter from london, the two of them together", 2),
        ("flights for my son and daughter", 2),
        ("a flight for my sister's wedding", None),
        ("me, my wife and our baby on my lap", 2),
        ("two of them are vegan", None),
    ],
)
def test_seats_are_for_those_who_fly(text: str, count: int | None) -> None:
    assert parse_party(text) == count


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("we're looking for a beach vacation with our two kids, 6 and 9", 4),
        ("we want to go to crete with our daughter", 3),
        ("we are travelling with a baby", 3),
        ("i want to go with my two kids", 3),
        ("we go with our kids and my husband", 4),
        ("i'm a single mum, we want to fly with our 2 kids", 3),
    ],
)
def test_who_writes_of_their_children_are_two(text: str, people: int) -> None:
    assert parse_company(normalise(text)) == people


def test_for_how_many_an_offer_is_is_no_party() -> None:
    assert parse_party(normalise("that's for 1 guest isn't it? i need a room for two")) == 2
    assert parse_party(normalise("isn't that only for one?")) is None
    assert parse_party(normalise("it's for one person")) == 1
