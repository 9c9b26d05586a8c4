"""A field's description, as a language model is told it: the section "Describe a field" in docs/use/profiles.md."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from ricordo import Ricordo, Scope, Turn
from ricordo.extractors.language_model.prompts import extract_prompt
from ricordo.learn.profiles import profile_fields
from ricordo.ports.extractor import Exchange
from ricordo.testing import HashEmbedder, ScriptedChatClient

PAGE = Path(__file__).parent.parent.parent / "docs/use/profiles.md"


class PastTrip(BaseModel):
    destination: str
    rating: str | None = None


class Traveller(BaseModel):
    pace: Literal["slow", "fast"] | None = Field(None, description="How much to see in a day, not how fast they walk")
    past_trips: list[PastTrip] = Field([], description="Trips that are over, never planned ones")
    diet: str | None = None


TOLD = (
    "pace (one of slow, fast): How much to see in a day, not how fast they walk; "
    "past_trips (list of {destination, rating}): Trips that are over, never planned ones; diet (text)"
)


def fields_in_prompt(*models: type[BaseModel]) -> str:
    (_, system), _ = extract_prompt(Exchange((), (), profile_fields(models)), 10)
    return system.split("Fields: ")[1].split(".\n")[0]


async def test_a_model_is_told_what_the_page_shows() -> None:
    client = ScriptedChatClient('{"memories": []}')
    async with Ricordo.open(
        "memory://", embedder=HashEmbedder(), chat_client=client, profiles=[Traveller], learning="inline"
    ) as memory:
        await memory.remember([Turn("user", "I like to take it slowly.")], scope=Scope(user="alice"))
    assert f"Fields: {TOLD}." in client.requests[0].text
    assert f"    {TOLD}\n" in PAGE.read_text("utf-8")


def test_a_description_is_one_line_of_at_most_120_characters() -> None:
    class Long(BaseModel):
        note: str = Field("", description="first line\n\n  second line " + 200 * "x")

    assert fields_in_prompt(Long) == "note (text): first line second line " + 97 * "x"


def test_of_two_descriptions_of_one_field_the_first_counts() -> None:
    class Other(BaseModel):
        diet: str = Field("", description="something else")

    assert "something else" not in fields_in_prompt(Traveller, Other)
    assert "diet (text): something else" in fields_in_prompt(Other, Traveller)


async def test_without_a_chat_client_the_description_has_no_effect() -> None:
    class Described(BaseModel):
        zq: str | None = Field(None, description="The city in which the person lives")

    class Named(BaseModel):
        home: str | None = None

    scope = Scope(user="alice")
    async with Ricordo.open(
        "memory://", embedder=HashEmbedder(), profiles=[Described, Named], learning="inline"
    ) as memory:
        await memory.remember([Turn("user", "I live in Leeds.")], scope=scope)
        assert (await memory.profile(Described, scope=scope)).value.zq is None
        assert (await memory.profile(Named, scope=scope)).value.home == "Leeds"
