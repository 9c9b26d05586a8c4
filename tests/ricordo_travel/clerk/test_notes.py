"""What people tell is noted once, told on request with its source, corrected and erased."""

from __future__ import annotations

import re

import pytest

from tests.ricordo_travel.clerk.conftest import Person


async def test_several_statements_are_confirmed_once(person: Person) -> None:
    reply = await person.say(
        "tell | i'm vegan ; tell | i don't like big chain hotels", "hi, i'm vegan and i don't like big chain hotels"
    )
    assert reply == "Thank you, I have noted “Is vegan” and “Does not like big chain hotels”."


async def test_a_note_does_not_swallow_a_search(person: Person) -> None:
    reply = await person.say(
        "tell | we live in london ; find hotel | place Rome | on 10 june | nights 3 | people 2",
        "we live in london. find us a hotel in rome, 3 nights from 10 june, 2 people",
    )
    assert reply.startswith("Thank you, I have noted “Lives in London”.")
    assert "Hotels in Rome" in reply


async def test_one_thing_is_recalled_with_its_words(person: Person) -> None:
    await person.say("tell | my budget is 120 a night for hotels", "my budget is 120 a night for hotels")
    reply = await person.say("recall | budget", "whats my budget")
    assert reply == "You told me: Budget is 120 a night for hotels."
    source = await person.say("recall | source", "how do you know that?")
    assert "You wrote: “my budget is 120 a night for hotels”." in source
    assert await person.say("recall | home", "where do i live") == "I have nothing about that in memory."


async def test_the_party_is_recalled(person: Person) -> None:
    said = "there are four of us, me, my wife Ana and kids 6 and 9"
    await person.say("tell | there are four of us ; tell | my wife Ana ; tell | kids 6 and 9", said)
    reply = await person.say("recall | who travels along", "who travels with me?")
    assert "four" in reply
    corrected = await person.say("correct | kids are 7 and 9", "the kids are 7 and 9 now")
    assert "“Kids are 7 and 9”" in corrected


async def test_a_budget_that_was_applied_is_not_left_to_the_hotel(person: Person) -> None:
    await person.say("tell | my budget is 120 a night for hotels", "my budget is 120 a night for hotels")
    reply = await person.say("find hotel | place Lisbon | on june 20 | nights 3")
    assert "under $120 a night" in reply
    assert "Please ask the hotel" not in reply


async def test_hesitation_is_asked_back(person: Person) -> None:
    await person.say("tell | my budget is $2,000", "My budget is $2,000.")
    reply = await person.say("correct | my budget is $5, 000", "I think my budget is $5,000, maybe.")
    assert "Which is right?" in reply


async def test_places_are_listed(person: Person) -> None:
    assert "82 places in 43 countries" in await person.say("about | places", "where do you go?")
    reply = await person.say("suggest | place South America", "what cities do you have in south america?")
    assert "Cusco" in reply
    assert "Rome" not in reply


async def _tell_of_family(person: Person) -> None:
    await person.say(
        "suggest | from berlin | people 4 | ages 5 8",
        "we are a family of four from berlin, two kids aged 5 and 8, where could we go?",
    )
    await person.say(
        "tell | my daughter lena is allergic to nuts ; tell | my son mika is learning to swim",
        "my daughter lena is allergic to nuts and my son mika is learning to swim",
    )


async def test_all_that_concerns_the_family_is_recalled(person: Person) -> None:
    await _tell_of_family(person)
    reply = await person.say("recall | family", "what do you know about my family")
    assert all(each in reply for each in ("5 and 8", "Lena is allergic to nuts", "learning to swim"))
    asked = "and the nut allergy? did you note that, and the kids ages?"
    reply = await person.say("recall | nut allergy ; tell | kids ages", asked)
    assert "Lena is allergic to nuts" in reply


async def test_what_is_to_be_kept_is_not_forgotten(person: Person) -> None:
    await _tell_of_family(person)
    await person.say("tell | i'm vegetarian ; tell | i'm allergic to eggs", "i'm vegetarian and i'm allergic to eggs")
    assert "Lena" in await person.say("recall | food", "what do you know about our food?")
    await person.say("forget | all ; keep all", "delete everything about my food, keep the rest")
    known = await person.say("recall", "what do you know about me?")
    assert "Lena is allergic to nuts" in known


async def test_what_is_erased_is_said_once(person: Person) -> None:
    await person.say("tell | my son has a nut allergy", "my son has a nut allergy")
    await person.say("tell | i'm vegan", "i'm vegan")
    reply = await person.say("forget | food ; forget | what i eat", "only the food. forget what i eat")
    assert reply.count("Done") == 1
    assert "son" not in reply
    assert "nothing" not in reply


