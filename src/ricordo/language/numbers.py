"""Numbers and lengths of time as people write them: "three", "2k", "about $2,000", "a couple of weeks", "zwei Wochen".

English, German, Spanish, French, Italian, Portuguese, Japanese and Chinese are read, whatever language a text is in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from ricordo.language.number_words import numbers_in_words, numerals

_UNITS = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {"hundred": 100.0, "dozen": 12.0, "thousand": 1e3, "k": 1e3, "grand": 1e3, "million": 1e6, "m": 1e6}
_FOREIGN_SCALES = {
    **dict.fromkeys(("tausend", "tsd", "mil", "mila", "mille"), 1e3),
    **dict.fromkeys(
        ("millionen", "mio", "millones", "millón", "millions", "milioni", "milione", "milhões", "milhoes"), 1e6
    ),
}
_VALUES = {
    **{word: float(value) for value, word in enumerate(["zero", *_UNITS, *_TEENS])},
    **{word: value * 10.0 for value, word in enumerate(_TENS, start=2)},
    "couple": 2.0,
    "pair": 2.0,
    "half": 0.5,
}

_SMALL = rf"(?:(?:{'|'.join(_TENS)})(?:[- ]?(?:{'|'.join(_UNITS)}))?|{'|'.join(_TEENS)}|{'|'.join(_UNITS)}|zero)"
_MANY = r"(?:(?:a )?(?:couple|pair)(?: of)?|half an?|an?)"
_HUNDREDS = rf"(?:(?:{_SMALL}|{_MANY})[- ]hundred(?:(?: and)?[- ]{_SMALL})?)"
_BELOW = rf"(?:{_HUNDREDS}|{_SMALL})"
_SPELLED = (
    rf"(?:(?:{_BELOW}|{_MANY}) (?:thousand|grand|million)(?:,?(?: and)? {_BELOW})?|(?:{_SMALL}|{_MANY}) dozen"
    rf"|{_BELOW}|couple|pair|half(?: an?)?)"
)
_DIGITS = (
    r"(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?"
    r"|\d{1,3}(?:[\u202f\u00a0 '’]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?"
    r"|(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])(?:,\d{1,2}(?!\d))?"
    r"|(?<![\d.,])\d+,\d{1,2}(?!\d|,\d)"
    r"|\d+(?:\.\d+)?)"
)
_THOUSANDS_WITH_DOTS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?")
_DECIMAL_COMMA = re.compile(r"\d+,\d{1,2}")
_NUMBER = re.compile(
    rf"(?P<digits>{_DIGITS})"
    rf"(?:m\b|[ -]?(?P<scale>k|grand|hundred|thousand|million|dozen|{'|'.join(_FOREIGN_SCALES)})\b)?"
    rf"|\b(?P<spelled>{_SPELLED})\b(?P<half> and a half\b)?",
    re.IGNORECASE,
)
_MAX_NUMBER = 1e15
"""The largest number that is read: a longer one counts nothing."""

_UNITS_OF_TIME = {
    timedelta(minutes=1): "minute minutes minuten minuto minutos minuti",
    timedelta(hours=1): "hour hours stunde stunden hora horas heure heures ora ore",
    timedelta(days=1): (
        "day days night nights tag tage tagen nacht nächte nächten día días dia dias noche noches jour jours nuit "
        "nuits giorno giorni notte notti noite noites"
    ),
    timedelta(days=2): "weekend weekends wochenende wochenenden",
    timedelta(days=7): "week weeks woche wochen semana semanas semaine semaines settimana settimane",
    timedelta(days=14): "fortnight fortnights quinzaine",
    timedelta(days=30): "month months monat monate monaten mes meses mois mese mesi mês",
    timedelta(days=365): "year years yr yrs jahr jahre jahren jahres año años an ans année années anno anni ano anos",
}
_UNITS_UNSPACED = {
    timedelta(minutes=1): "分間 分钟 分鐘",
    timedelta(hours=1): "時間 小时 小時 个小时",
    timedelta(days=1): "日間 日 天 泊 晩 晚 夜",
    timedelta(days=7): "週間 週 周 星期 个星期 个礼拜",
    timedelta(days=30): "か月 ヶ月 カ月 箇月 个月 個月",
    timedelta(days=365): "年間 年",
}
_LENGTHS = {
    word: length
    for table in (_UNITS_OF_TIME, _UNITS_UNSPACED)
    for length, words in table.items()
    for word in words.split()
}
_SHORT_UNITS = frozenset({"an", "ora", "ore", "mes", "dia", "ano"})
"""Units that are other words too: they count behind a number only."""


def _longest_first(table: dict[timedelta, str]) -> str:
    return "|".join(sorted(" ".join(table.values()).split(), key=len, reverse=True))


_LENGTH = re.compile(
    rf"\b(?P<long>long )?(?P<spaced>{_longest_first(_UNITS_OF_TIME)})\b"
    rf"|(?<=[\d〇一二三四五六七八九十百千万两兩半数几])(?P<unspaced>{_longest_first(_UNITS_UNSPACED)})",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"(?:\b(?:halbes?|halben|halber|media|medio|demi|demie|mezzo|mezza|meio|meia|mezz')[ -]?|半)$", re.IGNORECASE
)
_AND_A_HALF = re.compile(
    r" (?:and a half|und eine halbe|y media|y medio|et demie?|e mezz[oa]|e meia|e meio)\b|半", re.IGNORECASE
)
_FILLING = re.compile(
    r"[\s-]*(?:(?:of|de|di|full|whole|more|solid|long|good|nice|ganze|volle|lange|ganzen|个|個)[\s-]*)*", re.IGNORECASE
)
_RANGE = re.compile(
    r"[\s-]*(?:-|–|～|〜|~|至|到|から|\b(?:or|to|and|oder|bis|und|o|ou|a|à|y|e|et)\b)?\s*", re.IGNORECASE
)
_MONTH_BEFORE = re.compile(r"月\d{1,2}\Z")
_MAX_FILLING = 20
_MAX_DAYS = 100_000
_MAX_YEARS = 200
"""The largest number before 年 that counts years. A larger one is the year of a date."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text, and its position there."""

    value: float
    start: int
    end: int


