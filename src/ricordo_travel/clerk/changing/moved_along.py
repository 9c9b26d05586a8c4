"""Move a stay that waits for a yes along with the flight to it, or the one back from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.searching.fitting import days_of_offer
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.replies.asking import list_asked
from ricordo_travel.dialogue.replies.offers import Offer


def move_along(reply: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return commands that move a flight, with the stay that begins or ends on its day and that none of them names."""
    marked = dict(zip(WAITING, list_asked(reply), strict=False))
    named = {ref for each in commands for ref in each.refs}
    moved: dict[str, Command] = {}
    for command in commands:
        day = command.value("on") if command.verb == "pick" and len(command.refs) == 1 else None
        flight = marked.get(command.refs[0]) if day else None
        if day is None or flight is None or flight.kind != "flight":
            continue
        for mark, offer in marked.items():
            if mark not in named and (end := _find_end(flight, offer)):
                before = moved.get(mark, Command("pick", (mark,)))
                moved[mark] = replace(before, slots=(*before.slots, (end, day)))
    return (*commands, *moved.values())


def _find_end(flight: Offer, offer: Offer) -> str:
    """Return which end of a stay a flight is at; empty if it is at none."""
    if offer.kind != "hotel":
        return ""
    day, (first, last) = days_of_offer(flight)[0], days_of_offer(offer)
    if flight.flight.destination == offer.hotel.place and day == first:
        return "on"
    return "until" if flight.flight.origin == offer.hotel.place and day == last else ""
