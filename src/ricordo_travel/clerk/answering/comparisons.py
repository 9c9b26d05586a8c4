"""Compare offers, bookings and places: what differs, which is cheaper, nearer, warmer."""

from __future__ import annotations

import calendar
import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from ricordo_travel.clerk.answering import choices
from ricordo_travel.clerk.answering.car_answers import tell_of_cars
from ricordo_travel.clerk.answering.flight_answers import tell_of_flights
from ricordo_travel.clerk.answering.hotel_answers import find_feature, tell_location, tell_of_hotels
from ricordo_travel.clerk.answering.known_facts import capitalise
from ricordo_travel.clerk.answering.place_answers import knows, tell_fact
from ricordo_travel.clerk.answering.place_answers import tell as tell_of_place
from ricordo_travel.clerk.answering.subjects import (
    NOTHING_TO_TELL,
    find_hotels_named,
    find_place_spoken,
    find_places_named,
    find_places_shown,
    find_subjects,
    keep_once,
    look_up_hotels,
    merge_rooms,
    say_nothing_shown,
)
from ricordo_travel.clerk.answering.unknown_facts import name
from ricordo_travel.clerk.answering.visits import find_month, find_named_month, look_at
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import apply_command, choose_day
from ricordo_travel.clerk.scene import Item, Items, Scene
from ricordo_travel.clerk.searching.priced import find_priced_day
from ricordo_travel.clerk.searching.starts import Start, find_start
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words
from ricordo_travel.dialogue.replies import comparison
from ricordo_travel.dialogue.replies.offers import Offer, format_day, format_minutes
from ricordo_travel.dialogue.replies.suggestions import (
    DEFAULT_NIGHTS,
    TripPreferences,
    find_activities,
    match_interests,
    suggest_places,
)
from ricordo_travel.dialogue.replies.unserved import offer_nearest
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place
from ricordo_travel.wording import count, format_days

_SLOTS = frozenset("place from on until nights people ages rooms max min with maybe class direct type shift".split())
"""Slots of a comparison that say for what days and whom it is; another one is the fact that is compared."""
_PRICE = re.compile(
    r"\bprices?\b|\bcost\w*|\bcheap\w*|\bexpensive\b|\bdearer\b|\bhow much\b|\bbudget\b|\bmoney\b|\bdifference\b"
)
_WEATHER = re.compile(
    r"\bweather\b|\bwarm\w*|\bhot(?:ter|test)?\b|\btemperature\w*|\bclimate\b|\bsun\w*|\bcold\w*|\bcool\w*"
)
_ROOMS = re.compile(r"\bhotels?\b|\brooms?\b|\bstay\b|\baccommodation\b|\bnight\b")
_NONE = "None of these is known for"
_WHOLE = re.compile(r"\bwith flights?\b|\bhotels?\b|\brooms?\b|\ball\b|\btogether\b|\btrip\b|\btotal\b|\band\b")
_OF_OTHER_KINDS = "These are of different kinds, so I can only say what each of them is:"
_FEW = 4
"""Places of a country that are compared with another place."""
_NEEDS_TWO = "What shall I compare? Please name two of them."


def compare(scene: Scene, command: Command) -> Plan:
    """Say what differs between things or places, on one fact or on all that is known."""
    things: list[Item] = []
    places = _find_compared(command)
    if {ref.lower() for ref in command.refs} <= {"these", "those", "them", "both", "all"}:
        places = find_places_shown(scene)
    unserved = [each for each in find_mentions(normalise(command.subject)) if not each.is_served]
    if unserved and places:
        return (yield from _compare_served(scene, command, places, unserved))
    if unserved and len(unserved) == len(command.refs):
        return offer_nearest([], unserved, (scene.known().start, None))
    if len(places) < 2 or any(len(ref) == 1 or ref.isdigit() for ref in command.refs):
        things = yield from find_subjects(scene, command.refs)
    hotels = find_hotels_named(scene, command.refs)
    if len(hotels) > max(1, len({each.offer.title for each in things})):
        things = yield from look_up_hotels(scene, hotels)
    if len(things) == 1 and not _list_missing(scene, command):
        things = yield from _find_other(scene, things[0])
    if len(things) > 1:
        return compare_things(find_fact(command), merge_rooms(things), scene)
    if len(places) == 1 and (other := find_place_spoken(scene)) and other != places[0]:
        places = [other, *places]
    if len(places) > 1:
        return (yield from compare_places(scene, command, places))
    return _ask_for_two(scene, command)


