"""Write where a trip starts as most people do: "paris start" and "brussels as starting point" are "from" there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import find_named_place, find_picked_place
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.dialogue.values.geography import find_mentions, find_named
from ricordo_travel.dialogue.values.text import is_common_word, normalise, split_sentences

_AFTER = re.compile(
    r",? (?:(?:is|would be|as) )?(?:(?:a|the|my|our) )?(?:start(?:ing)?|departure)(?: point| airport| city)?\b"
    r"(?! (?:date|day|time|of|in|on|at|from|with|by|after|before)\b)",
    re.IGNORECASE,
)
OF_START = re.compile(
    r"\b(?:i|we|i'm|we're|i'd|we'd)\b.{0,25}\b(?:from|in|near|out of) |\b(?:starting|flying|leaving|coming) from |"
    r"\b(?:home|airport) is (?:in )?|^from "
)
"""Words before the place where somebody is or starts, in a statement about themselves."""
_GOES_FROM = re.compile(
    r"\b(?:go|going|fly|flying|leav\w+|start\w*|set(?:ting)? off|travel\w*|depart\w*) (?:out )?from $"
)
_FROM = re.compile(r"\bfrom (?:the )?$")
_UNKNOWN_START = re.compile(r"\bfrom (?P<start>[a-z-]{3,30}) to\b")
_OR = re.compile(r"(?: or |/|, )$")
_MAX_MENTIONS = 20
_FIRST = re.compile(r"\W*(?:(?:ok|well|so|and|just|it's|that's|we're|i'm|in|near|the|city|of) ?)*")
"""What may stand before a place that answers the question for the start."""
_PROPOSES = re.compile(r",? (?:maybe|perhaps|possibly|then)\?|,? or (?:so|something)\?|\?")
"""What stands behind a place that somebody thinks of going to."""
_ALONE = re.compile(r"(?:^|[.,;:!?] )(?:(?:ok|and|or|so|well|hm+|what|how|about|maybe|perhaps|then),? ){0,4}$")
"""What stands before it."""
_BEFORE = 40
_SPEAKS_OF_START = re.compile(r"\b(?:from|start\w*|leav\w+|depart\w*|live|based|home|airport|out of)\b")


def find_start_told(text: str) -> str:
    """Return the place that a statement in lower case names as the start of who makes it; empty if it names none."""
    named = [each for each in find_mentions(text)[:_MAX_MENTIONS] if _is_start(text[: each.start])]
    return named[-1].name if named else ""


def find_start_named(text: str) -> str:
    """Return the place that a text in lower case calls a start: "we fly from oslo"; empty if it names none."""
    named = [each for each in find_mentions(text)[:_MAX_MENTIONS] if OF_START.search(text[: each.start])]
    return named[-1].name if named else ""


def _is_start(before: str) -> bool:
    return bool(OF_START.search(before) or _FIRST.fullmatch(before))


def start_where_served(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands that start at the one served place from which a text in lower case may start as well.

    "I'm in Inverness, but I don't mind going from Edinburgh" needs no question whether Edinburgh will do.
    """
    own = [each.name for each in find_mentions(text) if each.place and _GOES_FROM.search(text[: each.start])]

    def start(command: Command) -> Command:
        told = find_start_named(normalise(command.text)) if command.verb == "tell" else ""
        value = normalise(told or command.value("from") or "-")
        named, served = find_named(value), [each.name for each in find_mentions(value) if each.place] or own
        if named is None or named.is_served or len(served) != 1:
            return command
        if told:
            return Command("tell", (), (("we", f"fly from {served[0].lower()}"),))
        rest = (slot for slot in command.slots if slot != ("not", served[0].lower()))
        return replace(command, slots=tuple((name, served[0] if name == "from" else value) for name, value in rest))

    return [start(each) for each in commands]


def ground_ends(text: str, command: Command) -> Command:
    """Return a search or a choice with the ends of the trip that a text in lower case names."""
    slots = _part_ends(text, list(command.slots), find_picked_place(command) or "")
    return replace(command, slots=tuple(_ground_start(text, command, slots)))


def _part_ends(text: str, slots: list[Slot], picked: str) -> list[Slot]:
    """Return slots of a trip that does not start where it goes to: the end that the message names, with the other."""
    ends = {name: value.lower() for name, value in slots if name in {"from", "place"}}
    start, goal = ends.get("from"), ends.get("place") or picked.lower()
    if start is None or start != goal:
        return slots
    name = normalise(start)
    is_start = bool(re.search(rf"\bfrom (?:the )?{re.escape(name)}\b", text))
    sentences = [each for each in split_sentences(text) if name in each] if is_start else [text]
    named = [each for each in find_mentions("".join(sentences[:1])) if each.name.lower() != name]
    others = {each.name for each in named if is_start or _FROM.search(text[: each.start])}
    other, wrong = others.pop() if len(others) == 1 else None, "place" if is_start else "from"
    return [(slot, other if slot == wrong and other else value) for slot, value in slots if slot != wrong or other]


def _ground_start(text: str, command: Command, slots: list[Slot]) -> list[Slot]:
    """Return the slots of a search with the start that a text names, also one that nobody knows, and no other."""
    read = normalise(next((value for name, value in slots if name == "from"), ""))
    known = [each.name for each in find_mentions(text) if _FROM.search(text[: each.start])]
    unknown = [name for name in _UNKNOWN_START.findall(text) if not (is_common_word(name) or find_named_place(name))]
    starts = (known if read else []) or unknown
    own = {each.name for each in find_mentions(text)}
    is_said = read in text or any(each.name in own for each in find_mentions(f"in {read}"))
    if command.verb != "find" or command.subject in {"return", "car"} or len(starts) != 1 or (read and is_said):
        return slots
    return [("from", starts[0]), *(slot for slot in slots if slot[0] != "from")]


def proposes_place(text: str, name: str) -> bool:
    """Return whether a text in lower case proposes a place to go to, and no start: "innsbruck maybe?"."""
    named = [each for each in find_mentions(text) if each.name.lower() == name.lower()]
    alone = [each for each in named if _ALONE.search(text[max(0, each.start - _BEFORE) : each.start])]
    return not _SPEAKS_OF_START.search(text) and any(_PROPOSES.match(text, each.end) for each in alone)


def leads_to(text: str, name: str) -> bool:
    """Return whether a text in lower case goes to a place, and says nothing of a start: "they moved it to munich"."""
    named = [each for each in find_mentions(text)[:_MAX_MENTIONS] if each.name.lower() == name.lower()]
    return not _SPEAKS_OF_START.search(text) and any(text.endswith(" to ", 0, each.start) for each in named)


def write_start(message: str) -> str:
    """Return a message with "from" before the place that it calls a start."""
    if "start" not in message.lower() and "departure" not in message.lower():
        return message
    lower = message.lower()
    mentions = find_mentions(lower)[:_MAX_MENTIONS] if len(lower) == len(message) else []
    for at, mention in reversed([*enumerate(mentions)]):
        match = _AFTER.match(message, mention.end)
        if match is None or re.search(r"\bfrom $", lower[: mention.start]):
            continue
        first = at  # "paris or brussels as start"
        while first and _OR.fullmatch(lower, mentions[first - 1].end, mentions[first].start):
            first -= 1
        begin = mentions[first].start
        message = f"{message[:begin]}from {message[begin : mention.end]}{message[match.end() :]}"
    return message
