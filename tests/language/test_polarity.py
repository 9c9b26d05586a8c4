"""Whether a clause affirms or denies, by its words."""

from __future__ import annotations

import pytest

from ricordo import Ricordo, Scope, Turn
from ricordo.language.polarity import is_negative
from ricordo.testing import HashEmbedder


@pytest.mark.parametrize(
    "text",
    [
        "don't forget my mum uses a stick",
        "please dont forget that I'm vegan",
        "never forget that I love golf",
        "vergiss nicht, dass ich vegan bin",
        "no olvides que soy vegana",
        "n'oublie pas que je suis végane",
        "non dimenticare che sono vegana",
        "não se esqueça que sou vegana",
    ],
)
def test_who_asks_not_to_forget_denies_nothing(text: str) -> None:
    assert not is_negative(text)


@pytest.mark.parametrize("text", ["no it's my daughter who is vegetarian", "nope I'm vegan", "no my son is"])
def test_a_no_to_what_was_said_denies_nothing_that_comes_after_it(text: str) -> None:
    assert not is_negative(text)


@pytest.mark.parametrize("text", ["no I don't eat meat", "no meat", "no he comido carne", "no me gusta"])
def test_a_no_that_denies_is_one(text: str) -> None:
    assert is_negative(text)


def test_what_is_denied_beside_it_is_denied() -> None:
    assert is_negative("don't forget that I'm not vegan")


async def test_what_is_not_to_be_forgotten_is_learned() -> None:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline") as memory:
        await memory.remember([Turn("user", "Please don't forget I'm vegan.")], scope=Scope(user="ann", session="now"))
        notes = [item.content async for item in memory.memories(scope=Scope(user="ann"))]
    assert notes == ["Is vegan"]
