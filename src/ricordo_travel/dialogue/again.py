"""What was booked before, once more: the same hotel or trip on other days, or a hotel like it somewhere else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.booked import Row, find_meant, load_active
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.journey import Journey, fill_trip, group_journeys
from ricordo_travel.dialogue.known import KnownTrip, know_trip
from ricordo_travel.dialogue.plan import Plan, ToolCall
from ricordo_travel.dialogue.presentation import present
from ricordo_travel.dialogue.search import search
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind

_HOTEL = re.compile(
    r"\b(?:same|similar) (?:(?:kind|type|sort|style) of )?(?:hotel|place|room)\b|\bhotel (?:as|like|from|we had|i had) "
    r"(?:the (?:one|last)|last time|last year|before|previous)\b|\bwhere (?:i|we) stayed (?:last|before)\b"
)
_TRIP = re.compile(
    r"\bsame (?:trip|journey|thing|flights?)\b|\b(?:same|like|as) (?:(?:as|like) )?(?:last time|before)\b"
)
_WHOLE = re.compile(r"\b(?:trip|journey|thing|everything)\b")
_GLADLY = "Gladly: again"
_LUXURY = 4


def asks_for_trip(state: DialogueState) -> bool:
    """Return whether the message asks for the whole trip of last time."""
    if _GLADLY + " to" in state.last_reply:
        return state.reading.names("first", "nights", "month", "any") and not state.reading.names("kinds")
    return bool(_TRIP.search(state.text)) and (not _HOTEL.search(state.text) or "trip" in state.text)


def asks_for_hotel(state: DialogueState) -> bool:
    """Return whether the message asks for the hotel of last time, or for one like it."""
    if _GLADLY + " at" in state.last_reply:
        return state.reading.names("first", "nights", "month", "any")
    return bool(_HOTEL.search(state.text))


def search_trip(state: DialogueState) -> Plan:
    """Search for the flights, the hotel and the car of the last trip on other days."""
    journeys = group_journeys((yield from load_active()))
    place = state.trip.destination
    named: list[Kind] = [] if _WHOLE.search(state.text) else find_kinds(state.text)
    journey = next((each for each in reversed(journeys) if place in {None, each.place}), None)
    if journey is None and journeys and named:
        return (yield from search(_like(state, journeys), named))
    if journey is None:
        return "I have no earlier trip of yours, so I do not know which one you mean. Where would you like to go?"
    days = replace(state.trip, destination=None, origin=None)
    known = know_trip(replace(state, own_trip=days))
    booked: list[Kind] = list(dict.fromkeys(row["kind"] for row in journey.rows))
    kinds: tuple[Kind, ...] = tuple(kind for kind in booked if kind in named) or tuple(booked)
    if asked := _ask_days(known, has_end=kinds != ("flight",) or journey.back is not None):
        return f"{_GLADLY} to {journey.place.name}. {asked}"
    trip = replace(fill_trip(days, journey), kinds=kinds, car_class=days.car_class or _find_class(journey.rows))
    again = replace(state, own_trip=trip, has_picked=True)
    parts: list[str] = []
    others: list[Kind] = [kind for kind in kinds if kind != "hotel"]
    if others:
        found = yield from search(again, others)
        parts.append(found.removesuffix(f"\n{questions.ASK_OFFER}"))
    if stays := journey.find("hotel") if "hotel" in kinds else []:
        rooms = yield from _offer_again(KnownTrip(again, trip), stays[-1])
        parts.append(rooms)
    return "\n".join([*parts, questions.ASK_OFFER])


def _like(state: DialogueState, journeys: Sequence[Journey]) -> DialogueState:
    """Return the state with the classes of the last trips, for a place where there was none."""
    rows = [row for each in journeys for row in each.rows]
    cabin = next((row["cabin"] for row in reversed(rows) if row["kind"] == "flight"), None)
    trip = state.trip
    classes = {"car_class": trip.car_class or _find_class(rows), "cabin": trip.cabin or cabin}
    return replace(state, own_trip=replace(trip, **classes))


def _find_class(rows: Sequence[Row]) -> CarClass | None:
    return next((row["car_class"] for row in reversed(rows) if row["kind"] == "car"), None)


def search_hotel(state: DialogueState) -> Plan:
    """Offer the hotel of the last booking again, or one like it in the place that the message names."""
    stays = [row for row in (yield from load_active()) if row["kind"] == "hotel"]
    if not stays:
        return (
            "I have no earlier hotel booking of yours, so I do not know which one you mean. Where would you "
            "like to stay?"
        )
    last = _find_named(state, stays)
    trip = replace(state.trip, people=state.trip.people or last["guests"])
    if place := _find_other_place(state, last):
        stars = trip.stars or min(hotels()[last["hotel_id"]].stars, _LUXURY)
        like = replace(state, own_trip=replace(trip, kinds=("hotel",), destination=place, stars=stars))
        return (yield from search(like, ("hotel",)))
    known = KnownTrip(state, trip)
    if asked := _ask_days(known):
        return f"{_GLADLY} at {last['hotel']} in {last['city']}. {asked}"
    return (yield from _offer_again(known, last))


def _find_named(state: DialogueState, stays: Sequence[Row]) -> Row:
    """Return the stay whose hotel or place a message names, or the last one."""
    meant = find_meant(state, stays, is_list=True)
    return (meant or stays)[-1]


def _find_other_place(state: DialogueState, stay: Row) -> Place | None:
    """Return the place that a message names beside the one of a stay."""
    named = [mention.place for mention in find_mentions(state.text) if mention.place]
    return next((place for place in named if place.name != stay["city"]), None)


def _ask_days(known: KnownTrip, *, has_end: bool = True) -> str:
    needed = ((known.first, questions.ASK_CHECK_IN), (known.nights or not has_end, questions.ASK_NIGHTS))
    return questions.join_questions(*(question for value, question in needed if not value))


def _offer_again(known: KnownTrip, stay: Row) -> Plan:
    assert known.first
    assert known.last
    arguments = {
        "city": stay["city"],
        "check_in": known.first.isoformat(),
        "check_out": known.last.isoformat(),
        "guests": known.people,
    }
    (found,) = yield [ToolCall("search_hotel_rooms", arguments)]
    rows = [row for row in found.data.get("hotels", ()) if row["hotel_id"] == stay["hotel_id"]]
    if not rows:
        return f"{stay['hotel']} has no room for you then. Would other days do?"
    return (yield from present(known, "hotel", f"Again at {stay['hotel']}, {known.describe_party()}:", rows))
