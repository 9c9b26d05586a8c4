"""Use the old embedder until the vectors of the new one are complete."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ricordo.ports.embedder import Calibration, Embedder, Vectors
from ricordo.ports.store import Store

_REFRESH_SECONDS = 1.0
"""The delay until a process notices that another model serves."""


class SwitchingEmbedder:
    """An embedder that is the previous one as long as the store serves its vectors, and the new one afterwards.

    It may change between two calls. A caller that needs several vectors of one model uses what `current` returns.
    """

    def __init__(self, store: Store, embedder: Embedder, previous: Embedder) -> None:
        if embedder.name == previous.name:
            raise ValueError(f"embedder and previous are both named {embedder.name!r}; give one of them another name")
        self.embedders = (embedder, previous)
        self._store = store
        self._current = embedder
        self._refreshed_at: float | None = None

    @property
    def name(self) -> str:
        """The name of the current embedder."""
        return self._current.name

    @property
    def calibration(self) -> Calibration:
        """The calibration of the current embedder."""
        return self._current.calibration

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts with the current embedder."""
        return await self._current.embed(texts)

    async def current(self) -> Embedder:
        """Return the embedder whose vectors serve now."""
        if self._refreshed_at is None or time.monotonic() - self._refreshed_at > _REFRESH_SECONDS:
            serving = (await self._store.models()).serving
            embedder, previous = self.embedders
            self._current = previous if serving == previous.name else embedder
            self._refreshed_at = time.monotonic()
        return self._current
