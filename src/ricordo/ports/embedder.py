"""The protocol of embedders, which turn text into vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""A matrix with one unit vector in each row."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The meaning of a model's cosines, which differ widely between models.

    Attributes:
        mean: The mean cosine between a query and the turns of one person. It is used where a person has too few turns
            to measure it.
        deviation: The standard deviation of these cosines.
        floor: The cosine below which nothing is worth recalling.
        same: The cosine from which two memories say the same. Derived from mean and deviation if it was not measured.
        related: The cosine from which two memories are about the same thing. Derived in the same way.
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
    """A model that turns texts into unit vectors.

    Examples:
        ```python
        class MyEmbedder:
            name = "my-model/1"
            calibration = Calibration(mean=0.2, deviation=0.1, floor=0.3)

            async def embed(self, texts):
                return await my_model(texts)
        ```
    """

    @property
    def name(self) -> str:
        """The name of the model, with its version. Vectors of the same name are compared with each other."""
        ...

    @property
    def calibration(self) -> Calibration:
        """The meaning of this model's cosines."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector for each text, in order.

        Raises:
            ModelError: The model failed.
        """
        ...


@runtime_checkable
class ChangingEmbedder(Embedder, Protocol):
    """An embedder that stands for several while one is being replaced by another."""

    @property
    def embedders(self) -> Sequence[Embedder]:
        """The embedders that it stands for. The first is the one that will replace the others."""
        ...

    async def current(self) -> Embedder:
        """Return the embedder whose vectors answer queries now."""
        ...


async def current_embedder(embedder: Embedder) -> Embedder:
    """Return the embedder to use for one whole operation, so that all its vectors are of one model."""
    return await embedder.current() if isinstance(embedder, ChangingEmbedder) else embedder


def embedders_of(embedder: Embedder) -> Sequence[Embedder]:
    """Return the embedder, or all that it stands for; the first is the one that will replace the others."""
    return embedder.embedders if isinstance(embedder, ChangingEmbedder) else (embedder,)
