"""What a model tells in one answer stands together."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from ricordo.extractors.language_model.answers import parse_answer
from tests.extractors.test_language_model import load_memories, open_memory
from tests.learn.scripted_client import ALICE, ScriptedAnswer, ScriptedClient, make_answer, make_memory, user_turn


async def test_what_one_answer_tells_stands_together() -> None:
    answers: list[ScriptedAnswer] = [
        make_answer(make_memory("Likes trips by bike", "trips by bike", field="style", value="bike")),
        make_answer(
            make_memory(
                "Takes the ferry", "we take the ferry now", 1, op="replace", ids=["k1"], field="style", value="ferry"
            ),
            make_memory("Sleeps in tents", "sleep in tents", 1, op="add", field="style", value="tents"),
        ),
    ]

    class Style(BaseModel):
        style: str | None = None

    async with open_memory(ScriptedClient(answers), profiles=[Style]) as memory:
        for text in ("I like trips by bike.", "The bike was stolen, we take the ferry now and sleep in tents."):
            await memory.remember([user_turn(text)], scope=ALICE)
        states = {item.content: item.state for item in await load_memories(memory)}
        assert states == {
            "Likes trips by bike": "superseded",
            "Takes the ferry": "current",
            "Sleeps in tents": "current",
        }


@pytest.mark.parametrize("cut", [1, 2, 12, 40])
def test_an_answer_that_was_cut_off_keeps_its_whole_entries(cut: int) -> None:
    whole = make_answer(make_memory("Likes tea", "I like tea"), make_memory("Has a canoe", "my canoe"))
    found = parse_answer(whole[:-cut])
    assert found is not None
    assert [entry.content for entry in found] == (["Likes tea", "Has a canoe"] if cut < 3 else ["Likes tea"])


def test_prose_with_an_object_is_no_answer() -> None:
    assert parse_answer('I would write {"content": "Likes tea", "quote": "tea"} here') is None
