"""Hold a note against the clause that it is read from: nothing turned round, left out in between or cut off behind."""

from __future__ import annotations

import re

from ricordo_travel.clerk.reading.weekdays import MONTH
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.dialogue.values.text import is_first_name, normalise
from ricordo_travel.notes.sentences import LEADING_NO
from ricordo_travel.notes.wording import DENIAL

_CLAUSE = re.compile(r"[,;.!?:](?!\d)|\b(?:but|so|because|though)\b|(?= (?:not|never)\b)", re.IGNORECASE)
_AND = re.compile(r"\band\b", re.IGNORECASE)
_VERBS = keywords("like love want prefer need enjoy mind eat have get go travel take use do make feel stand care be")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_LIGHT = frozenset(
    "a an the my our his her their also just really very so and too is are am be it its that to of s in at on from who "
    "aged called named always never usually often only".split()
)
_AGED = re.compile(r"\bis \d{1,2}\b")  # ages are held against the sentence by themselves
_OF_NOTES = frozenset("along want prefer like love live called travel ha doe get take eat need budget".split())
"""Words that a note is put in, whatever words its sentence has."""
_NOT = re.compile(r"\b(?:can)?not\b|\b\w+n['’]?t\b(?<!\bwant)(?<!\brestaurant)(?<!\bapartment)", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:liv|work|born|marr|wedding|birthday|anniversary|holiday|retir|mov|stud|turn|travel|visit|liked|loved|was|"
    r"were|been|stayed|com(?:es|ing)|fl(?:y|ies|ying)|start|end)",
    re.IGNORECASE,
)
"""What a note tells of that a place, a day or a name behind it belongs to."""
_END = re.compile(
    r"[,;:.!?()\n](?!\d)|\s(?:and|but|so|because|though|which|who|while|if|when|or|btw|please|pls|can|could)\b",
    re.IGNORECASE,
)
_TELLING = re.compile(
    rf"\b(?:(?:day|week|month|year|hour|minute|night)s?|{MONTH}|\d{{1,2}}(?:st|nd|rd|th))\b", re.IGNORECASE
)
_NO_MORE = re.compile(r"^(?! )|^ (?:to|from)\b|\b(?:i|me|my|we|us|our)\b", re.IGNORECASE)
"""What goes on with where the person wants to go, or with whom they are."""
_MAX_TAIL = 4


def is_turned_round(content: str, subject: str, sentence: str) -> bool:
    """Return whether a note denies what its sentence says, or says what that denies: "not warm" and "Is warm"."""
    words = keywords(content) - keywords(subject) - _VERBS
    denied, said = bool(DENIAL.search(content)), LEADING_NO.sub("", sentence)
    clauses = [each for each in _CLAUSE.split(said) if words & keywords(each)]
    parts = [*clauses, *(part for each in clauses for part in _AND.split(each))]
    told = [each for each in parts if words <= keywords(each)] or ([said] if words <= keywords(said) else [])
    return bool(words and told) and all(bool(DENIAL.search(each)) != denied for each in told)


def is_run(content: str, subject: str, sentence: str) -> bool:
    """Return whether the words of a note stand in a sentence one after the other, behind its verb."""
    (verb, *own), said = _list_tokens(content[len(subject) :]) or [""], _list_tokens(sentence)
    told = [word for word in own if word in said]
    is_added = any(word not in said and word not in _OF_NOTES for word in own)
    first = said.index(verb) if verb in said else 0
    places = range(first, len(said) - len(told) + 1)
    return bool(_AGED.search(content)) or (not is_added and any(said[at : at + len(told)] == told for at in places))


def _list_tokens(text: str) -> list[str]:
    """Return the words of a text in lower case, "not" for every denial, without those that may be left out."""
    words = _TOKEN.findall(_NOT.sub(" not ", text).lower())
    return [word.rstrip("s") for word in words if word not in _LIGHT]


def complete_end(content: str, sentence: str) -> str:
    """Return a note with the place, day or name that its sentence goes on with: "gets married on 24 October"."""
    last = _TOKEN.findall(content)[-2:]
    if len(last) < 2 or not _BOUND.search(content):
        return content
    spoken = re.search(rf"\b{re.escape(last[0])}\W+{re.escape(last[1])}\b", sentence, re.IGNORECASE)
    tail = _END.split(sentence[spoken.end() :], maxsplit=1)[0] if spoken else ""
    words = tail.split()
    is_named = any(is_first_name(word.lower()) or word[:1].isupper() for word in words)
    says_more = is_named or _TELLING.search(tail) or find_mentions(normalise(tail))
    if not says_more or len(words) > _MAX_TAIL or _NO_MORE.search(tail):
        return content
    named = [word.capitalize() if is_first_name(word.lower()) else word for word in words]
    return f"{content} {' '.join(named)}"
