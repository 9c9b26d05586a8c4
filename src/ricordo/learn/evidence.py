"""Verification of a candidate against the turns that it cites.

A candidate is supported if the person's own words say it: the quote is found in a turn of the person, speaks of the
same subject with the same polarity, and holds the names and numbers of the candidate. A quote that does not stand is
replaced by other words of the person that support the candidate, if there are any. Other candidates are stored as
``unsupported``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from heapq import nlargest
from typing import Any, cast

from ricordo.language.calendar import follows_from, says_until
from ricordo.language.clauses import clauses_around, sentences_around, split_clauses, split_sentences
from ricordo.language.filters import (
    claims_authority,
    describes_user,
    gives_orders,
    holds_secret,
    repeats_secret,
)
from ricordo.language.mood import asks_for_fiction, is_hypothetical, is_over, tells_wish
from ricordo.language.people import tells_company
from ricordo.language.quotes import locate_own
from ricordo.language.slots import GENERAL_SLOTS, SlotRegistry
from ricordo.learn.heard import MAX_HEARD, HeardTurn, Hearing
from ricordo.learn.subjects import is_about_another, speaks_of_self
from ricordo.learn.support import SourceText, find_topical, find_word_beginnings, is_of_another, is_opposite, is_within
from ricordo.ports.extractor import Candidate
from ricordo.ports.judge import Support
from ricordo.values import Evidence, Memory, Role, Source, StoredTurn
from ricordo.values.validation import check_text

_EXCERPT_LENGTH = 200
_MAX_VALUE_LENGTH = 4_000
_MAX_OPPOSITE = 0.8
_MIN_YES = 0.5
"""The probability of the opposite from which a judge refuses a candidate, and of yes from which it accepts one."""

_MIN_REPAIR_SHARE = 0.75
"""The share of a candidate's words that a sentence must hold to take the place of a quote that does not stand."""

_MAX_REPAIRS = 8
"""Sentences of a turn that are tried in place of a quote that does not stand."""

_SOURCES: dict[Role, Source] = {"user": "person", "assistant": "assistant", "system": "assistant", "tool": "tool"}
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|i think|i guess|i suppose|might|could be|not sure|considering|i heard|"
    r"vielleicht|quizás?|tal vez|peut-être|forse|talvez)\b|たぶん|かもしれ|也许|可能",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Verification:
    """The evidence of a candidate that was found in the turns, and whether it is enough.

    Attributes:
        evidence: The quotes that stand.
        source: Whose words they are.
        said_at: When they were said.
        is_supported: Whether they say what the candidate says.
        is_hedged: Whether the person expressed doubt: "maybe", "I think".
        has_value: Whether they say the candidate's value for its field too.
        begin: The time from which it is true, if that was said.
        end: The time until which it is true, if that was said.
    """

    evidence: tuple[Evidence, ...]
    source: Source
    said_at: datetime
    is_supported: bool
    is_hedged: bool = False
    has_value: bool = False
    begin: datetime | None = None
    end: datetime | None = None

    @property
    def valid_from(self) -> datetime:
        """The time from which the candidate is true: as it was said, or else when it was said."""
        return self.said_at if self.begin is None else min(self.begin, self.said_at)


@dataclass(frozen=True, slots=True)
class Opinion:
    """The opinion of models about a candidate: the cosine of quote and content, and a judge's probabilities.

    ``min_cosine`` is the least cosine of a statement and a paraphrase of it.
    """

    cosine: float = -1.0
    min_cosine: float = 2.0
    support: Mapping[Support, float] = field(default_factory=dict[Support, float])

    @property
    def is_close(self) -> bool:
        """Whether the content is a likely paraphrase of the quote."""
        return self.cosine >= self.min_cosine or self.support.get("yes", 0.0) >= _MIN_YES

    @property
    def is_opposite(self) -> bool:
        """Whether the quote most likely says the opposite."""
        return self.support.get("opposite", 0.0) >= _MAX_OPPOSITE


@dataclass(frozen=True)
class _Quotation:
    """A quote that was found in the speaker's own words of a turn."""

    heard: HeardTurn
    quote: str

    @property
    def turn(self) -> StoredTurn:
        """The turn."""
        return self.heard.turn

    @cached_property
    def words(self) -> str:
        """The speaker's own words around the quote."""
        return self.heard.words_around(self.quote)

    @cached_property
    def sentences(self) -> str:
        """The sentences that contain the quote."""
        start = self.words.find(self.quote)
        return sentences_around(self.words, start, start + len(self.quote))

    @cached_property
    def clauses(self) -> list[str]:
        """The clauses that contain the quote, with the words before and after it."""
        start = self.words.find(self.quote)
        return clauses_around(self.words, start, start + len(self.quote)) or [self.quote]


