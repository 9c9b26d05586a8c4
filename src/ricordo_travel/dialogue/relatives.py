"""What is remembered of one relative and belongs to another: "it's my son who is allergic, not my daughter"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ricordo_travel.dialogue.endings import NEGATED, POLARITY
from ricordo_travel.dialogue.memory_words import RELATION, WRONG
from ricordo_travel.dialogue.recollection import Row, find_named, find_topic
from ricordo_travel.dialogue.text import is_first_name, split_sentences

_WHO = rf"(?:(?:my|our|the|his|her) )?(?P<who>{RELATION})\b"
_PERSON = re.compile(rf"\b{_WHO}")
_NOT_WHO = re.compile(rf"\b(?:not|isn't|wasn't|instead of)(?: for| about| of)? {_WHO}")
_IS_NOT = re.compile(
    rf"\b{_WHO}(?::|,)? ?(?:not\b(?! (?:my|our|the|his|her)\b)|isn't|is not|doesn't|does not|hasn't|has no\b)"
)
_IT_IS = re.compile(rf"\b(?:it'?s|it is|it was) {_WHO}(?= who\b| with\b| that\b|\W*$)")
_IT_IS_NAMED = re.compile(
    r"\b(?:(?:it'?s|it is|it was) (?=[a-z]{2,20} (?:who|that)\b)|(?=[a-z]{2,20} is the one\b))(?P<who>[a-z]{2,20})\b"
)
_NOT_ME = re.compile(r"\b(?:not|isn't) (?:me|mine|myself)\b")
_DIET = re.compile(r"^Dietary requirements:(?P<no> no\b)?")
_LEAD = re.compile(r"^\W*(?:(?:no|nope|sorry|wait|oh|actually)\b[, ]*)+")
_THAT_IS = re.compile(r"\b(?:that'?s|that is|it'?s|it is) (?:her|him)\b")
_CLAUSE = re.compile(r"[,;]| (?:but|and|so) ")


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A memory that is not of whom it names, and whom it is of."""

    row: Row
    right: str

    @property
    def content(self) -> str:
        """The memory as it should be."""
        words, subject = self.row["content"], self.row.get("subject") or ""
        if not _people_of(self.row):
            words = _DIET.sub(lambda match: "eats no" if match["no"] else "is", words)
            return f"{self.right.capitalize()} {words[:1].lower()}{words[1:]}"
        is_first = bool(subject) and words.lower().startswith(subject.lower())
        return f"{self.right.capitalize()}{words[len(subject) if is_first else len(words.split()[0]) :]}"


def find_mistaken(text: str, rows: Sequence[Row], reply: str = "") -> list[Mistaken]:
    """Return what a text in lower case gives to another than it is remembered of: one memory, or all of the writer.

    `reply` may name which memory is meant.
    """
    text = _name_meant(_LEAD.sub("", text))
    clauses = [clause for sentence in split_sentences(text) for clause in _CLAUSE.split(sentence)]
    denied = {
        match["who"] for clause in clauses for match in (_NOT_WHO.search(clause), _IS_NOT.search(clause)) if match
    }
    affirming = {clause: match["who"] for clause in clauses if (match := _find_affirmed(clause, denied))}
    right = set(affirming.values())
    is_own = bool(_NOT_ME.search(text))
    is_wrong = WRONG.search(text) and any(map(_IT_IS.search, affirming))
    if text.endswith("?") or len(right) != 1 or len(denied) > 1 or not (denied or is_wrong or is_own):
        return []
    (person,) = right
    of_right = find_topic(person).people | {person}
    of_others = [row for row in rows if bool(people := _people_of(row)) is not is_own and not people & of_right]
    held = find_named(find_topic(" ".join(denied)), of_others) if denied else of_others
    stated = " ".join(_NOT_WHO.sub(" ", clause) for clause in affirming)
    said = _words_of(stated)
    if said:
        held = [
            row
            for row in held
            if said & _words_of(row["content"]) and _is_negated(row["content"]) == _is_negated(stated)
        ]
    elif said := _words_of(" ".join(clause for clause in clauses if clause not in affirming)):
        held = [row for row in held if said & _words_of(row["content"])]
    if is_own:
        return [Mistaken(row, person) for row in held]
    if len(held) > 1:
        held = [row for row in held if row["content"] in reply]
    return [Mistaken(held[0], person)] if len(held) == 1 else []


def _name_meant(text: str) -> str:
    """Return a text with whom "that's her" means, if it names one relative before: "my daughter …, that's her"."""
    match = _THAT_IS.search(text)
    named = {each["who"] for each in _PERSON.finditer(text, 0, match.start())} if match else set[str]()
    return f"{text[: match.start()]}it's my {named.pop()}{text[match.end() :]}" if match and len(named) == 1 else text


def _find_affirmed(clause: str, denied: set[str]) -> re.Match[str] | None:
    """Return who it is by a name, or the first relative in a clause that the text does not deny."""
    named = _IT_IS_NAMED.search(clause)
    if named and is_first_name(named["who"]):
        return named
    return next((match for match in _PERSON.finditer(clause) if match["who"] not in denied), None)


def _people_of(row: Row) -> frozenset[str]:
    return find_topic(row["content"].lower()).people | {(row.get("subject") or "").lower()} - {""}


def _words_of(text: str) -> set[str]:
    return set(find_topic(text.lower()).words - POLARITY)


def _is_negated(text: str) -> bool:
    return bool(NEGATED.search(text.lower()))
