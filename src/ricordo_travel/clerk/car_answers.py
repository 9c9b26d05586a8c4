"""Answers about rental cars: what they are like, where they are, and the rules of renting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from ricordo_travel.cars.conditions import CONDITIONS
from ricordo_travel.clerk.known_facts import (
    COMMON,
    Table,
    Tell,
    find_teller,
    say_unknown,
    tell_discount,
    tell_each,
    tell_money,
)
from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.refunds import describe_money_back
from ricordo_travel.dialogue.service_facts import SECOND_DRIVER
from ricordo_travel.wording import count


def tell_of_cars(fact: str, things: Sequence[Item], today: date) -> str:
    """Return what is known of one or more rental cars on a fact in lower case."""
    tell = find_teller(fact, _FIRST) or tell_money(fact) or find_teller(fact, _OWN) or find_teller(fact, COMMON)
    if tell is None:
        return say_unknown(fact, things)
    return tell_each(tell, things, today)


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


def _tell_place(offer: Offer) -> str:
    return f"You pick up the {offer.car.car_class} car at {offer.car.location.name}, and bring it back there."


def _tell_model(offer: Offer) -> str:
    return f"It is a car of the class {offer.car.car_class}; I do not know the make and the model."


def _tell_engine(offer: Offer) -> str:
    if offer.car.car_class == "electric":
        return f"The {offer.title} is electric. About charging, please ask the rental desk."
    return "You get the car with a full tank and bring it back with a full one; I do not know which fuel it takes."


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


_FUEL = "You get the car with a full tank and bring it back with a full one."
_CHILD_SEATS = "Child seats are free: ask for them at the desk when you pick up the car."
_ONE_WAY = "A car goes back to where you pick it up here; whether you can leave it elsewhere, the rental desk can say."
_LICENCE = "I do not know which licences are accepted; please ask the rental desk."
_EXCESS = f"Insurance is {CONDITIONS['insurance']} in the price of a car; about an excess, please ask the rental desk."
_ABROAD = "I do not know whether the car may cross borders or take ferries; please ask the rental desk."
_ELSEWHERE = (
    r"\bone[- ]way\b|\bdifferent\b|\belsewhere\b|\banother (?:place|city|town|airport)\b|"
    r"\b(?:return|drop|leave|bring|back)\b.*\b(?:at|in|to|airport|town|other)\b"
)
_FIRST: Table = (
    (r"\bdiscount|\breduc(?:ed|tion)", tell_discount),
    (r"\b(?:booster|toddler|infant|kids?'?) ?seats?\b|\bboosters?\b|\bchild|\bbab(?:y|ies)\b", _say(_CHILD_SEATS)),
    (r"\binsur\w+|\bexcess\b|\bcovered\b|\bdamage", _say(_EXCESS)),
    (r"\b(?:electric|charg\w+|diesel|hybrid|engine)\b", _of(_tell_engine)),
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
