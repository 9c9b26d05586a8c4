"""Measure a trained model on what was held out: spans, labels of right spans, relations and support."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from labels import HOWS, RELATIONS, SUPPORT
from torch.nn import functional

if TYPE_CHECKING:
    from train import Model, Unit

CANDIDATES = 40
SAME_SPAN = 0.5
"""The share of positions from which on two spans count as the same."""


@torch.no_grad()
def find_statements(model: Model, unit: Unit) -> list[tuple[float, tuple[int, int]]]:
    """Return the spans that the reader takes for statements, each with its score; no two overlap much."""
    from train import overlap, propose, tensor

    hidden, _ = model.encode([unit])
    scores = functional.logsigmoid(model.reader.tags(hidden))[0].cpu().numpy()
    spans = propose(unit, scores, CANDIDATES)
    if not spans:
        return []
    vectors = model.reader.represent(hidden, tensor([(0, *span) for span in spans]))
    decided = torch.sigmoid(model.reader.statement(vectors)).squeeze(-1).cpu().numpy()
    proposed = np.exp([(scores[first, 0] + scores[last, 1]) / 2 for first, last in spans])
    combined = np.sqrt(decided * proposed)
    kept: list[tuple[float, tuple[int, int]]] = []
    for at in np.argsort(-combined):
        if all(overlap(spans[at], other) < SAME_SPAN and not _nested(spans[at], other) for _, other in kept):
            kept.append((float(combined[at]), spans[at]))
    return kept


def _nested(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return (one[0] <= other[0] and other[1] <= one[1]) or (other[0] <= one[0] and one[1] <= other[1])


def score_spans(model: Model, units: list[Unit]) -> dict[str, float]:
    """Return the best F1 of the spans, its threshold, and precision and recall at 0.5."""
    from train import overlap

    found: list[tuple[float, bool, int]] = []
    wanted = 0
    for unit in units:
        gold = [tuple(statement["span"]) for statement in unit["statements"]]
        for score, span in find_statements(model, unit):
            best = max(range(len(gold)), key=lambda at, span=span: overlap(span, gold[at]), default=None)
            is_right = best is not None and overlap(span, gold[best]) >= SAME_SPAN
            found.append((score, is_right, wanted + (best or 0)))
        wanted += len(gold)

    def at(threshold: float) -> tuple[float, float]:
        chosen = [item for item in found if item[0] >= threshold]
        right = sum(item[1] for item in chosen)
        return right / max(1, len(chosen)), len({item[2] for item in chosen if item[1]}) / max(1, wanted)

    curve = {t: at(t) for t in np.arange(0.1, 0.95, 0.05).round(2)}
    best = max(curve, key=lambda t: 2 * curve[t][0] * curve[t][1] / max(1e-9, sum(curve[t])))
    precision, recall = curve[best]
    return {
        "f1": 2 * precision * recall / max(1e-9, precision + recall),
        "threshold": float(best),
        "precision at .5": curve[0.5][0],
        "recall at .5": curve[0.5][1],
        "precision at .7": curve[0.7][0],
        "recall at .7": curve[0.7][1],
    }


@torch.no_grad()
def score_labels(model: Model, units: list[Unit]) -> dict[str, float]:
    """Return how often each label is right on the annotators' own spans."""
    from train import overlap, tensor

    right, total = Counter[str](), Counter[str]()
    for unit in units:
        gold = unit["statements"]
        if not gold:
            continue
        hidden, mask = model.encode([unit])
        spans = tensor([(0, *statement["span"]) for statement in gold])
        vectors = model.reader.represent(hidden, spans)
        slots, hows = model.reader.slot(vectors).argmax(-1).tolist(), model.reader.how(vectors).argmax(-1).tolist()
        others = (model.reader.other(vectors).squeeze(-1) > 0).tolist()
        pointed = model.reader.point(hidden, mask, vectors, spans).argmax(1).tolist()
        for row, statement in enumerate(gold):
            checks = {"slot": slots[row] in statement["slots"], "how": hows[row] == statement["how"]}
            checks["whose"] = int(others[row]) == statement["other"]
            if statement["how"]:
                checks[f"how, not {HOWS[0]}"] = checks["how"]
            for name, first in (("value", 0), ("subject", 2)):
                if statement[name]:
                    span = pointed[row][first], pointed[row][first + 1]
                    checks[name] = span[0] <= span[1] and overlap(span, tuple(statement[name])) >= SAME_SPAN
            for name, is_right in checks.items():
                total[name] += 1
                right[name] += is_right
    return {name: right[name] / total[name] for name in total}


@torch.no_grad()
def score_pairs(model: Model, units: list[Unit]) -> dict[str, Any]:
    """Return how often the judge is right, and what it takes for what."""
    confusion: dict[str, Counter[str]] = {"relation": Counter(), "support": Counter()}
    names = {"relation": RELATIONS, "support": SUPPORT}
    for unit in units:
        hidden, mask = model.encode([unit])
        for name, logits in zip(("relation", "support"), model.judge(hidden, mask), strict=True):
            if name in unit:
                said = names[name][int(logits.argmax())]
                confusion[name][f"{names[name][unit[name]]} -> {said}"] += 1
    shown: dict[str, Any] = {}
    for name, counts in confusion.items():
        right = sum(count for pair, count in counts.items() if pair.split(" -> ")[0] == pair.split(" -> ")[1])
        shown[name] = right / max(1, counts.total())
        shown[f"{name}, confusions"] = dict(counts.most_common())
    return shown


def evaluate(model: Model, turns: list[Unit], pairs: list[Unit]) -> dict[str, Any]:
    """Return everything that is measured on held-out units."""
    silent = sum(
        all(score < 0.5 for score, _ in find_statements(model, unit)) for unit in turns if not unit["statements"]
    )
    empty = sum(not unit["statements"] for unit in turns)
    return {
        "spans": score_spans(model, turns),
        "labels": score_labels(model, turns),
        "silent where nothing is to be learned": f"{silent} of {empty}",
        **score_pairs(model, pairs),
    }
