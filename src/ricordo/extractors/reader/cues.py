"""Phrases that leave no doubt about their slot and their value: "just the two of us", "max 800 euros", "call me Jo".

The model often marks such words but is not sure of the slot, or does not mark them at all. They count beside its marks.
All patterns are bounded, so that a hostile text takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ricordo.language.people import headcount

_NUMBER = r"(?:[2-9]|1\d|2\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_END = r"(?= ?(?:$|[.,;!?)\n]))"
_END_OR_MORE = r"(?= ?(?:$|[.,;!?)\n–—-]|(?:but|so|now|again|this time|this year|on this (?:trip|one))\b))"
_CURRENCY = (
    r"(?:usd|eur|gbp|dkk|sek|nok|chf|cad|aud|nzd|inr|jpy|dollars?|euros?|pounds?|quid|bucks|francs?|yen|krone[rn]?|"
    r"kronor|rupees|pesos)\b|[€$£¥]"
)
_FIGURE = r"\d[\d,.]{0,9}(?: ?(?:k|grand)\b)?"
_MONEY = (
    rf"(?:[$€£¥] ?{_FIGURE}|{_FIGURE} ?(?:{_CURRENCY})|\d{{1,4}} ?(?:k|grand)\b|"
    r"\d{2,6}(?= (?:a|per) (?:night|person|head|day)\b))"
)
_RATE = r"(?: (?:(?:per|a|an) (?:night|person|head|day|week|month|trip)|each|pp|total|all in)){0,2}"
_TRIP = r"(?:trips?|tours?|holidays?|vacations?|breaks?|getaways?|stays?|cruises?|honeymoon|city break|visit)"
LENGTH = (
    r"(?:(?:an?|one|\d{1,2}(?: ?(?:-|–|to|or) ?\d{1,2})?|(?:two|three|four|five|six|seven|eight|ten|couple of)"
    r"(?: (?:to|or) (?:three|four|five|six|seven|eight|ten))?) (?:days?|nights?|weeks?|months?)|a fortnight|"
    r"a (?:long )?weekend)"
)
"""A duration: "5-6 weeks", "a fortnight"."""

_RELATIVE = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?|children|mum|mom|dad|mother|father|"
    r"sister|brother|friends?|parents)"
)
_NAME = r"[^\W\d_a-z][\w'’-]{1,30}"
# "two of us are vegetarian" does not count a party
_NOT_A_SUBJECT = (
    r"(?! (?:are (?!going|travell?ing|coming)|is|were|was|have|had|has|can|can't|do|don't|want|like|love|eat|need|will|"
    r"would)\b)"
)
_PARTY = (
    rf"\b(?P<v>family of {_NUMBER})\b(?! (?:who|that)\b)",
    rf"\b(?:we(?:'re| are|'ll be)|as|us,) (?P<v>(?:a )?(?:party|group) of {_NUMBER})\b",
    rf"\b(?P<v>{_NUMBER} of us)\b{_NOT_A_SUBJECT}",
    rf"\b(?P<v>we(?:'re| are|'ll be| will be) {_NUMBER} (?:people|persons|adults|friends|in total|with \w{{1,20}}))\b",
    rf"\b(?:it's|it'll be|is|so|now|again,?) (?P<v>(?:just|only) me){_END_OR_MORE}",
    r"\A(?:it's |it'll be )?(?P<v>(?:just|only) (?:me|myself|us two))[.!]{0,3}\Z",
    r"\b(?:travell?ing|going|flying|trip|go|travel) (?P<v>alone|solo|by myself|on my own)\b",
    rf"(?:\A|[.,;!] )(?P<v>solo) (?:again|this time|now|trip){_END}",
    r"\A(?P<v>solo|alone)[.!]?\Z",
    rf"\A(?P<v>{_NUMBER} (?:guys|girls|lads|friends|mates|colleagues|adults|people))(?: from work)?[.!]?\Z",
    rf"\b(?P<v>(?:travell?ing|going|coming|flying) with (?:my|our) (?:[\w-]{{1,20}}(?:,| and)? ){{0,6}}{_RELATIVE})\b",
    rf"(?:{_MONEY}{_RATE}|\bmake it|\bbook it) (?P<v>for {_NUMBER}){_END}",
)
_LENGTHS = (
    rf"\b(?P<v>(?:{_NUMBER}[ -])?(?:day|week|month|weekend)s?[ -]?long) {_TRIP}\b",
    rf"\b(?P<v>{_NUMBER}[ -](?:day|night|week|month)s?) {_TRIP}\b",
    rf"\b(?P<v>{LENGTH}) (?:at a time|per trip|each time|a trip)\b",
)
_BUDGETS = (
    rf"\b(?:max(?:imum)?|at most|no more than|not more than|spend up to)(?: of| about)? (?P<v>{_MONEY}{_RATE})",
    rf"(?<![\w$€£¥.,])(?P<v>{_MONEY}{_RATE}) (?:max|maximum|tops|at most)\b",
    rf"(?<![\w$€£¥.,])(?P<v>{_MONEY}{_RATE}) is (?:my|our|the) (?:limit|max|maximum|budget|cap|ceiling)\b",
)
_NAME_ENDS = r" ?(?:$|[.,;!?)\n]|(?:please|though|and|from now|instead|btw)\b)"
_WITH_CAPITALS = (
    ("travellers", rf"\b(?P<v>(?:[Jj]ust|[Oo]nly) (?:{_NAME} and (?:me|I)|(?:me|us) and {_NAME})){_END}"),
    ("name", rf"(?:\A|[.,;!] |\b(?:[Pp]lease|[Jj]ust|[Cc]an|[Ff]riends) )[Cc]all me (?P<v>{_NAME})(?={_NAME_ENDS})"),
    ("name", rf"\A(?:(?:[Hh]i|[Hh]ey|[Hh]ello|[Mm]orning|[Ee]vening)[,!]? )?(?P<v>{_NAME}) here\b"),
    ("home", rf"\b(?:[Bb]ased|[Ll]iving|[Ll]ive|[Rr]eside) (?:in|near|outside) (?P<v>{_NAME}(?: {_NAME}){{0,2}})"),
)
_PATTERNS = (
    *((slot, re.compile(pattern)) for slot, pattern in _WITH_CAPITALS),
    *(
        (slot, re.compile(pattern, re.IGNORECASE))
        for slot, patterns in (("travellers", _PARTY), ("trip_length", _LENGTHS), ("budget", _BUDGETS))
        for pattern in patterns
    ),
)
_NAME_AND_AGE = re.compile(rf"(?:[Ii]'m |I am )?({_NAME}(?: {_NAME}){{0,2}}), (?:aged? )?(1\d|[2-9]\d)[.!]?")


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that leave no doubt: their slot, their value, and where they stand in a text."""

    slot: str
    value: str
    start: int
    end: int


_MAX_CUES = 40
"""Phrases of one text that are looked at. A text with more of them is most likely pasted."""

ALONE = frozenset({"name", "age", "travellers", "trip_length", "budget"})
"""Slots whose phrases count even where the model marks nothing; a place that is only mentioned is no home."""


def find_cues(text: str) -> list[Cue]:
    """Return the phrases of a text that leave no doubt, those of one slot without overlaps."""
    found: list[Cue] = []
    for cue in islice(_find_phrases(text.replace("\u2019", "'")), _MAX_CUES):
        is_new = all(cue.slot != known.slot or cue.end <= known.start or known.end <= cue.start for known in found)
        if is_new and (cue.slot != "travellers" or headcount(cue.value) is not None):
            found.append(cue)
    return found


def _find_phrases(text: str) -> Iterator[Cue]:
    if both := _NAME_AND_AGE.fullmatch(text.strip()):
        at = text.find(both[0])
        yield Cue("name", both[1], at, at + len(both[0]))
        yield Cue("age", both[2], at, at + len(both[0]))
    for slot, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start = match.start() + len(match[0]) - len(match[0].lstrip(" .,;!"))
            yield Cue(slot, match["v"], start, match.end())
