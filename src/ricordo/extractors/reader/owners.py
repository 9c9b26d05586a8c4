"""The subject of a statement, where grammar tells it better than the model: nobody says "needs a lift" of oneself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo.extractors.reader.model import Assertion

_THIRD_PERSON = frozenset(
    """needs has is loves likes hates wants prefers works lives plays studies goes does eats drinks speaks teaches uses
    takes drives suffers enjoys travels comes gets sleeps hasn't doesn't isn't""".split()
)
"""Forms that nobody uses of themselves."""

_PRONOUN = re.compile(r"(?:she|he)(?:'s|'ll|'d)?\b", re.IGNORECASE)
_COMPANION = re.compile(
    r"\b([^\W\d_a-z][\w'-]{1,30}) and I\b|\b(?:my|our) ((?:[\w-]{1,20} )?[^\W\d_a-z][\w'-]{1,30})\b"
)
_SENTENCE_END = re.compile(r"[.!?\n]")
_NAME = re.compile(r"([^\W\d_a-z][\w'-]{1,30}) [a-z]")
_MAX_DISTANCE = 300
"""Characters before a statement in which "she" may have been named."""


def settle_owners(statements: Sequence[Assertion], text: str, before: str = "") -> list[Assertion]:
    """Return the statements of one text, each with the subject that its words show.

    `before` holds the turns before the text.
    """
    settled: list[Assertion] = []
    for statement in statements:
        subject = _find_subject(statement, settled, text, before)
        settled.append(replace(statement, subject=subject) if subject != statement.subject else statement)
    return settled


def _find_subject(statement: Assertion, earlier: Sequence[Assertion], text: str, before: str) -> str | None:
    quote, subject = statement.quote.replace("\u2019", "'"), statement.subject
    last = earlier[-1] if earlier else None
    if subject is None:
        is_third_person = quote.split(" ", 1)[0] in _THIRD_PERSON
        if last and is_third_person and not _SENTENCE_END.search(text[last.end : statement.start]):
            return last.subject
        return _resolve_pronoun(statement, earlier, text) if _PRONOUN.match(quote) else None
    name = _NAME.match(quote)
    known = {word for found in (*earlier, statement) for word in (found.subject or "").split()[-1:]}
    if name and name[1] in known:
        return subject if name[1] in subject else name[1]
    if _is_named_later(statement, text, before) and not _PRONOUN.match(quote):
        return None
    return subject


def _resolve_pronoun(statement: Assertion, earlier: Sequence[Assertion], text: str) -> str | None:
    """Return who "she" or "he" is: whom the last statement was about, or the only person named before."""
    subjects = [found.subject for found in earlier if found.subject]
    if subjects:
        return subjects[-1]
    said = text[max(0, statement.start - _MAX_DISTANCE) : statement.start]
    named = {match[1] or match[2] for match in _COMPANION.finditer(said)}
    return named.pop() if len(named) == 1 else None


def _is_named_later(statement: Assertion, text: str, before: str) -> bool:
    """Return whether the subject is first named after the statement, so that it cannot be the subject."""
    name = (statement.subject or "").split()[-1:]
    if not name or name[0] in before:
        return False
    place = text.find(name[0])
    return place >= statement.end
