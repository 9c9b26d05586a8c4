"""Search for flights, rooms and cars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue import refinement, search
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.reservations import Kind


def find(scene: Scene, command: Command) -> Plan:
    """Search for what a command asks for, or ask for what is missing."""
    state = prepare_search(scene)
    kinds: tuple[Kind, ...] = scene.trip.kinds
    if command.has("cheaper") and scene.listed:
        return (yield from refinement.search_cheaper(state))
    if command.has("other") and scene.listed:
        return (yield from refinement.search_others(state))
    if scene.trip.unserved and all(is_origin for _, is_origin in scene.trip.unserved) and set(kinds) - {"flight"}:
        return (yield from _search_without_start(state, kinds))
    return (yield from search.search(state, kinds or ("hotel",)))


def _search_without_start(state: DialogueState, kinds: Sequence[Kind]) -> Plan:
    """Search for all but flights, which cannot start where the person is, and say so."""
    told = yield from search.search(state, ("flight",))
    own = replace(state, own_trip=replace(state.trip, unserved=()))
    found = yield from search.search(own, [kind for kind in kinds if kind != "flight"])
    return f"{found}\n\n{told}" if "flight" in kinds else found


def prepare_search(scene: Scene) -> DialogueState:
    """Return the state with the trip that the commands are about, and without words that could be read otherwise."""
    return replace(scene.state, message="", own_trip=scene.trip)
