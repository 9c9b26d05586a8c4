"""Answers about rental cars: what they are like, where they are, and the rules of renting."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date

from ricordo_travel.cars.conditions import CONDITIONS
from ricordo_travel.clerk.answering.known_facts import (
    COMMON,
    Table,
    Tell,
    tell_discount,
    tell_each,
    tell_from,
    tell_price_of,
)
from ricordo_travel.clerk.answering.unknown_facts import say_unknown
from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.facts.refunds import describe_money_back
from ricordo_travel.dialogue.facts.service_facts import SECOND_DRIVER
from ricordo_travel.dialogue.replies.offers import Offer
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.hours import parse_hours
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.wording import count


def tell_of_cars(fact: str, things: Sequence[Item], today: date) -> str:
    """Return what is known of one or more rental cars on a fact in lower case."""
    if _BACK.search(fact) and find_mentions(fact):
        return _ONE_WAY
    if _BACK.search(fact) and (where := re.search(r"\b(?:airport|town|cent(?:re|er))\b", fact)):
        at_airport = where[0] == "airport"
        is_there = all(each.offer.car.location.at_airport == at_airport for each in things)
        return tell_each(_of(_tell_place), things, today) if is_there else _ONE_WAY
    return (
        _answer_number(fact, things)
        or _answer_hour(fact, things)
        or tell_from(fact, _FIRST, things, today)
        or tell_price_of(fact, things, today)
        or tell_from(fact, (*_OWN, *COMMON), things, today)
        or say_unknown(fact, things)
    )


def _of(tell: Callable[[Offer], str]) -> Tell:
    """Return what tells a fact of the offer alone."""
    return lambda thing, _today: tell(thing.offer)


def _say(sentence: str) -> Tell:
    """Return what says the same of every car."""
    return lambda _thing, _today: sentence


def _tell_gearbox(offer: Offer) -> str:
    what = "is an automatic" if offer.car.gearbox == "automatic" else "has a manual gearbox"
    return f"The {offer.title} {what}."


def _tell_seats(offer: Offer) -> str:
    return f"The {offer.title} has {offer.car.seats} seats."


def _tell_boot(offer: Offer) -> str:
    return f"The {offer.title} has room for {count(offer.car.bags, 'bag')}."


def _tell_size(offer: Offer) -> str:
    return f"The {offer.title} has {offer.car.seats} seats and room for {count(offer.car.bags, 'bag')}."


def _tell_age(offer: Offer) -> str:
    return f"The driver of the {offer.title} must be {offer.car.driver_age} or older."


def _tell_hours(offer: Offer) -> str:
    first, last = offer.car.location.desk_hours
    return f"The desk at {offer.car.location.name} is open from {first} to {last} every day."


_COUNTED: tuple[tuple[str, Callable[[Offer], str], Callable[[Offer, int], bool]], ...] = (
    (r"\bage\b|\bold\b|\byoung|\bdrivers?\b", _tell_age, lambda offer, number: number >= offer.car.driver_age),
    (r"\bbags?\b|\bsuitcases?\b|\bluggage\b", _tell_boot, lambda offer, number: number <= offer.car.bags),
    (r"\bseats?\b|\bpeople\b|\bpersons?\b", _tell_seats, lambda offer, number: number <= offer.car.seats),
)
"""Facts that may be asked with a number, what tells them, and whether a number is all right."""


def _answer_number(fact: str, things: Sequence[Item]) -> str:
    """Return whether each car has what a fact counts: seats, room for bags, or the age of a driver. Else nothing."""
    number = re.search(r"\b\d{1,2}\b(?!:)", fact)
    found = next(((tell, fits) for words, tell, fits in _COUNTED if re.search(words, fact)), None)
    if not number or not found or re.search(r"child|bab|booster|car seat", fact):
        return ""
    tell, fits = found
    said = [(fits(each.offer, int(number[0])), tell(each.offer)) for each in things]
    return "\n".join(f"{'Yes' if is_right else 'No'}: {text[:1].lower()}{text[1:]}" for is_right, text in said)


def _answer_hour(fact: str, things: Sequence[Item]) -> str:
    """Return whether the desks are open at the time of day that a fact names; nothing if it names none."""
    clock = _CLOCK.search(fact)
    if not _AT_DESK.search(fact) or not (clock or parse_hours(f"in the {fact}") or parse_hours(fact)):
        return ""
    said: dict[str, None] = {}
    for each in things:
        opens, closes = (_minutes(time) for time in each.offer.car.location.desk_hours)
        is_open = _is_open(clock, fact, opens, closes) if clock else None
        lead = {True: "Yes: the", False: "No: the", None: "The"}[is_open]
        said[f"{lead}{_tell_hours(each.offer).removeprefix('The')}"] = None
    return "\n".join(said)


def _is_open(clock: re.Match[str], fact: str, opens: int, closes: int) -> bool:
    """Return whether a desk is open at a time on the clock; "9 in the evening" is 21:00."""
    minutes = int(clock["hour"]) % 24 * 60 + int(clock["minute"] or 0)
    is_late = clock["half"] == "pm" or re.search(r"\bevening\b|\bnight\b|\bafternoon\b", fact)
    return opens <= minutes + (12 * 60 if is_late and minutes < 12 * 60 else 0) <= closes


def _minutes(time: str) -> int:
    hour, minute = map(int, time.split(":"))
    return hour * 60 + minute


_BACK = re.compile(r"\b(?:drop\w*|return\w*|leave|bring|back)\b")
_AT_DESK = re.compile(r"\b(?:pick\w*|collect\w*|fetch|desk|drop\w*|return\w*|bring|open|hand)\b")
_CLOCK = re.compile(r"\b(?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>[ap]m)?\b(?! (?:days?|bags?|seats?|people))")


def _tell_place(offer: Offer) -> str:
    return f"You pick up the {offer.car.car_class} car at {offer.car.location.name}, and bring it back there."


def _tell_late(offer: Offer) -> str:
    return f"{_tell_hours(offer)} What it costs to bring a car back late I do not know; please ask the rental desk."


def _tell_model(offer: Offer) -> str:
    return f"{_tell_size(offer)} I do not know the make and the model; please ask the rental desk."


def _tell_engine(offer: Offer) -> str:
    if offer.car.car_class == "electric":
        return f"The {offer.title} is electric. About charging, please ask the rental desk."
    unknown = "whether it takes petrol or diesel I do not know, please ask the rental desk"
    return f"The {offer.title} is not electric; {unknown}."


def _tell_cancelling(thing: Item, today: date) -> str:
    return describe_money_back(thing.offer, today)


def _tell_all(thing: Item, today: date) -> str:
    del today
    offer, car = thing.offer, thing.offer.car
    gearbox = "an automatic gearbox" if car.gearbox == "automatic" else "a manual gearbox"
    price = f"{format_dollars(offer.unit_price)} a day, {format_dollars(offer.total)} in all"
    return (
        f"The {offer.title} has {car.seats} seats, room for {count(car.bags, 'bag')} and {gearbox}, and costs {price}. "
        f"Insurance is {CONDITIONS['insurance']}, the kilometres are {CONDITIONS['kilometres']}, and you bring it back "
        f"to where you pick it up."
    )


_FUEL = (
    "You get the car with a full tank and bring it back with a full one; whether it takes petrol or diesel, the rental "
    "desk can say."
)
_CHILD_SEATS = "Child seats are free: ask for them at the desk when you pick up the car."
_ONE_WAY = "A car goes back to where you pick it up here; whether you can leave it elsewhere, the rental desk can say."
_LICENCE = "I do not know which licences are accepted; please ask the rental desk."
_EXCESS = f"Insurance is {CONDITIONS['insurance']} in the price of a car; about an excess, please ask the rental desk."
_ABROAD = "I do not know whether the car may cross borders or take ferries; please ask the rental desk."
_ELSEWHERE = (
    r"\bone[- ]way\b|\bdifferent\b|\b(?:else|some)where\b|\banother (?:place|city|town|airport)\b|"
    r"\b(?:return|drop|leave|bring|back)\b.*\b(?:at|in|to|airport|town|other)\b"
)
_FIRST: Table = (
    (r"\bdiscount|\breduc(?:ed|tion)", tell_discount),
    (
        (
            r"\b(?:booster|toddler|infant|kids?|child|children|bab(?:y|ies)|car)(?:'?s?)(?: car)? ?seats?"
            r"(?: (?:price|cost)s?)?|"
            r"\bboosters?\b|^(?:child|children|kids?|bab(?:y|ies)|isofix)$"
        ),
        _say(_CHILD_SEATS),
    ),
    (r"\blate (?:return|drop)|\b(?:return|bring|drop)\w*\b.*\blate(?:r)?\b|\boverdue\b", _of(_tell_late)),
    (r"\binsur\w+|\bexcess\b|\bcovered\b|\bdamage", _say(_EXCESS)),
    (r"\b(?:electric|charg\w+|diesel|hybrid|engine|fuel type|type of fuel|(?:what|which) fuel)\b", _of(_tell_engine)),
    (r"\b(?:fuel|petrol|gas(?:oline)?|tank|refuel\w*)\b", _say(_FUEL)),
    (r"\b(?:second|additional|other|another|extra|two|more) drivers?\b|^drivers?$", _say(SECOND_DRIVER)),
    (r"\b(?:mileage|kilomet\w+|kms?|miles|unlimited)\b", _say(f"The kilometres are {CONDITIONS['kilometres']}.")),
)
"""Facts that come before the price of the car."""
_OWN: Table = (
    (r"\bcancel\w*|\brefund\w*|\bmoney back\b", _tell_cancelling),
    (r"\b(?:automatics?|manual|stick|gear\w*|transmission|shift)\b", _of(_tell_gearbox)),
    (r"\blicen[cs]e\b|\bpermit\b", _say(_LICENCE)),
    (r"\bage\b|\bhow old\b|\bold enough\b|\byoung|\bminimum\b", _of(_tell_age)),
    (r"\b(?:abroad|borders?|ferry|country|countries|cross\w*)\b", _say(_ABROAD)),
    (_ELSEWHERE, _say(_ONE_WAY)),
    (r"\bhours\b|\bopen\w*|\bclos\w+|\blate\b|\bearly\b|\btimes?\b|\bdesk\b|\bcounter\b", _of(_tell_hours)),
    (r"\bseats?\b|\bpeople\b|\bpersons?\b|\bpassengers?\b", _of(_tell_seats)),
    (r"\b(?:luggage|baggage|bags?|boot|trunk|suitcases?|pram|push ?chair|stroller)\b", _of(_tell_boot)),
    (r"\b(?:size|big|large|room|space|small|fit)\b", _of(_tell_size)),
    (r"\b(?:pick[ -]?up|collect|where|location|place|drop[ -]?off|return|airport|town|address)\b", _of(_tell_place)),
    (r"\b(?:model|make|brand|class|type|kind|doors?)\b", _of(_tell_model)),
    (r"^(?:info|information|details?|more|everything|description|about|general|like)$|\binfo\b", _tell_all),
)
"""Facts of cars, the first that fits."""
