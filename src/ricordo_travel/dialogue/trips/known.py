"""The trip with what memory adds: each value with where it comes from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from ricordo import count_days
from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.dialogue.facts.hotel_facts import describe_with
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.flight_hours import suits
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.cabins import find_cabin
from ricordo_travel.dialogue.values.geography import Mention, find_named
from ricordo_travel.dialogue.values.hours import Hours, parse_hours
from ricordo_travel.dialogue.values.money import Money, find_noted_budget, format_dollars, parse_money
from ricordo_travel.dialogue.values.numbers import parse_numbers, spell
from ricordo_travel.dialogue.values.rooms import describe_wish
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_amenities, find_car_class
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count

DEFAULT_NIGHTS = 3
_DEFAULT_AHEAD = 14
PICK_UP = {True: "at the airport", False: "in town"}
_A_LITTLE_MORE = 1.25
_PER_KIND: dict[Kind, str] = {"hotel": "a night", "car": "a day", "flight": "a seat"}
_FLIES = re.compile(r"\b(?:fly|flies|flying|class|cabin|flights?|departures?)\b")
_DENIES = re.compile(r"\b(?:never|not|hates?|avoids?|dislikes?|no longer)\b")
_NONSTOP = re.compile(
    r"\b(?:always|prefers?|only|likes?|loves?)\b.{0,30}\b(?:direct|nonstop|non-stop)\b|^(?:direct|nonstop) flights?\b|"
    r"\b(?:hates?|avoids?|dislikes?|not like|cannot stand|no|never)\b.{0,30}\b(?:layovers?|stopovers?|connections|"
    r"changing planes|change planes)\b"
)
_USUAL_START = re.compile(
    r"^(?:usual|home|normal|preferred|nearest|local|regular) airport is (?:in )?(?P<where>[a-z][a-z .'-]{2,30})|"
    r"^(?:always|usually|normally|mostly) (?:flies|leaves|starts|departs) from (?P<from>[a-z][a-z .'-]{2,30})"
)
_BOOKED_FROM = re.compile(r"^Booked\. [^\n]{5,60}? from ([A-Z][A-Za-z ]{2,30}?) to ", re.MULTILINE)
_SEATS = re.compile(r"\b(?:aisle|window|seats?|legroom)\b")


@dataclass(frozen=True)
class KnownTrip:
    """The trip of a conversation, filled from memory and, where the person leaves it open, with defaults."""

    state: DialogueState
    trip: Trip

    @property
    def home(self) -> Mention | None:
        """The place where the person lives, from memory."""
        return find_named(normalise(self.state.memory.value("home")))

    @property
    def origin(self) -> Place | None:
        """The place to fly from: named, or home."""
        return self.trip.turn if self.trip.is_return else self.start

    @property
    def destination(self) -> Place | None:
        """The place to fly to."""
        if self.trip.is_return and self.trip.ends_at_home:
            return self.trip.base or (self.home.place if self.home else None) or self.start
        return self.start if self.trip.is_return else self.trip.goal

    @property
    def start(self) -> Place | None:
        """The place where the trip begins and ends: named, or the one of the usual airport, or home."""
        return self.trip.origin or self.usual_start or (self.home.place if self.home else None)

    @property
    def usual_start(self) -> Place | None:
        """The place that is served and that the person told to fly from as a rule."""
        return self.told_start.place if self.told_start else None

    @property
    def told_start(self) -> Mention | None:
        """The place that the person told to fly from as a rule, served or not."""
        told = [
            match["where"] or match["from"]
            for fact in self.state.memory.facts
            if (match := _USUAL_START.search(fact.lower()))
        ]
        return find_named(told[-1]) if told else None

    @property
    def is_origin_home(self) -> bool:
        return self.trip.origin is None and not self.trip.is_return

    @property
    def is_one_of_two(self) -> bool:
        """True for flights of which the way there and the way back are shown together."""
        return self.trip.is_round and "flight" in self.trip.kinds

    @property
    def hours(self) -> Hours | None:
        """The time of day at which the flight shall leave."""
        return self.trip.hours[1 if self.trip.is_return else 0]

    @property
    def people(self) -> int:
        return self.trip.people or self.remembered_people or 1

    @property
    def remembered_people(self) -> int | None:
        numbers = parse_numbers(self.state.memory.value("number_of_travelers"))
        return int(numbers[0]) if numbers and 1 <= numbers[0] <= 20 else None

    @property
    def nights(self) -> int | None:
        if self.trip.nights:
            return self.trip.nights
        remembered = count_days(self.state.memory.value("trip_duration"))
        if remembered and 1 <= remembered <= 60:
            return int(remembered)
        return DEFAULT_NIGHTS if self._is_any(questions.ASK_NIGHTS, questions.ASK_DAYS) else None

    @property
    def first(self) -> date | None:
        if self.trip.is_return:
            return self.trip.last or next(iter(self.trip.days), None)
        if self.trip.days and not self.trip.first:
            return self.trip.days[0]
        if self.trip.first or not self._is_any(questions.ASK_CHECK_IN, questions.ASK_DAY):
            return self.trip.first
        if self.trip.month:
            return max(self.trip.month.replace(day=15), self.state.today + timedelta(days=1))
        return self.state.today + timedelta(days=_DEFAULT_AHEAD + (4 - self.state.today.weekday()) % 7)

    @property
    def is_open(self) -> bool:
        """True if the day of the flight is to be chosen among several."""
        return bool(self.trip.days) and not (self.trip.last if self.trip.is_return else self.trip.first)

    @property
    def last(self) -> date | None:
        return self.first + timedelta(days=self.nights) if self.first and self.nights else None

    @property
    def amenities(self) -> tuple[str, ...]:
        if self.trip.amenities:
            return self.trip.amenities
        remembered = find_needs(self._told, normalise(self.state.memory.value("preferences")))
        return tuple(name for name in remembered if name not in self.trip.given_up)

    @property
    def needs(self) -> tuple[str, ...]:
        """What a hotel must have, as memory says."""
        return find_needs(self._told)

    @property
    def car_class(self) -> CarClass | None:
        return self.trip.car_class or self.preferred_class

    @property
    def preferred_class(self) -> CarClass | None:
        """The class of car that the person prefers, from memory."""
        return next(
            (
                name
                for text in self._told
                if re.search(r"\bcars?\b|\bsuvs?\b|\bvans?\b|^electric$", text) and (name := find_car_class(text))
            ),
            None,
        )

    @property
    def cabin(self) -> Cabin | None:
        if cabin := self.trip.cabins[1 if self.trip.is_return else 0] or self.trip.cabin:
            return cabin
        flying = [text for text in self._told if _FLIES.search(text) and not _DENIES.search(text)]
        return next((cabin for text in flying if (cabin := find_cabin(text))), None)

    @property
    def is_nonstop(self) -> bool:
        """True if flights without a change are asked for, now or always."""
        return self.trip.is_nonstop or any(_NONSTOP.search(text) for text in self._told)

    @property
    def told_of_seats(self) -> list[str]:
        """What the person said about seats, which a search cannot choose by."""
        return [fact for fact in self.state.memory.facts if _SEATS.search(fact.lower())]

    @property
    def told_of_hours(self) -> list[str]:
        """What the person said about the time of day at which they fly."""
        return [fact for fact in self.state.memory.facts if _FLIES.search(fact.lower()) and parse_hours(fact.lower())]

    def likes(self, row: Mapping[str, Any]) -> bool:
        """Return whether a flight leaves or lands when the person told to like it."""
        liked = [parse_hours(fact.lower()) for fact in self.told_of_hours]
        return all(suits(hours, row) for hours in liked if hours)

    @property
    def _told(self) -> list[str]:
        """What the person prefers or always does, from memory, in lower case."""
        preferences = re.split(r", |; ", self.state.memory.value("preferences"))
        return [normalise(text) for text in (*self.state.memory.facts, *preferences)]

    @property
    def budget(self) -> Money | None:
        """The budget of the trip: named in this conversation, of the profile, or noted in other words."""
        held = parse_money(normalise(self.state.memory.value("budget_range")), is_asked=True)
        return self.trip.budget or held or find_noted_budget(self.state.memory.facts)

    def limit(self, kind: Kind) -> Money | None:
        """Return the maximum price for a kind, in this conversation or from memory."""
        if own := self.trip.limit(kind):
            return own if own.amount else None
        basis = {"hotel": "night", "car": "day"}.get(kind)
        for text in (self.state.memory.value("budget_range"), *self.state.memory.facts):
            money = parse_money(normalise(text)) if basis else None
            if money and money.basis == basis:
                return money
        return None

    def unit_limit(self, kind: Kind) -> float | None:
        """Return the maximum price for a night, a day or a seat."""
        money = self.limit(kind)
        if money is None:
            return None
        amount = money.amount * (_A_LITTLE_MORE if money.is_rough else 1)
        if kind == "flight":
            return amount / self.people if money.basis == "total" else amount
        if money.basis == "total":
            return amount / max(self.nights or 1, 1)
        return amount * self.people if money.basis == "person" and kind == "hotel" else amount

    def describe_party(self) -> str:
        """Return who it is for: "for the three of you"."""
        words = "for one person" if self.people == 1 else f"for the {spell(self.people)} of you"
        if self.trip.people is None and self.remembered_people:
            return f"{words}, as you told me"
        return words

    def describe_wishes(self, kind: Kind) -> str:
        """Return the wishes that the offers meet: "with a pool, under $200 a night"."""
        words: list[str] = []
        if kind == "hotel":
            if self.trip.rooms:
                words.append(f"in {describe_wish(self.trip.rooms)}")
            if self.amenities:
                words.append(describe_with(self.amenities))
            if self.trip.stars:
                stars, most = self.trip.stars, self.trip.most_stars
                words.append(f"with {stars} to {most} stars" if most else f"with at least {stars} stars")
        if kind == "car" and self.trip.at_airport is not None:
            words.append(PICK_UP[self.trip.at_airport])
        if kind == "car" and (wishes := self.describe_car_wishes()):
            words.append(wishes)
        if kind == "flight":
            words += [f"in {self.cabin}"] if self.cabin else []
            words += [self.hours.words] if self.hours else []
            words += ["nonstop"] if self.is_nonstop else []
        if money := self.limit(kind):
            units = {"total": "in all"}
            if kind != "flight":
                units |= {basis: f"a {basis} {_PER_KIND[kind]}" for basis in ("person", "room")}
            how = "about" if money.is_rough else "under"
            words.append(f"{how} {format_dollars(money.amount)} {units.get(money.basis or '', _PER_KIND[kind])}")
        return ", ".join(words)

    def describe_car_wishes(self) -> str:
        """Return the wishes for a car beside its class and place: "automatic, with room for 4 bags"."""
        room = f"with room for {count(self.trip.bags, 'bag')}" if self.trip.bags else ""
        return ", ".join(filter(None, (self.trip.gearbox, room)))

    def describe_assumptions(self) -> list[str]:
        """Return a sentence for each value that is a default or a guess."""
        sentences: list[str] = []
        if self.trip.is_rough and self.first:
            sentences.append(f"I took {self.first.day} {self.first:%B}; say another day if you like.")
        elif self.first and not self.trip.first and not self.trip.is_return and "flight" not in self.trip.kinds:
            sentences.append(f"You left the day to me, so I took {self.first.day} {self.first:%B}.")
        if self.trip.nights is None and self.nights and "flight" not in self.trip.kinds[:1]:
            why = "as you like it" if self.state.memory.value("trip_duration") else "as you left it to me"
            sentences.append(f"I took {self.nights} nights, {why}.")
        if self.trip.people is None and self.remembered_people is None and self.trip.kinds != ("car",):
            sentences.append("I took one person; tell me if there are more of you.")
        if others := self._list_other_starts():
            names = join_words([f"{spell(count)} from {place.name}" for place, count in others])
            sentences += [f"For the {names}, ask me next."]
        return sentences

    def _list_other_starts(self) -> list[tuple[Place, int]]:
        """Return how many fly from which other places, for whom nothing is booked in this conversation."""
        booked = {name for reply in self.state.replies for name in _BOOKED_FROM.findall(reply)}
        others = [(place, count) for place, count in self.trip.starts if place != self.trip.origin]
        return [each for each in others if each[0].name not in booked] if "flight" in self.trip.kinds else []

    def _is_any(self, *asked: str) -> bool:
        return any(question in self.trip.any for question in asked)


def find_needs(told: Sequence[str], *more: str) -> tuple[str, ...]:
    """Return what a hotel must have by what somebody told, in lower case, and what more texts wish for."""
    needs = [text for text in told if re.search(r"\b(?:always|needs?|must|without)\b", text)]
    return find_amenities("; ".join([*more, *needs]))[0]


def know_trip(state: DialogueState, kind: Kind | None = None) -> KnownTrip:
    """Return the trip of a conversation with what memory adds, and with what a kind has of its own."""
    trip = state.trip.of_kind(kind) if kind else state.trip
    return KnownTrip(state, replace(trip, is_return=False) if kind in {"hotel", "car"} else trip)
