"""Single days and ranges in a text: patterns, and what each of them means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ricordo_travel.dialogue.values.holidays import PATTERN, find_holiday
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count

_MONTHS = "january february march april may june july august september october november december".split()
_REACH = 40
_ASKS_OTHER = re.compile(
    r"\b(?:is there|are there|anything|nothing|what about|how about|(?:can|could|may) (?:i|we)|arriv(?:e|ing)|be there)"
    r"(?: [a-z]{2,7}){0,2} $"
)
WEEKDAYS: Sequence[str] = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTH = rf"(?P<month>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in _MONTHS)})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?P<year>20\d\d))?"
_UNTIL = r" ?(?:-|to|until|till|through|thru|and|back) ?(?:the |on the |on )?"
_WEEKS_BEFORE = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "last": 3}
_NTH = rf"(?P<nth>{'|'.join(_WEEKS_BEFORE)})"
_COUNT = rf"(?P<count>{NUMBER}|an?|couple|few)"
_PATTERNS = tuple(
    (name, re.compile(pattern))
    for name, pattern in {
        "holiday": PATTERN,
        "iso": r"\b(?P<year>20\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b",
        "slashes": r"(?<![\d$/.])(?P<day>\d{1,2})[/.](?P<month>\d{1,2})(?:[/.](?P<year>(?:20)?\d\d))?(?![\d/%]|\.\d)",
        "range": rf"\b{_DAY}{_UNTIL}(?P<last>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ?{MONTH}\b{_YEAR}",
        "month_range": rf"\b{MONTH} (?:the )?{_DAY}{_UNTIL}(?P<last>\d{{1,2}})(?:st|nd|rd|th)?\b(?! "
        rf"?(?:{'|'.join(n[:3] for n in _MONTHS)})){_YEAR}",
        "day_month": rf"\b{_DAY}(?: of)? ?{MONTH}\b{_YEAR}",
        "month_day": rf"\b{MONTH} (?:the )?{_DAY}\b(?! ?(?:people|persons|adults|nights?|days?|weeks?|of us)){_YEAR}",
        "part": rf"\b(?P<part>early|beginning of|start of|mid|middle of|late|end of)[ -]?(?:of "
        rf")?(?P<which>next month|{MONTH[10:-1]})\b",
        "week_of_month": rf"\b{_NTH} week (?:of|in) {MONTH}\b",
        "weekend_of": rf"\b{_NTH} weekend (?:of|in) {MONTH}\b",
        "month": rf"(?<!\d )\b(?:in|of|for|during|sometime|around|maybe|this|next|about|or|is|on)? "
        rf"?\b{MONTH}\b{_YEAR}",
        "bare_range": r"\b(?:from )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)(?: ?- ?| to | until | till | through "
        r"| and )(?:the )?(?P<last>\d{1,2})(?:st|nd|rd|th)\b"
        r"|\bfrom (?:the )?(?P<day2>\d{1,2}) ?(?:to|until|till|-) ?(?:the )?(?P<last2>\d{1,2})\b(?! ?[k%$€])",
        "bare": r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:one|option|hotel|flight|car|offer|floor|birthday|"
        r"choice|of those|anniversary|night|day|time|trip|half))",
        "from_bare": r"\b(?:(?:from|on|starting) the|on(?= \d{1,2}\W*$)) (?P<day>\d{1,2})\b"
        r"(?! ?(?:st|nd|rd|th|%|one|option|hotels?|flights?|cars?))",
        "weekday_range": rf"\b(?:from )?(?P<next>next )?(?P<first>{'|'.join(WEEKDAYS)})(?: ?- ?| to | until | till "
        rf"| through | and back )(?:the )?(?P<last>{'|'.join(WEEKDAYS)})\b(?! ?\d)",
        "next_week": rf"\bnext week,? (?:on |the )?(?P<day>{'|'.join(WEEKDAYS)})\b"
        rf"|\b(?P<before>{'|'.join(WEEKDAYS)}),? (?:of )?next week\b",
        "later_week": rf"\b(?:on |this |next )?(?P<day>{'|'.join(WEEKDAYS)}|today|tomorrow) "
        rf"(?P<later>week|fortnight|after next)\b"
        rf"|\b(?:a |one )?week (?:on|from|next) (?P<from>{'|'.join(WEEKDAYS)}|today|tomorrow)\b",
        "weekend_after": r"\b(?:the |that )?(?:weekend (?P<way>after|before)(?: that| this)?|(?:following|"
        r"(?P<previous>previous)) weekend)\b(?! (?:the|my|our|christmas|easter|new|\d))",
        "relative": rf"\b(?:(?P<word>today|tonight|day after tomorrow|tomorrow|next week|this week|next month|this "
        rf"month)"
        rf"|(?P<which>this|next|the|coming|this coming|the coming|for the|over the)? ?(?:long "
        rf")?(?P<weekend>weekend)(?! (?:break|getaway|trips?|of|around)\b)"
        rf"|(?<!check )(?<!checking )in (?:about )?{_COUNT}(?: of)? (?P<unit>days?|weeks?|months?)(?:'? time)?"
        rf"|(?:(?P<prefix>next|this|on|coming|this coming|from) "
        rf")?(?P<weekday>{'|'.join(WEEKDAYS)})(?P<plural>s)?)\b",
    }.items()
)
_PARTS = {
    "early": 4, "beginning of": 3, "start of": 2, "mid": 15, "middle of": 15, "late": 24, "end of": 26,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FoundDay:
    start: int
    end: int
    day: date | None
    last: date | None = None
    nights: int | None = None
    month: date | None = None
    is_rough: bool = False
    name: str = ""

    @property
    def is_holiday(self) -> bool:
        return self.name == "holiday"

    @property
    def is_weekday(self) -> bool:
        return self.name == "relative"

    @property
    def is_near(self) -> bool:
        """True for a day that names no month, so that the trip so far decides."""
        return self.name in {"bare", "from_bare", "relative"}


def find_days(text: str, today: date, anchor: date | None) -> Iterator[FoundDay]:
    taken = [False] * (len(text) + 1)
    anchor_of_text: date | None = None
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            if each := _READERS[name](match, today, anchor):
                taken[match.start() : match.end()] = [True] * (match.end() - match.start())
                anchor = anchor_of_text = anchor_of_text or each.day or each.month or anchor
                yield replace(each, name=name)


def _read_iso(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del today, anchor
    day = _to_date(int(match["year"]), int(match["month"]), int(match["day"]))
    return _found(match, day)


def _read_slashes(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    day, month = int(match["day"]), int(match["month"])
    if month > 12 >= day and "." not in match[0]:
        day, month = month, day
    year = int(match["year"]) % 100 + 2000 if match["year"] else None
    return _found(match, _next_date(month, day, year, today))


def _read_range(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    month, year = _month(match), _year(match)
    last = _next_date(month, int(match["last"]), year, today)
    first = _to_date(last.year, month, int(match["day"])) if last else None
    if first and last and first > last:  # 28 to 3 July
        first = _to_date(last.year - (month == 1), (month - 2) % 12 + 1, int(match["day"]))
    return _found(match, first, last) if first and last and first < last else None


def _read_month_range(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    first = _next_date(_month(match), int(match["day"]), _year(match), today)
    last = first and find_day_after(first, int(match["last"]))
    return _found(match, first, last)


def _read_day_month(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    return _found(match, _next_date(_month(match), int(match["day"]), _year(match), today))


def _read_part(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    month = today.month % 12 + 1 if match["which"] == "next month" else _month_number(match["which"])
    day = _next_date(month, _PARTS[match["part"]], None, today)
    return FoundDay(match.start(), match.end(), day, is_rough=True)


def _read_week_of_month(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    day = 24 if match["nth"] == "last" else 1 + 7 * _WEEKS_BEFORE[match["nth"]]
    return FoundDay(match.start(), match.end(), _next_date(_month(match), day, None, today), nights=7)


def _read_weekend_of(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    first = _next_date(_month(match), 1, None, today)
    if first is None:
        return None
    saturday = first + timedelta(days=(5 - first.weekday()) % 7)
    weeks = _WEEKS_BEFORE[match["nth"]]
    if match["nth"] == "last" and (saturday + timedelta(weeks=4)).month == saturday.month:
        weeks = 4
    return FoundDay(match.start(), match.end(), saturday + timedelta(weeks=weeks, days=-1), nights=2)


def _read_month(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    if re.search(r"\d\s*$", match.string[: match.start()]):  # a day that is not in the month
        return None
    is_verb = match["month"] in {"may", "march", "mar"} and not re.match(
        r"(?:in|of|for|during|sometime|around|this|next) ", match[0]
    )
    is_verb = is_verb and not (
        not match.string[: match.start()].strip() and re.match(r"\s*[,.!]", match.string[match.end() :])
    )
    if is_verb or match["month"] == "sat":
        return None
    month = _month(match)
    year = _year(match) or today.year + (month < today.month)
    return FoundDay(match.start(), match.end(), None, month=date(year, month, 1))


def _read_bare_range(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    day, last = int(match["day"] or match["day2"]), int(match["last"] or match["last2"])
    first = near_day(day, today, anchor)
    return _found(match, first, find_day_after(first, last)) if first else None


def _read_bare(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    return _found(match, near_day(int(match["day"]), today, anchor))


def _read_weekday_range(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    number = WEEKDAYS.index(match["first"])
    if anchor and not match["next"]:
        first = anchor + timedelta(days=(number - anchor.weekday() + 3) % 7 - 3)
    else:
        ahead = (number - today.weekday() - 1) % 7 + 1
        first = today + timedelta(days=ahead + (7 if match["next"] and ahead < 3 else 0))
    nights = (WEEKDAYS.index(match["last"]) - number - 1) % 7 + 1
    return _found(match, first, first + timedelta(days=nights))


def _read_next_week(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    number = WEEKDAYS.index(match["day"] or match["before"])
    return _found(match, today + timedelta(days=7 - today.weekday() + number))


def _read_later_week(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    """Read "thursday week", "a week on friday" and "tomorrow fortnight"."""
    del anchor
    word = match["day"] or match["from"]
    ahead = {"today": 0, "tomorrow": 1}.get(word)
    if ahead is None:
        ahead = (WEEKDAYS.index(word) - today.weekday() - 1) % 7 + 1
    return _found(match, today + timedelta(days=ahead + (14 if match["later"] == "fortnight" else 7)))


def _read_weekend_after(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    """Read the weekend after or before that of the trip so far."""
    weeks = -1 if match["previous"] or match["way"] == "before" else 1
    return FoundDay(match.start(), match.end(), _find_friday(anchor or today) + timedelta(weeks=weeks), nights=2)


def _find_friday(day: date) -> date:
    """Return the Friday on which the weekend of a day begins."""
    return day + timedelta(days=(4 - day.weekday()) % 7 if day.weekday() < 5 else 4 - day.weekday())


def _read_relative(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    if match["plural"] or (anchor and match["word"] == "this week"):  # that of the trip
        return None
    nights = None
    if match["weekday"]:
        number = WEEKDAYS.index(match["weekday"])
        if anchor and not match["prefix"]:
            return _found(match, anchor + timedelta(days=(number - anchor.weekday() + 3) % 7 - 3))
        ahead = (number - today.weekday() - 1) % 7 + 1
        if anchor and match["prefix"] == "on" and today + timedelta(days=ahead) < anchor:
            is_other = _ASKS_OTHER.search(match.string, max(0, match.start() - _REACH), match.start())
            least = -3 if is_other else 0  # the nearest one, or the next one
            return _found(match, anchor + timedelta(days=(number - anchor.weekday() - least) % 7 + least))
        ahead += 7 if match["prefix"] == "next" and ahead < 3 else 0
    elif match["unit"]:
        count = 3 if match["count"] == "few" else parse_count(match["count"])
        ahead = count * {"d": 1, "w": 7, "m": 30}[match["unit"][0]]
    elif match["weekend"]:
        if not match["which"]:
            return None
        if match["which"] in {"the", "for the", "over the"}:
            friday = _find_friday(anchor) if anchor else today + timedelta(days=(4 - today.weekday()) % 7)
            return FoundDay(match.start(), match.end(), friday, nights=2)
        ahead = (4 - today.weekday()) % 7 + (7 if match["which"] == "next" else 0)
        nights = 2
    else:
        ahead = {
            "today": 0, "tonight": 0, "tomorrow": 1, "day after tomorrow": 2, "next week": 7 - today.weekday(),
            "this week": 2,
        }.get(match["word"], -1)  # fmt: skip
        if ahead < 0:
            month = date(today.year + (today.month == 12), today.month % 12 + 1, 1)
            return FoundDay(match.start(), match.end(), None, month=month if match["word"] == "next month" else today)
        nights = 1 if match["word"] == "tonight" else None
    return FoundDay(match.start(), match.end(), today + timedelta(days=ahead), nights=nights)


def _read_holiday(match: re.Match[str], today: date, anchor: date | None) -> FoundDay | None:
    del anchor
    found = find_holiday(match["holiday"], match["span"] or "", _year(match), today)
    if found is None:
        return None
    day, nights, is_rough = found
    return FoundDay(match.start(), match.end(), day, nights=nights, is_rough=is_rough)


_READERS = {
    "holiday": _read_holiday, "iso": _read_iso, "slashes": _read_slashes, "range": _read_range,
    "month_range": _read_month_range, "day_month": _read_day_month, "month_day": _read_day_month, "part": _read_part,
    "week_of_month": _read_week_of_month, "weekend_of": _read_weekend_of, "month": _read_month,
    "bare_range": _read_bare_range, "bare": _read_bare, "from_bare": _read_bare, "weekday_range": _read_weekday_range,
    "next_week": _read_next_week, "later_week": _read_later_week, "weekend_after": _read_weekend_after,
    "relative": _read_relative,
}  # fmt: skip


def _found(match: re.Match[str], day: date | None, last: date | None = None) -> FoundDay | None:
    return FoundDay(match.start(), match.end(), day, last) if day else None


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


def near_day(day: int, today: date, anchor: date | None) -> date | None:
    """Return the day of the month of the trip, or else the next one after today."""
    if anchor and (near := _to_date(anchor.year, anchor.month, day)) and near >= today:
        return near
    for months in range(3):
        month = today.month + months
        found = _to_date(today.year + (month - 1) // 12, (month - 1) % 12 + 1, day)
        if found and found >= today:
            return found
    return None


def move_to_month(day: date, month: date) -> date | None:
    """Return a day in another month, with the same number."""
    return _to_date(month.year, month.month, day.day)


def find_months(text: str, today: date) -> list[date]:
    """Return the first days of the months that a text names, each the next one that is not past."""
    numbers = [_month_number(match["month"]) for match in re.finditer(rf"\b{MONTH}\b", text)]
    return [date(today.year + (number < today.month), number, 1) for number in dict.fromkeys(numbers)]


def find_months_spoken_of(text: str, today: date) -> list[date]:
    """Return the first days of the months that a text speaks of: "in may", "the september hotel", and not "we may"."""
    spoken = re.finditer(rf"\b(?:in|of|for|my|our|the|this|next) {MONTH}\b", text)
    return find_months(" ".join(match[0] for match in spoken), today)


def find_day_after(first: date, day: int) -> date | None:
    """Return the next day with this number after `first`."""
    if day > first.day:
        return _to_date(first.year, first.month, day)
    return _to_date(first.year + (first.month == 12), first.month % 12 + 1, day)


def find_day_before(last: date, day: int) -> date | None:
    """Return the latest day with this number before `last`."""
    if day < last.day:
        return _to_date(last.year, last.month, day)
    return _to_date(last.year - (last.month == 1), (last.month - 2) % 12 + 1, day)


def _to_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
