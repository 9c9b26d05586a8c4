"""A fake embedder that is good enough to tell texts apart."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from ricordo.language.words import terms
from ricordo.ports.embedder import Calibration, Vectors
from ricordo.values import ModelError


class HashEmbedder:
    """Every word has a random direction, a text the sum of its words': the same on every machine and in every run.

    ``failing`` makes it fail like a service that is down.
    """

    calibration = Calibration(mean=0.0, deviation=0.15, floor=0.1)

    def __init__(self, *, dimensions: int = 64, name: str = "hash-64") -> None:
        self.name = name
        self.failing = False
        self.texts_embedded = 0
        self._dimensions = dimensions

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text."""
        if self.failing:
            raise ModelError(f"the embedder {self.name!r} failed: it was told to")
        self.texts_embedded += len(texts)
        return np.stack([self.vector(text) for text in texts])

    def vector(self, text: str) -> Vectors:
        """Return the vector of one text."""
        total = np.sum([self._direction(word) for word in [*terms(text), ""]], axis=0)
        return (total / np.linalg.norm(total)).astype(np.float32)

    def _direction(self, word: str) -> Vectors:
        seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
        direction = np.random.default_rng(seed).normal(size=self._dimensions)
        return (direction / np.linalg.norm(direction) * (0.1 if not word else 1.0)).astype(np.float32)
