"""The bundled embedding model: gte-small, tuned for conversations, with 8 bits, on the CPU, without network or key."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.embedder import Calibration, Vectors
from ricordo.tasks import gives_way, run_in_background
from ricordo.tasks.fair_pool import FairPool

if TYPE_CHECKING:
    from agent_framework import EmbeddingGenerationOptions, GeneratedEmbeddings

_MAX_TOKENS = 256
"""Tokens of a text that are read. The embedded part of a turn has at most half of that."""

_MAX_THREADS = 4

_PIECE = 4
"""Texts that are embedded elsewhere at a time, so that what waits there has its turn soon."""

FORMER_NAMES = frozenset({"gte-small-int8", "gte-small-memory-int8"})
"""Names of models that were bundled before. Nothing can be compared with their vectors any more."""


class LocalEmbedder:
    """An embedder that runs a tuned gte-small on the CPU. It is also a MAF embedding client, which needs no key."""

    name = "gte-small-memory-2-int8"
    # Measured by `ricordo bench calibrate` on two people who know each other by name. The floor is lower than there:
    # what a person writes to an assistant lies further apart, around 0.59, and unrelated questions lie at 0.54.
    calibration = Calibration(mean=0.69, deviation=0.044, floor=0.58, same=0.955, related=0.83)

    def __init__(self) -> None:
        self.additional_properties: dict[str, Any] = {}
        self._threads = min(_MAX_THREADS, os.cpu_count() or 1)
        self._pool = FairPool(self._threads, name="ricordo-embedder")
        self._load_lock = Lock()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector for each text.

        Texts are embedded one by one, on all cores. In a batch, the scale of the 8-bit activations, and so the vector
        of a text, would depend on the other texts, and padding would cost what batching saves. Of one call, only as
        many texts as there are threads are in the queue, and callers take turns, so that a query does not wait for
        many texts of others. Work that gives way has its texts embedded elsewhere, one after the other.
        """
        if gives_way():
            pieces = [texts[start : start + _PIECE] for start in range(0, len(texts), _PIECE)]
            return np.concatenate([await run_in_background(_embed_all, piece) for piece in pieces])
        places = asyncio.Semaphore(self._threads)

        async def embed_one(text: str) -> Vectors:
            async with places:
                return await self._pool.run(self.embed_one, text)

        return np.stack(await asyncio.gather(*map(embed_one, texts)))

    async def get_embeddings(
        self, values: Sequence[str], *, options: EmbeddingGenerationOptions | None = None
    ) -> GeneratedEmbeddings[list[float], EmbeddingGenerationOptions]:
        """Return an embedding for each text, as MAF's `SupportsGetEmbeddings` specifies."""
        from agent_framework import Embedding, GeneratedEmbeddings

        vectors = await self.embed(values)
        return GeneratedEmbeddings([Embedding(vector.tolist(), model=self.name) for vector in vectors], options=options)

    def warm(self) -> None:
        """Load the model now, in the background, instead of with the first text."""
        self._pool.submit(self.embed_one, "warm")

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options: Any = onnxruntime.SessionOptions()  # type: ignore[attr-defined]  # it has no types
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        model = files("ricordo.embedding").joinpath("gte_small", "model.onnx")
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(files("ricordo.embedding").joinpath("gte_small", "tokenizer.json")))
        tokenizer.enable_truncation(_MAX_TOKENS)
        tokenizer.no_padding()
        return tokenizer

    def embed_one(self, text: str) -> Vectors:
        """Return the unit vector of one text, in the thread of the caller."""
        with self._load_lock:
            session, tokenizer = self._session, self._tokenizer
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        states: NDArray[np.float32] = session.run(None, feed)[0][0]
        pooled = states.mean(axis=0)
        return (pooled / np.linalg.norm(pooled)).astype(np.float32)


def _embed_all(texts: Sequence[str]) -> Vectors:
    """Return one unit vector for each text, one after the other."""
    return np.stack([_background_embedder().embed_one(text) for text in texts])


@cache
def _background_embedder() -> LocalEmbedder:
    return LocalEmbedder()