def _find_compared(command: Command) -> list[Place]:
    """Return the places that a command compares, those of a small country for it: "bali or greece"."""
    mentions = find_mentions(normalise(command.subject))
    if len(mentions) > 1 and any(1 < len(each.places) <= _FEW for each in mentions):
        return list(dict.fromkeys(place for each in mentions for place in each.places[:_FEW]))
    return find_places_named(command.subject)


def _list_missing(scene: Scene, command: Command) -> list[str]:
    """Return the numbers that a command compares and the latest list lacks."""
    return sorted({ref for ref in command.refs if ref.isdigit()} - {str(each.offer.number) for each in scene.listed})


def _ask_for_two(scene: Scene, command: Command) -> str:
    """Ask for two things to compare, where nothing was shown or the latest list lacks a number."""
    if not scene.shown:
        return say_nothing_shown(scene, NOTHING_TO_TELL)
    missing = [f"number {ref}" for ref in _list_missing(scene, command)]
    which, offers = join_words(missing, "or"), count(len(scene.listed), "offer")
    return f"There is no {which} in my last list, which has {offers}. {_NEEDS_TWO}" if missing else _NEEDS_TWO


def _compare_served(scene: Scene, command: Command, places: Sequence[Place], unserved: Sequence[Mention]) -> Plan:
    """Say which of some places are not served, and what is asked for of the others."""
    names = join_words([each.name for each in unserved], "and")
    sorry = f"I'm sorry, I have nothing to or in {names}."
    if len(places) > 1:
        told = yield from compare_places(scene, command, places)
    elif any(places[0] in find_places_named(each.value("place") or "") for each in scene.commands if each != command):
        return sorry  # what is sought there is shown
    else:
        told = yield from tell_of_place(scene, replace(command, verb="place", refs=(places[0].name,)))
    return f"{sorry}\n{told}"


def find_fact(command: Command) -> str:
    """Return the fact that a command compares, in lower case; empty if it names none."""
    texts = [f"{slot} {value}".strip() for slot, value in command.slots if slot not in _SLOTS]
    return normalise(" ".join(texts))


def _find_other(scene: Scene, thing: Item) -> Items:
    """Return a thing with what it is compared with: what waits or is booked of its kind, or the list it stands in."""
    booked = yield from scene.load_bookings()
    own = [each for each in (*scene.waiting, *booked) if each.kind == thing.kind and each.place == thing.place]
    others = [each for each in keep_once([thing, *own]) if each.offer.title != thing.offer.title]
    listed = [each for each in scene.listed if each.kind == thing.kind]
    return keep_once([thing, *(others[:1] or listed)])


def compare_things(fact: str, things: Sequence[Item], scene: Scene) -> str:
    """Return what differs between things: their prices, and what is known of each."""
    kinds = {each.kind for each in things}
    offers = [each.offer for each in things]
    if len(kinds) > 1:
        return "\n".join([_OF_OTHER_KINDS, *map(describe, offers)])
    if not fact or (choices.choose(fact, things) == choices.choose_best(offers)):
        advice = [choices.advise(offers)] if fact else []
        return "\n".join([compare_prices(offers), *map(describe, offers), *advice])
    if _PRICE.search(fact) and not find_feature(fact):
        return compare_prices(offers)
    if re.search(r"\blocat|\barea\b|\bwhere\b", fact) and kinds == {"hotel"}:
        return "\n".join(dict.fromkeys(tell_location(offer.hotel) for offer in offers))
    tell_of = {"hotel": tell_of_hotels, "flight": tell_of_flights, "car": tell_of_cars}[things[0].kind]
    return choices.choose(fact, things) or tell_of(fact, things, scene.state.today)


def compare_prices(offers: Sequence[Offer]) -> str:
    """Return which of some offers is the cheapest, and by how much."""
    ranked = sorted(offers, key=lambda offer: offer.total)
    if len(ranked) > 2:
        return choices.order(choices.RANKS[0], offers)
    cheap, dear = ranked
    if cheap.total == dear.total:
        return f"Both cost {format_dollars(cheap.total)} in all."
    return capitalise(
        f"{name(cheap)} is {format_dollars(dear.total - cheap.total)} cheaper in all than {name(dear)}: "
        f"{format_dollars(cheap.total)} against {format_dollars(dear.total)}."
    )


