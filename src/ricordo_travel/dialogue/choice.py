"""Choices from a list: "the first one", "the cheapest", "the one with a pool", "the SUV", a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ricordo_travel.dialogue.numbers import parse_count, parse_ordinal
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.wishes import AMENITIES, find_cabin, find_car_class
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.reservations import Kind

_NTH = "first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last|latter|former|middle|top|bottom"
_THING = "one|option|hotel|flight|car|offer|choice|room|place|suggestion|with"
_ORDINAL = re.compile(
    rf"(?:^\W*|\b(?:the|book|take|choose|pick|want|your|with|for|ok|yes|no|then|reserve)\s+)(?P<ordinal>{_NTH})\b"
    r"(?! (?:time|class|week|weekend|day|night|trip|of all|thing|name|year|month|floor|of "
    r"[a-z]+(?:uary|ch|il|ne|ly|st|ber)))"
    rf"|\b(?P<with>{_NTH}) (?:{_THING})\b"
    r"|\b(?:number|option|nr|no|choice|offer|hotel|flight|car|room)\.? ?#?(?P<number>[1-9]|one|two|three|four|five)\b"
    r"(?! (?:night|day|person|people|star|week|adult|kid))|#(?P<hash>[1-9])\b"
    r"|^\W*(?:the |number |ok |take |book |yes |i'll take |i want |let's take )*(?P<bare>[1-9]|one|two|three)"
    r"(?: (?:please|then|it is|thanks))?\W*$|\bthe (?P<the>one|two|three|[1-5])\b(?=\W*$)"
)
_MAKE_IT = re.compile(r"\b(?:make it|move it to|change it to|rather) the \d{1,2}(?:st|nd|rd|th)$")
_DATES = re.compile(r"\b(?:from|on|until|till|to|by|starting|since) (?:the )?\d{1,2}(?:st|nd|rd|th)\b")


def _departure(offer: Offer) -> float:
    if offer.kind != "flight":
        return 0
    hour, minute = offer.flight.departs.split(":")
    return int(hour) * 60 + int(minute)


_ANY: tuple[Kind, ...] = ("flight", "hotel", "car")
_SUPERLATIVES: tuple[tuple[re.Pattern[str], tuple[Kind, ...], Callable[[Offer], float]], ...] = (
    (
        re.compile(
            r"\b(?:cheapest|(?:most|more) cheap|least expensive|lowest(?: price)?|best price|cheap one|"
            r"(?<!\ba )(?<!any )(?<!some )(?<!thing )(?:cheaper|less expensive) "
            r"(?:one|of (?:the|them|those)|outbound|flight|hotel|car|room)|the cheaper)\b"
        ),
        _ANY,
        lambda offer: offer.unit_price,
    ),
    (
        re.compile(r"\b(?:dearest|most expensive|priciest|(?:dearer|pricier|more expensive) one)\b"),
        _ANY,
        lambda offer: -offer.unit_price,
    ),
    (
        re.compile(
            r"\b(?:best[ -]rated|highest[ -]rated|top[ -]rated|best rating|best reviews?|best one|nicest|best)\b"
        ),
        _ANY,
        lambda offer: -offer.hotel.rating if offer.kind == "hotel" else offer.unit_price,
    ),
    (re.compile(r"\b(?:fastest|shortest|quickest)\b"), ("flight",), lambda offer: offer.flight.minutes),
    (re.compile(r"\b(?:earliest|earlier|morning|early)\b(?! check)"), ("flight",), _departure),
    (
        re.compile(r"\b(?:latest|later|afternoon|evening|late|night)\b(?! check)"),
        ("flight",),
        lambda offer: -_departure(offer),
    ),
    (re.compile(r"\b(?:biggest|largest|bigger one|larger one)\b"), ("car",), lambda offer: -offer.car.seats),
    (re.compile(r"\b(?:smallest|smaller one)\b"), ("car",), lambda offer: offer.car.seats),
)
_NAMES = "|".join(sorted({hotel.name.split()[0].lower() for hotel in hotels().values()}))
_STYLES = "backpackers|guesthouse|lodge|house|grand"
STYLES = re.compile(
    r"\bthe (?:backpackers?|hostel|guest ?house|lodge|grand|house)\b|" rf"\b(?:{_NAMES}) (?:{_STYLES})\b"
)
"""The styles of hotels, which are part of their names."""
HOTEL_NAMES = re.compile(rf"\b(?:the (?P<the>{_NAMES}|{_STYLES})|(?P<name>{_NAMES}) (?:{_STYLES}|one))\b")
"""The names and styles of hotels as people say them: "the willow", "heron lodge", "the guesthouse"."""
_STYLE_WORDS = {"guesthouse": ("guest house",), "backpackers": ("backpacker", "hostel")}
_TIME = re.compile(
    r"(?<![\d:])(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d)(?: ?(?P<half>am|pm))?|(?P<whole> ?[ap]m))(?!\d)"
)
_PRICE = re.compile(
    r"\bthe (?:one (?:for|at) )?\$?(?P<price>\d{2,3}|\d,\d{3}|\d{4})\b(?! ?(?:people|nights?|days?))"
    r"(?= (?:one|flight|hotel|car|room|dollar|bucks|a )|\W*$)"
)
_WITH = re.compile(r"\b(?:one|hotel|place|that) (?:with|that has|that have|has|which has|including)\b|\bwith\b")
_REFERENCE = re.compile(
    r"\b(?:it|that one|this one|that|this|that hotel|this hotel|that flight|this flight|that car|the "
    r"car|the hotel|the flight|the room)\b"
)
_TAKE = re.compile(
    r"\b(?:book|take|choose|reserve|pick|go (?:with|for)|have|want|prefer|like|grab|get|sounds "
    r"(?:good|great|nice)|is fine|looks (?:good|nice|great)|let's do|will do|works|please|then)\b"
)
_LOOK = re.compile(
    r"\b(?:show|find|search|look(?:ing)? for|list|tell me|what|which|how|does|do|is there|are there|"
    r"any|compare|when|where|who|else|can you)\b"
)


_PLURAL = re.compile(r"\b(?:cheapest|best) (?:hotels|flights|cars|way|time|options)\b")


def choose_offer(text: str, offers: Sequence[Offer]) -> Offer | int | None:
    """Return the offer that a message in lower case chooses, the number it names if there is no such offer, or None."""
    if not offers:
        return None
    named = _find_named(text, offers) or _find_priced(text, offers)
    if len(named) == 1:
        return named[0]
    if _LOOK.search(text) and not re.search(r"\b(?:book|take|reserve|choose|i'll have|go with)\b", text):
        return None
    subset = _with_wishes(text, offers)
    if named:
        subset = [offer for offer in named if offer in subset] or named
    if (number := find_number(text, len(subset or offers))) is not None:
        return _take_numbered(number, subset or offers)
    if offers[0].kind == "flight" and not named and find_times(text):
        return None  # a time at which none of them leaves
    for pattern, kinds, key in _SUPERLATIVES:
        if (
            offers[0].kind in kinds
            and pattern.search(text)
            and (not _PLURAL.search(text) or re.search(r"\b(?:book|take|reserve)\b", text))
        ):
            return min(subset or offers, key=key)
    is_clear = len(subset) == 1 or (subset and not named and re.search(r"\bone with\b", text))
    return subset[0] if is_clear and len(subset) < len(offers) and (named or _TAKE.search(text)) else None


def _take_numbered(number: int, offers: Sequence[Offer]) -> Offer | int:
    """Return the offer with a number in its list, or else the one at that place."""
    if shown := next((offer for offer in offers if offer.number == number), None):
        return shown
    return offers[number - 1] if 1 <= number <= len(offers) else number


def find_number(text: str, count: int) -> int | None:
    """Return the number in a list that a message names, or None. The last of `count` is "the last one"."""
    if not (match := _ORDINAL.search(_DATES.sub(" ", text))):
        return None
    if word := match["ordinal"] or match["with"]:
        special = {"last": count, "latter": count, "bottom": count, "former": 1, "top": 1, "middle": (count + 1) // 2}
        return special.get(word) or parse_ordinal(word)
    return parse_count(match["number"] or match["hash"] or match["bare"] or match["the"])


def find_ordinals(text: str) -> list[int]:
    """Return all numbers of a list that a message names: "1 and 2", "the first and the third"."""
    words = re.findall(r"(?<![\d$:.,])\b(?:[1-9]|first|second|third|fourth|fifth)\b(?![\d:.])", text)
    return [number for word in words if (number := parse_ordinal(word))]


def remove_choice(text: str, count: int) -> str:
    """Return a message without "the 2nd", which would be read as a day; "the 5th" of three offers is one."""
    if any(match[0].strip() for match in _DATES.finditer(text)) or not (match := _ORDINAL.search(text)):
        return text
    word = match["ordinal"] or match["with"] or ""
    if not word[:1].isdigit() or (parse_ordinal(word) or 0) > count or _MAKE_IT.search(text[: match.end()]):
        return text
    return text[: match.start()] + " " + text[match.end() :]


def refers_to_one(text: str) -> bool:
    """Return whether a message speaks of the one thing that was talked about."""
    return bool(_REFERENCE.search(text))


def is_named(text: str, offers: Sequence[Offer]) -> bool:
    """Return whether a message names one of some offers: by its name, number, airline, time or place."""
    return bool(_find_named(text, offers))


def find_times(text: str) -> list[str]:
    """Return the times of day in a text, as a timetable writes them."""
    found: list[str] = []
    for match in _TIME.finditer(text):
        hour, half = int(match["hour"]), match["half"] or (match["whole"] or "").strip()
        found.append(f"{hour % 12 + 12 * (half == 'pm') if half else hour:02}:{match['minute'] or '00'}")
    return found


def _find_named(text: str, offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers whose name, style, number, airline, time or place of pick-up a message names."""
    times = find_times(text)
    for names in (_full_names, _short_names):
        named = [
            offer
            for offer in offers
            if any(re.search(rf"\b{re.escape(name)}\b", text) for name in names(offer))
            or (offer.kind == "flight" and offer.flight.departs in times)
        ]
        if named:
            return named
    return []


