"""Whom a message speaks of beside the one who writes: a relative, a friend, or somebody by name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ricordo_travel.dialogue.memory_words import RELATION
from ricordo_travel.dialogue.text import MAX_LENGTH, is_first_name, is_somebody

_OWNER = re.compile(
    r"\b(?:my|our|(?:have|got|ve) an?|the(?= (?:twins|kids|children|boys|girls|grand\w{3,8})\b)) "
    rf"(?P<who>(?:\w{{1,15}}[ -]){{0,2}}?{RELATION})(?:s(?= name\b))?\b",
    re.IGNORECASE,
)
_COMPANION = re.compile(
    r"\b(?:with|and|visit|bring|my|our|(?<!\w )little) (?:(?:our|my) )?(?:(?:little|dear) )?(?P<who>[a-z]{2,21})\b",
    re.IGNORECASE,
)
_MISSED = re.compile(
    r"\b(?P<who>[A-Z][a-z]{1,20}) (?:is|was) (?:still |also )?(?:missing|left out|forgotten)\b|"
    r"\b(?:forgot|missed|left out) (?:about )?(?:little |our |my )?(?P<whom>[A-Z][a-z]{1,20})\b"
)
"""Somebody of whom the writer misses something: "Ama is missing! She is 4"."""
_OTHERS = (
    (
        re.compile(r"\bshe\b|\bshes\b|\bshe's\b|\bher\b", re.IGNORECASE),
        re.compile(
            r"\b(?:husband|hubby|boyfriend|bf|brothers?|father|dad|sons?|grandpa|grandfather|uncle|nephew|boys?)\b"
        ),
    ),
    (
        re.compile(r"\bhe\b|\bhes\b|\bhe's\b|\bhis\b|\bhim\b", re.IGNORECASE),
        re.compile(
            r"\b(?:wife|girlfriend|gf|sisters?|mother|mum|mom|daughters?|grandma|grandmother|aunt|niece|girls?)\b"
        ),
    ),
)
"""Words for somebody, and who is not meant by them."""


def find_owner(texts: Iterable[str], spoken: str = "") -> str | None:
    """Return whom "she" or "he" in a text means after these messages, the latest first: whom they named last."""
    others = [pattern for says, pattern in _OTHERS if says.search(spoken)]
    named = (owner for text in texts if (owner := name_owner(text[-MAX_LENGTH:])))
    return next((owner for owner in named if not any(each.search(owner) for each in others)), None)


def name_owner(clause: str) -> str | None:
    """Return whom a clause names last."""
    found = [match["who"] for match in _OWNER.finditer(clause)]
    names = [match["who"] for match in _COMPANION.finditer(clause) if is_first_name(match["who"].lower())]
    missed = [who for match in _MISSED.finditer(clause) if is_somebody(who := match["who"] or match["whom"])]
    return (found or names or missed or [None])[-1]
