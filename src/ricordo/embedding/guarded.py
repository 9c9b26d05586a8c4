"""One guard around any embedder, so that whatever goes wrong in it is one error and never a broken memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ricordo.ports.embedder import Calibration, Embedder, Vectors
from ricordo.values import ModelError

_LEAST_LENGTH = 1e-6
"""Shorter than that, a vector has no direction that could be told from noise."""


class GuardedEmbedder:
    """Passes on what an embedder makes if it can be compared with what it made before; if not, raises ``ModelError``.

    Whoever asks for vectors goes on without them then: turns are kept and found by their words.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._dimensions: int | None = None

    @property
    def name(self) -> str:
        """The name of the embedder inside."""
        return self._embedder.name

    @property
    def calibration(self) -> Calibration:
        """That of the embedder inside."""
        return self._embedder.calibration

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text, all of the same size."""
        if not texts:
            return np.empty((0, self._dimensions or 0), np.float32)
        try:
            made = await self._embedder.embed(texts)
        except ModelError:
            raise
        except Exception as error:  # an embedder may raise anything, and its message may hold what it was given
            raise ModelError(f"the embedder {self.name!r} failed: {type(error).__name__}") from error
        vectors = unit_vectors(made, len(texts), self.name)
        if self._dimensions is None:
            self._dimensions = vectors.shape[1]
        if vectors.shape[1] != self._dimensions:
            raise ModelError(
                f"the embedder {self.name!r} made vectors of {self._dimensions} numbers before and of "
                f"{vectors.shape[1]} now"
            )
        return vectors


def unit_vectors(made: Any, count: int, name: str) -> Vectors:
    """What the embedder called ``name`` made of ``count`` texts, checked and brought to unit length."""
    try:
        vectors = np.asarray(made, np.float32)
    except (ValueError, TypeError) as error:
        raise ModelError(f"the embedder {name!r} made something that is not a list of numbers") from error
    if vectors.ndim != 2 or len(vectors) != count or not vectors.shape[1]:
        raise ModelError(f"the embedder {name!r} did not make one vector for each of {count} texts")
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths < _LEAST_LENGTH).any():
        raise ModelError(f"the embedder {name!r} made a vector without a direction")
    return (vectors / lengths).astype(np.float32)
