"""Parts of a message that are none of their own: asides, second halves of statements, and doubtful ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.act_reader import SURE, MessagePart
from ricordo_travel.dialogue.memory_words import TOLD_AFTER
from ricordo_travel.dialogue.statements import find_statements
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_amenities

DOUBTFUL = 0.45
"""Score below which a part is taken for what stands beside it."""
_WONDERS = re.compile(r"\W*(?:what|huh|eh|hm+|sorry|pardon|excuse me|wait what|wait|why)\W*", re.IGNORECASE)
_REASON = re.compile(
    r"\W*(?:(?:because|since|as|cause|cos|and|but)\b\W*){0,2}[a-z' ]{3,40}? (?:is|are|sounds|seems|looks|would be)"
    r"(?: (?:much|a bit|so|just|even|really|more)){0,2} "
    r"(?:nicer|better|nice|great|perfect|lovely|important|fine|good|worth it|worth more|enough)"
    r"(?: (?:for|to) (?:me|us)| anyway| after all| i think){0,2}\W*",
    re.IGNORECASE,
)
"""Why something is taken, beside a pick: "right on the beach is nicer"."""
_BESIDE = frozenset({"search", "suggest", "place", "talk", "other"})
_GOES_ON = re.compile(r"\W*(?:but|it's|rather)\b", re.IGNORECASE)


def drop_asides(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts without those that only ask to note what another tells, say why it picks, or wonder: "what?"."""
    is_told = any(part.act in {"tell", "correct"} for part in parts)
    left = [part for part in parts if not (is_told and TOLD_AFTER.fullmatch(normalise(part.text)))]
    left = drop_reasons(left)
    return [part for part in left if not _WONDERS.fullmatch(part.text)] or left


def drop_reasons(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts without those that only say why something is taken which another one surely picks."""
    picks = any(part.act == "pick" and part.score >= SURE for part in parts)
    return [part for part in parts if not (picks and part.act in _BESIDE and _REASON.fullmatch(part.text))]


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


_WHO_OF_US = re.compile(r"\W*(?:and )?(?:who|which|whom)(?: one)? (?:of|among) us\b", re.IGNORECASE)
_PRICE = re.compile(r"\b(?:how much|(?:what|whats|what's)\b[^.?!;]{0,40}\b(?:cost|price|come to|work out))\b")


def drop_doubtful(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts, each that the reader is not sure of as what the one before or after it is."""
    sure = [part for part in parts if part.score >= DOUBTFUL and part.act != "talk"]
    if not sure:
        return list(parts)
    found: list[MessagePart] = []
    act = sure[0].act
    for part in map(_read_doubtful, parts):
        is_sure = part.score >= DOUBTFUL
        found.append(part if is_sure else replace(part, act=act))
        act = part.act if is_sure and part.act != "talk" else act
    return found


def _read_doubtful(part: MessagePart) -> MessagePart:
    """Return a part that the reader is in doubt of as a question, if it asks for a price or about one of the party."""
    if part.score >= DOUBTFUL or "?" not in part.text:
        return part
    if part.act in {"ask_offer", "search"} and find_amenities(normalise(part.text))[0]:
        return replace(part, act="search", score=DOUBTFUL)  # "is there one with breakfast in my budget?"
    if _PRICE.search(normalise(part.text)):
        return replace(part, act="ask_offer", score=DOUBTFUL)
    return replace(part, act="recall", score=DOUBTFUL) if _WHO_OF_US.match(part.text) else part
