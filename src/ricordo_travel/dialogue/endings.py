"""What a message says no longer holds: what it ends, and what its new statements take the place of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.recollection import NOISE, Row, find_named, find_topic, is_of_other
from ricordo_travel.dialogue.remembered import Known, Thing, count_common, find_items, quote, stems_of
from ricordo_travel.dialogue.text import split_sentences

_ENDS = re.compile(
    r"\b(?:no longer|any ?more|any longer|stopped|quit|gave up|given up|used to)\b|"
    r"\b(?:is|are|'s|feels?) (?:all |quite |completely |much |totally |perfectly )?(?:fine|better|ok|good|well|healed|"
    r"cured|over|gone|alright|recovered|sold) (?:again|now)\b|"
    r"\b(?:has|have|is|are|'s) (?:healed|recovered|gone|over|ended|cured)\b|"
    r"\b(?:was|were|is|are) (?:just|only|meant) (?:for|because of)\b|"
    r"\b(?:eats?|drinks?|fl(?:y|ies)|walks?|drives?|likes?|loves?) (?:\w{1,12} ){0,3}again\b"
)
_CLAUSE = re.compile(r",? (?:and|but|so|because|since) |, ")
_PRONOUN = re.compile(r"\b(?:she|he|they|her|his|their)\b")
NEGATED = re.compile(r"\b(?:no|not|never|don't|doesn't|isn't|aren't|cannot|can't|hates?|dislikes?|avoids?|longer)\b")
AGE = re.compile(r"\b(?:is|are|aged|turns) (\d{1,2}(?:(?:,| and|, and) \d{1,2}){0,5})(?= years| now|,|$)")
_EXCLUSIVE = (
    AGE,
    re.compile(r"\bname is (\w+)"),
    re.compile(r"\blives? (?:in|near) (\w+)"),
    re.compile(r"\b(?:[Ii]s|[Ee]ats)(?: an?| mostly| strictly)? (vegan|vegetarian|pescatarian|pescetarian)\b"),
    re.compile(r"\b(?:aisle|window|middle)\b"),
    re.compile(r"\b(?:business|economy|first class|premium)\b"),
    re.compile(r"\b(?:ground|low|high|top|upper) floors?\b"),
    re.compile(r"\b(?:early|late|morning|evening|night) flights?\b"),
)
"""Words of which one only holds: who prefers the window no longer prefers the aisle."""
POLARITY = keywords(
    "like likes love loves hate hates enjoy enjoys dislike dislikes prefer prefers not does doesn't cannot can't stand "
    "always never usually really now still longer anymore very much is are has have no"
)
"""Words that say how something is held, and not what."""


_COMES = re.compile(
    r"(?<!not )\b(?:brings?|takes? (?:along|with)|comes?|coming|travels? along|joins?)\b(?<!not coming)(?<!n't coming)"
)
_STAYS = re.compile(r"(?:\bnot|n't|\bnever|\bno longer) (?:be )?(?:com(?:e|ing)|bring|travel|join)|\bstays?(?:ing)?\b")
"""Somebody comes along, or does not."""


def find_ended(text: str, known: Known, owner: str | None = None) -> list[Thing]:
    """Return what a message in lower case says no longer holds. `owner` is whom "she" or "he" means."""
    found: dict[Thing, None] = {}
    for clause in _split(text):
        if _ENDS.search(clause):
            found |= dict.fromkeys(_find_of_clause(clause, known, owner))
    return list(found)


def ends_something(text: str) -> bool:
    """Return whether a message in lower case says of something that it no longer holds."""
    return any(_ENDS.search(clause) for clause in _split(text))


def find_replaced(new: Sequence[Row], known: Known) -> list[Thing]:
    """Return the memories that new ones take the place of: they say something else of one matter."""
    ids = {row["id"] for row in new}
    old = [row for row in known.rows if row["id"] not in ids]
    return [quote(row) for row in old if any(contradicts(row, each, known.rows) for each in new)]


def contradicts(old: Row, new: Row, rows: Sequence[Row]) -> bool:
    """Return whether two memories of one person cannot both hold."""
    one, other = (find_topic(row["content"].lower(), rows) for row in (old, new))
    if one.people != other.people:
        return False
    coming, staying = ([bool(each.search(row["content"].lower())) for row in (old, new)] for each in (_COMES, _STAYS))
    if (coming[0] and staying[1] and not coming[1]) or (staying[0] and coming[1] and not staying[1]):
        return True
    if (old.get("subject") is None) != (new.get("subject") is None):
        return False
    ours, theirs = one.words - POLARITY, other.words - POLARITY
    is_same = bool(ours) and (ours == theirs or (len(theirs) > 1 and theirs < ours))
    return find_change(old, new, rows) is not None or (is_same and _is_negated(old) != _is_negated(new))


def find_change(old: Row, new: Row, rows: Sequence[Row]) -> tuple[str, str] | None:
    """Return the value of a memory and the one that a new memory of the same person gives instead; None if none is."""
    one, other = (find_topic(row["content"].lower(), rows) for row in (old, new))
    if one.people != other.people or _is_negated(old) != _is_negated(new):
        return None
    for pattern in _EXCLUSIVE:
        first, second = (pattern.findall(row["content"]) for row in (old, new))
        if first and second and not set(first) & set(second):
            return first[0], second[0]
    return None


def _split(text: str) -> Iterator[str]:
    for sentence in split_sentences(text):
        if not sentence.endswith("?"):
            yield from _CLAUSE.split(sentence)


def _find_of_clause(clause: str, known: Known, owner: str | None) -> list[Thing]:
    topic = find_topic(clause, known.rows)
    cue = _ENDS.search(clause)
    if cue and cue[0].endswith((" for", " of")):
        clause = clause[: cue.start()]  # what it was for does not end
    words = frozenset(keywords(_ENDS.sub(" ", clause))) - NOISE - topic.people
    if topic.people:
        rows = find_named(topic, known.rows)
    elif _PRONOUN.search(clause):
        named = find_topic(owner, known.rows) if owner else None
        rows = find_named(named, known.rows) if named else []
        rows = rows or [row for row in known.rows if is_of_other(row)]
    else:
        rows = [row for row in known.rows if not is_of_other(row)]
    found = _take_most(words, rows)
    if found or topic.people or _PRONOUN.search(clause):
        return [quote(row) for row in found]
    return find_items(words, known, most=True) or [quote(row) for row in _take_most(words, known.rows)]


def _take_most(words: frozenset[str], rows: Sequence[Row]) -> list[Row]:
    """Return the memories that have most of some words."""
    counts = [(count_common(words, stems_of(row)), row) for row in rows]
    most = max((count for count, _ in counts), default=0)
    return [row for count, row in counts if most and count == most]


def _is_negated(row: Row) -> bool:
    return bool(NEGATED.search(row["content"].lower()))