def _find_priced(text: str, offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers whose price a message names: "the 140 one", "the one for $98"."""
    prices = {int(match["price"].replace(",", "")) for match in _PRICE.finditer(text)}
    return [offer for offer in offers if prices & {offer.unit_price, offer.total}]


def names_hotel_fully(text: str, hotel: str) -> bool:
    """Return whether a text in lower case has the first two words of a hotel's name: "lighthouse grand"."""
    return " ".join(hotel.lower().split()[:2]) in text


def names_hotel(text: str, hotel: str) -> bool:
    """Return whether a text in lower case names a hotel: "lighthouse grand", "the lighthouse", "my backpackers"."""
    name, style, *_ = map(re.escape, hotel.lower().split())
    styles = "|".join((style, *_STYLE_WORDS.get(style, ())))
    return bool(re.search(rf"\b(?:{name} {style}|the {name}|{name} one|(?:the|my|our) (?:{styles}))\b", text))


def _full_names(offer: Offer) -> list[str]:
    if offer.kind == "flight":
        return [offer.flight.number.lower()]
    if offer.kind == "hotel":
        return [" ".join(offer.hotel.name.lower().split()[:2])]
    return (
        ["airport one", "at the airport", "airport"] if offer.car.location.at_airport else ["town centre", "centre one"]
    )


def _short_names(offer: Offer) -> list[str]:
    if offer.kind == "flight":
        return [offer.flight.airline.lower()]
    if offer.kind == "hotel":
        name, style, *_ = offer.hotel.name.lower().split()
        return [f"{name} one", f"the {name}", *(f"the {each}" for each in (style, *_STYLE_WORDS.get(style, ())))]
    return ["from the airport"] if offer.car.location.at_airport else ["in town", "in the centre", "downtown"]


def _with_wishes(text: str, offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers that have what a message names: an amenity, a class, no stops."""
    kind = offers[0].kind
    if kind == "hotel":
        wanted = [name for name, pattern in AMENITIES.items() if re.search(rf"\b(?:{pattern})\b", text)]
        stars = re.search(r"\b([1-5])[ -]?stars?\b", text)
        found = [offer for offer in offers if all(name in offer.hotel.amenities for name in wanted)] if wanted else []
        return [offer for offer in found or offers if offer.hotel.stars == int(stars[1])] if stars else found
    if kind == "flight":
        if re.search(r"\b(?:non-?stop|direct)\b", text):
            return [offer for offer in offers if offer.flight.via is None]
        cabin = find_cabin(text)
        return [offer for offer in offers if offer.call.arguments.get("cabin") == cabin] if cabin else []
    car_class = find_car_class(text)
    return [offer for offer in offers if offer.car.car_class == car_class] if car_class else []
