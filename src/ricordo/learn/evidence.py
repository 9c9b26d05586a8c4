"""Evidence is checked, not believed.

A candidate is supported if the words that it cites stand in a turn, are the speaker's own, are the person's, and say
what the candidate says, as far as names, numbers and words can tell. Everything else is kept apart as ``unsupported``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from ricordo.language.content_filter import gives_orders, holds_secret, speaks_of_a_user
from ricordo.language.quotes import locate_own
from ricordo.language.voices import own_words
from ricordo.learn.support import SourceText
from ricordo.ports.extractor import Candidate
from ricordo.values import Evidence, Role, Source, StoredTurn
from ricordo.values.validation import check_text

_EXCERPT = 200
_LONGEST_VALUE = 4_000

_SOURCES: dict[Role, Source] = {"user": "person", "assistant": "assistant", "system": "assistant", "tool": "tool"}
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|i think|i guess|i suppose|might|could be|not sure|considering|i heard|"
    r"vielleicht|quizás?|tal vez|peut-être|forse|talvez)\b|たぶん|かもしれ|也许|可能",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^\W*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|right|correct|exactly|indeed|true|perfect|great|good|"
    r"that'?s (?:right|it|me)|sounds good|let'?s|i'?ll take|i do|i am|sí|si|ja|genau|oui|claro|sim)(?!\w)"
    r"|^\W*(?:はい|そう|是|对)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?。！？\n]|$)")


@dataclass(frozen=True, slots=True)
class Verification:
    """What a candidate rests on, in truth; unsupported, if that is not enough."""

    evidence: tuple[Evidence, ...]
    source: Source
    said_at: datetime
    supported: bool
    hedged: bool = False
    """Whether the person said it with a doubt: "maybe", "I think"."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A quote that stands in the speaker's own words of a turn."""

    turn: StoredTurn
    quote: str

    def sentences(self) -> str:
        """The sentences that it stands in."""
        own = own_words(self.turn.text)
        start = own.find(self.quote)
        end = start + len(self.quote)
        return "".join(part[0] for part in _SENTENCE.finditer(own) if part.start() < end and start < part.end())


def check(
    candidate: Candidate, turns: Mapping[str, StoredTurn], context: Iterable[StoredTurn] = ()
) -> Verification | None:
    """What of a candidate's evidence stands; None where nothing of it may be kept at all, or it comes from nowhere."""
    value = _storable(candidate)
    if value is None or holds_secret(candidate.content) or holds_secret(value):
        return None
    found = [_Found(turns[part.turn_id], quote) for part in candidate.evidence if (quote := _standing(part, turns))]
    heard = (*context, *turns.values())
    own = [part for part in found if part.turn.role == "user" and _speaks_of_itself(part.turn, candidate, heard)]
    foreign = any(gives_orders(words) or speaks_of_a_user(words) for words in (part.sentences() for part in own))
    if own and not foreign and _is_said(candidate, own, heard):
        evidence = tuple(dict.fromkeys(Evidence(part.turn.id, part.quote) for part in found))
        said_at = max(part.turn.occurred_at for part in own)
        hedged = any(_HEDGE.search(part.sentences()) for part in own)
        return Verification(evidence, "person", said_at, supported=True, hedged=hedged)
    cited = [turns[part.turn_id] for part in candidate.evidence if part.turn_id in turns]
    if not cited:
        return None
    turn = cited[0]
    excerpt = found[0].quote if found else turn.text.strip()[:_EXCERPT].strip()
    return Verification((Evidence(turn.id, excerpt),), _SOURCES[turn.role], turn.occurred_at, supported=False)


def _storable(candidate: Candidate) -> str | None:
    """A candidate's value as JSON; None if the value, or the content, is nothing that a store could keep."""
    try:
        check_text(candidate.content, "content")
        value = json.dumps(candidate.value, ensure_ascii=False, allow_nan=False)
        value.encode()
    except (ValueError, TypeError, RecursionError):
        return None
    return value if len(value) <= _LONGEST_VALUE and "\\u0000" not in value else None


def _standing(part: Evidence, turns: Mapping[str, StoredTurn]) -> str | None:
    turn = turns.get(part.turn_id)
    if turn is None:
        return None
    quote = locate_own(part.quote, turn.text, own_words(turn.text))
    return quote if quote and not holds_secret(quote) else None


def _speaks_of_itself(turn: StoredTurn, candidate: Candidate, heard: Iterable[StoredTurn]) -> bool:
    """Whether a turn is the person's, where several speak: who is named like the scope, or not at all, or is meant."""
    authors = {other.author for other in heard if other.role == "user"}
    if len(authors) < 2 or turn.author is None:
        return True
    name = turn.author.casefold()
    return name == (turn.scope.user or "").casefold() or any(
        part in candidate.content.casefold().split() for part in name.split()
    )


def _is_said(candidate: Candidate, own: Sequence[_Found], heard: Iterable[StoredTurn]) -> bool:
    """Whether names, numbers and most words of the candidate were said: by the person, or to them if they agreed."""
    agreed = any(_YES.search(part.quote) or _YES.search(part.turn.text) for part in own)
    voices = {"user", "assistant"} if agreed else {"user"}
    everything = [turn for turn in heard if turn.role in voices]
    said = SourceText(
        " \n".join(f"{turn.author or ''} {own_words(turn.text)}" for turn in everything),
        " \n".join(own_words(part.turn.text) for part in own),
        " \n".join(part.quote for part in own),
        agreed=agreed,
    )
    if candidate.kind == "profile" and candidate.value is not None:
        return all(said.holds(part, field=candidate.field or "") for part in _parts(candidate.value))
    return said.holds(candidate.content)


def _parts(value: Any) -> list[str]:
    """What a value says, part by part; yes and no say nothing by themselves."""
    if isinstance(value, Mapping):
        return [part for item in cast("Mapping[str, Any]", value).values() for part in _parts(item)]
    if isinstance(value, list):
        return [part for item in cast("list[Any]", value) for part in _parts(item)]
    return [] if value is None or isinstance(value, bool) else [str(value)]
