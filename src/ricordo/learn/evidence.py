"""Verification of a candidate against the turns that it cites.

A candidate is supported if its quotes are found in a turn of the person, in the person's own words, and these words
contain the names, the numbers and most of the words of the candidate. Other candidates are stored as ``unsupported``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from ricordo.language.filters import describes_user, gives_orders, holds_secret, own_words
from ricordo.language.quotes import locate_own
from ricordo.language.slots import GENERAL_SLOTS, SlotRegistry
from ricordo.learn.support import SourceText
from ricordo.ports.extractor import Candidate
from ricordo.values import Evidence, Role, Source, StoredTurn
from ricordo.values.validation import check_text

_EXCERPT_LENGTH = 200
_MAX_VALUE_LENGTH = 4_000

_SOURCES: dict[Role, Source] = {"user": "person", "assistant": "assistant", "system": "assistant", "tool": "tool"}
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|i think|i guess|i suppose|might|could be|not sure|considering|i heard|"
    r"vielleicht|quizás?|tal vez|peut-être|forse|talvez)\b|たぶん|かもしれ|也许|可能",
    re.IGNORECASE,
)
_AGREEMENT = re.compile(
    r"^\W*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|right|correct|exactly|indeed|true|perfect|great|good|"
    r"that'?s (?:right|it|me)|sounds good|let'?s|i'?ll take|i do|i am|sí|si|ja|genau|oui|claro|sim)(?!\w)"
    r"|^\W*(?:はい|そう|是|对)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?。！？\n]|$)")


@dataclass(frozen=True, slots=True)
class Verification:
    """The evidence of a candidate that was found in the turns, and whether it is enough."""

    evidence: tuple[Evidence, ...]
    source: Source
    said_at: datetime
    is_supported: bool
    is_hedged: bool = False
    """Whether the person expressed doubt: "maybe", "I think"."""


@dataclass(frozen=True, slots=True)
class _Quotation:
    """A quote that was found in the speaker's own words of a turn."""

    turn: StoredTurn
    quote: str

    def sentences(self) -> str:
        """Return the sentences that contain the quote."""
        own = own_words(self.turn.text)
        start = own.find(self.quote)
        end = start + len(self.quote)
        return "".join(part[0] for part in _SENTENCE.finditer(own) if part.start() < end and start < part.end())


def verify_candidate(
    candidate: Candidate,
    turns: Mapping[str, StoredTurn],
    context: Iterable[StoredTurn] = (),
    slots: SlotRegistry = GENERAL_SLOTS,
) -> Verification | None:
    """Check a candidate against the turns that it cites.

    Args:
        candidate: The candidate, with its evidence.
        turns: The turns that may be cited, by id.
        context: Earlier turns. They may explain the candidate, but may not be cited.
        slots: The slots that the candidate's field may stand for.

    Returns:
        The evidence that was found. None if the candidate cites no known turn, holds a secret, or cannot be stored.
    """
    value = _encode_value(candidate)
    if value is None or holds_secret(candidate.content) or holds_secret(value) or _is_secret_field(candidate, value):
        return None
    found = [_Quotation(turns[part.turn_id], quote) for part in candidate.evidence if (quote := _locate(part, turns))]
    heard = (*context, *turns.values())
    several = len({turn.author for turn in heard if turn.role == "user"}) > 1
    subject_turns = [turn for turn in heard if _is_by_subject(turn, candidate.content, several=several)]
    subject_ids = {turn.id for turn in subject_turns}
    own = [part for part in found if part.turn.id in subject_ids]
    foreign = any(gives_orders(words) or describes_user(words) for words in (part.sentences() for part in own))
    if own and not foreign and _is_said(candidate, own, subject_turns, heard, slots):
        evidence = tuple(dict.fromkeys(Evidence(part.turn.id, part.quote) for part in found))
        said_at = max(part.turn.occurred_at for part in own)
        is_hedged = any(_HEDGE.search(part.sentences()) for part in own)
        return Verification(evidence, "person", said_at, is_supported=True, is_hedged=is_hedged)
    cited = [turns[part.turn_id] for part in candidate.evidence if part.turn_id in turns]
    if not cited:
        return None
    turn = found[0].turn if found else cited[0]
    excerpt = found[0].quote if found else turn.text.strip()[:_EXCERPT_LENGTH].strip()
    return Verification((Evidence(turn.id, excerpt),), _SOURCES[turn.role], turn.occurred_at, is_supported=False)


def _is_secret_field(candidate: Candidate, value: str) -> bool:
    """Return whether the name of the candidate's field makes its value a secret: the number of a passport."""
    return candidate.field is not None and holds_secret(f"{candidate.field.replace('_', ' ')}: {value}")


def _encode_value(candidate: Candidate) -> str | None:
    """Return a candidate's value as JSON; None if no store could keep the value or the content."""
    try:
        check_text(candidate.content, "content")
        value = json.dumps(candidate.value, ensure_ascii=False, allow_nan=False)
        value.encode()
    except (ValueError, TypeError, RecursionError):
        return None
    return value if len(value) <= _MAX_VALUE_LENGTH and "\\u0000" not in value else None


def _locate(part: Evidence, turns: Mapping[str, StoredTurn]) -> str | None:
    """Return a quote as it stands in its turn; None if it is not there or holds a secret."""
    turn = turns.get(part.turn_id)
    if turn is None:
        return None
    quote = locate_own(part.quote, turn.text, own_words(turn.text))
    return quote if quote and not holds_secret(quote) else None


def _is_by_subject(turn: StoredTurn, content: str, *, several: bool) -> bool:
    """Return whether the speaker of a turn is the subject of ``content``.

    In the scope of a user that is this user: a turn by another name never is evidence, since anybody may choose a name
    that occurs in the content. In a scope without a user, the content must name the speaker if several were heard.
    """
    if turn.role != "user" or turn.author is None:
        return turn.role == "user"
    if turn.scope.user is not None:
        return turn.author.strip().casefold() == turn.scope.user.strip().casefold()
    name = re.escape(turn.author.strip())
    return not several or re.search(rf"(?<!\w){name}(?!\w)", content, re.IGNORECASE) is not None


def _is_said(
    candidate: Candidate,
    own: Sequence[_Quotation],
    subject_turns: Sequence[StoredTurn],
    heard: Iterable[StoredTurn],
    slots: SlotRegistry,
) -> bool:
    """Return whether the person said what the candidate says, or agreed when somebody else said it."""
    agreed = any(_AGREEMENT.search(part.quote) or _AGREEMENT.search(part.turn.text) for part in own)
    everything = [turn for turn in heard if turn.role in {"user", "assistant"}] if agreed else subject_turns
    source = SourceText(
        " \n".join(f"{turn.author or ''} {own_words(turn.text)}" for turn in everything),
        " \n".join(own_words(part.turn.text) for part in own),
        " \n".join(part.quote for part in own),
        agreed=agreed,
        slots=slots,
    )
    if candidate.kind == "profile" and candidate.value is not None:
        return all(source.supports(part, field=candidate.field or "") for part in _leaf_texts(candidate.value))
    return source.supports(candidate.content)


def _leaf_texts(value: Any) -> list[str]:
    """Return the texts and numbers inside a value; true and false say nothing by themselves."""
    if isinstance(value, Mapping):
        return [part for item in cast("Mapping[str, Any]", value).values() for part in _leaf_texts(item)]
    if isinstance(value, list):
        return [part for item in cast("list[Any]", value) for part in _leaf_texts(item)]
    return [] if value is None or isinstance(value, bool) else [str(value)]
