"""The wish to know what a whole trip costs: the flights there and back and the hotel, and all that is added to it."""

from __future__ import annotations

import re
from typing import Any

from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.dates import parse_nights
from ricordo_travel.dialogue.values.money import parse_money
from ricordo_travel.dialogue.values.wishes import find_kinds, find_unwanted_kinds

_WHOLE = re.compile(
    r"\b(?:whole (?:thing|trip|package|lot)|(?<!in )all[- ]in(?! (?:all|one|the)\b)|everything together)\b"
)
_PRICE_OF_TRIP = re.compile(
    r"\b(?:how much|what) (?:would|will|is|does|do|for)\b[^.?!;]{0,15}"
    r"\b(?:(?:an?|one|two|three|the|that|this|\d) (?:weeks?|weekend|fortnight|holiday|trip)|\d{1,2} days)\b|"
    r"\b(?:price|cost)s? (?:of|for) (?:an?|one|two|the) (?:weeks?|weekend|fortnight|holiday|trip)\b"
)
"""The question what it costs to be somewhere for some time."""
_TOTAL = re.compile(r"\b(?:the|a|in|whole) total\b|\btotal (?:price|cost)\b|\b(?:altogether|all together)\b")
_TOGETHER = re.compile(r"\b(?:altogether|all together|in total|in all|for everything|together)\b")
TOLD = re.compile(r"\bmake \$|\b[Ww]ith [a-z ]{8,60}: \$|\bis \$[\d,]+ in all\.|\bIn all: \$|\bYour bookings:\n")
"""A sum in a reply."""
ADDS = re.compile(
    r"^\W*(?:(?:and|so|but|what|how|about|if) ){0,3}with (?:the|that|number|hotel|flight)\b|"
    r"\b(?:forgot|left out|missed|missing|didn't (?:count|include|add))(?: about)? (?:the|my|our) \w|"
    r"\bi mean(?:t)?\b[^.?!;]{0,30}? (?:with|plus|including|incl|whole trip|everything|together)\b|"
    r"\b(?:plus|including|incl) (?:the |my |our )?(?:flights?|hotel|room|car)\b|"
    r"\b(?:flights?|hotel|room|car) (?:included|counted)\b"
)
"""Words that say what else the sum that was just told is to have."""
_PRICED = re.compile(r" nights? for [^.\n]{1,30} with flights from ")
"""What a suggested trip costs, flights counted."""
_STAY = re.compile(r"\b(?:hotels?|rooms?|accommodation)\b")


def read_whole(text: str, trip: Trip, last_reply: str, changes: dict[str, Any]) -> None:
    """Read a wish for the price of a whole trip as one for the flights there and back, and for a hotel."""
    named = set(find_kinds(text))
    wanted = named | set(trip.wanted)
    money = parse_money(text)
    is_amount = money is not None and money.basis not in {"night", "day"}
    is_limit_of_all = is_amount and bool(_TOGETHER.search(text)) and "flight" in wanted
    is_flown = bool("flight" in wanted or changes.get("origin") or trip.origin)
    is_stay = bool(changes.get("origin")) and parse_nights(text) is not None and bool(_TOTAL.search(text))
    is_trip = _WHOLE.search(text) or (_PRICE_OF_TRIP.search(text) and is_flown) or is_stay
    adds = _TOTAL.search(text) or (TOLD.search(last_reply) and ADDS.search(text))
    is_sum = adds and {"flight", "hotel"} <= wanted and named - set(trip.wanted)
    is_whole = (is_trip and (not named or "flight" in named)) or is_sum or (is_limit_of_all and "hotel" in wanted)
    is_whole = is_whole or bool(_PRICED.search(last_reply) and "?" in text and not _STAY.search(text) and is_amount)
    is_whole = is_whole and "flight" not in find_unwanted_kinds(text)
    is_of_booked = questions.CONFIRM in last_reply or "Booked. " in last_reply
    if is_whole and not is_of_booked and "car" not in named and (changes.get("destination") or trip.destination):
        changes |= {"kinds": ("flight", "hotel"), "is_round": True, "is_return": False, "is_whole": True}
    elif trip.is_whole and named:
        changes["is_whole"] = False
