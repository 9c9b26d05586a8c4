"""The yes in a message: what it agrees to, what takes it back, and what else the message says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ricordo_travel.dialogue.agreement import agrees_to, agrees_to_all
from ricordo_travel.dialogue.answers import is_clear_yes, split_yes
from ricordo_travel.proposals import Proposal


@pytest.mark.parametrize(
    "text", ["yes", "ok book it", "sure, no rush", "yes book it, no need for parking", "go on then", "yes, thank you"]
)
def test_a_yes_is_clear(text: str) -> None:
    assert is_clear_yes(text)


@pytest.mark.parametrize(
    "text",
    [
        "yes nah too dear. leave that one",
        "yes, too expensive though",
        "ok no",
        "yes but later",
        "fine, skip it",
        "ok thank you dear",
    ],
)
def test_a_yes_that_takes_itself_back_is_none(text: str) -> None:
    assert not is_clear_yes(text)


@pytest.mark.parametrize(
    ("text", "agreed", "others"),
    [
        ("yes. now the flights back on the 28th", "yes", "now the flights back on the 28th"),
        ("yes please, and a car too", "yes please", "and a car too"),
        ("yes, book it, what do you know about me?", "yes, book it", "what do you know about me?"),
        ("my wife is vegan. yes, book it", "yes, book it", "my wife is vegan"),
    ],
)
def test_a_yes_is_parted_from_the_rest(text: str, agreed: str, others: str) -> None:
    assert split_yes(text) == (agreed, others)


@pytest.mark.parametrize("text", ["yes", "yes please, thank you", "no, the other one", "is it free? then maybe"])
def test_a_message_without_a_yes_or_a_rest_is_whole(text: str) -> None:
    assert split_yes(text) is None


FLIGHT = {
    "kind": "flight", "flight_number": "TW2891", "departs": "15:05", "origin": "New York", "destination": "Honolulu",
    "day": "2026-12-20", "passengers": 4, "cabin": "economy",
}  # fmt: skip

HOTEL = {
    "kind": "hotel", "hotel": "Garden Grand Singapore", "city": "Singapore", "check_in": "2026-11-30",
    "check_out": "2026-12-04", "nights": 4, "guests": 1, "rooms": 1, "room_type": "double",
}  # fmt: skip


def propose(preview: Mapping[str, Any]) -> Proposal:
    return Proposal("code", "create_flight_booking", "{}", dict(preview), "open", None)


@pytest.mark.parametrize(
    "text",
    [
        "yes. now the flights back on dec 28",
        "yes, and the 6:00 on the 8th too",
        "yes, and book AB2890 on 22 december too",
        "yes. what do you know about me?",
        "yes please. did you book the hotel?",
        "yes! and maybe a car as well?",
        "yes. my daughter is 5",
        "Never mind. Yes, please book it. Is there a flight back on the 28th?",
        "yes. and a hotel there, with a pool if possible",
        "yes to the 15:05 one. and the willow too",
    ],
)
def test_a_yes_with_another_wish_agrees(text: str) -> None:
    assert agrees_to(text, propose(FLIGHT))


@pytest.mark.parametrize(
    "text",
    [
        "yes, on the 21st",
        "yes, but for three people",
        "yes. make it business class",
        "yes, if the hotel is free",
        "yes but wait, the hotel first",
        "yes. is it refundable?",
        "yes, actually show me bigger ones",
        "ok sure, but something nicer",
        "yes, book TW2891 on the 21st of december",
        "ok, and what about a cheaper one?",
        "the 10:45 one. book that",
        "number 2 then. book it",
        "i said yes to the willow, please book it",
        "yes, the 9:10 one",
    ],
)
def test_a_yes_that_changes_or_doubts_what_was_proposed_does_not_agree(text: str) -> None:
    assert not agrees_to(text, propose(FLIGHT))


@pytest.mark.parametrize(
    ("text", "is_agreed"),
    [
        ("too much. Ok Orchard Lodge then, yes book it", False),
        ("yes book the orchard lodge", False),
        ("yes, the garden grand please", True),
        ("yes book it", True),
    ],
)
def test_a_yes_with_the_name_of_another_hotel_does_not_agree(text: str, *, is_agreed: bool) -> None:
    assert agrees_to(text, propose(HOTEL)) is is_agreed


@pytest.mark.parametrize("text", ["yes change it", "yes change it. and the hotel one night more also"])
def test_a_yes_to_a_change_may_say_so(text: str) -> None:
    change = Proposal("code", "update_flight_booking", "{}", dict(FLIGHT), "open", None)
    assert agrees_to(text, change)


@pytest.mark.parametrize(("text", "is_all"), [("yes", True), ("yes. and a car", True), ("yes the first", False)])
def test_a_yes_that_names_nothing_is_meant_for_all(text: str, is_all: bool) -> None:
    assert agrees_to_all(text) is is_all
