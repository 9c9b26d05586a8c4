"""References to what was shown: every phrase of a message against all that is open."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.dialogue.offers import number_offers
from ricordo_travel.dialogue.phrases import find_phrases, read_phrase
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.state import DialogueState

TODAY = date(2026, 11, 16)
FLIGHTS = """Flights:
1. Flight MR2866 from New York to Rome, 12 June 2027 at 07:55, 2 passengers in economy, $972 in all
2. Flight TW2867 from New York to Rome, 12 June 2027 at 20:55, 2 passengers in economy, $1,114 in all
Flights from Rome to New York on 18 June 2027:
3. Flight TW2006 from Rome to New York, 18 June 2027 at 06:50, 2 passengers in economy, $1,132 in all
4. Flight AB2007 from Rome to New York, 18 June 2027 at 15:45, 2 passengers in economy, $1,160 in all
"""
ROOMS = """Hotels:
5. Meadow Backpackers Rome, 1 double room, 12 to 18 June 2027 (6 nights), 2 guests, $384 in all
6. Station Lodge Rome, 1 double room, 12 to 18 June 2027 (6 nights), 2 guests, $942 in all
7. Compass House Rome, 1 double room, 12 to 18 June 2027 (6 nights), 2 guests, $1,092 in all
Which one shall I book? Say its number, or tell me what to change."""
ALONE = """Hotels:
1. Station Lodge Rome, 1 double room, 12 to 18 June 2027 (6 nights), 2 guests, $942 in all
Which one shall I book? Say its number, or tell me what to change.

Shall I book this?
Flight TW2867 from New York to Rome, 12 June 2027 at 20:55, 2 passengers in economy, $1,114 in all
Please say yes or no.

