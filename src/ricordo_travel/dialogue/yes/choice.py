"""Words that name one of several things: "the first one", "number 2", a time, the name of a hotel."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.values.numbers import parse_count, parse_ordinal
from ricordo_travel.hotels.catalog import hotels

_NTH = "first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last|latter|former|middle|top|bottom"
_THING = "one|option|hotel|flight|car|offer|choice|room|place|suggestion|with"
_ORDINAL = re.compile(
    rf"(?:^\W*|\b(?:the|book|take|choose|pick|want|your|with|for|ok|yes|no|then|reserve)\s+)(?P<ordinal>{_NTH})\b"
    r"(?! (?:time|class|week|weekend|day|night|trip|of all|thing|name|year|month|floor|of "
    r"[a-z]+(?:uary|ch|il|ne|ly|st|ber)))"
    rf"|(?<!our )(?<!my )\b(?P<with>{_NTH}) (?:{_THING})\b"
    r"|\b(?:number|option|nr|no|choice|offer|hotel|flight|car|room)\.? ?#?(?P<number>[1-9]|one|two|three|four|five)\b"
    r"(?! (?:night|day|person|people|star|week|adult|kid))|#(?P<hash>[1-9])\b"
    r"|^\W*(?:the |number |ok |take |book |yes |i'll take |i want |let's take )*(?P<bare>[1-9]|one|two|three)"
    r"(?: (?:please|then|it is|thanks))?\W*$|\bthe (?P<the>one|two|three|[1-5])\b(?=\W*$)"
)
_MAKE_IT = re.compile(r"\b(?:make it|move it to|change it to|rather) the \d{1,2}(?:st|nd|rd|th)$")
_DATES = re.compile(
    r"\b(?:from|on|until|till|to|by|starting|since|back|home|return) (?:the )?\d{1,2}(?:st|nd|rd|th)\b|"
    rf"\bnot (?:the )?\d{{1,2}}(?:st|nd|rd|th)\b(?! (?:{_THING})\b)"
)


NAME = "|".join(sorted({hotel.name.split()[0].lower() for hotel in hotels().values()}))
"""The first words of the names of hotels, for patterns."""
STYLE = "backpackers|guesthouse|lodge|house|grand"
"""The second words of the names of hotels, for patterns."""
STYLE_WORDS = {"guest house": "guesthouse", "backpacker": "backpackers", "hostel": "backpackers"}
"""Other words for the styles of hotels."""
HOTEL_NAMES = re.compile(rf"\b(?:the (?:hotel )?(?P<the>{NAME}|{STYLE})|(?P<name>{NAME}) (?:{STYLE}|one))\b")
"""The names and styles of hotels as people say them: "the willow", "heron lodge", "the guesthouse"."""
_STYLES = re.compile(rf"\b({STYLE}|{'|'.join(STYLE_WORDS)})s?\b")
_CALLED = re.compile(rf"\b(?:{NAME}) (?:{STYLE}|guest house|hostel|one)\b")
_REFUSED = re.compile(
    r"\b(?:no(?! the)|not|anything but|except|other than|instead of|rather than|without|(?:don't|do not|doesn't)"
    rf"(?: really)? (?:want|like|fancy|need))(?: (?:the|any|an?|that|this|in|at|for)){{0,2}} (?P<hotel>{NAME}|{STYLE}|"
    rf"{'|'.join(sorted(STYLE_WORDS))})(?: (?:{STYLE}))?s?\b"
)
_TIME = re.compile(
    r"(?<![\d:])(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d)(?: ?(?P<half>am|pm))?|(?P<whole> ?[ap]m))(?!\d)"
)


def find_number(text: str, count: int) -> int | None:
    """Return the number in a list that a message names, or None. The last of `count` is "the last one"."""
    if not (match := _ORDINAL.search(_DATES.sub(" ", text))):
        return None
    if word := match["ordinal"] or match["with"]:
        special = {"last": count, "latter": count, "bottom": count, "former": 1, "top": 1, "middle": (count + 1) // 2}
        return special.get(word) or parse_ordinal(word)
    return parse_count(match["number"] or match["hash"] or match["bare"] or match["the"])


def remove_choice(text: str, count: int) -> str:
    """Return a message without "the 2nd", which would be read as a day; "the 5th" of three offers is one."""
    if any(match[0].strip() for match in _DATES.finditer(text)) or not (match := _ORDINAL.search(text)):
        return text
    word = match["ordinal"] or match["with"] or ""
    if not word[:1].isdigit() or (parse_ordinal(word) or 0) > count or _MAKE_IT.search(text[: match.end()]):
        return text
    return text[: match.start()] + " " + text[match.end() :]


def find_times(text: str) -> list[str]:
    """Return the times of day in a text, as a timetable writes them."""
    found: list[str] = []
    for match in _TIME.finditer(text):
        hour, half = int(match["hour"]), match["half"] or (match["whole"] or "").strip()
        found.append(f"{hour % 12 + 12 * (half == 'pm') if half else hour:02}:{match['minute'] or '00'}")
    return found


def names_hotel(text: str, hotel: str) -> bool:
    """Return whether a text in lower case names a hotel: "lighthouse grand", "the lighthouse", "my backpackers"."""
    name, style, *_ = map(re.escape, hotel.lower().split())
    styles = "|".join((style, *(word for word, meant in STYLE_WORDS.items() if meant == style)))
    return bool(re.search(rf"\b(?:{name} {style}|the {name}|{name} one|(?:the|my|our) (?:{styles}))\b", text))


def is_of_other_style(text: str, hotel: str) -> bool:
    """Return whether a text in lower case names the second word of a hotel, and not of this one: "lantern lodge"."""
    named = {STYLE_WORDS.get(word, word) for word in _STYLES.findall(text)}
    return bool(named) and not named & set(hotel.lower().split())


def drop_hotel_names(text: str) -> str:
    """Return a text in lower case without the names of hotels, which say nothing of what is wished: "garden lodge"."""
    return _CALLED.sub("hotel", text)


def split_refused_hotels(text: str) -> tuple[str, list[str]]:
    """Return a text in lower case without the hotels and styles that it does not want, and these: "the lantern"."""
    return _REFUSED.sub(" ", text), [f"the {match['hotel']}" for match in _REFUSED.finditer(text)]


def names_other_hotel(text: str, hotel: str | None) -> bool:
    """Return whether a text in lower case names a hotel that is not the given one."""
    named = {name for match in HOTEL_NAMES.finditer(text) if (name := match["the"] or match["name"])}
    return bool(named - set((hotel or "").lower().split()))
