"""Times of day for flights: "in the evening", "not before 10", "after 6 pm"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ricordo_travel.dialogue.values.roles import Clauses, Way, bind_words

_PARTS = {
    "morning": (0, 12), "midday": (11, 15), "noon": (11, 15), "afternoon": (12, 19), "evening": (17, 24),
    "night": (19, 24), "daytime": (7, 20),
}  # fmt: skip
_PART = re.compile(
    r"\b(?:early |late )?(?P<part>morning|midday|noon|afternoon|evening|daytime)\b(?! check)|"
    r"\b(?:at|late at) (?P<night>night)\b"
)
_NOT_EARLY = re.compile(
    r"\b(?:not|nothing|no|hates?|(?:don't|doesn't|do not|does not)(?: (?:like|want))?)"
    r"(?: flying| leaving| getting up|(?: to)? (?:fly|leave|start|depart|go|get up))?(?: too| so| very| that)? "
    r"(?P<early>early(?: in the mornings?)?|(?:at )?the crack of dawn|at dawn)\b"
    r"(?! (?:in\b|on\b|enough|january|february|march|april|may|june|"
    r"july|august|september|october|november|december))"
)
_NOT_PART = re.compile(
    r"\b(?:(?:hates?|not|avoids?|dislikes?|(?:don't|doesn't) (?:like|want)|never)\b[a-z ]{0,20}|no )$"
)
_HALF = r"am|pm|h|o'?clock|in the (?:morning|evening|afternoon)"
_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_CLOCK = (
    rf"(?P<hour>\d{{1,2}}|(?:{'|'.join(_HOURS[:6])})(?= (?:{_HALF})\b)|{'|'.join(_HOURS[6:])})"
    rf"(?:[:.](?P<minute>\d\d))? ?(?P<half>{_HALF})?"
)
_BOUND = re.compile(
    rf"\b(?P<way>before|after|later than|earlier than|by|from) {_CLOCK}\b"
    r"(?(minute)|(?(half)|(?! ?(?:st|nd|rd|th)\b| ?(?!then\b|please\b|and\b|but\b|same\b|that\b|there\b|home\b|"
    r"back\b)[a-z]{3,})))"
)
_LATEST = re.compile(r"\bat (?P<clock>\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?),? (?:at the )?latest\b")
_AROUND = re.compile(
    rf"\b(?P<way>around|about|towards|closer to|more like|roughly) {_CLOCK}"
    rf"(?: ?(?:or|to|and|-) ?(?P<until>\d{{1,2}})(?P<half_after> ?(?:am|pm))?)?\b"
    r"(?![:.]?\d| ?(?:st|nd|rd|th|%|[$€£])| ?(?!then\b|please\b|and\b|but\b|that\b|there\b|home\b|back\b|instead\b|"
    r"maybe\b|or\b)[a-z]{2,})"
)
"""An hour that need not be kept to the minute: "around 8 or 9"."""
_OF_FLIGHT = re.compile(
    r"\b(?:nothing|anything|something|flights?|leav\w+|depart\w*|fl(?:y|ies|ying)|plane|one|early|late|earlier|later|"
    r"land\w*|arriv\w+|home|back|out)\b"
)
_REFUSED = re.compile(
    r"\b(?:no|not|nothing|never|none|don't|doesn't|isn't|can't|cannot|won't|shouldn't|mustn't|hates?|avoids?)"
    r"(?! (?:[a-z]{1,5} )?(?:mind|care|matter|problem|bother|issue|worr|rush|need|wait))[a-z ]{0,20}(?<!until )$"
)
_ASKS = re.compile(r"\b(?:is|are|isn't|aren't|have|haven't|got) (?:there|you)\b[a-z ]{0,30}$")
"""Words of somebody who refuses no hours, but asks for them: "is there nothing after 8 pm?"."""
_NOON = re.compile(r"\b(?P<way>before|after|later than|earlier than|by) (?P<when>noon|midday|midnight)\b")
_NOON_HOURS = {"noon": "12h", "midday": "12h", "midnight": "24h"}
_MIDNIGHT = 24 * 60
_MORNING = 5 * 60
"""When a night is over in which one may land after midnight."""
_GREETING = re.compile(r"\bgood (?:morning|afternoon|evening)\b")
_BOTH = re.compile(
    r"\b(?:there and back|both ways|both flights|either way|to and from|both (?:times )?(?:in|at|before|after))\b"
)
_UNTIL_DAY = re.compile(r"(?:^|\s)(?:-|to|until|till) (?:on )?(?:the )?(?:\d|[a-z]{3,6}day\b)")
_SWAPS = re.compile(r"\b(?:swap|switch|reverse)(?: round| around)? (?:the |those |both )?(?:times|hours)\b")
_OR = re.compile(r",? or (?:in the |at |the )?")
_OTHER_HOURS = re.compile(rf"{_PART.pattern}|\b\d{{1,2}}[:.]\d\d\b|\d ?[ap]m\b|\bearly\b")
_AT = frozenset({"night", "noon", "midday"})
_LATE = 10 * 60
_AROUND_MINUTES = 60
_REACH = 50
_CUT = re.compile(r"[,.;!?]|\b(?:and|but)\b")
_LANDS = re.compile(
    r"\b(?:arriv\w+|land(?:s|ing)?|touch(?:es|ing)? down|get(?:s|ting)? (?:me |us )?(?:there|in|home|back)|"
    r"be(?:ing)? (?:there|home|back|in [a-z]{3,15})|reach\w*)\b"
)
_LEAVES = re.compile(r"\b(?:leav\w+|depart\w*|tak(?:es?|ing) off|set(?:ting)? off|start\w*)\b")
_LANDS_THEN = re.compile(r" (?:arrival|landing)\b")


class Hours(NamedTuple):
    """The minutes of a day between which a flight leaves, or lands in the local time of its destination."""

    earliest: int
    latest: int
    words: str
    is_arrival: bool = False

    def includes(self, departs: str) -> bool:
        """Return whether a time of departure lies within these hours."""
        hour, minute = map(int, departs.split(":"))
        return self.earliest <= hour * 60 + minute < self.latest


def parse_hours(text: str) -> Hours | None:
    """Return the time of day that a text in lower case asks for."""
    return next((hours for _, _, hours in _find_all(text)), None)


def find_only_bound(text: str) -> Hours | None:
    """Return the hours before or after a time of day that a text in lower case asks for, if it names no other ones."""
    found = list(_find_all(text))
    if len(found) != 1 or not found[0][2].words.removeprefix("landing ").startswith(("before", "after")):
        return None
    start, end, hours = found[0]
    return None if _OTHER_HOURS.search(f"{text[:start]} {text[end:]}") else hours


def speaks_of_flying(text: str) -> bool:
    """Return whether a text in lower case says when somebody leaves or lands."""
    return bool(_LANDS.search(text) or _LEAVES.search(text))


def parse_hours_of_ways(text: str, days: Sequence[tuple[int, Way | None]] = ()) -> tuple[Hours | None, Hours | None]:
    """Return the time of day that a text in lower case asks for on the way there, and the one on the way back.

    An hour belongs to the way of its clause: "not before 10 out, home in the evening". Without one, it is of the way
    there, or of both if the text says so.

    Args:
        text: The text.
        days: Where a day stands in the text, and its way; None for a day of something else, whose hour is none either.
    """
    clauses, found = Clauses(text), list(_find_all(text))
    words = bind_words(clauses, [(start, end) for start, end, _ in found])
    ways: dict[Way, Hours] = {}
    for (start, _, hours), word in reversed(list(zip(found, words, strict=True))):
        first, last = clauses.span(start)
        beside = [day for day in days if first <= day[0] < last]
        way = word.way if word and (first <= word.start or not beside) else None
        if way is None and beside:
            way = min(beside, key=lambda day: abs(day[0] - start))[1]
            if way is None:
                continue
        ways[way or "there"] = hours
    if len(found) == 1 and _BOTH.search(text):
        return found[0][2], found[0][2]
    if len(found) == 2 and not any(words) and _UNTIL_DAY.search(text, found[0][1], found[1][0]):
        return found[0][2], found[1][2]  # "8 june morning to 11 june evening"
    return ways.get("there"), ways.get("back")


def swaps_hours(text: str) -> bool:
    """Return whether a text in lower case wants the time of the way there for the way back, and that one for it."""
    return bool(_SWAPS.search(text))


def _find_all(text: str) -> Iterator[tuple[int, int, Hours]]:
    """Yield the hours in a text with where they stand, those of landing as such."""
    for start, end, hours in _find_hours(text):
        before = _CUT.split(text[max(0, start - _REACH) : start])[-1]
        is_arrival = bool(_LANDS.search(before) and not _LEAVES.search(before)) or bool(_LANDS_THEN.match(text, end))
        yield start, end, hours._replace(is_arrival=True, words=f"landing {hours.words}") if is_arrival else hours


def _find_hours(text: str) -> Iterator[tuple[int, int, Hours]]:
    """Yield the hours in a text with where they stand: clock times, or else parts of the day."""
    text = _write_clocks(text)
    clocks = [*_find_bounds(text), *_find_around(text)]
    has_clock = bool(clocks)
    yield from clocks
    late = _NOT_EARLY.search(text)
    parts = [] if has_clock else [each for each in _PART.finditer(text) if not late or each.end() != late.end()]
    if late and not parts and not has_clock:
        yield *late.span("early"), Hours(_LATE, 24 * 60, "after 10:00")
    either: Hours | None = None
    for n, part in enumerate(parts):
        name = part["part"] or part["night"]
        first, last = _PARTS[name]
        if _NOT_PART.search(text[max(0, part.start() - 30) : part.start()]):
            is_early = first == 0
            hours = (
                Hours(last * 60, 24 * 60, f"after {last}:00")
                if is_early
                else Hours(0, first * 60, f"before {first}:00")
            )
            yield *part.span(), hours
            continue
        words = f"at {name}" if name in _AT else f"in the {name}"
        if either:  # "noon or afternoon"
            first, words = either.earliest // 60, f"{either.words} or {words}"
        after = parts[n + 1] if n + 1 < len(parts) else None
        is_or = after and _OR.fullmatch(text, part.end(), after.start())
        if after and is_or and _PARTS[after["part"] or after["night"]][0] <= last:
            either = Hours(first * 60, last * 60, words)
            continue
        either = None
        if late and first * 60 < _LATE:
            yield *part.span(), Hours(_LATE, last * 60, f"{words}, after 10:00")
        else:
            yield *part.span(), Hours(first * 60, last * 60, words)


def _write_clocks(text: str) -> str:
    """Return a text of the same length without greetings, and with bounds and times of day as they are found."""
    text = _GREETING.sub(lambda match: " " * len(match[0]), text)
    text = _LATEST.sub(lambda match: f"by {match['clock']}".ljust(len(match[0])), text)
    return _NOON.sub(lambda match: f"{match['way']} {_NOON_HOURS[match['when']]}".ljust(len(match[0])), text)


def _find_bounds(text: str) -> Iterator[tuple[int, int, Hours]]:
    """Yield the hours before or after times of day with where they stand."""
    for match in _BOUND.finditer(text):
        minutes = _to_minutes(match)
        if minutes is None or not (match["half"] or match["minute"] or match["way"] in {"before", "after"}):
            continue
        clock = f"{minutes // 60:02}:{minutes % 60:02}"
        before = text[max(0, match.start() - 50) : match.start()]
        is_refused = bool(_REFUSED.search(before) and not _ASKS.search(before))
        is_after = (match["way"] in {"after", "later than", "from"}) != (
            is_refused and match["way"] not in {"by", "from"}
        )
        if minutes == _MIDNIGHT:
            yield from [] if is_after else [(*match.span(), Hours(_MORNING, _MIDNIGHT + 1, "before midnight"))]
        elif is_after:
            yield *match.span(), Hours(minutes, 24 * 60, f"after {clock}")
        else:
            yield *match.span(), Hours(0, minutes, f"before {clock}")


def _find_around(text: str) -> Iterator[tuple[int, int, Hours]]:
    """Yield the hours around times of day with where they stand; a bare number is one only where flights are meant."""
    for match in _AROUND.finditer(text):
        minutes = _to_minutes(match)
        is_clock = bool(match["half"] or match["minute"] or match["half_after"])
        if minutes is not None and (is_clock or (5 <= minutes // 60 <= 12 and _OF_FLIGHT.search(text))):
            yield *match.span(), _widen(match, minutes)


def _widen(match: re.Match[str], minutes: int) -> Hours:
    """Return the hours around a time of day, or around two of them."""
    last = int(match["until"]) * 60 if match["until"] and int(match["until"]) < 24 else minutes
    is_pm = (match["half_after"] or "").strip() == "pm"
    first, last = (each + 12 * 60 if is_pm and each < 12 * 60 else each for each in (minutes, last))
    clock = " or ".join(dict.fromkeys(f"{each // 60:02}:{each % 60:02}" for each in (first, max(first, last))))
    return Hours(first - _AROUND_MINUTES, max(first, last) + _AROUND_MINUTES + 1, f"around {clock}")


def _to_minutes(match: re.Match[str]) -> int | None:
    word = match["hour"]
    hour, minute = int(word) if word.isdigit() else _HOURS.index(word) + 1, int(match["minute"] or 0)
    if (match["half"] or "").endswith(("pm", "evening", "afternoon")) and hour < 12:
        hour += 12
    return hour * 60 + minute if (hour < 24 and minute < 60) or (hour, minute) == (24, 0) else None
