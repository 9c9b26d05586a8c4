"""The seam to whatever turns text into vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One unit vector a row."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What this model's cosines mean; they differ widely from model to model.

    ``mean`` and ``deviation`` describe the cosines between a question and the turns of somebody's memory; they stand in
    where a memory is too small to measure them. ``floor`` is the cosine below which nothing is worth recalling. From
    ``same`` on two memories say the same, from ``related`` on they are about the same thing; where they were not
    measured, they are taken from the mean and the deviation.
    """

    mean: float
    deviation: float
    floor: float
    same: float = math.nan
    related: float = math.nan

    def __post_init__(self) -> None:
        for name, deviations in (("same", 5), ("related", 3)):
            if math.isnan(getattr(self, name)):
                object.__setattr__(self, name, min(0.99, self.mean + deviations * self.deviation))


class Embedder(Protocol):
    """Turns texts into unit vectors. ``name`` identifies the vectors: the same name means comparable vectors."""

    @property
    def name(self) -> str: ...

    @property
    def calibration(self) -> Calibration: ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text, in order. Raises ``ModelError`` where the model fails."""
        ...


@runtime_checkable
class ChangingEmbedder(Embedder, Protocol):
    """One that stands for several, while the embedder is being changed."""

    @property
    def embedders(self) -> Sequence[Embedder]:
        """Those that it stands for, the one to be used in the end first."""
        ...

    async def current(self) -> Embedder:
        """The one that it stands for now."""
        ...


async def current_embedder(embedder: Embedder) -> Embedder:
    """The embedder for one whole operation, so that vectors never go under another model's name."""
    return await embedder.current() if isinstance(embedder, ChangingEmbedder) else embedder


def embedders_of(embedder: Embedder) -> Sequence[Embedder]:
    """The embedder, or all that it stands for, the one to be used in the end first."""
    return embedder.embedders if isinstance(embedder, ChangingEmbedder) else (embedder,)
