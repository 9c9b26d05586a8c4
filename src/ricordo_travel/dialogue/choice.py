"""Choices from a list: "the first one", "the cheapest", "the one with a pool", "the SUV", a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ricordo_travel.dialogue.numbers import parse_count, parse_ordinal
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.wishes import AMENITIES, find_cabin, find_car_class

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
_DATES = re.compile(r"\b(?:from|on|until|till|to|by|starting|since) (?:the )?\d{1,2}(?:st|nd|rd|th)\b")


def _departure(offer: Offer) -> float:
    if offer.kind != "flight":
        return 0
    hour, minute = offer.flight.departs.split(":")
    return int(hour) * 60 + int(minute)


_SUPERLATIVES: tuple[tuple[re.Pattern[str], Callable[[Offer], float]], ...] = (
    (
        re.compile(r"\b(?:cheapest|most cheap|more cheap|least expensive|lowest(?: price)?|best price)\b"),
        lambda offer: offer.unit_price,
    ),
    (re.compile(r"\b(?:dearest|most expensive|priciest)\b"), lambda offer: -offer.unit_price),
    (
        re.compile(
            r"\b(?:best[ -]rated|highest[ -]rated|top[ -]rated|best rating|best reviews?|best one|nicest|best)\b"
        ),
        lambda offer: -offer.hotel.rating if offer.kind == "hotel" else offer.unit_price,
    ),
    (
        re.compile(r"\b(?:fastest|shortest|quickest)\b"),
        lambda offer: offer.flight.minutes if offer.kind == "flight" else 0,
    ),
    (re.compile(r"\b(?:earliest|earlier|morning)\b(?! check)"), _departure),
    (re.compile(r"\b(?:latest|later|afternoon|evening)\b(?! check)"), lambda offer: -_departure(offer)),
    (re.compile(r"\b(?:biggest|largest)\b"), lambda offer: -offer.car.seats if offer.kind == "car" else 0),
    (re.compile(r"\bsmallest\b"), lambda offer: offer.car.seats if offer.kind == "car" else 0),
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


def choose_offer(text: str, offers: Sequence[Offer]) -> Offer | int | None:
    """Return the offer that a message in lower case chooses, the number it names if there is no such offer, or None."""
    if not offers:
        return None
    if offer := _find_named(text, offers):
        return offer
    if _LOOK.search(text) and not re.search(r"\b(?:book|take|reserve|choose|i'll have|go with)\b", text):
        return None
    subset = _with_wishes(text, offers)
    if (number := find_number(text, len(subset or offers))) is not None:
        chosen = subset or offers
        return chosen[number - 1] if 1 <= number <= len(chosen) else number
    for pattern, key in _SUPERLATIVES:
        if pattern.search(text) and not re.search(
            r"\b(?:cheapest|best) (?:hotels|flights|cars|way|time|options)\b", text
        ):
            return min(subset or offers, key=key)
    if (
        subset
        and len(subset) < len(offers)
        and (len(subset) == 1 or re.search(r"\bone with\b", text))
        and _TAKE.search(text)
    ):
        return subset[0]
    return None


def find_number(text: str, count: int) -> int | None:
    """Return the number in a list that a message names, or None. The last of `count` is "the last one"."""
    if not (match := _ORDINAL.search(_DATES.sub(" ", text))):
        return None
    if word := match["ordinal"] or match["with"]:
        special = {"last": count, "latter": count, "bottom": count, "former": 1, "top": 1, "middle": (count + 1) // 2}
        return special.get(word) or parse_ordinal(word)
    return parse_count(match["number"] or match["hash"] or match["bare"] or match["the"])


def remove_choice(text: str) -> str:
    """Return a message without "the 2nd", which would be read as a day."""
    if any(match[0].strip() for match in _DATES.finditer(text)) or not (match := _ORDINAL.search(text)):
        return text
    word = match["ordinal"] or match["with"] or ""
    return text[: match.start()] + " " + text[match.end() :] if word[:1].isdigit() else text


def refers_to_one(text: str) -> bool:
    """Return whether a message speaks of the one thing that was talked about."""
    return bool(_REFERENCE.search(text))


def _find_named(text: str, offers: Sequence[Offer]) -> Offer | None:
    """Return the offer whose name, number, airline or place of pick-up a message names."""
    named: list[Offer] = []
    for offer in offers:
        if offer.kind == "flight":
            names = [offer.flight.number.lower(), offer.flight.airline.lower()]
        elif offer.kind == "hotel":
            (
                word,
                *_,
            ) = offer.hotel.name.lower().split()
            names = [" ".join(offer.hotel.name.lower().split()[:2]), f"{word} one", f"the {word}"]
        else:
            names = (
                ["airport one", "at the airport"] if offer.car.location.at_airport else ["town centre", "centre one"]
            )
        if any(re.search(rf"\b{re.escape(name)}\b", text) for name in names):
            named.append(offer)
    return named[0] if len(named) == 1 else None


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
        return [offer for offer in offers if offer.call.arguments["cabin"] == cabin] if cabin else []
    car_class = find_car_class(text)
    return [offer for offer in offers if offer.car.car_class == car_class] if car_class else []
