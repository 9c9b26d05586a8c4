"""A pick with other days or people than the offer has: "the airport one, but from the 10th", "yes, for two though"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.asking import ask_to_book
from ricordo_travel.dialogue.lookups import search_rooms
from ricordo_travel.dialogue.offers import Offer, describe_rooms, parse_offer
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.rooms import Rooms, count_guests, describe_wish
from ricordo_travel.dialogue.state import DialogueState

_DAYS = {"flight": ("day", "day"), "hotel": ("check_in", "check_out"), "car": ("pick_up", "drop_off")}
_PEOPLE = {"flight": "passengers", "hotel": "guests"}


def fits(state: DialogueState, offer: Offer) -> bool:
    """Return whether an offer is what the message names: its place, days and people."""
    changes, arguments = state.reading.changes, offer.call.arguments
    first, last = _days_of(offer)
    own = {
        "first": first,
        "nights": (last - first).days,
        "people": arguments.get(_PEOPLE.get(offer.kind, ""), changes.get("people")),
        "destination": _place_of(offer),
        "origin": offer.flight.origin if offer.kind == "flight" else changes.get("origin"),
    }
    if offer.kind == "flight" and changes.get("is_return") and offer.flight.origin != state.trip.turn:
        return False  # the way back is asked for, and this is the way there
    if offer.kind == "flight" and not _fits_leg(state, offer):
        return False
    ignored = {"nights", "last"} if offer.kind == "flight" else {"last"}
    named = {name: value for name, value in changes.items() if name in own and name not in ignored}
    return all(value == own[name] for name, value in named.items()) and not state.reading.alters(
        "month", "unserved", "limits"
    )


def _fits_leg(state: DialogueState, offer: Offer) -> bool:
    """Return whether a flight has the cabin that a message names, and the day of its way back."""
    changes, is_back = state.reading.changes, offer.flight.origin == state.trip.turn
    day_back = changes.get("last") if is_back else None
    has_day = day_back in {None, _days_of(offer)[0]}
    return has_day and changes.get("cabin") in {None, offer.call.arguments["cabin"]}


def ask_adjusted(offer: Offer, changes: Mapping[str, Any]) -> Plan:
    """Ask for a yes to an offer with other days, people, rooms or another cabin."""
    return ask_with(offer, _adjust(offer, changes), changes.get("rooms", ()))


def ask_with(offer: Offer, arguments: dict[str, Any], rooms: Rooms = ()) -> Plan:
    """Ask for a yes to an offer with other days or people, or with the rooms that are asked for."""
    adjusted = replace(offer, call=replace(offer.call, arguments=arguments))
    if offer.kind != "hotel":
        return (yield from ask_to_book(adjusted))
    days, guests = _days_of(adjusted), count_guests(rooms, arguments["guests"]) or arguments["guests"]
    result = yield from search_rooms(offer.hotel.place, *days, guests, rooms)
    rows = [row for row in result.data.get("hotels", ()) if row["hotel_id"] == offer.hotel.id]
    asked: list[str] = []
    for found in filter(None, map(parse_offer, describe_rooms(rows, *days, guests))):
        asked.append((yield from ask_to_book(found)))  # noqa: PERF401 - a comprehension cannot yield
    if not asked:
        wish = describe_wish(rooms) if rooms else "no room"
        return (
            f"{offer.title} {'does not have' if rooms else 'has'} {wish} for you then. "
            "Would other days do, or another hotel?"
        )
    return "\n\n".join(asked)


def _adjust(offer: Offer, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of an offer with what changes of them."""
    arguments = dict(offer.call.arguments)
    first, last = _days_of(offer)
    new_first: date = changes.get("first") or first
    new_last = new_first + timedelta(days=changes.get("nights") or (last - first).days)
    names = _DAYS[offer.kind]
    arguments |= {names[1]: new_last.isoformat()} | {names[0]: new_first.isoformat()}
    if offer.kind in _PEOPLE and changes.get("people"):
        arguments[_PEOPLE[offer.kind]] = changes["people"]
    if offer.kind == "flight" and changes.get("cabin"):
        arguments["cabin"] = changes["cabin"]
    return arguments


def _days_of(offer: Offer) -> tuple[date, date]:
    names = _DAYS[offer.kind]
    first, last = (date.fromisoformat(offer.call.arguments[name]) for name in names)
    return first, last if last > first else first + timedelta(days=1)


def _place_of(offer: Offer) -> Any:
    if offer.kind == "flight":
        return offer.flight.destination
    return offer.hotel.place if offer.kind == "hotel" else offer.car.location.place
