"""Evidence is checked, not believed.

A candidate is supported if the words that it cites stand in a turn, are the speaker's own, are the person's, and say
what the candidate says, as far as names, numbers and words can tell. Everything else is kept apart as ``unsupported``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from recollect.learn.guard import gives_orders, holds_secret
from recollect.ports.extractor import Candidate
from recollect.text.numbers import numbers_in
from recollect.text.voices import own_words
from recollect.text.words import terms
from recollect.values import Evidence, Role, Source, StoredTurn

_EXCERPT = 200
_PREFIX = 5
"""Letters that two words must share to count as the same in another form, or in a neighbouring language."""

_SOURCES: dict[Role, Source] = {"user": "person", "assistant": "assistant", "system": "assistant", "tool": "tool"}
_NAME = re.compile(r"(?<!^)(?<![.!?:] )\b[A-Z][\w'’-]{2,}")
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|i think|i guess|i suppose|might|could be|not sure|considering|i heard)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]*[.!?\n]?")


@dataclass(frozen=True, slots=True)
class Checked:
    """What a candidate rests on, in truth; unsupported, if that is not enough."""

    evidence: tuple[Evidence, ...]
    source: Source
    said_at: datetime
    supported: bool
    hedged: bool = False
    """Whether the person said it with a doubt: "maybe", "I think"."""


def check(candidate: Candidate, turns: Mapping[str, StoredTurn], context: Iterable[StoredTurn] = ()) -> Checked | None:
    """What of a candidate's evidence stands; None where nothing of it may be kept at all, or it comes from nowhere."""
    if holds_secret(candidate.content):
        return None
    found = [(turns[part.turn_id], quote) for part in candidate.evidence if (quote := _stands(part, turns))]
    cited = [turns[part.turn_id] for part in candidate.evidence if part.turn_id in turns]
    own = [(turn, quote) for turn, quote in found if turn.role == "user"]
    said = [turn for turn, _ in found] + list(context)
    if own and _is_said(candidate, [turn for turn, _ in found], said) and not _ordered(found):
        evidence = tuple(dict.fromkeys(Evidence(turn.id, quote) for turn, quote in found))
        said_at = max(turn.occurred_at for turn, _ in own)
        return Checked(evidence, "person", said_at, supported=True, hedged=any(map(_is_hedged, found)))
    if not cited:
        return None
    turn = cited[0]
    excerpt = found[0][1] if found else turn.text[:_EXCERPT].strip()
    return Checked((Evidence(turn.id, excerpt),), _SOURCES[turn.role], turn.occurred_at, supported=False)


def locate(quote: str, text: str) -> str | None:
    """The words of ``text`` that ``quote`` quotes, letter for letter; its spaces, case and marks may differ."""
    if quote in text:
        return quote
    words = re.findall(r"\w+", quote)
    if not words:
        return None
    match = re.search(r"\W+".join(map(re.escape, words)), text, re.IGNORECASE)
    return match.group() if match else None


def _stands(part: Evidence, turns: Mapping[str, StoredTurn]) -> str | None:
    turn = turns.get(part.turn_id)
    if turn is None:
        return None
    quote = locate(part.quote, own_words(turn.text))
    return quote if quote and quote.strip() and not holds_secret(quote) else None


def _ordered(found: Iterable[tuple[StoredTurn, str]]) -> bool:
    """Whether a quote stands in a sentence that gives orders to the memory."""
    return any(gives_orders(_around(turn.text, quote)) for turn, quote in found)


def _is_hedged(found: tuple[StoredTurn, str]) -> bool:
    turn, quote = found
    return _HEDGE.search(_around(turn.text, quote)) is not None


def _around(text: str, quote: str) -> str:
    """The sentences that a quote stands in."""
    start = text.find(quote)
    end = start + len(quote)
    sentences = _SENTENCE.finditer(text)
    return "".join(part.group() for part in sentences if part.start() < end and start < part.end())


def _is_said(candidate: Candidate, cited: Iterable[StoredTurn], said: Iterable[StoredTurn]) -> bool:
    """Whether names, numbers and at least one word of the candidate stand in what was said."""
    everything = " ".join(f"{turn.author or ''} {own_words(turn.text)}" for turn in said)
    folded = everything.casefold()
    if any(
        name.casefold().removesuffix("'s").removesuffix("’s") not in folded for name in _NAME.findall(candidate.content)
    ):
        return False
    if not set(numbers_in(candidate.content)) <= set(numbers_in(everything)):
        return False
    meant = {word[:_PREFIX] for word in terms(candidate.content)}
    there = {word[:_PREFIX] for turn in cited for word in terms(turn.text)}
    return bool(meant & there)
