"""Memories that a message did not state: requests, questions and words about offers that were read as facts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ricordo_travel.dialogue.text import normalise

_REQUEST = re.compile(
    r"^\W*(?:(?:and|but|ok|so|please|oh|well|no|yes|also|then|now|hi|hey|maybe|or) |, )*(?:change|book|move|cancel|"
    r"show|find|search|look(?:ing)? for|look|give me|get me|make it|add|list|check|recommend|suggest|swap|switch|"
    r"upgrade|reserve|compare|extend|shorten|somewhere|something|anything|anywhere|any|"
    r"(?:which|what|where|how|why)(?! (?:i|we|my|our)\b)|"
    r"(?:do|don't|does|did|didn't|can|could|can't|will|would|won't|are|aren't|have|haven't|should) "
    r"(?:you|they|it|there)|is (?:it|there|that|this)|isn't (?:it|there|that)|(?:can|could|shall|should|may) (?:i|we)|"
    r"let's|i never said|that's|it's (?:too|just|only|not))\b"
)
_REMEMBER = re.compile(r"\b(?:remember|keep in mind|note|know|keep)\b")
_OF_YOU = re.compile(
    r"\b(?:do|don't|does|did|can|could|will|would|have|are|aren't|you|you'll)(?: not)? you(?: \w+)?\W*$"
)
_NO_FACT = re.compile(
    r"^(?:maybe: )?(?:thats?\b|just (?:me|us)\b|that's|its\b|it's|is looking for|"
    r"change |book |move |cancel |would like: plans:)"
    r"|\ballergic to (?:allerg\w*|it|that|them|this|a|the|some|something|anything|food)$"
    r"|^does not you\b|^(?:mother|father|brother|sister|son|daughter)(?: in law)?$"
    r"|\bnot to \w+$|\b(?:with|to|for|of) (?:her|him|them|it)$"
    r"|^\d+ \w+ is \d+$"
    r"|\b(?:rooms?|hotels?|flights?|cars?|price|one|ones|offers?) (?:is|are) (?:too |so |very |a bit )?"
    r"(?:silly|expensive|pricey|fine|ok|good|great|nice|perfect|wrong|ridiculous|much|cheap)\b"
)
_WISH = re.compile(r"^(?:maybe|would like|plans?)\b", re.IGNORECASE)


def is_no_fact(row: Mapping[str, Any]) -> bool:
    """Return whether a memory says nothing about a person: a label as its own value, or words without a subject."""
    return bool(row["quotes"]) and bool(_NO_FACT.search(row["content"].lower()))


def is_wish(row: Mapping[str, Any]) -> bool:
    """Return whether a memory is a wish or a guess, which is kept but not claimed."""
    return bool(_WISH.search(row["content"]))


def find_doubtful(message: str, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the ids of the memories that rest on a request or a question in a message, or say nothing."""
    text = squeeze(message)
    return [
        row["id"]
        for row in rows
        if is_no_fact(row) or (row["quotes"] and all(_is_request(text, squeeze(quote)) for quote in row["quotes"]))
    ]


def may_ask(text: str) -> bool:
    """Return whether a message in lower case has a request or a question, from which nothing is learned."""
    return any(_REQUEST.search(clause) for clause in re.split(r"[.!?;,\n]+\s*|\band ", text)) or "?" in text


def squeeze(text: str) -> str:
    """Return a text in lower case, with single spaces."""
    return " ".join(text.lower().split())


def _is_request(message: str, quote: str) -> bool:
    start = message.find(quote)
    if start < 0:
        return False
    clause = re.split(r"[.!?;,\n]", message[:start])[-1]
    if _REMEMBER.search(clause) or _REMEMBER.search(quote):
        return False
    return bool(_REQUEST.search(normalise(quote)) or _OF_YOU.search(normalise(clause)))
