"""The bundled reader as an extractor: from turns to candidates, without a language model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ricordo.extractors.reader.encoding import join_turns
from ricordo.extractors.reader.english import is_english
from ricordo.extractors.reader.fields import find_fields, slot_kind
from ricordo.extractors.reader.loading import load_model
from ricordo.extractors.reader.model import Assertion
from ricordo.extractors.reader.wording import describe, is_denied, name_subject
from ricordo.language.filters import forbids_saving, gives_orders, holds_secret, own_words
from ricordo.language.slots import GENERAL_SLOTS
from ricordo.language.words import terms
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction
from ricordo.tasks import run_in_thread
from ricordo.values import Evidence, StoredTurn

MIN_SCORE = 0.35
"""Statements that the reader is less sure of are not proposed."""

_MAX_CANDIDATES = 40
"""Candidates of one turn. Somebody who says more about themselves at once is pasting something."""

_EMPTY_WORDS = frozenset(
    terms("not no yes maybe likes wants does has had moved still longer cannot will would it me us")
)
_MIN_OWN_SHARE = 0.5
"""The share of a statement's letters that must be the person's own words, not quoted or pasted ones."""


class ReaderExtractor:
    """Marks what people say about themselves and others, in English, with the bundled model; no key, no cost.

    It is silent in other languages, and where it is not sure. The model is loaded once a process, and reads in a
    thread of its own.
    """

    name = "reader/1"

    async def extract(self, exchange: Exchange) -> Extraction:
        """Return a candidate for each statement in the person's turns, in the order in which they were said."""
        found: list[Candidate] = []
        said = list(exchange.before)
        for turn in exchange.turns:
            if turn.role == "user":
                found += await run_in_thread(find_candidates, turn, tuple(said[-3:]))
            said.append(turn)
        return Extraction(tuple(found))

    def estimate(self, exchange: Exchange) -> Cost:  # noqa: ARG002  # the protocol's argument
        """Return no cost."""
        return Cost()


def find_candidates(turn: StoredTurn, before: tuple[StoredTurn, ...] = ()) -> list[Candidate]:
    """Return the candidates in one turn of the person; `before` are the turns just before it."""
    statements = find_statements(turn, before)
    candidates = [(item.slot_score, found) for item in statements for found in _make_candidates(item, turn)]
    return _drop_rivals([pair for pair in candidates if _has_substance(pair[1])])


def find_statements(turn: StoredTurn, before: tuple[StoredTurn, ...] = ()) -> list[Assertion]:
    """Return the statements in one turn that are in English and the person's own words."""
    own = own_words(turn.text)
    if turn.role != "user" or not own.strip() or forbids_saving(turn.text) or not is_english(own):
        return []
    context = join_turns([(item.role, item.text) for item in before])
    statements = load_model().read(turn.text, context, own=own, floor=MIN_SCORE)
    if before and before[-1].role == "user":  # the person goes on: what they say may need no context, or repeat it
        statements = _unite(statements, load_model().read(turn.text, own=own, floor=MIN_SCORE))
    return list(_select(statements, own))[:_MAX_CANDIDATES]


def _unite(one: list[Assertion], other: list[Assertion]) -> list[Assertion]:
    """Return the statements of two readings of one text; of those that overlap, the surest."""
    kept: list[Assertion] = []
    for statement in sorted([*one, *other], key=lambda statement: -statement.score):
        if all(statement.end <= known.start or known.end <= statement.start for known in kept):
            kept.append(statement)
    return sorted(kept, key=lambda statement: statement.start)


def _select(statements: list[Assertion], own: str) -> Iterator[Assertion]:
    """Yield the statements that the person made themselves, in English, and that hold no secret and no order."""
    for statement in statements:
        kept = own[statement.start : statement.start + len(statement.quote)]
        letters = sum(character.isalnum() for character in statement.quote)
        is_own = letters and sum(character.isalnum() for character in kept) > _MIN_OWN_SHARE * letters
        is_unsafe = holds_secret(statement.quote) or gives_orders(statement.quote)
        if is_own and not is_unsafe and is_english(statement.quote):
            yield statement


def _drop_rivals(scored: list[tuple[float, Candidate]]) -> list[Candidate]:
    """Return the candidates; of those that give one field several values at once, only the surest keeps the field."""
    best: dict[tuple[str | None, str], float] = {}
    for score, found in scored:
        if found.field and not found.ended:
            key = found.subject, found.field
            best[key] = max(score, best.get(key, 0.0))

    def is_rival(score: float, found: Candidate) -> bool:
        slot = GENERAL_SLOTS.find(found.field or "")
        has_one = slot is not None and not slot.many and not found.ended
        return has_one and score < best[found.subject, found.field or ""]

    return [
        replace(found, kind="semantic", field=None, value=None) if is_rival(score, found) else found
        for score, found in scored
    ]


def _has_substance(candidate: Candidate) -> bool:
    """Return whether a content says anything besides whom it is about: "Uncle has not" does not."""
    words = [word for word in terms(candidate.content) if word not in terms(candidate.subject or "")]
    return any(word not in _EMPTY_WORDS for word in words)


def _read_move(statement: Assertion) -> Assertion:
    """Return a statement whose home is where a move ended: "Turin to Pisa" is Pisa."""
    _, between, end = statement.value.partition(" to ")
    return replace(statement, value=end) if statement.slot == "home" and between and end.strip() else statement


def _make_candidates(statement: Assertion, turn: StoredTurn) -> Iterator[Candidate]:
    """Yield a candidate for a statement; several where it lists several values, or fills two fields."""
    statement = _read_move(statement)
    content = describe(statement)
    is_negated = is_denied(statement)
    candidate = Candidate(
        kind="episodic" if statement.how == "planned" else "semantic",
        content=content,
        evidence=(Evidence(turn.id, statement.quote),),
        ended=statement.how == "ended" and statement.slot != "visited",  # a trip that is over has still been made
        explicit=statement.how not in {"hedged", "wish"},
        subject=name_subject(statement),
        negated=is_negated,
    )
    fields = find_fields(statement)
    for slot, whole, value in fields:
        kind = slot_kind(slot) if candidate.subject is None and candidate.kind != "episodic" else candidate.kind
        part = content.replace(whole, value) if whole != value and len(fields) > 1 else content
        yield replace(candidate, kind=kind, content=part, field=slot, value=value)
    if not fields:
        yield candidate
