"""Opening a memory in two ways, closing it, and the mistakes that are easily made with it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from agent_framework import Agent, AgentSession
from ricordo import Cost, Exchange, Extraction, Ricordo, Scope, StoredTurn, StoreError, Turn
from ricordo.agent_framework import (
    ChatHistoryMemoryProvider,
    Conversation,
    FactMemoryProvider,
    MemoryTools,
    ProfileMemoryProvider,
    RicordoCheckpointStorage,
    RicordoHistoryProvider,
    RicordoProvider,
    RicordoSessionStore,
    SummaryMemoryProvider,
)
from ricordo.client import RicordoClient
from ricordo.testing import HashEmbedder, ScriptedChatClient

ALICE = Scope(user="alice")
SESSION = Scope(user="alice", session="monday")
TURN = Turn("user", "I love hiking")


class Profile(BaseModel):
    diet: str | None = None


def background_tasks() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks() if task.get_name().startswith("ricordo-")}


async def test_a_memory_is_opened_by_await_and_closed_by_aclose(tmp_path: Path) -> None:
    memory = await Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder())
    await memory.remember([TURN], scope=ALICE)
    assert background_tasks() == {"ricordo-embedding", "ricordo-learning", "ricordo-retention"}
    await memory.aclose()
    assert background_tasks() == set()
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        assert [hit.text for hit in await memory.recall("hiking", scope=ALICE)] == ["I love hiking"]
    assert background_tasks() == set()


async def test_an_open_memory_can_be_entered() -> None:
    async with await Ricordo.open("memory://", embedder=HashEmbedder()) as memory:
        await memory.remember([TURN], scope=ALICE)
    with pytest.raises(StoreError, match="closed"):
        await memory.status()


@pytest.mark.parametrize("url", ["memory://", "{}/memory.db"])
async def test_closing_twice_is_harmless(url: str, tmp_path: Path) -> None:
    async with Ricordo.open(url.format(tmp_path), embedder=HashEmbedder()) as memory:
        await memory.aclose()
        await memory.aclose()


VERBS: dict[str, Callable[[Ricordo], Any]] = {
    "remember": lambda memory: memory.remember([TURN], scope=ALICE),
    "recall": lambda memory: memory.recall("hiking", scope=ALICE),
    "memories": lambda memory: anext(memory.memories(scope=ALICE)),
    "turns": lambda memory: memory.turns(scope=ALICE),
    "profile": lambda memory: memory.profile(Profile, scope=ALICE),
    "set_profile": lambda memory: memory.set_profile(Profile, {"diet": "vegan"}, scope=ALICE),
    "confirm": lambda memory: memory.confirm("id", scope=ALICE),
    "reject": lambda memory: memory.reject("id", scope=ALICE),
    "correct": lambda memory: memory.correct("id", "better", scope=ALICE),
    "summarise": lambda memory: memory.summarise(scope=SESSION),
    "forget": lambda memory: memory.forget(scope=ALICE),
    "export": lambda memory: anext(memory.export(scope=ALICE)),
    "consent": lambda memory: memory.consent(scope=ALICE),
    "set_consent": lambda memory: memory.set_consent(scope=ALICE, learning=False),
    "settle": lambda memory: memory.settle(),
    "usage": lambda memory: memory.usage(scope=ALICE),
    "status": lambda memory: memory.status(),
    "reindex": lambda memory: memory.maintenance.reindex(),
}


@pytest.mark.parametrize("url", ["memory://", "{}/memory.db"])
@pytest.mark.parametrize("verb", VERBS)
async def test_a_verb_after_closing_says_so(verb: str, url: str, tmp_path: Path) -> None:
    memory = await Ricordo.open(url.format(tmp_path), embedder=HashEmbedder())
    await memory.aclose()
    async with asyncio.timeout(10):
        with pytest.raises(StoreError, match="closed"):
            await VERBS[verb](memory)


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_on_a_memory_that_is_not_open_says_how_to_open_it(verb: str) -> None:
    unopened: Any = Ricordo.open("memory://", embedder=HashEmbedder())
    with pytest.raises(TypeError, match=r"not open yet.*async with Ricordo.open.*await Ricordo.open"):
        VERBS[verb](unopened)


def test_a_memory_that_is_not_open_can_be_inspected() -> None:
    unopened = Ricordo.open("memory://", embedder=HashEmbedder())
    assert "Opening" in repr(unopened)
    assert not inspect.iscoroutine(unopened)
    assert not hasattr(unopened, "__iter__")


async def test_one_opening_opens_one_memory() -> None:
    opening = Ricordo.open("memory://", embedder=HashEmbedder())
    async with opening:
        with pytest.raises(RuntimeError, match="again"):
            await opening


@pytest.mark.parametrize("url", [None, 5, b"memory.db", object()])
async def test_what_is_neither_a_string_nor_a_path_is_refused(
    url: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match="url"):
        await Ricordo.open(url, embedder=HashEmbedder())
    assert list(tmp_path.iterdir()) == []


async def test_a_store_is_closed_where_opening_fails_after_it(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="embedder"):
        await Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), previous=object())  # type: ignore[arg-type]
    assert background_tasks() == set()
    assert not (tmp_path / "memory.db-wal").exists()  # whoever closes a file last clears it away


PROVIDERS: dict[str, Callable[[Any], object]] = {
    "RicordoProvider": lambda memory: RicordoProvider(memory, scope=ALICE),
    "RicordoProvider with a profile": lambda memory: RicordoProvider(memory, scope=ALICE, profile=Profile, tools=True),
    "ProfileMemoryProvider": lambda memory: ProfileMemoryProvider(memory, Profile, scope=ALICE),
    "FactMemoryProvider": lambda memory: FactMemoryProvider(memory, scope=ALICE),
    "SummaryMemoryProvider": lambda memory: SummaryMemoryProvider(memory, scope=ALICE),
    "ChatHistoryMemoryProvider": lambda memory: ChatHistoryMemoryProvider(memory, storage_scope=ALICE),
    "RicordoHistoryProvider": lambda memory: RicordoHistoryProvider(memory, scope=ALICE),
    "RicordoSessionStore": lambda memory: RicordoSessionStore(memory, scope=ALICE),
    "RicordoCheckpointStorage": lambda memory: RicordoCheckpointStorage(memory, scope=ALICE),
    "MemoryTools": lambda memory: MemoryTools(memory, scope=ALICE),
    "Conversation": lambda memory: Conversation(
        Agent(client=ScriptedChatClient()), memory, AgentSession(), scope=ALICE
    ),
}


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("memory", [None, "memory.db", Path("memory.db")], ids=["None", "str", "Path"])
def test_a_provider_refuses_what_is_no_memory_and_says_how_to_open_one(provider: str, memory: object) -> None:
    with pytest.raises(TypeError, match=r"None|a path") as refusal:
        PROVIDERS[provider](memory)
    assert "async with Ricordo.open(…) as memory" in str(refusal.value)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_refuses_a_memory_that_is_not_open(provider: str) -> None:
    with pytest.raises(TypeError, match=r"not open yet.*await Ricordo.open"):
        PROVIDERS[provider](Ricordo.open("memory://", embedder=HashEmbedder()))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_refuses_an_object_without_the_verbs(provider: str) -> None:
    with pytest.raises(TypeError, match="object has no"):
        PROVIDERS[provider](object())


async def test_a_client_is_opened_and_closed_in_the_same_ways() -> None:
    client = await RicordoClient.open("http://127.0.0.1:9", retries=0)
    await client.aclose()
    await client.aclose()
    with pytest.raises(StoreError, match="closed"):
        await client.status()
    async with RicordoClient.open("http://127.0.0.1:9", retries=0) as client:
        with pytest.raises(StoreError, match="reached"):
            await client.status()
    unopened: Any = RicordoClient.open("http://127.0.0.1:9")
    with pytest.raises(TypeError, match=r"not open yet.*RicordoClient.open"):
        unopened.status()


@pytest.mark.parametrize("url", [None, 5])
def test_a_client_refuses_what_is_no_url(url: Any) -> None:
    with pytest.raises(TypeError, match="base_url"):
        RicordoClient.open(url)


async def test_an_extractor_that_summarises_makes_the_summaries() -> None:
    class Silent:
        name = "silent/1"

        async def extract(self, exchange: Exchange) -> Extraction:
            return Extraction(())

        def estimate(self, exchange: Exchange) -> Cost:
            return Cost()

        async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> None:
            """Make no summary."""

    async with Ricordo.open("memory://", embedder=HashEmbedder(), extractor=Silent()) as memory:
        await memory.remember([Turn("user", "I live in Leeds and love hiking")], scope=SESSION)
        assert await memory.summarise(scope=SESSION) is None
