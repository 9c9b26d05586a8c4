"""Say which way is still open after a yes to one flight of a list that has flights there and back."""

from __future__ import annotations

from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.replies.offers import Offer, first_day, format_day
from ricordo_travel.dialogue.trips.booked import load_active

_ONLY_AGREES = frozenset({"yes", "tell", "thanks", "chat"})


def say_open_way(scene: Scene) -> Plan:
    """Say which flights that were shown go the other way than the one that a yes has just booked, by their numbers.

    Nothing is said if that way is booked too, or waits for a yes, or if the message goes on to more than a hotel.
    """
    others = [each for each in scene.commands if each.verb not in _ONLY_AGREES]
    if any(each.verb != "find" or {"flight", "return"} & {*each.subject.split("+")} for each in others):
        return ""
    done = [each.result for each in scene.state.outcomes if each.action == "book" and each.is_clear and not each.error]
    ways = {(row["origin"], row["destination"]) for row in done if row.get("kind") == "flight"}
    listed = [each.offer for each in scene.shown if each.kind == "flight"]
    if len(ways) != 1 or not ways & {_way(offer) for offer in listed}:
        return ""
    start, goal = ways.pop()
    taken = {(row["origin"], row["destination"]) for row in (yield from load_active()) if row["kind"] == "flight"}
    taken |= {_way(each.offer) for each in scene.waiting if each.kind == "flight"}
    found = [offer for offer in listed if _way(offer) == (goal, start)]
    if not found or (goal, start) in taken:
        return ""
    latest = {each.offer.text for each in scene.listed}
    numbers = [f"number {offer.number} at {offer.flight.departs}" for offer in found if offer.text in latest]
    day = format_day(first_day(found[0]))
    which = f"{join_words(numbers, 'or')}. Say which one to book." if numbers and not others else "ask me for it."
    return f"The flight from {goal} to {start} on {day} is still open: {which}"


def _way(offer: Offer) -> tuple[str, str]:
    return offer.flight.origin.name, offer.flight.destination.name
