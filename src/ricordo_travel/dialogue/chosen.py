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
class Choice:
    """What a message does to the offers that are open.

    Attributes:
        chosen: The offers that it takes, at most one of each list.
        refused: Those that it sets aside.
        scores: How likely it is that each is taken, by its text.
    """

    chosen: tuple[Offer, ...] = ()
    refused: tuple[Offer, ...] = ()
    scores: tuple[tuple[str, float], ...] = ()

    def score(self, offer: Offer) -> float | None:
        """Return how likely it is that an offer is taken; None for one that was not looked at."""
        return dict(self.scores).get(offer.text)


def read_choice(opened: OpenOffers) -> Choice:
    """Return what the latest message does to the offers that are open and not booked."""
    groups = [group for group in opened.list_groups(_KINDS) if not opened.has_taken(group) and _is_open(opened, group)]
    offers = [offer for group in groups for offer in group][:_MAX_OFFERS]
    if not offers:
        return Choice()
    latest = {offer.text for offer in opened.state.offers}  # a number means one of the latest list
    shown = [offer if offer.text in latest else replace(offer, number=None) for offer in offers]
    deeds = read_deeds(opened.state.message, [Candidate("offer", offer=offer) for offer in shown])
    scored = list(zip(offers, deeds, strict=True))
    taken = [offer for offer, scores in scored if scores["choose"] >= _LIKELY]
    refused = [offer for offer, scores in scored if scores["set aside"] >= _LIKELY]
    chosen = [offer for group in groups for offer in _take_one(opened.state.text, group, taken, refused)]
    return Choice(tuple(chosen), tuple(refused), tuple((offer.text, each["choose"]) for offer, each in scored))


def _is_open(opened: OpenOffers, group: Sequence[Offer]) -> bool:
    """Return whether a message may choose from a list: it is of the latest reply with offers, or its kind is named."""
    is_latest = any(offer in group for offer in opened.shown[0])
    return is_latest or is_kind_named(opened.state.text, group[0].kind)


def is_kind_named(text: str, kind: Kind) -> bool:
    """Return whether a text in lower case names a kind: a flight also by its way or hour, a hotel by its name."""
    if kind == "flight" and (names_direction(text) or find_times(text) or FLIGHT_NUMBER.search(text)):
        return True
    return kind in find_kinds(text) or (kind == "hotel" and bool(HOTEL_NAMES.search(text)))


def _take_one(text: str, group: Sequence[Offer], taken: Sequence[Offer], refused: Sequence[Offer]) -> list[Offer]:
    """Return what is chosen of a list, if that is one of it: of two, "the other one" if one is set aside."""
    left = [offer for offer in group if offer not in refused]
    if len(group) == 2 and len(left) == 1 and _OTHER.search(text):
        return left
    own = [offer for offer in group if offer in taken]
    return own if len(own) == 1 else []
