"""Small things of English that contents are put together with: articles, "plays" from "play", "baking" from "bake"."""

from __future__ import annotations

import re

from ricordo.extractors.rules.lexicon import PARENTS, RELATIONS

_DOUBLED = frozenset("run swim jog shop knit sit get cut plan hit win chat blog drum".split())
_NO_GERUND = frozenset("sing swing bring ring string fling cling".split())
_PLURAL = frozenset("children babies twins triplets sheep mice".split())


def article(words: str) -> str:
    """Return "a" or "an", or nothing if the words have an article or are plural."""
    if re.match(r"(?:an?|the|my|our|two|three|four|five|some|in)\s", words, re.IGNORECASE):
        return ""
    return "an" if re.match(r"[aeio](?!ne\b)|u(?!n[ai]|s[ei]|k|ti)|hono|hour|8|11|18", words, re.IGNORECASE) else "a"


def third_person(verb: str) -> str:
    """Return the third person: "play": "plays"; "listen to": "listens to"; "do not drink": "does not drink"."""
    first, _, rest = verb.lower().replace("workout", "work out").partition(" ")
    if first == "never":
        return f"never {third_person(rest)}"
    if re.search(r"(?:[sxz]|ch|sh|o)$", first):
        first += "es"
    elif re.search(r"[^aeiou]y$", first):
        first = first[:-1] + "ies"
    elif not first.endswith("s") or first == "is":
        first += "s"
    return f"{first} {rest}".strip()


def gerund(verb: str) -> str:
    """Return the gerund: "bake bread": "baking bread"; "swim": "swimming"."""
    first, _, rest = verb.replace("workout", "work out").partition(" ")
    low = first.lower()
    if low.endswith("ing") and low not in _NO_GERUND:
        made = first
    elif low.endswith("ie"):
        made = first[:-2] + "ying"
    elif low.endswith("e") and not low.endswith(("ee", "ye", "oe")):
        made = first[:-1] + "ing"
    else:
        made = first + (first[-1] if low in _DOUBLED else "") + "ing"
    return f"{made} {rest}".strip()


def relations_spelled_out(words: str) -> str:
    """Replace colloquial words: "two kids": "two children"; "mom": "mother"."""
    return re.sub(r"[^\W\d_]+$", lambda last: {**PARENTS, **RELATIONS}.get(last[0].lower(), last[0]), words)


def with_count(count: str, noun: str) -> str:
    """Replace "my" by what stands without it: "my two sons": "two sons"; "my wife": "a wife"; "my kids": "children"."""
    noun, count = relations_spelled_out(noun.lower()), count.strip().lower()
    plural = noun in _PLURAL or (noun.endswith("s") and not noun.endswith("ss"))
    if plural or re.match(r"(?:two|three|four|five|six|seven|\d)", count):
        return f"{count} {noun}".strip()
    whole = f"{count} {noun}".strip()
    return f"{article(whole)} {whole}"


def capitalise(text: str) -> str:
    """Return ``text`` with its first letter in upper case."""
    return text[:1].upper() + text[1:]
