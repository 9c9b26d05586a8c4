"""How many people a message speaks of, where the reader did not write it down."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.slots import AT_LEAST
from ricordo_travel.dialogue.numbers import NUMBER, parse_numbers
from ricordo_travel.dialogue.party import MAX_PEOPLE, parse_company, parse_party

_PAIR = re.compile(
    r"\bfor (?:my|our|his|her) (?:\w+ )?(?:parents|grandparents|in-laws)\b(?! and)|\b(?:anniversary|honeymoon)\b"
)
"""Words that tell of two who travel."""


_MY_CHILDREN = re.compile(rf"\bmy (?:{NUMBER} )?(?:\w+ )?(?:kids?|child(?:ren)?|sons?|daughters?|boys?|girls?)\b")
_WITH_PARTNER = re.compile(
    r"\b(?:we|us|our|wife|husband|hubby|partner|spouse|girlfriend|boyfriend|fianc\w+|"
    r"(?:their|his|her) (?:mum|mom|dad))\b"
)


def _count_one_parent(text: str, command: Command) -> Command:
    """Return a command of which the people are not one more than somebody alone with their children."""
    said = command.value("people") or ""
    alone = parse_party(text) or parse_company(text)
    is_alone = bool(_MY_CHILDREN.search(text)) and not _WITH_PARTNER.search(text)
    if not alone or not is_alone or said != str(alone + 1) or alone + 1 in parse_numbers(text):
        return command
    slots = [(name, str(alone) if name == "people" else value) for name, value in command.slots]
    return replace(command, slots=tuple(slots))


def add_party(text: str, commands: list[Command]) -> list[Command]:
    """Return commands with one parent where only one writes, and a question about a place with the people of the text.

    Who is only spoken of may be some of those who travel: "is it good with a child?".
    """
    commands = [_count_one_parent(text, each) for each in commands]
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
