"""Say what things cost together: those named, or all of a trip, and how that compares with the budget."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ricordo_travel.clerk import place_answers
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.known_facts import capitalise
from ricordo_travel.clerk.scene import Item, Items, Scene
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.clerk.subjects import find_place_spoken, find_places_named, find_subjects, keep_once, merge_rooms
from ricordo_travel.dialogue.booked import Row, find_next_trip, group_trips
from ricordo_travel.dialogue.money import Money, find_noted_budget, format_dollars
from ricordo_travel.dialogue.numbers import parse_numbers
from ricordo_travel.dialogue.offers import BOOKING_ID, count_people, find_offers
from ricordo_travel.dialogue.open_offers import first_day, last_day
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words
from ricordo_travel.dialogue.questions import CONFIRM
from ricordo_travel.dialogue.shares import format_share
from ricordo_travel.dialogue.suggestions import describe_trip
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind

_NOTHING = "There is nothing to add up yet. What shall I look for?"
_NONE_BOOKED = "Nothing is booked, so there is nothing to pay."
_WHOLE = frozenset({"all", "everything", "trip", "these", "those", "them", "it", "both", "whole", "cheapest", "total"})
_ALL = frozenset({"all", "everything"})
"""Words for all that the conversation is about, whatever the trip."""
_BESIDE = timedelta(days=2)
"""How long before or after a trip a thing may be that is for it."""
_MAX_DAYS = 45
_STATES = {"booked": "booked", "waiting": "waits for your yes", "shown": "not booked yet"}
_KIND_WORDS: tuple[tuple[str, str], ...] = (
    (r"\breturns?\b|\bback\b", "return"),
    (r"\bflights?\b|\bplanes?\b|\bflying\b", "flight"),
    (r"\bhotels?\b|\brooms?\b|\bstay\b", "hotel"),
    (r"\bcars?\b|\brental\b", "car"),
)


@dataclass(frozen=True, slots=True)
class Sum:
    """Items that are added up.

    Attributes:
        things: The things, each once.
        cheapest: Those of them that stand for a list, as its cheapest.
    """

    things: Sequence[Item]
    cheapest: frozenset[str] = frozenset()

    @property
    def total(self) -> int:
        return sum(each.offer.total for each in self.things)


Added = Generator[Sequence[ToolCall], Sequence[ToolResult], Sum | str]
"""The search for what to add up: a sum, or what to say if there is none."""


def tell(scene: Scene, command: Command) -> Plan:
    """Say what things cost together, what that is for each, and whether it is within the budget."""
    if _names_trip(command) and (place := find_place_spoken(scene)):
        return _estimate(scene, command, place)
    added = yield from _find_sum(scene, command)
    if isinstance(added, str):
        return added
    left = _leave_out(added, command, scene)
    if not left.things:
        return _NONE_BOOKED if command.has("booked") else _NOTHING
    said = [describe_sum(left)]
    if missing := _name_missing(scene, command, left):
        said.append(missing)
    if command.has("each") or _asks(command, r"\beach\b|\bperson\b|\bshare\b|\bsplit\b|\bhead\b"):
        said.append(describe_share(scene, command, left))
    if (limit := _read_amount(command)) is not None:
        said.append(_compare_with(left.total, limit))
    elif command.has("budget") or _asks(command, r"\bbudget\b|\bleft\b|\bafford"):
        said.append(compare_with_budget(scene, left))
    return " ".join(said)


def _names_trip(command: Command) -> bool:
    """Return whether a command asks for the total of another trip than the one that was looked for."""
    return not command.refs and command.has("from", "on", "until", "nights", "people")


def _estimate(scene: Scene, command: Command, place: Place) -> str:
    """Return about what a trip to a place costs, and whether that is within an amount."""
    visit = place_answers.look_at(place_answers.follow(scene, command.slots), place, "prices")
    cost = describe_trip(place, visit.wanted).cost
    limit = _read_amount(command)
    said = [place_answers.tell_fact(visit), *([_compare_with(cost, limit)] if limit else [])]
    return " ".join([*said, "Ask me for the flights and a hotel on your days, and I add up their real prices."])


def _asks(command: Command, words: str) -> bool:
    return any(re.search(words, f"{slot} {value}") for slot, value in command.slots)


def _find_sum(scene: Scene, command: Command) -> Added:
    """Return what a command adds up, or what to say if there is nothing."""
    refs = [ref for ref in command.refs if ref.lower() not in {"and", "with", "plus", "the"}]
    if command.has("booked") and not [ref for ref in refs if ref.lower() not in _WHOLE]:
        return (yield from _find_booked(scene))
    words = {ref.lower() for ref in refs}
    if not refs or words <= _WHOLE:
        return (yield from _find_trip(scene, is_all=bool(words & _ALL)))
    if refs[0].lower() == "trip":
        return (yield from _find_trip_to(scene, find_places_named(" ".join(refs))))
    whole = yield from _find_trip(scene)
    kinds = _find_kinds(refs)
    if (
        kinds
        and len(kinds) == len(refs)
        and isinstance(whole, Sum)
        and (own := _keep_kinds(scene, whole, kinds)).things
    ):
        return own
    things = yield from _find_named(scene, refs)
    if command.has("booked"):
        things = [each for each in things if each.state == "booked"]
    if not things:
        return f"I have shown you nothing like “{command.subject}”. Which ones shall I add up?"
    return _choose_cheapest(things, is_named=any(len(ref) == 1 or ref.isdigit() for ref in refs))


def _find_kinds(words: Sequence[str]) -> list[str]:
    """Return the kinds that words name, the way back as "return"."""
    return [kind for word in words for pattern, kind in _KIND_WORDS if re.search(pattern, word.lower())]


def _keep_kinds(scene: Scene, added: Sum, kinds: Sequence[str]) -> Sum:
    """Return a sum with some kinds only; "return" is the flight back, if there is one."""
    return replace(
        added,
        things=[each for each in added.things if each.kind in kinds or ("return" in kinds and _is_back(scene, each))],
    )


def _is_back(scene: Scene, thing: Item) -> bool:
    ends = {scene.trip.destination, scene.trip.departure}
    return thing.kind == "flight" and thing.offer.flight.origin in ends


def _find_named(scene: Scene, refs: Sequence[str]) -> Items:
    """Return the things that references name: numbers and letters, kinds, and names."""
    marks = [ref for ref in refs if ref.isdigit() or len(ref) == 1]
    words = [ref for ref in refs if ref not in marks]
    things: list[Item] = []
    if marks:
        things += yield from find_subjects(scene, marks)
    kinds = [kind for pattern, kind in _KIND_WORDS if re.search(pattern, " ".join(words).lower())]
    others = [word for word in words if not any(re.search(pattern, word.lower()) for pattern, _ in _KIND_WORDS)]
    for kind in kinds:
        things += yield from find_subjects(scene, [kind, *others])
    if others and not kinds:
        things += yield from find_subjects(scene, others)
    return keep_once(things)


def _find_booked(scene: Scene) -> Added:
    """Return what is booked for the trip that the conversation is about, or for all trips."""
    booked = yield from scene.load_bookings()
    if not booked:
        return _NONE_BOOKED
    own = _keep_trip(scene, booked, _find_places(scene, booked))
    return Sum(own or booked)


def _find_trip_to(scene: Scene, places: Sequence[Place]) -> Added:
    """Return what is booked, waits or was shown for the trip to a place."""
    booked = yield from scene.load_bookings()
    if not places:
        return (yield from _find_trip(scene))
    own = [each for each in booked if _is_at(each, places)]
    trips = group_trips([each.row for each in booked if each.row])
    rows = [row for trip in trips if any(row in trip for row in _rows(own)) for row in trip]
    things = [each for each in booked if each.row in rows]
    things += [each for each in scene.waiting if _is_at(each, places)]
    return (
        _fill(scene, things, places)
        if things or _list_shown(scene, places)
        else f"I have nothing for {places[0].name} yet."
    )


def _find_trip(scene: Scene, *, is_all: bool = False) -> Added:
    """Return all of the trip: what is booked and waits for it, and the cheapest of each list beside that."""
    booked = yield from scene.load_bookings()
    places = _find_places(scene, booked)
    own = _keep_trip(scene, booked, places)
    if is_all:
        ids = scene.situation.booked.values()
        own = [each for each in booked if each in own or (each.row and each.row["booking_id"] in ids)]
    waiting = [each for each in scene.waiting if each.proposal is None or each.proposal.action != "cancel"]
    chosen = _find_chosen(scene)
    ways = {name_way(each) for each in chosen}
    waiting = [*chosen, *(each for each in waiting if name_way(each) not in ways)]
    own = _without_changed(own, waiting)
    if not (own or waiting or _list_shown(scene, places)):
        rows = find_next_trip([each.row for each in booked if each.row], scene.state.today)
        own = [each for each in booked if each.row in rows]
    return _fill(scene, [*own, *waiting], places) if own or waiting or _list_shown(scene, places) else _NOTHING


def _find_chosen(scene: Scene) -> list[Item]:
    """Return what the message itself chooses beside asking for the total: "the second, what is that in all?"."""
    asked = [text for text in scene.said if CONFIRM in text]
    return [Item(offer, "waiting") for text in asked for offer in find_offers(text)]


def _without_changed(booked: Sequence[Item], waiting: Sequence[Item]) -> list[Item]:
    """Return bookings without those that a change which waits for a yes would put something else in the place of."""
    changed = {each.proposal.preview.get("booking_id") for each in waiting if each.proposal}
    return [each for each in booked if not each.row or each.row["booking_id"] not in changed]


def _rows(things: Iterable[Item]) -> list[Row]:
    return [each.row for each in things if each.row]


def _find_places(scene: Scene, booked: Sequence[Item]) -> list[Place]:
    """Return the places that the conversation is about: of what waits, of the trip, of the latest list, or booked."""
    start = scene.known().start
    if scene.waiting:
        ends = [place for each in scene.waiting for place in _places(each)]
    elif scene.trip.destination:
        ends = [scene.trip.destination]
    elif scene.listed:
        ends = _places(scene.listed[0])
    else:
        ids = {match[1] for match in BOOKING_ID.finditer("\n".join(scene.state.replies))}
        ends = [place for each in booked if each.row and each.row["booking_id"] in ids for place in _places(each)]
    if scene.trip.destination and scene.trip.destination not in ends:
        ends.append(scene.trip.destination)
    return [place for place in dict.fromkeys(ends) if place != start] or list(dict.fromkeys(ends))


def _places(thing: Item) -> list[Place]:
    if thing.kind == "flight":
        return [thing.offer.flight.origin, thing.offer.flight.destination]
    return [thing.place]


def _is_at(thing: Item, places: Sequence[Place]) -> bool:
    airports = {place.airport for place in places}
    return any(place.airport in airports for place in _places(thing))


def _keep_trip(scene: Scene, booked: Sequence[Item], places: Sequence[Place]) -> list[Item]:
    """Return the bookings of the trip to some places, at about the time of what waits and of what was shown."""
    own = [each for each in booked if _is_at(each, places)]
    days = _find_days(scene, places)
    if days is None:
        return own
    first, last = days
    near = [each for each in own if first_day(each.offer) <= last + _BESIDE and last_day(each.offer) >= first - _BESIDE]
    if first == last:  # a day alone does not say how long the trip is
        near = [each for each in own if abs((first_day(each.offer) - first).days) <= _MAX_DAYS]
    groups = group_trips(_rows(booked))
    rows = [row for trip in groups if any(row in trip for row in _rows(near)) for row in trip]
    return [each for each in booked if each in near or each.row in rows]


def _find_days(scene: Scene, places: Sequence[Place]) -> tuple[date, date] | None:
    """Return the first and the last day of the trip, as the conversation has them."""
    things = [each for each in (*scene.waiting, *scene.listed) if _is_at(each, places)]
    days = [day for each in things for day in (first_day(each.offer), last_day(each.offer))]
    trip = scene.trip
    days += [day for day in (trip.first, trip.last) if day]
    return (min(days), max(days)) if days else None


def _list_shown(scene: Scene, places: Sequence[Place]) -> list[list[Item]]:
    """Return the latest list of each way and kind that was shown for some places, on the days of the trip."""
    lists: dict[str, list[Item]] = {}
    days = scene.trip.first, scene.trip.last
    for reply in (*reversed(scene.said), *scene.state.replies):
        here: dict[str, list[Item]] = {}
        for offer in find_offers(reply):
            thing = Item(offer, "shown")
            if offer.number and _is_at(thing, places) and _is_within(thing, days):
                here.setdefault(name_way(thing), []).append(thing)
        for way, things in here.items():
            lists.setdefault(way, things)
    return list(lists.values())


def _is_within(thing: Item, days: tuple[date | None, date | None]) -> bool:
    first, last = days
    if first is None:
        return True
    return first - _BESIDE <= first_day(thing.offer) <= (last or first + timedelta(days=_MAX_DAYS)) + _BESIDE


def name_way(thing: Item) -> str:
    """Return the part of a trip that a thing is: a flight from one place to another, the hotel or the car in one."""
    if thing.kind == "flight":
        return f"flight {thing.offer.flight.origin.airport} {thing.offer.flight.destination.airport}"
    return f"{thing.kind} {thing.place.name}"


def _fill(scene: Scene, things: Sequence[Item], places: Sequence[Place]) -> Sum:
    """Return things with the cheapest of each list for a part of the trip that they lack."""
    taken = {name_way(each) for each in things}
    lists = [each for each in _list_shown(scene, places) if name_way(each[0]) not in taken]
    refused = _find_refused(scene)
    cheapest = [thing for each in lists if each[0].kind not in refused for thing in _find_cheapest(each)]
    return Sum(keep_once([*things, *cheapest]), frozenset(each.offer.text for each in cheapest))


def _find_refused(scene: Scene) -> set[Kind]:
    """Return the kinds that were turned down, so that they are no part of the trip."""
    refused: set[Kind] = set()
    for reply, commands in (*scene.earlier, (scene.state.last_reply, scene.commands)):
        for command in commands:
            named = _find_kinds(command.subject.replace("+", " ").split())
            kinds: set[Kind] = {kind for kind in ("flight", "hotel", "car") if kind in named}
            if command.verb == "no":
                refused |= kinds or _find_declined(reply, command.refs)
            elif command.verb in {"find", "pick"}:
                refused -= kinds
    return refused


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


def _choose_cheapest(things: Sequence[Item], *, is_named: bool) -> Sum:
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
    return Sum([*rest, *cheapest], frozenset(each.offer.text for each in cheapest))


def _leave_out(added: Sum, command: Command, scene: Scene) -> Sum:
    """Return a sum without the kinds that a command leaves out."""
    words = " ".join(command.values("without"))
    kinds = _find_kinds(words.split())
    things = [each for each in added.things if each.kind not in kinds]
    if "return" in kinds:
        things = [each for each in things if not _is_back(scene, each)]
    names = [each for each in things if words and each.offer.title.split()[0].lower() in words.lower().split()]
    return Sum(merge_rooms([each for each in things if each not in names]), added.cheapest)


def describe_sum(added: Sum) -> str:
    """Return what things cost together, and each of them."""
    ordered = sorted(added.things, key=lambda each: first_day(each.offer))
    parts = [_describe_part(each, added) for each in ordered]
    if len(parts) == 1:
        return f"{capitalise(parts[0])}."
    return f"In all: {format_dollars(added.total)}. That is {join_words(parts)}."


def _describe_part(thing: Item, added: Sum) -> str:
    offer = thing.offer
    state = "the cheapest that I showed" if offer.text in added.cheapest else _STATES[thing.state]
    what = offer.title if offer.kind == "car" else f"{offer.kind} {offer.title}"
    if offer.kind == "flight":
        what += f" from {offer.flight.origin.name} to {offer.flight.destination.name}"
    in_all = " in all" if len(added.things) == 1 else ""
    return f"the {what} {format_dollars(offer.total)}{in_all} ({state})"


def _name_missing(scene: Scene, command: Command, added: Sum) -> str:
    """Return that a sum of a trip lacks the flight back, if both ways are wanted."""
    flights = [each.offer.flight for each in added.things if each.kind == "flight"]
    if command.refs or command.has("without") or not flights:
        return ""
    ways = {(flight.origin.airport, flight.destination.airport) for flight in flights}
    is_round = any((goal, start) in ways for start, goal in ways)
    return "" if is_round or not scene.trip.is_round else "That is without the way back."


def describe_share(scene: Scene, command: Command, added: Sum) -> str:
    """Return what a sum is for each person."""
    named = parse_numbers(normalise(" ".join(command.values("each"))))
    people = int(named[0]) if named else max(count_people(each.offer) for each in added.things)
    if people < 2:
        people = scene.known().people
    if people < 2:
        return "That is for one person."
    return f"That is {format_share(added.total / people)} for each of the {people} of you."


def compare_with_budget(scene: Scene, added: Sum) -> str:
    """Return whether a sum is within the budget, and what is left of it."""
    known = scene.known()
    kinds: set[Kind] = {each.kind for each in added.things}
    told = [each.text for each in scene.commands if each.verb in {"tell", "correct"}]
    budget = (
        find_noted_budget(told)
        or known.budget
        or next((limit for kind in kinds if (limit := known.trip.limit(kind)) and len(kinds) == 1), None)
    )
    if budget is None or not budget.amount:
        return "You have not told me a budget."
    if budget.basis in {"night", "day"}:
        return _compare_unit(budget, added)
    limit = budget.amount * known.people if budget.basis == "person" else budget.amount
    whose = f"budget of {format_dollars(limit)}"
    if budget.basis == "person" and known.people > 1:
        whose += f" for the {known.people} of you"
    if added.total > limit:
        return f"That is {format_dollars(added.total - limit)} over your {whose}."
    return f"That is within your {whose}: {format_dollars(limit - added.total)} is left."


def _compare_unit(budget: Money, added: Sum) -> str:
    """Return whether the price of a night or a day is within the budget for one."""
    kind = "hotel" if budget.basis == "night" else "car"
    prices = [each.offer.unit_price for each in added.things if each.kind == kind]
    if not prices:
        return f"Your budget is {format_dollars(budget.amount)} a {budget.basis}; there is no {kind} in this."
    over = sum(prices) - budget.amount
    own = f"your budget of {format_dollars(budget.amount)} a {budget.basis}"
    is_within = f"is within {own}" if over <= 0 else f"is {format_dollars(over)} over {own}"
    return f"The {kind} at {format_dollars(sum(prices))} a {budget.basis} {is_within}."


def _read_amount(command: Command) -> int | None:
    """Return the amount that a command compares a sum with."""
    numbers = parse_numbers((command.value("max") or "").replace("$", ""))
    return int(numbers[0]) if numbers else None


def _compare_with(total: int, amount: int) -> str:
    if total == amount:
        return "That is exactly it."
    side = "more" if total > amount else "less"
    return f"That is {format_dollars(abs(total - amount))} {side} than {format_dollars(amount)}."
