"""The parts of a journey: which flights, stays and cars go on from one another, and what leads home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from ricordo_travel.clerk.scene import Item, Scene
from ricordo_travel.dialogue.replies.offers import find_offers, first_day, last_day
from ricordo_travel.places import Place

Ways = Mapping[str, list[Item]]
"""Lists of offers by the part of a journey that they are for."""
_NIGHT = timedelta(days=1)


def name_way(thing: Item) -> str:
    """Return the part of a trip that a thing is: a flight from one place to another, the hotel or the car in one."""
    if thing.kind == "flight":
        return f"flight {thing.offer.flight.origin.airport} {thing.offer.flight.destination.airport}"
    return f"{thing.kind} {thing.place.name}"


def is_at(thing: Item, places: Sequence[Place]) -> bool:
    """Return whether a thing is in one of some places, or a flight from or to one of them."""
    airports = {place.airport for place in places}
    return any(place.airport in airports for place in places_of(thing))


def places_of(thing: Item) -> list[Place]:
    """Return the place of a thing, or both ends of a flight."""
    if thing.kind == "flight":
        return [thing.offer.flight.origin, thing.offer.flight.destination]
    return [thing.place]


def list_ways(scene: Scene) -> list[Ways]:
    """Return the lists of each reply of the conversation, the latest first."""
    found: list[Ways] = []
    for reply in (*reversed(scene.said), *scene.state.replies):
        here: dict[str, list[Item]] = {}
        for offer in find_offers(reply):
            if offer.number:
                here.setdefault(name_way(thing := Item(offer, "shown")), []).append(thing)
        found.append(here)
    return found


def is_rival(thing: Item, taken: Item, *, has_stay: bool) -> bool:
    """Return whether a flight cannot be taken beside another: on one day they leave or land at the same place.

    Who stays nowhere comes back on the same day, and takes both.
    """
    if thing.kind != "flight" or taken.kind != "flight" or first_day(thing.offer) != first_day(taken.offer):
        return False
    own, other = thing.offer.flight, taken.offer.flight
    is_back = (own.origin, own.destination) == (other.destination, other.origin) and not has_stay
    return not is_back and bool(set(places_of(thing)) & set(places_of(taken)))


def grow_journey(lists: Ways, shown: Sequence[Ways], things: Sequence[Item]) -> list[list[Item]]:
    """Return lists with those that a journey goes on with: a stay where a flight lands, a flight where a stay ends.

    Args:
        lists: The lists that belong to it anyway.
        shown: The lists of each reply, the latest first.
        things: What is booked, waits or was chosen for it.
    """
    taken = dict(lists)
    while more := _find_next(taken, shown, things):
        taken[more[0]] = more[1]
    every = [*things, *(own[0] for own in taken.values())]
    return [own for own in taken.values() if not _leaves_again(own[0], every)]


def _find_next(taken: Ways, shown: Sequence[Ways], things: Sequence[Item]) -> tuple[str, list[Item]] | None:
    """Return the latest list that one of those of a journey, or of its things, goes on with."""
    known = [*things, *(own[0] for own in taken.values())]
    ways = {name_way(each) for each in known}
    for way, own in (each for here in shown for each in here.items()):
        thing = own[0]
        clashes = (is_rival(thing, each, has_stay=True) or overlaps(thing, each) for each in known)
        if way in ways or any(clashes):
            continue
        if any(_touches(thing, each) or _touches(each, thing) for each in known):
            return way, own
    return None


def overlaps(thing: Item, taken: Item) -> bool:
    """Return whether a stay is elsewhere in the nights of another one."""
    if "flight" in {thing.kind, taken.kind} or thing.place.airport == taken.place.airport:
        return False
    return first_day(thing.offer) < last_day(taken.offer) and first_day(taken.offer) < last_day(thing.offer)


def _touches(flight: Item, stay: Item) -> bool:
    """Return whether a flight leads to a stay on its first day, or away from it on its last one."""
    if flight.kind != "flight" or stay.kind == "flight":
        return False
    day, way, place = first_day(flight.offer), flight.offer.flight, stay.place.airport
    lands = way.destination.airport == place and day <= first_day(stay.offer) <= day + _NIGHT
    return lands or (way.origin.airport == place and day == last_day(stay.offer))


def _leaves_again(thing: Item, things: Sequence[Item]) -> bool:
    """Return whether a flight leaves home after the one that a journey ends with."""
    home = find_home(things)
    if thing.kind != "flight" or home is None or thing.offer.flight.origin.airport != home.airport:
        return False
    goal, day = thing.offer.flight.destination.airport, first_day(thing.offer)
    back = [each for each in things if each.kind == "flight" and each.place.airport == home.airport]
    return any(each.offer.flight.origin.airport == goal and first_day(each.offer) < day for each in back)


def find_home(things: Sequence[Item]) -> Place | None:
    """Return where a journey starts: where the first of its flights does, unless somebody stays there."""
    first = min(
        (each for each in things if each.kind == "flight"), key=lambda each: first_day(each.offer), default=None
    )
    stays = {each.place.airport for each in things if each.kind != "flight"}
    return first.offer.flight.origin if first and first.offer.flight.origin.airport not in stays else None


def find_way_home(things: Sequence[Item]) -> tuple[Place, Place, date] | None:
    """Return the ends and the day of the flight home that a journey with several stays lacks; None if it lacks none."""
    stays = sorted((each for each in things if each.kind != "flight"), key=lambda each: last_day(each.offer))
    home = find_home(things)
    if len({each.place.airport for each in stays}) < 2 or home is None:
        return None
    is_back = any(each.kind == "flight" and each.place.airport == home.airport for each in things)
    return None if is_back else (stays[-1].place, home, last_day(stays[-1].offer))
