"""What is known of every flight and car beside price and time: the words for it, luggage, and drivers."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.replies.offers import Offer
from ricordo_travel.flights.conditions import BAGGAGE
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.wording import count

_CHILD = r"(?:baby|infant|toddler|child(?:ren)?|kids?|son|daughter|\w+ year old|under \w+s)"

SECOND_DRIVER = "A second driver is free: they show their licence at the desk when you pick up the car."

_FACTS = (
    re.compile(r"\b(?:prams?|push ?chairs?|strollers?|buggy)\b"),
    re.compile(
        r"\b(?:be|get|arrive|show up|go)(?: there)? (?:at|to) the airport (?:before|early|for)\b|"
        r"\b(?:when|how (?:early|long|much)|what time|how many hours)\b[^.;?]{0,50}"
        r"\b(?:be|arrive|show up|get) (?:at|to) the airport\b(?! (?:to|from|into) )"
    ),
    re.compile(
        r"\bonline check[ -]?in\b|"
        r"\bcheck(?:ing)?[ -]?in\b[^.;?]{0,25}\b(?:flights?|plane|online|airline|airport)\b|"
        r"\b(?:flights?|plane|online|airline)\b[^.;?]{0,25}\bcheck(?:ing)?[ -]?in\b|\bboarding pass"
    ),
    re.compile(
        rf"\b(?:does|do|will|would|must|should|can|is|are)\b[^.;?]{{0,20}}\b{_CHILD}\b[^.;?]{{0,25}}"
        r"\b(?:(?:need|require|have|get|pay)\b[^.;?]{0,15}\b(?:tickets?|seats?)|on (?:my|our|a|the|his|her) lap)\b|"
        rf"\b(?:tickets?|seats?) for (?:the|our|my|an?) {_CHILD}\b[^.;?]{{0,20}}\?|"
        r"\b(?:on (?:my|our|a|the) lap|lap infants?)\b"
    ),
    re.compile(r"\b(?:automatics?|manual|stick ?shift|gear ?box|gears|transmission)\b"),
    re.compile(r"\b(?:child|baby|car|booster|toddler|infant|kids?'?|children'?s) seats?\b|\bboosters?\b"),
    re.compile(
        r"\bmileage\b|\b(?:km|kms|kilomet\w+|miles)\b[^.;?]{0,15}\b(?:unlimited|limited|included|free)\b|"
        r"\b(?:unlimited|limit\w*|many|extra|free|included?)\b[^.;?]{0,20}\b(?:km|kms|kilomet\w+|miles)\b"
    ),
    re.compile(
        r"\b(?:diesel|hybrid|electric(?! (?:windows|kettle|scooter|bike)))\b|"
        r"\b(?:run|runs|running) on\b|\b(?:which|what|kind of|sort of|type of) (?:fuel|petrol|gas)\b|"
        r"\b(?:petrol|gas(?:oline)?) (?:or|car|engine)\b|\b(?:fuel|engine) type\b"
    ),
    re.compile(
        r"\b(?:tank|refuel|fuel (?:policy|rule)|refill|fill (?:it|the car|up))\b|"
        r"(?<!which )(?<!what )(?<!kind of )(?<!sort of )(?<!type of )\b(?:fuel|petrol|gas(?:oline)?)\b"
        r"(?! (?:or|car|engine|type)\b)(?<!on petrol)(?<!on gas)(?<!or petrol)(?<!or gas)"
    ),
    re.compile(
        r"\b(?:second|2nd|another|additional|extra|two|other) drivers?\b|\bas (?:an? |the )?(?:\w{3,10} )?driver\b|"
        r"\b(?:is|are|will be|be) driving(?: it)? (?:too|as well)\b|\b(?:drives?|also drives?)(?: it| the car)?"
        r"(?: too| as well| also)\b|\balso (?:wants? to )?drives?\b|\b(?:both|share the) (?:of us )?driv(?:e|ing)\b"
    ),
)
"""The words for facts of flights or cars that are known of nothing else."""


def describe_luggage(offer: Offer) -> str:
    """Return which luggage a seat on a flight includes."""
    cabin: Cabin = offer.call.arguments["cabin"]
    return f"In {cabin}, each passenger has {_describe_luggage(cabin)} included."


def _describe_luggage(cabin: Cabin) -> str:
    bags = BAGGAGE[cabin]
    each = " each" if bags.checked_bags > 1 else ""
    checked = f"{count(bags.checked_bags, 'checked bag')} of {bags.checked_bag_kg} kg{each}"
    return f"{count(bags.cabin_bags, 'cabin bag')} and {checked}"


def names_fact(text: str) -> bool:
    """Return whether a text in lower case names something that is known of flights or cars, and of nothing else."""
    return any(words.search(text) for words in _FACTS)
