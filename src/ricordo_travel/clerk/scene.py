"""The scene in which a command is carried out: the conversation, the trip that it is about, and the things in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from ricordo_travel.cars.fleet import Car
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.full_names import fits_name
from ricordo_travel.clerk.situation import WAITING, Situation, describe_situation
from ricordo_travel.clerk.thread import follow_commands
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.replies.offers import Offer, find_offers, parse_offer
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.booked import Row, group_trips, is_way_back, load_active
from ricordo_travel.dialogue.trips.journey import group_journeys
from ricordo_travel.dialogue.trips.known import KnownTrip, know_trip
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.wishes import find_car_class
from ricordo_travel.dialogue.yes.choice import NAME, is_of_other_style
from ricordo_travel.places import Place
from ricordo_travel.proposals import Proposal
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import describe

Read = Callable[[str, str], Sequence[Command]]
"""Reads a message in its situation: the situation's text, the message, and the commands that it stands for."""

_ALL = frozenset({"all", "everything", "both", "trip"})
_TIME = re.compile(r"\d{1,2}:\d\d")
_HOTEL = re.compile(rf"\b(?:{NAME})\b")
_FLIGHT_NUMBER = re.compile(r"(?P<number>[A-Za-z]{2}\d{3,4})(?:@(?P<day>[\d-]+))?")
"""A flight by its number, perhaps with its day."""


@dataclass(frozen=True, slots=True)
class Item:
    """An offer, a proposal that waits for a yes, or a booking.

    Attributes:
        offer: What it is. A booking is one, too: the offer that it was.
        state: Whether it was only shown, waits for a yes, or is booked.
        row: The booking, if it is one.
        proposal: The proposal, if it waits for a yes.
    """

    offer: Offer
    state: Literal["shown", "waiting", "booked"]
    row: Row | None = None
    proposal: Proposal | None = None

    @property
    def kind(self) -> Kind:
        return self.offer.kind

    @property
    def place(self) -> Place:
        """The place of it; of a flight, the one where it goes."""
        if self.offer.kind == "flight":
            return self.offer.flight.destination
        return self.offer.hotel.place if self.offer.kind == "hotel" else self.offer.car.location.place


Items = Generator[Sequence[ToolCall], Sequence[ToolResult], list[Item]]


