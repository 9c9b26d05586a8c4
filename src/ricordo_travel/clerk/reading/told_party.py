"""The party that a message names where nothing is looked for: "family of five", "so 5", "a hen do for 8 girls"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.values.party import parse_party

_TRIPS = re.compile(
    r"\b(?:hen|stag|bachelor(?:ette)?)(?:'s)?s?(?: (?:do|night|party|weekend|trip|break))?s?\b|\bhoneymoon\b|"
    r"\b(?:girls'?|lads'?|boys'?|birthday|anniversary|family|school|reunion|work|team|club|group) "
    r"(?:trip|weekend|break|holiday|getaway)\b"
)
"""Trips that are named by who makes them or why."""
_OF_WHOLE = re.compile(
    r"\b(?:family|party|group|team|gang|crew|bunch) of\b|"
    r"\bof us\b(?! (?:are|is|do|don't|can|can't|have|eat|hate|love|like|need)\b)|\b(?:just|only) (?:me|us)\b|"
    r"\bmake (?:it|that) \w+\b|(?:^|[.,;!?] )so (?:now )?\w+\b|\bwe(?:'re| are) (?:now )?\w+\b"
)
_TELLS = frozenset({"tell", "correct", "chat", "hello"})


def name_trip(text: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return commands with a wish for a trip where one was read as no travel: "can you do a hen do for 8 girls"."""
    if not _TRIPS.search(text) or {each.verb for each in commands} != {"offtopic"}:
        return commands
    people = parse_party(text)
    return [Command("suggest", (), (("people", str(people)),) if people else ())]


def tell_party(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands that only tell of people with how many travel, if a text in lower case counts them."""
    people = parse_party(text)
    if not commands or not {each.verb for each in commands} <= _TELLS or not people or not _OF_WHOLE.search(text):
        return list(commands)
    first, *rest = commands
    return [replace(first, slots=(*(first.slots or (("", ""),)), ("people", str(people)))), *rest]
