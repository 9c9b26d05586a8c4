"""Subjects of statements: the people, animals and things near a person, as the person calls them.

"my wife", "wife Anna" and, once she was named, "Anna" are one subject. Where the words leave it open ("my daughter",
"my daughter Mia") they stay two: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ricordo.learn.relation_words import (
    COPULAS,
    FIRST_PERSON,
    FIRST_PERSON_SIGNS,
    LEADS,
    OCCUPATIONS,
    PARTNERS,
    PAST_FORMS,
    PERSONS,
    POSSESSIVES,
    PREDICATES,
    PRONOUNS,
    RELATIONS,
    SYNONYMS,
    UNIQUE,
    UNSPACED_RELATIONS,
)

_WORD = re.compile(r"[^\W_]+")
_COMPOUND = re.compile(r"(?<![^\W_])[^\W_]++(?:-[^\W_]++)++")


def is_same_subject(one: str | None, other: str | None) -> bool:
    """Return whether two subjects are surely one. None is the person."""
    if one is None or other is None:
        return one is other
    first, second = _words(one), _words(other)
    if first == second:
        return True
    names = first - RELATIONS, second - RELATIONS
    relations = first & RELATIONS, second & RELATIONS
    if all(names):
        is_one_name = names[0] <= names[1] or names[1] <= names[0]
        return is_one_name and (
            not all(relations) or relations[0] == relations[1] or all(part <= PARTNERS for part in relations)
        )
    return bool(relations[0] & relations[1] & UNIQUE)


def resolve_subject(subject: str | None, known: Iterable[str | None]) -> str | None:
    """Return ``subject`` as it is known already: "wife Anna" for "Anna" or "my wife", if exactly one fits."""
    if subject is None:
        return None
    fitting = {frozenset(_words(name)): name for name in known if name is not None and is_same_subject(subject, name)}
    if len({words - RELATIONS for words in fitting if words - RELATIONS}) > 1:
        return subject
    return max([subject, *fitting.values()], key=lambda name: len(_words(name)))


def is_mentioned(subject: str, text: str) -> bool:
    """Return whether a text names a subject: "Has a cat called Miso" names "cat Miso"."""
    return bool(_words(subject) & _words(text))


def _words(text: str) -> set[str]:
    kin: set[str] = set()

    def take(compound: re.Match[str]) -> str:
        word = SYNONYMS.get(compound[0], compound[0])
        if word not in RELATIONS:
            return compound[0]
        kin.add(word)  # "mother-in-law" is one word, and no mother
        return " "

    rest = _COMPOUND.sub(take, text.casefold().replace("'s", "").replace("’s", ""))
    found: list[str] = _WORD.findall(rest)
    return kin | {SYNONYMS.get(word, word) for word in found if word not in POSSESSIVES}


_OWNER = re.compile(
    r"\b(?:my|our|mein(?:e[mnrs]?)?|unser(?:e[mnr]?)?|mis?|nuestr[oa]s?|mon|ma|mes|notre|nos|mi[oae]|miei|nostr[oa]|"
    r"meus?|minhas?|noss[oa])\s{1,9}(?!kind of\b)(?:[\w-]{1,30}\s{1,9})?([\w-]{1,30})",
    re.IGNORECASE,
)
_UNSPACED_OTHER = re.compile(
    rf"(?:私の|僕の|俺の|うちの|我的|我们的|我)?({'|'.join(sorted(UNSPACED_RELATIONS, key=len, reverse=True))})"
    "(?=さん|ちゃん|は|が|も|也|住|在|是|有|喜|对|對|不|叫|很|工|爱|愛|会|會)"
)
_UNSPACED_PRONOUN = re.compile("彼は|彼が|他(?!们|們|人)|她(?!们|們)")
_ADVERBS = frozenset("also too now still even only just auch noch también anche aussi também".split())


def speaks_of_self(text: str) -> bool:
    """Return whether a text has a word for its speaker: "I", "my", "wir"."""
    return any(word in FIRST_PERSON for word in _spoken(text)) or any(sign in text for sign in FIRST_PERSON_SIGNS)


_TOGETHER = re.compile(
    r"\b(?:i|me|we|us|ich|mich|mir|wir|yo|mí|moi|je|io|eu|mim)\b,? (?:and|plus|&|und|y|et|e) (?:my|our|mein|meine|mi|"
    r"mon|ma|mio|il mio|mia|la mia|meu|o meu|minha|a minha)\b"
    r"|\b(?:me too|me neither|so do i|so am i|neither do i|neither am i|same here|ich auch|yo también|yo tampoco|"
    r"moi aussi|moi non plus|anch['’]io|neanch['’]io|eu também|eu também não)\b|私も|僕も|我也",
    re.IGNORECASE,
)
"""The speaker and somebody else as one subject: "me and my boyfriend", "so do I"."""


def is_about_another(
    subject: str | None, content: str, clauses: Iterable[str], before: Sequence[str] = (), sentences: Sequence[str] = ()
) -> bool:
    """Return whether words speak of somebody else only, while the statement is about the person.

    "my sister is vegan" does not say "Is vegan". A statement that names the other ("Sister is vegan") is theirs.
    ``before`` holds the clauses of the same sentences in order: one without a subject has that of the clause before.
    ``sentences`` are the whole sentences.
    """
    if subject is not None or any(map(_TOGETHER.search, sentences)):
        return False
    inherited = _inherit_others(before)
    others = [_find_other(clause, content) or inherited.get(clause) for clause in clauses]
    named = _words(content)
    return bool(others) and all(
        other is not None and other not in named and (other.isascii() or other not in content) for other in others
    )


def _inherit_others(clauses: Sequence[str]) -> dict[str, str]:
    """Return whom the clauses without a subject speak of: "neighbour" for "lives alone" after "my neighbour is ill"."""
    found: dict[str, str] = {}
    other: str | None = None
    for clause in clauses:
        own = _find_other(clause, "")
        if own is None and other is not None and _begins_with_predicate(clause):
            found[clause] = other
        elif own is not None or speaks_of_self(clause):
            other = own
    return found


def _begins_with_predicate(clause: str) -> bool:
    first = next((word for word in _spoken(clause) if word not in _ADVERBS), "")
    return first in PREDICATES


def _find_other(clause: str, content: str) -> str | None:
    """Return the relative that a clause speaks of instead of the speaker: "sister" for "my sister is vegan"."""
    if found := _UNSPACED_OTHER.search(clause):
        return None if speaks_of_self(clause[: found.start()] + clause[found.end() :]) else found[1]
    owned = _OWNER.search(clause)
    if owned is not None and all(word in LEADS for word in _spoken(clause[: owned.start()])):
        relation = next(iter(_words(owned[0]) & (RELATIONS | OCCUPATIONS)), None)
        following = clause[owned.end() :]
        is_statement = bool(_WORD.search(following)) or owned[1].casefold() not in SYNONYMS.keys() | RELATIONS
        if relation is not None:
            return relation if is_statement and not speaks_of_self(following) else None
    if (stranger := _find_stranger(clause, content)) is not None:
        return stranger
    return None if speaks_of_self(clause) else _find_pronoun(clause, content)


_SPEAKERS = frozenset("i im ive id ill we weve me us ich wir yo nosotros je j nous io noi eu nós".split())
_FORMAL = frozenset("it this that there which what es das il ça ce".split())


def _find_stranger(clause: str, content: str) -> str | None:
    """Return who else is the subject of the verb that ``content`` begins with: "guy" for "the guy next door plays"."""
    words, first = _spoken(clause), next(iter(_spoken(content)), "")
    if first not in PREDICATES or first in PAST_FORMS or first not in words:
        return None
    before = words[: words.index(first)]
    if (
        not before
        or before[-1] == "on"
        or _SPEAKERS & set(before)
        or all(word in LEADS or word in _ADVERBS for word in before)
    ):
        return None
    people = [word for word in before if SYNONYMS.get(word, word) in RELATIONS | OCCUPATIONS | PERSONS]
    if people:
        return SYNONYMS.get(people[0], people[0])
    is_thing = first in COPULAS or before[0] in _FORMAL or FIRST_PERSON & set(before)
    return None if is_thing else before[-1]


def _find_pronoun(clause: str, content: str) -> str | None:
    """Return the pronoun that a clause begins with, unless ``content`` begins with somebody's name instead."""
    words = _spoken(clause)
    pronoun = next((word for word in words[:3] if word in PRONOUNS), None)
    if pronoun is None:
        unspaced = _UNSPACED_PRONOUN.match(clause)
        return unspaced[0] if unspaced else None
    first = next(iter(_spoken(content)), "")
    return pronoun if not first or first in words or first in PREDICATES else None


def _spoken(text: str) -> list[str]:
    return _WORD.findall(text.casefold().replace("'", "").replace("’", ""))
