"""What people tell is noted once, told on request with its source, corrected and erased."""

from __future__ import annotations

from tests.ricordo_travel.clerk.conftest import Person


async def test_several_statements_are_confirmed_once(person: Person) -> None:
    reply = await person.say(
        "tell | i'm vegan ; tell | i don't like big chain hotels", "hi, i'm vegan and i don't like big chain hotels"
    )
    assert reply == "Thank you, I have noted diet: vegan and “Does not like big chain hotels”."


async def test_a_note_does_not_swallow_a_search(person: Person) -> None:
    reply = await person.say(
        "tell | we live in london ; find hotel | place Rome | on 10 june | nights 3 | people 2",
        "we live in london. find us a hotel in rome, 3 nights from 10 june, 2 people",
    )
    assert reply.startswith("Thank you, I have noted home: London.")
    assert "Hotels in Rome" in reply


async def test_one_thing_is_recalled_with_its_words(person: Person) -> None:
    await person.say("tell | my budget is 120 a night for hotels", "my budget is 120 a night for hotels")
    reply = await person.say("recall | budget", "whats my budget")
    assert reply == "I remember a budget of $120 a night. You wrote: “my budget is 120 a night for hotels”."
    assert "not told me" in await person.say("recall | home", "where do i live")
    assert "not told me yet who travels" in await person.say("recall | who travels along", "who comes with me?")


async def test_the_party_is_recalled(person: Person) -> None:
    said = "there are four of us, me, my wife Ana and kids 6 and 9"
    await person.say("tell | there are four of us ; tell | my wife Ana ; tell | kids 6 and 9", said)
    reply = await person.say("recall | who travels along", "who travels with me?")
    assert reply.startswith("You are 4 in all")
    assert "Ana" in reply
    corrected = await person.say("correct | kids are 7 and 9", "the kids are 7 and 9 now")
    assert "“Has kids, aged 7 and 9”" in corrected


async def test_a_budget_that_was_applied_is_not_left_to_the_hotel(person: Person) -> None:
    await person.say("tell | my budget is 120 a night for hotels", "my budget is 120 a night for hotels")
    reply = await person.say("find hotel | place Lisbon | on june 20 | nights 3")
    assert "under $120 a night" in reply
    assert "Please ask the hotel" not in reply


async def test_hesitation_is_asked_back(person: Person) -> None:
    await person.say("tell | my budget is $2,000", "My budget is $2,000.")
    reply = await person.say("correct | my budget is $5, 000", "I think my budget is $5,000, maybe.")
    assert "Which is right now?" in reply


async def test_places_are_listed(person: Person) -> None:
    assert "42 places in 26 countries" in await person.say("about | places", "where do you go?")
    reply = await person.say("suggest | place South America", "what cities do you have in south america?")
    assert "Cusco" in reply
    assert "Rome" not in reply
