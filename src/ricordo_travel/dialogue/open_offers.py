"""What is open in a conversation: the lists of each kind and each way, what waits for a yes, and what was booked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property

from ricordo_travel.dialogue.answers import turns_down
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, find_offers, parse_offer
from ricordo_travel.dialogue.phrases import Leg
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind

_MAX_LISTS = 8
_RECENT = 4
_SUM = re.compile(
    r"\bmake \$[\d,]+ (?:in all|without the way back)\b|\b[Ww]ith the cheapest of each: \$|"
    r"\b[Ww]ith what you chose and the cheapest of the rest: \$"
)
_WHICH = re.compile(r"^Which [a-z ]{1,20} do you mean: ([^?\n]*)\?", re.MULTILINE)
_LEGS: tuple[Leg, ...] = ("there", "back")


@dataclass(frozen=True)
class OpenOffers:
    """The offers of a conversation as a message finds them."""

    state: DialogueState
    places: tuple[tuple[str, Place], ...] = ()
    """The places to which the offers belong if only those are meant, each with the word before it: "from", "to"."""

    @cached_property
    def shown(self) -> list[list[Offer]]:
        """The offers of the latest replies that have some, the latest reply first."""
        found = (find_offers(reply) for reply in self.state.replies[:_MAX_LISTS])
        meant = ([offer for offer in offers if self._is_there(offer)] for offers in found)
        return [offers for offers in meant if offers]

    def narrow_to(self, text: str) -> OpenOffers:
        """Return what is open at the places that a text names, or all of this if nothing was shown for them."""
        named = [(text[: each.start].split()[-2:], each.place) for each in find_mentions(text)]
        places = tuple((" ".join(words[-1:]), place) for words, place in named if place and "not" not in words)
        there = replace(self, places=places or tuple(("", place) for _, place in self.places))
        return there if there.places and there.shown else self

    def _is_there(self, offer: Offer) -> bool:
        own = places_of(offer)
        if offer.kind != "flight":
            return not self.places or any(place in own for _, place in self.places)
        ends = {"from": own[:1], "to": own[-1:]}
        return all(place in ends.get(word, own) for word, place in self.places)

    @cached_property
    def bookings(self) -> list[Offer]:
        """The bookings that the replies speak of, as the offers that they were."""
        lines: dict[str, str] = {}
        for reply in self.state.replies:
            for line in reply.splitlines():
                if (match := BOOKING_ID.search(line)) and not line.startswith("Change "):
                    lines.setdefault(match[1], line[match.end() :].lstrip(": "))
        texts = (text for text in lines.values() if "(cancelled)" not in text)
        return [offer for text in texts if (offer := parse_offer(text[:1].upper() + text[1:]))]

    @cached_property
    def legs(self) -> dict[Leg, list[Offer]]:
        """The newest list of the flights there, and of those back."""
        found = self._find_routes()
        newest = next(iter(found), None)
        if newest is None:
            return {}
        legs: dict[Leg, list[Offer]] = {}
        for route in (newest, (newest[1], newest[0])):
            if route in found:
                legs["back" if self._is_back(found[route][0], found) else "there"] = found[route]
        return {leg: legs[leg] for leg in _LEGS if leg in legs}

    def _find_routes(self) -> dict[tuple[str, str], list[Offer]]:
        """Return the newest list of the flights of each route, a single flight that waits only where there is none."""
        lists: dict[tuple[str, str], list[Offer]] = {}
        for is_list in (True, False):
            for offers in self.shown:
                here: dict[tuple[str, str], list[Offer]] = {}
                for offer in offers:
                    if offer.kind == "flight" and (offer.number is not None) == is_list:
                        route = (offer.flight.origin.key, offer.flight.destination.key)
                        here.setdefault(route, []).append(offer)
                for route, flights in here.items():
                    lists.setdefault(route, flights)
        order = [
            (offer.flight.origin.key, offer.flight.destination.key)
            for offers in self.shown
            for offer in offers
            if offer.kind == "flight"
        ]
        return {route: lists[route] for route in dict.fromkeys(order)}

    def _is_back(self, offer: Offer, found: dict[tuple[str, str], list[Offer]]) -> bool:
        flight, trip = offer.flight, self.state.reading.before
        turned = found.get((flight.destination.key, flight.origin.key))
        others = turned or [
            each
            for each in self.bookings
            if each.kind == "flight"
            and (each.flight.origin, each.flight.destination) == (flight.destination, flight.origin)
        ]
        if others and first_day(others[0]) != first_day(offer):
            return first_day(others[0]) < first_day(offer)
        return trip.destination is not None and flight.origin == trip.destination

    def find_leg(self, offer: Offer) -> Leg | None:
        """Return which way a flight goes."""
        if offer.kind != "flight":
            return None
        for leg, flights in self.legs.items():
            if flights[0].flight.origin == offer.flight.origin:
                return leg
        return "back" if self._is_back(offer, {}) else "there"

    def list_groups(self, kinds: Sequence[Kind], leg: Leg | None = None) -> list[list[Offer]]:
        """Return the newest lists from which one each can be taken: of each way, of the hotels, of the cars."""
        groups: list[list[Offer]] = []
        for kind in kinds:
            if kind == "flight":
                groups += [flights for way, flights in self.legs.items() if leg in {None, way}]
            elif leg is None and (listed := self.list_kind(kind)):
                groups.append(listed)
        return groups

    def list_kind(self, kind: Kind) -> list[Offer]:
        """Return the newest list of a kind; one that waits for a yes if there is no list."""
        own = [[offer for offer in offers if offer.kind == kind] for offers in self.shown]
        if kind == "hotel":  # the double and the single that are taken together are one
            own = [list({offer.title: offer for offer in reversed(offers)}.values())[::-1] for offers in own]
        listed = [[offer for offer in offers if offer.number is not None] for offers in own]
        return next((offers for offers in (*listed, *own) if offers), list[Offer]())

    def is_latest(self, group: Sequence[Offer]) -> bool:
        """Return whether a list is of the latest reply that shows something of its kind."""
        kind = group[0].kind
        latest = (offers for offers in self.shown if any(each.kind == kind for each in offers))
        return any(_is_like(offer, group[0]) for offer in next(latest, ()))

    def list_older(self, group: Sequence[Offer]) -> list[Offer]:
        """Return what was shown before beside a list: of the same kind, way or place, and days."""
        own = {offer.title for offer in group if _is_like(offer, group[0])}
        like = [offer for offers in self.shown for offer in offers if _is_like(offer, group[0])]
        return list({offer.title: offer for offer in reversed(like) if offer.title not in own}.values())

    def keep_asked(self, offers: list[Offer]) -> list[Offer]:
        """Return those of several that the last reply asks to choose from; of one class of car, what was shown last."""
        asked = " ".join(_WHICH.findall(self.state.last_reply)).casefold()
        named = [offer for offer in offers if offer.title.casefold() in asked]
        if named or {(each.kind, each.title.split()[0]) for each in offers} != {("car", offers[0].title.split()[0])}:
            return named or offers
        latest = ({each.text for each in shown} for shown in self.shown)
        found = ([each for each in offers if each.text in texts] for texts in latest)
        return next(filter(None, found), offers)

    def prefer_own_day(self, offers: Sequence[Offer]) -> Sequence[Offer]:
        """Return those of a list for several days that are on the day of the trip, or all if none is."""
        trip = self.state.reading.trip
        day = trip.last if self.find_leg(offers[0]) == "back" else trip.first
        return [offer for offer in offers if first_day(offer) == day] or offers

    def list_other_days(self, group: Sequence[Offer]) -> list[Offer]:
        """Return the flights of the same way that were shown for other days than a list: "keep the 24th"."""
        flights = [offer for offer in self.flatten() if offer.kind == "flight" and offer.number is not None]
        way = (group[0].flight.origin, group[0].flight.destination) if group[0].kind == "flight" else None
        return [offer for offer in flights if (offer.flight.origin, offer.flight.destination) == way]

    @cached_property
    def pending(self) -> list[Offer]:
        """What waits for a yes or was left open: the latest of each kind and way, neither booked nor refused."""
        found: dict[tuple[Kind, Leg | None], Offer] = {}
        booked: list[Offer] = []
        for _, offer in self._questions:
            slot = (offer.kind, self.find_leg(offer))
            if self.state.has_booked(offer):
                booked.append(offer)  # and what was asked about before it was given up for it
            is_open = offer.text not in self.refused_texts and not any(_is_like(offer, each) for each in booked)
            if slot not in found and is_open and self._is_there(offer):
                found[slot] = offer
        return list(found.values())

    @cached_property
    def _questions(self) -> list[tuple[str | None, Offer]]:
        """What the latest replies ask for a yes to, each with the message that answers; None for the latest message."""
        found: list[tuple[str | None, Offer]] = []
        message: str | None = None
        cancelled = ""
        for role, text in self.state.history[: -2 * _MAX_LISTS - 2 : -1]:
            if role == "user":
                message = normalise(text)
            else:
                found += [(message, offer) for offer in find_asked(text) if offer.title.casefold() not in cancelled]
                cancelled += "".join(line.casefold() for line in text.splitlines() if line.startswith("Cancelled."))
        return found

    @cached_property
    def refused_texts(self) -> frozenset[str]:
        """The texts of the offers that were asked about and turned down by the message after that, or called too dear.

        The latest answer counts, and it counts also where the same was asked about before.
        """
        answers: dict[str, bool] = {}
        for message, offer in self._questions:
            answers.setdefault(offer.text, message is not None and turns_down(message))
        return frozenset(text for text, is_refused in answers.items() if is_refused)

    @cached_property
    def latest_sum(self) -> list[Offer]:
        """What the latest sum added up and is not booked yet, unless another list was shown after it."""
        for reply in self.state.replies[:_RECENT]:
            if sums := [line for line in reply.splitlines() if _SUM.search(line)]:
                shown = {offer.title: offer for offer in self.flatten() if is_named(offer, sums[-1])}
                return sorted((each for each in shown.values() if not self.state.has_booked(each)), key=first_day)
            if any(offer.number for offer in find_offers(reply)):
                return []
        return []

    def has_taken(self, group: Sequence[Offer]) -> bool:
        """Return whether one of a list is booked, so that no other one of it is needed."""
        return any(_is_like(each, group[0]) for each in self.bookings)

    def find_waiting(self, kinds: Sequence[Kind], leg: Leg | None = None) -> list[Offer]:
        """Return what waits for a yes, of some kinds and one way."""
        return self._narrow(self.pending, kinds, leg)

    def find_together(self, kinds: Sequence[Kind], leg: Leg | None = None) -> list[Offer]:
        """Return what is meant by all of it: what the latest sum added up, or what waits for a yes."""
        return self._narrow(self.latest_sum or self.pending, kinds, leg)

    def _narrow(self, offers: Sequence[Offer], kinds: Sequence[Kind], leg: Leg | None) -> list[Offer]:
        of_kind = [offer for offer in offers if not kinds or offer.kind in kinds]
        return [offer for offer in of_kind if leg is None or self.find_leg(offer) == leg]

    def list_beside(self, offer: Offer) -> list[Offer]:
        """Return the rooms of a hotel that are taken together with an offer: the single beside the double."""
        listed = next((offers for offers in self.shown if offer in offers), list[Offer]())
        is_one = [each for each in listed if (each.title, each.number) == (offer.title, offer.number) and each != offer]
        return is_one if offer.kind == "hotel" and offer.number else []

    def flatten(self) -> Iterable[Offer]:
        """Return all that was shown, the latest first."""
        return (offer for offers in self.shown for offer in offers)


def is_named(offer: Offer, line: str) -> bool:
    """Return whether a line with a sum names an offer and its price."""
    name = offer.flight.number if offer.kind == "flight" else offer.title
    return f"{name} {format_dollars(offer.total)}" in line


def find_asked(reply: str) -> list[Offer]:
    """Return the offers that a reply asks for a yes to."""
    offers = find_offers(reply)
    alone = [offer for offer in offers if offer.number is None]
    return alone or (offers if len(offers) == 1 and "Shall I book it?" in reply else [])


def _is_like(offer: Offer, other: Offer) -> bool:
    """Return whether one offer can stand for another: the same kind and way or place, on the same days."""
    if offer.kind != other.kind or first_day(offer) != first_day(other):
        return False
    if offer.kind == "flight":
        return (offer.flight.origin, offer.flight.destination) == (other.flight.origin, other.flight.destination)
    if offer.kind == "hotel":
        return offer.hotel.place == other.hotel.place and offer.call.arguments.get(
            "check_out"
        ) == other.call.arguments.get("check_out")
    return offer.car.location.place == other.car.location.place


def first_day(offer: Offer) -> date:
    """Return the first day of an offer."""
    arguments = offer.call.arguments
    return date.fromisoformat(arguments.get("day") or arguments.get("check_in") or arguments["pick_up"])


def last_day(offer: Offer) -> date:
    """Return the last day of an offer, of a flight its only one."""
    arguments = offer.call.arguments
    return date.fromisoformat(arguments.get("day") or arguments.get("check_out") or arguments["drop_off"])


_BOOKING_QUESTION = re.compile(r"\bWhich booking shall I\b|^To which days? shall I move it\?", re.MULTILINE)


def asks_about_bookings(reply: str) -> bool:
    """Return whether a reply asks which booking is meant, so that numbers are those of bookings."""
    return bool(_BOOKING_QUESTION.search(reply)) and not find_offers(reply)


def names_day_of(offer: Offer, text: str, today: date) -> bool:
    """Return whether a text names the first day of an offer."""
    return parse_dates(text, today, first_day(offer) - timedelta(days=1)).first == first_day(offer)


def places_of(offer: Offer) -> tuple[Place, ...]:
    """Return the place of an offer, of a flight both of its ends."""
    if offer.kind == "flight":
        return offer.flight.origin, offer.flight.destination
    return (offer.hotel.place if offer.kind == "hotel" else offer.car.location.place,)


def is_at_other_place(state: DialogueState, offer: Offer) -> bool:
    """Return whether a message names another place than that of an offer."""
    changes = state.reading.changes
    places = places_of(offer) if offer.kind == "flight" else (*places_of(offer), changes.get("origin"))
    named = [changes[name] for name in ("destination", "origin") if changes.get(name)]
    return state.reading.alters("destination", "origin") and any(place not in places for place in named)
