"""Search for the flights that a message wants to see, where they were read as a question about something else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.values.geography import Mention, find_mentions

_SOUGHT = re.compile(
    r"\b(?:show|find|get|give|need|want|check|look (?:up|for)|search(?: for)?)(?: me| us)?"
    r"(?: (?:some|the|any|also|too|cheap|direct|return|nonstop)){0,3} flights?\b"
)
_OF_SEARCH = frozenset({"from", "place", "on", "until", "nights", "people", "time", "direct", "max"})
_MISREAD = frozenset({"which", "ask", "about", "place", "chat"})


def look_for_flights(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with the search for flights from one place to another that a text in lower case asks for.

    "Do they have a pool? And show me flights london to barcelona for 3" is a question and a search.
    """
    match = _SOUGHT.search(text)
    ends = _find_ends(text[match.end() :]) if match else None
    if ends is None or any(each.verb not in _MISREAD and each.verb != "tell" for each in commands):
        return list(commands)
    garbled = [each for each in commands if each.verb in _MISREAD and each.has("from")]
    slots = [("from", ends[0].name), ("place", ends[1].name)]
    slots += [slot for each in garbled for slot in each.slots if slot[0] in _OF_SEARCH - {"from", "place"}]
    rest = [each for each in commands if each not in garbled]
    return [*rest, Command("find", ("flight",), tuple(dict.fromkeys(slots)))]


def _find_ends(text: str) -> tuple[Mention, Mention] | None:
    """Return the places between which a text begins: "from london to barcelona"."""
    named = find_mentions(text)[:2]
    if len(named) < 2 or not re.fullmatch(r"(?: from)? ", text[: named[0].start]):
        return None
    return (named[0], named[1]) if text[named[0].end : named[1].start] in {" to ", " - "} else None