def numbers(text: str) -> list[Number]:
    """Return all numbers that a text names, with their positions; "two thousand" is one."""
    return [number for number in _all(text) if number.value <= _MAX_NUMBER]


def numbers_in(text: str) -> list[float]:
    """Return all numbers that a text names, in order."""
    return [number.value for number in numbers(text)]


def duration_in(text: str) -> timedelta | None:
    """Return the one length of time that a text names, as "two weeks"; None for none or several."""
    found = _all(text)
    units = _units(text, found)
    if len(units) != 1:
        return None
    (unit,) = units
    times = _times(text, unit.start(), [number for number in found if number.end <= unit.start()])
    after = [number for number in found if number.start >= unit.end()]
    if times is None or (after and _RANGE.fullmatch(text, unit.end(), after[0].start)):
        return None
    if _AND_A_HALF.match(text, unit.end()):
        times += 0.5
    word = (unit["spaced"] or unit["unspaced"]).lower()
    length = timedelta(days=3) if unit["long"] and word.startswith("weekend") else _LENGTHS[word]
    return times * length if times * length.days <= _MAX_DAYS and times <= _MAX_DAYS * 1_440 else None


def speaks_of_time(text: str) -> bool:
    """Return whether a text names a unit of time."""
    return bool(_units(text, _all(text)))


def unit_after(text: str, place: int) -> tuple[timedelta, int] | None:
    """Return the unit of time that follows a number which ends at `place`, and where the unit ends."""
    filling = _FILLING.match(text, place, place + _MAX_FILLING)
    unit = _LENGTH.match(text, filling.end() if filling else place)
    return None if unit is None else (_LENGTHS[(unit["spaced"] or unit["unspaced"]).lower()], unit.end())


def _units(text: str, found: list[Number]) -> list[re.Match[str]]:
    """Return the units of time in a text, without the words and characters that mean something else there."""
    ends = {number.end: number.value for number in found}
    return [unit for unit in _LENGTH.finditer(text) if _is_unit(text, unit, ends)]


def _is_unit(text: str, unit: re.Match[str], ends: dict[int, float]) -> bool:
    start = unit.start()
    if unit["unspaced"]:
        is_date = unit["unspaced"] in {"日", "年"} and (
            ends.get(start, 0) > _MAX_YEARS or _MONTH_BEFORE.search(text[max(0, start - 3) : start])
        )
        return not is_date
    if unit["spaced"].lower() not in _SHORT_UNITS:
        return True
    return start - 1 in ends or _HALF.search(text[max(0, start - 8) : start]) is not None


def _all(text: str) -> list[Number]:
    """Return all numbers in their order; where two readings overlap, the one that begins first and is longer."""
    found = [Number(_value(match), match.start(), match.end()) for match in _NUMBER.finditer(text)]
    found += [Number(*number) for number in numbers_in_words(text)]
    if not text.isascii():
        found += [Number(*number) for number in numerals(text)]
    kept: list[Number] = []
    for number in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or number.start >= kept[-1].end:
            kept.append(number)
    return kept


def _times(text: str, unit: int, before: list[Number]) -> float | None:
    """Return how many of a unit there are; None for a range."""
    if _HALF.search(text[max(0, unit - 8) : unit]):
        return 0.5
    if not before or not _FILLING.fullmatch(text, before[-1].end, unit):
        return 1.0
    if len(before) > 1 and _RANGE.fullmatch(text, before[-2].end, before[-1].start):
        return None
    return before[-1].value


def _value(match: re.Match[str]) -> float:
    if digits := match["digits"]:
        scale = (match["scale"] or match.group()[-1]).lower()
        return _figures(digits) * (_SCALES | _FOREIGN_SCALES).get(scale, 1.0)
    total, low = 0.0, 0.0
    for word in re.findall(r"[a-z]+", _split_tens(match["spelled"].lower())):
        scale = _SCALES.get(word)
        if scale is None:
            low += _VALUES.get(word, 0.0)
        elif scale < 1e3:
            low = (low or 1.0) * scale
        else:
            total, low = total + (low or 1.0) * scale, 0.0
    return total + low + (0.5 if match["half"] else 0.0)


def _figures(digits: str) -> float:
    """Return the value of figures with the separators of any country: "2,000.50", "2.000,50", "2 000,50"."""
    figures = re.sub(r"[^\d.,]", "", digits)
    if _THOUSANDS_WITH_DOTS.fullmatch(figures):
        figures = figures.replace(".", "").replace(",", ".")
    elif _DECIMAL_COMMA.fullmatch(figures):
        figures = figures.replace(",", ".")
    return float(figures.replace(",", ""))


def _split_tens(words: str) -> str:
    """Split "twentyone" into two words."""
    return re.sub(rf"({'|'.join(_TENS)})(?=[a-z])", r"\1 ", words)
