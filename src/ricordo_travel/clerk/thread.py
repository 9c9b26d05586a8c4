"""The thread of a conversation: the trip that it is about, from its commands and from what the replies show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.adopted import Thread, adopt_offer, hear_reply, place_of
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.slots import apply_command, find_named_place, read_kinds, settle_start, take_nearest
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.questions import TAKE_NEAREST
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.trip import Trip
from ricordo_travel.places import Place, find_place

_SEARCHES = frozenset({"find", "suggest", "pick"})
_NEXT = re.compile(r"\b(?:after(?:wards?| that| it)?|then|next|following)\b(?! (?:week|month|year|\w+day))")
_LIVES = re.compile(
    r"\b(?:live|lives|living|based|am|i'm|are|we're|fly(?:ing)?|start(?:ing)?|come|leav(?:e|ing)) "
    r"(?:in|from) (?P<where>[a-z][a-z .'-]{2,30})"
)
_SOON = 14
"""Days within which a flight to another place goes on with a trip."""
_REFINES = ("on", "time", "class", "direct", "sort", "cheaper", "other", "drop", "not", "name", "max", "people")
"""Slots of a search that changes the one before it."""


def follow_commands(said: Iterable[tuple[str, Sequence[Command]]], today: date) -> Trip:
    """Return the trip after the commands of a conversation, oldest first, each with the reply before them."""
    thread = Thread()
    for reply, commands in said:
        thread = hear_reply(thread, reply)
        searched: Command | None = None
        for command in commands:
            thread = _follow(thread, command, reply, today, searched)
            searched = command if command.verb == "find" else searched
    return thread.trip


def _follow(thread: Thread, command: Command, reply: str, today: date, searched: Command | None) -> Thread:
    """Return a thread after one more command."""
    thread = replace(thread, trip=settle_start(thread.trip))
    trip = thread.trip
    if command.verb == "find":
        moved = replace(thread, trip=_turn_to(thread, command, today, searched))
        return replace(moved, trip=apply_command(moved.trip, _stay_on_way(trip, command), today))
    if command.verb == "pick":
        thread = _follow_pick(thread, command)
    if command.verb in _SEARCHES:
        return replace(thread, trip=apply_command(thread.trip, command, today))
    if command.verb == "yes" and (nearest := TAKE_NEAREST.search(reply)):
        ends = {name: find_place(place) for name, place in nearest.groupdict().items() if place}
        return replace(thread, trip=replace(trip, unserved=(), **ends))
    if command.verb == "no" and thread.before:
        return replace(thread, trip=thread.before, before=None)
    if command.verb == "tell" and trip.origin is None and (lives := _LIVES.search(normalise(command.text))):
        mention = find_named_place(lives["where"])
        return replace(thread, trip=replace(trip, origin=take_nearest(mention))) if mention else thread
    return thread


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
    return offer.kind == "hotel" and offer.hotel.name.lower().split()[0] in words


def _stay_on_way(trip: Trip, command: Command) -> Command:
    """Return a search for flights that only changes the one for the flight back before it, as one for that."""
    is_changed = command.has(*_REFINES) and not command.has("place", "from", "until", "nights")
    if trip.is_return and trip.kinds == ("flight",) and command.refs == ("flight",) and is_changed:
        return replace(command, refs=("return",))
    return command


def _turn_to(thread: Thread, command: Command, today: date, searched: Command | None) -> Trip:
    """Return a trip that turns to the place of a search: on to the next one, back to one, or there instead."""
    trip = thread.trip
    place = _find_goal(command)
    if place is None or place == trip.destination or trip.destination is None:
        return trip
    home = trip.base or trip.origin
    if place == home and "flight" in read_kinds(command):
        return trip  # the way back
    start = find_named_place(command.value("from") or "")
    if start and start.place not in {trip.destination, home}:
        return trip
    if (days := thread.agreed_days(place)) and not command.has("on"):
        first, last = days
        return replace(trip, first=first, last=last, nights=(last - first).days if last else None, is_return=False)
    is_next = start is not None and start.place == trip.destination
    if is_next or _goes_on(thread, command, today, searched):
        return _go_on(trip)
    return replace(trip, origin=home, base=None, ends_at_home=False) if trip.base else trip


def _find_goal(command: Command) -> Place | None:
    mention = find_named_place(command.value("place") or "")
    return mention.place if mention else None


def _goes_on(thread: Thread, command: Command, today: date, searched: Command | None) -> bool:
    """Return whether a search for another place goes on with the trip from where that is.

    It does if the message says so or names a length of its own after the first place, or if something is booked for
    the place before it, unless it names days that are none after that.
    """
    trip, on = thread.trip, command.value("on")
    if trip.first is None:
        return False
    if on is not None and _NEXT.search(normalise(on)):
        return True
    is_agreed = thread.agreed_days(trip.destination) is not None or thread.picked == trip.destination
    if on is None:
        has_length = searched is not None and (command.has("nights", "until") or searched.has("nights"))
        return trip.last is not None and (is_agreed or has_length)
    end = trip.last or trip.first
    day = parse_dates(normalise(on), today, end).first
    return day is not None and (is_agreed or searched is not None) and 0 <= (day - end).days <= _SOON


def _go_on(trip: Trip) -> Trip:
    """Return a trip that begins where and when it ended so far."""
    return replace(
        trip, origin=trip.destination, base=trip.base or trip.origin, ends_at_home=True, first=trip.last or trip.first,
        last=None, nights=None, hours=(None, None), arrival=None, departure=None, is_return=False, near=trip.last,
    )  # fmt: skip