async def test_everything_but_something_is_asked_about(person: Person) -> None:
    await person.say("tell | we live in rome", "we live in rome")
    reply = await person.say("forget | all ; keep home", "forget everything except my home")
    assert "except “Lives in Rome”?" in reply


async def test_each_part_of_a_correction_is_said_as_it_is_stored(person: Person) -> None:
    await person.say("tell | i live in kyoto ; tell | i'm vegetarian", "i live in kyoto and i'm vegetarian")
    reply = await person.say(
        "correct | i live in osaka now ; correct | i eat fish, so not vegetarian",
        "i moved, i live in osaka now. and i eat fish, so not really vegetarian",
    )
    assert "“Lives in Osaka” instead of “Lives in Kyoto”" in reply
    known = await person.say("recall", "what do you know about me?")
    assert "Kyoto" not in known


async def test_plain_statements_are_kept(person: Person) -> None:
    assert "“Always keeps it cheap”" in await person.say("tell | always keep it z", "always keep it cheap for me btw")
    reply = await person.say("tell | i'm in tradewind's flyer program", "i'm in tradewind's flyer program")
    assert "tradewind's flyer program”" in reply
    assert "retired”" in await person.say("tell | we are both retired", "we are both retired")
    known = await person.say("recall", "what do you know about me?")
    assert "retired" in known


async def test_nothing_is_kept_against_a_wish(person: Person) -> None:
    await person.say("tell | i'm in the army", "i'm in the army, keep that between us")
    await person.say("tell | i live in cork", "just between us, its cork")
    assert "Nothing yet" in await person.say("recall", "what do you know about me?")


async def test_an_answer_is_kept_as_what_it_means(person: Person) -> None:
    await person.say("recall | home", "do you know where i live?")
    assert "“Lives in Cork”" in await person.say("tell | i live in cork", "its cork")


async def test_the_source_is_told(person: Person) -> None:
    await person.say(
        "tell | i live in london ; tell | i always fly business", "i live in london, i always fly business"
    )
    await person.say("recall", "what do you know about me?")
    reply = await person.say("about | memory", "where did you get that?")
    assert reply.startswith("You told me: Lives in London; Always flies business. You wrote: ")
    assert reply.endswith("“i live in london” and “i always fly business”.")


async def test_a_budget_for_everything_is_one(person: Person) -> None:
    reply = await person.say("tell | we have about 4000 for everything", "we have about 4000 for everything")
    assert reply == "Thank you, I have noted “Budget is about 4000 for everything”."
    assert (await person.talk.profile())["budget_range"] == "$4,000"
    await person.say("correct | budget is 150 a night", "no, my budget is 150 a night")
    assert (await person.talk.profile())["budget_range"] == "$150 a night"


async def test_all_of_somebody_is_forgotten(person: Person) -> None:
    told = "my wife's called ana and she hates flying"
    await person.say("tell | my wife's called ana ; tell | my wife hates flying", told)
    reply = await person.say("forget | wife", "forget my wife")
    assert "hates flying" in reply
    assert "I have nothing" in await person.say("recall | wife", "what do you know about my wife?")
    assert await person.talk.contents() == []


async def _list(person: Person) -> list[str]:
    return await person.talk.contents()


@pytest.mark.parametrize(
    ("program", "message", "right"),
    [
        (
            "correct | my son emil has a nut allergy, not lina ; correct | kids are 6 and 10",
            "One correction: it is my son Emil who has the nut allergy, not Lina. And the kids are 6 and 10 now",
            "Son Emil has a nut allergy",
        ),
    ],
)
async def test_what_is_of_somebody_else_goes_to_them(person: Person, program: str, message: str, right: str) -> None:
    await person.say("tell | my daughter lina has a nut allergy", "my daughter Lina has a nut allergy")
    assert f"“{right}”" in await person.say(program, message)
    known = await _list(person)
    assert right in known
    assert "Daughter is called Lina" in known
    assert [each for each in known if "allergy" in each] == [right]
    assert "diet" not in await person.say("recall", "what do you know about me?")


async def test_a_fact_of_somebody_does_not_replace_another(person: Person) -> None:
    await person.say("tell | my daughter lina loves horses", "my daughter Lina loves horses")
    await person.say("correct | lina has no allergy", "Lina has no allergy")
    assert {"Daughter is called Lina", "Daughter Lina loves horses"} <= {*await _list(person)}


