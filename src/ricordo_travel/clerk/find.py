"""Search for flights, rooms and cars, and suggest places to go to."""

from __future__ import annotations

from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue import refinement, search
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.reservations import Kind


def find(scene: Scene, command: Command) -> Plan:
    """Search for what a command asks for, or ask for what is missing."""
    state = searched(scene)
    kinds: tuple[Kind, ...] = scene.trip.kinds
    if command.has("cheaper") and scene.listed:
        return (yield from refinement.search_cheaper(state))
    if command.has("other") and scene.listed:
        return (yield from refinement.search_others(state))
    return (yield from search.search(state, kinds or ("hotel",)))


def searched(scene: Scene) -> DialogueState:
    """Return the state with the trip that the commands are about, and without words that could be read otherwise."""
    return replace(scene.state, message="", own_trip=scene.trip)
