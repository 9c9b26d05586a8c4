"""Plain questions: what they ask of bookings, and that what else a message says is left."""

from __future__ import annotations

from collections.abc import Generator
from datetime import date
from typing import Any

import pytest

from ricordo_travel.dialogue.bookings import asks_terms
from ricordo_travel.dialogue.comparison import compare
from ricordo_travel.dialogue.kept import keeps_all
from ricordo_travel.dialogue.plain_questions import part_booked_questions
from ricordo_travel.dialogue.plan import ToolResult
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import TripPreferences
from ricordo_travel.places import find_place

TODAY = date(2026, 6, 1)
FLIGHT = {
    "kind": "flight", "booking_id": "F-AAAAAAAA", "state": "booked", "flight_number": "KT2599",
    "airline": "Southern Kite", "origin": "Berlin", "destination": "Tokyo", "day": "2026-09-05", "departs": "20:50",
    "passengers": 1, "cabin": "economy", "total_price": 605.0, "currency": "USD",
}  # fmt: skip


def run(plan: Generator[Any, Any, Any], rows: list[dict[str, Any]]) -> Any:
    """Return what a plan returns if its calls find some bookings."""
    try:
        calls = next(plan)
        while True:
            kinds = [each.tool.split("_")[1] for each in calls]
            found = [{"bookings": [row for row in rows if row["kind"] == kind]} for kind in kinds]
            calls = plan.send([ToolResult(each.tool, {}, data) for each, data in zip(calls, found, strict=True)])
    except StopIteration as end:
        return end.value


@pytest.mark.parametrize(
    "text",
    [
        "when do i land?", "great. i land on the 5th or the 6th?", "does my flight land on the 6th?",
        "i only wanted to know what time i arrive", "what time does the plane get in?",
    ],
)  # fmt: skip
def test_arrival_is_told(text: str) -> None:
    answer, rest = run(part_booked_questions(DialogueState(TODAY, text)), [FLIGHT])
    assert "KT2599" in answer
    assert rest.message in {"", "great."}


@pytest.mark.parametrize(
    "text", ["move my flight to the 6th", "can you move it so that i land on the 6th?", "i want to land on the 6th"]
)
def test_wish_is_left(text: str) -> None:
    assert run(part_booked_questions(DialogueState(TODAY, text)), [FLIGHT])[0] == ""


def test_rest_is_left() -> None:
    state = DialogueState(TODAY, "When do I land? I think I land on the 6th. Please find a hotel, too.")
    answer, rest = run(part_booked_questions(state), [FLIGHT])
    assert "KT2599" in answer
    assert rest.message == "Please find a hotel, too."


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("is the 5th a friday?", "No, 5 September 2026 is a Saturday."),
        ("what day of the week is 19 june?", "19 June 2026 is a Friday."),
        ("just tell me what weekday 7 september is", "7 September 2026 is a Monday."),
    ],
)
def test_day_of_week(text: str, answer: str) -> None:
    assert run(part_booked_questions(DialogueState(TODAY, text)), [FLIGHT])[0] == answer


@pytest.mark.parametrize(
    "text",
    [
        "until when can i cancel the hotels without paying?", "may i ask whether i can cancel it if i fall ill?",
        "what's the latest we can cancel?", "would i lose my money if i cancel the car?",
    ],
)  # fmt: skip
def test_terms_are_asked(text: str) -> None:
    assert asks_terms(text)


@pytest.mark.parametrize("text", ["cancel the hotel", "can you cancel my flight please?", "please cancel both"])
def test_cancelling_asks_no_terms(text: str) -> None:
    assert not asks_terms(text)


@pytest.mark.parametrize(("text", "keeps"), [("no, please keep both hotels", True), ("keep both, cancel it", False)])
def test_keeping_both(text: str, keeps: bool) -> None:
    history = (("assistant", "Your bookings:\n1. F-AAAAAAAA: flight KT2599"),)
    assert keeps_all(DialogueState(TODAY, text, history)) is keeps


def test_places_known_for_different_things() -> None:
    places = [place for name in ("Oslo", "Crete") if (place := find_place(name))]
    said = compare("which of those have a beach and skiing?", places, TripPreferences(()), 8)
    assert "Crete is known for beaches" in said
    assert "Oslo is known for skiing" in said
