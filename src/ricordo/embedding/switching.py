"""Two embedders in one, while one takes the place of the other."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ricordo.ports.embedder import Calibration, Embedder, Vectors
from ricordo.ports.store import Store

_SECONDS = 1.0
"""How long it may take until a process follows when another model serves."""


class ServingEmbedder:
    """The embedder, or the previous one for as long as the store says that the vectors of that one serve.

    Which of them it is may change between two calls: whoever makes several for one thing takes what ``pinned`` gives.
    """

    def __init__(self, store: Store, embedder: Embedder, previous: Embedder) -> None:
        if embedder.name == previous.name:
            raise ValueError(f"embedder and previous are both named {embedder.name!r}; give one of them another name")
        self.embedders = (embedder, previous)
        self._store = store
        self._now = embedder
        self._looked: float | None = None

    @property
    def name(self) -> str:
        """The name of the one that it is."""
        return self._now.name

    @property
    def calibration(self) -> Calibration:
        """That of the one that it is."""
        return self._now.calibration

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """What the one that it is makes of them."""
        return await self._now.embed(texts)

    async def pinned(self) -> Embedder:
        """The one that it is now."""
        if self._looked is None or time.monotonic() - self._looked > _SECONDS:
            serving = (await self._store.models()).serving
            embedder, previous = self.embedders
            self._now = previous if serving == previous.name else embedder
            self._looked = time.monotonic()
        return self._now
