"""Read the whole of a sentence: what it goes on with, what shall hold from now on, and what a part of it points at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.text import is_first_name
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.sentences import OWN_WORDS, quote_whole

_CLAUSE = re.compile(r"[,;:.!?]\s+|\s(?:and|but|so|because)\s", re.IGNORECASE)
_TELLS = re.compile(r"\W*(?:and |but |so )?(?:i|i['’]?m|we|we['’]?re|s?he|s?he['’]?s|they|starting)\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:now|instead|these days)\b", re.IGNORECASE)
_ORDERS = re.compile(r"\b(?:forget|erase|delete|remove)\b", re.IGNORECASE)
_FROM_NOW_ON = re.compile(r"\b(?:from now on|from then on|in (?:the )?future|every time)\b", re.IGNORECASE)
POINTS = re.compile(r"\b(?:it|that|this|them|those)\b", re.IGNORECASE)
"""Words that say nothing without what was said before them."""
_NOT_THAT = re.compile(
    r"\b(?:it['’]?s|it is|i meant?|should be|i said) (?:an? |the |in )?(?P<right>[\w'’-]{2,20}(?: [\w'’-]{2,20})?),? "
    r"(?:and )?not (?:an? |the |in )?(?P<wrong>[\w'’-]{3,20})\W*$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\W*(?P<name>[^\W\d_]{2,20}) (?:is|isn['’]?t|has|eats|likes|loves|hates|needs|wants|can|cannot|"
    r"can['’]?t|does|lives)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?P<who>(?:[\w'’-]+ )?[A-Z][\w'’-]*) (?=[a-z])")


def find_rest(sentence: str, notes: Sequence[str]) -> str:
    """Return what a sentence says behind its words about notes that it takes back: "no vegan, I eat fish"; else none.

    A reason for erasing something is none of it, only what holds now.
    """
    words = set[str]().union(*map(keywords, notes))
    starts = [0, *(joint.end() for joint in _CLAUSE.finditer(sentence))]
    begins = len(sentence)
    for start, end in zip(reversed(starts), reversed([*starts[1:], len(sentence)]), strict=True):
        if words & keywords(sentence[start:end]):
            break
        begins = start
    rest = sentence[begins:] if begins else ""
    is_told = _TELLS.match(rest) and not rest.endswith("?")
    return rest if is_told and (_NOW.search(rest) or not _ORDERS.search(sentence)) else ""


def keep_from_now_on(sentence: str, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits of a sentence, with its own words in their place if these lose what holds "from now on"."""
    clause = next((each for each in _CLAUSE.split(sentence) if _FROM_NOW_ON.search(each)), "")
    said = keywords(_FROM_NOW_ON.sub(" ", clause)) - {"d", "better"}
    known = set[str]().union(*(keywords(each.content) for each in edits))
    whole = quote_whole(sentence) if said - known and not sentence.endswith("?") else ""
    if not whole or any(each.notes for each in edits):
        return list(edits)
    return [*(each for each in edits if not each.content), Edit("add", (), f"{OWN_WORDS}{whole}")]


def put_right(edit: Edit, sentence: str, notes: Sequence[str]) -> Edit | None:
    """Return an edit of a note with the one word that its sentence puts right: "tree nuts, not peanuts"; else None."""
    match = _NOT_THAT.search(sentence) if edit.verb == "replace" and len(edit.notes) == 1 else None
    if match is None:
        return None
    note, (wrong, right) = notes[edit.notes[0] - 1], (match["wrong"], match["right"])
    for one, other in ((wrong, right), (wrong.removesuffix("s"), right.removesuffix("s"))):
        found = re.findall(rf"\b{re.escape(one)}\b", note, re.IGNORECASE)
        if len(found) == 1 and other.lower() not in note.lower():
            return replace(edit, content=note.replace(found[0], other), slot=None, value=None, chance=1.0)
    return None


def put_name_right(content: str, sentence: str) -> str:
    """Return a note about the one whom its clause names: of "Sam eats anything" no "Priya eats anything"."""
    match = _SUBJECT.match(content)
    told = keywords(content[match.end() :]) if match else set[str]()
    for clause in _CLAUSE.split(sentence):
        named = _NAMED.match(clause)
        if match and named and told and told <= keywords(clause) and is_first_name(named["name"].lower()):
            name = named["name"].capitalize()
            *kin, last = match["who"].split()
            is_right = last == name and all(re.fullmatch(RELATION, word.lower()) for word in kin)
            return content if is_right else f"{name} {content[match.end() :]}"
    return content
