"""Write where a trip starts as most people do: "paris start" and "brussels as starting point" are "from" there."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.geography import find_mentions

_AFTER = re.compile(
    r",? (?:(?:is|would be|as) )?(?:(?:a|the|my|our) )?(?:start(?:ing)?|departure)(?: point| airport| city)?\b"
    r"(?! (?:date|day|time|of|in|on|at|from|with|by|after|before)\b)",
    re.IGNORECASE,
)
_OR = re.compile(r"(?: or |/|, )$")
_MAX_MENTIONS = 20


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