@dataclass(frozen=True)
class Scene:
    """Everything that is known when a command is carried out.

    Attributes:
        state: The messages, the memory and what waits, as the dialogue reads them.
        commands: The commands of the latest message.
        earlier: The commands of the messages before it, oldest first, each with the reply that came before it.
        seen: The situation in which the message was read, if a yes in it has changed what the history says.
        at: The number of the command that is carried out among those of the message; the last one if it is None.
        said: What the reply says so far, to the commands of the message before the one that is carried out.
        booked: The bookings, if the message may be about a new trip.
    """

    state: DialogueState
    commands: tuple[Command, ...] = ()
    earlier: tuple[tuple[str, tuple[Command, ...]], ...] = ()
    seen: Situation | None = None
    at: int | None = None
    said: tuple[str, ...] = ()
    booked: tuple[Row, ...] = ()

    @cached_property
    def situation(self) -> Situation:
        """The situation of the person, in few words."""
        return self.seen or describe_situation(self.state.history)

    @cached_property
    def trip(self) -> Trip:
        """The trip that the conversation is about, after the command that is carried out."""
        done = self.commands if self.at is None else self.commands[: self.at + 1]
        said = (self.state.last_reply, done)
        return follow_commands([*self.earlier, said], self.state.today, group_journeys(self.booked))

    def known(self, kind: Kind | None = None) -> KnownTrip:
        """Return the trip with what memory adds, and with what a kind has of its own."""
        return know_trip(self.quieten(), kind)

    def quieten(self, trip: Trip | None = None) -> DialogueState:
        """Return the state with a trip, or the one of the commands, and without words that could be read otherwise."""
        history = tuple((role, text if role == "assistant" else "") for role, text in self.state.history)
        return replace(self.state, message="", history=history, own_trip=trip or self.trip)

    @cached_property
    def listed(self) -> list[Item]:
        """The offers of the latest reply that has a list."""
        return [Item(offer, "shown") for offer in self.state.offers]

    @cached_property
    def shown(self) -> list[Item]:
        """All offers of the conversation, the latest first, each once."""
        found: dict[str, Item] = {}
        for reply in self.state.replies:
            for offer in find_offers(reply):
                found.setdefault(offer.text.casefold(), Item(offer, "shown"))
        return list(found.values())

    @cached_property
    def proposed(self) -> list[Item]:
        """The items that the last reply proposed, in its order, whatever the message does to them."""
        offers = [(parse_offer(describe(each.proposal.preview)), each.proposal) for each in self.state.pending]
        return [Item(offer, "waiting", proposal=proposal) for offer, proposal in offers if offer]

    @cached_property
    def waiting(self) -> list[Item]:
        """The items that still wait for a yes."""
        settled = [each.proposal for each in self.state.pending if each.fate == "agreed"]
        return [item for item in self.proposed if item.proposal not in settled]

    def load_bookings(self) -> Items:
        """Load what is booked."""
        rows = yield from load_active()
        things = [(row, parse_offer(_capitalise(describe(row)))) for row in rows]
        return [Item(offer, "booked", row=row) for row, offer in things if offer]

    def find_things(self, refs: Sequence[str], *, among: Sequence[Literal["shown", "waiting", "booked"]] = ()) -> Items:
        """Return the things that references mean: numbers and letters of the situation, names, kinds, places, "all".

        Args:
            refs: The references of a command.
            among: The states of things that can be meant; all of them if it is empty. Those first that come first.
        """
        booked = yield from self.load_bookings()
        pools = {"shown": (self.listed, self.shown), "waiting": (self.waiting,), "booked": (booked,)}
        states = among or ("waiting", "shown", "booked")
        found: dict[str, Item] = {}
        for ref in split_refs(refs):
            marked = [each for each in self._find_marked(ref, booked) if each.state in states]
            described = [_find_described(ref, pool, self.trip) for state in states for pool in pools[state]]
            for thing in marked or ([] if _is_mark(ref) else _prefer_whole_name(ref, described)):
                found.setdefault(f"{thing.state} {thing.offer.text}", thing)
        return list(found.values())

    def _find_marked(self, ref: str, booked: Sequence[Item]) -> list[Item]:
        """Return the things that have a number or a letter."""
        if ref.isdigit():
            return [thing for thing in self.listed if thing.offer.number == int(ref)]
        if ref in self.situation.booked:
            return [thing for thing in booked if thing.row and thing.row["booking_id"] == self.situation.booked[ref]]
        if len(ref) == 1 and ref in WAITING:
            return self.proposed[WAITING.index(ref) :][:1]
        return []

    @cached_property
    def focus(self) -> list[Item]:
        """The items that were talked about last: those that wait, the list of the last reply, or the latest offers."""
        last = [Item(offer, "shown") for offer in find_offers(self.state.last_reply)]
        return self.waiting or last or self.listed


def _is_mark(ref: str) -> bool:
    return ref.isdigit() or len(ref) == 1


def _prefer_whole_name(words: str, found: Sequence[list[Item]]) -> list[Item]:
    """Return the first things that some words describe, those before others that have all the words of a name."""
    text = words.lower()
    whole = ([each for each in things if not is_of_other_style(text, each.offer.title)] for things in found)
    named = next(filter(None, whole), list[Item]()) if _HOTEL.search(text) else []
    return named or next(filter(None, found), list[Item]())


def _find_described(words: str, things: Sequence[Item], trip: Trip) -> list[Item]:
    """Return the things that some words describe: by kind, name, flight number, time, place or rank."""
    text = words.lower()
    if not text or not things:
        return []
    kinds = [kind for kind in ("flight", "hotel", "car") if re.search(rf"\b{kind}s?\b", text)]
    is_back = bool(re.search(r"\breturns?\b", text))
    found = [
        each for each in things if not (kinds or is_back) or each.kind in kinds or (is_back and each.kind == "flight")
    ]
    if is_back:
        found = [each for each in found if _is_back(each, things, trip)] or found
    if kinds == ["car"]:
        found = [each for each in found if _is_like_car(each.offer.car, text)]
    named = [each for each in found if _is_named(each, text)]
    places = [mention.place for mention in find_mentions(text) if mention.place]
    if named:
        return _keep_newest([each for each in named if fits_name(text, each.offer)])
    if places and _HOTEL.search(text):
        return []  # a hotel that is not among them, and no flight to its place
    if places:
        there = [each for each in found if each.place in places]
        found = there or [each for each in found if each.kind == "flight" and each.offer.flight.origin in places]
    elif not (kinds or is_back or set(text.split()) & _ALL) and not _has_rank(text):
        return []
    return _rank(text, found)


