"""How old children are, as somebody tells it beside a request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ricordo import Candidate, Evidence, StoredTurn
from ricordo_travel.dialogue.text import is_first_name, is_somebody

_AGES = re.compile(
    r"\b(?P<who>(?:\w{1,10} )?(?:kids?|children|child|sons?|daughters?|boys?|girls?))(?: \(| |, |\(|: )(?:aged? |"
    r"who are )?"
    r"(?P<ages>\d{1,2}(?:(?:, | and |,? & )\d{1,2}){0,5})(?! ?(?:nights?|days?|weeks?|people|rooms?|adults?|"
    r"[a-z]{3,9} 20|(?:to|until|till|-|–) ?\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))"
    r"(?=\W|$)(?P<baby>,? (?:and|plus|&) (?:an?|the|our|my) (?:new |newborn |little )?(?:baby|newborn|infant)\b)?",
    re.IGNORECASE,
)
_YEAR_OLDS = re.compile(
    r"\b(?:my|our) (?P<ages>\d{1,2}(?:(?:, | and |,? & )\d{1,2}){0,5})[ -](?:years?|yrs?)[ -]olds?(?P<who> (?:sons?|"
    r"daughters?|boys?|girls?|kids?|twins|child(?:ren)?|baby|toddler))?\b"
    r"(?P<baby>,? (?:and|plus|&) (?:an?|the|our|my) (?:new |newborn |little )?(?:baby|newborn|infant)\b)?",
    re.IGNORECASE,
)
"""How old children are in other words: "our 3 year old"."""
_NAMED_AGE = re.compile(r"\b(?P<name>[A-Za-z][a-z]{1,20}) (?P<in>\()?(?P<age>\d{1,2})(?=\)|,| and\b|[.!]|$)")
_PLURAL = re.compile(r"\b(?:kids|children|sons|daughters|boys|girls|sisters|brothers|twins)\b", re.IGNORECASE)


def find_ages(text: str, turn: StoredTurn) -> list[Candidate]:
    """Return how old the children are of whom a text tells."""
    return [*_find_plain_ages(text, turn), *_find_year_olds(text, turn), *_find_named_ages(text, turn)]


def _find_plain_ages(text: str, turn: StoredTurn) -> Iterator[Candidate]:
    """Yield how old the children are: "two kids (6 and 9)"."""
    for match in list(_AGES.finditer(text[:4_000]))[:3]:
        who = re.sub(r"^(?:my|our|the|and|with|of|are|have|has) ", "", match["who"], flags=re.IGNORECASE)
        who = who.removeprefix("people ")
        content = f"Has {who}, aged {match['ages']}{', and a baby' if match['baby'] else ''}"
        yield Candidate("semantic", content, (Evidence(turn.id, match[0].rstrip(" (")),))


def _find_year_olds(text: str, turn: StoredTurn) -> Iterator[Candidate]:
    """Yield how old the children are whom a text calls by their ages: "our 3 year old"."""
    for match in list(_YEAR_OLDS.finditer(text[:4_000]))[:3]:
        is_one = match["ages"].isdigit()
        who = (match["who"] or (" child" if is_one else " children")).lower()
        content = f"Has {'a' if is_one else ''}{who}, aged {match['ages']}".replace("  ", " ")
        content += ", and a baby" if match["baby"] else ""
        yield Candidate("semantic", content, (Evidence(turn.id, match[0]),))


def _find_named_ages(text: str, turn: StoredTurn) -> Iterator[Candidate]:
    """Yield how old named children are: "two boys, tim (4) and ole (7)"."""
    for match in list(_NAMED_AGE.finditer(text[:4_000]))[:5] if _PLURAL.search(text) else ():
        if is_first_name(match["name"].lower()) or (match["in"] and is_somebody(match["name"])):
            content = f"{match['name'].capitalize()} is {match['age']}"
            yield Candidate("semantic", content, (Evidence(turn.id, match[0]),))
