"""The cabin that a text names, for both ways or for one of them."""

from __future__ import annotations

import re
from typing import get_args

from ricordo_travel.dialogue.values.roles import Clauses, Way, bind_words
from ricordo_travel.flights.timetable import Cabin

_CABIN = r"(?:first class|premium economy|premium|economy|business)\b"
_NOT_IN = re.compile(
    rf"\b(?:not|no|instead of|rather than|don't want)(?: (?:in|the|fly|to fly)){{0,2}} {_CABIN}(?: class)?"
)
_WAY = r"(?:(?:way|flight|leg|trip) )?(?:back|home|there|out|return|outbound)\b"
_OF_WAY = re.compile(
    rf"\b{_CABIN}(?: class)?(?: only)?(?: (?:for|on)(?: the)?)? {_WAY}|"
    rf"\b{_WAY}(?: flight)?(?: (?:should|must|can|be|is|the|\d\d:\d\d|one|only|just)){{0,4}} in {_CABIN}"
)


def find_cabin(text: str) -> Cabin | None:
    """Return the cabin that a text in lower case names, and does not refuse: "not economy, business"."""
    text = _NOT_IN.sub(" ", text)
    if re.search(r"\bfirst class\b", text):
        return "business"
    for name in get_args(Cabin):
        if re.search(rf"\b{name}\b(?! (?:trip|travell?er|travel|hotel|meeting|car|suv|partner)s?\b)", text):
            return "premium" if name == "economy" and "premium" in text else name
    return None


def find_cabins(text: str) -> tuple[Cabin | None, Cabin | None]:
    """Return the cabin that a text in lower case names for the way there, and the one for the way back.

    It is that of both unless the text says of a cabin which way it is for: "economy for the way back".
    """
    spans = [match.span() for match in re.finditer(_CABIN, text)] if _OF_WAY.search(text) else []
    words = bind_words(Clauses(text), spans)
    ways: dict[Way | None, Cabin | None] = {
        word.way if word else None: find_cabin(text[slice(*span)]) for span, word in zip(spans, words, strict=True)
    }
    both = ways.get(None)
    return (ways.get("there", both), ways.get("back", both)) if any(ways) else (find_cabin(text), find_cabin(text))
