"""The model that comes with the package: gte-small, 8 bits, on the CPU, no network and no key."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from recollect.ports.embedder import Calibration, Vectors

if TYPE_CHECKING:
    from agent_framework import EmbeddingGenerationOptions, GeneratedEmbeddings

_BATCH = 16
"""Texts in one run: measured best on two cores; larger ones fall out of the processor's cache."""

_MOST_TOKENS = 256
"""Tokens of a text that are read; what is embedded of a turn is at most half of that."""

_MOST_THREADS = 4


class LocalEmbedder:
    """gte-small on the CPU. It is also a MAF embedding client, for any agent that wants one without a key."""

    name = "gte-small-int8"
    # Measured by `recollect bench calibrate` on conversations; see docs/benchmarks.md.
    calibration = Calibration(mean=0.77, deviation=0.03, floor=0.75)

    def __init__(self) -> None:
        self.additional_properties: dict[str, Any] = {}
        # One thread of our own: the runtime spreads a run over the cores by itself.
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="recollect-embedder")

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._embed, list(texts))

    async def get_embeddings(
        self, values: Sequence[str], *, options: EmbeddingGenerationOptions | None = None
    ) -> GeneratedEmbeddings[list[float], EmbeddingGenerationOptions]:
        """The same as a MAF embedding client: ``SupportsGetEmbeddings``."""
        from agent_framework import Embedding, GeneratedEmbeddings

        vectors = await self.embed(values)
        return GeneratedEmbeddings([Embedding(vector.tolist(), model=self.name) for vector in vectors], options=options)

    def warm(self) -> None:
        """Load the model now, in the background, instead of with the first text."""
        self._pool.submit(self._embed, ["warm"])

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options: Any = onnxruntime.SessionOptions()  # type: ignore[attr-defined]  # it has no types
        options.intra_op_num_threads = min(_MOST_THREADS, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        model = files("recollect.embedders").joinpath("gte_small", "model.onnx")
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(files("recollect.embedders").joinpath("gte_small", "tokenizer.json")))
        tokenizer.enable_truncation(_MOST_TOKENS)
        tokenizer.no_padding()
        return tokenizer

    def _embed(self, texts: list[str]) -> Vectors:
        tokens: list[list[int]] = [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]
        vectors = np.empty((len(texts), 384), np.float32)
        # Texts of like length together: what is padded is computed for nothing.
        order = sorted(range(len(texts)), key=lambda index: len(tokens[index]))
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            vectors[chosen] = self._run([tokens[index] for index in chosen])
        return vectors

    def _run(self, batch: list[list[int]]) -> Vectors:
        shape = (len(batch), max(map(len, batch)))
        ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)], mask[row, : len(tokens)] = tokens, 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros(shape, np.int64)}
        states: NDArray[np.float32] = self._session.run(None, feed)[0]
        pooled = (states * mask[..., np.newaxis]).sum(axis=1)
        return (pooled / np.linalg.norm(pooled, axis=1, keepdims=True)).astype(np.float32)
