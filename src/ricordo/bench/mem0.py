"""mem0 beside us, with a language model that takes no time, so that what is measured is mem0 itself.

Its library is not among our dependencies: install ``agent-framework-mem0`` to have it in the table.
"""

from __future__ import annotations

import asyncio
import json
import os
import uuid
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from agent_framework import ContextProvider
from ricordo.ports.embedder import Vectors

Embed = Callable[[Sequence[str]], Awaitable[Vectors]]

_BATCH = 500
_USER = "alice"


class _Embedding:
    """Our embedder as mem0 calls it: synchronously, from threads of its own."""

    def __init__(self, embed: Embed) -> None:
        self._embed, self._loop = embed, asyncio.get_running_loop()

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self.embed_batch([text], memory_action)[0]

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:  # noqa: ARG002
        done = asyncio.run_coroutine_threadsafe(_wait_for(self._embed(texts)), self._loop)
        return [vector.tolist() for vector in done.result()]


class _Model:
    """Extracts one memory from whatever it is shown, at once."""

    def generate_response(self, **_: Any) -> str:
        return json.dumps(
            {"memory": [{"text": f"The user said something {uuid.uuid4().hex}", "attributed_to": "user"}]}
        )


async def mem0_provider(folder: Path, said: Sequence[str], embed: Embed) -> ContextProvider:
    """MAF's provider for mem0, over a local store that holds ``said``. ``ModuleNotFoundError`` where there is none."""
    os.environ["MEM0_TELEMETRY"] = "False"  # it would call home
    os.environ.setdefault("MEM0_DIR", str(folder))
    provider, mem0 = import_module("agent_framework_mem0"), import_module("mem0")
    local = {"path": str(folder / "qdrant"), "embedding_model_dims": 384, "on_disk": True}
    unused = {"provider": "openai", "config": {"api_key": "none"}}
    memory: Any = mem0.AsyncMemory.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": local},
            "history_db_path": str(folder / "history.db"),
            "llm": unused,
            "embedder": unused,
        }
    )
    memory.embedding_model, memory.llm = _Embedding(embed), _Model()
    for start in range(0, len(said), _BATCH):
        batch = said[start : start + _BATCH]
        memory.vector_store.insert(
            vectors=[vector.tolist() for vector in await embed(batch)],
            payloads=[{"data": text, "text_lemmatized": text, "user_id": _USER} for text in batch],
            ids=[str(uuid.uuid4()) for _ in batch],
        )
    made: ContextProvider = provider.Mem0ContextProvider(mem0_client=memory, user_id=_USER, search_user_id=_USER)
    return made


async def _wait_for(vectors: Awaitable[Vectors]) -> Vectors:
    return await vectors
