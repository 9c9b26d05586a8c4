"""The trip that a conversation is about: one state, filled message by message."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from ricordo_travel.cars.fleet import CarClass, Gearbox
from ricordo_travel.dialogue.values.geography import Mention
from ricordo_travel.dialogue.values.hours import Hours
from ricordo_travel.dialogue.values.money import Money
from ricordo_travel.dialogue.values.rooms import Rooms
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind


@dataclass(frozen=True, slots=True)
class Stay:
    """The days and the place of one kind, where they are others than those of the trip."""

    destination: Place | None
    first: date | None
    last: date | None
    nights: int | None


@dataclass(frozen=True, slots=True)
class Trip:
    """A trip as far as it is known from a conversation.

    Attributes:
        kinds: The kinds that the latest search was for.
        wanted: The kinds that searches for the same place were for.
        month: The first day of a month that was named without a day.
        days: The days among which the first one is left open: "any day in January".
        is_rough: Whether the first day was chosen within "mid July".
        has_end: Whether the last day was named, and does not follow from a length.
        is_arrival: Whether the first day is the one on which the flight there shall land.
        parties: How many people kinds are for that are not for all who travel.
        starts: How many people fly from which place, if not all from the same.
        rooms: The rooms that are asked for.
        limits: The maximum price for each kind, without an amount if there is none.
        budget: The amount for the whole trip.
        seats: The least number of seats of a car.
        bags: The least number of bags that a car has room for.
        at_airport: Whether the car is to be at the airport, or False for one in town.
        cabins: The cabin of the way there and of the way back, where they have their own.
        arrival: The place where the way there ends, if it is another than the destination.
        departure: The place where the way back begins, if it is another than the destination.
        base: The place where a trip began that has gone on from one place to another.
        ends_at_home: Whether the way back goes home, even if the way there begins elsewhere.
        soft: The amenities that would be nice, but need not be.
        given_up: The amenities that are not needed any more, even if memory holds them.
        near: A day of what was shown last, near which a day without a month is.
        is_return: Whether the latest search for flights was for the way back.
        is_round: Whether flights are wanted both ways.
        is_one_way: Whether no flight back is wanted.
        is_whole: Whether the price of the flights there and back and of the hotel together is wanted.
        hours: The time of day of the flight there and of the flight back.
        stays: The days and places of kinds that have their own.
        any: The questions that were answered with "whatever".
        unserved: The places in the latest message that are not served, each with whether it is the origin.
        area: A country in the latest message with several places.
        alternatives: The places that the latest message names beside those that are taken, as in `unserved`.
    """

    kinds: tuple[Kind, ...] = ()
    wanted: tuple[Kind, ...] = ()
    origin: Place | None = None
    destination: Place | None = None
    first: date | None = None
    last: date | None = None
    nights: int | None = None
    month: date | None = None
    days: tuple[date, ...] = ()
    is_rough: bool = False
    has_end: bool = False
    is_arrival: bool = False
    arrival: Place | None = None
    departure: Place | None = None
    base: Place | None = None
    ends_at_home: bool = False
    near: date | None = None
    people: int | None = None
    parties: tuple[tuple[Kind, int], ...] = ()
    starts: tuple[tuple[Place, int], ...] = ()
    rooms: Rooms = ()
    budget: Money | None = None
    limits: tuple[tuple[Kind, Money], ...] = ()
    amenities: tuple[str, ...] = ()
    soft: tuple[str, ...] = ()
    given_up: frozenset[str] = frozenset()
    stars: int | None = None
    most_stars: int | None = None
    car_class: CarClass | None = None
    seats: int | None = None
    at_airport: bool | None = None
    gearbox: Gearbox | None = None
    bags: int | None = None
    cabin: Cabin | None = None
    cabins: tuple[Cabin | None, Cabin | None] = (None, None)
    is_nonstop: bool = False
    is_return: bool = False
    is_round: bool = False
    is_one_way: bool = False
    is_whole: bool = False
    hours: tuple[Hours | None, Hours | None] = (None, None)
    stays: tuple[tuple[Kind, Stay], ...] = ()
    any: tuple[str, ...] = ()
    unserved: tuple[tuple[Mention, bool], ...] = ()
    area: Mention | None = None
    alternatives: tuple[tuple[Mention, bool], ...] = ()

    @property
    def anchor(self) -> date | None:
        """A day near which "the 20th" is."""
        return self.first or self.month or next(iter(self.days), None) or self.near

    @property
    def goal(self) -> Place | None:
        """The place where the way there ends."""
        return self.arrival or self.destination

    @property
    def turn(self) -> Place | None:
        """The place where the way back begins."""
        return self.departure or self.destination

    def limit(self, kind: Kind) -> Money | None:
        """Return the maximum price for a kind."""
        return dict(self.limits).get(kind)

    def of_kind(self, kind: Kind) -> Trip:
        """Return the trip with the people, the days and the place of a kind."""
        stay, people = dict(self.stays).get(kind), dict(self.parties).get(kind, self.people)
        if stay is None:
            return self if people == self.people else replace(self, people=people)
        return replace(
            self,
            people=people,
            destination=stay.destination or self.destination,
            first=stay.first,
            last=stay.last,
            nights=stay.nights,
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of a trip that one message names, and the trip before and after it."""

    changes: dict[str, Any]
    trip: Trip
    before: Trip

    def names(self, *fields: str) -> bool:
        """Return whether the message names one of the values."""
        return any(field in self.changes for field in fields)
