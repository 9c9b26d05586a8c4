"""Any MAF embedding client as an embedder: OpenAI, Azure, Ollama, Bedrock and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ricordo.embedding.guarded import unit_vectors
from ricordo.ports.embedder import Calibration, Vectors
from ricordo.values import ModelError

if TYPE_CHECKING:
    from agent_framework import SupportsGetEmbeddings

_BATCH = 128
"""Texts in one request: below the limits of the usual services."""


class ClientEmbedder:
    """Embeds through a MAF client. The name of the vectors is the client's model, unless one is given."""

    # Between unrelated texts, most services' models lie lower than ours and spread wider. These are on the safe side:
    # they only matter for memories of fewer than 30 turns. `ricordo bench calibrate` measures them for a client.
    calibration = Calibration(mean=0.25, deviation=0.1, floor=0.1)

    def __init__(self, client: SupportsGetEmbeddings[str, Any, Any], *, name: str | None = None) -> None:
        self._client = client
        self.name = name or _name_of(client)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text."""
        vectors: list[Any] = []
        for start in range(0, len(texts), _BATCH):
            batch = list(texts[start : start + _BATCH])
            try:
                made = await self._client.get_embeddings(batch)
            except Exception as error:  # a client may raise anything; callers need one error
                raise ModelError(f"the embedder {self.name!r} failed: {type(error).__name__}") from error
            if len(made) != len(batch):
                raise ModelError(f"the embedder {self.name!r} made {len(made)} vectors from {len(batch)} texts")
            vectors += [embedding.vector for embedding in made]
        return unit_vectors(vectors, len(texts), self.name)


def _name_of(client: object) -> str:
    for attribute in ("model", "model_id", "deployment_name"):
        model = getattr(client, attribute, None)
        if isinstance(model, str) and model:
            return model
    return type(client).__name__
