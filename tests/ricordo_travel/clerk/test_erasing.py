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
    known = await person.say("recall", "what do you know about me?")
    return {line.removeprefix("- ") for line in known.splitlines() if line.startswith("- ")}


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
        ("forget | diet", "delete the one about Lina and the allergy", {"Daughter Lina has a nut allergy"}),
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
    ("program", "message", "asked"),
    [
        ("forget | nut allergy", 'delete "nut allergy"', ("Lina", "Emil")),
        ("forget | nut allergy", "delete the nut allergy", ("Lina", "Emil")),
        ("forget | lina", "delete the swimming thing of Lina", ("horses", "allergy")),
        ("forget | kids", "forget what I said of my daughter", ("horses", "allergy")),
    ],
)
async def test_what_is_left_open_is_asked_about(
    parent: Person, program: str, message: str, asked: tuple[str, ...]
) -> None:
    before = await _list(parent)
    reply = await parent.say(program, message)
    assert reply.startswith("Do you mean")
    assert all(each in reply for each in asked)
    assert await _list(parent) == before


async def test_what_is_clear_is_erased_beside_a_question(parent: Person) -> None:
    reply = await parent.say("forget | horses", 'delete "Daughter Lina loves horses" and "nut allergy"')
    assert "I have erased “Daughter Lina loves horses”" in reply
    assert "Please say which." in reply
    assert "Nothing is erased" not in reply
    done = await parent.say("forget | lina", "the one of Lina")
    assert "erased “Daughter Lina has a nut allergy” from" in done
    assert {"Son Emil has a nut allergy"} <= await _list(parent)


async def test_quoted_words_that_are_not_known_erase_nothing(parent: Person) -> None:
    before = await _list(parent)
    reply = await parent.say("forget | kids", 'delete "eats fish"')
    assert reply == "I have nothing like “eats fish” in memory, so there is nothing to erase."
    assert await _list(parent) == before


async def test_all_of_somebody_is_erased_on_request(parent: Person) -> None:
    await parent.say("forget | wife", "forget everything about my wife")
    assert not any("Abena" in each for each in await _list(parent))


async def test_a_name_alone_is_no_statement(person: Person) -> None:
    said = "nadia here. did you book the car or did i forget to say yes?"
    reply = await person.say("tell | nadia is nadia ; bookings car | booked", said)
    assert "kept nothing" not in reply
    assert "noted" not in reply


async def test_what_was_quoted_before_is_what_goes(person: Person) -> None:
    await person.say("tell | i'm usually on about, 000 for a trip", "i'm usually on about ,000 for a trip")
    await person.say("tell | the budget is $2, 000 per trip", "the budget is $2,000 per trip")
    message = "That's wrong, I never said ',000 for a trip'. Please erase that."
    assert "“Is usually on about ,000 for a trip”" in await person.say("forget | budget", message)
    assert "$2,000" in await person.say("recall | budget", "what's my budget?")


async def test_a_sentence_that_has_to_go_goes(person: Person) -> None:
    await person.say("tell | i'm usually on about, 000 for a trip", "i'm usually on about ,000 for a trip")
    await person.say("tell | the budget is $2, 000 per trip", "the budget is $2,000 per trip")
    message = "My budget of $2,000 was right. The sentence with ,000 has to go."
    assert "erased “Is usually on about ,000" in await person.say("correct | budget is $2, 000", message)


@pytest.mark.parametrize("program", ["forget | kids'ages", "forget | grandchildren's ages"])
async def test_ages_are_erased_and_nothing_else_of_the_children(person: Person, program: str) -> None:
    for said in ("my two grandchildren are 7 and 10", "the children have school holidays in july"):
        await person.say(f"tell | {said}", said)
    reply = await person.say(program, "Please erase the ages of the children, I'd rather not have that stored.")
    assert "are 7 and 10” from" in reply
    assert "holidays" not in reply


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
        ("forget | lina", "Hm, Lina again? Please remove this note", set[str]()),
        ("forget | emil", "delete this one, Emil has no nut allergy", {"Son Emil has a nut allergy"}),
    ],
)
async def test_that_one_is_one_note_at_most(parent: Person, program: str, message: str, erased: set[str]) -> None:
    before = await _list(parent)
    reply = await parent.say(program, message)
    assert erased or "Do you mean" in reply
    assert before - await _list(parent) == erased


async def test_a_choice_among_asked_notes_erases_it(parent: Person) -> None:
    before = await _list(parent)
    asked = await parent.say("forget | lina", "Hm, Lina again? Please remove this note")
    assert "Daughter Lina has a nut allergy" in asked
    await parent.say("pick second", "the second one")
    assert len(before - await _list(parent)) == 1


@pytest.mark.parametrize(
    "message",
    [
        "No I only wanted that one line gone. Emil is 6",
        "hey you deleted too much! Emil is 6",
        "I didn't want you to erase that. Emil is 6",
        "please bring it back. Emil is 6",
    ],
)
async def test_what_is_erased_cannot_be_brought_back(parent: Person, message: str) -> None:
    await parent.say("forget | wife", "forget about my wife")
    reply = await parent.say("forget | that one line ; tell | emil is 6", message)
    assert "cannot be brought back" in reply
    assert "“Emil is 6”" in reply or "Son Emil is 6" in reply
    assert "erased “" not in reply
