"""``recollect bench calibrate``: what an embedder's cosines mean, measured on conversations with known answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from tqdm import tqdm

from recollect.bench.datasets import Conversation
from recollect.ports.embedder import Embedder
from recollect.text.documents import dense_text

_MISSED = 0.1
"""Per cent of the right answers that lie below the floor."""


async def measure(conversations: Sequence[Conversation], embedder: Embedder) -> dict[str, float]:
    """The constants of ``Calibration``: the usual mean and deviation, and the floor under the right answers."""
    means: list[float] = []
    deviations: list[float] = []
    answers: list[float] = []
    for conversation in tqdm(conversations, unit=" conversations"):
        if conversation.evidence_is_sessions:
            raise ValueError("calibrating needs questions whose answers are turns; see the forms that the bench reads")
        said = [turn for session in conversation.sessions for turn in session.turns]
        asked = [question for session in conversation.sessions for question in session.questions]
        turns = await embedder.embed([dense_text(turn) for turn in said])
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
