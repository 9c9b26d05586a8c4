"""Plain questions: what they ask of bookings, and that what else a message says is left."""

from __future__ import annotations

from collections.abc import Generator
from datetime import date
from typing import Any

from ricordo_travel.dialogue.plan import ToolResult
from ricordo_travel.dialogue.replies.comparison import compare
from ricordo_travel.dialogue.replies.suggestions import TripPreferences
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


def test_places_known_for_different_things() -> None:
    places = [place for name in ("Oslo", "Crete") if (place := find_place(name))]
    said = compare("which of those have a beach and skiing?", places, TripPreferences(()), 8)
    assert "Crete is known for beaches" in said
    assert "Oslo is known for skiing" in said
