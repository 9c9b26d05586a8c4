"""Clauses: the parts of a message that say one thing each, as far as punctuation and conjunctions tell."""

from __future__ import annotations

import re

_BREAK = re.compile(
    r"(?<![.!?;:\n。！？；、，])[.!?;:\n。！？；、，]++(?=\s|$|[^\x00-\x7f])|[\n。！？；]|,\s|\s[-–—]\s|\s?[()]\s?|"
    r"\s(?:and|but|though|although|because|while|und|aber|weil|y|pero|porque|et|parce|e|ma|perché|mas|"
    r"mais(?=\s(?:je|j['’]\w|on|nous|il|elle|c['’]\w|ma|mon|mes|pas|sans|ça|le|la|les|une?|aussi))|"
    r"so(?=\s(?:i|i'm|im|we|we're|he|she|they|it|it's|my|our|no|not|nothing|none|never|don't|please)\b))\s"
    # "so" before a clause of at least two words, but not "is so nice", "or so", "so far"
    r"|(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bwere)(?<!\bbe)(?<!\bam)(?<!['’]s)(?<!['’]m)(?<!['’]re)(?<!\bnot)(?<!\bor)"
    r"(?<!\bthink)(?<!\bhope)(?<!\bif)(?<!\bfeel)(?<!\bfelt)(?<!\bjust)(?<!\bdo)(?<!\beven)(?<!\bist)(?<!\bbin)"
    r"\sso\s(?!(?:much|many|few|little|far|long|that|as|wie|viel|viele|gern|gerne|nicht|eine?|weit|oft|etwas|sehr)\b)"
    r"(?=[a-z']{2,20}\s[a-z0-9'’])",
    re.IGNORECASE,
)
_MAX_CLAUSES = 40
_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?。！？\n]|$)")


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, with what ends them."""
    return [part[0].strip() for part in _SENTENCE.finditer(text) if part[0].strip()]


def sentences_around(text: str, start: int, end: int) -> str:
    """Return the sentences of a text that have letters between two places."""
    return "".join(part[0] for part in _SENTENCE.finditer(text) if part.start() < end and start < part.end())


def split_clauses(text: str, limit: int = _MAX_CLAUSES) -> list[str]:
    """Return the clauses of a text, at most ``limit`` of them."""
    parts = (part.strip() for part in _BREAK.split(text[: limit * 400], maxsplit=limit))
    return [part for part in parts if part][:limit]


def clauses_around(text: str, start: int, end: int) -> list[str]:
    """Return the clauses of a text that have letters between two places."""
    found: list[str] = []
    begin = 0
    for stop, following in (*(match.span() for match in _BREAK.finditer(text)), (len(text), len(text))):
        if begin < end and start < stop and text[begin:stop].strip():
            found.append(text[begin:stop].strip())
        begin = following
    return found
