"""What the reader may write next of a message."""

from __future__ import annotations

import numpy as np

from ricordo_travel.clerk.reading.checks import settle_commands
from ricordo_travel.clerk.reading.copying import Copying
from ricordo_travel.clerk.reading.left_out import read_whole
from ricordo_travel.clerk.reading.reader import read
from ricordo_travel.clerk.situation import Situation

PIECES = (
    "[CLS]",
    "[SEP]",
    "|",
    ";",
    "tell",
    "find",
    "on",
    "my",
    "wife",
    "burns",
    "reef",
    "##s",
    "minutes",
    "monday",
    "tues",
)


def weigh(message: str, written: str) -> dict[str, float]:
    """Return the chances of all pieces after some that were written, each of which was as likely."""
    copying = Copying(PIECES, [PIECES.index(piece) for piece in message.split()])
    chances = copying.weigh([PIECES.index(piece) for piece in written.split()], np.ones(len(PIECES)))
    return dict(zip(PIECES, chances.tolist(), strict=True))


def test_a_statement_goes_on_with_words_that_come_later_in_the_message() -> None:
    chances = weigh("reef ##s my wife burns minutes", "[CLS] tell | my wife burns")
    assert chances["minutes"] > chances["reef"]
    assert chances["[SEP]"] == chances[";"] == chances["minutes"]
    assert chances["##s"] < chances["minutes"], "it goes on another word"


def test_a_word_goes_on_as_it_does_in_the_message() -> None:
    chances = weigh("my reef ##s", "[CLS] tell | my reef")
    assert chances["##s"] > chances["wife"]


def test_only_statements_are_held_to_the_words_of_the_message() -> None:
    assert set(weigh("my wife", "[CLS] find").values()) == {1.0}
    assert set(weigh("my wife", "[CLS] tell").values()) == {1.0}
    assert set(weigh("my wife", "[CLS] tell | my wife ; find").values()) == {1.0}


def test_a_statement_is_about_whom_it_was_said() -> None:
    message = "My daughter won't talk of anything but the reef, so Cairns it is. My husband burns within minutes."
    told = [each.text for each in read_whole(read, Situation("start", {}), message) if each.verb == "tell"]
    assert [each.lower() for each in told] == ["my husband burns within minutes"]


def test_the_weekday_of_a_search_is_the_one_that_was_named() -> None:
    message = "need flight to frankfurt next tues, 2 days, back thurs"
    (command,) = settle_commands("", message, read("start", message))
    assert command.value("on") == "next tuesday"
    assert command.value("until") == "thursday"
