"""Words that turn something down, take it back or only remark on it, and what they leave open."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.dialogue.answers import is_too_much, turns_down
from ricordo_travel.dialogue.open_offers import OpenOffers
from ricordo_travel.dialogue.phrases import read_phrase
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.rooms import find_rooms
from ricordo_travel.dialogue.state import DialogueState

TODAY = date(2026, 6, 1)
SUITE = "Compass Grand Crete, 1 suite room, 12 to 20 September 2026 (8 nights), 2 guests, $3,456 in all"
DOUBLE = "Compass Grand Crete, 1 double room, 12 to 20 September 2026 (8 nights), 2 guests, $1,576 in all"
ASKED = "Shall I book this?\n{}\nPlease say yes or no."
FLIGHTS = """Flights from Edinburgh to London on 13 September 2026, for one person:
1. Flight NL2477 from Edinburgh to London, 13 September 2026 at 20:35, 1 passenger in economy, $91 in all
2. Flight TW2476 from Edinburgh to London, 13 September 2026 at 06:40, 1 passenger in economy, $91 in all
Which one shall I book? Say its number, or tell me what to change."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("way too expensive", True),
        ("ok too much. then the compact one", True),
        ("hm that's a bit too late", True),
        ("not too expensive, good", False),
        ("is that too expensive?", False),
        ("that's not too early for us", False),
    ],
)
def test_too_much_turns_down(text: str, expected: bool) -> None:
    assert is_too_much(text) is expected
    assert turns_down(f"hm {text}") or not expected


@pytest.mark.parametrize("answer", ["no, the suite is too expensive", "that is way too much for us", "no thanks"])
def test_refused_offer_is_not_open(answer: str) -> None:
    history = (("assistant", ASKED.format(SUITE)), ("user", answer), ("assistant", "All right."))
    opened = OpenOffers(DialogueState(TODAY, "what now", history))
    assert opened.refused_texts
    assert not opened.pending


def test_latest_answer_counts() -> None:
    history = (("assistant", ASKED.format(SUITE)), ("user", "no"), ("assistant", ASKED.format(SUITE)))
    opened = OpenOffers(DialogueState(TODAY, "hm", history))
    assert not opened.refused_texts
    assert [offer.text for offer in opened.pending] == [SUITE]


def test_other_room_of_refused_hotel_stays_open() -> None:
    asked = (("assistant", ASKED.format(DOUBLE)), ("user", "and a suite?"), ("assistant", ASKED.format(SUITE)))
    opened = OpenOffers(DialogueState(TODAY, "hm", (*asked, ("user", "too much"), ("assistant", "All right."))))
    assert [offer.text for offer in opened.pending] == [DOUBLE]


@pytest.mark.parametrize(
    "message",
    [
        "Oh dear, one is too early and the other rather late. Is there a train instead?",
        "so same price.",
        "they cost the same",
        "so it's all the same price then",
    ],
)
def test_remarks_pick_nothing(message: str) -> None:
    assert not find_picks(DialogueState(TODAY, message, (("assistant", FLIGHTS),))).picks


def test_choice_beside_remark_is_picked() -> None:
    state = DialogueState(TODAY, "same price then. i take number 2", (("assistant", FLIGHTS),))
    assert [offer.flight.number for offer in find_picks(state).offers] == ["TW2476"]


def test_normal_room_is_no_car() -> None:
    assert read_phrase("take the normal double room").car_class is None
    assert read_phrase("the economy car").car_class == "economy"


@pytest.mark.parametrize("text", ["cedar house with three doubles is fine", "three doubles are ok", "three doubles"])
def test_rooms_that_are_fine_are_asked_for(text: str) -> None:
    assert find_rooms(text) == (("double", 3),)