def _is_like_car(car: Car, text: str) -> bool:
    """Return whether a car is of the class, with the gearbox and at the place that a text names, if it names them."""
    is_at = {"airport": car.location.at_airport, "town": not car.location.at_airport}
    is_there = all(is_at[where] for where in is_at if re.search(rf"\b{where}\b", text))
    gearbox = next((name for name in ("automatic", "manual") if name in text), car.gearbox)
    classes = {name for word in text.split() if (name := find_car_class(f"{word} car"))}
    return is_there and gearbox == car.gearbox and (not classes or car.car_class in classes)


def _is_named(thing: Item, text: str) -> bool:
    offer = thing.offer
    if offer.kind == "flight":
        numbers = {match["number"].upper() for match in _FLIGHT_NUMBER.finditer(text) if _is_on(offer, match["day"])}
        times = {each.zfill(5) for each in _TIME.findall(text)}
        airline = offer.flight.airline.lower()
        return offer.flight.number in numbers or offer.flight.departs in times or airline in text
    if offer.kind == "hotel":
        first, *rest = offer.title.lower().removesuffix(f" {offer.hotel.place.name.lower()}").split()
        return f"{first} {' '.join(rest)}".strip() in text or bool(re.search(rf"\b{re.escape(first)}\b", text))
    return offer.car.car_class in text


def _is_on(offer: Offer, day: str | None) -> bool:
    return day in {None, str(offer.call.arguments["day"])}


def _keep_newest(things: Sequence[Item]) -> list[Item]:
    """Return things without older forms of the same: the latest of each name, and of the rooms of one hotel all."""
    names: dict[str, Item] = {}
    for each in things:
        names.setdefault(f"{each.offer.title} {each.offer.call.arguments.get('room_type', '')}", each)
    return list(names.values())


_RANKS: tuple[tuple[str, Callable[[Item], float]], ...] = (
    (r"cheap|lowest", lambda each: each.offer.total),
    (r"expensive|dearest", lambda each: -each.offer.total),
    (r"best|rated", lambda each: -each.offer.hotel.rating if each.kind == "hotel" else 0),
    (r"earl|morning|first flight", lambda each: _minutes(each) if each.kind == "flight" else 0),
    (r"latest|later|evening|last flight", lambda each: -_minutes(each) if each.kind == "flight" else 0),
    (r"\bfast|shortest|quick", lambda each: each.offer.flight.minutes if each.kind == "flight" else 0),
    (r"beach", lambda each: each.offer.hotel.facts.beach_km or 99 if each.kind == "hotel" else 0),
    (r"cent(?:re|er)", lambda each: each.offer.hotel.facts.centre_km if each.kind == "hotel" else 0),
    (r"airport", lambda each: each.offer.hotel.facts.airport_km if each.kind == "hotel" else 0),
    (r"big|large", lambda each: -each.offer.car.seats if each.kind == "car" else 0),
)


def _minutes(thing: Item) -> int:
    hour, minute = thing.offer.flight.departs.split(":")
    return int(hour) * 60 + int(minute)


def _has_rank(text: str) -> bool:
    return any(re.search(pattern, text) for pattern, _ in _RANKS)


def _rank(text: str, things: Sequence[Item]) -> list[Item]:
    """Return the first of things by what a text says of them, "cheapest", of each kind and way; else all of them."""
    measure = next((measure for pattern, measure in _RANKS if re.search(pattern, text)), None)
    if measure is None:
        return list(things)
    best: dict[tuple[str, str], Item] = {}
    for each in sorted(things, key=measure):
        way = each.offer.flight.origin.name if each.kind == "flight" else ""
        best.setdefault((each.kind, way), each)
    return list(best.values())


def _is_back(thing: Item, things: Sequence[Item], trip: Trip) -> bool:
    """Return whether a flight is the way back."""
    if thing.kind != "flight":
        return False
    if thing.row:
        rows = [each.row for each in things if each.row]
        return any(is_way_back(thing.row, group) for group in group_trips(rows) if thing.row in group)
    return thing.offer.flight.origin in {trip.destination, trip.departure}


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
