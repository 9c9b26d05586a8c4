"""The protocol of rerankers, which read the query and a text together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """A model that scores texts against a query. Ranking fuses its order with the order before it."""

    async def rerank(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return a score for each text, in order; higher is better.

        Args:
            question: The query.
            texts: The best texts so far.

        Raises:
            ModelError: The model failed.
        """
        ...
