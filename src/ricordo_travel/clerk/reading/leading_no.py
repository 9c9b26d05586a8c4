"""Tell whether a "no" refuses something, or only leads to a correction."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.commands import Command

REFUSES = re.compile(
    r"\b(?:no|nope|nah|not|don't|dont|without|skip|drop|forget|leave|instead|cancel|never|only|just)\b"
)
SAYS_YES = re.compile(r"\b(?:yes|yeah|yep|yup|yea|sure|correct|right|confirm(?:ed)?|go ahead|perfect)\b")


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
