"""The bundled reader as an extractor: from turns to candidates, without a language model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ricordo.extractors.reader.cues import ALONE, find_cues
from ricordo.extractors.reader.encoding import join_turns
from ricordo.extractors.reader.english import is_english
from ricordo.extractors.reader.fields import find_certain, find_company, find_fields, slot_kind
from ricordo.extractors.reader.loading import load_model
from ricordo.extractors.reader.model import Assertion
from ricordo.extractors.reader.owners import settle_owners
from ricordo.extractors.reader.questions import find_asked
from ricordo.extractors.reader.wording import describe, fill_template, is_denied, name_subject
from ricordo.language.filters import forbids_saving, gives_orders, holds_secret, own_words
from ricordo.language.people import headcount
from ricordo.language.slots import GENERAL_SLOTS
from ricordo.language.words import terms
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction
from ricordo.tasks import run_in_background
from ricordo.values import Evidence, StoredTurn

MIN_SCORE = 0.35
"""Statements that the reader is less sure of are not proposed."""

_MAX_CANDIDATES = 40
"""Candidates of one turn. Somebody who says more about themselves at once is pasting something."""

_EMPTY_WORDS = frozenset(
    terms("not no yes maybe likes wants does has had moved still longer cannot will would it me us")
)
_HAS_MOVED = re.compile(r"\b(?:i|we|i've|we've|have|just)\s{1,3}moved\b", re.IGNORECASE)
_TELLS_OF_FAMILY = re.compile(
    r"(?:No longer: |Maybe: |Not: )?(?:has|is|was|got|had|lost|split|separated|married|divorced|lives|met|became|will|"
    r"\w{1,20}(?: \w{1,20})? (?:is called|is named|died|passed))\b",
    re.IGNORECASE,
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
                found += await run_in_background(find_candidates, turn, tuple(said[-3:]))
            said.append(turn)
        return Extraction(tuple(found))

    def estimate(self, exchange: Exchange) -> Cost:  # noqa: ARG002  # the protocol's argument
        """Return no cost."""
        return Cost()


def find_candidates(turn: StoredTurn, before: tuple[StoredTurn, ...] = ()) -> list[Candidate]:
    """Return the candidates in one turn of the person; `before` are the turns just before it."""
    asked = find_asked(before)
    found = [pair for item in find_statements(turn, before) for pair in _make_candidates(item, turn, asked)]
    return _drop_rivals([pair for pair in found if _has_substance(pair[1])])


def find_statements(turn: StoredTurn, before: tuple[StoredTurn, ...] = ()) -> list[Assertion]:
    """Return the statements in one turn that are in English and the person's own words."""
    own = own_words(turn.text)
    if turn.role != "user" or not own.strip() or forbids_saving(turn.text) or not is_english(own):
        return []
    context = join_turns([(item.role, item.text) for item in before])
    statements = load_model().read(turn.text, context, own=own, floor=MIN_SCORE)
    if before and before[-1].role == "user":  # the person goes on: what they say may need no context, or repeat it
        statements = _unite(statements, load_model().read(turn.text, own=own, floor=MIN_SCORE))
    statements = settle_owners(_add_certain(statements, own, has_context=bool(before)), turn.text, context)
    said_once = {statement.quote: statement for statement in reversed(list(_select(statements, own)))}
    return sorted(said_once.values(), key=lambda statement: statement.start)[:_MAX_CANDIDATES]


def _add_certain(statements: list[Assertion], own: str, *, has_context: bool) -> list[Assertion]:
    """Return the statements, and one for each phrase that leaves no doubt and is no part of them: "solo again".

    A statement that is nothing but such a phrase gives way to it. After a question, a name may be somebody else's.
    """
    said = {(cue.slot, cue.value): cue for cue in reversed(find_cues(own))}  # who repeats it says it once
    cues = [cue for cue in said.values() if cue.slot in ALONE and not (has_context and cue.slot in {"name", "age"})]
    kept = [item for item in statements if not any(cue.start <= item.start and item.end <= cue.end for cue in cues)]
    more = {
        cue.start: Assertion(own[cue.start : cue.end], cue.start, 1.0, cue.slot, 1.0, cue.value, 1.0, "holds", None)
        for cue in cues
        if all(cue.end <= item.start or item.end <= cue.start for item in kept)
    }
    return sorted([*kept, *more.values()], key=lambda statement: statement.start)


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
        is_serious = not _is_reported(statement, own) and not _is_joke(statement, own)
        if is_own and not is_unsafe and is_serious and is_english(statement.quote):
            yield replace(statement, how="ended") if _AFTER_YEARS.match(statement.quote) else statement


