"""Sums that are divided, places whose prices are compared, months and hours that say what is meant."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.dialogue.hours import parse_hours
from ricordo_travel.dialogue.moving import Move, read_move
from ricordo_travel.dialogue.phrases import find_phrases
from ricordo_travel.dialogue.place_prices import doubts_prices
from ricordo_travel.dialogue.shares import divide, find_sharers
from ricordo_travel.dialogue.stages import split_stages
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.sums import asks_if_enough

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what does each of us 3 pay now?", 3),
        ("divide that by 3 please", 3),
        ("split it three ways", 3),
        ("split that between the two of us", 2),
        ("how much is a room for 3?", None),
    ],
)
def test_sharers(text: str, expected: int | None) -> None:
    assert find_sharers(text) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (
            "Your bookings:\n1. a, $300 in all\n2. b, $761 in all\nIn all: $1,061",
            "$1,061 divided by 3 is $353.67 each.",
        ),
        ("The flight A $500 and the hotel B $400 make $900 in all.", "$900 divided by 3 is $300 each."),
        ("1. a, $300 in all\n2. b, $761 in all", ""),
    ],
)
def test_divide(reply: str, expected: str) -> None:
    assert divide(DialogueState(TODAY, "divide that by 3 please", (("assistant", reply),))) == expected


@pytest.mark.parametrize(
    ("text", "earliest"),
    [("preferably after eleven o'clock", 660), ("not before ten", 600), ("after two nights in rome", None)],
)
def test_hours_in_words(text: str, earliest: int | None) -> None:
    hours = parse_hours(text)
    assert (hours.earliest if hours else None) == earliest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("move my october stay one day later", Move(shift=1)),
        ("we stay one day later", Move(last=date(2026, 10, 16))),
    ],
)
def test_moved_stay(text: str, expected: Move) -> None:
    assert read_move(text, TODAY, date(2026, 10, 12), date(2026, 10, 15)) == expected


def test_doubt_about_prices() -> None:
    assert doubts_prices("but oslo was 780, that's less than athens")
    assert not doubts_prices("take oslo, it's less than athens")


def test_still_under_an_amount() -> None:
    assert asks_if_enough("what would that be with the flights, still under 5000?")


def test_stages_after_what_is_not_wanted() -> None:
    text = "no not to singapore. berlin to tokyo on 5 sept, then tokyo to bangkok on the 10th"
    assert len(split_stages(text)) == 2


def test_order_of_both_ways() -> None:
    orders = [phrase.order for phrase in find_phrases("the cheapest ones out on the 3rd and back on the 7th")]
    assert [order.name for order in orders if order] == ["cheapest", "cheapest"]
