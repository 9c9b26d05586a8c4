"""Messages that are built to be slow to read: the time that they take grows with their length and no faster."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.clerk.reading.reader import read
from ricordo_travel.clerk.reply import read_scene, reply
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.values.statements import find_statements
from ricordo_travel.dialogue.values.text import MAX_LENGTH, normalise
from ricordo_travel.dialogue.yes.choice import find_number
from tests.timing import takes_less_than

TODAY = date(2026, 6, 1)
PIECES = (
    "a",
    "1",
    "me, ",
    "me and my wife and ",
    "i i i ",
    "i don't ",
    "my my ",
    "12-",
    "$1,",
    "from the 1st to ",
    "to lisbon to ",
    "ok, ",
    "yes and ",
    "hotel hotel ",
    "not a ",
    "is there ",
    "forget that i ",
    "it's not ",
    "qzxwvut ",
    "monday ",
    "2 adults ",
    "what do you ",
    "( ",
    "[[",
    "'",
    "\u0301",
)


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_message_is_read_in_a_moment(piece: str) -> None:
    message = (piece * MAX_LENGTH)[:MAX_LENGTH]

    def answer() -> None:
        text = normalise(message)
        find_statements(text)
        find_number(text, 3)
        next(reply(read_scene(DialogueState(TODAY, message), read)), None)

    assert takes_less_than(2, answer)
