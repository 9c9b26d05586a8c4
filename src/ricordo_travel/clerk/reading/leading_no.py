"""Tell what a "no" does: it refuses, leads to a correction, or takes back what the message said before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command

REFUSES = re.compile(
    r"\b(?:no|nope|nah|not|don't|dont|without|skip|drop|forget|leave|instead|cancel|never|only|just)\b"
)
SAYS_YES = re.compile(r"\b(?:yes|yeah|yep|yup|yea|sure|correct|right|confirm(?:ed)?|go ahead|perfect)\b")
_DOES = re.compile(r"\b(?:cancel|change|move|shift|shorten|extend|swap|switch|rebook)\b")
_TAKEN_BACK = re.compile(
    r"\b(?:no+|nope|nah|sorry|wait|actually|oh|ah|hm+|hang on|scratch that|on second thoughts?|but)\b[ ,.!-]*"
    r"(?:(?:no+|nope|wait|sorry|i|we|we'll|i'll|let's|please|just|rather|actually|then|better)\b[ ,.!-]*){0,4}"
    r"(?:(?:keep|leave) (?:(?P<all>everything|it all|all of it|all|them all)|it|them|both|that|things|the booking)\b"
    r"(?! (?:flight|hotel|car|room|one|and)\b)|"
    r"(?:don't|do not|dont) (?:(?:cancel|change|move|touch) (?:(?P<any>anything)|it|that|them)|do (?:it|that))\b|"
    r"forget (?:it|that|about it)\b|never ?mind\b|as you were\b)"
)
"""Words that take back what was asked for before them: "sorry no, keep everything"."""


def leave_out_taken_back(text: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return commands without what a text asks to change and takes back afterwards."""
    match = next((each for each in _TAKEN_BACK.finditer(text) if _DOES.search(text, 0, each.start())), None)
    if match is None or _DOES.search(text, match.end()):
        return commands
    undone = {"cancel", "change", "whatif", "keep"}
    is_all = bool(match["all"] or match["any"])
    kept = [ref for each in commands if each.verb in undone for ref in each.refs] if not is_all else []
    rest = [replace(each, verb="no") if each.verb == "yes" else each for each in commands if each.verb not in undone]
    return [Command("keep", tuple(dict.fromkeys(kept))), *rest]


def leave_out_lead(text: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return commands without answers to what waits that a text does not give: its "no" only leads to a correction.

    "No, outbound must be Tuesday 24" refuses nothing and agrees to nothing.
    """
    is_corrected = any(each.verb in {"find", "pick"} and each.has("on", "time") for each in commands)
    rest = re.sub(r"^(?:no+|nope|nah)\b[ ,.!]*", "", text)
    if rest == text or not is_corrected or REFUSES.search(rest):
        return commands
    left = {"no"} if SAYS_YES.search(rest) else {"no", "yes"}
    return [each for each in commands if each.verb not in left]
