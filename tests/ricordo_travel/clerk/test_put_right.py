"""What is noted of whom, and what a correction changes: that one note, at once, and nothing else."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    "said",
    [
        "That's right, only it's my husband who gets travel sick, not me. Sorry, I wrote that wrongly.",
        "yes that's correct but it is my husband who gets travel sick, not me",
    ],
)
async def test_a_note_of_another_person_is_not_kept_of_oneself(person: Person, said: str) -> None:
    await person.say("tell | i get travel sick", "I get travel sick")
    reply = await person.say("correct | my husband gets travel sick", said)
    assert "“Husband gets travel sick”" in reply
    assert "orrected" in reply
    assert await person.talk.contents() == ["Husband gets travel sick"]


async def test_a_diet_is_moved_beside_what_else_is_told(person: Person) -> None:
    await person.say("tell | i'm vegetarian", "I'm vegetarian")
    said = "its my girlfriend thats vegetarian, not me. her name is Chloe"
    await person.say("correct | my girlfriend is vegetarian ; tell | my girlfriend's name is chloe", said)
    assert "dietary_requirements" not in await person.talk.profile()
    assert "Girlfriend is vegetarian" in await person.talk.contents()


async def test_she_is_whom_was_spoken_of(person: Person) -> None:
    await person.say("find hotel | place Lisbon | people 2", "a hotel in Lisbon for me and my girlfriend")
    await person.say("place lisbon | food ; tell | shes vegetarian", "any good food there? shes vegetarian")
    assert await person.talk.contents() == ["Girlfriend is vegetarian"]


@pytest.mark.parametrize(
    ("program", "said", "noted"),
    [
        ("correct | kids are 9 and 12", "no, the kids are 9 and 12", "Children are 9 and 12"),
    ],
)
async def test_one_note_of_ages_holds_after_a_correction(person: Person, program: str, said: str, noted: str) -> None:
    await person.say("find hotel | people 3 | ages 8 11", "3 of us, me and the kids 8 and 11")
    await person.say(program, said)
    assert await person.talk.contents() == [noted]


async def test_a_correction_spares_a_note_that_only_shares_a_place(person: Person) -> None:
    await person.say(
        "find flight | from manchester ; tell | i'm a massive united fan",
        "We're from Manchester, so we need flights too. I'm a massive United fan",
    )
    said = "no, I am a fan of Manchester United, the football club. remember that"
    reply = await person.say("correct | i am a fan of manchester united, the football club", said)
    assert "“Is a fan of Manchester United, the football club” instead of “Is a massive United fan”" in reply
    assert (await person.talk.profile())["home"] == "Manchester"


async def test_a_corrected_wish_is_no_interest_word_for_word(person: Person) -> None:
    await person.say("tell | i like quiet rooms", "I like quiet rooms")
    await person.say("correct | i want rooms with a view", "that's wrong, I want rooms with a view")
    (content,) = await person.talk.contents()
    assert "rooms with a view" in content
    assert "ants rooms" not in (await person.talk.profile()).get("interests", "")


async def test_a_corrected_budget_is_the_value_of_the_field(person: Person) -> None:
    await person.say("tell | i have about 3,000 dollars for everything", "I have about 3,000 dollars for everything.")
    said = "My son gave me some money, so that budget is wrong, it's 3,500 now."
    assert "corrected" in await person.say("correct | budget is 3,500", said)
    assert (await person.talk.profile())["budget_range"].lstrip("about $") == "3,500"


async def test_what_is_taken_back_at_once_is_not_noted(person: Person) -> None:
    said = "my husband hates pools and we bring our dog... no kidding the dog stays with my mum. Madeira?"
    await person.say("find hotel | place Madeira | with pets ; tell | we bring our dog", said)
    assert "Brings dog" not in await person.talk.contents()


async def test_a_liking_is_not_cut_off_at_an_apostrophe(person: Person) -> None:
    await person.say("yes", "we prefer to be home before the children's bedtime")
    assert (await person.talk.profile())["preferences"] == "home before the children's bedtime"
