"""How many people a message speaks of, where the reader did not write it down."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.slots import AT_LEAST
from ricordo_travel.dialogue.party import MAX_PEOPLE, parse_party

_PAIR = re.compile(
    r"\bfor (?:my|our|his|her) (?:\w+ )?(?:parents|grandparents|in-laws)\b(?! and)|\b(?:anniversary|honeymoon)\b"
)
"""Words that tell of two who travel."""


def add_party(text: str, commands: list[Command]) -> list[Command]:
    """Return commands of which a question about a place has the people of the text, if no other has them.

    Who is only spoken of may be some of those who travel: "is it good with a child?".
    """
    people = parse_party(text) or (2 if _PAIR.search(text) else None)
    is_all = bool(_PAIR.search(text)) or parse_party(text, MAX_PEOPLE + 1) is not None
    for n, each in enumerate(commands):
        if _PAIR.search(text) and each.verb in {"find", "suggest"} and not any(one.has("people") for one in commands):
            commands[n] = replace(each, slots=(*each.slots, ("people", str(people))))
    if not people or people < 2 or any(each.has("people") for each in commands):
        return commands
    if any(each.verb in {"find", "suggest", "pick"} for each in commands):
        return commands
    at = next((n for n, each in enumerate(commands) if each.verb == "place" and each.slots), None)
    if at is not None:
        slot = ("people", f"{people}" if is_all else f"{AT_LEAST}{people}")
        commands[at] = replace(commands[at], slots=(*commands[at].slots, slot))
    return commands
