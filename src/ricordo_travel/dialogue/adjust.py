"""A pick with other days or people than the offer has: "the airport one, but from the 10th", "yes, for two though"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.cars.fleet import cars
from ricordo_travel.dialogue.asking import ask_to_book
from ricordo_travel.dialogue.known import PICK_UP
from ricordo_travel.dialogue.lookups import search_rooms
from ricordo_travel.dialogue.offers import Offer, describe_rooms, parse_offer
from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.rooms import Rooms, count_guests, describe_wish

_DAYS = {"flight": ("day", "day"), "hotel": ("check_in", "check_out"), "car": ("pick_up", "drop_off")}
_PEOPLE = {"flight": "passengers", "hotel": "guests"}


def ask_adjusted(offer: Offer, changes: Mapping[str, Any]) -> Plan:
    """Ask for a yes to an offer with other days, people or rooms, another cabin or another place to pick it up."""
    if "at_airport" in changes:
        offer, at_airport = _pick_up(offer, at_airport=changes["at_airport"]), changes["at_airport"]
        if offer.car.location.at_airport != at_airport:
            return say(f"There is no {offer.car.car_class} car {PICK_UP[at_airport]}, so I propose nothing yet.")
    return ask_with(offer, _adjust(offer, changes), changes.get("rooms", ()))


def _pick_up(offer: Offer, *, at_airport: bool) -> Offer:
    """Return an offer of a car of the same class at the airport or in town, or the offer itself if there is none."""
    wanted = (offer.car.location.place, offer.car.car_class, at_airport)
    found = (car for car in cars().values() if (car.location.place, car.car_class, car.location.at_airport) == wanted)
    arguments = {**offer.call.arguments, "car_id": next(found, offer.car).id}
    return replace(offer, call=replace(offer.call, arguments=arguments))


def ask_with(offer: Offer, arguments: dict[str, Any], rooms: Rooms = ()) -> Plan:
    """Ask for a yes to an offer with other days or people, or with the rooms that are asked for."""
    adjusted = replace(offer, call=replace(offer.call, arguments=arguments))
    if offer.kind != "hotel":
        return (yield from ask_to_book(adjusted))
    if not rooms and arguments["guests"] == offer.call.arguments["guests"]:
        rooms = ((arguments["room_type"], arguments["rooms"]),)  # other days change no rooms
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
