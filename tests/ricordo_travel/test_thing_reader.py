"""What a message does to offers, bookings and notes, as the reader of things finds it."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.thing_reader import DEEDS, MAX_MESSAGE, read_deeds
from ricordo_travel.dialogue.things import Candidate, describe_things, parse_thing

PARTY = "2 passengers in economy"
LINES = {
    "late out": f"1. Flight NL2567 from Dublin to New York, 8 July 2026 at 21:55, {PARTY}, $830 in all",
    "early out": f"2. Flight AB2566 from Dublin to New York, 8 July 2026 at 06:55, {PARTY}, $1,040 in all",
    "late back": f"3. Flight AB2881 from New York to Dublin, 18 July 2026 at 17:10, {PARTY}, $1,018 in all",
    "early back": f"4. Flight NL2880 from New York to Dublin, 18 July 2026 at 08:45, {PARTY}, $1,068 in all",
    "booked out": f"F-5CZA97MF: flight NL1904 from Barcelona to Rome, 19 June 2026 at 11:05, {PARTY}, $224 in all",
    "booked back": f"F-WEDEQCHC: flight NL1985 from Rome to Barcelona, 22 June 2026 at 15:30, {PARTY}, $198 in all",
    "diet": "- diet: no gluten",
    "limit": "- Company pays up to 200 a night",
    "seat": "- Always wants an aisle seat",
}
FLIGHTS = ("late out", "early out", "late back", "early back")
BOOKED = ("booked out", "booked back")
NOTES = ("diet", "limit", "seat")


def parse(*names: str) -> list[Candidate]:
    found = [parse_thing(LINES[name]) for name in names]
    return [thing for thing in found if thing]


def find_done(text: str, deed: str, *names: str) -> list[str]:
    """Return the things to which a text does something."""
    scores = read_deeds(text, parse(*names))
    return [name for name, each in zip(names, scores, strict=True) if each[deed] >= 0.5]


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("the early one out please", ["early out"]),
        ("2 and 3", ["early out", "late back"]),
        ("the cheaper one there and the cheaper one back", ["late out", "late back"]),
        ("we'd take the morning flight going out and the afternoon one coming home", ["early out", "late back"]),
        ("No, not the 21:55. Only the morning one at 06:55 and the return at 17:10", ["early out", "late back"]),
        ("does the early one out get in the same day?", []),
        ("do you have anything on the 9th?", []),
    ],
)
def test_a_message_chooses_offers_in_its_own_words(text: str, chosen: list[str]) -> None:
    assert find_done(text, "choose", *FLIGHTS) == chosen


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("can we fly home a day later?", ["booked back"]),
        ("my sister comes along, three of us on both flights please", ["booked out", "booked back"]),
        ("what is the weather like in rome?", []),
    ],
)
def test_a_message_changes_bookings(text: str, changed: list[str]) -> None:
    assert find_done(text, "change", *BOOKED) == changed


@pytest.mark.parametrize(
    ("text", "deed", "notes"),
    [
        ("could you erase that I can't eat gluten? I'd rather not have that stored", "erase", ["diet"]),
        ("the company limit is actually 180, not 200, please correct that", "correct", ["limit"]),
        ("what did i tell you about my food?", "ask", ["diet"]),
        ("please book the hotel", "erase", []),
    ],
)
def test_a_message_does_something_to_notes(text: str, deed: str, notes: list[str]) -> None:
    assert find_done(text, deed, *NOTES) == notes


def test_a_message_that_is_too_long_to_be_read_does_nothing() -> None:
    (scores,) = read_deeds("the early one out please " * MAX_MESSAGE, parse("early out"))
    assert scores == {deed: float(deed == "nothing") for deed in DEEDS}


def test_a_description_says_what_an_offer_is_among_the_others() -> None:
    late, early, back = describe_things(parse("late out", "early out", "late back"))
    assert late.startswith(
        "offer 1: flight there, first of 2, cheaper, later: Dublin to New York, Wednesday 8 July, 21:55"
    )
    assert early.startswith("offer 2: flight there, second of 2, dearer, earlier:")
    assert back.startswith("offer 3: flight back, only one:")
    assert late.endswith("beside it: flight there 06:55, flight back 17:10")
