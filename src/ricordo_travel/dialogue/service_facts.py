"""Facts known of every flight and car beside price and time: a row for each fact, with the words that ask for it.

A row is all that a new fact needs here; what it says comes from the data of flights and cars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from ricordo_travel.cars.conditions import CONDITIONS as CAR_CONDITIONS
from ricordo_travel.cars.fleet import AIRPORT_HOURS, DRIVER_AGE, OLDER_DRIVER_AGE, TOWN_HOURS
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.refunds import ASKS_MONEY_BACK, describe_money_back, describe_rule
from ricordo_travel.flights import conditions
from ricordo_travel.flights.conditions import BAGGAGE, CHECK_IN_HOURS, SEAT_AGE, has_meal
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count

_CHILD = r"(?:baby|infant|toddler|child(?:ren)?|kids?|son|daughter|\w+ year old|under \w+s)"
_LUGGAGE = r"luggage|baggage|carry[ -]?ons?|hand luggage|(?:checked|hold|cabin) bags?|suitcases?|cases"

_FOOD = r"(?:hot |warm |vegan |vegetarian )?(?:meals?|food|snacks?|something to eat|dinner|lunch|drinks?)"

SECOND_DRIVER = "A second driver is free: they show their licence at the desk when you pick up the car."


class Fact(NamedTuple):
    """Something that is known of each flight or car.

    Attributes:
        kind: What it is known of.
        words: The words that name it, in a question or in a wish.
        tell: Says it, of an offer or in general; it is given the current day, too.
        is_shared: Whether the words may be about another kind as well, if that one is spoken of.
        needs_kind: Whether the words ask for it only where its kind is spoken of: food may be that of a city.
        is_filter: Whether a search chooses by it, so that a wish for it needs no answer.
        compare: Says it of several offers at once, if that is not a sentence for each.
    """

    kind: Kind
    words: re.Pattern[str]
    tell: Callable[[Offer | None, date], str]
    is_shared: bool = False
    needs_kind: bool = False
    is_filter: bool = False
    compare: Callable[[Sequence[Offer]], str] | None = None


def _tell_luggage(offer: Offer | None, today: date) -> str:
    del today
    if offer:
        return describe_luggage(offer)
    each = [f"in {cabin} {_describe_luggage(cabin)}" for cabin in BAGGAGE]
    return f"Included for each passenger: {'; '.join(each)}."


def describe_luggage(offer: Offer) -> str:
    """Return which luggage a seat on a flight includes."""
    cabin: Cabin = offer.call.arguments["cabin"]
    return f"In {cabin}, each passenger has {_describe_luggage(cabin)} included."


def _describe_luggage(cabin: Cabin) -> str:
    bags = BAGGAGE[cabin]
    each = " each" if bags.checked_bags > 1 else ""
    checked = f"{count(bags.checked_bags, 'checked bag')} of {bags.checked_bag_kg} kg{each}"
    return f"{count(bags.cabin_bags, 'cabin bag')} and {checked}"


def _tell_airport(offer: Offer | None, today: date) -> str:
    del today
    when = ""
    if offer:
        leaves = datetime.fromisoformat(f"{offer.call.arguments['day']}T{offer.flight.departs}")
        start = leaves - timedelta(hours=conditions.AIRPORT_HOURS)
        before = "" if start.date() == leaves.date() else " on the day before"
        when = f": at {start:%H:%M}{before} for {offer.title}"
    return f"Be at the airport {count(conditions.AIRPORT_HOURS, 'hour')} before a flight leaves{when}."


def _tell_check_in(offer: Offer | None, today: date) -> str:
    del offer, today
    opens = f"Check-in opens online {count(CHECK_IN_HOURS, 'hour')} before a flight leaves"
    return f"{opens}, and you choose your seats there."


def _tell_meal(offer: Offer | None, today: date) -> str:
    del today
    if offer is None:
        return "There is a meal with a vegetarian choice on flights over three hours, and none on shorter ones."
    if has_meal(offer.flight):
        return f"There is a meal on {offer.title}, with a vegetarian choice."
    return f"There is no meal on {offer.title}: it takes no more than three hours."


def _tell_children(offer: Offer | None, today: date) -> str:
    del offer, today
    return f"A child under {SEAT_AGE} sits on a lap and is not booked; from {SEAT_AGE} on, it needs a seat of its own."


def _tell_pram(offer: Offer | None, today: date) -> str:
    del offer, today
    return f"A pram or a pushchair flies {conditions.CONDITIONS['prams']}."


def _tell_gearbox(offer: Offer | None, today: date) -> str:
    del today
    if offer is None:
        return "There are automatics and cars with a manual gearbox; say which you want, and I look for those."
    what = "is an automatic" if offer.car.gearbox == "automatic" else "has a manual gearbox"
    return f"The {offer.title} {what}."


def _compare_gearboxes(offers: Sequence[Offer]) -> str:
    automatic = [offer.title for offer in offers if offer.car.gearbox == "automatic"]
    if not automatic:
        return "All of these have a manual gearbox; say “an automatic”, and I look for one."
    if len(automatic) == len(offers):
        return "All of these are automatics."
    verb = "is an automatic" if len(automatic) == 1 else "are automatics"
    return f"Of these, the {join_words(automatic)} {verb}; the rest have a manual gearbox."


def _tell_boot(offer: Offer | None, today: date) -> str:
    del today
    return f"The {offer.title} has room for {count(offer.car.bags, 'bag')}." if offer else ""


def _tell_seats(offer: Offer | None, today: date) -> str:
    del today
    return f"The {offer.title} has {offer.car.seats} seats." if offer else ""


def _tell_age(offer: Offer | None, today: date) -> str:
    del today
    if offer is None:
        older = f"of a convertible or a luxury car {OLDER_DRIVER_AGE}"
        return f"The driver of a car must be {DRIVER_AGE} or older, {older}."
    return f"The driver of the {offer.title} must be {offer.car.driver_age} or older."


def _tell_hours(offer: Offer | None, today: date) -> str:
    del today
    if offer is None:
        hours = [" to ".join(each) for each in (AIRPORT_HOURS, TOWN_HOURS)]
        return f"The desks at airports are open from {hours[0]}, those in town from {hours[1]}, every day."
    first, last = offer.car.location.desk_hours
    return f"The desk at {offer.car.location.name} is open from {first} to {last} every day."


def _say(sentence: str) -> Callable[[Offer | None, date], str]:
    """Return what says the same of every offer."""
    return lambda _offer, _today: sentence


def _tell_refund(kind: Kind) -> Callable[[Offer | None, date], str]:
    return lambda offer, today: describe_money_back(offer, today) if offer else describe_rule(kind)


FACTS: tuple[Fact, ...] = (
    Fact(
        "flight",
        re.compile(rf"\b(?:{_LUGGAGE}|\d\d ?(?:kg|kilos?)|bags?(?! (?:fit|go)\b))\b"),
        _tell_luggage,
        is_shared=True,
    ),
    Fact(
        "flight",
        re.compile(
            r"\b(?:extra|additional|second|2nd|third|another|more|two|three|2|3|oversized?|overweight|heavier)"
            rf"(?: \w{{1,8}})? (?:{_LUGGAGE}|bags?)\b|"
            rf"\b(?:costs?|price|pay|fee|charge)\b[^.;?]{{0,20}}\b(?:{_LUGGAGE}|bags?)\b|"
            rf"\b(?:{_LUGGAGE}|bags?)\b[^.;?]{{0,20}}\b(?:costs?|fees?|charges?)\b"
        ),
        _say("I do not know what more bags than that cost; please ask the airline."),
        is_shared=True,
    ),
    Fact("flight", re.compile(r"\b(?:prams?|push ?chairs?|strollers?|buggy)\b"), _tell_pram),
    Fact(
        "flight",
        re.compile(
            r"\b(?:be|get|arrive|show up|go)(?: there)? (?:at|to) the airport (?:before|early|for)\b|"
            r"\b(?:when|how (?:early|long|much)|what time|how many hours)\b[^.;?]{0,50}"
            r"\b(?:be|arrive|show up|get) (?:at|to) the airport\b(?! (?:to|from|into) )"
        ),
        _tell_airport,
    ),
    Fact(
        "flight",
        re.compile(
            r"\bonline check[ -]?in\b|"
            r"\bcheck(?:ing)?[ -]?in\b[^.;?]{0,25}\b(?:flights?|plane|online|airline|airport)\b|"
            r"\b(?:flights?|plane|online|airline)\b[^.;?]{0,25}\bcheck(?:ing)?[ -]?in\b|\bboarding pass"
        ),
        _tell_check_in,
    ),
    Fact(
        "flight",
        re.compile(
            r"\b(?:is there|are there|there be|any|get|gets|got|have|serves?|offers?|includes?|included|with|bring|buy|"
            rf"order|what|kind of|the|free)(?: an?| any| some| the)? {_FOOD}\b"
            r"(?! (?:near|there|in town|like|scene|city|market|to try))|"
            rf"\b{_FOOD} (?:is |are |be )?(?:included|served|provided|on (?:it|board|there)|during)\b|"
            rf"\b(?:{_FOOD}|eat)\b[^.;?]{{0,30}}\b(?:flights?|planes?|board|airline)\b|"
            rf"\b(?:flights?|planes?|airline)\b[^.;?]{{0,30}}\b(?:{_FOOD}|eat|feed)\b|\bfeed us\b"
        ),
        _tell_meal,
        is_shared=True,
        needs_kind=True,
    ),
    Fact(
        "flight",
        re.compile(
            rf"\b(?:does|do|will|would|must|should|can|is|are)\b[^.;?]{{0,20}}\b{_CHILD}\b[^.;?]{{0,25}}"
            r"\b(?:(?:need|require|have|get|pay)\b[^.;?]{0,15}\b(?:tickets?|seats?)|on (?:my|our|a|the|his|her) lap)\b|"
            rf"\b(?:tickets?|seats?) for (?:the|our|my|an?) {_CHILD}\b[^.;?]{{0,20}}\?|"
            r"\b(?:on (?:my|our|a|the) lap|lap infants?)\b"
        ),
        _tell_children,
    ),
    Fact("flight", ASKS_MONEY_BACK, _tell_refund("flight"), is_shared=True),
    Fact(
        "car",
        re.compile(r"\b(?:automatics?|manual|stick ?shift|gear ?box|gears|transmission)\b"),
        _tell_gearbox,
        is_filter=True,
        compare=_compare_gearboxes,
    ),
    Fact(
        "car",
        re.compile(r"\b(?:child|baby|car|booster|toddler|infant|kids?'?|children'?s) seats?\b|\bboosters?\b"),
        _say("Child seats are free: ask for them at the desk when you pick up the car."),
    ),
    Fact(
        "car",
        re.compile(rf"\b(?:{_LUGGAGE}|bags?|boot|trunk)\b"),
        _tell_boot,
        is_shared=True,
        is_filter=True,
    ),
    Fact(
        "car",
        re.compile(
            r"\b(?:does|has|do|have) (?:it|they|that|this|(?:the|my|our|that) (?:\w{1,10} )?(?:car|suv|van))\b"
            r"[^.;?]{0,15}\bseats?\b|\bhow many (?:seats|people)\b[^.;?]{0,20}\b(?:it|car|suv|van|fit)\b|"
            r"\b(?:will|do|would|can) (?:we|all of us|they|\w{1,5} people)(?: all)? fit\b"
        ),
        _tell_seats,
        is_shared=True,
        needs_kind=True,
    ),
    Fact(
        "car",
        re.compile(
            r"\bmileage\b|\b(?:km|kms|kilomet\w+|miles)\b[^.;?]{0,15}\b(?:unlimited|limited|included|free)\b|"
            r"\b(?:unlimited|limit\w*|many|extra|free|included?)\b[^.;?]{0,20}\b(?:km|kms|kilomet\w+|miles)\b"
        ),
        _say(f"The kilometres are {CAR_CONDITIONS['kilometres']}."),
    ),
    Fact(
        "car",
        re.compile(
            r"\b(?:diesel|hybrid|electric(?! (?:windows|kettle|scooter|bike)))\b|"
            r"\b(?:run|runs|running) on\b|\b(?:which|what|kind of|sort of|type of) (?:fuel|petrol|gas)\b|"
            r"\b(?:petrol|gas(?:oline)?) (?:or|car|engine)\b|\b(?:fuel|engine) type\b"
        ),
        _say("I do not know which fuel a car runs on; please ask the rental desk."),
        needs_kind=True,
    ),
    Fact(
        "car",
        re.compile(
            r"\b(?:tank|refuel|fuel (?:policy|rule)|refill|fill (?:it|the car|up))\b|"
            r"(?<!which )(?<!what )(?<!kind of )(?<!sort of )(?<!type of )\b(?:fuel|petrol|gas(?:oline)?)\b"
            r"(?! (?:or|car|engine|type)\b)(?<!on petrol)(?<!on gas)(?<!or petrol)(?<!or gas)"
        ),
        _say("You get the car with a full tank and bring it back with a full one."),
    ),
    Fact(
        "car",
        re.compile(
            r"\b(?:old enough|too young|minimum age|age limit|how old (?:do|does|must|should|need|have|has))\b|"
            r"\bhow old\b[^.;?]{0,30}\b(?:driv\w+|rent|hire)\b|"
            r"\b(?:i'm|i am|he's|she's|is|am) (?:only )?(?:1[6-9]|2\d)\b[^.;?]{0,30}\b(?:driv\w+|rent|hire|car)\b|"
            r"\b(?:driv\w+|rent|hire)\b[^.;?]{0,30}\b(?:at|aged|with|being) (?:1[6-9]|2\d)\b"
        ),
        _tell_age,
        is_shared=True,
        needs_kind=True,
    ),
    Fact(
        "car",
        re.compile(r"\b(?:insurance|insured|covered|excess)\b"),
        _say(f"Insurance is {CAR_CONDITIONS['insurance']} in the price of a car."),
        is_shared=True,
    ),
    Fact(
        "car",
        re.compile(
            r"\b(?:bring|drop|return|hand|give|pick|collect|get)(?:ing)?\b[^.;?]{0,25} (?:late|early|"
            r"(?:in the|this|that) (?:evening|morning|afternoon|night)|(?:at|after|before|around|by) "
            r"(?:night|noon|midnight|\d{1,2}(?::\d\d| ?[ap]m)))\b|"
            r"\b(?:what time|which time|how (?:late|early)|until when|till when|(?:what|which) hours?)\b[^.;?]{0,30}"
            r"\b(?:pick(?:ing)?(?: \w{1,5}){0,2}[ -]?up|collect|fetch|drop(?:ping)?(?: \w{1,5}){0,2}[ -]?off|return|"
            r"bring (?:it|the car) back|get (?:it|the car))\b|"
            r"\b(?:desk|counter|office|rental (?:place|company)|car rental)\b[^.;?]{0,25}"
            r"\b(?:open|opens|opening|hours|clos(?:e|es|ed|ing))\b|\b(?:opening|desk) hours\b"
        ),
        _tell_hours,
        is_shared=True,
    ),
    Fact(
        "car",
        re.compile(
            r"\b(?:second|2nd|another|additional|extra|two|other) drivers?\b|\bas (?:an? |the )?(?:\w{3,10} )?driver\b|"
            r"\b(?:is|are|will be|be) driving(?: it)? (?:too|as well)\b|\b(?:drives?|also drives?)(?: it| the car)?"
            r"(?: too| as well| also)\b|\balso (?:wants? to )?drives?\b|\b(?:both|share the) (?:of us )?driv(?:e|ing)\b"
        ),
        _say(SECOND_DRIVER),
    ),
    Fact("car", ASKS_MONEY_BACK, _tell_refund("car"), is_shared=True),
)


def names_fact(text: str) -> bool:
    """Return whether a text in lower case names something that is known of flights or cars, and of nothing else."""
    return any(fact.words.search(text) for fact in FACTS if not fact.is_shared)
