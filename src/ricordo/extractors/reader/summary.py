"""A conversation in its own words: the few sentences that carry most of it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ricordo.extractors.reader.extractor import find_statements
from ricordo.language.filters import holds_secret, own_words
from ricordo.language.words import terms
from ricordo.ports.extractor import Summary
from ricordo.tasks import run_in_background
from ricordo.values import Evidence, StoredTurn

_MAX_SENTENCES = 5
_MAX_CHARACTERS = 600
_MAX_SENTENCE_LENGTH = 220
_MIN_TERMS = 2
"""Keywords below which a sentence says nothing by itself: "Sounds good", "Thanks a lot"."""

_MAX_COMPARED = 400
"""Sentences that are compared, the newest ones. The previous summary covers the rest."""

_FACT_BONUS, _PERSON_BONUS, _DECISION_BONUS = 1.0, 0.6, 0.3
"""The bonus of a sentence that states a fact about the person, is spoken by them, or settles something."""

_REPETITION_COST = 1.5
"""The cost of a sentence whose words all occur in sentences that are selected already."""

_SENTENCE_END = re.compile(
    r"(?<!\bst)(?<!\bmr)(?<!\bms)(?<!\bdr)(?<!\bmrs)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\bu\.s)"
    r"(?<![.!?\u2026])[.!?\u2026]++(?=[\s\n)\"']|$|[A-Z])|[\n;]+|[()\[\]]|[ ][-\u2013\u2014]+[ ]|\u2014",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"(?:and |so |but )?(?:(?:what|how|where|when|who|which|why)(?:'?s)?|(?:do|did|are|were|have|can|could|would|will|"
    r"should|is|does|was|has|don'?t|aren'?t|isn'?t) (?:i|we|you|your|u|it|there|that|this|the|they|he|she|any|my))\b",
    re.IGNORECASE,
)

_POLITE = re.compile(
    r"(?:hi|hello|hey|(?:thanks|thank you)(?: a lot| so much| very much| again)?|"
    r"good (?:morning|evening|afternoon|night)|bye|goodbye|"
    r"see you|you're welcome|sure|great|"
    r"sounds? (?:good|great)|nice to|have a (?:good|nice|great)|how are you|of course|no problem|certainly)\b[\s,!.]*",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    (
        r"\b(?:booked|confirmed|scheduled|reserved|agreed|decided|recommend|will|let's|plan|set "
        r"for|changed|cancelled|ordered)\b"
    ),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Sentence:
    order: int
    turn: StoredTurn
    quote: str
    terms: frozenset[str]
    bonus: float


class ExtractiveSummariser:
    """Selects the sentences of a conversation that have most in common with all of it.

    Sentences in which the reader marks a fact about the person come first. Every sentence is a quotation.
    """

    name = "extract/2"

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary | None:
        """Return at most five sentences in the order in which they were said; None if there are only pleasantries.

        A sentence whose words occur in ``previous`` is worth less.
        """
        told = (await run_in_background(find_sentences, turns))[-_MAX_COMPARED:]
        told = [sentence for i, sentence in enumerate(told) if not _is_repeated(sentence, told[:i][-20:])]
        if not told:
            return None
        known = frozenset(terms(previous or ""))
        common = Counter(term for sentence in told for term in sentence.terms)
        worth = [_worth(sentence, common, len(told), known) for sentence in told]
        chosen = _select_sentences(told, worth)
        content = "\n".join(_line(sentence) for sentence in chosen)
        return Summary(content, tuple(Evidence(sentence.turn.id, sentence.quote) for sentence in chosen))


def _select_sentences(told: Sequence[_Sentence], worth: Sequence[float]) -> list[_Sentence]:
    """Return the best sentences that fit, each by what it adds to the others, in the order of the conversation."""
    chosen: set[int] = set()
    said: set[str] = set()
    room = _MAX_CHARACTERS
    while len(chosen) < _MAX_SENTENCES:
        fitting = [i for i in range(len(told)) if i not in chosen and len(_line(told[i])) < room]
        if not fitting:
            break
        best = max(fitting, key=lambda i: worth[i] - _REPETITION_COST * len(told[i].terms & said) / len(told[i].terms))
        chosen.add(best)
        said |= told[best].terms
        room -= len(_line(told[best])) + 1
    return [told[i] for i in sorted(chosen)]


def _line(sentence: _Sentence) -> str:
    return f"{sentence.turn.speaker}: {' '.join(sentence.quote.split())}"


def find_sentences(turns: Sequence[StoredTurn]) -> list[_Sentence]:
    """Return the sentences of some turns that a summary may quote."""
    return [sentence for turn in turns for sentence in _sentences(turn)]


def _sentences(turn: StoredTurn) -> Iterator[_Sentence]:
    if turn.role not in ("user", "assistant"):
        return
    own = own_words(turn.text)
    voice = "".join(kept if kept == said else "\n" for kept, said in zip(own, turn.text, strict=True))
    facts = [statement.quote for statement in find_statements(turn)]
    for order, (start, end, asked) in enumerate(_split(voice)):
        quote = turn.text[start:end].strip()
        if asked and turn.role == "assistant":
            continue
        if len(quote) > _MAX_SENTENCE_LENGTH or holds_secret(quote):
            continue
        bare = quote
        while opening := _POLITE.match(bare):
            bare = bare[opening.end() :]
        words = frozenset(terms(bare))
        if len(words) < _MIN_TERMS:
            continue
        bonus = _PERSON_BONUS if turn.role == "user" else 0.0
        bonus += _FACT_BONUS if any(fact in quote for fact in facts) else 0.0
        bonus += _DECISION_BONUS if _SETTLED.search(quote) else 0.0
        bonus -= _PERSON_BONUS if asked or _QUESTION.match(quote) else 0.0
        yield _Sentence(order, turn, quote, words, bonus)


def _split(voice: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the beginning and the end of each sentence, and whether it ends with a question mark."""
    start = 0
    for mark in _SENTENCE_END.finditer(voice):
        if voice[start : mark.start()].strip():
            yield start, mark.start(), "?" in mark[0]
        start = mark.end()
    if voice[start:].strip():
        yield start, len(voice), False


def _worth(sentence: _Sentence, common: Counter[str], told: int, known: frozenset[str]) -> float:
    """Return how central a sentence's words are to the conversation, with its bonus."""
    weights = [math.log1p(common[term]) * (0.3 if term in known else 1.0) for term in sentence.terms]
    central = sum(weights) / math.sqrt(len(weights)) / math.log1p(max(2, told))
    return central + sentence.bonus + (0.1 if sentence.order == 0 else 0.0)


def _is_repeated(sentence: _Sentence, earlier: Sequence[_Sentence]) -> bool:
    return any(len(sentence.terms & other.terms) >= 0.8 * len(sentence.terms | other.terms) for other in earlier)
