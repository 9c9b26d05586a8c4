"""``ricordo bench calibrate``: what an embedder's cosines mean, measured on conversations with known answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tqdm import tqdm

from ricordo.bench.datasets import DatasetConversation
from ricordo.language.documents import dense_texts
from ricordo.ports.embedder import Embedder
from ricordo.serialization import parse_lines

_MISSED = 0.1
"""Per cent of the right answers that lie below the floor."""


_AS_NEAR = {"related": 99.5, "same": 99.99}
"""Per cent of the pairs of different facts that lie further apart."""

_MAX_FACTS = 1_000


async def measure_facts(path: Path, embedder: Embedder) -> dict[str, float]:
    """Return the cosines from which two memories are about the same thing, and from which they say the same."""
    facts = _facts(path)
    vectors = await embedder.embed(facts)
    pairs = (vectors @ vectors.T)[np.triu_indices(len(facts), 1)]
    return {name: round(float(np.percentile(pairs, share)), 3) for name, share in _AS_NEAR.items()}


async def measure(conversations: Sequence[DatasetConversation], embedder: Embedder) -> dict[str, float]:
    """Return the constants of ``Calibration``: the usual mean and deviation, and the floor under the right answers."""
    means: list[float] = []
    deviations: list[float] = []
    answers: list[float] = []
    for conversation in tqdm(conversations, unit=" conversations", disable=None):
        if conversation.evidence_is_sessions:
            raise ValueError("calibrating needs questions whose answers are turns; see the forms that the bench reads")
        said = [turn for session in conversation.sessions for turn in session.turns]
        asked = [question for session in conversation.sessions for question in session.questions]
        texts = [text for session in conversation.sessions for text in dense_texts(session.turns, None)]
        turns = await embedder.embed(texts)
        questions = await embedder.embed([question.text for question in asked])
        cosines = questions @ turns.T
        means += cosines.mean(axis=1).tolist()
        deviations += cosines.std(axis=1).tolist()
        for row, question in zip(cosines, asked, strict=True):
            answers += [float(cosine) for turn, cosine in zip(said, row, strict=True) if turn.id in question.evidence]
    return {
        "mean": round(float(np.mean(means)), 3),
        "deviation": round(float(np.mean(deviations)), 3),
        "floor": round(float(np.percentile(answers, _MISSED)), 3),
    }


def _facts(path: Path) -> list[str]:
    rows = list(parse_lines(path.read_text("utf-8").split("\n")))
    facts = list(dict.fromkeys(row["fact"] for row in rows if row.get("fact")))[:_MAX_FACTS]
    if len(facts) < 2:
        raise ValueError(f"{path} holds no facts: one JSON object a line with `fact` is needed")
    return facts
