"""The trip as replies show it: what is booked, changed or asked about has its place, its days and its people."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date

from ricordo_travel.dialogue.replies.offers import BOOKING_ID, Offer, find_offers, parse_offer
from ricordo_travel.dialogue.replies.questions import CONFIRM
from ricordo_travel.dialogue.trips.journey import Journey
from ricordo_travel.dialogue.trips.shown import adopt_shown
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.places import Place

Days = tuple[date, date | None]
_SETTLED = re.compile(r"^(?:Booked|Changed)\. [FHC]-\w+: .*", re.MULTILINE)
_CHANGES = re.compile(r"^Change [FHC]-\w+(?:,| to) .*", re.MULTILINE)
_HEAD = re.compile(r"^[^:]*?(?:: | to |, )(?=(?:[Ff]light|[A-Z]))")
_TOOK_DAY = "; say another day if you like."
_TOOK_ONE = "I took one person;"
_COUNTED = re.compile(
    r"\bfor \d+ nights? and (?P<people>\d+) people:|^I took (?P<took>\d+) (?:people|person)(?: for \d+ nights?)?"
    r"(?:, like last time)?;",
    re.MULTILINE,
)
"""For how many people suggestions are, or offers if nobody said how many there are."""
_NIGHTS = re.compile(r"^I took (?:\d+ (?:people|person) for )?(?P<nights>\d+) nights?, like last time;", re.MULTILINE)
"""For how many nights offers are, if they are like those of another time."""
_NO_FLIGHT = re.compile(
    r"^There is no flight from .{3,60} (?:on that day|on those days|that arrives on .*)\. "
    r"(?:\d\d:\d\d is the (?:last|first) one\. )?The ",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Thread:
    """A trip, and what is agreed on for it.

    Attributes:
        trip: The trip as it stands.
        agreed: The days of the places for which something is booked.
        picked: The place of which the latest message has chosen something.
        before: The trip before the last reply asked for a yes, to which a no goes back.
        served: The trip before a place that is not served was named, to which a no goes back.
        listed: The offers of the latest list.
        flights: The flights that were listed last.
        asked: What replies have asked for a yes to.
        stages: The days of the places from which the trip has gone on.
        back: The day of the flight home, if that is booked.
        reached: The places to which a flight is booked.
        journeys: What is booked for each place.
    """

    trip: Trip = field(default_factory=Trip)
    agreed: tuple[tuple[Place, Days], ...] = ()
    picked: Place | None = None
    before: Trip | None = None
    served: Trip | None = None
    listed: tuple[Offer, ...] = ()
    flights: tuple[Offer, ...] = ()
    asked: frozenset[str] = frozenset()
    stages: tuple[tuple[Place, Days], ...] = ()
    back: date | None = None
    reached: frozenset[Place] = frozenset()
    journeys: tuple[Journey, ...] = ()

    def agreed_days(self, place: Place | None) -> Days | None:
        """Return the days of a place for which something is booked, or None if nothing is."""
        return dict(self.agreed).get(place) if place else None

    def days_of_stage(self, place: Place) -> Days | None:
        """Return the days of a place from which the trip has gone on, or for which something is booked."""
        return {**dict(self.stages), **dict(self.agreed)}.get(place)


def hear_reply(thread: Thread, reply: str) -> Thread:
    """Return a thread after a reply: with what the trip lacks of its offers, and as it is booked or asked about."""
    if not reply:
        return replace(thread, picked=None, before=None)
    trip = adopt_shown(_turn_to_booked(thread, reply), reply)
    if _TOOK_DAY in reply:  # said once
        trip = replace(trip, is_rough=False)
    if _TOOK_ONE in reply and trip.people is None:
        trip = replace(trip, people=1)
    if trip.people is None and (counted := _COUNTED.search(reply)):
        trip = replace(trip, people=int(counted["people"] or counted["took"]))
    if not (trip.nights or trip.last) and (counted := _NIGHTS.search(reply)):
        trip = replace(trip, nights=int(counted["nights"]))
    thread = replace(thread, trip=_drop_unmet_hours(trip, reply), picked=None, before=None)
    for offer in _list_settled(reply):
        thread = _agree(replace(thread, trip=adopt_offer(thread, offer)), offer)
    before = thread.trip
    for offer in _list_asked(reply):
        if offer.text.casefold() not in thread.asked:  # what is only asked again is not the latest topic
            thread = replace(thread, trip=adopt_offer(thread, offer), before=before)
    offers = find_offers(reply)
    asked = {offer.text.casefold() for offer in (*offers, *_list_asked(reply)) if CONFIRM in reply}
    listed = tuple(offer for offer in offers if offer.number)
    flights = tuple(offer for offer in listed if offer.kind == "flight") or thread.flights
    return replace(thread, listed=listed or thread.listed, flights=flights, asked=thread.asked | asked)


def _turn_to_booked(thread: Thread, reply: str) -> Trip:
    """Return the trip of a thread, or the booked one if a reply asks about the flight back of that."""
    trip = thread.trip
    flights = [each.flight for each in (*_list_settled(reply), *_list_asked(reply)) if each.kind == "flight"]
    ways = {(each.origin, each.destination) for each in flights}
    journey = next((each for each in thread.journeys if (each.place, each.start) in ways), None)
    if journey is None or (journey.place == trip.destination and trip.origin):
        return trip
    first, last = journey.first, journey.last
    return replace(
        trip, destination=journey.place, origin=journey.home, first=first, last=last, has_end=last is not None,
        nights=(last - first).days or None if first and last else None, people=journey.people,
        base=journey.start if journey.start != journey.home else None, ends_at_home=journey.start != journey.home,
    )  # fmt: skip


def split_settled(reply: str) -> tuple[str, str]:
    """Return what a reply says to be booked or changed, and the rest of it."""
    return "\n".join(_SETTLED.findall(reply)), _SETTLED.sub("", reply).strip()


def _drop_unmet_hours(trip: Trip, reply: str) -> Trip:
    """Return a trip without a time of day at which no flight leaves, and without nonstop, if a reply says so."""
    said = " ".join(match[0] for match in _NO_FLIGHT.finditer(reply))
    there, back = (None if hours and hours.words in said else hours for hours in trip.hours)
    is_nonstop = trip.is_nonstop and " nonstop on " not in said
    return replace(trip, hours=(there, back), is_nonstop=is_nonstop) if said else trip


def adopt_offer(thread: Thread, offer: Offer) -> Trip:
    """Return the trip with the place and the days of something that is booked, asked about or picked."""
    return _adopt_flight(thread, offer) if offer.kind == "flight" else _adopt_stay(thread.trip, offer)


def place_of(offer: Offer) -> Place:
    """Return the place of an offer; of a flight, the one where it goes."""
    if offer.kind == "flight":
        return offer.flight.destination
    return offer.hotel.place if offer.kind == "hotel" else offer.car.location.place


def _list_settled(reply: str) -> list[Offer]:
    """Return what a reply says to be booked or changed."""
    return [offer for line in _SETTLED.findall(reply) if (offer := _read_line(line.partition(" ")[2]))]


def _list_asked(reply: str) -> list[Offer]:
    """Return what a reply asks for a yes to: what to book, and bookings as they would be after a change."""
    if CONFIRM not in reply:
        return []
    changed = [offer for line in _CHANGES.findall(reply) if (offer := _read_line(line))]
    return [*(offer for offer in find_offers(reply) if offer.number is None), *changed]


def _read_line(line: str) -> Offer | None:
    """Return the offer in a line that begins with the id of a booking."""
    text = _HEAD.sub("", BOOKING_ID.sub("", line), count=1)
    return parse_offer(text[:1].upper() + text[1:])


def _agree(thread: Thread, offer: Offer) -> Thread:
    """Return a thread with the days of the place of something that is booked; the flight home has none."""
    place, trip = place_of(offer), thread.trip
    if offer.kind == "flight" and offer.flight.origin == trip.turn and trip.last:
        thread, place = replace(thread, back=trip.last), trip.destination or place
    elif offer.kind == "flight":
        thread = replace(thread, reached=thread.reached | {place})
    if trip.first is None or place != trip.destination:
        return thread
    return replace(thread, agreed=tuple({**dict(thread.agreed), place: (trip.first, trip.last)}.items()))


def _adopt_stay(trip: Trip, offer: Offer) -> Trip:
    arguments, place = offer.call.arguments, place_of(offer)
    names = ("check_in", "check_out") if offer.kind == "hotel" else ("pick_up", "drop_off")
    first, last = (date.fromisoformat(arguments[name]) for name in names)
    is_inside = trip.first and trip.last and trip.first <= first and last <= trip.last
    has_own, is_car = offer.kind in dict(trip.stays), offer.kind == "car"
    if place == trip.destination and ((is_inside and (is_car or has_own)) or (is_car and has_own)):
        return trip
    people = arguments.get("guests") or trip.people
    return replace(
        trip, destination=place, first=first, last=last, nights=(last - first).days, has_end=True, people=people,
        days=(), month=None, is_rough=False, stays=(),
    )  # fmt: skip


def _adopt_flight(thread: Thread, offer: Offer) -> Trip:
    """Return a trip with the day of its flight there, on to another place, or home."""
    trip, day = thread.trip, date.fromisoformat(offer.call.arguments["day"])
    people = offer.call.arguments.get("passengers") or trip.people
    if _is_homeward(trip, offer, day):
        nights = (day - trip.first).days if trip.first and day > trip.first else None
        base = trip.base or trip.origin or offer.flight.destination
        trip = replace(trip, origin=trip.origin or base, last=day, nights=nights or trip.nights, has_end=True)
        return replace(trip, people=people)
    return replace(_set_out(thread, offer, day), people=people, days=(), month=None, is_rough=False)


def _is_homeward(trip: Trip, offer: Offer, day: date) -> bool:
    start, goal = offer.flight.origin, offer.flight.destination
    if start != trip.turn or (trip.first and day < trip.first):
        return False
    return goal in {trip.origin, trip.base} or (trip.is_return and goal != trip.destination)


def _set_out(thread: Thread, offer: Offer, day: date) -> Trip:
    """Return a trip with a flight to its place, or to another one to which it goes on."""
    trip, start, goal = thread.trip, offer.flight.origin, offer.flight.destination
    base = trip.base
    if start in {trip.destination, *dict(thread.agreed)} and start not in {trip.origin, trip.base}:
        base = base or trip.origin
    elif trip.origin != start:
        base = None
    stay = (trip.first, trip.last) if goal == trip.goal and trip.first else thread.agreed_days(goal)
    first = offer.flight.arrives(day).date()
    last = stay[1] if stay and stay[1] and stay[1] >= first else None
    nights = (last - first).days or None if last else trip.nights if goal == trip.goal else None
    return replace(
        trip, origin=start, base=base, ends_at_home=base is not None, destination=goal, first=first, last=last,
        is_arrival=first > day, nights=nights, arrival=trip.arrival if goal == trip.arrival else None,
    )  # fmt: skip
