"""Questions about the wait between two flights of one journey, of which only the whole duration is known."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.replies.offers import Offer, format_minutes
from ricordo_travel.places import all_places

_REST = r"[^.,?!;]{0,40}"
_WAIT = re.compile(
    rf"\bhow (?:long|much time|many hours)\b{_REST}\b(?:wait(?:ing)?\b(?! (?:to|before|until|with|for))|layovers?|"
    r"stop ?overs?|connections?|transfer|between (?:(?:the|my|our|two|both|these) ){0,2}(?:flights|planes)|"
    rf"change (?:place|planes?|in|at|over)|stuck)\b{_REST}|"
    rf"\b(?:enough|much) time (?:to (?:change|catch|make)|for the (?:change|connection|transfer))\b{_REST}|"
    r"\b(?:is|what's|what is|whats|how's) the (?:[a-z]{3,9} )?"
    rf"(?:layover|stop ?over|wait|waiting time|transfer time|connection|connecting flight)\b{_REST}|"
    rf"\bwhere do (?:i|we) change\b[^.?!;]{{0,20}}\bhow long\b{_REST}"
)


def without_wait(text: str) -> str:
    """Return a text in lower case without that question: the place where one waits is none to go to."""
    return _WAIT.sub(" ", text)


def describe_waits(offers: Sequence[Offer]) -> list[str]:
    """Return what is known of the waits in flights: where they change, and how long all of it takes."""
    flights = [offer for offer in offers if offer.kind == "flight"]
    unknown = "I do not know how long the wait itself is; the airline can tell you."
    return [*map(_describe, flights), *([unknown] if any(offer.flight.via for offer in flights) else [])]


def _describe(offer: Offer) -> str:
    airport = offer.flight.via
    if airport is None:
        return f"{offer.title} is nonstop, so there is no wait."
    where = next((f"{place.name} ({airport})" for place in all_places() if place.airport == airport), airport)
    return f"{offer.title} changes in {where} and takes {format_minutes(offer.flight.minutes)} with the wait."
