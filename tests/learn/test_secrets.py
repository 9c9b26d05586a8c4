"""What is never learned and what is, in eight languages: `tests/data/secrets.toml` against every way of learning.

The table has 150 texts that hold a secret or ask not to be saved, and 149 that only speak of such things.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ricordo.language.filters import forbids_saving, holds_secret, mask_secrets, remove_unsafe_sentences
from ricordo.learn.learner import Learner
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction, Summary
from ricordo.ports.store import View
from ricordo.stores.memory import MemoryStore
from ricordo.testing.samples import EMBEDDER, add, minute, turn
from ricordo.values import STATES, Evidence, Memory, Scope, StoredTurn

TABLE = tomllib.loads((Path(__file__).parents[1] / "data/secrets.toml").read_text("utf-8"))
NEVER = [text for texts in TABLE["never"].values() for text in texts]
LEARNED = [text for texts in TABLE["learned"].values() for text in texts]
LANGUAGES = {"en", "de", "es", "fr", "it", "pt", "ja", "zh"}

ALICE = Scope(user="alice", session="1")


class BelievingExtractor:
    """An extractor that takes every turn for a fact about the person, word for word or in given words."""

    name = "believing/1"

    def __init__(self, content: str | None = None) -> None:
        self._content = content

    def estimate(self, exchange: Exchange) -> Cost:
        return Cost()

    async def extract(self, exchange: Exchange) -> Extraction:
        return Extraction(
            tuple(
                Candidate("semantic", self._content or said.text, (Evidence(said.id, said.text),))
                for said in exchange.turns
            )
        )


class RepeatingSummariser:
    """A summariser that repeats what was said."""

    name = "repeating/1"

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary:
        said = " ".join(turn.text for turn in turns)
        return Summary(f"They spoke of Rome. {said}", (Evidence(turns[-1].id, turns[-1].text),))


async def learn(*said: StoredTurn, content: str | None = None) -> list[Memory]:
    """Let a model learn from turns that believes everything, and return all memories."""
    store = MemoryStore()
    await store.write([add(ALICE, *said, learn_at=minute(0))])
    learner = Learner(store, EMBEDDER, BelievingExtractor(content), RepeatingSummariser())
    for job in await store.lease(worker="w", now=minute(9_000), seconds=60, limit=5):
        await learner.learn(job, now=minute(9_000))
    return [memory for _, memory in await store.memories(View(Scope(user="alice"), states=frozenset(STATES)))]


async def summarise(*said: StoredTurn) -> Memory | None:
    """Return a summary of turns."""
    store = MemoryStore()
    await store.write([add(ALICE, *said)])
    return await Learner(store, EMBEDDER, BelievingExtractor(), RepeatingSummariser()).store_summary(
        ALICE, now=minute(9_000)
    )


def test_the_table_is_whole() -> None:
    assert set(TABLE["never"]) == set(TABLE["learned"]) == LANGUAGES
    assert min(len(NEVER), len(LEARNED)) >= 100
    assert len({*NEVER, *LEARNED}) == len(NEVER) + len(LEARNED)


@pytest.mark.parametrize("text", NEVER)
async def test_nothing_is_learned_of_a_secret(text: str) -> None:
    assert holds_secret(text) or forbids_saving(text)
    assert await learn(turn(text, ALICE)) == []
    masked = mask_secrets(text)
    assert not holds_secret(masked)
    if not forbids_saving(text):
        assert remove_unsafe_sentences(f"We spoke of Rome.\n{text}") == "We spoke of Rome."


async def test_what_is_not_to_be_kept_is_in_no_summary() -> None:
    private = [text for text in NEVER if forbids_saving(text)]
    assert len(private) >= 8
    said = [turn(text, ALICE) for text in ("I love hiking", *private)]
    summary = await summarise(*said)
    assert summary is not None
    assert summary.content == "They spoke of Rome. I love hiking"
    assert await summarise(*(turn(text, ALICE) for text in private)) is None


@pytest.mark.parametrize("text", LEARNED)
async def test_people_may_speak_of_secrets(text: str) -> None:
    assert not holds_secret(text)
    assert not forbids_saving(text)
    assert mask_secrets(text) == text
    assert [memory.content for memory in await learn(turn(text, ALICE))] == [text]


@pytest.mark.parametrize(
    ("author", "said", "content"),
    [
        ("bob", "I live in Leeds", "Lives in Leeds"),
        ("bob", "I'm allergic to peanuts", "Is allergic to peanuts"),
        ("Bob Leeds", "I live in Leeds", "Lives in Leeds"),
        ("Rose Baker", "I'm a baker in York", "Is a baker in York"),
        ("peanuts", "I'm allergic to peanuts", "Is allergic to peanuts"),
        ("Lives Leeds", "I live in Leeds", "Lives in Leeds"),
        ("alice's boss", "I earn 90000 a year", "Earns 90000 a year"),
    ],
)
@pytest.mark.parametrize("is_alone", [True, False])
async def test_another_speaker_says_nothing_about_the_person(
    author: str, said: str, content: str, *, is_alone: bool
) -> None:
    """Neither if only that speaker was heard, nor if their name has a word of the fact."""
    turns = [] if is_alone else [turn("Hello, nice to see you again", ALICE)]
    turns.append(replace(turn(said, ALICE), author=author))
    learned = await learn(*turns, content=content)
    assert not [memory for memory in learned if memory.state == "current" and memory.content == content]
