"""Go on with a place that was chosen among ideas."""

from __future__ import annotations

from dataclasses import replace

from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.cheapest_days import choose_cheapest_day
from ricordo_travel.clerk.searching.nowhere import goes_nowhere, say_nowhere
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.replies.search import search
from ricordo_travel.reservations import Kind

_GO_ON = frozenset({"find", "suggest", "place", "total", "compare", "whatif"})
"""Verbs that say what a place is chosen for."""


def go_to_place(scene: Scene) -> Plan:
    """Go on with a place that was chosen: with what else the message asks for, or with flights and rooms there.

    A car that was asked for before there was a place for it is looked for, too.
    """
    place, trip = scene.trip.destination, scene.trip
    if goes_nowhere(trip) and all(each.verb == "pick" for each in scene.commands):
        return say_nowhere(scene, scene.commands[-1], ("hotel",))
    if place is None or any(each.verb in _GO_ON for each in scene.commands):
        return ""
    is_from_home = scene.known().start or trip.unserved or not trip.first
    kinds: tuple[Kind, ...] = ("flight", "hotel") if is_from_home else ("hotel",)
    cheapest = ""
    if "flight" in kinds and any("price" in (each.value("sort") or "") for each in scene.commands):
        trip, cheapest = yield from choose_cheapest_day(scene, trip)
    asked = [
        each for _, commands in scene.earlier for each in commands if each.verb == "find" and each.subject == "car"
    ]
    if asked and not any(each.has("place") for each in asked) and not any(each.kind == "car" for each in scene.shown):
        kinds = (*kinds, "car")
    trip = replace(trip, is_round=trip.last is not None and not trip.is_one_way)
    found = yield from search(scene.quieten(trip), kinds)
    return "\n".join(dict.fromkeys([*filter(None, [cheapest]), *found.splitlines()]))