async def test_an_age_is_of_whom_the_message_names(person: Person) -> None:
    await person.say("tell | we are five", "we are five: my wife, me and three children")
    reply = await person.say("correct | she is 4", "Ama is missing! She is 4, I told you three times.")
    assert " is 4”." in reply
    assert "5 of you travel" in await person.say("recall", "what do you know about me?")


async def test_a_name_is_noted_without_where_somebody_is_from(person: Person) -> None:
    reply = await person.say("tell | i am marco", "Hi! I am Marco from Milano. I want to make a city trip")
    assert "“Is called Marco”" in reply
    await person.say("correct", 'My name is Marco, not "Marco from Milano", can you correct please?')
    assert await _list(person) == ["Is called Marco"]


async def test_all_that_was_noted_is_listed(person: Person) -> None:
    said = ["my wife Abena can't eat nuts", "my wife Abena burns easily in the sun", "i have a wife, Abena"]
    noted = [each for text in said for each in re.findall("“([^”]+)”", await person.say(f"tell | {text}", text))]
    assert {*noted} <= {*await _list(person)}


@pytest.mark.parametrize(
    "said",
    ["my mate dave hasn't decided"],
)
async def test_what_holds_for_the_moment_is_not_kept(person: Person, said: str) -> None:
    assert "hasn't" not in await person.say(f"tell | {said}", said)
    assert not [each for each in await person.talk.contents() if " is called " not in each]


async def test_what_somebody_does_is_no_preference(person: Person) -> None:
    said = "not too hot please, Abena burns easily and Kofi loves football"
    await person.say("tell | abena burns easily ; tell | kofi loves football", said)
    assert {*await _list(person)} == {"Abena burns easily", "Kofi loves football"}


async def test_a_party_of_one_trip_is_no_age(person: Person) -> None:
    said = "not Madeira. this time my mother comes along, so we are four. what about Oslo?"
    assert "noted" not in await person.say("place oslo | info", said)


async def test_what_is_known_is_not_noted_in_fewer_words(person: Person) -> None:
    await person.say("tell | my daughter mia gets carsick easily", "please note: my daughter Mia gets carsick easily")
    reply = await person.say("tell | mia gets carsick ; suggest | with nature", "no car, because Mia gets carsick")
    assert "I have noted" not in reply
    assert (await person.say("recall", "what do you know of us?")).count("carsick") == 1


async def test_a_name_and_a_new_home_are_kept(person: Person) -> None:
    said = "my names omar, i live in madrid, cant eat nuts"
    reply = await person.say("tell | my names omar ; tell | i live in madrid, cant eat nuts", said)
    assert "“Is called Omar”" in reply
    moved = "oh no i moved, im in barcelona now. from there"
    find = "find flight | from barcelona"
    reply = await person.say(f"correct | i'm in barcelona now ; {find}", moved)
    assert "“Lives in Barcelona” instead of “Lives in Madrid”" in reply
    assert "flights from Barcelona" in reply


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            "tell | my girlfriend priya is vegetarian, not vegan",
            "My girlfriend Priya is vegetarian, not vegan, she always comes with me",
        ),
        ("correct | my sister is not really vegan", "oh and my sister is not really vegan"),
        ("tell | sam is pescatarian", "Sam is pescatarian, not vegan"),
        ("tell | my wife eats fish", "my wife eats fish, she's not vegan"),
    ],
)
async def test_a_diet_of_somebody_else_leaves_the_own(person: Person, program: str, message: str) -> None:
    await person.say("tell | i am vegan", "I am vegan")
    assert "erased" not in await person.say(program, message)
    assert (await person.talk.profile())["dietary_requirements"] == "vegan"


async def test_a_diet_of_oneself_is_given_up(person: Person) -> None:
    await person.say("tell | i am vegan", "I am vegan")
    await person.say("correct | i am not vegan", "my wife is vegan but I am not vegan")
    assert "dietary_requirements" not in await person.talk.profile()


@pytest.mark.parametrize(
    "message",
    [
        "The 3,500 was for easter only, for the summer we have 2,800.",
        "we have 2,800 for the summer trip",
        "for this trip we have only 2,800",
    ],
)
async def test_what_there_is_for_another_trip_is_the_budget(person: Person, message: str) -> None:
    await person.say("tell | our budget is 3, 500", "our budget is 3,500")
    await person.say(f"tell | {message.lower()}", message)
    assert "2,800" in await person.say("recall | budget", "what is my budget?")