def _is_reported(statement: Assertion, own: str) -> bool:
    """Return whether somebody else is said to have written it, in the same line: "one guest wrote: we loved it"."""
    line = own[max(0, statement.start - _MAX_REPORT) : statement.start].rsplit("\n", 1)[-1]
    return _REPORT.search(line) is not None


def _is_joke(statement: Assertion, own: str) -> bool:
    """Return whether a condition and laughter are in the sentence: "if it rains I'm moving to the moon haha"."""
    if statement.how not in {"hedged", "planned", "wish"}:
        return False
    start = max(own.rfind(mark, 0, statement.start) for mark in ".!?\n") + 1
    sentence = re.split(r"[.!?\n]", own[start : statement.end + _MAX_LAUGHTER], maxsplit=1)[0]
    return _CONDITION.match(sentence) is not None and _LAUGHTER.search(sentence) is not None


_MAX_REPORT = 300
_REPORT = re.compile(
    r"(?<!\bi)(?<!\bwe)(?<!\bi['’]ve) (?:wrote|writes|said|says|posted|commented|tweeted): ", re.IGNORECASE
)
_AFTER_YEARS = re.compile(
    r"after [\w-]{1,12} (?:years|months|decades) (?:as|of being|being|at|with|in)\b", re.IGNORECASE
)
_MAX_LAUGHTER = 60
_CONDITION = re.compile(r"[\s,]{0,9}(?:\w{1,9} ){0,2}if\b", re.IGNORECASE)
_LAUGHTER = re.compile(r"\b(?:(?:ha){2,9}|lol|lmao|jk|kidding)\b|[😂🤣😜]", re.IGNORECASE)


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
    """Return whether a content says anything besides whom it is about: "Uncle has not" does not.

    That there is somebody says something: "Has husband Bo". So does who travels: "Travellers: just me".
    """
    if candidate.field == "travellers" or (candidate.field == "family" and candidate.content.startswith("Has ")):
        return True
    words = [word for word in terms(candidate.content) if word not in terms(candidate.subject or "")]
    return any(word not in _EMPTY_WORDS for word in words)


def _read_move(statement: Assertion, text: str) -> Assertion:
    """Return a statement whose home is where a move ended: "Turin to Pisa" is Pisa, and holds if they have moved."""
    _, between, end = statement.value.partition(" to ")
    if statement.slot != "home" or not between or not end.strip():
        return statement
    return replace(statement, value=end, how="holds" if _HAS_MOVED.search(text) else statement.how)


def _make_candidates(statement: Assertion, turn: StoredTurn, asked: str | None) -> Iterator[tuple[float, Candidate]]:
    """Yield a candidate for a statement with the score of its slot; several where it lists values or fills fields."""
    statement = _read_move(statement, turn.text)
    company = find_company(statement)
    content = describe(replace(statement, quote=f"we{statement.quote[company.end :]}") if company else statement)
    candidate = Candidate(
        kind="episodic" if statement.how == "planned" else "semantic",
        content=content,
        evidence=(Evidence(turn.id, statement.quote),),
        ended=statement.how == "ended" and statement.slot != "visited",  # a trip that is over has still been made
        explicit=statement.how not in {"hedged", "wish"},
        subject=None if statement.slot == "travellers" else name_subject(statement),  # who comes along is their party
        negated=is_denied(statement),
    )
    certain = [*find_certain(statement), *([company] if company else [])]
    is_whole = any(cue.end - cue.start == len(statement.quote) for cue in certain)
    fields = [field for field in find_fields(statement, asked) if all(cue.slot != field[0] for cue in certain)]
    fields = [] if is_whole else fields
    for slot, whole, value in fields:
        kind = slot_kind(slot) if candidate.subject is None and candidate.kind != "episodic" else candidate.kind
        part = content.replace(whole, value) if whole != value and len(fields) > 1 else content
        if slot == "travellers" and candidate.subject is None and headcount(part) != headcount(value):
            part = fill_template(slot, value)  # "my" counts: "me, my wife and two kids"
        if slot == "family" and not _TELLS_OF_FAMILY.match(content):  # a fact about relatives is not who they are
            yield statement.slot_score, candidate
            continue
        yield statement.slot_score, replace(candidate, kind=kind, content=part, field=slot, value=value)
    for cue in certain:
        is_clause = len(certain) == 1 and not fields and cue.end - cue.start < len(statement.quote)
        is_said = is_clause and cue.slot != "travellers"
        sentence = content if is_said else fill_template(cue.slot, cue.value)
        yield 1.0, replace(candidate, kind=slot_kind(cue.slot), content=sentence, field=cue.slot, value=cue.value)
    if not fields and not certain:
        yield 0.0, candidate
