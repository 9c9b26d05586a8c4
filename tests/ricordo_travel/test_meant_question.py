"""Questions that are asked again of another thing, and wishes for a lower price."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.dialogue.haggling import haggles
from ricordo_travel.dialogue.meant_question import name_meant
from ricordo_travel.dialogue.state import DialogueState

_LIST = (
    "Hotels in Edinburgh, 22 June 2026, 3 nights, for one person:\n"
    "1. Meadow Backpackers Edinburgh, 1 single room, 22 to 25 June 2026 (3 nights), 1 guest, $144 in all"
    " – $48 a night\n"
    "Which one shall I book? Say its number, or tell me what to change."
)


def say(message: str, *before: str) -> DialogueState:
    """Return the state of a message after a list and some exchanges of a message and a reply."""
    history = [("user", "a hotel in edinburgh"), ("assistant", _LIST)]
    history += [(("user", "assistant")[n % 2], text) for n, text in enumerate(before)]
    return DialogueState(date(2026, 6, 1), message, tuple(history))


@pytest.mark.parametrize(
    ("question", "message", "meant"),
    [
        ("does it have a gym?", "i meant the lighthouse", "does the lighthouse have a gym?"),
        ("does it have a gym?", "no, i meant the lighthouse, the one i booked", "does the lighthouse have a gym?"),
        ("does the meadow backpackers have a pool?", "and the lighthouse?", "does the lighthouse have a pool?"),
        ("is there breakfast?", "sorry, i meant my hotel", "is there breakfast at my hotel?"),
        ("does it have a gym?", "i meant tomorrow", "i meant tomorrow"),
        ("the first one please", "i meant the lighthouse", "i meant the lighthouse"),
        ("how much is it?", "and the lighthouse?", "and the lighthouse?"),
    ],
)
def test_a_question_is_asked_of_what_was_meant(question: str, message: str, meant: str) -> None:
    assert name_meant(say(message, question, "Of these, the Meadow Backpackers has one.")).message == meant


@pytest.mark.parametrize(
    ("text", "is_haggling"),
    [
        ("can you make it 40 instead of 48?", True),
        ("could you do it for 40?", True),
        ("other sites have it for less", True),
        ("can you match their price?", True),
        ("3 nights instead of 2", False),
        ("can we make it 4 nights?", False),
        ("can i have it for 40 people?", False),
        ("anything cheaper?", False),
    ],
)
def test_a_lower_price_than_was_shown_is_wished(text: str, *, is_haggling: bool) -> None:
    assert haggles(say(text)) is is_haggling
