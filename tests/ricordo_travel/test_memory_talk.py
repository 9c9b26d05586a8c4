"""Talk about memory: what is asked of it, erased from it and claimed about it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest_asyncio

from ricordo import Ricordo, Turn
from ricordo.testing import HashEmbedder
from ricordo_travel.assistant import scope_of
from ricordo_travel.dialogue.values.party import parse_party
from ricordo_travel.dialogue.values.statements import Statement, find_statements
from ricordo_travel.memory_tools import create_memory_tools
from tests.ricordo_travel.conversation import Talk, open_assistant


@pytest_asyncio.fixture
async def talk(tmp_path: Path) -> AsyncGenerator[Talk]:
    async with open_assistant(tmp_path) as assistant:
        yield Talk(assistant, "ivy")


def test_a_statement_ends_with_what_it_states() -> None:
    diet = "dietary_requirements"
    assert find_statements("i'm allergic to nuts and that i hate early flights") == [
        Statement(diet, "allergic to nuts")
    ]
    assert find_statements("i'm not vegan anymore, i'm vegetarian") == [
        Statement(diet, "vegan", is_denied=True),
        Statement(diet, "vegetarian"),
    ]
    assert find_statements("my son is allergic to milk") == []


def test_adults_and_kids_are_one_party() -> None:
    assert parse_party("we are 2 adults and 3 kids") == 5


async def test_forgetting_hits_what_was_named(talk: Talk) -> None:
    await talk.say("I live in Madrid and I'm 67", "now")
    await talk.say("my kids are small", "now")
    reply = await talk.say("forget my age. and where do I live?", "now")
    assert "I have erased “Is 67”" in reply
    assert "Is 67" not in await talk.contents()
    reply = await talk.say("do you still have my bookings? and please forget everything about my kids", "now")
    assert "no bookings" in reply
    assert (await talk.profile())["home"] == "Madrid"


async def test_a_correction_takes(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts and fish.", "now")
    assert "corrected" in await talk.say("that's wrong, i'm only allergic to nuts, fish is fine", "now")
    assert await talk.contents() == ["Is allergic to nuts"]


async def test_a_request_is_not_noted(talk: Talk) -> None:
    for text in ("change my lisbon booking to 3 people, my sister is coming too", "dont you have family rooms"):
        assert "noted" not in await talk.say(text, "now")
    assert not any("booking" in each or "family rooms" in each for each in await talk.contents())


async def test_a_wish_to_forget_teaches_nothing(talk: Talk) -> None:
    await talk.say("I use a wheelchair and I live in Oslo", "now")
    assert "I have erased" in await talk.say("forget that i use a wheelchair", "now")
    assert "erased nothing" in await talk.say("forget everything about my wheelchair", "now")
    assert not any("wheelchair" in each for each in await talk.contents())
    await talk.say("forget my home", "now")
    assert await talk.contents() == []


async def test_what_was_never_said_is_taken_back(talk: Talk) -> None:
    await talk.say("We want to get away for a long weekend, somewhere warm, early March", "now")
    await talk.say("I love hiking", "now")
    assert "taken “Loves hiking” out" in await talk.say("i didn't say i love hiking", "now")
    assert "interests" not in await talk.profile()


async def test_what_was_erased_does_not_come_back_with_the_memory_of_a_conversation(talk: Talk) -> None:
    await talk.say("im vegetarian, i hate flying at night, and i have a dog called Pixel", "before")
    await talk.say("forget the dog", "before")
    await talk.assistant.memory.summarise(scope=scope_of("ivy", "before"))
    every = talk.assistant.memory.memories(scope=scope_of("ivy"), state=None)
    assert [item.content async for item in every if "Pixel" in item.content] == []


async def test_a_summary_that_was_made_before_goes_with_what_is_erased() -> None:
    scope = scope_of("ivy", "before")
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="off") as memory:
        await memory.remember([Turn("user", "I have a dog called Pixel")], scope=scope)
        fact = await memory.learn_fact("Has a dog called Pixel", scope=scope.owner())
        assert await memory.summarise(scope=scope)
        tools = {tool.name: tool for tool in create_memory_tools(memory, scope)}
        await tools["erase_memories"].func(ids=[fact.id])  # type: ignore[misc]  # it has one
        assert [item async for item in memory.memories(scope=scope.owner(), state=None)] == []


async def test_the_booked_hotel_is_asked_about(talk: Talk) -> None:
    assert "nothing yet" in await talk.say("is there a pool at our hotel?", "before")
