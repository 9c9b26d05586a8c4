"""Questions for totals, for what is left of a budget, and what a change of bookings costs."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.dialogue.replies.inquiries import asks_about_bookings
from ricordo_travel.dialogue.trips.reading import read_message
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.wishes import find_amenities
from ricordo_travel.outcomes import Pending
from ricordo_travel.proposals import Proposal
from tests.ricordo_travel.test_answers import HOTEL

TODAY = date(2026, 6, 1)
CHANGE = Pending(
    Proposal("P-1", "update_hotel_booking", "{}", {**HOTEL, "booking_id": "H-22222222"}, "open"), "waiting"
)


@pytest.mark.parametrize("text", ["total it up before you book", "add it up first", "is the total under 1000?"])
def test_total_that_doubts_a_yes_is_no_question_about_bookings(text: str) -> None:
    assert not asks_about_bookings(text)


def test_to_work_out_at_is_no_gym() -> None:
    assert find_amenities("what does it work out at per person?")[0] == ()
    assert find_amenities("somewhere to work out")[0] == ("gym",)


def test_limit_of_a_night_is_no_budget_of_the_trip() -> None:
    trip = Trip(kinds=("flight",))
    whole = read_message(trip, "flights to crete, how much is that together, and a hotel for under 80?", "", TODAY).trip
    assert whole.is_whole
    assert whole.budget is None
    limit = whole.limit("hotel")
    assert limit is not None
    assert limit.amount == 80
