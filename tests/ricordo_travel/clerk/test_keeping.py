"""What people tell is kept as they mean it, and nothing is erased that they want kept."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("forget | i hate early flights", "no, wrong day. 26 may i said. then forget it, what u know about us?"),
        ("correct | hate early flights ; recall", "no, the 26th! so forget it. what do you know about us?"),
        ("forget | i hate early flights", "no flights on the 26th? then forget it"),
    ],
)
async def test_to_give_up_a_trip_erases_nothing(person: Person, program: str, said: str) -> None:
    assert "early flights" in await person.say("tell | i hate early flights", "i hate early flights")
    await person.say(program, said)
    assert await person.talk.contents() == ["Hates early flights"]


async def test_somebody_who_often_comes_along_is_noted(person: Person) -> None:
    reply = await person.say(
        "tell | my budget for a room is max 50 a night ; tell | my best friend yuki often comes with me",
        "also my budget for a room is max 50 a night and my best friend yuki often comes with me",
    )
    assert (
        reply
        == "Thank you, I have noted “Budget for a room is max 50 a night” and “Best friend Yuki often comes along”."
    )
    assert "Yuki often comes along" in await person.say("recall", "what do you know about me?")


async def test_a_narrower_statement_takes_the_place_of_what_is_known(person: Person) -> None:
    await person.say("tell | i always want a window seat", "i always want a window seat")
    reply = await person.say(
        "tell | my best friend travels with me ; tell | window seat is only for long flights",
        "you forgot yuki, my best friend who travels with me. and window seat is only for long flights",
    )
    assert "Yuki" in reply
    assert "for long flights” instead of “Always wants a window seat”" in reply
    assert "erased" not in reply
    known = await person.say("recall", "what do you know about me?")
    assert "Always wants" not in known
    assert "Yuki" in known


async def test_dont_erase_erases_nothing(person: Person) -> None:
    reply = await person.say(
        "forget | window seat on long flights ; tell | yuki is my travel friend",
        "no, dont erase it. please remember: window seat on long flights, and yuki is my travel friend",
    )
    assert "erased" not in reply
    assert "“Prefers window seats on long flights”" in reply
    assert "yuki" in reply.lower()
    await person.say("tell | i'm vegan", "i'm vegan")
    assert "erased" not in await person.say("forget | diet", "please don't delete my diet")
    assert "vegan" in await person.say("recall | diet", "what is my diet?")


async def test_what_is_liked_now_replaces_what_is_not_any_more(person: Person) -> None:
    await person.say("tell | i prefer aisle seats", "i prefer aisle seats")
    reply = await person.say(
        "correct | i don't like aisle seats, window", "I don't like aisle seats anymore, I prefer window seats now"
    )
    assert "corrected" in reply
    assert "window" in await person.say("recall", "what do you know about me?")
    assert "aisle" not in await person.say("recall", "what do you know about me?")


@pytest.mark.parametrize(
    ("statement", "typed", "noted"),
    [
        ("i get seasick", "i get seasick", "“Gets seasick”"),
        ("we have a 3 year old and a baby", "we have a 3 year old and a baby", "“Has a 3-year-old and a baby”"),
        ("i have a surfboard", "i have a surfboard", "“Has a surfboard”"),
    ],
)
async def test_what_is_noted_is_said(person: Person, statement: str, typed: str, noted: str) -> None:
    assert await person.say(f"tell | {statement}", typed) == f"Thank you, I have noted {noted}."


async def test_what_a_hotel_has_is_no_note(person: Person) -> None:
    await person.say("find hotel | place Rome | on 10 june | nights 3", "a hotel in rome, 3 nights from 10 june")
    await person.say("ask compass | kitchen", "ok, compass has a kitchen, i can cook")
    assert "kitchen" not in await person.say("recall", "what do you know about me?")


async def test_what_is_learned_from_a_search_is_said(person: Person) -> None:
    reply = await person.say("find hotel | people 4 | ages 5 8", "we are 2 adults and 2 kids, 5 and 8")
    assert "I have noted" in reply
    assert "5 and 8”" in reply


async def test_to_erase_somebody_leaves_the_home(person: Person) -> None:
    said = "i live in leeds with my husband bob"
    assert "“Lives in Leeds” and “Husband is called Bob”" in await person.say(f"tell | {said}", said)
    await person.say("forget | bob", "delete everything about bob")
    known = await person.say("recall", "what do you know about me?")
    assert "Leeds" in known
    assert "Bob" not in known


async def test_what_somebody_of_the_family_eats_is_noted(person: Person) -> None:
    said = "kids are vegetarian, me too but my husband eats everything"
    reply = await person.say("tell | kids are vegetarian ; tell | my husband eats everything", said)
    assert "“Husband eats everything”" in reply


async def test_what_shall_not_be_suggested_is_not_forgotten(person: Person) -> None:
    await person.say("tell | i've been to lisbon and hated it", "i've been to lisbon and hated it")
    known = await person.talk.contents()
    await person.say("forget | lisbon", "dont suggest lisbon again please")
    assert await person.talk.contents() == known


async def test_a_secret_is_not_kept(person: Person) -> None:
    reply = await person.say("chat", "just between us i'm planning to propose in rome, dont write that down")
    assert reply.startswith("All right, I have kept nothing of that.")
    assert "propose" not in await person.say("recall", "what do you know about me?")


async def test_what_the_message_does_not_name_is_not_erased(person: Person) -> None:
    await person.say("tell | my mum uses a stick", "don't forget my mum uses a stick")
    await person.say("tell | we dont eat pork", "we dont eat pork")
    await person.say("forget | no pork", "remove the thing with the stick")
    assert "pork" in await person.say("recall", "what do you know about me?")


async def test_a_request_is_no_part_of_a_note(person: Person) -> None:
    reply = await person.say(
        "tell | i'm scared of flying ; find flight | with short flights",
        "i'm scared of flying so shorter flights please",
    )
    assert "I have noted “Is scared of flying”." in reply


async def test_what_was_noted_in_other_words_is_forgotten(person: Person) -> None:
    assert "Best friend Yuki" in await person.say("tell | my best friend yuki often comes with me")
    await person.say("recall | source", "how do you know that?")
    assert "I have erased" in await person.say("forget | that", "forget that")
    assert "Yuki" not in await person.say("recall", "what do you know about me?")


@pytest.mark.parametrize(
    ("told", "noted"),
    [
        ("jonah just learned to swim", "Jonah learned to swim"),
        ("we like late dinners", "Likes late dinners"),
    ],
)
async def test_what_somebody_does_is_no_preference(person: Person, told: str, noted: str) -> None:
    assert f"“{noted}”" in await person.say(f"tell | {told}", f"{told}.")


async def test_a_thing_to_forget_is_what_the_message_calls_it(person: Person) -> None:
    await person.say("tell | we don't like cities", "we don't like cities")
    await person.say("tell | lena has work til then", "lena has work til then")
    reply = await person.say(
        "forget | cities ; tell | lena is vegetarian", "forget the work thing. lena is vegetarian btw"
    )
    assert "cities" not in reply
    assert "work" in reply
    assert "Does not like cities" in await person.say("recall", "what do you know about me?")
