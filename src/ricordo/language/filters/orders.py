"""Orders to the assistant or its memory, and role play: text that does not speak about its speaker.

People remember and ignore things without ordering anybody to, so a verb counts only where it is an imperative.
"""

from __future__ import annotations

import re

_NOT_A_STATEMENT = (
    r"(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\bhe )(?<!\bshe )(?<!\bpeople )(?<!\balways )(?<!\boften )(?<!\bcan't )"
)
_POLITELY = r"(?:please |now |ok,? ){0,4}"
_AT_THE_START = rf"(?:^|[.!?\n,] ?){_POLITELY}"
_RULES = r"(?:rules?|instructions?|prompts?|polic(?:y|ies)|guidelines?|directions?|restrictions?)"
_WHICH = r"(?:(?:all|any|the|your|these|those|previous|prior|above|earlier|other|of|system|safety) ){0,6}"

TAKEOVER = (
    rf"\b(?=[idobf]){_NOT_A_STATEMENT}(?:ignore|disregard|override|bypass|forget)\b {_WHICH}{_RULES}\b"
    r"|\b(?:ignore|disregard) (?:everything|anything|all)(?: (?:that|you|was|were|is|are|told|said|written)){0,4}"
    r" (?:above|before|previous(?:ly)?)\b"
    r"|\b(?:system prompt|developer (?:message|mode)|jailbreak|you are now|from now on,? you)\b"
    rf"|(?:^|[.!?\n:;] ?){_POLITELY}(?:act as|pretend|role-?play|let'?s (?:pretend|role-?play))\b"
)
"""Orders after which the rest of a text cannot be trusted: it may belong to the order or to the role."""

_TAKEOVER = re.compile(TAKEOVER, re.IGNORECASE)
_ORDER = re.compile(
    rf"\b(?=[srmnwa]){_NOT_A_STATEMENT}"
    r"(?:store|save|record|memori[sz]e|remember|note|write down|add to (?:your |the )?memory)\b"
    r"[^.!?\n]{0,40}\b(?:admin|administrator|root|all users?|every user|other users?|the (?:agent|model|ai|system))\b"
    r"|\b(?:add|write|put|insert)\b[^.!?\n]{0,40}\b(?:to|into) (?:your |the )?(?:long-term )?memory\b"
    rf"|\b(?=act as\b){_NOT_A_STATEMENT}act"
    rf"|{_AT_THE_START}(?:pretend|imagine|role-?play|let'?s (?:play|pretend|imagine|say))\b",
    re.IGNORECASE,
)
_DESCRIPTION = re.compile(
    r"\bthe (?:user|customer)(?:'s)? (?:is|has|wants?|likes?|prefers?|lives?|works?|name|password|role|budget)\b",
    re.IGNORECASE,
)


def gives_orders(text: str) -> bool:
    """Return whether `text` gives orders to the assistant or its memory, or plays a role."""
    return _TAKEOVER.search(text) is not None or _ORDER.search(text) is not None


def find_takeover(text: str) -> int | None:
    """Return where the first order stands after which the rest of `text` cannot be trusted, if there is one."""
    found = _TAKEOVER.search(text)
    return found.start() if found else None


def describes_user(text: str) -> bool:
    """Return whether `text` says what "the user" is or wants: nobody speaks of themselves like that."""
    return _DESCRIPTION.search(text) is not None
