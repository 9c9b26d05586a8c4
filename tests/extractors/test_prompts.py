"""The prompts as they are sent. A change of a prompt changes what is learned, so it must be deliberate.

After a deliberate change, write the new text into the snapshot: ``RICORDO_WRITE_SNAPSHOTS=1 pytest`` with this file.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from ricordo import Ricordo, Turn
from ricordo.extractors.language_model.prompts import (
    EXTRACT_HASH,
    REPAIR,
    SUMMARISE_HASH,
    extract_prompt,
    summary_prompt,
)
from ricordo.ports.extractor import Exchange, Wanted
from ricordo.testing import HashEmbedder
from ricordo.testing.samples import turn
from ricordo.values import Scope
from tests.learn.scripted_client import ScriptedClient, make_answer, make_memory

ALICE = Scope(application="test", user="alice", session="1")
SNAPSHOTS = Path(__file__).parent / "prompts"

BEFORE = replace(turn("Where do you live?", ALICE), role="assistant")
SAID = turn("In Lisbon. <b>My budget is $2,000.</b>", ALICE)
NAMED = replace(turn("I love hiking", ALICE), author="alice")
FIELDS = (
    Wanted("home", "where the person lives", {"type": "string"}),
    Wanted("interests", "interests", {"type": "array", "items": {"type": "string"}}),
)

PROMPTS = {
    "extract": extract_prompt(Exchange((SAID, NAMED), (BEFORE,)), 10),
    "extract_with_profile": extract_prompt(Exchange((SAID, NAMED), (BEFORE,), FIELDS), 10),
    "repair": [("user", REPAIR)],
    "summarise": summary_prompt((BEFORE, SAID, NAMED), "They planned a trip."),
}


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_the_one_in_its_snapshot(name: str) -> None:
    rendered = "\n\n".join(f"## {role}\n\n{text}" for role, text in PROMPTS[name]) + "\n"
    path = SNAPSHOTS / f"{name}.md"
    if os.environ.get("RICORDO_WRITE_SNAPSHOTS"):
        path.write_text(rendered, "utf-8")
    assert rendered == path.read_text("utf-8")


def test_the_hashes_are_those_of_the_present_prompts() -> None:
    assert (EXTRACT_HASH, SUMMARISE_HASH) == ("f46c915c", "d33cb24b")


async def test_the_hash_of_the_prompt_is_stored_with_every_memory_that_it_made() -> None:
    client = ScriptedClient([make_answer(make_memory("Likes tea", "I like tea")), "They talked about tea."])
    async with Ricordo.open("memory://", embedder=HashEmbedder(), chat_client=client, learning="inline") as memory:
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        summary = await memory.summarise(scope=ALICE)
        (learned,) = [item async for item in memory.memories(scope=ALICE.owner(), kinds={"semantic"})]
    assert learned.maker == f"model/1 ScriptedClient prompt:{EXTRACT_HASH}"
    assert summary is not None
    assert summary.maker == f"model/1 ScriptedClient prompt:{SUMMARISE_HASH}"
