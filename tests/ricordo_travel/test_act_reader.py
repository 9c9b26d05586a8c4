"""The reader of requests: parts cover the message, in order, and do what a person would say that they do."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_travel.dialogue.values.text import MAX_LENGTH
from ricordo_travel.dialogue.yes.act_labels import ACTS, CONTEXTS
from ricordo_travel.dialogue.yes.act_reader import read_parts
from ricordo_travel.dialogue.yes.context import find_context
from tests.timing import takes_less_than

EXAMPLES = (
    ("offers", "the second one please", ["pick"]),
    ("confirm", "yes please book it", ["yes"]),
    ("confirm", "yes. and now the flight back on the 9th", ["yes", "search"]),
    ("confirm", "no, show me something cheaper", ["no", "search"]),
    ("start", "what do you know about me?", ["recall"]),
    ("start", "hello there! i need a hotel in rome from 3 to 7 may for two", ["talk", "search"]),
    ("memory", "forget my budget please", ["forget"]),
    ("booked", "can you move the flight to the 12th?", ["change"]),
    ("bookings", "cancel the second one", ["cancel"]),
    ("suggestions", "where else could we go that is warm in march?", ["suggest"]),
    ("talk", "my wife is allergic to nuts. show me my bookings", ["tell", "bookings"]),
)


@pytest.mark.parametrize(("context", "message", "acts"), EXAMPLES)
def test_each_part_does_what_it_says(context: str, message: str, acts: list[str]) -> None:
    assert [part.act for part in read_parts(message, context)] == acts


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.sampled_from(sorted(CONTEXTS)))
def test_parts_hold_every_word_once_in_order(message: str, context: str) -> None:
    parts = read_parts(message, context)
    assert " ".join(part.text for part in parts).split() == message.split()
    assert all(part.act in ACTS and 0 <= part.score <= 1 for part in parts)
    assert all(one.act != other.act for one, other in pairwise(parts))


@pytest.mark.parametrize("piece", ["yes and ", "a", "\u0301 ", "1 2 ", "🙂", "no, "])
def test_a_long_message_is_read_in_a_moment(piece: str) -> None:
    message = (piece * MAX_LENGTH)[:MAX_LENGTH]
    read_parts("hello", "start")
    assert takes_less_than(2, lambda: read_parts(message, "start"))


def test_the_last_reply_says_in_which_context_a_message_stands() -> None:
    assert find_context(None) == "start"
    assert find_context("Where will you fly from?") == "ask_details"
    assert find_context("I remember that you live in Rome.") == "memory"
    assert find_context("Hello! What shall we plan?") == "talk"
