"""Days as people write them: "12 June", "next Friday", "from the 3rd to the 7th", "mid July", "a week later"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ricordo_travel.dialogue.days import MONTH, WEEKDAYS, FoundDay, find_day_after, find_days
from ricordo_travel.dialogue.holidays import find_weekend
from ricordo_travel.dialogue.numbers import NUMBER, parse_count

_SHIFT = re.compile(
    rf"\b(?P<count>{NUMBER}|an?|the|one)? ?(?P<unit>day|week|month)s? (?P<way>later|earlier|before|"
    rf"after|sooner|ahead|prior)\b"
    rf"(?! (?:the|my|our|that|christmas|tomorrow|i|we)\b)|\b(?:by|forward|back) (?P<by>{NUMBER}|a) "
    rf"(?P<by_unit>day|week)s?\b"
)
_LENGTH = re.compile(
    rf"\b(?P<in>in (?:about )?)?(?P<count>{NUMBER}|an?|couple|few|whole|full|one|another)(?: of| whole|"
    rf" full)?[ -](?P<unit>nights?|days?|weeks?|fortnight|months?)\b"
    rf"(?! (?:later|earlier|before|after|ago|from now|(?:on|from) (?:{'|'.join(WEEKDAYS)})))(?P<more> (?:more|"
    rf"longer|extra|less|shorter|fewer))?"
    rf"|(?P<long>\blong )?\bweekend\b|\b(?P<fortnight>fortnight)\b"
)
_MORE = re.compile(
    rf"\b(?P<add>(?:add|extend(?: it| that)? by|prolong(?: it)? by|plus) )?"
    rf"(?:(?P<count>{NUMBER}|an?|another) (?P<kind>more|extra|additional|less|fewer)? "
    rf"?(?P<unit>night|day|week)s?(?P<after> (?:more|longer|extra|less|shorter|fewer))?)\b"
)
_UNTIL_DAY = re.compile(
    r"\b(?:until|till|til|to|through|thru|back|home|return(?:ing|s)?|inbound|check(?:ing)?[ -]?out)"
    r"(?: (?:flight|flights|trip|journey|is|on|by|for|the|around|about)){0,4} ?$"
)
_BACK_AFTER = re.compile(
    r"\s*(?:is )?(?:the )?(?:back|home|return|way back)\b(?=\s*(?:$|[.,;!?)]|please|and\b|too\b|then\b))"
)
_LEAVES = re.compile(r"\bleav(?:e|ing)(?: (?:again|on|by|the)){0,3} ?$")
_ARRIVAL = re.compile(
    r"\b(?:arriv(?:e|ing)|from|starting|beginning|check(?:ing)?[ -]?in|leaving|(?<!check[ -])(?<!check)out|there)"
    r"(?: (?:on|the|about|around)){0,3} ?$"
)
_ANY_MONTH = MONTH.replace("?P<month>", "?:")
_UNITS = r"people|persons|adults|nights?|days?|hours?|weeks?|of us|stars?|minutes|kids|children|am\b|pm\b|h\b|or\b"
_PLAIN_DAY = rf"(?P<day>\d{{1,2}})\b(?![:.,/-]?\d|st\b|nd\b|rd\b|th\b| ?(?:{_UNITS}|{_ANY_MONTH}))"
_BARE_BACK = re.compile(rf"\b(?P<word>(?:back|return(?:ing)?|home)(?: (?:on|is|the|flight)){{0,3}}) {_PLAIN_DAY}")
_WEEKDAY_AND_DAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)}),? (?:the )?{_PLAIN_DAY}")
_DAY_AND_HOUR = re.compile(
    r"(?<![\d:.$€£/-])\b(?<!the )(?P<day>\d{1,2}) "
    r"(?=(?:in the |early |late )?(?:morning|afternoon|evening|midday|noon)\b)"
)
_BARE_RANGE = re.compile(
    rf"(?<![\d$€£/.:-])\b(?P<first>\d{{1,2}}) ?(?:-|to|till|until) ?(?P<last>\d{{1,2}})\b(?! ?[\d$€£%/:k-])"
    rf"(?! ?(?:{_UNITS}|{_ANY_MONTH}))"
)
_NOT_DAY = re.compile(
    r"\b(?:not|instead of|rather than) (?:on |from )?(?:the )?\d{1,2}(?:st|nd|rd|th)?\b(?![:.,/]?\d)"
    rf"(?! ?(?:{_UNITS}))(?: (?:of )?{_ANY_MONTH}\b)?"
)
_WEEKDAY_OF_DATE = re.compile(
    rf"\b(?:{'|'.join(WEEKDAYS)}),? (?=(?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?! (?:people|persons|"
    rf"adults|nights?|days?|of us))|{MONTH.replace('?P<month>', '?:')} \d)"
)
_PRICE_BEFORE = re.compile(r"(?:\d|k|\$|dollars|bucks|euros?|usd|much|price|each|cost|is that|it's)\s*$")
_MOVES = re.compile(r"\b(?:move|change|switch|shift|moved|rebook|reschedule|postpone|push)\b")
_MAX_NIGHTS = 60
_ARRIVES = re.compile(r"\b(?:arrive|arriving|check in|checking in|get there|come)\b.{0,30}\b(?:later|earlier|sooner)\b")


@dataclass(frozen=True, slots=True)
class DateRange:
    """The days of a trip as far as a text names them.

    `month` is the first day of a month that was named without a day, `shift` a number of days that the trip moves by,
    and `more` a number of nights that it gets longer by. `is_rough` means that the day was chosen within "mid July".
    """

    first: date | None = None
    last: date | None = None
    nights: int | None = None
    month: date | None = None
    shift: int | None = None
    more: int | None = None
    is_rough: bool = False


def parse_dates(text: str, today: date, anchor: date | None = None) -> DateRange:
    """Return the days in a text in lower case.

    A date without a year is the next one after `today`. A day without a month is near `anchor`, the first day of the
    trip so far.
    """
    text = _write_days(_NOT_DAY.sub(" ", text.lower()), has_anchor=anchor is not None)
    found = sorted(find_days(text, today, anchor), key=lambda each: each.start)
    shift = _parse_shift(text) if anchor else None
    more = _parse_more(text) if anchor else None
    if shift and _ARRIVES.search(text):
        more = -shift  # the day of departure stays
    nights = None if more or shift else parse_nights(_without_holidays(text, found))
    days = _prefer_dates([each for each in found if each.day])
    start, last = _find_ends(text, days, anchor, has_length=bool(nights))
    first = start.day if start else None
    nights = nights or (start.nights if start else None)
    if first and last is None and nights:
        last = first + timedelta(days=nights)
    if first and last:
        nights = (last - first).days
    month = next((each.month for each in found if each.month), None) if not days else None
    is_rough = any(each.is_rough for each in days)
    return DateRange(first, last, nights, month, None if first else shift, more, is_rough)


def _write_days(text: str, *, has_anchor: bool) -> str:
    """Return a text with its plain numbers that are days as such: "back 25", "wednesday 25", "23-26"."""
    text = _WEEKDAY_AND_DAY.sub(r"the \g<day>th", _BARE_BACK.sub(r"\g<word> the \g<day>th", text))
    text = _DAY_AND_HOUR.sub(r"the \g<day>th ", _WEEKDAY_OF_DATE.sub("", text))
    return _BARE_RANGE.sub(_write_range, text) if has_anchor else text


def _write_range(match: re.Match[str]) -> str:
    is_after_month = re.search(rf"\b{_ANY_MONTH} $", match.string[: match.start()][-12:])
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


def _find_ends(
    text: str, days: Sequence[FoundDay], anchor: date | None, *, has_length: bool
) -> tuple[FoundDay | None, date | None]:
    """Return the first day that a text names, and the last one."""
    if whole := next((each for each in days if each.last), None):
        return whole, whole.last
    ends = [each for each in days if _is_end(text, each) or (anchor and _LEAVES.search(text[: each.start]))]
    starts = [each for each in days if each not in ends]
    if not starts and anchor and not _MOVES.search(text):
        return None, _after(anchor, ends[0]) if ends else None
    start = next((each for each in starts if _ARRIVAL.search(text[: each.start])), None)
    start = start or next(iter(starts or ends), None)
    if start is None or start.day is None:
        return None, None
    if re.search(r"\bweekend (?:of|around) (?:the )?$", text[: start.start]):
        day, nights = find_weekend(start.day)
        return replace(start, day=day, nights=nights), None
    last = next((_after(start.day, each) for each in ends if each is not start), None)
    if last or has_length:
        return start, last
    return start, next((each.day for each in starts if each.day and each.day > start.day), None)


def _is_end(text: str, each: FoundDay) -> bool:
    """Return whether a day is the one of the way back: "until the 3rd", "28 December back"."""
    return bool(_UNTIL_DAY.search(text[: each.start]) or _BACK_AFTER.match(text, each.end))


def _after(first: date, each: FoundDay) -> date | None:
    """Return the last day of a stay; one that names no month is the next such day after the first."""
    day = each.day
    if day is None or day > first or not each.is_near:
        return day
    if each.is_weekday:
        return first + timedelta(days=(day.weekday() - first.weekday() - 1) % 7 + 1)
    return find_day_after(first, day.day)


def parse_nights(text: str) -> int | None:
    """Return the number of nights in `text`, or None if it names no length of stay."""
    for match in _LENGTH.finditer(text.lower()):
        if match["in"] or match["more"] or (match["count"] == "a" and _PRICE_BEFORE.search(text[: match.start()])):
            continue
        if match["count"]:
            count = (
                3
                if match["count"] == "few"
                else 1
                if match["count"] in {"whole", "full", "another"}
                else parse_count(match["count"])
            )
            nights = count * {"n": 1, "d": 1, "w": 7, "f": 14, "m": 30}[match["unit"][0]]
        else:
            nights = 14 if match["fortnight"] else 3 if match["long"] else 2
        if 1 <= nights <= _MAX_NIGHTS:
            return nights
    return None


def _parse_shift(text: str) -> int | None:
    match = _SHIFT.search(text)
    if not match:
        return None
    if match["by"]:
        back = -1 if "back" in match[0] or "earlier" in text else 1
        return back * parse_count(match["by"]) * (7 if match["by_unit"] == "week" else 1)
    count = 1 if match["count"] in {None, "the"} else parse_count(match["count"])
    days = count * {"day": 1, "week": 7, "month": 28}[match["unit"]]
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
