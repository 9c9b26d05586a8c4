"""Leave out the hotels that a question excepts: "which has a pool besides the backpackers?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.scene import Item
from ricordo_travel.clerk.searching.sieve import find_style
from ricordo_travel.dialogue.yes.choice import NAME, find_number

_EXCEPTS = re.compile(
    r"\b(?:besides|except(?:ing)?(?: for)?|apart from|aside from|other than|not counting|leaving out) "
    r"(?P<what>(?:the |number )?[a-z0-9]{1,20}(?: [a-z]{1,20}){0,2})"
)
_NAME = re.compile(rf"\b(?:{NAME})\b")


def leave_excepted(text: str, things: Sequence[Item]) -> list[Item]:
    """Return things without the hotels that a text in lower case excepts by their kind, name or number.

    All of them are returned if it excepts none, or if nothing would be left.
    """
    match = _EXCEPTS.search(text)
    if match is None or any(each.kind != "hotel" for each in things):
        return list(things)
    what = match["what"]
    words = {*_NAME.findall(what)} or {style for word in what.split() if (style := find_style(word))}
    number = find_number(what, len(things)) if not words else None
    left = [each for each in things if not words & {*each.offer.title.lower().split()} and each.offer.number != number]
    return left or list(things)
