"""Questions about one hotel by its full name: what it has, until when it can be cancelled, whether it suits somebody.

They are answered by themselves, wherever the hotel was shown, and are no wish to look for it or to book it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.dialogue import details
from ricordo_travel.dialogue.hotel_questions import describe_known, find_named
from ricordo_travel.dialogue.offers import Offer, find_offers
from ricordo_travel.dialogue.refunds import ASKS_MONEY_BACK, describe_money_back
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.hotels.catalog import Hotel

_ASKS = re.compile(
    r"^\W*(?:(?:and|but|ok|so|oh|hm+|also|thanks|well|then|no|not now|wait)\b\W*){0,3}"
    r"(?:does|do|is|are|has|what|what's|how|can|could|will|would|until)\b(?! you\b)"
)
_DOES_MORE = re.compile(
    r"\b(?:book|take|change|switch|swap|move|show|find|search|look|how much|price|total|cheaper|cheapest|nights?|"
    r"another|others?|in all|altogether|each|per person|budget|or|than|free (?:for|on|from|in)|available|rooms?)\b"
)
"""Words of a question that asks for a price, for offers or about several things."""
_SUITS = re.compile(
    r"\b(?:good|ok|okay|fine|suitable|safe|nice|great|right|friendly) (?:for|with|to) [a-z' ]{2,25}|"
    r"\b(?:kid|child|family)[ -]?friendly\b"
)
_IT = re.compile(r"\b(?:it|that|this)\b")
_ABOUT_IT = re.compile(r"^\W*(?:and |but |also )?(?:is|does|has|will|can|are) (?:it|they|there)\b")


def part_named(state: DialogueState) -> tuple[str, DialogueState]:
    """Return the answers to the questions of a message about hotels by their names, and the state for what is left."""
    answers: list[str] = []
    left: list[str] = []
    last: Hotel | None = None
    for sentence in split_sentences(state.message):
        own = replace(state, message=sentence)
        hotel = _find_one(own) or (last if _ABOUT_IT.match(own.text) else None) or _find_cancelled(own)
        told = _answer(state, own.text, hotel) if hotel else ""
        last = hotel if told else None
        answers += [told] if told else []
        left += [] if told else [sentence]
    if not answers:
        return "", state
    parts = tuple(part for part in state.rest if part.text in " ".join(left))
    return " ".join(answers), replace(state, message=" ".join(left), rest=parts)


def _find_one(asked: DialogueState) -> Hotel | None:
    """Return the one hotel that a question has the full name of, or that was shown before the latest list."""
    if not _ASKS.match(asked.text):
        return None
    latest = [offer.hotel for offer in asked.list_offers("hotel")]
    named = [hotel for hotel in find_named(asked) if _name_of(hotel) in asked.text or hotel not in latest]
    return named[0] if len(named) == 1 else None


def _find_cancelled(asked: DialogueState) -> Hotel | None:
    """Return the hotel that waits for a yes, if a question asks what cancelling it costs."""
    question = asked.question if _ASKS.match(asked.text) and ASKS_MONEY_BACK.search(asked.text) else None
    offer = question.offer if question and question.verb == "book" and _IT.search(asked.text) else None
    return offer.hotel if offer and offer.kind == "hotel" else None


def _name_of(hotel: Hotel) -> str:
    return normalise(hotel.name.removesuffix(f" {hotel.place.name}"))


def _answer(state: DialogueState, question: str, hotel: Hotel) -> str:
    """Return what a question in lower case asks of a hotel; empty if it asks for something else."""
    shown = _find_shown(state, hotel)
    if shown and ASKS_MONEY_BACK.search(question):
        return describe_money_back(shown, state.today)
    if _DOES_MORE.search(question.replace(_name_of(hotel), " ")):
        return ""
    if details.names_feature(question):
        return describe_known(question, [hotel])
    suits = _SUITS.search(question)
    return f"I do not know whether {hotel.name} is {suits[0].strip()}; please ask the hotel." if suits else ""


def _find_shown(state: DialogueState, hotel: Hotel) -> Offer | None:
    """Return the offer of a hotel that was shown or booked last."""
    offers = (offer for reply in state.replies for offer in find_offers(reply))
    return next((offer for offer in offers if offer.kind == "hotel" and offer.hotel == hotel), None)