Shall I book this?
Flight AB2007 from Rome to New York, 18 June 2027 at 15:45, 2 passengers in economy, $1,160 in all
Please say yes or no."""
CODES = {"MR2866": 1, "TW2867": 2, "TW2006": 3, "AB2007": 4, "Meadow": 5, "Station": 6, "Compass": 7}


def after(*replies: str, message: str, act: str | None = "pick") -> DialogueState:
    history = tuple(each for reply in replies for each in (("user", "please"), ("assistant", reply)))
    return DialogueState(TODAY, message, history, act=act)


def pick(message: str, *replies: str) -> list[int]:
    """Return the places in the list of flights and rooms of what a message picks."""
    offers = find_picks(after(*(replies or (FLIGHTS + ROOMS,)), message=message)).offers
    return sorted(number for offer in offers for name, number in CODES.items() if name in offer.title)


@pytest.mark.parametrize(
    ("message", "numbers"),
    [
        ("2, 4 and compass house", [2, 4, 7]),
        ("flights 1 and 3 plus the backpackers", [1, 3, 5]),
        ("1+4", [1, 4]),
        ("hotel 2 and flight 4", [4, 6]),
        ("the second hotel", [6]),
        ("the last one", [7]),
        ("the evening flight on the 12th and the 15:45 on the way back", [2, 4]),
        ("tw2867 at 20:55, and ab2007. plus compass house", [2, 4, 7]),
        ("new york to rome june 12, flight tw2867, and rome to new york june 18, flight ab2007", [2, 4]),
        ("the later flight going, and the morning one coming home", [2, 3]),
        ("afternoon flight out, morning flight back", [2, 3]),
        ("cheapest going and cheapest back", [1, 3]),
        ("the cheapest of each", [1, 3, 5]),
        ("the cheaper flight there and the 15.45 back", [1, 4]),
        ("going at 7.55 on the 12th and back 6.50 on the 18th please", [1, 3]),
        ("the early one is too early for us, so the late one out", [2]),
        ("the morning one coming back is too early for me, so the late one", [4]),
        ("we take tradewind there and albatross back", [2, 4]),
        ("the first. and the flight back at 3:45", [1, 4]),
        ("the one for $942", [6]),
        ("not the compass, the station lodge", [6]),
        ("that compass hotel with the pool", [7]),
        ("show me something cheaper", []),
        ("do you have any others?", []),
    ],
)
def test_every_phrase_finds_what_it_means(message: str, numbers: list[int]) -> None:
    assert pick(message) == numbers


@pytest.mark.parametrize(
    "message", ["all three", "book all of them", "everything please", "take both flights and the hotel"]
)
def test_all_of_them_are_things_and_no_travellers(message: str) -> None:
    assert pick(message, FLIGHTS + ROOMS, ALONE) == [2, 4, 6]


def test_a_number_of_an_older_list_holds_until_a_newer_list_has_it() -> None:
    rooms = ROOMS.replace("5. ", "1. ").replace("6. ", "2. ").replace("7. ", "3. ")
    assert pick("4", FLIGHTS, rooms) == [4]
    assert pick("3", FLIGHTS, rooms) == [7]
    assert pick("flight 3", FLIGHTS, rooms) == [3]


def test_a_place_has_its_own_numbers() -> None:
    other = (
        "Flights:\n1. Flight MR2152 from Athens to Paris, 12 June 2027 at 10:00, 2 passengers in economy, $396 in all"
    )
    assert pick("not paris! the rome flight, number 2", FLIGHTS, other) == [2]
    assert pick("the morning one from rome", FLIGHTS, other) == [3]
    assert pick("the evening flight from new york to rome and then number 4", FLIGHTS, other) == [2, 4]
    assert pick("number 1", FLIGHTS, other) == []  # that of the newest list


def test_a_day_of_arriving_is_that_of_the_stay() -> None:
    flight, room = find_picks(after(FLIGHTS + ROOMS, message="we land on the 13th, so flight 2 and hotel 6")).picks
    assert flight.changes == {}
    assert room.changes == {"first": date(2027, 6, 13)}


def test_a_phrase_that_means_several_things_or_none_is_asked_about() -> None:
    (asked,) = find_picks(after(FLIGHTS + ROOMS, message="book both flights")).questions[:1]
    assert asked.startswith("Which flight there do you mean: number 1, ")
    (missing,) = find_picks(after(FLIGHTS, message="9")).questions
    assert missing == "I offered 4; please say a number from 1 to 4."
    (unknown,) = find_picks(after(FLIGHTS, message="KT999 please")).questions
    assert "kt999" in unknown


def test_other_days_and_people_change_what_is_meant() -> None:
    (kept, moved) = find_picks(after(FLIGHTS, message="1 please. and for the return 17 june same flight TW2006")).picks
    assert kept.changes == {}
    assert moved.changes == {"first": date(2027, 6, 17)}
    (room,) = find_picks(after(ROOMS, message="station lodge for 1")).picks
    assert room.changes == {"people": 1}
    (longer,) = find_picks(after(ROOMS, message="the compass house but one night longer")).picks
    assert longer.changes == {"nights": 7}


def test_a_hotel_is_no_amenity_and_a_time_is_no_day() -> None:
    assert read_phrase("the garden guesthouse").amenities == ()
    assert read_phrase("back 10.15 on the 16th").times == ("10:15",)
    assert read_phrase("orchard lodge for 1").numbers == ()
    assert read_phrase("the 2 rooms one").numbers == read_phrase("2 rooms of 3").numbers == ()
    assert [phrase.text for phrase in find_phrases("1+2. the hotel, and 6.35")] == ["1", "2", "the hotel", "6.35"]


def test_offers_of_one_reply_are_numbered_one_after_the_other() -> None:
    rooms = ROOMS.replace("5. ", "1. ").replace("6. ", "2. ").replace("7. ", "3. ")
    reply = f"{FLIGHTS.strip()}\n{rooms}"
    assert number_offers(reply) == f"{FLIGHTS.strip()}\n{ROOMS}"
    assert number_offers("Your bookings:\n1. F-YZM7DP4K: x") == "Your bookings:\n1. F-YZM7DP4K: x"


def test_what_is_set_aside_leaves_the_other_one() -> None:
    assert pick("seven in the morning is too early for me, so the other one going there") == [2]
