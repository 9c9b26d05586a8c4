"""Ranking of what the arms of a search found, in one order.

    score = z + 9 · coverage + time + own + recency + 0.3 · session

``z`` is the cosine, standardised over the person's own turns; ``coverage`` is the share of the question's information
that stands literally in the text. There is no fixed weight between the two: when nothing covers the question, the
keyword part fades by itself, and when something covers it well, nothing else comes near. ``session`` is the best score
of the session that a turn was said in: where one turn fits, those around it do too. The numbers, and what each
ingredient is worth, are measured in ``docs/understand/benchmarks.md``; all lie on broad plateaus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.embedder import Calibration
from ricordo.ports.store import Beside, Pool
from ricordo.recall.exchanges import add_beside
from ricordo.recall.question import Question

_COVERAGE_WEIGHT = 9.0
_TIME_WEIGHT = 1.5
_OWN_WEIGHT = 1.0
_SESSION_WEIGHT = 0.3

_RECENCY_WEIGHT = 2.0
_RECENCY_TURNS = 200
"""Turns after which recency has fallen to about a third."""
_QUESTION_TERMS, _MESSAGE_TERMS = 6, 12
"""A question of a few words looks something up, and a message of many goes on with a conversation."""

_MIN_MEASURED_TURNS = 30
"""Turns from which the mean and deviation of the cosines are the person's own and not the model's usual ones."""

_LITERAL_SHARE = 0.1
"""A text that holds this share of the question is worth recalling whatever its vector says."""

_RERANK_DAMPING = 5
"""How much the first places of the two orders stand out when they are mixed; small: both are good at the top."""

_MAX_WITH_BESIDE = 8
"""Turns, the best first, of which those before and after are read too, for questions and their answers."""

_FITS = 0.5
"""From here on a time is said to fit."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best, in order. ``parts`` has what each ingredient added to the score, ``ranks`` the place in each arm."""

    keys: list[int]
    scores: list[float]
    parts: list[dict[str, float]]
    ranks: list[dict[str, int]]
    """Counted from 1; without the arms that did not find it."""
    held: list[list[int]]
    """Which terms of the question stand in it, by their places there."""
    comparable: bool = True
    """Whether the question's vector could be compared at all."""
    beside: Mapping[int, Beside] = field(default_factory=dict[int, Beside])
    """The turns before and after the best turns."""

    @property
    def record_keys(self) -> list[int]:
        """The keys of the best, and of the turns beside them."""
        return add_beside(self.keys, self.beside)


def rank(question: Question, pool: Pool, calibration: Calibration, most: int) -> Ranking:
    """Rank everything in ``pool`` that is worth recalling, and return the best ``most``."""
    unknown = np.isnan(pool.cosines)
    covered, near = pool.coverage > 0, pool.cosines >= calibration.floor
    parts = _parts(question, pool, unknown, calibration)
    parts["session"] = _session_part(pool, np.add.reduce(np.array(list(parts.values()))))
    summands = np.array(list(parts.values()))
    scores: Floats = np.add.reduce(summands)
    worth = near | (covered & unknown) | (pool.coverage >= _LITERAL_SHARE)
    arms = {"keyword": (pool.coverage, covered), "dense": (pool.cosines, near)}
    if question.periods:
        timely = parts["time"] >= _TIME_WEIGHT * _FITS
        arms["time"] = parts["time"], timely
        worth |= timely
    if pool.kinds.any():
        arms["memories"] = scores, worth & (pool.kinds > 0)
    rows = _order(scores, pool.keys, np.flatnonzero(worth), most)
    chosen = pool.keys[rows].tolist()
    return Ranking(
        keys=chosen,
        scores=scores[rows].tolist(),
        parts=[dict(zip(parts, row, strict=True)) for row in summands[:, rows].T.tolist()],
        ranks=_ranks(rows, arms),
        held=_group_terms(pool, chosen),
        comparable=pool.comparable,
        beside=pool.beside(pool.keys[rows[pool.kinds[rows] == 0][:_MAX_WITH_BESIDE]].tolist()),
    )


def _parts(question: Question, pool: Pool, unknown: NDArray[np.bool_], calibration: Calibration) -> dict[str, Floats]:
    mean, deviation = calibration.mean, calibration.deviation
    if pool.embedded >= _MIN_MEASURED_TURNS and pool.deviation > 0:
        mean, deviation = pool.mean, pool.deviation
    length = (len(question.terms) - _QUESTION_TERMS) / (_MESSAGE_TERMS - _QUESTION_TERMS)
    recency = _RECENCY_WEIGHT * min(1.0, max(0.0, length))
    z = (pool.cosines - np.float32(mean)) / np.float32(deviation)
    z[unknown] = 0.0
    parts = {
        "dense": z,
        "keyword": np.float32(_COVERAGE_WEIGHT) * pool.coverage,
        "recent": np.float32(recency) * np.exp(pool.ages * np.float32(-1 / _RECENCY_TURNS), dtype=np.float32),
    }
    if question.periods:
        parts["time"] = np.float32(_TIME_WEIGHT) * np.maximum.reduce([p.fits(pool.times) for p in question.periods])
    if question.is_about_oneself:
        parts["own"] = np.float32(_OWN_WEIGHT) * pool.own
    return parts


def _session_part(pool: Pool, scores: Floats) -> Floats:
    """Weigh the best score of each scope. What was learned of a person is mostly one scope, beside the sessions."""
    scopes, places = np.unique(pool.scopes, return_inverse=True)
    best = np.zeros(len(scopes), np.float32)
    np.maximum.at(best, places, scores)
    return np.float32(_SESSION_WEIGHT) * best[places]


def _group_terms(pool: Pool, chosen: list[int]) -> list[list[int]]:
    held: dict[int, list[int]] = {key: [] for key in chosen}
    for key, term in zip(pool.held_keys.tolist(), pool.held_terms.tolist(), strict=True):
        if key in held:
            held[key].append(term)
    return list(held.values())


def _order(scores: Floats, keys: NDArray[np.int64], rows: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Sort ``rows``, best first; of equals the one stored last."""
    if len(rows) > 4 * most:
        least = -np.partition(-scores[rows], most)[most]
        rows = rows[scores[rows] >= least]
    return rows[np.lexsort((-keys[rows], -scores[rows]))][:most]


def _ranks(rows: NDArray[np.int64], arms: Mapping[str, tuple[Floats, NDArray[np.bool_]]]) -> list[dict[str, int]]:
    ranks: list[dict[str, int]] = [{} for _ in range(len(rows))]
    for arm, (scores, found) in arms.items():
        better = (scores[found] > scores[rows][:, np.newaxis]).sum(axis=1).tolist()
        for row, (place, counted) in enumerate(zip(better, found[rows].tolist(), strict=True)):
            if counted:
                ranks[row][arm] = place + 1
    return ranks


def mix_orders(scores: Floats) -> list[int]:
    """Mix an order half and half with the order of a reranker's scores, and return its positions."""
    theirs = np.empty(len(scores), np.int64)
    theirs[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    ours = np.arange(len(scores))
    return np.argsort(-(1 / (_RERANK_DAMPING + ours) + 1 / (_RERANK_DAMPING + theirs)), kind="stable").tolist()
