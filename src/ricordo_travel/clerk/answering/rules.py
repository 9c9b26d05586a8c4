"""What holds for all flights and for all cars, for questions that are asked before any was shown."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ricordo_travel.cars import conditions as car_conditions
from ricordo_travel.cars.fleet import DRIVER_AGE
from ricordo_travel.clerk.answering.flight_answers import CHILDREN
from ricordo_travel.dialogue.facts.refunds import describe_rule
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.flights import conditions
from ricordo_travel.flights.conditions import BAGGAGE, CHECK_IN_HOURS
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count

_KINDS: dict[str, Kind] = {"flight": "flight", "flights": "flight", "return": "flight", "car": "car", "cars": "car"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of all flights or all cars.

    Attributes:
        kind: What it is a rule of.
        words: The words that ask for it.
        said: What it says.
        is_clear: Whether the words mean this kind also where none is named.
    """

    kind: Kind
    words: str
    said: str
    is_clear: bool = False


def _describe_bags() -> str:
    bags = BAGGAGE["economy"]
    checked = f"{count(bags.checked_bags, 'checked bag')} of {bags.checked_bag_kg} kg"
    return f"In economy, each passenger has {count(bags.cabin_bags, 'cabin bag')} and {checked} included."


_PRAMS = conditions.CONDITIONS["prams"]
_CHILD_SEATS = car_conditions.CONDITIONS["child_seats"]
_RULES: Sequence[Rule] = (
    Rule(
        "flight",
        r"\b(?:prams?|push ?chairs?|strollers?|buggy|buggies)\b",
        f"A pram or a pushchair flies {_PRAMS}.",
        True,
    ),
    Rule("car", r"\b(?:child|baby|car|booster)\b.*\bseats?\b", f"Child seats are {_CHILD_SEATS}."),
    Rule(
        "flight",
        r"\b(?:lap|infants?|bab(?:y|ies)|toddlers?|child(?:ren)?)\b.*\b(?:seats?|tickets?|need|lap)\b|\blap\b|\binfants?\b",
        CHILDREN,
        True,
    ),
    Rule("flight", r"\b(?:luggage|baggage|bags?|suitcases?|carry[ -]?ons?|kg|kilos?)\b", _describe_bags(), True),
    Rule(
        "flight",
        r"\b(?:meals?|food|eat|snacks?)\b",
        "There is a meal with a vegetarian choice on flights over three hours, and none on shorter ones.",
    ),
    Rule(
        "flight",
        r"\bcheck[ -]?in\b|\bseats?\b",
        f"Check-in opens online {count(CHECK_IN_HOURS, 'hour')} before a flight, and you choose your seats there.",
    ),
    Rule(
        "flight",
        r"\bairport\b",
        f"Be at the airport {count(conditions.AIRPORT_HOURS, 'hour')} before a flight leaves.",
    ),
    Rule(
        "hotel",
        r"\bcancel\w*|\brefund\w*|\bmoney back\b",
        f"{describe_rule('flight')} {describe_rule('car')} Each hotel has a day of its own for that.",
        True,
    ),
    Rule("flight", r"\bcancel\w*|\brefund\w*|\bmoney back\b", describe_rule("flight")),
    Rule("car", r"\bcancel\w*|\brefund\w*|\bmoney back\b", describe_rule("car")),
    Rule("car", r"\b(?:age|old|young)\b", f"The driver of a car must be {DRIVER_AGE} or older."),
    Rule("car", r"\binsur\w+", "Insurance is in the price of a car."),
    Rule("car", r"\b(?:km|kilomet\w+|mileage|miles)\b", "The kilometres of a car are unlimited."),
)


def tell_rule(fact: str, refs: Sequence[str]) -> str:
    """Return what holds for all flights or cars on a fact in lower case; nothing if that is not known.

    Args:
        fact: What is asked.
        refs: The references of the question, which may name a kind.
    """
    kinds: list[Kind] = [_KINDS[ref.lower()] for ref in refs if ref.lower() in _KINDS]
    parts = [part for part in re.split(r" and | & |, ", fact) if part.strip()]
    said = [_find(part, kinds) for part in parts]
    return " ".join(dict.fromkeys(filter(None, said)))


def _find(fact: str, kinds: Collection[Kind]) -> str:
    fits = (rule for rule in _RULES if (rule.kind in kinds or (not kinds and rule.is_clear)))
    return next((rule.said for rule in fits if re.search(rule.words, fact)), "")


def say_none_shown(refs: Sequence[str]) -> str:
    """Return that nothing of the kinds was shown yet that references name; nothing if they name none."""
    kinds = list(dict.fromkeys(f"{_KINDS[ref.lower()]}s" for ref in refs if ref.lower() in _KINDS))
    return f"I have shown you no {join_words(kinds, 'or')} yet. Shall I look for some?" if kinds else ""
