"""Wishes for a lower price of what was shown: prices are as they are, and which is the lowest can be told."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.numbers import find_haggled
from ricordo_travel.dialogue.offers import Offer, find_offers
from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.state import DialogueState

_OFFERS = re.compile(
    r"\b(?:can|could|would|will) (?:you|i|we) (?:also )?(?:do|make|give|offer|sell|get|have|let (?:me|us) have)"
    r"(?: (?:it|me|us|that|this|the \w{1,10}(?: one)?)){0,2}(?: (?:for|at|to))? \$?(?P<amount>\d{2,4})\b"
    r"(?! ?(?:nights?|days?|people|persons?|rooms?|adults?|guests?|kg|kilos?|th|st|nd|rd|minutes|hours?)\b|[:%])"
)
_LOWERS = re.compile(
    r"\b(?:lower|reduce|drop|beat|match|negotiate) (?:on )?(?:the|that|this|your|their) (?:\w{1,8} )?prices?\b|"
    r"\b(?:negotiate|haggle|price match)\b|"
    r"\b(?:other|another|different) (?:web ?)?(?:sites?|pages?|portals?|apps?|agenc(?:y|ies))\b[^.;?!]{0,30}"
    r"\b(?:cheaper|less|lower)\b"
)
"""Words of somebody who would have a price lowered."""
_RECENT = 3
_CHOOSES = frozenset({"pick", "yes", "cancel"})


def haggles(state: DialogueState) -> bool:
    """Return whether a message only wishes that something which was shown cost less than it does."""
    shown = _list_shown(state)
    if not shown or any(part.act in _CHOOSES for part in state.parts):
        return False
    if find_haggled(state.text, "\n".join(state.replies[:_RECENT])) or _LOWERS.search(state.text):
        return True
    match, least = _OFFERS.search(state.text), min(each.unit_price for each in shown)
    return match is not None and least // 2 <= int(match["amount"]) < least


def answer_haggling(state: DialogueState) -> Plan:
    """Say that prices cannot be changed, and which of those shown is the lowest."""
    cheap = min(_list_shown(state), key=lambda each: each.unit_price)
    lowest = f"the lowest that I have shown is {cheap.title} at {format_dollars(cheap.unit_price)} a {cheap.unit}"
    return say(f"I cannot change the prices; {lowest}. Name other days, and I look whether they cost less.")


def _list_shown(state: DialogueState) -> list[Offer]:
    """Return the offers that a message is about: those of the last reply or of the latest list, of the first kind."""
    shown = find_offers(state.last_reply) or state.offers
    return [offer for offer in shown if offer.kind == shown[0].kind]
