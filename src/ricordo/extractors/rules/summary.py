"""A conversation in its own words: the few sentences that carry most of it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ricordo.extractors.rules.clauses import is_question, sentences
from ricordo.extractors.rules.extractor import candidates
from ricordo.extractors.rules.voice import own_voice
from ricordo.language.filters import holds_secret
from ricordo.language.words import terms
from ricordo.ports.extractor import Summary
from ricordo.tasks import run_in_thread
from ricordo.values import Evidence, StoredTurn

_MOST_SENTENCES = 5
_MOST_CHARACTERS = 600
_LONGEST_SENTENCE = 220
_FEWEST_TERMS = 2
"""Keywords below which a sentence says nothing by itself: "Sounds good", "Thanks a lot"."""

_MOST_LOOKED_AT = 400
"""Sentences that are compared, the newest: a summary of the rest stands in the one before."""

_FACT, _PERSON, _DECISION = 1.0, 0.6, 0.3
"""What a sentence is worth besides its words: it says something about the person, is theirs, or settles something."""

_REPETITION = 1.5
"""What a sentence loses whose words were all said by those chosen before it."""

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
    """A summariser that picks the sentences which have most in common with the whole conversation.

    What the person says about themselves comes first. It needs no model, and every sentence is a quotation.
    """

    name = "extract/1"

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary | None:
        """At most five sentences in the order in which they were said; None if there are only pleasantries.

        ``previous`` is not repeated: a sentence whose words stand in it already is worth less.
        """
        return await run_in_thread(_summarise, turns, previous)


def _summarise(turns: Sequence[StoredTurn], previous: str | None) -> Summary | None:
    told = [sentence for turn in turns for sentence in _sentences(turn)][-_MOST_LOOKED_AT:]
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
    """Return the best sentences that fit, each for what it adds to the others, in the order of the conversation."""
    chosen: set[int] = set()
    said: set[str] = set()
    room = _MOST_CHARACTERS
    while len(chosen) < _MOST_SENTENCES:
        fitting = [i for i in range(len(told)) if i not in chosen and len(_line(told[i])) < room]
        if not fitting:
            break
        best = max(fitting, key=lambda i: worth[i] - _REPETITION * len(told[i].terms & said) / len(told[i].terms))
        chosen.add(best)
        said |= told[best].terms
        room -= len(_line(told[best])) + 1
    return [told[i] for i in sorted(chosen)]


def _line(sentence: _Sentence) -> str:
    return f"{sentence.turn.speaker}: {' '.join(sentence.quote.split())}"


def _sentences(turn: StoredTurn) -> Iterator[_Sentence]:
    if turn.role not in ("user", "assistant"):
        return
    voice = own_voice(turn.text)
    facts = [candidate.evidence[0].quote for candidate in candidates(turn)]
    for order, (start, end, asked) in enumerate(sentences(voice)):
        quote = turn.text[start:end].strip()
        if asked and turn.role == "assistant":
            continue
        if len(quote) > _LONGEST_SENTENCE or holds_secret(quote):
            continue
        bare = quote
        while opening := _POLITE.match(bare):
            bare = bare[opening.end() :]
        words = frozenset(terms(bare))
        if len(words) < _FEWEST_TERMS:
            continue
        bonus = _PERSON if turn.role == "user" else 0.0
        bonus += _FACT if any(fact in quote for fact in facts) else 0.0
        bonus += _DECISION if _SETTLED.search(quote) else 0.0
        bonus -= _PERSON if is_question(voice, start, end, asked=asked) else 0.0
        yield _Sentence(order, turn, quote, words, bonus)


def _worth(sentence: _Sentence, common: Counter[str], told: int, known: frozenset[str]) -> float:
    """Return how central a sentence's words are to the conversation, with its bonus."""
    weights = [math.log1p(common[term]) * (0.3 if term in known else 1.0) for term in sentence.terms]
    central = sum(weights) / math.sqrt(len(weights)) / math.log1p(max(2, told))
    return central + sentence.bonus + (0.1 if sentence.order == 0 else 0.0)


def _is_repeated(sentence: _Sentence, earlier: Sequence[_Sentence]) -> bool:
    return any(len(sentence.terms & other.terms) >= 0.8 * len(sentence.terms | other.terms) for other in earlier)
