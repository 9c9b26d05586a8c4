"""Promise 4: no scope leaks."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from ricordo.memory import Ricordo
from ricordo.testing import HashEmbedder
from ricordo.values import MAX_SCOPES, PARTS, Scope, ScopeError, Turn
from tests.promises.histories import QuotingExtractor

NAMES = [
    "a",
    "b",
    "A",
    "a ",
    "a%",
    "%",
    "_",
    "a_b",
    "'",
    '"',
    "a'--",
    "\\",
    "á",
    "ä",
    "日本",
    "null",
    "None",
    "0",
    "a" * 256,
]


def random_scopes(count: int) -> list[Scope]:
    rng = random.Random(42)
    scopes: set[Scope] = set()
    while len(scopes) < count:
        parts = {part: rng.choice(NAMES) for part in PARTS if rng.random() < 0.6}
        if parts:
            scopes.add(Scope(**parts))
    return sorted(scopes, key=repr)


@pytest.mark.parametrize("url", ["memory.db", "memory://"])
async def test_a_thousand_scopes_see_what_they_cover_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    scopes = random_scopes(1_000 if url == "memory.db" else 150)
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="off") as memory:
        for number, scope in enumerate(scopes):
            await memory.remember([Turn("user", "the secret of somebody", id=f"turn-{number}")], scope=scope)
        for asking in scopes:
            covered = {f"turn-{number}" for number, scope in enumerate(scopes) if asking.covers(scope)}
            found = await memory.recall("secret of somebody", scope=asking, limit=1_000)
            assert {hit.id for hit in found} == covered
            assert all(asking.covers(hit.scope) for hit in found)
        for asking in random.Random(1).sample(scopes, 40):
            covered = {f"turn-{number}" for number, scope in enumerate(scopes) if asking.covers(scope)}
            assert {row["id"] async for row in memory.export(scope=asking)} == covered


async def seen_alone(memory: Ricordo, scope: Scope) -> set[str]:
    """Return the ids of all turns that one scope finds by itself."""
    return {hit.id for hit in await memory.recall("secret of somebody", scope=scope, limit=1_000)}


@pytest.mark.parametrize("url", ["memory.db", "memory://"])
async def test_several_scopes_see_what_each_sees_alone_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(7)
    some = random_scopes(60 if url == "memory.db" else 15)
    scopes = sorted({wider for scope in some for wider in scope.wider()}, key=repr)
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="off") as memory:
        for number, scope in enumerate(scopes):
            await memory.remember([Turn("user", "the secret of somebody", id=f"turn-{number}")], scope=scope)
        with_agent = [scope for scope in scopes if scope.agent is not None]
        for scope in rng.sample(with_agent, len(with_agent) // 4):
            await memory.set_consent(scope=scope, sharing=False)
        alone = {scope: await seen_alone(memory, scope) for scope in scopes}
        assert any(
            alone[scope] < {f"turn-{number}" for number, other in enumerate(scopes) if scope.covers(other)}
            for scope in scopes
        )  # what agents keep to themselves is out of sight of some
        for _ in range(200):
            asking = rng.sample(scopes, rng.randint(1, MAX_SCOPES))
            found = await memory.recall("secret of somebody", scope=asking, limit=1_000)
            assert {hit.id for hit in found} == set[str]().union(*(alone[scope] for scope in asking))
            assert all(any(scope.covers(hit.scope) for scope in asking) for hit in found)
            assert len({hit.id for hit in found}) == len(found)


async def test_forgetting_one_scope_leaves_every_other_as_it_was(tmp_path: Path) -> None:
    scopes = random_scopes(120)
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        for number, scope in enumerate(scopes):
            await memory.remember([Turn("user", f"note {number}", id=f"turn-{number}")], scope=scope)
        left = dict(enumerate(scopes))
        for asking in random.Random(3).sample(scopes, 12):
            receipt = await memory.forget(scope=asking)
            gone = {number for number, scope in left.items() if asking.covers(scope)}
            assert receipt.counts["turns"] == len(gone)
            left = {number: scope for number, scope in left.items() if number not in gone}
            everything = {row["id"] for scope in set(left.values()) async for row in memory.export(scope=scope)}
            assert everything == {f"turn-{number}" for number in left}
        assert await memory.maintenance.check() == []


async def test_nothing_is_learned_for_others_from_a_conversation_that_an_agent_keeps_to_itself(tmp_path: Path) -> None:
    guide = Scope(application="travel", agent="guide", user="alice")
    secret, open_ = replace(guide, session="secret"), replace(guide, session="open")
    extractor = QuotingExtractor(random.Random(2))
    async with Ricordo.open(
        tmp_path / "memory.db", embedder=HashEmbedder(), extractor=extractor, learning="inline"
    ) as memory:
        await memory.set_consent(scope=secret, sharing=False)
        for scope in (secret, open_):
            await memory.remember([Turn("user", f"I love the {scope.session} canary1x")], scope=scope)
        assert [item.content async for item in memory.memories(scope=guide)] == ["Loves the open canary1x"]
        await memory.set_consent(scope=guide, sharing=False)  # then nobody else sees what is learned
        await memory.remember([Turn("user", "I love another canary2x")], scope=secret)
        assert len([item async for item in memory.memories(scope=guide)]) == 2
        alice = replace(guide, agent=None)
        assert len(await memory.recall("love", scope=alice)) == 0


@pytest.mark.parametrize("verb", ["remember", "recall", "forget", "export", "import_", "consent", "memories", "usage"])
async def test_no_verb_works_without_a_scope(tmp_path: Path, verb: str) -> None:
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        firsts: dict[str, tuple[object, ...]] = {"remember": ([],), "recall": ("x",), "import_": ([],)}
        first = firsts.get(verb, ())
        for nobody, error in ((None, ScopeError), ("alice", TypeError), ({"user": "alice"}, TypeError)):
            with pytest.raises(error):
                result = getattr(memory, verb)(*first, scope=nobody)
                if hasattr(result, "__aiter__"):
                    [row async for row in result]
                else:
                    await result
    with pytest.raises(ScopeError):
        Scope()
