"""Sums that are divided, places whose prices are compared, months and hours that say what is meant."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.dialogue.trips.stages import split_stages
from ricordo_travel.dialogue.values.hours import parse_hours
from ricordo_travel.dialogue.yes.phrases import find_phrases

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("text", "earliest"),
    [("preferably after eleven o'clock", 660), ("not before ten", 600), ("after two nights in rome", None)],
)
def test_hours_in_words(text: str, earliest: int | None) -> None:
    hours = parse_hours(text)
    assert (hours.earliest if hours else None) == earliest


def test_stages_after_what_is_not_wanted() -> None:
    text = "no not to singapore. berlin to tokyo on 5 sept, then tokyo to bangkok on the 10th"
    assert len(split_stages(text)) == 2


def test_order_of_both_ways() -> None:
    orders = [phrase.order for phrase in find_phrases("the cheapest ones out on the 3rd and back on the 7th")]
    assert [order.name for order in orders if order] == ["cheapest", "cheapest"]
