"""Other days for a booking: moved as a whole, or only its first or its last day."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from ricordo_travel.dialogue.dates import parse_dates, parse_nights
from ricordo_travel.dialogue.days import WEEKDAYS, find_months
from ricordo_travel.dialogue.numbers import NUMBER, parse_count

MOVE = re.compile(
    r"\b(?:move|shift|postpone|rebook|reschedule|push|bring (?:it )?forward|extend|prolong|lengthen|shorten|delay|"
    r"swap|cut (?:it |that |(?:the|our|my) [a-z]+ )?short)\b"
)
"""Verbs of giving a booking other days."""
_WEEK_AFTER = re.compile(r"\b(?:week(?:end)? after|(?:following|next) week(?:end)?)\b(?! (?:christmas|easter|new))")
_SHIFT = re.compile(
    rf"\b(?P<count>{NUMBER}|an?|the)? ?(?P<unit>day|week|night)s? "
    rf"(?:later|earlier|early|sooner|before|after|back|forward)\b"
    rf"(?! (?:the|my|our|that|christmas|i|we|to)\b)|\b(?:later|earlier|forward|back|by) (?:by )?(?P<by>{NUMBER}|an?) "
    rf"(?P<by_unit>day|week|night)s?\b(?! (?:later|earlier|sooner|before|after)\b)"
)
_AMOUNT = re.compile(rf"\b(?P<count>{NUMBER}|an?|another|extra) (?:more |extra )?(?P<unit>day|night|week)s?\b")
_LENGTHENS = re.compile(r"\b(?:add|plus|extend|prolong|lengthen|longer|extra|additional|another|more)\b")
_SHORTENS = re.compile(r"\b(?:shorten|shorter|less|fewer|cut)\b")
_LASTS = re.compile(r"\b(?:nights?|weeks?|only|just|for|make|total|altogether|instead)\b")
_RESIZES = re.compile(r"\b(?:extend|prolong|lengthen|shorten|cut)\b")
CAR = r"(?:it|(?:the|my|our) (?:\w+ )?car)"
_PICKS_UP = rf"pick(?:ing)?[ -]?up|pick {CAR} up|(?:collect|fetch|get) {CAR}"
BRINGS_BACK = (
    rf"(?:bring|give|hand|take|drop) {CAR} (?:back|off)|(?:bring|give|hand) back|drop(?:ping)?[ -]?off|return {CAR}"
)
_STARTS = re.compile(
    r"\b(?:start\w*|begin\w*|arriv\w+|check(?:ing)?[ -]?in|come(?! (?:back|home)\b)|get there|fly out|outbound|"
    rf"way there|{_PICKS_UP})\b"
)
_LEAVES = re.compile(r"\b(?:leav(?:e|ing)|depart\w*|set off)\b")
_GO = r"(?:go|goes|going(?! to\b)|fly|flying|travel|travell?ing)(?! (?:back|home|with|for|ahead|out)\b)"
GOES = re.compile(rf"\b{_GO}\b")
"""Words of setting out, which move the way there, and leave a way back that is booked."""
_STAYS = re.compile(r"\b(?:stay|staying|until|till|til|longer|end)\b")
_THE_STAY = re.compile(r"\b(?:my|our|the|that|this) (?:\w+ ){0,2}?stays?\b")
"""What is booked, and not how long somebody stays."""
_RETURNS = re.compile(
    rf"\b(?:{BRINGS_BACK}|"
    r"(?:come|coming|go|going|fly|flying|get|travel|head) (?:back|home)|return(?:ing)?)\b"
)
_ON_WEEKDAY = re.compile(rf"\bon (?={'|'.join(WEEKDAYS)})")
_ROLE = re.compile(
    r"\b(?:(?P<start>from|arriv\w+|check(?:ing)?[ -]?in|start\w*|begin\w*|get there|outbound|way there|flight there|"
    rf"fly(?:ing)? out|flight out|out flight|{_PICKS_UP}|{_GO})|"
    rf"(?P<end>{BRINGS_BACK}|until|till|til|through|check(?:ing)?[ -]?out|end(?:s|ing)?|return(?:ing)?|inbound|"
    r"(?:fly|flight|come|coming|go|going|get|way|head|heading) (?:back|home)|"
    rf"(?:back|home)(?= (?:on|{'|'.join(WEEKDAYS)})\b))|"
    r"(?P<leave>leav(?:e|ing)|depart\w*|set off))\b"
)
_BARE = re.compile(
    r"\b(?P<word>until|till|til|from|on|to)(?: the)? (?P<day>\d{1,2})\b(?![:.,/-]?\d|st\b|nd\b|rd\b|th\b|"
    r" ?(?:am\b|pm\b|h\b|people|persons?|adults?|nights?|days?|weeks?|hours?|of us|passengers?|guests?|kids|"
    r"(?:\w+ )?rooms?|doubles?|singles?|twins?|suites?|stars?|or\b|[$€£%]))"
)
_DATE = re.compile(r"\b(?:day|date)s?\b")
_SAME_DAYS = re.compile(r"\bsame (?:days|dates)\b")
_SHORTEST_MONTH = 28
_MAX_PIECE = 40
_SOON = 2
"""Days after the first one on which somebody who leaves sets out, if the last day is farther away."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a text says about the days of a booking.

    Attributes:
        first: The new first day; the last one stays.
        last: The new last day; the first one stays.
        day: The day to which all of it moves.
        shift: The days by which all of it moves.
        more: The nights by which it gets longer.
        nights: The nights that it has after it moved to `day`.
        is_going: Whether `first` is when somebody sets out. Without a way back, all of it moves then.
    """

    first: date | None = None
    last: date | None = None
    day: date | None = None
    shift: int = 0
    more: int = 0
    nights: int | None = None
    is_going: bool = False


def read_move(text: str, today: date, first: date, last: date) -> Move:
    """Return what a text in lower case changes of something that lasts from `first` to `last`."""
    text = _write_days(text)
    if _WEEK_AFTER.search(text):
        return Move(shift=7)
    days = parse_dates(text, today, first)
    day = find_near(text, today, first)
    shift = _read_shift(text, has_day=day is not None)
    nights = (days.last - days.first).days if days.first and days.last else 0
    is_range = nights > 0 and parse_nights(text) in {None, nights}
    if is_range and MOVE.search(text) and days.first == first and re.search(r"\bfrom\b", text):
        return Move(day=days.last)  # "from the 8th to the 10th": what it was, and what it is to be
    start, end = read_ends(text, today, first, last)
    if is_range and not (start and end):
        return Move(first=days.first, last=days.last)
    if start or end:
        return Move(first=start, last=end, is_going=end is None and bool(GOES.search(text)))
    if not day and _SAME_DAYS.search(text) and (months := find_months(text, today)):
        return Move(day=months[-1] + timedelta(days=min(first.day, _SHORTEST_MONTH) - 1))
    if shift:
        return _read_one_end(text, day, shift, first, last)
    if day and day > first and _RESIZES.search(text):
        return Move(last=day)
    if day:
        return Move(day=day, nights=days.nights)
    return _read_length(text, today, first, last)


def move_stay(move: Move, first: date, last: date) -> tuple[date, date]:
    """Return the days of a stay after a move."""
    nights = move.nights or (last - first).days
    if move.first or move.last:
        start, end = move.first or first, move.last or last
        return (start, end) if end > start else (start, start + timedelta(days=nights))
    start = move.day or first + timedelta(days=move.shift)
    return start, start + timedelta(days=max(1, nights + move.more))


def move_flight(move: Move, day: date, *, is_back: bool) -> date:
    """Return the day of a flight after a move of its trip: the way back goes with the last day."""
    if move.first or move.last:
        return (move.last if is_back else move.first) or day
    return move.day or day + timedelta(days=move.shift + (move.more if is_back else 0))


def names_end(text: str) -> bool:
    """Return whether a text in lower case gives a plain number as the first or the last day: "also from 27"."""
    return any(match["word"] != "to" and 1 <= int(match["day"]) <= 31 for match in _BARE.finditer(text))


def _read_shift(text: str, *, has_day: bool) -> int:
    """Return by how many days a text moves something: "one day later", "a week earlier", "push it back 2 days"."""
    match = _SHIFT.search(text)
    if match and match["by"] and (_SHORTENS.search(text) or _LENGTHENS.search(text)):
        return 0  # "shorten it by a night"
    if match is None:
        match = _AMOUNT.search(text)
        is_move = re.search(r"\b(?:push|shift|move|delay|postpone)\b", text)
        if match is None or not is_move or has_day or _LENGTHENS.search(text):
            return 0
        return parse_count(match["count"]) * (7 if match["unit"] == "week" else 1)
    word, unit = match["by"] or match["count"] or "a", match["by_unit"] or match["unit"]
    count = 1 if word == "the" else parse_count(word)
    is_earlier = re.search(r"\b(?:earlier|early|sooner|before|forward)\b", match[0])
    return (-1 if is_earlier else 1) * count * (7 if unit == "week" else 1)


def read_ends(text: str, today: date, first: date, last: date) -> tuple[date | None, date | None]:
    """Return the first and the last day that a text names as such: "arrive on the 8th and check out on the 14th"."""
    start = end = None
    marks = list(_ROLE.finditer(text))
    for number, mark in enumerate(marks, 1):
        following = marks[number].start() if number < len(marks) else len(text)
        stop = min(following, mark.end() + _MAX_PIECE)
        piece = re.split(r"[.!?;]", text[mark.end() : stop])[0]
        is_end = bool(mark["end"])
        if day := find_near(piece, today, last if is_end else first):
            if mark["leave"]:  # on the day after the first one they set out later, and do not end it
                is_end = day > first and not (day - first).days <= _SOON < (last - day).days
            start, end = (start, day) if is_end else (day, end)
    return start, end


def _read_one_end(text: str, day: date | None, shift: int, first: date, last: date) -> Move:
    """Return a move by some days: of all of it, or of the one end that the text speaks of."""
    by = timedelta(days=shift)
    if len(_SHIFT.findall(text)) > 1:  # "go two days earlier and come home two days earlier"
        return Move(shift=shift)
    if day == first + by and (_STARTS.search(text) or _LEAVES.search(text)):
        return Move(first=day)
    if day == last + by and day != first + by:
        return Move(last=day)
    is_short = 2 * abs(shift) <= (last - first).days or abs(shift) == 1  # "go a week later" moves all of it
    if _STARTS.search(text) or (GOES.search(text) and is_short):
        return Move(first=first + by, is_going=not _STARTS.search(text))
    text = text if _RESIZES.search(text) else _THE_STAY.sub(" ", text)
    if _STAYS.search(text) or _RETURNS.search(text) or (_LEAVES.search(text) and shift < 0 < (last - first).days - 1):
        return Move(last=last + by)
    return Move(day=day) if day else Move(shift=shift)


def _read_length(text: str, today: date, first: date, last: date) -> Move:
    """Return a change of the length: "one night more", "make it 4 nights"."""
    days = parse_dates(text, today, first)
    more = days.more
    if more is None and (match := _AMOUNT.search(text)) and (_LENGTHENS.search(text) or _SHORTENS.search(text)):
        word = match["count"]
        count = 1 if word in {"another", "extra"} else parse_count(word)
        more = count * (7 if match["unit"] == "week" else 1) * (-1 if _SHORTENS.search(text) else 1)
    if not more and days.nights and _LASTS.search(text):
        more = days.nights - (last - first).days
    return Move(more=more or 0)


def find_near(text: str, today: date, near: date) -> date | None:
    """Return the day that a text names; one without a month is the nearest such day, before or after `near`."""
    text = _ON_WEEKDAY.sub("", text)
    named = (parse_dates(text, today, near + timedelta(days=away)) for away in (-20, -6, 0, 20))
    found = [day for days in named if (day := days.first or days.last) and day >= today]
    return min(found, key=lambda day: abs((day - near).days), default=None)


def _write_days(text: str) -> str:
    """Return a text with its plain numbers that are days as such: "till 26", "hotel from 27", "move it to 13"."""

    def write(match: re.Match[str]) -> str:
        is_day = 1 <= int(match["day"]) <= 31 and (match["word"] != "to" or MOVE.search(text) or _DATE.search(text))
        return f"{match['word']} the {match['day']}th" if is_day else match[0]

    return _BARE.sub(write, text)
