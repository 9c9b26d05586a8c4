"""What a price is for each: for each person a night, or for each of several families."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.offers import Offer, count_people
from ricordo_travel.dialogue.open_offers import OpenOffers, first_day, last_day
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise

EACH = re.compile(
    r"\b(?:per (?:person|head|student|traveller|guest|adult)|pp|(?<!of )each|apiece|a (?:person|head)|"
    r"for (?:one|every) (?:person|of us)|"
    r"(?:split|divided|shared)(?: it)? (?:\w+ ways|by \w+|between us|between the \w+ of us))\b"
)
_BY = re.compile(
    rf"\b(?:divided?|split|share[ds]?|dividing|splitting)(?: (?:it|that|this|the \w+|all of it|everything))?(?: up)? "
    rf"(?:by|between|among|amongst|into|in|with)(?: the| us| all){{0,2}} (?P<by>{NUMBER})\b|"
    rf"\b(?:split|share)(?: (?:it|that|this|everything))? (?P<ways>{NUMBER}) ways\b|"
    rf"\beach of (?:us|the|you) (?P<us>{NUMBER})\b|\b(?P<each>{NUMBER}) of us (?:each )?(?:pay|owe)\b|"
    rf"\bper (?:person|head) (?:for|with|if we are) (?P<per>{NUMBER})\b"
)
"""By how many a sum is to be divided."""
_DIVIDES = re.compile(
    r"\W*(?:(?:ok|and|so|now|please|can|could|you|then|just|how|much|what|is|would|be|it|that|this|if|we|i|to)\b\W*){0,8}"
    r"(?:divid|split|shar)"
)
_SUM = re.compile(
    r"\bIn all: \$(?P<all>[\d,]+)|\bmake \$(?P<make>[\d,]+)|(?:\b[Ww]ith [a-z ]{8,60}|trip): \$(?P<with>[\d,]+) \(|"
    r"\bare \$(?P<are>[\d,]+) in all|\$(?P<one>[\d,]+) in all"
)
"""The sum that a reply says, or the price of the only thing in it."""
_NIGHTLY = re.compile(r"\b(?:a|per|each|every) night\b|\bnightly\b|/ ?night\b")
_MOST = 20
_CENT = 0.005
_GROUP = re.compile(r"\b(?:each|per|every) (?P<group>family|couple|household)\b")
_GROUPS = re.compile(rf"\b(?P<count>{NUMBER}) (?:families|couples|households)\b")
_PLURALS = {"family": "families", "couple": "couples", "household": "households"}
_CLAIM = re.compile(
    r"\b(?:makes?|is|it's|that's|be|comes to|so) (?:about |around |roughly )?\$?(?P<amount>\d[\d,]{0,8})"
    r"(?: dollars)? (?=each|per|a (?:person|head|night)|pp)"
)


def find_sharers(text: str) -> int | None:
    """Return by how many a text in lower case would have a sum divided: "each of us 3", "divide that by 3"."""
    match = _BY.search(text)
    number = parse_count(next(filter(None, match.groups()))) if match else 0
    return number if 1 < number <= _MOST else None


def divide(state: DialogueState) -> str:
    """Return what the sum in the last reply is for each of so many, if a message asks to divide it; else nothing."""
    number = find_sharers(state.text)
    if number is None or not _DIVIDES.match(state.text):
        return ""
    found = list(_SUM.finditer(state.last_reply))
    said = [match for match in found if not match["one"]] or (found if len(found) == 1 else [])
    if not said:
        return ""
    total = int(next(filter(None, said[-1].groups())).replace(",", ""))
    return f"{format_dollars(total)} divided by {number} is {format_share(total / number)} each."


def format_share(share: float) -> str:
    """Return an amount that was divided, with its cents if it has any."""
    return format_dollars(share) if abs(share - round(share)) < _CENT else f"${share:,.2f}"


def asks_for_share(state: DialogueState) -> bool:
    """Return whether a message asks what offers are for each person a night, or for each family."""
    is_asked = _GROUP.search(state.text) or (EACH.search(state.text) and _NIGHTLY.search(state.text))
    return bool(is_asked) and bool(_find_shared(state))


def answer_share(state: DialogueState) -> Plan:
    """Say what offers are for each, and whether that is what the message takes it for."""
    offers = _find_shared(state)
    group = _GROUP.search(state.text)
    number = _count_groups(state) if group else count_people(offers[0])
    total, names = sum(offer.total for offer in offers), join_words([offer.title for offer in offers])
    if group and number is None:
        return say(f"{names}: {format_dollars(total)} in all. How many {_PLURALS[group['group']]} are you?")
    nights = _count_nights(offers) if _NIGHTLY.search(state.text) else 1
    share = total / (number or 1) / nights
    each = f"each of the {number} {_PLURALS[group['group']]}" if group else f"each of the {number} of you"
    for_whom = f"for {each}" if number != 1 else "for you alone"
    price = f"{format_dollars(share)}{' a night' if nights > 1 else ''} {for_whom}"
    return say(f"{_judge(state.text, share)}{names}: {format_dollars(total)} in all, {price}.")


def _judge(text: str, share: float) -> str:
    """Return whether a share is what a text takes it for: "makes 20 each a night, right?"."""
    if (match := _CLAIM.search(text)) is None:
        return ""
    return "Yes. " if abs(share - int(match["amount"].replace(",", ""))) < 1 else "No. "


def _count_groups(state: DialogueState) -> int | None:
    """Return how many families or couples the message, or one before it, says that they are."""
    said = [state.message, *(text for role, text in reversed(state.history) if role == "user")]
    found = (_GROUPS.search(normalise(text)) for text in said)
    return next((parse_count(match["count"]) for match in found if match), None)


def _count_nights(offers: Sequence[Offer]) -> int:
    return max(1, (last_day(offers[0]) - first_day(offers[0])).days)


def _find_shared(state: DialogueState) -> Sequence[Offer]:
    """Return the offers that a share is asked of: those named, the hotel that was spoken of last, or what waits."""
    named = [*state.picked, *find_references(state)]
    hotels = OpenOffers(state).list_kind("hotel")
    if _NIGHTLY.search(state.text):
        named = [offer for offer in named if offer.kind == "hotel"]
    spoken = [offer for offer in hotels if f"{offer.title}:" in state.last_reply]
    waiting = [offer for offer in OpenOffers(state).pending if offer.kind == "hotel"]
    return named or spoken[:1] or waiting or (hotels if len(hotels) == 1 else ())