def verify_candidate(
    candidate: Candidate,
    hearing: Hearing,
    slots: SlotRegistry = GENERAL_SLOTS,
    *,
    known: Sequence[Memory] = (),
    opinion: Opinion | None = None,
) -> Verification | None:
    """Check a candidate against the turns that it cites.

    Args:
        candidate: The candidate, with its evidence.
        hearing: The turns that may be cited, and earlier ones that may explain the candidate.
        slots: The slots that the candidate's field may stand for.
        known: Known memories. Their names may stand in the candidate.
        opinion: What models say about the candidate.

    Returns:
        The evidence that was found. None if the candidate cites no known turn or one that is not to be kept, holds a
        secret, or cannot be stored.
    """
    value = _encode_value(candidate)
    if value is None or holds_secret(candidate.content) or holds_secret(value) or _is_secret_field(candidate, value):
        return None
    cited = [heard for part in candidate.evidence if (heard := hearing.find(part.turn_id))]
    if any(repeats_secret(f"{candidate.content} {value}", heard.secret_words) for heard in cited):
        return None
    if any(heard.is_private and heard.turn.role == "user" for heard in cited):
        return None
    check = _Check(candidate, hearing, _find_speakers(candidate, hearing), slots, known, opinion or Opinion())
    located = [
        _Quotation(heard, quote)
        for part in candidate.evidence
        if (heard := hearing.find(part.turn_id)) and (quote := _locate(part, heard))
    ]
    own = [part for part in located if part.turn.id in check.speakers]
    quotations = located
    if not (own and check.is_said(own)):
        own = quotations = check.find_support()
    if own:
        evidence = tuple(dict.fromkeys(Evidence(part.turn.id, part.quote) for part in quotations))
        said_at = max(part.turn.occurred_at for part in own)
        is_hedged = any(_HEDGE.search(part.sentences) for part in own)
        begin, end = (check.accept_date(day, own) for day in (candidate.valid_from, candidate.valid_until))
        if end is not None and (end <= said_at or not check.says_end(own)):  # an event of last year is still true
            end = None
        has_value = candidate.value is not None and check.is_value_said(own)
        return Verification(evidence, "person", said_at, True, is_hedged, has_value, begin, end)
    if not cited:
        return None
    turn = located[0].turn if located else cited[0].turn
    excerpt = located[0].quote if located else turn.text.strip()[:_EXCERPT_LENGTH].strip()
    return Verification((Evidence(turn.id, excerpt),), _SOURCES[turn.role], turn.occurred_at, is_supported=False)


@dataclass(frozen=True, slots=True)
class _Check:
    """A check whether quotes say what a candidate says. ``speakers`` holds the ids of the turns by its subject."""

    candidate: Candidate
    hearing: Hearing
    speakers: set[str]
    slots: SlotRegistry
    known: Sequence[Memory]
    opinion: Opinion

    def is_said(self, own: Sequence[_Quotation], *, has_opinion: bool = True) -> bool:
        """Return whether the person said what the candidate says, or agreed when somebody asked it.

        Without ``has_opinion``, what models say is left aside: it is about another quote.
        """
        if any(_is_no_statement(part, self.candidate.content) for part in own):
            return False
        agreed = self._find_agreement(own)
        if not agreed and self._is_about_something_else(own):
            return False
        if has_opinion and self.opinion.is_opposite:
            return False
        source = self._collect_source(own, agreed)
        content, field = self.candidate.content, self.candidate.field or ""
        values = replace(source, known=())
        if self.candidate.value is not None and all(values.supports(part, field) for part in self._values()):
            return source.has_names(content) and source.has_numbers(content, field)  # the label need not be said
        return source.supports(content, field, is_close=has_opinion and self.opinion.is_close)

    def is_value_said(self, own: Sequence[_Quotation]) -> bool:
        """Return whether the value for the field was said, or follows from what was said in other words."""
        agreed = self._find_agreement(own)
        source, field = replace(self._collect_source(own, agreed), known=()), self.candidate.field or ""
        return all(
            source.supports(part, field)
            or (source.has_names(part) and source.has_numbers(part, field) and is_within(part, self.candidate.content))
            for part in self._values()
        )

    def _values(self) -> list[str]:
        return _leaf_texts(self.candidate.value)

    def _find_agreement(self, own: Sequence[_Quotation]) -> str:
        """Return the questions to which the quoted turns are a plain yes."""
        return " \n".join(part.heard.question for part in own if part.heard.is_plain_yes)

    def _is_about_something_else(self, own: Sequence[_Quotation]) -> bool:
        """Return whether the quotes speak of somebody else, say the opposite, or tell what was and is over."""
        content = self.candidate.content
        clauses = [clause for part in own for clause in part.clauses]
        topical = find_topical(content, clauses)
        sentences = [part.sentences for part in own]
        around = [clause for sentence in sentences for clause in split_clauses(sentence)]
        is_party = self._counts_party(sentences)
        return (
            (not is_party and is_about_another(self.candidate.subject, content, topical, around, sentences))
            or is_of_another(content, clauses)
            or is_opposite(content, clauses)
            or (not self.candidate.ended and all(is_over(content, clause) for clause in topical))
        )

    def _counts_party(self, sentences: Sequence[str]) -> bool:
        """Return whether the candidate tells how many travel, and the words tell that somebody comes along."""
        slot = self.slots.find(self.candidate.field or "")
        is_party = slot is not None and slot.name == "travellers" and self.candidate.value is not None
        return is_party and any(tells_company(sentence) for sentence in sentences)

    def _collect_source(self, own: Sequence[_Quotation], agreed: str) -> SourceText:
        quotes = {part.turn.id: part.quote for part in reversed(own)}
        near = self.hearing.near(part.heard.position for part in own)
        spoken = [heard for heard in near if heard.turn.id in self.speakers]
        dates = (self.candidate.valid_from, self.candidate.valid_until)
        return SourceText(
            " \n".join([*(_speak(heard, quotes.get(heard.turn.id, "")) for heard in spoken), agreed]),
            " \n".join([*(part.words for part in own), agreed]),
            " \n".join(part.quote for part in own),
            asked=" \n".join(part.heard.question for part in own),
            names=" \n".join(f"{memory.content} {memory.subject or ''}" for memory in self.known),
            known=tuple(memory.content for memory in self.known),
            dates=tuple(form for day in dates if day and (form := self._find_date(day, own))),
            said_on=tuple(part.turn.occurred_at for part in own),
            slots=self.slots,
        )

    def find_support(self) -> list[_Quotation]:
        """Return the words of the person in the turns that may be cited that say what the candidate says, if any do."""
        expected = find_word_beginnings(self.candidate.content)
        likely = (
            (heard, words)
            for heard in self.hearing.citable()
            if heard.turn.id in self.speakers
            for words in _find_likely(heard, expected)
        )
        for heard, words in likely:
            if words not in heard.turn.text or holds_secret(words):
                continue
            source = SourceText(words, words, words, slots=self.slots)
            if source.supports(self.candidate.content, min_share=_MIN_REPAIR_SHARE):
                quotation = _Quotation(heard, words)
                if self.is_said([quotation], has_opinion=False):
                    return [quotation]
        return []

    def accept_date(self, day: datetime | None, own: Sequence[_Quotation]) -> datetime | None:
        """Return a date that the extractor resolved, if it follows from what was said."""
        return day if day is not None and self._find_date(day, own) else None

    def says_end(self, own: Sequence[_Quotation]) -> bool:
        """Return whether what was said ends at a date. A value for a field outlives the trip for which it was given."""
        return self.candidate.kind != "profile" or any(says_until(part.sentences) for part in own)

    def _find_date(self, day: datetime, own: Sequence[_Quotation]) -> str | None:
        """Return a date in ISO form as far as it follows from what was said: the day, or the month."""
        for form in (f"{day:%Y-%m-%d}", f"{day:%Y-%m}"):
            if any(follows_from(form, part.sentences, part.turn.occurred_at) for part in own):
                return form
        return None


