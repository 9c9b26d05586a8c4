"""The bundled judge: how two statements relate, and whether words support a statement, by the reader's model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ricordo.extractors.reader.english import is_english
from ricordo.extractors.reader.loading import load_model, warm_model
from ricordo.language.words import terms
from ricordo.ports.judge import Claim, Relation, Support
from ricordo.tasks import run_in_background
from ricordo.tasks.word_caches import cache_words

_CACHE_SIZE = 4_096
"""Pairs whose relation is remembered: everything that is learned is compared with what is near it, again and again."""

_GROUPS: tuple[tuple[Relation, ...], ...] = (("same", "finer"), ("replaces", "ends"))
"""Relations that agree on whether the earlier statement still holds. Their probabilities count together."""

_MIN_INDEPENDENT, _MIN_WITH_COMMON_WORD, _MIN_WITHOUT = 0.5, 0.55, 0.9
_MIN_SUPPORT: Mapping[Support, float] = {"yes": 0.9, "no": 0.95, "opposite": 0.95}
"""Probabilities from which an answer is right nine times in ten on held-out pairs (`training/thresholds.py`)."""


class BundledJudge:
    """A judge of English statements that says only what it is sure of; no key, no cost.

    Answers that it is not sure of are left out.
    """

    name = "judge/1"

    def warm(self) -> None:
        """Load the model now, in the background, instead of with the first pair."""
        warm_model()

    def knows(self, text: str) -> bool:
        """Return whether a text is English."""
        return is_english(text)

    async def relate(self, pairs: Sequence[tuple[str, str]]) -> list[Mapping[Relation, float]]:
        """Return the probability of each relation, for pairs of an earlier and a later statement."""
        return await run_in_background(_relate_all, list(pairs))

    async def check(self, claims: Sequence[Claim]) -> list[Mapping[Support, float]]:
        """Return the probability that the words support the statement, do not support it, or say the opposite."""
        return await run_in_background(_check_all, list(claims))


def _relate_all(pairs: Sequence[tuple[str, str]]) -> list[Mapping[Relation, float]]:
    return [_relate(earlier, later) for earlier, later in pairs]


def _check_all(claims: Sequence[Claim]) -> list[Mapping[Support, float]]:
    return [_check(claim) for claim in claims]


@cache_words(_CACHE_SIZE)
def _relate(earlier: str, later: str) -> Mapping[Relation, float]:
    if earlier.casefold() == later.casefold():
        return {"same": 1.0}
    found = load_model().relate(earlier, later)
    least = _MIN_WITH_COMMON_WORD if set(terms(earlier)) & set(terms(later)) else _MIN_WITHOUT
    sure: dict[Relation, float] = {}
    for group in _GROUPS:
        together = sum(found[name] for name in group)
        if together >= least:
            sure[max(group, key=lambda name: found[name])] = together
    return sure or ({"independent": found["independent"]} if found["independent"] >= _MIN_INDEPENDENT else {})


def _check(claim: Claim) -> Mapping[Support, float]:
    found = load_model().check(claim.quote, claim.content, claim.context)
    return {name: probability for name, probability in found.items() if probability >= _MIN_SUPPORT[name]}
