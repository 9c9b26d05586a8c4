"""Change or price what is not booked yet: offers that were shown or wait for a yes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ricordo_travel.clerk.changing.meant import find_asked
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Item, Items, Scene
from ricordo_travel.clerk.searching.fitting import ask_fitted, fit
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.facts.refunds import describe_money_back
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.replies.offers import BOOKING_ID, find_offers, number_lines
from ricordo_travel.dialogue.replies.questions import ASK_OFFER
from ricordo_travel.reservations import Kind

_THESE = frozenset("these those them they it that this".split())
_KIND_OF_SLOT: Mapping[str, Kind] = {
    "class": "flight",
    "direct": "flight",
    "time": "flight",
    "rooms": "hotel",
    "nights": "hotel",
    "type": "car",
}
"""The kind of thing that a slot is about, if only one."""


def find_unbooked(scene: Scene, command: Command) -> list[Item]:
    """Return the offers, shown or waiting to be booked, that the numbers and letters of a command mean."""
    if find_asked(scene):
        return []
    if not command.refs or (command.verb == "whatif" and {ref.lower() for ref in command.refs} <= _THESE):
        is_of_booked = BOOKING_ID.search(scene.state.last_reply) or not find_offers(scene.state.last_reply)
        return [] if is_of_booked or not command.slots else keep_suiting(command, scene.focus)
    waiting = dict(zip(WAITING, scene.proposed, strict=False))
    found: list[Item] = []
    for ref in command.refs:
        thing = waiting.get(ref)
        if thing and thing.proposal and thing.proposal.action == "book":
            found.append(thing)
        elif ref.isdigit() and not re.search(rf"^{ref}\. [FHC]-", scene.state.last_reply, re.MULTILINE):
            found += [each for each in scene.listed if each.offer.number == int(ref)]
    return found


def keep_suiting(command: Command, things: Sequence[Item]) -> list[Item]:
    """Return the things that the slots of a command can be about, or all of them: only a flight has a class."""
    kinds = {kind for slot, kind in _KIND_OF_SLOT.items() if command.has(slot)}
    return [each for each in things if each.kind in kinds] or list(things)


def find_unbooked_named(scene: Scene, command: Command) -> Items:
    """Return the offers that a command means by a kind or a name, if that is one of each kind."""
    if not command.slots:
        return []
    things = yield from scene.find_things(command.refs, among=("waiting", "shown"))
    return things if len({each.kind for each in things}) == len(things) else []


def ask_for_unbooked(scene: Scene, things: Sequence[Item], command: Command) -> Plan:
    """Ask for a yes to offers with what a command changes of them: they are not booked yet."""
    asked: list[str] = []
    for each in things:
        asked.append((yield from ask_fitted(scene, each.offer, command, [other.offer for other in things])))  # noqa: PERF401
    return "\n\n".join(asked)


def price_unbooked(scene: Scene, things: Sequence[Item], command: Command) -> Plan:
    """Show what offers would be with what a command changes of them, or until when they could be cancelled."""
    if command.has("cancel"):
        return "\n".join(describe_money_back(each.offer, scene.state.today) for each in things)
    lines: list[str] = []
    missing: list[str] = []
    said = "\n".join(scene.said).casefold()
    for each in things:
        found = yield from fit(scene, each.offer, command, [other.offer for other in things])
        lines += [offer.text[:1].upper() + offer.text[1:] for offer in found if offer.text.casefold() not in said]
        missing += (
            [] if found else [f"{each.offer.title[:1].upper()}{each.offer.title[1:]} is not to be had like that."]
        )
    if not lines:
        return " ".join(missing)
    this, question = ("these", ASK_OFFER) if len(lines) > 1 else ("this", "Shall I book it?")
    return "\n".join([*missing, f"Then it would be {this}:", number_lines(lines), question])
