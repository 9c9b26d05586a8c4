"""What is remembered of one relative and belongs to another: "it's my son who is allergic, not my daughter"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ricordo_travel.dialogue.endings import NEGATED, POLARITY
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import RELATION, WRONG
from ricordo_travel.dialogue.recollection import Row, find_named, find_names, find_topic
from ricordo_travel.dialogue.text import is_first_name, split_sentences

_MAX_NAMES = 30


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Patterns of how a text speaks of relatives, and of others by their names."""

    names: tuple[str, ...]
    person: re.Pattern[str]
    not_who: re.Pattern[str]
    is_not: re.Pattern[str]
    it_is: re.Pattern[str]

    def write(self, who: str) -> str:
        """Return whom a text in lower case names, with the capital letter of a name."""
        return " ".join(word.capitalize() if word in self.names else word for word in who.split())


@lru_cache(maxsize=64)
def _make_patterns(names: tuple[str, ...]) -> _Patterns:
    named = "|".join(map(re.escape, names)) or r"(?!)"
    who = rf"(?:(?:my|our|the|his|her) )?(?P<who>{RELATION}(?: (?:{named}))?|{named})\b"
    return _Patterns(
        names,
        re.compile(rf"\b{who}"),
        re.compile(rf"\b(?:not|isn't|wasn't|instead of)(?: for| about| of)? {who}"),
        re.compile(
            rf"\b{who}(?::|,)? ?(?:not\b(?! (?:my|our|the|his|her)\b)|isn't|is not|doesn't|does not|hasn't|has no\b)"
        ),
        re.compile(rf"\b(?:it'?s|it is|it was) {who}(?= who\b| with\b| that\b|\W*$)"),
    )


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
        who = f"{self.right[:1].upper()}{self.right[1:]}"
        if not _people_of(self.row):
            words = _DIET.sub(lambda match: "eats no" if match["no"] else "is", words)
            return f"{who} {words[:1].lower()}{words[1:]}"
        is_first = bool(subject) and words.lower().startswith(subject.lower())
        return f"{who}{words[len(subject) if is_first else len(words.split()[0]) :]}"

    def says(self, row: Row) -> bool:
        """Return whether the memory as it should be says all that another does, and not only of whom."""
        words = keywords(row["content"])
        return words <= keywords(self.content) and bool(words & keywords(self.row["content"]))


def find_mistaken(text: str, rows: Sequence[Row], reply: str = "") -> list[Mistaken]:
    """Return what a text in lower case gives to another than it is remembered of: one memory, or all of the writer.

    `reply` may name which memory is meant.
    """
    say = _make_patterns(tuple(name.lower() for name in find_names(rows)[-_MAX_NAMES:]))
    text = _name_meant(_LEAD.sub("", text), say)
    clauses = [clause for sentence in split_sentences(text) for clause in _CLAUSE.split(sentence)]
    denying = {
        clause: match["who"] for clause in clauses if (match := say.not_who.search(clause) or say.is_not.search(clause))
    }
    denied = set(denying.values())
    affirming = {clause: match["who"] for clause in clauses if (match := _find_affirmed(clause, denied, say))}
    is_own = bool(_NOT_ME.search(text))
    is_wrong = WRONG.search(text) and any(map(say.it_is.search, affirming))
    if text.endswith("?") or not affirming or len(denied) > 1 or not (denied or is_wrong or is_own):
        return []
    others = [row for row in rows if bool(_people_of(row)) is not is_own]
    held = _find_held(denied, others, say) if denied else others
    about = _words_of(" ".join(say.is_not.sub(" ", each) for each in denying if say.is_not.search(each)))
    held = [row for row in held if not about or about & _words_of(row["content"])]
    found = _find_said(clauses, affirming, held, say)
    if len({who for who, _ in found}) != 1:
        return []
    if len(found) > 1 and not is_own:
        found = [(who, row) for who, row in found if row["content"] in reply]
    return [Mistaken(row, say.write(who)) for who, row in found] if is_own or len(found) == 1 else []


def _find_held(denied: set[str], rows: Sequence[Row], say: _Patterns) -> list[Row]:
    """Return the memories of somebody; of nobody else whom they are called like, if it is a name."""
    names = {word for who in denied for word in who.split() if word in say.names}
    if names:
        return [row for row in rows if names & set(re.findall(r"\w+", row["content"].lower()))]
    return find_named(find_topic(" ".join(denied)), rows)


def _find_said(
    clauses: Sequence[str], affirming: Mapping[str, str], held: Sequence[Row], say: _Patterns
) -> list[tuple[str, Row]]:
    """Return the memories of which clauses say whose they are, each with who that is."""
    stated = {clause: say.not_who.sub(" ", clause) for clause in affirming}
    said = {clause: _words_of(text) - keywords(affirming[clause]) for clause, text in stated.items()}
    beside = _words_of(" ".join(clause for clause in clauses if clause not in affirming))
    is_said = any(said.values())
    found: list[tuple[str, Row]] = []
    for clause, who in affirming.items():
        own = find_topic(who).people | set(who.split())
        for row in held:
            words = _words_of(row["content"])
            is_meant = said[clause] & words and _is_negated(row["content"]) == _is_negated(stated[clause])
            is_left = not is_said and (not beside or beside & words)
            if not _people_of(row) & own and (is_meant or is_left):
                found.append((who, row))
    return list(found)


def _name_meant(text: str, say: _Patterns) -> str:
    """Return a text with whom "that's her" means, if it names one relative before: "my daughter …, that's her"."""
    match = _THAT_IS.search(text)
    named = {each["who"] for each in say.person.finditer(text, 0, match.start())} if match else set[str]()
    return f"{text[: match.start()]}it's my {named.pop()}{text[match.end() :]}" if match and len(named) == 1 else text


def _find_affirmed(clause: str, denied: set[str], say: _Patterns) -> re.Match[str] | None:
    """Return who it is by a name, or the first relative in a clause that the text does not deny."""
    named = _IT_IS_NAMED.search(clause)
    if named and is_first_name(named["who"]):
        return named
    return next((match for match in say.person.finditer(clause) if match["who"] not in denied), None)


def _people_of(row: Row) -> frozenset[str]:
    return find_topic(row["content"].lower()).people | set((row.get("subject") or "").lower().split())


def _words_of(text: str) -> set[str]:
    return set(find_topic(text.lower()).words - POLARITY)


def _is_negated(text: str) -> bool:
    return bool(NEGATED.search(text.lower()))
