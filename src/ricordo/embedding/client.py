"""An embedder over any MAF embedding client: OpenAI, Azure, Ollama, Bedrock and others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ricordo.embedding.validation import unit_vectors
from ricordo.ports.embedder import Calibration, Vectors
from ricordo.values import ModelError

if TYPE_CHECKING:
    from agent_framework import SupportsGetEmbeddings

_BATCH = 128
"""Texts in one request, below the limits of common services."""


class ClientEmbedder:
    """An embedder over a MAF embedding client. Its name is that of the client's model, unless `name` is given."""

    # Most services' models have lower and wider cosines between unrelated texts than the bundled one. These are safe
    # defaults and matter only for fewer than 30 turns. `ricordo bench calibrate` measures them for a client.
    calibration = Calibration(mean=0.25, deviation=0.1, floor=0.1)

    def __init__(self, client: SupportsGetEmbeddings[str, Any, Any], *, name: str | None = None) -> None:
        self._client = client
        self.name = name or _model_name(client)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector for each text."""
        vectors: list[Any] = []
        for start in range(0, len(texts), _BATCH):
            batch = list(texts[start : start + _BATCH])
            try:
                embeddings = await self._client.get_embeddings(batch)
            except Exception as error:  # a client may raise anything; callers need one error
                raise ModelError(f"the embedder {self.name!r} failed: {type(error).__name__}") from error
            if len(embeddings) != len(batch):
                raise ModelError(
                    f"the embedder {self.name!r} returned {len(embeddings)} vectors for {len(batch)} texts"
                )
            vectors += [embedding.vector for embedding in embeddings]
        return unit_vectors(vectors, len(texts), self.name)


def _model_name(client: object) -> str:
    for attribute in ("model", "model_id", "deployment_name"):
        model = getattr(client, attribute, None)
        if isinstance(model, str) and model:
            return model
    return type(client).__name__
