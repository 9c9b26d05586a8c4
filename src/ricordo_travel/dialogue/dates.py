"""Days as people write them: "12 June", "next Friday", "from the 3rd to the 7th", "mid July", "a week later"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ricordo_travel.dialogue.numbers import NUMBER, parse_count

_MONTHS = "january february march april may june july august september october november december".split()
_WEEKDAYS: Sequence[str] = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTH = rf"(?P<month>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in _MONTHS)})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?P<year>20\d\d))?"
_UNTIL = r" ?(?:-|to|until|till|through|thru|and|back) ?(?:the |on the |on )?"
_COUNT = rf"(?P<count>{NUMBER}|an?|couple|few)"
_PATTERNS = tuple(
    (name, re.compile(pattern))
    for name, pattern in {
        "easter": r"\b(?P<easter>good friday|easter (?:sunday|monday)|easter|whit monday|pentecost)"
        r"(?: holidays?| break| weekend)?(?:,? (?:in |of )?(?P<year>20\d\d))?\b",
        "iso": r"\b(?P<year>20\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b",
        "slashes": r"(?<![\d$/.])(?P<day>\d{1,2})[/.](?P<month>\d{1,2})(?:[/.](?P<year>(?:20)?\d\d))?(?![\d/%]|\.\d)",
        "range": rf"\b{_DAY}{_UNTIL}(?P<last>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ?{_MONTH}\b{_YEAR}",
        "month_range": rf"\b{_MONTH} (?:the )?{_DAY}{_UNTIL}(?P<last>\d{{1,2}})(?:st|nd|rd|th)?\b(?! "
        rf"?(?:{'|'.join(n[:3] for n in _MONTHS)})){_YEAR}",
        "day_month": rf"\b{_DAY}(?: of)? ?{_MONTH}\b{_YEAR}",
        "month_day": rf"\b{_MONTH} (?:the )?{_DAY}\b(?! ?(?:people|persons|adults|nights?|days?|weeks?|of us)){_YEAR}",
        "part": rf"\b(?P<part>early|beginning of|start of|mid|middle of|late|end of|the end of)[ -]?(?:of "
        rf")?(?P<which>next month|{_MONTH[10:-1]})\b",
        "week_of_month": rf"\b(?P<nth>first|second|third|fourth|last) week (?:of|in) {_MONTH}\b",
        "weekend_of": rf"\b(?P<nth>first|second|third|fourth|last) weekend (?:of|in) {_MONTH}\b",
        "month": rf"(?<!\d )\b(?:in|of|for|during|sometime|around|maybe|this|next|about|or|is|on)? "
        rf"?\b{_MONTH}\b{_YEAR}",
        "bare_range": r"\b(?:from )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)(?: ?- ?| to | until | till | through "
        r"| and )(?:the )?(?P<last>\d{1,2})(?:st|nd|rd|th)\b"
        r"|\bfrom (?:the )?(?P<day2>\d{1,2}) ?(?:to|until|till|-) ?(?:the )?(?P<last2>\d{1,2})\b(?! ?[k%$€])",
        "bare": r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:one|option|hotel|flight|car|offer|floor|birthday|"
        r"choice|of those|anniversary))",
        "from_bare": r"\b(?:from|on|starting) the (?P<day>\d{1,2})\b(?! ?(?:st|nd|rd|th|%|one|option|hotels?|flights?|"
        r"cars?))",
        "weekday_range": rf"\b(?:from )?(?P<first>{'|'.join(_WEEKDAYS)})(?: ?- ?| to | until | till | through "
        rf"| and back )(?:the )?(?P<last>{'|'.join(_WEEKDAYS)})\b(?! ?\d)",
        "relative": rf"\b(?:(?P<word>today|tonight|day after tomorrow|tomorrow|next week|this week|next month|this "
        rf"month)"
        rf"|(?P<which>this|next|the|coming|this coming|the coming|for the|over the)? ?(?:long "
        rf")?(?P<weekend>weekend)(?! (?:break|getaway|trips?))"
        rf"|in (?:about )?{_COUNT}(?: of)? (?P<unit>days?|weeks?|months?)(?:'? time)?"
        rf"|(?:(?P<prefix>next|this|on|coming|this coming|a week on|from) "
        rf")?(?P<weekday>{'|'.join(_WEEKDAYS)})(?P<plural>s)?)\b",
        "feast": r"\b(?P<feast>christmas eve|christmas|xmas|new year'?s eve|new year'?s?)\b",
    }.items()
)
_SHIFT = re.compile(
    rf"\b(?P<count>{NUMBER}|an?|the|one)? ?(?P<unit>day|week|month)s? (?P<way>later|earlier|before|"
    rf"after|sooner|ahead|prior)\b"
    rf"(?! (?:the|my|our|that|christmas|tomorrow|i|we)\b)|\b(?:by|forward|back) (?P<by>{NUMBER}|a) "
    rf"(?P<by_unit>day|week)s?\b"
)
_LENGTH = re.compile(
    rf"\b(?P<in>in (?:about )?)?(?P<count>{NUMBER}|an?|couple|few|whole|full|one|another)(?: of| whole|"
    rf" full)?[ -](?P<unit>nights?|days?|weeks?|fortnight|months?)\b"
    rf"(?! (?:later|earlier|before|after|ago|from now|on (?:{'|'.join(_WEEKDAYS)})))(?P<more> (?:more|"
    rf"longer|extra|less|shorter|fewer))?"
    rf"|(?P<long>\blong )?\bweekend\b|\b(?P<fortnight>fortnight)\b"
)
_MORE = re.compile(
    rf"\b(?:(?P<count>{NUMBER}|an?|another) (?P<kind>more|extra|additional|less|fewer)? "
    rf"?(?P<unit>night|day|week)s?(?P<after> (?:more|longer|extra|less|shorter|fewer))?)\b"
)
_UNTIL_DAY = re.compile(
    r"\b(?:until|till|til|to|through|back on|back|return(?:ing)?(?: on)?|leave(?: on)?|check ?out(?: on)?) (?:the )?$"
)
_WEEKDAY_OF_DATE = re.compile(
    rf"\b(?:{'|'.join(_WEEKDAYS)}),? (?=(?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?! (?:people|persons|"
    rf"adults|nights?|days?|of us))|{_MONTH.replace('?P<month>', '?:')} \d)"
)
_NOT_DAY = re.compile(r"\b(?:not|instead of|rather than) (?:on |from )?(?:the )?\d{1,2}(?:st|nd|rd|th)\b")
_PRICE_BEFORE = re.compile(r"(?:\d|k|\$|dollars|bucks|euros?|usd|much|price|each|cost|is that|it's)\s*$")
_MOVES = re.compile(r"\b(?:move|change|switch|shift|moved|rebook|reschedule|postpone|push)\b")
_MAX_NIGHTS = 60
_PARTS = {
    "early": 4,
    "beginning of": 3,
    "start of": 2,
    "mid": 15,
    "middle of": 15,
    "late": 24,
    "end of": 26,
    "the end of": 26,
}
_EASTER_DAYS = {"good friday": -2, "easter sunday": 0, "easter monday": 1, "pentecost": 49, "whit monday": 50}
_ARRIVES = re.compile(r"\b(?:arrive|arriving|check in|checking in|get there|come)\b.{0,30}\b(?:later|earlier|sooner)\b")
_FEASTS = {"christmas": (12, 24), "xmas": (12, 24), "christmas eve": (12, 24), "new year": (12, 30)}


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


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    day: date | None
    last: date | None = None
    nights: int | None = None
    month: date | None = None
    is_rough: bool = False


def parse_dates(text: str, today: date, anchor: date | None = None) -> DateRange:
    """Return the days in a text in lower case.

    A date without a year is the next one after `today`. A day without a month is near `anchor`, the first day of the
    trip so far.
    """
    text = _NOT_DAY.sub(" ", _WEEKDAY_OF_DATE.sub("", text.lower()))
    found = sorted(_find(text, today, anchor), key=lambda each: each.start)
    shift = _parse_shift(text) if anchor else None
    more = _parse_more(text) if anchor else None
    if shift and _ARRIVES.search(text):
        more = -shift  # the day of departure stays
    nights = None if more or shift else parse_nights(text)
    days = [each for each in found if each.day]
    first = last = None
    if days:
        start, *others = next(([each] for each in days if each.last), None) or days
        if (
            len(days) == 1
            and not start.last
            and anchor
            and _UNTIL_DAY.search(text[: start.start])
            and not _MOVES.search(text)
        ):
            last = start.day
        else:
            first, last = start.day, start.last
            last = last or next((each.day for each in others if each.day and first and each.day > first), None)
            nights = nights or start.nights
    if first and last is None and nights:
        last = first + timedelta(days=nights)
    if first and last:
        nights = (last - first).days
    if first and shift:
        shift = None
    month = next((each.month for each in found if each.month), None) if not days else None
    return DateRange(first, last, nights, month, shift, more, any(each.is_rough for each in days))


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
        how = (match["kind"] or match["after"] or "").strip() or ("more" if match["count"] == "another" else "")
        if not how:
            continue
        count = 1 if match["count"] == "another" else parse_count(match["count"])
        count *= 7 if match["unit"] == "week" else 1
        return -count if how in {"less", "shorter", "fewer"} else count
    return None


def _find(text: str, today: date, anchor: date | None) -> Iterator[_Found]:
    taken = [False] * (len(text) + 1)
    anchor_of_text: date | None = None
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            if each := _READERS[name](match, today, anchor):
                taken[match.start() : match.end()] = [True] * (match.end() - match.start())
                anchor = anchor_of_text = anchor_of_text or each.day or each.month or anchor
                yield each


def _read_iso(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del today, anchor
    day = _to_date(int(match["year"]), int(match["month"]), int(match["day"]))
    return _found(match, day)


def _read_slashes(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    day, month = int(match["day"]), int(match["month"])
    if month > 12 >= day:
        day, month = month, day
    year = int(match["year"]) % 100 + 2000 if match["year"] else None
    return _found(match, _next_date(month, day, year, today))


def _read_range(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    month, year = _month(match), _year(match)
    last = _next_date(month, int(match["last"]), year, today)
    first = _to_date(last.year, month, int(match["day"])) if last else None
    if first and last and first > last:  # 28 to 3 July
        first = _to_date(last.year - (month == 1), (month - 2) % 12 + 1, int(match["day"]))
    return _found(match, first, last) if first and last and first < last else None


def _read_month_range(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    first = _next_date(_month(match), int(match["day"]), _year(match), today)
    last = first and _day_after(first, int(match["last"]))
    return _found(match, first, last)


def _read_day_month(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    return _found(match, _next_date(_month(match), int(match["day"]), _year(match), today))


def _read_part(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    month = today.month % 12 + 1 if match["which"] == "next month" else _month_number(match["which"])
    day = _next_date(month, _PARTS[match["part"]], None, today)
    return _Found(match.start(), match.end(), day, is_rough=True)


def _read_week_of_month(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    day = {"first": 1, "second": 8, "third": 15, "fourth": 22, "last": 24}[match["nth"]]
    return _Found(match.start(), match.end(), _next_date(_month(match), day, None, today), nights=7)


def _read_weekend_of(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    first = _next_date(_month(match), 1, None, today)
    if first is None:
        return None
    saturday = first + timedelta(days=(5 - first.weekday()) % 7)
    weeks = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": 3}[match["nth"]]
    if match["nth"] == "last" and (saturday + timedelta(weeks=4)).month == saturday.month:
        weeks = 4
    return _Found(match.start(), match.end(), saturday + timedelta(weeks=weeks, days=-1), nights=2)


def _read_month(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    if re.search(r"\d\s*$", match.string[: match.start()]):  # a day that is not in the month
        return None
    is_verb = match["month"] in {"may", "march", "mar"} and not re.match(
        r"(?:in|of|for|during|sometime|around|this|next) ", match[0]
    )
    if is_verb or match["month"] == "sat":
        return None
    month = _month(match)
    year = _year(match) or today.year + (month < today.month)
    return _Found(match.start(), match.end(), None, month=date(year, month, 1))


def _read_bare_range(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    day, last = int(match["day"] or match["day2"]), int(match["last"] or match["last2"])
    first = _near_day(day, today, anchor)
    return _found(match, first, _day_after(first, last)) if first else None


def _read_bare(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    return _found(match, _near_day(int(match["day"]), today, anchor))


def _read_weekday_range(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    number = _WEEKDAYS.index(match["first"])
    if anchor:
        first = anchor + timedelta(days=(number - anchor.weekday() + 3) % 7 - 3)
    else:
        first = today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    nights = (_WEEKDAYS.index(match["last"]) - number - 1) % 7 + 1
    return _found(match, first, first + timedelta(days=nights))


def _read_relative(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    if match["plural"]:
        return None
    nights = None
    if match["weekday"]:
        number = _WEEKDAYS.index(match["weekday"])
        if anchor and not match["prefix"]:
            return _found(match, anchor + timedelta(days=(number - anchor.weekday() + 3) % 7 - 3))
        ahead = (number - today.weekday() - 1) % 7 + 1
        if anchor and match["prefix"] == "on" and today + timedelta(days=ahead) < anchor:
            return _found(match, anchor + timedelta(days=(number - anchor.weekday()) % 7))
        ahead += 7 if match["prefix"] == "a week on" or (match["prefix"] == "next" and ahead < 3) else 0
    elif match["unit"]:
        count = 3 if match["count"] == "few" else parse_count(match["count"])
        ahead = count * {"d": 1, "w": 7, "m": 30}[match["unit"][0]]
    elif match["weekend"]:
        if not match["which"] or (match["which"] == "the" and not re.search(r"\b(?:for|over|on) the", match[0])):
            return (
                None
                if not match["which"]
                else _Found(match.start(), match.end(), today + timedelta((4 - today.weekday()) % 7), nights=2)
            )
        ahead = (4 - today.weekday()) % 7 + (7 if match["which"] == "next" else 0)
        nights = 2
    else:
        ahead = {
            "today": 0, "tonight": 0, "tomorrow": 1, "day after tomorrow": 2, "next week": 7 - today.weekday(),
            "this week": 2,
        }.get(match["word"], -1)  # fmt: skip
        if ahead < 0:
            month = date(today.year + (today.month == 12), today.month % 12 + 1, 1)
            return _Found(match.start(), match.end(), None, month=month if match["word"] == "next month" else today)
        nights = 1 if match["word"] == "tonight" else None
    return _Found(match.start(), match.end(), today + timedelta(days=ahead), nights=nights)


def _read_feast(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    name = "new year" if match["feast"].startswith("new year") else match["feast"]
    if name not in _FEASTS:
        return None
    return _Found(match.start(), match.end(), _next_date(*_FEASTS[name], None, today), is_rough=True)


def _read_easter(match: re.Match[str], today: date, anchor: date | None) -> _Found | None:
    del anchor
    days = _EASTER_DAYS.get(match["easter"], -2)
    year = _year(match) or today.year + (_easter(today.year) + timedelta(days=days) < today)
    is_rough = match["easter"] == "easter"
    day = _easter(year) + timedelta(days=days)
    return _Found(match.start(), match.end(), day, nights=3 if is_rough else None, is_rough=is_rough)


def _easter(year: int) -> date:
    """Return Easter Sunday of a year in the Gregorian calendar."""
    golden, century, rest = year % 19, year // 100, year % 100
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    correction = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * correction + 114, 31)
    return date(year, month, day + 1)


_READERS = {
    "easter": _read_easter,
    "iso": _read_iso,
    "slashes": _read_slashes,
    "range": _read_range,
    "month_range": _read_month_range,
    "day_month": _read_day_month,
    "month_day": _read_day_month,
    "part": _read_part,
    "week_of_month": _read_week_of_month,
    "weekend_of": _read_weekend_of,
    "month": _read_month,
    "bare_range": _read_bare_range,
    "bare": _read_bare,
    "from_bare": _read_bare,
    "weekday_range": _read_weekday_range,
    "relative": _read_relative,
    "feast": _read_feast,
}


def _found(match: re.Match[str], day: date | None, last: date | None = None) -> _Found | None:
    return _Found(match.start(), match.end(), day, last) if day else None


def _month(match: re.Match[str]) -> int:
    return _month_number(match["month"])


def _month_number(name: str) -> int:
    return next(n for n, each in enumerate(_MONTHS, 1) if each.startswith(name[:3]))


def _year(match: re.Match[str]) -> int | None:
    return int(match["year"]) if match["year"] else None


def _next_date(month: int, day: int, year: int | None, today: date) -> date | None:
    """Return a date; without a year, the next one that is not past."""
    found = _to_date(year or today.year, month, day)
    if found and year is None and found < today:
        return _to_date(today.year + 1, month, day)
    return found


def _near_day(day: int, today: date, anchor: date | None) -> date | None:
    """Return the day of the month of the trip, or else the next one after today."""
    if anchor and (near := _to_date(anchor.year, anchor.month, day)) and near >= today:
        return near
    for months in range(3):
        month = today.month + months
        found = _to_date(today.year + (month - 1) // 12, (month - 1) % 12 + 1, day)
        if found and found >= today:
            return found
    return None


def _day_after(first: date, day: int) -> date | None:
    """Return the next day with this number after `first`."""
    if day > first.day:
        return _to_date(first.year, first.month, day)
    return _to_date(first.year + (first.month == 12), first.month % 12 + 1, day)


def _to_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
