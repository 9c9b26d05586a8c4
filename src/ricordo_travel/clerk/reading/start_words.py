"""Write where a trip starts as most people do: "paris start" and "brussels as starting point" are "from" there."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.values.geography import find_mentions

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
