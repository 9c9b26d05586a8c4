"""Check what any embedder returns, so that a fault in it is one kind of error and never a broken memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ricordo.ports.embedder import Calibration, Embedder, Vectors
from ricordo.values import ModelError

_MIN_LENGTH = 1e-6
"""The direction of a shorter vector is noise."""


class ValidatedEmbedder:
    """An embedder that checks the vectors of another one and raises `ModelError` if they are not comparable.

    Callers continue without vectors then: turns are stored and found by their words.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._dimensions: int | None = None

    @property
    def name(self) -> str:
        """The name of the wrapped embedder."""
        return self._embedder.name

    @property
    def calibration(self) -> Calibration:
        """The calibration of the wrapped embedder."""
        return self._embedder.calibration

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector for each text, all of the same size."""
        if not texts:
            return np.empty((0, self._dimensions or 0), np.float32)
        try:
            output = await self._embedder.embed(texts)
        except ModelError:
            raise
        except Exception as error:  # it may raise anything, and its message may quote the texts
            raise ModelError(f"the embedder {self.name!r} failed: {type(error).__name__}") from error
        vectors = unit_vectors(output, len(texts), self.name)
        if self._dimensions is None:
            self._dimensions = vectors.shape[1]
        if vectors.shape[1] != self._dimensions:
            raise ModelError(
                f"the embedder {self.name!r} returned vectors of {self._dimensions} numbers before and "
                f"of {vectors.shape[1]} now; give another model another name"
            )
        return vectors


def unit_vectors(output: Any, count: int, name: str) -> Vectors:
    """Check the output of the embedder `name` for `count` texts, and return it as unit vectors."""
    try:
        vectors = np.asarray(output, np.float32)
    except (ValueError, TypeError) as error:
        raise ModelError(f"the embedder {name!r} returned something that is not a list of numbers") from error
    if vectors.ndim != 2 or len(vectors) != count or not vectors.shape[1]:
        raise ModelError(f"the embedder {name!r} did not return one vector for each of {count} texts")
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths < _MIN_LENGTH).any():
        raise ModelError(f"the embedder {name!r} returned a vector without a direction")
    return (vectors / lengths).astype(np.float32)
