"""Two places that a message names to choose between: compare them, or go on with the one that is served."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.party import parse_party

AMONG = "among"
"""A slot of a wish for ideas: one of the places among which somebody chooses."""
WITHOUT = "without"
"""A slot of a search: a place that was named beside the one of the search, and is not served."""
_OR = re.compile(r"^,? ?(?:or|vs\.?|versus|/)(?: else| maybe| perhaps| possibly)?,?(?: (?:in|to|the))* ?$")
_BEFORE = re.compile(r"\b(?:from|live in|living in|based in|not|near|via|out of) (?:the )?$")
_ASKS = re.compile(r"\b(?:which|what|whats|better|nicer|cheaper|warmer|closer|more|difference)\b|\?")
_OF_TRIP = frozenset({"from", "on", "until", "nights", "people", "ages", "max", "with", "maybe", "rooms"})
_OF_PARTY = re.compile(r"child|kid|famil|people|info|compare|^$")
"""Facts of a comparison that nobody asks for who only names the places and who travels."""


def choose_between(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands that weigh the places among which a text in lower case leaves the choice."""
    named = _find_named(text)
    at = next((n for n, each in enumerate(commands) if _leaves_open(text, each)), None)
    if len(named) < 2 or at is None:
        return list(commands)
    search = commands[at]
    served = [each.name for each in named if each.place]
    unserved = [each.name for each in named if not each.is_served]
    slots = [slot for slot in search.slots if slot[0] in _OF_TRIP]
    if search.verb == "compare" and (people := parse_party(text)) and people > 1:
        slots.append(("people", str(people)))
    if not served or len(served) + len(unserved) < len(named):
        return list(commands)
    if len(served) == 1:
        kinds = search.refs if search.verb == "find" else ("flight+hotel",)
        beside = [(WITHOUT, name) for name in unserved]
        found = [Command("find", kinds, (*(("place", name) for name in served), *slots, *beside))]
    elif search.verb == "find" and re.search(r"\d", search.value("on") or ""):
        found = [Command("find", search.refs, (("place", name), *slots)) for name in served]
    else:
        found = [Command("suggest", (), (*slots, *((AMONG, name) for name in served)))]
    return [*commands[:at], *found, *commands[at + 1 :]]


def _leaves_open(text: str, command: Command) -> bool:
    """Return whether a command looks for something to do in one of the places, and asks for nothing else of them."""
    if command.verb == "suggest":
        return not command.has("other", "not", "cheaper")
    if command.verb == "find":
        return command.subject != "car" and (
            not command.has("place") or bool(_OPEN.search(command.value("place") or ""))
        )
    return command.verb == "compare" and bool(_OF_PARTY.search(command.text)) and not _ASKS.search(text)


_OPEN = re.compile(r"\bor\b|/")


def _find_named(text: str) -> list[Mention]:
    """Return the places that a text joins by "or", as those to go to."""
    mentions = find_mentions(text)
    joined: dict[str, Mention] = {}
    for one, other in pairwise(mentions):
        if _OR.search(text[one.end : other.start]) and not _BEFORE.search(text[: one.start]):
            joined |= {one.name: one, other.name: other}
    return list(joined.values())