def describe(offer: Offer) -> str:
    """Return what is known of an offer, for a comparison."""
    if offer.kind == "hotel":
        hotel = offer.hotel
        facts = hotel.facts
        beach = "" if facts.beach_km is None else f", {_format_beach(facts.beach_km)}"
        where = f"{facts.centre_km:g} km from the centre{beach}, on a {'quiet' if facts.is_quiet else 'busy'} street"
        has = join_words(hotel.amenities)
        figures = f"{format_dollars(offer.unit_price)} a night, {hotel.stars} stars, rated {hotel.rating}"
        return f"• {offer.title}: {figures}, with {has}, {where}"
    if offer.kind == "flight":
        flight = offer.flight
        stops = f"changing in {flight.via}" if flight.via else "nonstop"
        times = f"leaves at {flight.departs}, takes {format_minutes(flight.minutes)}, {stops}"
        return f"• {offer.title}: {times}, {format_dollars(offer.unit_price)} a seat"
    car = offer.car
    gearbox = "automatic" if car.gearbox == "automatic" else "manual gearbox"
    room = f"{car.seats} seats, room for {count(car.bags, 'bag')}, {gearbox}"
    return f"• {capitalise(offer.title)}: {room}, {format_dollars(offer.unit_price)} a day"


def _format_beach(km: float) -> str:
    return f"{km:g} km from the beach" if km else "on the beach"


def compare_places(scene: Scene, command: Command, places: Sequence[Place]) -> Plan:
    """Say which of several places is the cheapest, warmest or nearest, or what is known of each."""
    trip = _read_trip(scene, command)
    scene = replace(scene, state=replace(scene.state, message=""))
    known = replace(scene.known(), trip=trip)
    fact = find_fact(command)
    start = Start(trip.origin) if command.has("from") and trip.origin else find_start(scene, fact, places)
    wanted = TripPreferences(
        interests=(),
        budget=known.budget.amount if known.budget and known.budget.basis != "night" else None,
        people=known.people,
        nights=min(max(known.nights or DEFAULT_NIGHTS, 1), 30),
        home=start.place if start else None,
        first=find_priced_day(trip),
    )
    places = [place for place in places if place != wanted.home]
    is_of_rooms = bool(_ROOMS.search(fact)) and "flight" not in fact
    is_of_flights = bool(re.search(r"\bflights?\b|\bflying\b", fact)) and not _WHOLE.search(fact)
    wanted = replace(wanted, home=None) if is_of_rooms else wanted
    if _PRICE.search(fact) and ((trip.first and (trip.last or is_of_flights)) or is_of_rooms):
        costs = yield from _price(places, trip, wanted, is_of_flights=is_of_flights)
        if costs:
            return _rank_costs(costs, trip, wanted)
    said = _weigh_places(scene, fact, places, wanted, trip)
    return f"{said} {start.explain()}".strip() if start and wanted.home and wanted.home.name in said else said


def _weigh_places(scene: Scene, fact: str, places: Sequence[Place], wanted: TripPreferences, trip: Trip) -> str:
    """Return which of several places is the most of what a fact names, or the fact of each."""
    fact = fact or "compare"
    day = trip.first or trip.month or next(iter(trip.days), None)
    month = find_month(scene, fact) or (day.month if day else scene.state.today.month)
    if _WEATHER.search(fact):
        return comparison.compare("coldest" if re.search("col|cool", fact) else "warmest", places, wanted, month)
    if _PRICE.search(fact):
        said = comparison.compare("cheapest", places, wanted, month)
        return re.sub(r"(with flights from [^.]+)\.", rf"\1 in {calendar.month_name[month]}.", said) if day else said
    if re.search(r"\bclos\w+|\bnear\w*|\bshort\w*|\bfar\b|\bflight (?:time|duration)", fact) and "beach" not in fact:
        return comparison.compare("nearest", places, wanted, month)
    if knows(fact) and not find_activities(fact) and not re.search(r"\w+est\b|\bbeach", fact):
        return "\n".join(tell_fact(look_at(scene, place, fact)) for place in places)
    said = re.sub(r"\bknown for family\b", "known for families", comparison.compare(fact, places, wanted, month))
    if said.startswith(_NONE):
        return f"{said}{_suggest_others(fact, places, wanted)}"
    is_even = all(match_interests(place.activities, find_activities(fact)) for place in places)
    if is_even and (day or find_named_month(fact)):
        return f"{said} {comparison.compare('warmest', places, wanted, month)}"
    return said


