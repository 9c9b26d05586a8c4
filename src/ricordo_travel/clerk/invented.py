"""Take back places that the reader writes although nobody has named them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.slots import find_named_place
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.text import is_common_word, normalise

_GOAL = re.compile(r"\b(?:to|in|visit) (?P<name>[A-Z][a-z]{3,})\b(?! [A-Z])")
_NO_PLACE = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|.*ber"
)


def take_back_places(situation: str, message: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands without places that neither a message nor its situation names.

    The unknown place that the message names stands in their stead. What may stand for a place stays as it is read:
    "the sagrada familia" is Barcelona.
    """
    named = {each.name for each in find_mentions(normalise(f"{situation}\n{message}"))}
    return [command if _is_named(command, named) else _take_back(message, command) for command in commands]


def _is_named(command: Command, named: set[str]) -> bool:
    value = command.subject if command.verb == "place" else command.value("place")
    mention = find_named_place(value) if value else None
    return mention is None or mention.name in named


def _take_back(message: str, command: Command) -> Command:
    unknown = next((match["name"] for match in _GOAL.finditer(message) if _is_unknown(match["name"])), None)
    if unknown is None and not all(map(is_common_word, re.findall(r"[a-z]{3,}", normalise(message)))):
        return command
    if command.verb == "place":
        return replace(command, refs=(unknown,) if unknown else ())
    own = (("place", unknown),) if unknown else ()
    return replace(command, slots=(*own, *(slot for slot in command.slots if slot[0] != "place")))


def _is_unknown(name: str) -> bool:
    word = name.lower()
    return not is_common_word(word) and not _NO_PLACE.fullmatch(word) and not find_named_place(word)
