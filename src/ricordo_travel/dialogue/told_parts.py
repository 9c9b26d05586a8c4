"""The parts of a message as they are acted on and learned from: what goes on after "remember" belongs to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.act_reader import MessagePart, read_parts
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.geography import find_mentions

_LASTS = re.compile(r"\b(?:remember|note|keep in mind|always|never|usually|prefer)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:,|and|or|plus|also) ", re.IGNORECASE)
_IS_WISH = re.compile(
    r"\?|\b(?:find|show|book|search|look|get|give|need|can|could|now|today|tomorrow|nights?|january|february|march|"
    r"april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b",
    re.IGNORECASE,
)


def read_message(message: str, reply: str | None) -> list[MessagePart]:
    """Return the parts of a message after a reply; of the first message after None."""
    return join_told(read_parts(message, find_context(reply)))


def join_told(read: Sequence[MessagePart]) -> list[MessagePart]:
    """Return parts of a message, each wish that goes on with what is to be remembered as a part of that."""
    parts: list[MessagePart] = []
    for part in read:
        if parts and _is_told_too(parts[-1], part):
            parts[-1] = replace(parts[-1], text=f"{parts[-1].text} {part.text}")
        else:
            parts.append(part)
    return parts


def _is_told_too(told: MessagePart, part: MessagePart) -> bool:
    """Return whether a wish goes on with what is to be remembered: "always an aisle seat / and a hotel with gym"."""
    return (
        (told.act, part.act) == ("tell", "search")
        and bool(_LASTS.search(told.text))
        and not told.text.endswith((".", "!", "?", ";"))
        and bool(_GOES_ON.match(part.text))
        and not _IS_WISH.search(part.text)
        and not find_mentions(part.text.lower())
    )
