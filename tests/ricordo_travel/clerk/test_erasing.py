"""Exactly what a message names is erased, and what it leaves open is asked about."""

from __future__ import annotations

import pytest
import pytest_asyncio

from tests.ricordo_travel.clerk.conftest import Person


@pytest_asyncio.fixture
async def parent(person: Person) -> Person:
    """Somebody who told of a wife, a daughter and a son."""
    for said in (
        "my daughter Lina has a nut allergy",
        "my daughter Lina loves horses",
        "my son Emil has a nut allergy",
        "my wife Abena burns easily",
    ):
        await person.say(f"tell | {said}", said)
    return person


async def _list(person: Person) -> set[str]:
    return {*await person.talk.contents()}


@pytest.mark.parametrize(
    ("program", "message", "erased"),
    [
        (
            "forget | daughter lina has a nut allergy ; forget | kids",
            'please erase "Daughter Lina has a nut allergy" and "Daughter Lina loves horses". We are 5 now',
            {"Daughter Lina has a nut allergy", "Daughter Lina loves horses"},
        ),
        ("forget | wife", "and delete 'Wife Abena burns easily'", {"Wife Abena burns easily"}),
        ("forget | all", "delete “wife abena burns easily.” please", {"Wife Abena burns easily"}),
        (
            "forget | kids",
            'delete "loves horses", but keep "Daughter Lina has a nut allergy"',
            {"Daughter Lina loves horses"},
        ),
        ("forget | lina", "remove the note on what Lina loves", {"Daughter Lina loves horses"}),
        ("forget | lina", "forget that my daughter Lina has a nut allergy", {"Daughter Lina has a nut allergy"}),
        ("forget | kids", "the horses you don't need to keep", {"Daughter Lina loves horses"}),
    ],
)
async def test_exactly_what_is_named_is_erased(parent: Person, program: str, message: str, erased: set[str]) -> None:
    before = await _list(parent)
    reply = await parent.say(program, message)
    assert reply.startswith("Done: I have erased")
    assert before - await _list(parent) == erased


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("forget | lina", "delete the swimming thing of Lina"),
        ("forget | kids", 'delete "eats fish"'),
        ("forget | boat", "forget what i said about the boat"),
    ],
)
async def test_what_no_note_says_erases_nothing(parent: Person, program: str, message: str) -> None:
    before = await _list(parent)
    reply = await parent.say(program, message)
    assert "Done" not in reply
    assert await _list(parent) == before


async def test_all_notes_that_say_it_are_erased(parent: Person) -> None:
    before = await _list(parent)
    reply = await parent.say("forget | nut allergy", "forget the nut allergies of the kids")
    assert reply.startswith(
        "Done: I have erased “Daughter Lina has a nut allergy” and “Son Emil has a nut allergy” from"
    )
    assert before - await _list(parent) == {"Daughter Lina has a nut allergy", "Son Emil has a nut allergy"}


async def test_all_of_somebody_is_erased_on_request(parent: Person) -> None:
    await parent.say("forget | wife", "forget everything about my wife")
    assert not any("Abena" in each for each in await _list(parent))


async def test_a_name_alone_is_no_statement(person: Person) -> None:
    said = "nadia here. did you book the car or did i forget to say yes?"
    reply = await person.say("tell | nadia is nadia ; bookings car | booked", said)
    assert "kept nothing" not in reply
    assert "nadia is nadia" not in reply.lower()


async def test_a_pet_is_the_dog(person: Person) -> None:
    await person.say("tell | my dog bello travels with us", "my dog Bello travels with us")
    assert "Bello" in await person.say("forget | pet", "forget the pet")


@pytest.mark.parametrize(
    ("program", "message", "erased"),
    [
        (
            "forget | lina loves horses",
            "Lina loves horses, how come? take that one out",
            {"Daughter Lina loves horses"},
        ),
        (
            "forget | lina",
            "Lina and horses? That makes no sense, please delete that one.",
            {"Daughter Lina loves horses"},
        ),
        ("forget | lina", "Why is Lina's nut allergy in there, erase it", {"Daughter Lina has a nut allergy"}),
        ("forget | wife", "My wife burns easily? take that line out please", {"Wife Abena burns easily"}),
        ("forget | emil", "delete this one, Emil has no nut allergy", {"Son Emil has a nut allergy"}),
    ],
)
async def test_that_one_is_one_note_at_most(parent: Person, program: str, message: str, erased: set[str]) -> None:
    before = await _list(parent)
    reply = await parent.say(program, message)
    assert "I have erased" in reply
    assert before - await _list(parent) == erased


@pytest.mark.parametrize(
    "message",
    [
        "No I only wanted that one line gone. Emil is 6",
        "hey you deleted too much! Emil is 6",
        "I didn't want you to erase that. Emil is 6",
        "please bring it back. Emil is 6",
    ],
)
async def test_nothing_more_is_erased_by_who_regrets_it(parent: Person, message: str) -> None:
    await parent.say("forget | wife", "forget about my wife")
    reply = await parent.say("forget | that one line ; tell | emil is 6", message)
    assert "“Emil is 6”" in reply or "Son Emil is 6" in reply
    assert "erased “" not in reply
