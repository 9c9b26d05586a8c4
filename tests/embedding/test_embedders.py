"""Embedders: the one inside the package, and MAF's clients."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from agent_framework import BaseEmbeddingClient, Embedding, GeneratedEmbeddings, SupportsGetEmbeddings
from ricordo import ModelError, Ricordo, Scope, Turn
from ricordo.embedding.bundled import LocalEmbedder
from ricordo.embedding.client import ClientEmbedder
from ricordo.testing import HashEmbedder

ALICE = Scope(user="alice")


async def test_texts_that_mean_the_same_are_near() -> None:
    vectors = await LocalEmbedder().embed(
        ["I love hiking", "Walking in the mountains is my passion", "The bus is late"]
    )
    assert vectors.shape == (3, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.05


async def test_a_vector_does_not_depend_on_the_company_it_is_made_in() -> None:
    embedder = LocalEmbedder()
    (alone,) = await embedder.embed(["I love hiking"])
    together = await embedder.embed(["a much longer text " * 30, "I love hiking", "x"])
    again = await asyncio.gather(*(embedder.embed(["I love hiking"]) for _ in range(8)))
    assert (together[1] == alone).all()
    assert all((vectors[0] == alone).all() for vectors in again)


@pytest.mark.parametrize("text", ["x" * 100_000, "\U0001f600", "日本語の文章", "\n\t", "a\u200bb", "<script>"])
async def test_any_text_gets_a_vector(text: str) -> None:
    (vector,) = await LocalEmbedder().embed([text])
    assert np.isfinite(vector).all()


async def test_the_local_embedder_is_a_maf_client() -> None:
    embedder = LocalEmbedder()
    assert isinstance(embedder, SupportsGetEmbeddings)
    made = await embedder.get_embeddings(["one", "two"])
    assert [embedding.dimensions for embedding in made] == [384, 384]
    assert made[0].model == "gte-small-memory-2-int8"


def test_the_model_files_are_those_that_the_script_makes() -> None:
    folder = files("ricordo.embedding").joinpath("gte_small")
    digests = json.loads(folder.joinpath("digests.json").read_text("utf-8"))
    for name in ("model.onnx", "tokenizer.json"):
        assert sha256(folder.joinpath(name).read_bytes()).hexdigest() == digests[name]
    assert "MIT" in folder.joinpath("ORIGIN.md").read_text("utf-8")


_OFFLINE = """
import socket, sys
def refuse(*args, **settings):
    raise OSError("no network here")
socket.socket.connect = refuse
socket.getaddrinfo = refuse
import asyncio
from ricordo import Ricordo, Scope, Turn
async def main():
    async with Ricordo.open("memory://") as memory:
        await memory.remember([Turn("user", "I love hiking")], scope=Scope(user="alice"))
        print((await memory.recall("hiking", scope=Scope(user="alice")))[0].text)
asyncio.run(main())
assert "torch" not in sys.modules
"""


def test_no_network_and_no_torch_are_needed() -> None:
    done = subprocess.run([sys.executable, "-c", _OFFLINE], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "I love hiking", done.stderr


class FakeClient(BaseEmbeddingClient[str, list[float], Any]):
    """A MAF client as a service's would be, with a failure of choice."""

    model = "text-embedding-fake"

    def __init__(self, failure: str | None = None) -> None:
        super().__init__()
        self.failure = failure
        self.calls: list[int] = []

    async def get_embeddings(
        self, values: Sequence[str], *, options: Any = None
    ) -> GeneratedEmbeddings[list[float], Any]:
        self.calls.append(len(values))
        if self.failure == "error":
            raise RuntimeError("quota of alice@example.com exceeded")
        vectors: list[list[float]] = [[3.0, 4.0] if "hiking" in value else [4.0, 3.0] for value in values]
        if self.failure == "few":
            vectors = vectors[:-1]
        if self.failure == "zero":
            vectors[0] = [0.0, 0.0]
        if self.failure == "ragged":
            vectors[0] = [1.0]
        return GeneratedEmbeddings([Embedding(vector) for vector in vectors])


async def test_any_maf_client_can_be_given() -> None:
    client = FakeClient()
    async with Ricordo.open("memory://", embedder=client) as memory:
        await memory.remember([Turn("user", "I love hiking"), Turn("user", "I love sailing")], scope=ALICE)
        found = await memory.recall("more about hiking", scope=ALICE)
        assert found[0].text == "I love hiking"
        assert (await memory.status()).embedder == "text-embedding-fake"


async def test_a_clients_vectors_are_made_unit_and_requested_in_batches() -> None:
    client = FakeClient()
    vectors = await ClientEmbedder(client).embed(["hiking"] * 300)
    assert vectors[0] == pytest.approx([0.6, 0.8])
    assert client.calls == [128, 128, 44]


@pytest.mark.parametrize("failure", ["error", "few", "zero", "ragged"])
async def test_whatever_a_client_does_wrong_is_one_kind_of_error(failure: str) -> None:
    with pytest.raises(ModelError, match="text-embedding-fake") as caught:
        await ClientEmbedder(FakeClient(failure)).embed(["hiking", "sailing", "caves"])
    assert "alice" not in str(caught.value)


@pytest.mark.parametrize("failure", ["error", "few", "zero", "ragged"])
async def test_a_failing_client_loses_nothing(failure: str) -> None:
    async with Ricordo.open("memory://", embedder=FakeClient(failure)) as memory:
        await memory.remember([Turn("user", "I love hiking")], scope=ALICE)
        found = await memory.recall("hiking", scope=ALICE)
        assert [hit.text for hit in found] == ["I love hiking"]


def test_a_client_without_a_model_is_named_after_its_class() -> None:
    class Nameless:
        async def get_embeddings(self, values: Sequence[str], *, options: Any = None) -> Any: ...

    assert ClientEmbedder(Nameless()).name == "Nameless"  # type: ignore[arg-type]
    assert ClientEmbedder(FakeClient(), name="mine").name == "mine"


async def test_of_many_turns_the_first_are_embedded_at_once_and_the_others_later() -> None:
    embedder = HashEmbedder()
    async with Ricordo.open("memory://", embedder=embedder, learning="off") as memory:
        turns = [Turn("user", f"note {number} about {'tea' if number == 590 else 'milk'}") for number in range(600)]
        ids = await memory.remember(turns, scope=ALICE)
        assert embedder.texts_embedded == 512
        found = {hit.id: set(hit.why.ranks) for hit in await memory.recall("tea", scope=ALICE)}
        assert found[ids[590]] == {"keyword"}
        assert await memory._background_embedding.embed_missing() == 88
        found = {hit.id: set(hit.why.ranks) for hit in await memory.recall("tea", scope=ALICE)}
        assert found[ids[590]] == {"keyword", "dense"}
        assert (await memory.status()).unembedded == 0
