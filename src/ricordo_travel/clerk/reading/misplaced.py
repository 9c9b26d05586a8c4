"""Questions that were read as ones about a place, though the message asks no such thing of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.answering.place_answers import knows
from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.replies.suggestions import find_activities
from ricordo_travel.dialogue.replies.talk import find_topic
from ricordo_travel.dialogue.values.text import normalise

ASKS_MEMORY = re.compile(
    r"\b(?:do|does|did|will|can|could|would) (?:you|u|it|this)(?: (?:just|really|actually|even|still|also|always))* "
    r"(?:remember|recall|save|store|keep|know|forget)\b[^.!?]{0,40}?"
    r"\b(?:next (?:time|trip|visit|year)|for (?:later|the future|another time)|all (?:of )?(?:this|that)|"
    r"these things|things|stuff|everything i)\b"
)
"""Words of somebody who asks whether what they tell is remembered."""
_OF_MEMORY = re.compile(
    r"\b(?:remember\w*|recall|know\w*|noted?|memory|saved?|stored?|told|about (?:me|us)|of (?:me|us))\b"
)
_MEMORY = Command("about", (), (("memory", ""),))
_ME_AGAIN = re.compile(r"\W*(?:(?:hi+|hiya|hello|hey+)\W+)?(?:it's |its )?(?:only |just )?me again\b")
_OF_TRIP = frozenset({"from", "on", "until", "nights", "people", "ages", "max", "with", "maybe", "rooms"})
"""Slots that say of a trip to a place, and ask nothing of it."""
_STEM = 4
"""Letters by which a word of a message is known in what is asked."""


def settle_misplaced(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands without questions about a place or memory of which a text in lower case says nothing.

    Who asks whether all is remembered for the next time is told so.
    """
    if _ME_AGAIN.match(text) and {each.verb for each in commands} <= {"again", "about", "chat", "tell"}:
        return [Command("hello")]
    asks_memory = bool(ASKS_MEMORY.search(text))
    if asks_memory and not any(each.verb in {"about", "recall"} for each in commands):
        commands = [*commands, _MEMORY]
    kept = [each for each in commands if each.verb != "place" or _is_asked(text, each)]
    if not _OF_MEMORY.search(text):  # "what have you got?"
        kept = [each for each in kept if each.verb != "recall" or each.text]
    return kept or list(commands)


def _is_asked(text: str, command: Command) -> bool:
    """Return whether a text may ask of a place what a command does: a thing that is known, or one it has a word of."""
    fact = normalise(command.text)
    is_known = knows(fact) or bool(find_activities(fact)) or find_topic(fact) is not None
    if is_known or not command.slots or command.slots[0][0] in _OF_TRIP:
        return True
    stems = {word[:_STEM] for word in re.findall(r"\w{3,}", fact)}
    return not stems or any(word[:_STEM] in stems for word in re.findall(r"\w{3,}", text))
