"""From what the arms found to one order.

    score = z + 20 · coverage^1.25 + time + own + recency

``z`` is the cosine, standardised over the person's own turns; ``coverage`` is the share of the question's information
that stands literally in the text. There is no fixed weight between the two: when nothing covers the question, the
keyword part fades by itself, and when something covers it well, nothing else comes near. The numbers, and what each
ingredient is worth, are measured in ``docs/benchmarks.md``; all lie on broad plateaus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from recollect.ports.embedder import Calibration
from recollect.ports.store import Candidates, Matches, Neighbours
from recollect.recall.question import Question

_COVERAGE_WEIGHT = 20.0
_COVERAGE_POWER = 1.25
_TIME_WEIGHT = 1.0
_OWN_WEIGHT = 1.0

_RECENCY_WEIGHT = 1.5
_RECENCY_TURNS = 100
"""What was said some hundred turns ago is no longer recent."""
_RECENCY_TERMS = 15
"""A message of so many words goes on with a conversation; a question of a few words looks something up."""

_ENOUGH_TO_MEASURE = 30
"""Turns from which the mean and deviation of the cosines are the person's own and not the model's usual ones."""

_LITERAL_SHARE = 0.1
"""A text that holds this share of the question is worth recalling whatever its vector says."""

_RERANK_DAMPING = 5
"""How much the first places of the two orders stand out when they are mixed; small: both are good at the top."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fused:
    """Candidates in one order, best first, as columns; ``parts`` has what each ingredient added to the score."""

    keys: NDArray[np.int64]
    times: NDArray[np.int64]
    scores: Floats
    parts: dict[str, Floats]
    ranks: dict[str, NDArray[np.int64]]
    """The place in each arm, counted from 1; 0 where the arm did not find it."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Everything that any arm found, each thing once, with what is known about it. Unknown cosines are NaN."""

    keys: NDArray[np.int64]
    kinds: NDArray[np.int8]
    times: NDArray[np.int64]
    ages: NDArray[np.int64]
    own: NDArray[np.bool_]
    coverage: Floats
    cosines: Floats

    @classmethod
    def of(cls, matches: Matches | None, found: list[Neighbours], most: int) -> Pool:
        """The ``most`` best of the keyword arm and all that the dense arms returned."""
        covered = matches.candidates if matches else _NOTHING
        parts = [covered if len(covered.keys) <= most else _best(covered, most), *(part.candidates for part in found)]
        keys, first = np.unique(np.concatenate([part.keys for part in parts]), return_index=True)
        column = {
            name: np.concatenate([getattr(part, name) for part in parts])[first]
            for name in ("kinds", "times", "ages", "own")
        }
        return cls(
            keys=keys,
            **column,
            coverage=_looked_up(keys, [covered], 0.0),
            cosines=_looked_up(keys, [part.candidates for part in found], np.nan),
        )

    def with_cosines(self, known: Mapping[int, float]) -> Pool:
        """The same with more cosines known."""
        cosines = self.cosines.copy()
        keys = np.array(list(known), np.int64)
        cosines[np.searchsorted(self.keys, keys)] = np.array(list(known.values()), np.float32)
        return replace(self, cosines=cosines)


def fuse(question: Question, pool: Pool, dense: Neighbours | None, calibration: Calibration) -> Fused:
    """One order for everything in ``pool``; what is not worth recalling is left out."""
    mean, deviation = calibration.mean, calibration.deviation
    if dense is not None and dense.count >= _ENOUGH_TO_MEASURE and dense.deviation > 0:
        mean, deviation = dense.mean, dense.deviation
    fit = _fit(question, pool.times)
    parts: dict[str, Floats] = {
        "dense": np.nan_to_num((pool.cosines - np.float32(mean)) / np.float32(deviation)),
        "keyword": np.float32(_COVERAGE_WEIGHT) * pool.coverage ** np.float32(_COVERAGE_POWER),
        "time": np.float32(_TIME_WEIGHT) * fit,
        "own": np.float32(_OWN_WEIGHT * question.is_about_oneself) * pool.own,
        "recent": _recency(question) * np.exp(-pool.ages.astype(np.float32) / _RECENCY_TURNS),
    }
    scores: Floats = np.stack(list(parts.values())).sum(axis=0, dtype=np.float32)
    order = _order(scores, pool.keys)
    order = order[_worth_recalling(pool, fit, calibration.floor)[order]]
    ranks = {
        "keyword": _ranks(pool.coverage, pool.coverage > 0),
        "dense": _ranks(pool.cosines, pool.cosines >= calibration.floor),
        "time": _ranks((fit + scores / 1e6).astype(np.float32), fit >= 0.5),
        "memories": _ranks(scores, pool.kinds > 0),
    }
    return Fused(
        keys=pool.keys[order],
        times=pool.times[order],
        scores=scores[order],
        parts={name: part[order] for name, part in parts.items()},
        ranks={name: rank[order] for name, rank in ranks.items()},
    )


def mixed(scores: Floats) -> list[int]:
    """The places of a fused order, mixed half and half with the order of a reranker's scores."""
    theirs = np.empty(len(scores), np.int64)
    theirs[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    ours = np.arange(len(scores))
    return np.argsort(-(1 / (_RERANK_DAMPING + ours) + 1 / (_RERANK_DAMPING + theirs)), kind="stable").tolist()


def _worth_recalling(pool: Pool, fit: Floats, floor: float) -> NDArray[np.bool_]:
    near = np.where(np.isnan(pool.cosines), (pool.coverage > 0) | (fit >= 0.5), pool.cosines >= floor)
    return near | (pool.coverage >= _LITERAL_SHARE)


def _fit(question: Question, times: NDArray[np.int64]) -> Floats:
    fits = [period.fits(times) for period in question.periods]
    return np.max(fits, axis=0) if fits else np.zeros(len(times), np.float32)


def _recency(question: Question) -> np.float32:
    return np.float32(_RECENCY_WEIGHT * min(1.0, len(question.terms) / _RECENCY_TERMS))


def _order(scores: Floats, keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Best first; of equals the one stored last."""
    return np.lexsort((-keys, -scores))


def _ranks(scores: Floats, counted: NDArray[np.bool_]) -> NDArray[np.int64]:
    ranks = np.zeros(len(scores), np.int64)
    chosen = np.flatnonzero(counted)
    ranks[chosen[np.argsort(-scores[chosen], kind="stable")]] = np.arange(1, len(chosen) + 1)
    return ranks


def _best(candidates: Candidates, most: int) -> Candidates:
    rows = np.argpartition(-candidates.scores, most)[:most]
    return Candidates(*(getattr(candidates, name)[rows] for name in Candidates.__dataclass_fields__))


def _looked_up(keys: NDArray[np.int64], parts: list[Candidates], default: float) -> Floats:
    found = np.full(len(keys), default, np.float32)
    for part in parts:
        here = np.isin(part.keys, keys)
        found[np.searchsorted(keys, part.keys[here])] = part.scores[here]
    return found


_NOTHING = Candidates(
    keys=np.empty(0, np.int64),
    kinds=np.empty(0, np.int8),
    times=np.empty(0, np.int64),
    ages=np.empty(0, np.int64),
    own=np.empty(0, np.bool_),
    scores=np.empty(0, np.float32),
)
