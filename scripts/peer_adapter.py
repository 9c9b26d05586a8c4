"""The adapter of Ricordo for the benchmark harness. `bench_peers.py` copies it there."""

# pyright: basic
from _base import Adapter, serve  # type: ignore[import-not-found]  # isort: skip  # the harness's own module comes first
import asyncio
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from ricordo import Ricordo, Scope, Turn, __version__
from ricordo.ports.embedder import Calibration

# The harness writes the date and the speaker into the text; here they are fields of the turn.
PREFIX = re.compile(r"^\(\d\d:\d\d [AP]M on \d\d \w+, \d{4}\) ")


class HarnessEmbedder:
    """An embedder that returns the harness's own vectors, looked up by text or by the original text."""

    name = "all-MiniLM-L6-v2"
    calibration = Calibration(mean=0.1, deviation=0.12, floor=-1.0)

    def __init__(self, harness: Any) -> None:
        self.harness = harness
        self.original: dict[str, str] = {}

    async def embed(self, texts: Sequence[str]) -> np.ndarray:
        return np.array(self.harness.many([self.original.get(text, text) for text in texts]), np.float32)


class RicordoAdapter(Adapter):
    def open(self, path: str, embedder: Any) -> dict[str, str]:
        self.loop = asyncio.new_event_loop()
        self.embedder = HarnessEmbedder(embedder)
        self.context = Ricordo.open(Path(path) / "memory.db", embedder=self.embedder, timeout=30)
        self.memory = self.run(self.context.__aenter__())
        return {"version": __version__}

    def run(self, coroutine: Any) -> Any:
        return self.loop.run_until_complete(coroutine)

    def add(self, user: str, session: str, items: list[dict[str, Any]]) -> None:
        self.run(self.memory.remember([self.turn(item) for item in items], scope=Scope(user=user, session=session)))

    def turn(self, item: dict[str, Any]) -> Turn:
        text, speaker = PREFIX.sub("", item["text"]), item["speaker"]
        text = text.removeprefix(f"{speaker}: ")
        if re.search(r" #\d+$", item["text"]):
            self.embedder.original[f"{speaker}: {text[:480]}"] = item["text"]
        at = datetime.fromisoformat(item["time"]).replace(tzinfo=UTC)
        return Turn(item["role"], text, item["id"], speaker, at)

    def search(self, user: str, query: str, k: int) -> list[str]:
        return [hit.id for hit in self.run(self.memory.recall(query, scope=Scope(user=user), limit=k))]

    def ids(self, user: str) -> list[str]:
        async def list_ids() -> list[str]:
            return [row["id"] async for row in self.memory.export(scope=Scope(user=user)) if row["type"] == "turn"]

        return self.run(list_ids())

    def delete_user(self, user: str) -> None:
        self.run(self.memory.forget(scope=Scope(user=user)))

    def close(self) -> None:
        self.run(self.context.__aexit__(None, None, None))


serve(RicordoAdapter())
