"""The thread of a conversation: the trip that it is about, from its commands and from what the replies show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.clock import name_bound
from ricordo_travel.clerk.reading.full_names import fits_name
from ricordo_travel.clerk.reading.slots import (
    DAY_OF_MONTH,
    OUT,
    UNSAID,
    apply_command,
    choose_day,
    find_day_of_trip,
    find_named_place,
    is_size,
    keep_open,
    read_kinds,
)
from ricordo_travel.clerk.searching.adopted import Days, Thread, adopt_offer, hear_reply, place_of, split_settled
from ricordo_travel.dialogue.replies.offers import Offer
from ricordo_travel.dialogue.replies.questions import TAKE_NEAREST
from ricordo_travel.dialogue.replies.unserved import NOT_SERVED, SAME_END
from ricordo_travel.dialogue.trips.journey import Journey
from ricordo_travel.dialogue.trips.trip import Stay, Trip
from ricordo_travel.dialogue.values.dates import parse_dates
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place, find_place

_SEARCHES = frozenset({"find", "suggest", "pick"})
_NEXT = re.compile(r"\b(?:after(?:wards?| that| it)?|then|next|following)\b(?! (?:week|month|year|\w+day))")
LIVES = re.compile(
    r"\b(?:live|lives|living|based|am|i'm|are|we're|fly(?:ing)?|start(?:ing)?|come|leav(?:e|ing)) "
    r"(?:in|from) (?P<where>[a-z][a-z .'-]{2,30})"
)
"""Where somebody lives or starts, as they tell it."""
_TELLS = frozenset({"tell", "correct", "chat", "hello"})
_OF_TRIP = frozenset({"from", "on", "until", "nights", "people"})
"""Slots that say something of the trip in a question about places, too."""
_SIZES = ("economy", "compact", "midsize", "suv", "van")
_SOON = 14
"""Days within which a flight to another place goes on with a trip."""
_REFINES = ("on", "time", "class", "direct", "sort", "cheaper", "other", "drop", "not", "name", "max", "people")
"""Slots of a search that changes the one before it."""


def follow_commands(
    said: Iterable[tuple[str, Sequence[Command]]], today: date, journeys: Sequence[Journey] = ()
) -> Trip:
    """Return the trip after the commands of a conversation, oldest first, each with the reply before them.

    The flight back of a booked journey goes to no new place. What a message books is booked before its other commands
    are carried out: "yes, and now a hotel in Dublin".
    """
    thread, said, is_heard = Thread(journeys=tuple(journeys)), list(said), False
    for n, (reply, commands) in enumerate(said):
        thread = hear_reply(thread, split_settled(reply)[1] if is_heard else reply)
        is_heard = n + 1 < len(said) and _agrees_and_turns(commands)
        if is_heard and (settled := split_settled(said[n + 1][0])[0]):
            thread = hear_reply(thread, settled)
        searched: Command | None = None
        for command in commands:
            thread = _stay_near_booking(thread, command, today)
            thread = _follow(thread, command, reply, today, searched)
            searched = command if command.verb == "find" else searched
    return thread.trip


def _agrees_and_turns(commands: Sequence[Command]) -> bool:
    """Return whether commands agree to something and then look for a hotel or a car in a place that they name."""
    is_agreed = any(each.verb == "yes" for each in commands)
    return is_agreed and any(each.has("place") and each.refs in {("hotel",), ("car",)} for each in commands)


def _follow(thread: Thread, command: Command, reply: str, today: date, searched: Command | None) -> Thread:
    """Return a thread after one more command."""
    thread = _keep_served(thread, command)
    trip = thread.trip
    if command.verb == "find":
        if searched and searched.has("nights") and command.has("place"):  # each place has its days after the one before
            thread = replace(thread, trip=choose_day(thread.trip, today))
        moved = _turn_to(thread, command, today, searched)
        command = _name_times(thread, _name_size(thread, _stay_on_way(thread, command)))
        found = apply_command(_begin_anew(moved.trip, command), command, today)
        return replace(moved, trip=_keep_days(moved, found, command))
    if command.verb == "pick":
        thread = _follow_pick(thread, command)
    if command.verb in _SEARCHES:
        ends = tuple(end for end in thread.trip.unserved if end[1] or command.verb != "suggest")  # ideas go elsewhere
        return replace(thread, trip=apply_command(replace(thread.trip, unserved=ends), command, today))
    if command.verb in {"place", "compare"} or (command.has("people") and command.verb in _TELLS):
        return replace(thread, trip=_hear_of_place(trip, command, today))
    if command.verb in {"yes", "no"}:
        return _follow_answer(thread, command, reply)
    if command.verb in {"tell", "correct"} and trip.origin is None and (lives := LIVES.search(normalise(command.text))):
        start = Command("suggest", (), (("from", lives["where"]),))
        return replace(thread, trip=apply_command(trip, start, today))
    return thread


def _follow_answer(thread: Thread, command: Command, reply: str) -> Thread:
    """Return a thread after a yes or a no: with the place that was offered instead, or as it was before."""
    trip = thread.trip
    if command.verb == "yes" and (nearest := TAKE_NEAREST.search(reply)):
        ends = {name: find_place(place) for name, place in nearest.groupdict().items() if place}
        if trip.is_return and trip.origin and "origin" in ends:
            ends = {**ends, "origin": trip.origin, "base": ends["origin"]}
        stay = {"kinds": ("hotel",), "origin": None, "unserved": ()} if SAME_END in reply else {}
        return replace(thread, trip=replace(keep_open(replace(trip, **ends)), **stay))
    if command.verb == "no" and not command.refs and trip.unserved and NOT_SERVED in reply:
        kept = thread.served if thread.served and thread.served.destination else trip
        return replace(thread, trip=replace(kept, unserved=()), served=None)
    if command.verb == "no" and thread.before:
        return replace(thread, trip=thread.before, before=None)
    return thread


def _keep_served(thread: Thread, command: Command) -> Thread:
    """Return a thread that remembers its trip before a command goes where nothing is served, for a no to that."""
    mention = find_named_place(command.value("place") or "") if command.verb in _SEARCHES else None
    thread = replace(thread, trip=keep_open(thread.trip))
    return replace(thread, served=thread.trip) if mention and not mention.is_served else thread


def _stay_near_booking(thread: Thread, command: Command, today: date) -> Thread:
    """Return a thread near the booked trip to a place, for a day without a month or a question: "warm there then?"."""
    trip, is_asked = thread.trip, command.verb == "place"
    day = normalise(command.value("on") or command.value("until") or "")
    if trip.anchor or not (is_asked or (command.verb == "find" and DAY_OF_MONTH.fullmatch(day))):
        return thread
    mention = find_named_place(command.subject if is_asked else command.value("place") or "")
    goal = mention.place if mention else trip.destination
    ahead = [(each.first, each.place) for each in thread.journeys if each.first and each.first >= today]
    days = [first for first, place in ahead if place == goal or (goal is None and len(ahead) == 1)]
    return replace(thread, trip=replace(trip, near=min(days))) if days else thread


def _begin_anew(trip: Trip, command: Command) -> Trip:
    """Return a trip without the times of flights, if a search names all of a flight once more: its ends and its day."""
    is_whole = "flight" in read_kinds(command) and command.has("place") and command.has("on") and command.has("from")
    is_known = trip.destination is not None and trip.first is not None
    return replace(trip, hours=(None, None)) if is_whole and is_known else trip


def _hear_of_place(trip: Trip, command: Command, today: date) -> Trip:
    """Return a trip with what a question about places says of it, and with the place if it has none yet."""
    named = find_mentions(normalise(command.subject)) if trip.destination is None else []
    served = [each for each in named if each.place] if command.verb in {"place", "compare"} else []
    mention = served[0] if len(served) == 1 else None
    if command.verb == "place" and len(named) == 1 and not named[0].is_served:
        starts = tuple(each for each in trip.unserved if each[1])
        trip = replace(trip, unserved=(*starts, (named[0], False)))
    slots = tuple(slot for slot in command.slots if slot[0] in _OF_TRIP)
    if slots:
        trip = apply_command(trip, Command("suggest", (), slots), today)
    return replace(trip, destination=mention.place) if mention and mention.place else trip


def _follow_pick(thread: Thread, command: Command) -> Thread:
    """Return a thread with the place and the days of what a command picks from the latest list."""
    for offer in thread.listed:
        if _is_picked(offer, command):
            thread = replace(thread, trip=adopt_offer(thread, offer), picked=place_of(offer))
    return thread


def _is_picked(offer: Offer, command: Command) -> bool:
    if str(offer.number) in command.refs:
        return True
    words = {ref.lower() for ref in command.refs}
    if offer.kind == "flight":
        return bool({offer.flight.number.lower(), offer.flight.departs} & words)
    is_called = offer.kind == "hotel" and offer.hotel.name.lower().split()[0] in words
    return is_called and fits_name(command.subject.lower(), offer)


def _stay_on_way(thread: Thread, command: Command) -> Command:
    """Return a search for flights that only changes the one for the flight back before it, as one for that.

    It is for the way there if no way back is wanted or only that is booked, or if it names the first day of the trip,
    and for the way back if it names the last one.
    """
    trip = thread.trip
    if (
        command.has(OUT)
        or (trip.is_one_way and not trip.is_return)
        or (thread.back and trip.destination not in thread.reached)
    ):
        return command
    day = find_day_of_trip(normalise(command.value("on") or ""), replace(trip, kinds=("flight",)))
    if day and day == trip.first:
        is_there = command.refs == ("return",) and command.has(UNSAID)
        return replace(command, refs=("flight",), slots=(*command.slots, (OUT, ""))) if is_there else command
    if day and day == trip.last and command.refs == ("flight",) and not command.has("place", "from", "until", "nights"):
        return replace(command, refs=("return",))
    is_changed = command.has(*_REFINES) and not command.has("place", "from", "until", "nights")
    if trip.is_return and trip.kinds == ("flight",) and command.refs == ("flight",) and is_changed:
        return replace(command, refs=("return",))
    return command


def _keep_days(thread: Thread, found: Trip, command: Command) -> Trip:
    """Return a trip with the days that it had, if a search is for a car or a room for only some of them."""
    trip, kinds = thread.trip, found.kinds
    if not command.has("on", "until", "nights", "place", "shift", "longer", "shorter"):
        return found
    if kinds == ("flight",) and thread.agreed_days(found.destination) and not command.has("until", "nights", "shift"):
        return _keep_end(trip, found)
    is_part = kinds == ("car",) or (kinds == ("hotel",) and thread.back == trip.last)
    days = trip.first, trip.last, found.first, found.last
    if trip.destination != found.destination or not is_part or not all(days):
        return replace(found, stays=())
    is_own = _is_inside(found, trip) or (kinds == ("car",) and thread.agreed_days(found.destination) is not None)
    if not is_own or (found.first, found.last) == (trip.first, trip.last):
        return replace(found, stays=())
    own = Stay(found.destination, found.first, found.last, found.nights)
    kept = replace(found, first=trip.first, last=trip.last, nights=trip.nights, has_end=trip.has_end)
    return replace(kept, stays=((kinds[0], own),))


def _keep_end(trip: Trip, found: Trip) -> Trip:
    """Return a trip for which flights on another day are sought, with the end that is agreed on."""
    if found.is_return or trip.destination != found.destination or not (found.first and trip.last):
        return found
    nights = (trip.last - found.first).days
    return replace(found, last=trip.last, nights=nights) if nights > 0 else found


def _is_inside(part: Trip, whole: Trip) -> bool:
    assert part.first
    assert part.last
    assert whole.first
    assert whole.last
    return whole.first <= part.first and part.last <= whole.last


def _name_size(thread: Thread, command: Command) -> Command:
    """Return a search for a bigger or a smaller car as one for the class next to those that were shown."""
    wishes = [value for _, value in command.slots if "car" in command.refs and is_size(value)]
    value = command.value("type") or next(iter(wishes), "")
    if not is_size(value):
        return command
    shown = [offer.car.car_class for offer in thread.listed if offer.kind == "car"] or [thread.trip.car_class]
    sizes = [_SIZES.index(each) for each in shown if each in _SIZES] or [1]
    at = min(sizes) - 1 if "small" in value else max(sizes) + 1
    name = _SIZES[min(max(at, 0), len(_SIZES) - 1)]
    others = tuple(slot for slot in command.slots if slot[0] != "type" and slot[1] not in wishes)
    return replace(command, slots=(*others, ("type", "any" if "any" in value.split() else name)))


def _name_times(thread: Thread, command: Command) -> Command:
    """Return a search for an earlier or a later flight as one for before or after those that were shown."""
    turn = thread.trip.turn
    flights = [offer.flight for offer in thread.flights if turn in {offer.flight.origin, offer.flight.destination}]
    slots: list[tuple[str, str]] = []
    for slot, value in command.slots:
        is_back = command.subject == "return" or bool(re.search(r"return|back", value))
        own = [each.departs for each in flights if (each.origin == turn) == is_back]
        slots.append((slot, name_bound(value, own) if slot == "time" else value))
    return replace(command, slots=tuple(slots))


def _turn_to(thread: Thread, command: Command, today: date, searched: Command | None) -> Thread:
    """Return a thread whose trip turns to the place of a search: on to the next one, back to one, or there instead."""
    trip, place = thread.trip, _find_goal(command)
    start = find_named_place(command.value("from") or "")
    home = trip.base or trip.origin
    if command.subject == "return":
        return _turn_home(thread, start.place if start else None)
    is_home = start is not None and trip.base in {None, start.place}
    if place is None and is_home and "flight" in read_kinds(command) and thread.stages:
        place, days = thread.stages[0]  # one flies from home to the first place
        trip = replace(trip, destination=place, origin=None, base=None, ends_at_home=False)
        return replace(_leave_place(thread, None), trip=_go_back(trip, days))
    if place is None or place == trip.destination or trip.destination is None:
        return thread
    if place == home and "flight" in read_kinds(command):
        return thread  # the way back
    if start and start.place not in {trip.destination, home}:
        return replace(thread, stages=())
    if (days := thread.days_of_stage(place)) and not command.has("on"):
        return replace(_leave_place(thread, None), trip=_go_back(trip, days))
    is_next = start is not None and start.place == trip.destination
    if trip.first and (is_next or _goes_on(thread, command, today, searched)):
        day = parse_dates(normalise(command.value("on") or ""), today, trip.last or trip.first).first
        return replace(_leave_place(thread, day), trip=_go_on(trip))
    if thread.stages and not command.has("on"):
        return thread  # another place instead of the last one
    trip = replace(trip, origin=home, base=None, ends_at_home=False) if trip.base else trip
    if thread.back and not command.has("on"):
        trip = replace(trip, first=None, last=None, nights=None)  # those days are booked
    return replace(thread, trip=trip, stages=(), back=None)


def _turn_home(thread: Thread, start: Place | None) -> Thread:
    """Return a thread whose trip is in the place from which the flight back starts, on the days that it has there."""
    trip, days = thread.trip, thread.days_of_stage(start) if start else None
    if days is None or start in {trip.destination, trip.base or trip.origin}:
        return thread
    trip = replace(trip, destination=start, departure=None, base=trip.base or trip.origin, ends_at_home=True)
    return replace(_leave_place(thread, None), trip=_go_back(trip, days))


def _leave_place(thread: Thread, day: date | None) -> Thread:
    """Return a thread that keeps the days of the place where the trip is; they end on a day if no end is known."""
    trip = thread.trip
    if trip.destination is None or trip.first is None:
        return thread
    last = trip.last or (day if day and day > trip.first else None)
    return replace(thread, stages=tuple({**dict(thread.stages), trip.destination: (trip.first, last)}.items()))


def _go_back(trip: Trip, days: Days) -> Trip:
    """Return a trip on the days of a place where it was before."""
    first, last = days
    return replace(trip, first=first, last=last, nights=(last - first).days if last else None, is_return=False)


def _find_goal(command: Command) -> Place | None:
    mention = find_named_place(command.value("place") or "")
    return mention.place if mention else None


def _goes_on(thread: Thread, command: Command, today: date, searched: Command | None) -> bool:
    """Return whether a search for another place goes on with the trip from where that is.

    It does if the message says so or names a length of its own after the first place, or if something is booked for
    the place before it, unless it names days that are none after that, or the flight home is booked.
    """
    trip, on = thread.trip, command.value("on")
    if trip.first is None:
        return False
    if on is not None and _NEXT.search(normalise(on)):
        return True
    if thread.back is not None:
        return False
    is_agreed = thread.agreed_days(trip.destination) is not None or thread.picked == trip.destination
    if on is None:
        has_length = searched is not None and (command.has("nights", "until") or searched.has("nights"))
        is_next = bool(thread.stages) and command.has("nights")
        return trip.last is not None and (is_agreed or has_length or is_next)
    end = trip.last or trip.first
    day = parse_dates(normalise(on), today, end).first
    return day is not None and (is_agreed or searched is not None) and 0 <= (day - end).days <= _SOON


def _go_on(trip: Trip) -> Trip:
    """Return a trip that begins where and when it ended so far."""
    return replace(
        trip, origin=trip.destination, base=trip.base or trip.origin, ends_at_home=True, first=trip.last or trip.first,
        last=None, nights=None, hours=(None, None), arrival=None, departure=None, is_return=False, near=trip.last,
        is_rough=False,
    )  # fmt: skip
