"""Parts of a message that are none of their own: asides, and the second half of a statement."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.act_reader import MessagePart
from ricordo_travel.dialogue.memory_words import TOLD_AFTER
from ricordo_travel.dialogue.statements import find_statements
from ricordo_travel.dialogue.text import normalise

_WONDERS = re.compile(r"\W*(?:what|huh|eh|hm+|sorry|pardon|excuse me|wait what|wait|why)\W*", re.IGNORECASE)
_GOES_ON = re.compile(r"\W*(?:but|it's|rather)\b", re.IGNORECASE)


def drop_asides(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts without those that only ask to note what another one tells, or only wonder: "what?"."""
    is_told = any(part.act in {"tell", "correct"} for part in parts)
    left = [part for part in parts if not (is_told and TOLD_AFTER.fullmatch(normalise(part.text)))]
    return [part for part in left if not _WONDERS.fullmatch(part.text)] or left


def join_statements(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts, each with what goes on from it and says how it is: "we don't live in Dublin / but in Bray"."""
    joined: list[MessagePart] = []
    for part in parts:
        whole = f"{joined[-1].text} {part.text}" if joined else ""
        is_contrast = _GOES_ON.match(part.text) and find_statements(normalise(whole))
        if is_contrast and not any(find_statements(normalise(each.text)) for each in (joined[-1], part)):
            joined[-1] = replace(joined[-1], text=whole)
        else:
            joined.append(part)
    return joined
