"""Which of several places is the cheapest: by what was shown for each of them, or by the rooms that it has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.comparison import find_measures
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.open_offers import OpenOffers, first_day
from ricordo_travel.dialogue.plan import Plan, ToolCall, join_words
from ricordo_travel.dialogue.planning import find_compared_places
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.sums import name_way
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.places import Place, find_places

_ROOMS = re.compile(
    r"\b(?:hotels?|hostels?|rooms?|beds?|backpackers|guest ?houses?|accommodation|lodging|to stay|sleep)\b"
)
_LISTED = re.compile(r"^The cheapest flights from .{1,40} are those to .{1,200}$", re.MULTILINE)
_LESS = re.compile(r"\b(?:less|dearer|pricier|more(?: expensive| money)?) than\b")
_DOUBTS = re.compile(r"\W*(?:but|no|hm+|hey|wait|sorry)\b")
_THOSE = re.compile(r"\b(?:which|wich|those|these|them|the three|where)\b")


def compare_prices(state: DialogueState) -> Plan:
    """Say which of the places that a message compares is the cheapest; say nothing if it asks for something else."""
    is_less = bool(_LESS.search(state.text))  # "but Oslo was 780, that is less than Athens"
    if find_measures(state.text) != ["cheap"] and not is_less:
        return ""
    state = replace(state, own_trip=state.reading.before) if is_less else state  # it tells prices, and no wishes
    named = [each.place for each in find_mentions(state.text) if each.place] if is_less else []
    places = find_compared_places(state) or named or _list_cheapest(state)
    if len(places) < 2:
        return ""
    if told := _compare_shown(state, places):
        return told
    kinds = find_kinds(state.text)
    if not _ROOMS.search(state.text) or "flight" in kinds or state.trip.first:
        return ""
    return (yield from _compare_rooms(state, places))


def doubts_prices(text: str) -> bool:
    """Return whether a text in lower case says, against what was told, that one place costs less than another."""
    return bool(_DOUBTS.match(text) and _LESS.search(text)) and len(find_mentions(text)) > 1


def _list_cheapest(state: DialogueState) -> list[Place]:
    """Return the places to which the last reply named the cheapest flights, if a message asks about them."""
    listed = _LISTED.search(state.last_reply)
    if listed is None or not _THOSE.search(state.text):
        return []
    return [place for _, place in find_places(listed[0].partition(" those to ")[2])]


def _compare_shown(state: DialogueState, places: Sequence[Place]) -> str:
    """Return what was shown for each place costs, the cheapest of each; nothing if it is not the same for all."""
    found = [_find_cheapest(state, place) for place in places]
    ways = {
        frozenset(name_way(offer).replace(place.name, "") for offer in own)
        for own, place in zip(found, places, strict=True)
    }
    if len(ways) != 1 or not all(found):
        return ""
    ranked = sorted(zip(places, found, strict=True), key=lambda each: _add_up(each[1]))
    lines = [f"{place.name}: {format_dollars(_add_up(own))} ({_list_prices(own)})" for place, own in ranked]
    less = _add_up(ranked[1][1]) - _add_up(ranked[0][1])
    verdict = f"{ranked[0][0].name} is {format_dollars(less)} cheaper than {ranked[1][0].name}"
    verdict = verdict if less else f"{ranked[0][0].name} and {ranked[1][0].name} cost the same"
    return "\n".join([f"By the cheapest that I showed you, {verdict}.", *lines])


def _find_cheapest(state: DialogueState, place: Place) -> list[Offer]:
    """Return the cheapest of each way and kind that was shown for a place, on the days of the trip."""
    trip, kinds = know_trip(state).trip, find_kinds(state.text)
    people = know_trip(state).people
    cheapest: dict[str, Offer] = {}
    for offer in OpenOffers(state).flatten():
        is_then = not trip.first or first_day(offer) in {trip.first, trip.last}
        said = offer.call.arguments
        is_ours = (said.get("passengers") or said.get("guests")) == people
        if is_then and is_ours and place in _places_of(offer) and (not kinds or offer.kind in kinds):
            way = name_way(offer)
            cheapest[way] = min(cheapest.get(way, offer), offer, key=lambda each: each.total)
    return [cheapest[way] for way in sorted(cheapest)]


def _places_of(offer: Offer) -> tuple[Place, ...]:
    if offer.kind == "car":
        return ()
    return (offer.flight.origin, offer.flight.destination) if offer.kind == "flight" else (offer.hotel.place,)


def _add_up(offers: Sequence[Offer]) -> int:
    return sum(offer.total for offer in offers)


def _list_prices(offers: Sequence[Offer]) -> str:
    names = [offer.flight.number if offer.kind == "flight" else offer.title for offer in offers]
    return join_words(
        [f"{name_way(offer)} {name} {format_dollars(offer.total)}" for offer, name in zip(offers, names, strict=True)]
    )


def _compare_rooms(state: DialogueState, places: Sequence[Place]) -> Plan:
    """Say in which of several places the cheapest room is, and what it costs a night."""
    people = know_trip(state, "hotel").people
    results = yield [ToolCall("search_hotel_rooms", {"city": place.key, "guests": people}) for place in places]
    rooms: list[tuple[float, str]] = []
    for place, result in zip(places, results, strict=True):
        if rows := list(result.data.get("hotels", ())):
            cheapest = min(rows, key=lambda row: row["price_for_all"])
            price = cheapest["price_for_all"]
            rooms.append((price, f"{place.name} ({cheapest['hotel']}, {format_dollars(price)})"))
    if not rooms:
        return ""
    ranked = [each for _, each in sorted(rooms)]
    then = f", then {join_words(ranked[1:])}" if ranked[1:] else ""
    whom = f"for {people} people" if people > 1 else "for one person"
    return f"The cheapest room {whom} is in {ranked[0]}{then}, each for a night. On your days it may differ."
