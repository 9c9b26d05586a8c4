"""Statements that hold for a while only, and plain ones that are worth a note although they name nothing known."""

from __future__ import annotations

import re

_PASSES = re.compile(
    r"^(?:(?:i|we) )?(?:eats?|dines?|goes|go) out(?:side)?\b|"
    r"^(?:(?:i|we) )?works? (?:late\b|(?:until|till|til|from|over) \d)|"
    r"\b(?:meetings?|appointments?|flights?|trip|plans?|conference|call|dates?)\b.{0,20} "
    r"(?:moved|postponed|delayed|cancelled|canceled|shifted|rescheduled)\b|"
    r"\b(?:moved|postponed|delayed|cancelled|canceled|shifted|rescheduled) (?:the|our|my) (?:\w+ )?"
    r"(?:meetings?|appointments?|flights?|trip|plans?|conference|call|dates?)\b|"
    r"\b(?:hasn't|haven't|has not|have not|hasnt|havent) (?:\w+ )?(?:decided|agreed|answered|replied|confirmed|booked|"
    r"made up|told|said)\b|\b(?:just|recently) (?:had|has had|celebrated|came|got back|arrived|left|called|told)\b|"
    r"\bneeds? (?:(?:an?|one|his|her|their|own|also|too|extra|another|and|for|himself|herself) |"
    r"(?:seat|bed|ticket|place|cot|crib)s?(?: |\W*$)){1,8}(?:too|as well)?\W*$|"
    r"\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|"
    r"this (?:week|time|morning|evening|afternoon|trip))\b|"
    r"^(?:i'm|i am|we're|we are|is|are) (?:so |really |very |a bit |just |all )*(?:tired|hungry|late|busy|sick of|"
    r"bored|excited|confused|lost|sorry|sure|ready|here|back|happy|sad|fine|ok|okay|done|stuck)\b",
    re.IGNORECASE,
)
"""What holds for a while only: hours of these days, something that was moved, a mood, a seat that is to be booked."""
_SAID = re.compile(
    r"^(?:(?:and|but|so|oh|also|btw|by the way|like i said|as i said)[, ]+|(?:i|we)(?:'ve| have)? "
    r"(?:already )?(?:told|said) (?:you |to you )?(?:that )?)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?<![,.! ])[,.! ]+(?:btw|by the way|please|pls|thanks|ok|for (?:me|us)|though|actually)$", re.IGNORECASE
)
_OWN = re.compile(
    r"(?:i'm|im|i am|we're|we are) (?:in|on|with|an?)\b(?! (?:rush|hurry|trip|train|plane|bus|way|phone|"
    r"budget|bit|work|holiday))(?! (?:the|my|our|a) (?:rush|hurry|trip|train|plane|bus|way|phone|office|"
    r"middle|mood|bit))|(?:i|we) get \w+sick\b|neither of us\b|both of us\b",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"(?:always|never) (?:keep|book|choose|pick|take|give|show|look|offer|use|put|go)\b", re.IGNORECASE
)
_VAGUE = re.compile(r"\b(?:if|maybe|perhaps|might|would|could|think|guess|hope)\b|\d{6}", re.IGNORECASE)
_TAKES_BACK = re.compile(
    r"\b(?:no|just|only|i'm|im|was|i was) kidding\b|\b(?:just|only|i'm|im|i was) joking\b|\bjk\b|\bi take that back\b|"
    r"\b(?:scratch|strike) that\b",
    re.IGNORECASE,
)
"""Words of somebody who takes back what they said right before."""
_CLAUSE = re.compile(r"[.!?;,:\u2026]|\b(?:and|but|so|because)\b", re.IGNORECASE)
_LEAST_WORDS, _MOST_WORDS = 3, 14


def is_passing(text: str) -> bool:
    """Return whether a statement holds for a while only, and is not worth a note."""
    return bool(_PASSES.search(text))


def drop_taken_back(text: str) -> str:
    """Return a text without the clauses that it takes back: "we bring our dog... no kidding, he stays here"."""
    kept, start = "", 0
    for match in _TAKES_BACK.finditer(text):
        before = text[start : match.start()].rstrip(" .,;:!-\u2026")
        cuts = [each.end() for each in _CLAUSE.finditer(before)]
        kept += f"{before[: cuts[-1] if cuts else 0].rstrip(' ,')}. "
        start = match.end()
    return kept + text[start:] if start else text


def find_plain(text: str) -> str:
    """Return a statement of the one who writes that lasts, without what stands around it; empty if it is none.

    "I'm in Tradewind's flyer program", "always keep it cheap for me btw".
    """
    plain = _SAID.sub("", text.strip(" .!,"))
    for _ in range(2):
        plain = _TAIL.sub("", plain)
    is_own = _OWN.match(plain) or asks_always(plain)
    is_short = _LEAST_WORDS <= len(plain.split()) <= _MOST_WORDS
    is_kept = is_own and is_short and not text.endswith("?") and not _VAGUE.search(plain) and not is_passing(plain)
    return plain if is_kept else ""


def asks_always(text: str) -> bool:
    """Return whether a text asks for something once for all: "always keep it cheap"."""
    return bool(_IMPERATIVE.match(text))
