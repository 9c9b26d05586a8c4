"""Days as people write them: "12 June", "next Friday", "from the 3rd to the 7th", "mid July", "a week later".

Each day in a text gets a role before it counts: it begins the trip, ends it, or is neither ("her birthday is on …").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from ricordo_travel.dialogue.values.days import (
    MONTH,
    WEEKDAYS,
    FoundDay,
    find_day_after,
    find_day_before,
    find_days,
    move_to_month,
)
from ricordo_travel.dialogue.values.holidays import find_weekend
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.values.roles import Clauses, Way, bind_words

_SHIFT = re.compile(
    rf"\b(?P<count>{NUMBER}|an?|the|one|few|couple(?: of)?)? ?(?P<unit>day|week(?:end)?|month)s?"
    rf"(?P<or> or (?:so|two|2))? (?P<way>later|earlier|before|after|sooner|ahead|prior)\b"
    rf"(?! (?:the|my|our|that(?! ?(?:[,.;!?]|$))|christmas|tomorrow|i|we)\b)|\b(?:by|forward|back) (?P<by>{NUMBER}|a) "
    rf"(?P<by_unit>day|week)s?\b(?!(?: or (?:so|two|2))? (?:later|earlier|sooner|before|after)\b)"
)
_LENGTH = re.compile(
    rf"\b(?P<in>in (?:about )?)?(?P<count>{NUMBER}|an?|couple|few|whole|full|one|another)"
    rf"(?: of| whole| full| quiet| calm| nice| lovely| relaxing| romantic| lazy| sunny)?[ -]"
    rf"(?P<unit>nights?|days?|weeks?|fortnight|months?)\b(?!(?: or (?:so|two|2))? (?:later|earlier|sooner|before|"
    rf"after|ago|from now|"
    rf"(?:on|from) (?:{'|'.join(WEEKDAYS)})))(?P<more> (?:more|longer|extra|less|shorter|fewer))?"
    rf"|(?P<long>\blong )?\bweekend\b|\b(?P<fortnight>fortnight)\b"
)
_MORE = re.compile(
    rf"\b(?P<add>(?:add|extend(?: it| that)? by|prolong(?: it)? by|plus) )?"
    rf"(?:(?P<count>{NUMBER}|an?|another) (?P<kind>more|extra|additional|less|fewer)? "
    rf"?(?P<unit>night|day|week)s?(?P<after> (?:more|longer|extra|less|shorter|fewer))?)\b"
)
_FILLER = r"(?: (?:flight|flights|trip|journey|is|on|by|for|the|around|about|say|maybe)){0,4} ?$"
_UNTIL = re.compile(rf"\b(?:(?P<to>to)|until|till|til|through|thru){_FILLER}")
_FROM = re.compile(r"\b(?:from|since)(?: (?:on|the|about|around)){0,3} ?$")
_EVENT = re.compile(
    r"\b(?:birthday|anniversary|wedding|marr(?:y|ies|ied|ying)|(?<!after )(?<!for )works?|working|meetings?|"
    r"conference|concert|gig|exams?|party|school|off|ceremony|funeral|(?<!room )service|burial|keynote|speech|plays|"
    r"turns|graduat\w{2,5}|interview|appointment|festival|match|game|race|marathon)\b"
)
_WINDOW = re.compile(
    r"\b(?:school holidays|(?:holidays?|vacations?|they) (?:are|is|run|runs|last|lasts|go|start|begin)"
    r"|only (?:travel|go|fly) (?:in|during|between|within|from))\b"
)
_LONG = 21
_SOME_DAYS = (
    rf"\b(?P<count>{NUMBER}|an?|few|couple|the)(?: of)? "
    r"(?P<unit>day|week|morning|afternoon|evening|night)s? (?P<way>before|after|earlier|later)"
)
_NEAR_EVENT = re.compile(rf"{_SOME_DAYS}(?:(?<=before)|(?<=after)| than)(?: (?:on|the)){{0,2}} ?$")
_BEFORE_EVENT = re.compile(rf"{_SOME_DAYS}\b(?! (?:on |the )?\d)")
_OF_TRAVEL = re.compile(r"\b(?:flights?|fly|hotels?|rooms?|stay|cars?|arriv(?:e|ing)|(?:get|go|going|travel|fly) to)\b")
_HELD_IN = re.compile(
    r"\b(?:meetings?|conference|interview|appointment|concert|fair|festival|match|game|race|marathon|exams?)\b"
    r"[a-z ]{0,20} in (?!the\b|my\b|our\b|a\b)[a-z]{3}"
)
"""What takes place somewhere on a day: with a number of nights, a stay there begins on it."""
_ARRIVES = re.compile(
    r"\b(?:arriv(?:e|es|ing)|(?:be|gets?|are|i'm|we're)(?: only)? there|gets? in|lands?|landing)\b[^.;!?]{0,40}$"
)
_WEEKEND_OF = re.compile(r"\bweekend (?:of|around) (?:the )?$")
_MOVES = re.compile(r"\b(?:move|change|switch|shift|moved|rebook|reschedule|postpone|push)\b")
_ANY_MONTH = MONTH.replace("?P<month>", "?:")
_UNITS = r"people|persons|adults|nights?|days?|hours?|weeks?|of us|stars?|minutes|kids|children|am\b|pm\b|h\b|or\b"
_PLAIN_DAY = rf"(?P<day>\d{{1,2}})\b(?![:.,/-]?\d|st\b|nd\b|rd\b|th\b| ?(?:{_UNITS}|{_ANY_MONTH}))"
_AFTER_WORD = re.compile(
    rf"\b(?P<word>(?:back|return(?:ing)?|home|until|till)(?: (?:on|is|the|flight)){{0,3}}) {_PLAIN_DAY}"
)
_STAY_FROM = re.compile(rf"\b(?P<word>(?:hotel|room|stay|staying|check in|guesthouse|car) from) {_PLAIN_DAY}")
_BEFORE_WORD = re.compile(
    r"(?<![\d:.$€£/-])(?<!flight )(?<!number )(?<!option )(?<!flights )\b(?P<day>\d{1,2}) "
    r"(?=(?:back|out|home|return)\b)"
)
_BUSY = re.compile(
    r"\b(?:works?|working|shifts?|school|busy|meetings?|class(?:es)?|open|office|on duty)\b[^.,;!?]{0,25}$"
)
"""What goes on until an hour, and not until a day: "she works till 5"."""
_LISTED = re.compile(r"\b(?:number|option|nr|choice|offer)\.? ?\d{1,2}\b")
_WEEKDAY_AND_DAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)}),? (?:the )?{_PLAIN_DAY}")
_DAY_AND_HOUR = re.compile(
    r"(?<![\d:.$€£/-])\b(?<!the )(?<!before )(?<!after )(?<!at )(?<!by )(?<!than )(?<!around )(?<!about )(?<!flight )"
    r"(?P<day>(?:1[3-9]|2\d|3[01])(?= in the )|\d{1,2}(?! in the )) "
    r"(?=(?:in the |early |late )?(?:morning|afternoon|evening|midday|noon)\b)"
)
_BARE_RANGE = re.compile(
    rf"(?<![\d$€£/.:-])\b(?P<first>\d{{1,2}}) ?(?:-|to|till|until) ?(?P<last>\d{{1,2}})\b(?! ?[\d$€£%/:k-])"
    rf"(?! ?(?:{_UNITS}|{_ANY_MONTH}))"
)
_NOT_DAY = re.compile(
    r"\b(?:(?<!why )not|instead of|rather than) (?:on |from |in )?(?:the )?"
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?![:.,/]?\d)"
    rf"(?! ?(?:{_UNITS}))(?: (?:of )?{_ANY_MONTH}\b)?|{MONTH} (?P<last_day>\d{{1,2}})(?:st|nd|rd|th)?\b"
    rf"|(?P<only>{_ANY_MONTH})\b(?! \d)|(?P<weekday>{'|'.join(WEEKDAYS)}|tomorrow|today)\b)"
)
_IMPOSSIBLE = re.compile(
    rf"\b(?:{'|'.join(WEEKDAYS)}|tomorrow|today|(?:the )?\d{{1,2}}(?:st|nd|rd|th)) (?:(?:is|does|will|would|are) )?"
    r"(?:not (?:possible|work|ok|good)|impossible|(?:doesn't|won't) work|no good|too (?:early|soon|late))\b"
)
_WEEKDAY_OF_DATE = re.compile(
    rf"\b(?:{'|'.join(WEEKDAYS)}),? (?=(?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?! (?:people|persons|"
    rf"adults|nights?|days?|of us))|{_ANY_MONTH} \d)"
)
_CLOCK = re.compile(
    r"(?<![\d$€£/.-])\b\d{1,2}(?::[0-5]\d|\.(?:[2-5]\d|1[3-9]|00)(?!\.?\d))(?: ?[ap]m\b)?"
    r"|(?:\b(?:at|before|after|around|by|than) |\bthe (?=\d{1,2}\.\d\d (?:one|flight|plane)))"
    r"\d{1,2}\.\d\d\b(?!\.)"
    r"|\b\d{1,2} ?(?:[ap]m|o'?clock)\b"
    r"|\b(?:at|before|after|around|by|than|until|till) \d{1,2} in the (?:morning|afternoon|evening)\b"
)
_PRICE_BEFORE = re.compile(r"(?:\d|k|\$|dollars|bucks|euros?|usd|much|price|each|cost|is that|it's)\s*$")
_COUNTS = {"few": 3, "the": 1, "whole": 1, "full": 1, "another": 1}
_MAX_NIGHTS = 60
_REACH = 60


@dataclass(frozen=True, slots=True)
class DateRange:
    """The days of a trip as far as a text names them.

    Attributes:
        month: The first day of a month that was named without a day.
        shift: The number of days that the trip moves by.
        more: The number of nights that it gets longer by.
        is_rough: Whether the day was chosen within "mid July".
        is_start: Whether the first day is said to be the beginning, so that an end that is known stays.
        is_arrival: Whether the first day is the one of arriving, and not of setting out.
        has_end: Whether the last day is named, and does not follow from a length.
    """

    first: date | None = None
    last: date | None = None
    nights: int | None = None
    month: date | None = None
    shift: int | None = None
    more: int | None = None
    is_rough: bool = False
    is_start: bool = field(default=False, compare=False)
    is_arrival: bool = field(default=False, compare=False)
    has_end: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class _Ends:
    start: FoundDay | None = None
    last: date | None = None
    is_start: bool = False
    is_arrival: bool = False


def parse_dates(
    text: str, today: date, anchor: date | None = None, last: date | None = None, *, is_begun: bool = True
) -> DateRange:
    """Return the days in a text in lower case.

    Args:
        text: The text.
        today: The current day; a date without a year is the next one after it.
        anchor: The first day of the trip so far, which a day without a month is near.
        last: The last day of the trip so far.
        is_begun: Whether the anchor is the first day of the trip, and not only a day near it.
    """
    text = text.lower()
    refused = list(_NOT_DAY.finditer(text))
    for no_day in (_CLOCK, _LISTED, _NOT_DAY, _IMPOSSIBLE):
        text = no_day.sub(_blank, text)
    text = _write_days(text, has_anchor=anchor is not None)
    found = sorted(find_days(text, today, anchor), key=lambda each: each.start)
    found = [_put_in_trip(text, each, anchor, last) for each in found]
    clauses = Clauses(text)
    shift, more = _parse_shift(clauses)
    after = more if more and more > 0 and not shift and last is None else None  # "on the 14th, and back a week later"
    shift, more = (shift, more or _parse_more(text)) if anchor else (None, None)
    nights = None if more or shift else parse_nights(_without_holidays(text, found))
    days = _prefer_dates([each for each in found if each.day])
    free = [] if _are_window(clauses, days, nights) else days
    event = anchor + timedelta(days=shift) if shift and anchor and anchor.day > 1 and not is_begun else None
    start = anchor if is_begun else event
    ends = _find_ends(clauses, free, start, _Context(last, refused), has_length=bool(nights))
    if event and ends.start is None:  # "the day before" the keynote that was told
        ends = replace(ends, start=FoundDay(0, 0, event))
    if shift and anchor and ends.start and ends.start.is_weekday:
        ends = replace(ends, start=_match_weekday(ends.start, anchor + timedelta(days=shift)))
    month = next((each.month for each in found if each.month), None) if not days else None
    if days and not (anchor or ends.start or ends.last):
        month = days[0].day  # of an event, near which the trip is
    if month and anchor and (moved := _correct_month(month, anchor, refused)):
        return DateRange(moved)
    if after and ends.start and not ends.last:
        nights, more = after, None
    return _complete(ends, nights, month, shift, more, is_rough=bool(ends.start and ends.start.is_rough))


def _are_window(clauses: Clauses, days: Sequence[FoundDay], nights: int | None) -> bool:
    """Return whether days only bound those of the trip: "my holidays are from 11 July to 23 August, a week please"."""
    ends = [day for each in days for day in (each.day, each.last) if day]
    length = (ends[-1] - ends[0]).days if len(ends) == 2 else 0
    is_longer = length > _LONG or bool(nights and nights < length)
    return is_longer and bool(_WINDOW.search(clauses.text[slice(*clauses.span(days[0].start))]))


def find_days_of_ways(text: str, today: date, first: Sequence[date], last: date | None) -> list[tuple[int, Way | None]]:
    """Return where days stand in a text in lower case, each with its way by the days of the trip, or None for events.

    Args:
        text: The text.
        today: The current day.
        first: The days on which the way there may be.
        last: The day of the way back.
    """
    clauses = Clauses(text)
    ends: dict[date | None, Way] = dict.fromkeys(first, "there")
    ends |= {last: "back"} if last else {}
    start = next(iter(first), last)
    found = [_put_in_trip(text, each, start, last) for each in find_days(text, today, start)]
    days: list[tuple[int, Way | None]] = []
    for each in found:
        if _is_event(clauses, each):
            days.append((each.start, None))
        elif each.day in ends:
            days.append((each.start, ends[each.day]))
    return days


def _put_in_trip(text: str, each: FoundDay, first: date | None, last: date | None) -> FoundDay:
    """Return a weekday as the day of a trip of less than a week that it is, if it is one."""
    is_named = text[each.start : each.end].removeprefix("on ") in WEEKDAYS
    if not (is_named and each.day and first and last and (last - first).days < 7):
        return each
    day = first + timedelta(days=(each.day - first).days % 7)
    return replace(each, day=day) if day <= last else each


def _match_weekday(each: FoundDay, day: date) -> FoundDay:
    """Return a weekday as the day to which the trip moves, if it is one: "a day earlier, on thursday"."""
    return replace(each, day=day) if each.day and each.day.weekday() == day.weekday() else each


def _complete(
    ends: _Ends, nights: int | None, month: date | None, shift: int | None, more: int | None, *, is_rough: bool
) -> DateRange:
    """Return the days with what follows from them: the last one from the length, or the length from the last one."""
    first, last = ends.start.day if ends.start else None, ends.last
    if ends.start and first and last and last <= first:  # "on the 26th, back on 2 feb"
        first = find_day_before(last, first.day) if ends.start.is_near and not ends.start.is_weekday else first
        last = last if first and last > first else None
    nights = nights or (ends.start.nights if ends.start else None)
    has_end = last is not None
    if first and last is None and nights:
        last = first + timedelta(days=nights)
    if first and last:
        nights = (last - first).days
    shift = None if first else shift
    return DateRange(
        first, last, nights, month, shift, more, is_rough, ends.is_start, is_arrival=ends.is_arrival, has_end=has_end
    )


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _write_days(text: str, *, has_anchor: bool) -> str:
    """Return a text with its plain numbers that are days as such: "back 25", "12 back", "wednesday 25", "23-26"."""
    text = _WEEKDAY_AND_DAY.sub(r"the \g<day>th", _AFTER_WORD.sub(_write_end, text))
    if re.search(rf"\b{_ANY_MONTH}\b", text):
        text = _BEFORE_WORD.sub(r"the \g<day>th ", text)
    text = _DAY_AND_HOUR.sub(r"the \g<day>th ", _WEEKDAY_OF_DATE.sub("", text))
    return _STAY_FROM.sub(_write_end, _BARE_RANGE.sub(_write_range, text)) if has_anchor else text


def _write_end(match: re.Match[str]) -> str:
    is_hour = match["word"].startswith(("until", "till")) and _BUSY.search(match.string[: match.start()][-_REACH:])
    return match[0] if is_hour else f"{match['word']} the {match['day']}th"


def _write_range(match: re.Match[str]) -> str:
    is_after_month = re.search(rf"\b{_ANY_MONTH} $", match.string[max(0, match.start() - 12) : match.start()])
    return match[0] if is_after_month else f"from the {match['first']}th to the {match['last']}th"


def _without_holidays(text: str, found: Sequence[FoundDay]) -> str:
    """Return a text without its holidays: "Easter weekend" has a length of its own."""
    for each in found:
        if each.is_holiday and each.nights:
            text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
    return text


def _prefer_dates(days: Sequence[FoundDay]) -> list[FoundDay]:
    """Return the days without the holidays if there are others: those say exactly what the holiday only hints at."""
    return [each for each in days if not each.is_holiday] or list(days)


def _correct_month(month: date, anchor: date, refused: Sequence[re.Match[str]]) -> date | None:
    """Return the first day of the trip in another month, if a text puts that in the place of the month so far."""
    names = {match["only"][:3] for match in refused if match["only"]}
    return move_to_month(anchor, month) if f"{anchor:%b}".lower() in names else None


@dataclass(frozen=True, slots=True)
class _Context:
    """The last day of the trip so far, and the days that a text refuses."""

    last: date | None
    refused: Sequence[re.Match[str]]

    def replaces_end(self, anchor: date | None) -> bool:
        """Return whether a day that is refused is the last one of the trip, and not the first one."""
        numbers = {
            int(match["day"] or match["last_day"]) for match in self.refused if match["day"] or match["last_day"]
        }
        is_last = self.last is not None and self.last.day in numbers
        return is_last and not (anchor and anchor.day in numbers)


def _find_ends(
    clauses: Clauses, days: Sequence[FoundDay], anchor: date | None, context: _Context, *, has_length: bool
) -> _Ends:
    """Return the first day that a text names, and the last one. `anchor` is the first day of the trip so far."""
    near = _find_near_events(clauses, days)
    if whole := next((each for each in days if each.last and not (near and _is_event(clauses, each))), None):
        return _Ends(whole, whole.last)
    if len(near) == len(days) == 1:
        return _Ends(near[0], None, is_start=True, is_arrival=True)
    days = [*(_move_from_event(clauses.text, each) for each in days if not each.last), *near]
    days.sort(key=lambda each: each.start)
    ways = _find_ways(clauses, days, anchor, context.last)
    ends = [each for each, way in zip(days, ways, strict=True) if way == "back"]
    starts = [each for each, way in zip(days, ways, strict=True) if way == "there"]
    plain = [each for each, way in zip(days, ways, strict=True) if way is None]
    are_events = [_is_event(clauses, each) for each in plain]
    events = [each for each, is_own in zip(plain, are_events, strict=True) if is_own]
    plain = [each for each, is_own in zip(plain, are_events, strict=True) if not is_own]
    if not (plain or starts or (ends and anchor)):
        spans = [(each, clauses.text[slice(*clauses.span(each.start))]) for each in events]
        plain = [each for each, own in spans if _OF_TRAVEL.search(own) or (has_length and _HELD_IN.search(own))]
    if anchor and ends:
        plain = [each for each in plain if each.start < ends[0].start]  # "back on the 3rd, she works on the 4th"
    if anchor and plain and not ends and not starts and context.replaces_end(anchor):
        plain, ends = [], plain
    if (anchor or events) and not starts and not plain:
        return _Ends(None, next((_after(anchor, each) if anchor else each.day for each in ends), None))
    start = next(iter([*starts, *plain, *ends]), None)
    if start is None or start.day is None:
        return _Ends()
    if _WEEKEND_OF.search(clauses.text[max(0, start.start - _REACH) : start.start]):
        day, nights = find_weekend(start.day)
        return _Ends(replace(start, day=day, nights=nights))
    is_arrival = bool(_ARRIVES.search(clauses.text[max(0, start.start - _REACH) : start.start]))
    last = next((_after(start.day, each) for each in ends if each is not start), None)
    if last or has_length:
        return _Ends(start, last, start in starts, is_arrival)
    others = plain if start in plain or _FROM.search(clauses.text[max(0, start.start - 20) : start.start]) else []
    last = next((each.day for each in others if each.day and each.day > start.day), None)
    return _Ends(start, last, start in starts, is_arrival)


def _find_ways(clauses: Clauses, days: Sequence[FoundDay], anchor: date | None, last: date | None) -> list[Way | None]:
    """Return for each day whether it is the one of the way there or of the way back, as far as the text says so."""
    words = bind_words(clauses, [(each.start, each.end) for each in days])
    is_move = bool(_MOVES.search(clauses.text))
    ways: list[Way | None] = []
    for each, word in zip(days, words, strict=True):
        before = clauses.text[max(0, each.start - _REACH) : each.start]
        until = _UNTIL.search(before)
        if until and not (until["to"] and is_move and not (word and word.way == "back")):
            ways.append("back")
        elif _FROM.search(before):
            ways.append("there")
        else:
            ways.append(word.way if word else None)
    others = set(ways)
    return [
        _resolve_leaving(clauses, each, others, anchor, last) if way is None and word and word.way is None else way
        for each, word, way in zip(days, words, ways, strict=True)
    ]


def _resolve_leaving(
    clauses: Clauses, each: FoundDay, others: Collection[Way | None], anchor: date | None, last: date | None
) -> Way | None:
    """Return the way of a day on which somebody leaves: the beginning of a journey, or the end of a stay."""
    if "back" in others:
        return "there"
    if "there" in others or clauses.speaks_of_stay(each.start):
        return "back" if anchor or "there" in others else None
    if anchor is None or each.day is None:
        return None
    if last is None:
        return "back" if each.day > anchor else "there"
    return "there" if abs(each.day - anchor) <= abs(last - each.day) else "back"


def _is_event(clauses: Clauses, each: FoundDay) -> bool:
    """Return whether a day is that of something else than the trip: "her birthday is on the 15th"."""
    start, end = clauses.span(each.start)
    return bool(_EVENT.search(clauses.text[max(start, each.start - _REACH) : min(end, each.end + _REACH)]))


def _move_from_event(text: str, each: FoundDay) -> FoundDay:
    """Return a day that is said by another one: "two days before the 9th"."""
    match = _NEAR_EVENT.search(text[max(0, each.start - _REACH) : each.start])
    return _move(each, match) if match else each


def _move(each: FoundDay, match: re.Match[str]) -> FoundDay:
    count = _COUNTS.get(match["count"]) or parse_count(match["count"])
    days = count * (7 if match["unit"] == "week" else 1) * (-1 if match["way"] in {"before", "earlier"} else 1)
    start = each.last if each.last and days > 0 else each.day
    day = start + timedelta(days=days) if start else None
    return replace(each, day=day, last=None, is_rough=match["count"] in {"few", "couple"})


def _find_near_events(clauses: Clauses, days: Sequence[FoundDay]) -> list[FoundDay]:
    """Return the days that are said by an event whose day a text names: "a few days before the anniversary"."""
    event = next((each for each in days if _is_event(clauses, each)), None)
    found = _BEFORE_EVENT.finditer(clauses.text) if event else ()
    return [_move(replace(event, start=each.start(), end=each.end()), each) for each in found if event]


def _after(first: date, each: FoundDay) -> date | None:
    """Return the last day of a stay; one that names no month is the next such day after the first."""
    day = each.day
    if day is None or not each.is_near:
        return day
    if each.is_weekday:
        return day if day > first else first + timedelta(days=(day.weekday() - first.weekday() - 1) % 7 + 1)
    return find_day_after(first, day.day)


def parse_nights(text: str) -> int | None:
    """Return the number of nights in `text`, or None if it names no length of stay."""
    for match in _LENGTH.finditer(text.lower()):
        if match["in"] or match["more"] or (match["count"] == "a" and _PRICE_BEFORE.search(text[: match.start()])):
            continue
        if match["count"]:
            count = _COUNTS.get(match["count"]) or parse_count(match["count"])
            nights = count * {"n": 1, "d": 1, "w": 7, "f": 14, "m": 30}[match["unit"][0]]
        else:
            nights = 14 if match["fortnight"] else 3 if match["long"] else 2
        if 1 <= nights <= _MAX_NIGHTS:
            return nights
    return None


def _parse_shift(clauses: Clauses) -> tuple[int | None, int | None]:
    """Return by how many days a text moves the trip, and how many nights it gets longer by that.

    "A week later" moves both ends, "arrive a day later" only the beginning, and "fly back a day later" only the end.
    """
    match = _SHIFT.search(clauses.text)
    if not match:
        return None, None
    days = _read_shift(match, clauses.text)
    (word,) = bind_words(clauses, [match.span()])
    if match["by"] or word is None:
        return (None, None) if match["or"] else (days, None)
    if word.way == "back" or (word.way is None and clauses.speaks_of_stay(match.start())):
        return None, days
    return (None, None) if match["or"] else (days, -days)  # a day or two earlier: which of them is left open


def _read_shift(match: re.Match[str], text: str) -> int:
    if match["by"]:
        back = -1 if "back" in match[0] or "earlier" in text else 1
        return back * parse_count(match["by"]) * (7 if match["by_unit"] == "week" else 1)
    count = _COUNTS.get(match["count"] or "the") or parse_count(match["count"].removesuffix(" of"))
    days = count * {"day": 1, "week": 7, "weekend": 7, "month": 28}[match["unit"]]
    return -days if match["way"] in {"earlier", "before", "sooner", "prior"} else days


def _parse_more(text: str) -> int | None:
    for match in _MORE.finditer(text):
        how = (match["kind"] or match["after"] or "").strip()
        how = how or ("more" if match["count"] == "another" or match["add"] else "")
        if not how:
            continue
        count = 1 if match["count"] == "another" else parse_count(match["count"])
        count *= 7 if match["unit"] == "week" else 1
        return -count if how in {"less", "shorter", "fewer"} else count
    return None
