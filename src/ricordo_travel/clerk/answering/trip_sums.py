"""What is added up for the cost of a trip: what is booked, waits or was just chosen, each once, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from ricordo_travel.clerk.answering.journeys import (
    find_way_home,
    grow_journey,
    is_at,
    is_rival,
    list_ways,
    name_way,
    overlaps,
    places_of,
)
from ricordo_travel.clerk.answering.subjects import identify, keep_once
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.refused_places import find_refused_places, is_in
from ricordo_travel.clerk.scene import Item, Items, Scene
from ricordo_travel.clerk.searching.starts import Start, find_start
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.replies.offers import (
    BOOKING_ID,
    count_people,
    describe_cars,
    describe_flights,
    describe_rooms,
    find_offers,
    first_day,
    last_day,
)
from ricordo_travel.dialogue.replies.questions import CONFIRM
from ricordo_travel.dialogue.trips.booked import Row, find_next_trip, group_trips
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind

_BESIDE = timedelta(days=2)
"""How long before or after a trip a thing may be that is for it."""
_MAX_DAYS = 45
_SHOWN, _FOUND = "the cheapest that I showed", "the cheapest that I find"
_LIKING = frozenset({"pick", "total", "ask", "whatif"})
"""Verbs of commands that single out a thing."""
SUPPOSED = "Then it would be "
"""The beginning of what an offer would be if it were changed."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Items that are added up.

    Attributes:
        things: The things, each once.
        notes: What is said of those that nobody chose, by their texts: "the cheapest that I showed".
    """

    things: Sequence[Item]
    notes: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def total(self) -> int:
        return sum(each.offer.total for each in self.things)


Sums = Generator[Sequence[ToolCall], Sequence[ToolResult], Sum]
Days = tuple[date, date]


def find_booked_sum(scene: Scene) -> Sums:
    """Return what is booked for the trip that the conversation is about, or for all trips."""
    booked = yield from scene.load_bookings()
    return Sum(_keep_trip(scene, booked, find_chosen(scene), _find_places(scene, booked)) or booked)


def find_sum_to(scene: Scene, places: Sequence[Place]) -> Sums:
    """Return what is booked, waits or was shown for the trip to some places."""
    booked = yield from scene.load_bookings()
    own = [each for each in booked if is_at(each, places)]
    rows = [row for trip in group_trips(_rows(booked)) if any(row in trip for row in _rows(own)) for row in trip]
    things = [each for each in booked if each.row in rows]
    things += [each for each in scene.waiting if is_at(each, places)]
    return _fill(scene, things, places)


def find_sum(scene: Scene, *, is_all: bool = False, named: Sequence[Item] = ()) -> Sums:
    """Return all of the trip: what is booked, waits or was named for it, and the cheapest of each list beside that."""
    booked = yield from scene.load_bookings()
    chosen = keep_once([*find_chosen(scene), *named])
    places = _find_places(scene, booked)
    own = _keep_trip(scene, booked, chosen, places)
    if is_all:
        ids = scene.situation.booked.values()
        own = [each for each in booked if each in own or (each.row and each.row["booking_id"] in ids)]
    ways = {name_way(each) for each in chosen}
    waiting = [each for each in _list_waiting(scene, booked) if not each.proposal or each.proposal.action != "cancel"]
    waiting = [*chosen, *(each for each in waiting if name_way(each) not in ways)]
    own = _without_changed(own, waiting)
    if not (own or waiting or _list_shown(scene, places)):
        rows = find_next_trip(_rows(booked), scene.state.today)
        own = [each for each in booked if each.row in rows]
    return (yield from _add_way_home(scene, _fill(scene, [*own, *waiting], places)))


def _add_way_home(scene: Scene, added: Sum) -> Sums:
    """Return the sum of a journey with several stays with the cheapest flight home, if it has flights but not that."""
    is_settled = all(each.state == "booked" for each in added.things) or "flight" in _find_refused(scene)
    way = None if is_settled else find_way_home(added.things)
    if way is None:
        return added
    place, home, day = way
    people = max(count_people(each.offer) for each in added.things if each.kind != "car")
    results = yield [_list_flights(place, home, day, people)]
    found = _read_cheapest("flight", results[0], (day, day), people)
    return Sum([*added.things, *found], {**added.notes, **{each.offer.text: _FOUND for each in found}})


def _list_waiting(scene: Scene, booked: Sequence[Item]) -> list[Item]:
    """Return what waits for a yes, without what the message refuses; all of it if nothing at all is booked."""
    refusals = [command for command in scene.commands if command.verb == "no"]
    waiting = _list_open(scene)
    if any(not command.refs for command in refusals):
        return [] if booked else waiting
    marked = dict(zip(WAITING, scene.proposed, strict=False))
    refused = [marked[ref] for command in refusals for ref in command.refs if ref in marked]
    kinds = {kind for command in refusals for kind in _find_kinds(command)}
    return [each for each in waiting if each not in refused and each.kind not in kinds]


def _list_open(scene: Scene) -> list[Item]:
    """Return what waits for a yes, without what is in a refused place, or for nights for which the reply has others."""
    refused = find_refused_places(scene.state.text)
    said = [Item(offer, "shown") for text in scene.said for offer in find_offers(text)]
    gone = [each for each in scene.waiting if is_in(each.offer, refused) or any(overlaps(each, own) for own in said)]
    return [each for each in scene.waiting if each not in gone or (each.proposal and each.proposal.action != "book")]


def find_chosen(scene: Scene) -> list[Item]:
    """Return what the message itself chooses or changes beside asking for the total: "the second, what is that?"."""
    asked = [text for text in (*scene.said, _find_supposed(scene)) if CONFIRM in text or text.startswith(SUPPOSED)]
    found: list[Item] = []
    for text in asked:
        things = [Item(offer, "waiting" if CONFIRM in text else "shown") for offer in find_offers(text)]
        ways = Counter(map(name_way, things))
        found += [each for each in things if each.state == "waiting" or ways[name_way(each)] == 1]
    return found


def _find_supposed(scene: Scene) -> str:
    """Return the last reply if it says what an offer would be if it were changed."""
    return scene.state.last_reply if scene.state.last_reply.startswith(SUPPOSED) else ""


def mark_states(scene: Scene, things: Sequence[Item]) -> Items:
    """Return things as they are by now: booked, or waiting for a yes, whatever list they were named from."""
    booked = yield from scene.load_bookings()
    known = {identify(each): each for each in (*find_chosen(scene), *scene.waiting, *booked)}
    return [each if each in scene.waiting else known.get(identify(each), each) for each in things]


def choose_cheapest(things: Sequence[Item], *, is_named: bool) -> Sum:
    """Return things that were named; of a whole list that a kind stands for, the cheapest."""
    if is_named and all(each.state != "shown" for each in things):
        return Sum(things)
    shown: dict[str, list[Item]] = {}
    for each in things:
        if each.state == "shown":
            shown.setdefault(name_way(each), []).append(each)
    listed = [group for group in shown.values() if len(group) > 2 or (len(group) > 1 and not is_named)]
    cheapest = [thing for group in listed for thing in _find_cheapest(group)]
    rest = [each for each in things if not any(each in group for group in listed)]
    return Sum([*rest, *cheapest], {each.offer.text: _SHOWN for each in cheapest})


def add_found(scene: Scene, added: Sum, kinds: Sequence[Kind]) -> Sums:
    """Return a sum with the flights, rooms or car of the trip, of the kinds that it lacks; the cheapest if none is."""
    lacking = [kind for kind in kinds if all(each.kind != kind for each in added.things)]
    if lacking:
        whole = yield from find_sum(scene, named=added.things)
        own = [each for each in whole.things if each.kind in lacking]
        added = Sum([*added.things, *own], {**added.notes, **whole.notes})
    place, days = _find_stay(scene, added)
    if place is None or days is None:
        return added
    calls: dict[Kind, list[ToolCall]] = {}
    people = max((count_people(each.offer) for each in added.things if each.kind != "car"), default=0)
    people = people or scene.known().people
    start = find_start(scene)
    for kind in kinds:
        if all(each.kind != kind for each in added.things):
            calls[kind] = _list_calls(kind, place, days, people, start)
    found: list[Item] = []
    for kind, own in calls.items():
        for result in (yield own) if own else ():
            found += _read_cheapest(kind, result, days, people)
    return Sum([*added.things, *found], {**added.notes, **{each.offer.text: _FOUND for each in found}})


def _find_stay(scene: Scene, added: Sum) -> tuple[Place | None, Days | None]:
    """Return the place and the days of a sum: those of its hotel or car, of its flights, or of the trip."""
    stays = [each for each in added.things if each.kind != "flight"]
    if stays:
        days = [day for each in stays for day in (first_day(each.offer), last_day(each.offer))]
        return stays[0].place, (min(days), max(days))
    flights = sorted((each.offer for each in added.things if each.kind == "flight"), key=first_day)
    trip = scene.trip
    first, last = (first_day(flights[0]), first_day(flights[-1])) if len(flights) > 1 else (trip.first, trip.last)
    place = flights[0].flight.destination if flights else trip.destination
    return place, (first, last) if first and last and first < last else None


def _list_calls(kind: Kind, place: Place, days: Days, people: int, start: Start | None) -> list[ToolCall]:
    """Return the calls that look for a kind: flights there and back, rooms, or cars."""
    first, last = (day.isoformat() for day in days)
    if kind == "hotel":
        stay = {"check_in": first, "check_out": last, "guests": people}
        return [ToolCall("search_hotel_rooms", {"city": place.key, **stay})]
    if kind == "car":
        return [ToolCall("search_cars", {"city": place.key, "pick_up": first, "drop_off": last})]
    if start is None or start.place.airport == place.airport:
        return []
    return [
        _list_flights(start.place, place, days[0], people),
        _list_flights(place, start.place, days[1], people),
    ]


def _list_flights(origin: Place, goal: Place, day: date, people: int) -> ToolCall:
    ends = {"origin": origin.key, "destination": goal.key}
    return ToolCall("search_flights", {**ends, "day": day.isoformat(), "passengers": people})


def _read_cheapest(kind: Kind, result: ToolResult, days: Days, people: int) -> list[Item]:
    """Return the cheapest thing of a kind that a search has found."""
    if kind == "flight":
        lines = describe_flights(result.data.get("flights", ()), people)
    elif kind == "hotel":
        rows = sorted(result.data.get("hotels", ()), key=lambda row: row["price_for_all"])
        lines = describe_rooms(rows[:1], *days, people)
        return [Item(offer, "shown") for offer in find_offers("\n".join(lines))]
    else:
        lines = describe_cars(result.data.get("cars", ()), *days)
    offers = find_offers("\n".join(lines))
    return [Item(min(offers, key=lambda offer: offer.total), "shown")] if offers else []


def _without_changed(booked: Sequence[Item], waiting: Sequence[Item]) -> list[Item]:
    """Return bookings without those that a change which waits for a yes would put something else in the place of."""
    changed = {each.proposal.preview.get("booking_id") for each in waiting if each.proposal}
    return [each for each in booked if not each.row or each.row["booking_id"] not in changed]


def _rows(things: Iterable[Item]) -> list[Row]:
    return [each.row for each in things if each.row]


def _find_places(scene: Scene, booked: Sequence[Item]) -> list[Place]:
    """Return the places that the conversation is about: of what waits, of the trip, of the latest list, or booked."""
    start = scene.known().start
    if waiting := _list_open(scene):
        ends = [place for each in waiting for place in places_of(each)]
    elif scene.trip.destination:
        ends = [scene.trip.destination]
    elif scene.listed:
        ends = places_of(scene.listed[0])
    else:
        ids = {match[1] for match in BOOKING_ID.finditer("\n".join(scene.state.replies))}
        ends = [place for each in booked if each.row and each.row["booking_id"] in ids for place in places_of(each)]
    if scene.trip.destination and scene.trip.destination not in ends:
        ends.append(scene.trip.destination)
    return [place for place in dict.fromkeys(ends) if place != start] or list(dict.fromkeys(ends))


def _keep_trip(scene: Scene, booked: Sequence[Item], chosen: Sequence[Item], places: Sequence[Place]) -> list[Item]:
    """Return the bookings of the trip to some places, at about the time of what waits and of what was shown."""
    own = [each for each in booked if is_at(each, places)]
    days = _find_days(scene, places)
    if days is None:
        return own
    first, last = days
    near = [each for each in own if first_day(each.offer) <= last + _BESIDE and last_day(each.offer) >= first - _BESIDE]
    if first == last:  # a day alone does not say how long the trip is
        near = [each for each in own if abs((first_day(each.offer) - first).days) <= _MAX_DAYS]
    groups = group_trips(_rows(booked))
    rows = [row for trip in groups if any(row in trip for row in _rows(near)) for row in trip]
    kept = [each for each in booked if each in near or each.row in rows]
    return _follow_on(booked, kept, [*chosen, *_list_open(scene)])


def _follow_on(booked: Sequence[Item], kept: Sequence[Item], others: Sequence[Item]) -> list[Item]:
    """Return the bookings of a trip with those before and after it that are where it goes on from, or to.

    Where nobody stays, a trip does not go on: two trips from home have only that in common.
    """
    things = [*kept, *others]
    stays = {each.place.airport for each in (*booked, *others) if each.kind != "flight"}
    trips = [[each for each in booked if each.row in rows] for rows in group_trips(_rows(booked))]
    while more := [trip for trip in trips if trip[0] not in things and _goes_on(trip, things, stays)]:
        things += [each for trip in more for each in trip]
    return [each for each in booked if each in things]


def _goes_on(trip: Sequence[Item], things: Sequence[Item], stays: set[str]) -> bool:
    """Return whether a trip follows things, or goes before them, at a place of a stay."""
    return any(
        first_day(own.offer) <= last_day(other.offer) + _BESIDE
        and last_day(own.offer) >= first_day(other.offer) - _BESIDE
        and stays & {place.airport for place in places_of(own)} & {place.airport for place in places_of(other)}
        for own in trip
        for other in things
    )


def _find_days(scene: Scene, places: Sequence[Place]) -> Days | None:
    """Return the first and the last day of the trip, as the conversation has them."""
    things = [each for each in (*scene.waiting, *scene.listed) if is_at(each, places)]
    days = [day for each in things for day in (first_day(each.offer), last_day(each.offer))]
    trip = scene.trip
    days += [day for day in (trip.first, trip.last) if day]
    return (min(days), max(days)) if days else None


def _list_shown(scene: Scene, places: Sequence[Place], things: Sequence[Item] = ()) -> list[list[Item]]:
    """Return the latest list of each part of the trip: those for some places on its days, and what they go on with."""
    lists: dict[str, list[Item]] = {}
    days = scene.trip.first, scene.trip.last
    shown = list_ways(scene)
    has_stay = any(each.kind != "flight" for each in (*things, *(own[0] for here in shown for own in here.values())))
    for here in shown:
        newer = [own[0] for own in lists.values()]
        for way, own in here.items():
            is_own = is_at(own[0], places) and _is_within(own[0], days)
            if is_own and way not in lists and not any(is_rival(own[0], each, has_stay=has_stay) for each in newer):
                lists[way] = own
    return grow_journey(lists, shown, things)


def _is_within(thing: Item, days: tuple[date | None, date | None]) -> bool:
    first, last = days
    if first is None:
        return True
    return first - _BESIDE <= first_day(thing.offer) <= (last or first + timedelta(days=_MAX_DAYS)) + _BESIDE


def _fill(scene: Scene, things: Sequence[Item], places: Sequence[Place]) -> Sum:
    """Return things with the cheapest of each list for a part of the trip that they lack."""
    taken = {name_way(each) for each in things}
    refused = _find_refused(scene)
    cheapest: list[Item] = []
    has_stay = any(each.kind != "flight" for each in things)
    for each in _list_shown(scene, places, things):
        is_open = name_way(each[0]) not in taken and each[0].kind not in refused
        if is_open and not any(is_rival(each[0], other, has_stay=has_stay) for other in things):
            liked = _find_liked(scene, each)
            things = [*things, *liked]
            cheapest += [] if liked else _find_cheapest(each)
    return Sum(keep_once([*things, *cheapest]), {each.offer.text: _SHOWN for each in cheapest})


def _find_liked(scene: Scene, things: Sequence[Item]) -> list[Item]:
    """Return those of a list that a message chose or asked about, the latest that did."""
    said = [(reply, command) for reply, commands in reversed(scene.earlier) for command in reversed(commands)]
    for reply, command in said:
        if command.verb == "find" and things[0].kind in command.subject.replace("return", "flight"):
            return []
        if command.verb == "pick" and (picked := _find_numbered(reply, command, things)):
            return picked
        words = {ref.lower() for ref in command.refs} if command.verb in _LIKING else set[str]()
        named = [each for each in things if words and set(each.offer.title.lower().split()[:2]) <= words]
        if named and len({each.offer.title for each in named}) == 1:
            return named
    return []


def _find_numbered(reply: str, command: Command, things: Sequence[Item]) -> list[Item]:
    """Return those of a list that a command chooses by their numbers in a reply."""
    texts = {offer.text for offer in find_offers(reply) if str(offer.number) in command.refs}
    return [each for each in things if each.offer.text in texts]


def _find_refused(scene: Scene) -> set[Kind]:
    """Return the kinds that were turned down, so that they are no part of the trip."""
    refused: set[Kind] = set()
    for reply, commands in (*scene.earlier, (scene.state.last_reply, scene.commands)):
        for command in commands:
            kinds = _find_kinds(command)
            if command.verb == "no":
                refused |= kinds or _find_declined(reply, command.refs)
            elif command.verb in {"find", "pick"}:
                refused -= kinds
    return refused


def _find_kinds(command: Command) -> set[Kind]:
    words = command.subject.lower().replace("+", " ").replace("return", "flight").split()
    return {kind for kind in ("flight", "hotel", "car") if kind in words or f"{kind}s" in words}


def _find_declined(reply: str, refs: Sequence[str]) -> set[Kind]:
    """Return the kinds of what a no is to: what waits in the reply before it, by its letters, or else its list."""
    offers = find_offers(reply)
    waiting = [offer for offer in offers if offer.number is None]
    marked = [offer for mark, offer in zip(WAITING, waiting, strict=False) if mark in refs]
    return {offer.kind for offer in marked or waiting or offers}


def _find_cheapest(things: Sequence[Item]) -> list[Item]:
    """Return the cheapest of a list; the rooms of one hotel that have one number are taken together."""
    groups: dict[tuple[int | None, str], list[Item]] = {}
    for each in things:
        groups.setdefault((each.offer.number, each.offer.title), []).append(each)
    return min(groups.values(), key=lambda group: sum(each.offer.total for each in group))
