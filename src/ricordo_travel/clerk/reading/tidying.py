"""Bring commands into shape: each kind, slot and command once, and no slot that says nothing or belongs to another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.values.geography import find_named
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_car_class

Slot = tuple[str, str]
_KINDS = {
    "flights": "flight", "returns": "return", "hotels": "hotel", "room": "hotel", "rooms": "hotel", "hostel": "hotel",
    "hostels": "hotel", "apartment": "hotel", "cars": "car",
}  # fmt: skip
"""What the kinds of things are called beside their names."""
_BARE = frozenset({"cheaper", "other", "again", "direct", "oneway", "automatic", "cancel"})
"""Slots that need no value."""
_NO_WISH = frozenset(
    "vacation holiday holidays trip travel getaway break somewhere something ideas preferences".split()
)
"""Words that say nothing of what a place shall be like."""
_NUMBERED = frozenset({"bags", "seats", "people", "stars"})
"""Slots that say nothing without a number."""
_NESTED = re.compile(
    r"(?P<name>max|min|nights|people|stars|seats|until) (?P<value>(?:the )?[$€£]?\d(?!.* (?:h|hours?|km)\b).*)"
)
"""A slot in the place of the value of another: "with max 600 in all"."""
_SEARCHES = frozenset({"find", "suggest", "pick", "change", "whatif"})
_EITHER = re.compile(r",? (?:or|and) |, | ?/ ?")
_COUNT = re.compile(r"\b(?:an?|couple|both|half|dozen|all|more|less|fewer|big|lots?|many)\b")


def tidy_commands(commands: Sequence[Command]) -> list[Command]:
    """Return commands in shape, without those that say less than another one of them."""
    is_forgetting = any(each.verb == "forget" for each in commands)  # "… and keep the rest" keeps no booking
    kept = [each for each in commands if not (is_forgetting and each.verb == "keep")]
    tidied = _join_picks(list(dict.fromkeys(map(_tidy, kept))))
    return [each for each in tidied if not any(_says_more(other, each) for other in tidied)]


def _join_picks(commands: Sequence[Command]) -> list[Command]:
    """Return commands with one pick of a thing in the stead of several that each say something else of it."""
    joined: list[Command] = []
    for each in commands:
        at = next((n for n, own in enumerate(joined) if _goes_on(own, each)), None)
        if at is None:
            joined.append(each)
        else:
            joined[at] = replace(joined[at], slots=(*joined[at].slots, *each.slots))
    return joined


def _goes_on(command: Command, other: Command) -> bool:
    """Return whether a pick says of the same thing what another one leaves open."""
    is_same = command.verb == other.verb == "pick" and bool(command.refs) and command.refs == other.refs
    return is_same and not {name for name, _ in command.slots} & {name for name, _ in other.slots}


def _tidy(command: Command) -> Command:
    if command.verb == "ask" and not command.slots:
        return replace(command, slots=(("info", ""),))
    if command.verb not in _SEARCHES:
        return command
    if command.verb == "suggest" and _names_one_place(command):
        command = replace(command, verb="find", refs=("hotel",))
    if command.verb == "find":
        kinds = [_KINDS.get(kind, kind) for kind in command.subject.lower().replace(" ", "").split("+")]
        command = replace(command, refs=("+".join(dict.fromkeys(kinds)),))
    slots = [each for slot in command.slots for each in _tidy_slot(command, slot)]
    return replace(command, slots=tuple(_drop_opposites(list(dict.fromkeys(slots)))))


def _names_one_place(command: Command) -> bool:
    """Return whether a command for ideas names the place: "a weekend in Paris"."""
    mention = find_named(normalise(command.value("place") or ""))
    return bool(mention and mention.place) and not command.refs and not command.has("other", "not", "with")


def _tidy_slot(command: Command, slot: Slot) -> list[Slot]:
    """Return what a slot says: itself, the slot that stands in it, or nothing."""
    name, value = slot
    if not value:
        return [slot] if name in _BARE or name not in {"with", "maybe", "drop", "not", *_NUMBERED} else []
    if name in {"with", "maybe"} and value.lower() in _NO_WISH:
        return []
    if name in {"with", "maybe"} and (nested := _NESTED.match(value)):
        return [] if command.has(nested["name"]) else [(nested["name"], nested["value"])]
    if name == "name" and command.refs in {("flight",), ("return",), ("flight+return",)}:
        return [(name, each) for each in _EITHER.split(value)]
    if name == "rooms" and command.subject == "car":
        return []
    if name in _NUMBERED and not (parse_numbers(value) or _COUNT.search(value)):
        kind = find_car_class(value) if name in {"bags", "seats"} else None
        return [("type", kind)] if kind else []
    return [slot]


def _drop_opposites(slots: list[Slot]) -> list[Slot]:
    """Return slots without those that exclude what they want, or what they give up anyway."""
    said = {(name, value.lower()) for name, value in slots}
    return [
        (name, value)
        for name, value in slots
        if not (name == "with" and ("not", value.lower()) in said)  # "without mountains"
        and (name != "not" or not {("drop", value.lower()), ("place", value.lower()), ("from", value.lower())} & said)
    ]


def _says_more(command: Command, other: Command) -> bool:
    """Return whether a search or a question says all that another command of the same things says, and more."""
    if other.verb == "pick" and not other.slots:  # "the second looks nice. what would it be with two rooms?"
        return command.verb == "whatif" and command.refs == other.refs and bool(command.slots)
    return (
        command.verb == other.verb
        and command.verb in {"find", "suggest"}
        and command.refs == other.refs
        and command.value("place") == other.value("place")
        and set(other.slots) < set(command.slots)
    )
