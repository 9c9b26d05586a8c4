"""The seam to whatever reads question and text together and knows better than the arms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Scores texts against a question. It sees the best of the fused order, and its order is mixed with that one."""

    async def rerank(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score for each text, in order; higher is better. Raises ``ModelError`` where the model fails."""
        ...
