"""What a message says shall stay as it is: "all except the car", "keep the flight", "coming back stays the same"."""

from __future__ import annotations

import re
from collections.abc import Collection

from ricordo_travel.dialogue.values.geography import find_mentions

_KEPT = re.compile(
    r"\b(?:keep(?![^,.;!?]{0,30}\b(?:more|longer|extra|another|until|till|for (?:all|everyone))\b)|"
    r"except(?! that\b)(?: for)?|apart from|without|(?<=everything )but|(?<=\ball )but|(?<=lot )but|"
    r"leave(?= (?:the|my|our) flights?\b)|"
    r"leave(?= (?:the|my|our|that)\b)(?![^,.;!?]{0,30}\b(?:early|earlier|late|later|on|at)\b)|"
    r"not(?= (?:the(?! \d)|my|our|that)\b)|"
    r"(?:don't|do not|not|never) (?:cancel|touch|change|move))\b"
    r"(?P<what>(?:(?! (?:and|but) (?!the |my |our ))[^,.;!?]){0,30})"
)
_SAME = re.compile(
    r"\b(?:(?:stays?|remains?|is|are|(?:can|should|must|will) (?:stay|remain|be)) "
    r"(?:the same|same|unchanged|as (?:it|they) (?:is|are|was|were)|as (?:is|booked|planned)|"
    r"(?:fine|ok|good)\b|(?<!be )on (?:the )?\d{1,2}(?:st|nd|rd|th)?)|"
    r"as (?:it is|is|planned|before)|the same as before)\b"
)
_CLAUSE = re.compile(r"[,.;!?]|\b(?:and|but)\b")
_BOOKED = re.compile(r"\b(?:hotel|room|stay|car|flights?|return|coming|back|home|way|outbound|rest|else)\b")
_REACH = 50
_STAYS = r"(?:as (?:it|they|that) (?:is|are|was|were)|as (?:is|booked|planned)|the same|unchanged|booked|alone)"
_KEPT_PLACE = re.compile(
    r"\W*(?:(?:no|ok|and|but|please|just|so|well|oh)\b\W*){0,3}(?:"
    r"(?P<stays>[\w' -]{3,40}?) (?:(?:(?:(?:can|should|must|will) stay|stays|remains)"
    rf"(?: (?:just |exactly )?{_STAYS})?|stay {_STAYS}|(?:is|are) (?:to be )?(?:left|kept) {_STAYS}))|"
    rf"keep (?P<kept>[\w' -]{{3,40}}?)(?: (?:just |exactly )?{_STAYS})?|"
    rf"leave (?P<left>[\w' -]{{3,40}}?) (?:just |exactly )?{_STAYS}|"
    r"(?:don't|do not) (?:change|touch|move|cancel) (?P<untouched>[\w' -]{3,40}?)"
    r")(?:\W+(?:please|thanks|then))?\W*"
)
"""Words that say of one thing, and of nothing else, that it stays: "lisbon stays as it is", "keep the lisbon hotel"."""
_NAMES_BOOKED = re.compile(
    r"\W*(?:(?:the|my|our|that|all of) )?(?:(?:hotel|room|flights?|car|booking|reservation|stay|trip|part|one) "
    r"(?:in|to|from|at|for) )?#(?: (?:hotel|room|flights?|car|booking|reservation|stay|trip|part|one|bit))?\W*"
)
"""What is booked, by its place (the sign): "the hotel in lisbon", "our lisbon booking"."""


def split_kept(text: str) -> tuple[str, str]:
    """Return a text in lower case without what it says shall stay as it is, and that."""
    left, kept = _split_same(text)
    return _KEPT.sub(" ", left), " ".join([*(match["what"] for match in _KEPT.finditer(left)), *kept])


def is_kept(text: str) -> bool:
    """Return whether a text in lower case says that something shall stay as it is, and no more: "not the hotel"."""
    left, kept = split_kept(text)
    return bool(kept.strip()) and not re.search(r"\w", re.sub(r"\b(?:and|but|please|thanks|so|just)\b", " ", left))


def keeps_elsewhere(text: str, cities: Collection[str]) -> bool:
    """Return whether a text in lower case only says that what is in other places than some cities stays as it is."""
    match = _KEPT_PLACE.fullmatch(text)
    what = next(filter(None, match.groups()), "") if match else ""
    named = find_mentions(what)
    if len(named) != 1 or named[0].name in cities:
        return False
    return bool(_NAMES_BOOKED.fullmatch(f"{what[: named[0].start]}#{what[named[0].end :]}"))


def _split_same(text: str) -> tuple[str, list[str]]:
    """Return a text without the clauses that say that something is to be the same, and what those name."""
    left: list[str] = []
    kept: list[str] = []
    end = 0
    for match in _SAME.finditer(text):
        floor = max(end, match.start() - _REACH)
        breaks = [each.end() for each in _CLAUSE.finditer(text, floor, match.start())]
        start = breaks[-1] if breaks else floor
        if _BOOKED.search(text, start, match.start()):
            left.append(text[end:start])
            kept.append(text[start : match.start()].strip())
            end = match.end()
    return " ".join([*left, text[end:]]) if kept else text, kept
