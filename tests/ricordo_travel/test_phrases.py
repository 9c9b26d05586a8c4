"""Phrases of a message, and the numbers of offers."""

from __future__ import annotations

from ricordo_travel.dialogue.replies.offers import number_offers
from ricordo_travel.dialogue.yes.phrases import find_phrases, read_phrase

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