def _is_no_statement(part: _Quotation, content: str) -> bool:
    """Return whether a quote is no statement of the person: an order, a question, a hypothesis, not to be saved."""
    sentences = part.sentences
    return (
        gives_orders(sentences)
        or describes_user(sentences)
        or claims_authority(sentences)
        or part.heard.is_private
        or asks_for_fiction(sentences)
        or (is_hypothetical(sentences) and not tells_wish(content))
        or _is_question_about_others(sentences)
    )


def _is_question_about_others(sentences: str) -> bool:
    """Return whether all that is quoted is a question in which the person does not speak of themselves."""
    parts = split_sentences(sentences)
    return bool(parts) and all(part.endswith(("?", "？")) and not speaks_of_self(part) for part in parts)


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


def _locate(part: Evidence, heard: HeardTurn) -> str | None:
    """Return a quote as it stands in its turn; None if it is not there, is far too long, or holds a secret."""
    if len(part.quote) > MAX_HEARD:
        return None
    quote = locate_own(part.quote, heard.turn.text, heard.own)
    return quote if quote and len(quote) <= MAX_HEARD and not holds_secret(quote) else None


def _find_likely(heard: HeardTurn, expected: frozenset[str]) -> list[str]:
    """Return the sentences of a turn that have most of the expected words, the likeliest first."""
    common = [len(expected & sentence.words) for sentence in heard.sentences]
    likely = nlargest(_MAX_REPAIRS, range(len(common)), key=common.__getitem__)
    return [heard.sentences[place].text for place in likely if common[place]]


def _speak(heard: HeardTurn, quote: str) -> str:
    return f"{heard.turn.author or ''} {heard.words_around(quote)}"


def _find_speakers(candidate: Candidate, hearing: Hearing) -> set[str]:
    """Return the ids of the turns whose speaker is the subject of the candidate."""
    several = len({heard.turn.author for heard in hearing.turns if heard.turn.role == "user"}) > 1
    turns = (heard.turn for heard in hearing.turns)
    return {turn.id for turn in turns if _is_by_subject(turn, candidate.content, several=several)}


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


def _leaf_texts(value: Any) -> list[str]:
    """Return the texts and numbers inside a value; true and false say nothing by themselves."""
    if isinstance(value, Mapping):
        return [part for item in cast("Mapping[str, Any]", value).values() for part in _leaf_texts(item)]
    if isinstance(value, list):
        return [part for item in cast("list[Any]", value) for part in _leaf_texts(item)]
    return [] if value is None or isinstance(value, bool) else [str(value)]
