"""People who never lived: texts and vectors in bulk, of the shape that real ones have.

The shapes were measured on 8,000 turns of nine long conversations (LoCoMo, RealMem) and their vectors by the model that
comes along. Texts: 28 words a turn, half of them function words, some 480 different keywords in a hundred turns.
Vectors: a common direction that holds 81% of the square, a direction of the person with 6.5%, and the rest the turn's
own, its variance falling with the 1.1th power of the rank, so that some 60 of the 384 dimensions count, as there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ricordo.language.words import STOP_WORDS
from ricordo.ports.embedder import Calibration, Vectors

DIMENSIONS = 384

_COMMON, _PERSON = 0.81, 0.065
"""Shares of a vector's square that all have in common, and that one person's have."""

_ABOUT = 0.53
"""How much of what a turn says of its own is in a question about it: their cosine is then 0.91."""

_VOCABULARY = 20_000
_SHIFT, _POWER = 15, 1.5
"""Of Zipf's law with Mandelbrot's shift: so few words come often, and so many once."""

_SYLLABLES = "ka mo ri ten sa lu ba no vi der pa so mi lon te ga fu ran do si".split()


class Texts:
    """Turns and questions out of words that come as often as people's do."""

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)

    def turns(self, count: int) -> list[str]:
        """Return ``count`` turns."""
        return self._sentences(self._chance.integers(6, 51, count))

    def turn(self) -> str:
        """Return one turn."""
        return self.turns(1)[0]

    def question(self) -> str:
        """Return one question."""
        return self._sentences(self._chance.integers(5, 12, 1))[0] + "?"

    def _sentences(self, lengths: NDArray[np.int64]) -> list[str]:
        words, function, frequency = _words(), _function_words(), _frequency()
        total = int(lengths.sum())
        ranks: list[int] = np.searchsorted(frequency, self._chance.random(total)).tolist()
        plain: list[int] = self._chance.integers(0, 2 * len(function), total).tolist()
        spoken = [
            function[other] if other < len(function) else words[rank] for rank, other in zip(ranks, plain, strict=True)
        ]
        ends = np.cumsum(lengths).tolist()
        return [" ".join(spoken[end - size : end]) for end, size in zip(ends, lengths.tolist(), strict=True)]


@cache
def _words() -> list[str]:
    """Return the vocabulary by falling frequency. Frequent words are short, as in any language."""
    count = len(_SYLLABLES)

    def spell(rank: int) -> str:
        return _SYLLABLES[rank % count] + (spell(rank // count - 1) if rank >= count else "n")

    return [spell(rank) for rank in range(_VOCABULARY)]


@cache
def _function_words() -> list[str]:
    return sorted(STOP_WORDS)


@cache
def _frequency() -> NDArray[np.float64]:
    """Return the cumulative share of each word."""
    share = (np.arange(1, _VOCABULARY + 1) + _SHIFT) ** -_POWER
    return np.cumsum(share / share.sum())[:-1]


class SyntheticEmbedder:
    """Vectors with the spread of real ones in no time. Those of a text that was prepared are handed out once."""

    name = f"synthetic-{DIMENSIONS}"
    calibration = Calibration(mean=0.81, deviation=0.036, floor=0.0)

    def __init__(self) -> None:
        shape = np.arange(1, DIMENSIONS + 1) + 4.0
        self._spread = np.sqrt(shape**-1.1 / (shape**-1.1).sum()).astype(np.float32)
        common = np.random.default_rng(0).normal(size=DIMENSIONS)
        self._common = (np.sqrt(_COMMON) * common / np.linalg.norm(common)).astype(np.float32)
        self._prepared: dict[str, Vectors] = {}

    def prepare(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Have the vectors of texts ready."""
        self._prepared.update(zip(texts, vectors, strict=True))

    def of_person(self, person: int, count: int) -> Vectors:
        """Return the vectors of the first ``count`` turns of a person."""
        chance = np.random.Generator(np.random.SFC64(person))
        apart = chance.standard_normal(DIMENSIONS, np.float32) * np.sqrt(np.float32(_PERSON))
        own = chance.standard_normal((count, DIMENSIONS), np.float32) * np.sqrt(np.float32(1 - _COMMON - _PERSON))
        return _unit(self._common + (apart + own) * self._spread)

    def about(self, vectors: Vectors, *, seed: int) -> Vectors:
        """Return vectors of questions, each about one of the given turns."""
        noise = np.random.default_rng(seed).standard_normal(vectors.shape, np.float32) * self._spread
        other = np.sqrt(np.float32(1 - _COMMON)) * noise
        return _unit(self._common + _ABOUT * (vectors - self._common) + np.sqrt(np.float32(1 - _ABOUT**2)) * other)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the prepared vectors, or random ones that depend on the text only."""
        return np.stack([self._one(text) for text in texts])

    def _one(self, text: str) -> Vectors:
        ready = self._prepared.pop(text, None)
        if ready is not None:
            return ready
        seed = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
        return self.of_person(seed, 1)[0]


def _unit(vectors: Vectors) -> Vectors:
    made: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return made