def _suggest_others(fact: str, places: Sequence[Place], wanted: TripPreferences) -> str:
    """Return places that are known for what a fact names, as none of some places is."""
    wishes = replace(wanted, interests=find_activities(fact), refused=frozenset(place.name for place in places))
    best = [each.place.name for each in suggest_places(wishes).best if each.matches]
    return f" {join_words(best)} {'is' if len(best) == 1 else 'are'}; shall I tell you more of that?" if best else ""


def _read_trip(scene: Scene, command: Command) -> Trip:
    """Return the trip with the days, people and start that a comparison names."""
    slots = tuple(slot for slot in command.slots if slot[0] in _SLOTS - {"place"})
    trip = apply_command(scene.trip, Command("suggest", (), slots), scene.state.today)
    return choose_day(trip, scene.state.today) if trip.nights else trip


@dataclass(frozen=True, slots=True)
class _Cost:
    """The price of the cheapest flights and rooms of a trip; no flights if it is not known where it starts."""

    place: Place
    parts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(amount for _, amount in self.parts)


def _price(
    places: Sequence[Place], trip: Trip, wanted: TripPreferences, *, is_of_flights: bool
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[_Cost]]:
    """Look up what the cheapest flights and rooms cost in some places, on the days of a trip or else for a night."""
    first, last = (trip.first, trip.last) if trip.last else (trip.first if is_of_flights else None, None)
    stay = {"check_in": first.isoformat(), "check_out": last.isoformat()} if first and last else {}
    nights = (last - first).days if first and last else 1
    costs: list[_Cost] = []
    for place in places:
        calls: list[ToolCall] = []
        if (home := wanted.home) and first:
            calls.append(_search_flights(home.key, place.key, first.isoformat(), wanted.people))
            if last and (trip.is_round or not is_of_flights):
                calls.append(_search_flights(place.key, home.key, last.isoformat(), wanted.people))
        flights = (yield calls) if calls else ()
        fares = [[row["price"] * wanted.people for row in result.data.get("flights", ())] for result in flights]
        parts = [("flights", round(sum(map(min, fares))))] if fares and all(fares) else []
        if not is_of_flights:
            (rooms,) = yield [ToolCall("search_hotel_rooms", {"city": place.key, **stay, "guests": wanted.people})]
            prices = [row["price_for_all"] * nights for row in rooms.data.get("hotels", ())]
            parts += [("rooms", round(min(prices)))] if prices else []
        if len(parts) == bool(calls) + (not is_of_flights):
            costs.append(_Cost(place, tuple(parts)))
    return [each for each in costs if each.parts]


def _search_flights(origin: str, destination: str, day: str, people: int) -> ToolCall:
    return ToolCall("search_flights", {"origin": origin, "destination": destination, "day": day, "passengers": people})


def _rank_costs(costs: Sequence[_Cost], trip: Trip, wanted: TripPreferences) -> str:
    """Return what a trip to each of some places costs, the cheapest first."""
    ranked = sorted(costs, key=lambda each: each.total)
    people = f"{wanted.people} people" if wanted.people > 1 else "one person"
    when = "a night"
    if trip.first and trip.last:
        when = format_days(trip.first.isoformat(), trip.last.isoformat())
    what = join_words([name for name, _ in ranked[0].parts])
    what = what.replace("flights", f"flights from {wanted.home.name}") if wanted.home else what
    if trip.first and not trip.last:
        when = f"on {format_day(trip.first)}"
    lines = [f"• {each.place.name}: {_describe_cost(each)}" for each in ranked]
    less = ranked[-1].total - ranked[0].total
    verdict = f"{ranked[0].place.name} is {format_dollars(less)} cheaper." if less else "They cost the same."
    if len(ranked) > 2:
        verdict = f"{ranked[0].place.name} is the cheapest."
    return "\n".join([f"The cheapest {what} for {people}, {when}:", *lines, verdict])


def _describe_cost(cost: _Cost) -> str:
    parts = join_words([f"{what} {format_dollars(amount)}" for what, amount in cost.parts])
    return f"{format_dollars(cost.total)} in all ({parts})" if len(cost.parts) > 1 else format_dollars(cost.total)
