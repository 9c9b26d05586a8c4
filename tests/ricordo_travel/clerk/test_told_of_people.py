"""What people tell of themselves and their families in a row is kept, and a party of one trip is not."""

from __future__ import annotations

import pytest

from ricordo_travel.web.panel import load_panel
from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("recall | lena", "what do you remember about lena and me"),
    ],
)
async def test_a_question_about_somebody_and_oneself_is_about_all(person: Person, program: str, said: str) -> None:
    await person.say(
        "tell | my friend Lena is vegan ; tell | i hate hostels", "my friend Lena is vegan. I hate hostels"
    )
    reply = await person.say(program, said)
    assert "vegan" in reply
    assert reply.count("hostels") == 1


async def test_an_introduction_is_kept_and_said_whole(person: Person) -> None:
    said = (
        "Hi! I'm Tomek, 41, from Krakow. My wife is Ania and we have two kids, Zosia who is 9 and Kuba who is 5. "
        "Zosia is allergic to nuts."
    )
    program = "tell | i'm tomek ; tell | my wife is ania from krakow ; tell | zosia is allergic to nuts"
    reply = await person.say(program, said)
    for fact in ("Is called Tomek", "Is 41", "Zosia", "9", "5", "allergic to nuts"):
        assert fact in reply
    assistant = person.talk.assistant
    panel = await load_panel(assistant.memory, assistant.toolbox, person="ann", last_message=None)
    assert {"Is 41", "Is called Tomek", "Wife is called Ania"} <= {each.content for each in panel.learned}


@pytest.mark.parametrize(
    "said", ["not too hot, shes 15 and burns easily", "somewhere mild pls, hes 6 and gets carsick"]
)
async def test_what_is_told_for_the_first_time_is_not_known_already(person: Person, said: str) -> None:
    whom = "daughter" if "shes" in said else "son"
    await person.say("suggest | with near beach", f"a beach holiday with my {whom}")
    told = said.partition(", ")[2].replace("shes", "she's").replace("hes", "he's")
    reply = await person.say(f"tell | {told} ; suggest | with mild", said)
    assert "I have noted" in reply
    assert "know that already" not in reply


@pytest.mark.parametrize("said", ["I'm Anna, 33, in Oslo"])
async def test_an_introduction_has_many_forms(person: Person, said: str) -> None:
    reply = await person.say("tell | i'm anna", said)
    assert "Is 33" in reply
    assert (await person.talk.profile())["home"] == "Oslo"


async def test_a_new_age_takes_the_place_of_the_old_one(person: Person) -> None:
    await person.say("tell | we have two kids", "we have two kids, Zosia who is 9 and Kuba who is 5")
    said = "Almost. We're from Krakow, and Zosia isn't 9 anymore, she turned 10 last week. Also Kuba gets carsick"
    reply = await person.say("correct | we're from krakow ; correct | zosia isn't 9 ; tell | kuba gets carsick", said)
    assert "Zosia" in reply
    known = " ".join(await person.talk.contents())
    assert "10" in known
    assert "9" not in known


@pytest.mark.parametrize(
    "said",
    [
        "a long weekend just me and Ania, the kids stay at grandma's",
        "And this time my girlfriend comes along, so we are two.",
        "we are three on this trip",
        "we are two this weekend, without the kids",
    ],
)
async def test_a_party_of_one_trip_is_not_kept(person: Person, said: str) -> None:
    await person.say("find hotel | place Lisbon | people 2", said)
    assert "travellers" not in (await person.say("tell | " + said, said, "2")).lower()
    assert "of you travel" not in await person.say("recall", "what do you know about me?", "3")


async def test_a_way_to_get_around_is_noted(person: Person) -> None:
    await person.say("tell | we like to walk everywhere", "We like to walk everywhere")
    assert "Likes to walk everywhere" in await person.talk.contents()


async def test_a_pet_is_noted_once_and_said(person: Person) -> None:
    reply = await person.say("find hotel | place Lisbon | on 4 may | nights 2", "a hotel in lisbon, we have a dog")
    assert "“Has a dog”" in reply
    await person.say("find hotel | place Porto", "and in porto? we have a dog")
    assert await person.talk.contents() == ["Has a dog"]


async def test_an_introduction_beside_a_wish_is_said_whole(person: Person) -> None:
    said = "Hi, I'm Marco from Munich. I'd like a week of hiking in June, about 1500 euros."
    reply = await person.say("tell | i'm marco from munich ; suggest | on june | nights 7 | with hiking", said)
    assert "“Is called Marco”" in reply
    assert "Is from Munich" in await person.talk.contents()


async def test_children_may_be_grandchildren(person: Person) -> None:
    for said in ("my two grandchildren are 7 and 10", "Emma is allergic to nuts"):
        await person.say(f"tell | {said.lower()}", said)
    reply = await person.say("recall | children", "and what do you know about the children?")
    assert "7 and 10" in reply


async def test_what_somebody_likes_is_asked_of_memory(person: Person) -> None:
    await person.say("tell | my daughter chloe likes window seats", "my daughter chloe likes window seats")
    assert "window" in await person.say("ask flight | seat", "what seat does chloe like?")
    assert "window" in await person.say("recall | chloe", "what does chloe prefer?")


async def test_a_sport_is_found_in_other_words(person: Person) -> None:
    await person.say("tell | i am a fan of manchester united", "I am a fan of Manchester United, the football club")
    assert "Manchester United" in await person.say("recall | sport", "do you know which sport I follow?")
