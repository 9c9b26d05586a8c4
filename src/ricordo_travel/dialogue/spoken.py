"""Clauses as people type them, made sentences that the reader knows: "she no eat pork", "my son: allergic to nuts"."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.memory_words import RELATION

_SHORT = re.compile(r"\b(?P<who>we|they|you|u) r\b", re.IGNORECASE)
_SHORT_I = re.compile(
    r"^i m (?=\w)|^(?:i'm|i am|im) (?:(?:actually|now|already|really) ){0,2}(?=\d{1,3}$)", re.IGNORECASE
)
_NO_APOSTROPHE = re.compile(rf"(?P<who>^s?he|\b(?:my|our) {RELATION}(?=s (?:name\b|\d)))s (?=\w)", re.IGNORECASE)
_NOT = re.compile(r"\b(is|are|was|does|do|has)nt\b", re.IGNORECASE)
_CLEFT = re.compile(
    rf"^(?:it'?s|it is|it was|that'?s) (?:my|our|the) (?P<who>{RELATION}) (?:who|that)(?:(?P<is>'s|s)\b)?(?= )|"
    rf"^(?:my|our|the) (?P<listed>{RELATION}): (?=(?P<state>allergic|vegan|vegetarian|pescatarian|diabetic|afraid)|"
    r"(?:hates|loves|likes|eats|needs|prefers|has|is)\b)",
    re.IGNORECASE,
)
"""What sets somebody apart: "it's my son who is allergic to nuts", "my son: allergic to nuts"."""
_NO_VERB = re.compile(
    r"\b(?P<who>(?P<other>she|he|(?:my|our) \w{2,15})|i|we|they)(?: am| is| are|'m|'s|'re)? (?:no|not) "
    r"(?=(?:eat|drink|like|want|speak|smoke|drive|walk|fly|swim)\b)",
    re.IGNORECASE,
)
"""A denial as people say it who are learning English: "she no eat pork"."""

_LIMIT = re.compile(
    r"^(?:my|our|the) (?:absolute |upper |total )?(?:maximum|max|limit)(?: is|'s| would be) (?=\D{0,12}\d)",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"^(?=\d[\d,.]{1,9} ?(?:[$€£]|dollars|usd|euros?|eur|pounds|gbp)(?: in (?:all|total))?$)", re.IGNORECASE
)
"""The place before an amount that stands alone."""
_AROUND = re.compile(
    r"^(?P<who>i|we)(?:'m|'re| am| are) (?:all |both |mostly )?(?:in (?:and|or) around|located in) (?=\w)",
    re.IGNORECASE,
)
_WERE = re.compile(
    r"^were (?=(?:all|both|big|huge|massive|die ?hard|lifelong|vegans?|vegetarians?|muslim|jewish|retired|students)\b)",
    re.IGNORECASE,
)
_STILL = re.compile(r"^(?P<who>i|we) still (?=(?:like|love|prefer|hate|want|need)\b)", re.IGNORECASE)


def speak(clause: str) -> str:
    """Return a clause with the words that it leaves out or shortens."""
    spoken = re.sub(r" (?:by the way|btw)(?=,)", "", clause, flags=re.IGNORECASE)
    spoken = _WERE.sub("we're ", _SHORT_I.sub("I'm ", _SHORT.sub(r"\g<who> are", spoken)))
    spoken = _CLEFT.sub(
        _set_apart, _NOT.sub(r"\1n't", re.sub(r"^[Ii]t(?:'s| is) (?=[A-Z][a-z]{1,20} who )", "", spoken))
    )
    spoken = re.sub(r"^([A-Z][a-z]{1,20}) who (?=\w)", r"\1 ", spoken)
    spoken = _AROUND.sub(r"\g<who> live in ", _STILL.sub(r"\g<who> ", _LIMIT.sub("my budget is ", spoken)))
    spoken = _NO_APOSTROPHE.sub(r"\g<who>'s ", spoken)
    spoken = re.sub(r"^((?:my |our )?[A-Za-z]{2,20})'s (?=\d)", r"\1 is ", spoken)
    spoken = re.sub(r"(?i)^(?:it's )?his birthday(?: is|'s)? (?=on )", "he has his birthday ", spoken)
    spoken = re.sub(r"(?i)^(?:it's )?her birthday(?: is|'s)? (?=on )", "she has her birthday ", spoken)
    spoken = _AMOUNT.sub("my budget is ", spoken)
    return _NO_VERB.sub(lambda match: f"{match['who']} {'does' if match['other'] else 'do'} not ", spoken)


def _set_apart(match: re.Match[str]) -> str:
    is_there = match["is"] or match["state"]
    return f"my {match['who'] or match['listed']}{' is' if is_there else ''}{' ' if match['listed'] else ''}"
