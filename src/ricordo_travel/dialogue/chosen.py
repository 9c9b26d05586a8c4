"""The offers that a message chooses, asks about or sets aside, as the reader of things finds them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ricordo_travel.dialogue.booked import names_direction
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_times
from ricordo_travel.dialogue.differences import FLIGHT_NUMBER
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.open_offers import OpenOffers
from ricordo_travel.dialogue.thing_reader import read_deeds
from ricordo_travel.dialogue.things import Candidate
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.reservations import Kind

_KINDS: tuple[Kind, ...] = ("flight", "hotel", "car")
_LIKELY = 0.5
_OTHER = re.compile(r"\bother (?:one|flight|hotel|car|place)s?\b")
_MAX_OFFERS = 16


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a message does to the offers that are open.

    Attributes:
        chosen: The offers that it takes, at most one of each list.
        asked: Those that it asks about.
        refused: Those that it sets aside.
        scores: How likely it is that each is taken, by its text.
    """

    chosen: tuple[Offer, ...] = ()
    asked: tuple[Offer, ...] = ()
    refused: tuple[Offer, ...] = ()
    scores: tuple[tuple[str, float], ...] = ()

    def score(self, offer: Offer) -> float | None:
        """Return how likely it is that an offer is taken; None for one that was not looked at."""
        return dict(self.scores).get(offer.text)


def find_spoken(opened: OpenOffers) -> Spoken:
    """Return what the latest message does to the offers that are open and not booked."""
    groups = [group for group in opened.list_groups(_KINDS) if not opened.has_taken(group) and _is_open(opened, group)]
    offers = [offer for group in groups for offer in group][:_MAX_OFFERS]
    if not offers:
        return Spoken()
    latest = set(opened.state.offers and [offer.text for offer in opened.state.offers])
    things = [
        Candidate("offer", offer=offer if offer.text in latest else replace(offer, number=None)) for offer in offers
    ]
    deeds = read_deeds(opened.state.message, things)
    by_deed = {
        deed: [offer for offer, scores in zip(offers, deeds, strict=True) if scores[deed] >= _LIKELY]
        for deed in ("choose", "ask", "set aside")
    }
    scores = tuple((offer.text, each["choose"]) for offer, each in zip(offers, deeds, strict=True))
    is_other = bool(_OTHER.search(opened.state.text))
    chosen = [
        offer for group in groups for offer in _take_one(group, by_deed["choose"], by_deed["set aside"], is_other)
    ]
    return Spoken(tuple(chosen), tuple(by_deed["ask"]), tuple(by_deed["set aside"]), scores)


def _is_open(opened: OpenOffers, group: Sequence[Offer]) -> bool:
    """Return whether a message may choose from a list: it is of the latest reply with offers, or its kind is named."""
    is_latest = any(offer in group for offer in opened.shown[0])
    return is_latest or is_kind_named(opened.state.text, group[0].kind)


def is_kind_named(text: str, kind: Kind) -> bool:
    """Return whether a text in lower case names a kind: a flight also by its way or hour, a hotel by its name."""
    if kind == "flight" and (names_direction(text) or find_times(text) or FLIGHT_NUMBER.search(text)):
        return True
    return kind in find_kinds(text) or (kind == "hotel" and bool(HOTEL_NAMES.search(text)))


def _take_one(group: Sequence[Offer], chosen: Sequence[Offer], refused: Sequence[Offer], is_other: bool) -> list[Offer]:  # noqa: FBT001
    """Return what is chosen of a list, if that is one of it: of two, "the other one" if one is set aside."""
    own = [offer for offer in group if offer in chosen]
    left = [offer for offer in group if offer not in refused]
    if is_other and len(group) == 2 and len(left) == 1:
        return left
    return own if len(own) == 1 else []
