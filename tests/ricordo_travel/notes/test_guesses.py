"""What the reader is not sure of: it is noted in the person's own words, asked about, or left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_travel.clerk.reading.reader import write_program
from ricordo_travel.notes.replies import NOT_KNOWN
from ricordo_travel.notes.sentences import OWN_WORDS, quote_instead, split_sentences
from ricordo_travel.notes.wording import is_garbled, is_put_together
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.notes.conftest import Learner, Person


@pytest.mark.parametrize("message", ["it is only me who eats fish", "my wife hasn't replied yet"])
async def test_what_is_guessed_is_noted_in_own_words(learner: Learner, message: str) -> None:
    assert await learner.tell(message) == [f"{OWN_WORDS}{message}"]


async def test_a_guess_takes_the_place_of_no_note(learner: Learner) -> None:
    await learner.tell("I'm vegan")
    assert "Is vegan" in await learner.tell("Sam is pescatarian, not vegan")
    assert (await learner.profile())["dietary_requirements"] == "vegan"


async def test_who_asks_for_it_is_remembered_in_own_words(person: Person) -> None:
    assert "noted “thing with the boats”" in await person.say("please remember that thing with the boats")
    assert "noted “Mother uses a stick”" in await person.say("don't forget my mum uses a stick")


@pytest.mark.parametrize("message", ["forget the fish", "forget “it is only me who eats fish”"])
async def test_own_words_can_be_erased(person: Person, message: str) -> None:
    reply = await person.say("it is only me who eats fish", message)
    assert "erased “it is only me who eats fish”" in reply
    assert await person.notes() == []


async def test_own_words_are_told_as_they_were_said(person: Person) -> None:
    reply = await person.say("it is only me who eats fish", "what do you know about me?")
    assert "- it is only me who eats fish" in reply


@pytest.mark.parametrize(
    ("message", "note"),
    [
        ("fly lufthansa or singapore only, no ryanair ever", f"{OWN_WORDS}no ryanair ever"),
        ("hi, im lena, student with basically no money lol", f"{OWN_WORDS}student with basically no money"),
        ("Aisle seat. Always.", "Always wants an aisle seat"),
    ],
)
async def test_what_is_denied_or_told_in_few_words_stays_what_it_is(learner: Learner, message: str, note: str) -> None:
    assert note in await learner.tell(message)


@pytest.mark.parametrize(
    ("before", "message", "notes"),
    [
        ("I'm vegan", "im not strictly vegan anymore, i eat fish now", ["Eats fish"]),
        ("I live in Graz", "forget that i like business class", ["Lives in Graz"]),
        (
            "I live in Graz",
            "me and my mate jonas go surfing",
            ["Lives in Graz", "Mate is called Jonas", "Likes surfing"],
        ),
        ("a christmas market would be lovely", "she's scared of flying", [f"{OWN_WORDS}she's scared of flying"]),
        (
            "my girlfriend comes from Oslo",
            "she's scared of flying",
            ["Girlfriend comes from Oslo", "Girlfriend is scared of flying"],
        ),
        ("I live in Graz", "I'm a landscape photographer", ["Lives in Graz", "Is a landscape photographer"]),
    ],
)
async def test_nobody_is_made_what_the_words_do_not_say(
    person: Person, before: str, message: str, notes: list[str]
) -> None:
    await person.say(before, message)
    assert await person.notes() == notes


async def test_what_is_not_known_is_not_answered_with_something_else(person: Person) -> None:
    reply = await person.say("I'm vegan", "do i have children?")
    assert reply.startswith("I find nothing by that name. ")
    assert "vegan" in reply


async def test_only_what_is_told_of_money_is_a_budget(person: Person) -> None:
    reply = await person.say("whats my budget?", "aisle seat.")
    assert "aisle seat" in reply
    assert "udget" not in reply


async def test_a_note_rests_on_what_was_said_and_not_on_the_wish_to_remember_it(learner: Learner) -> None:
    await learner.tell("one girl is in a wheelchair so we need a lift. remember that please")
    quotes = [piece.quote for item in await learner.memories() for piece in item.evidence]
    assert quotes
    assert "please" not in quotes


@pytest.mark.parametrize("message", ["whats my budget?", "forget my budget"])
async def test_a_limit_of_a_search_is_told_where_no_budget_is_known(person: Person, message: str) -> None:
    assert await person.say(message) == NOT_KNOWN
    reply = await person.say("hotel in crete 9 to 14 june under 80 a night", message)
    assert reply.endswith("In this conversation you named $80 a night for the hotel.")
    assert "$80" not in await person.say("my budget is $2,000", "whats my budget?")


async def test_each_sentence_is_read(learner: Learner) -> None:
    await learner.tell("I'm Jonas from Hamburg", "we have a daughter, Mia, she is 6")
    notes = await learner.tell(
        "By the way, Mia turned 7 last week, please update that. And I'm from Hamburg but we actually live in Lübeck."
    )
    assert {"Daughter Mia is 7", "Is from Hamburg", "Lives in Lübeck"} <= {*notes}
    assert "Daughter Mia is 6" not in notes


async def test_a_question_about_memory_beside_something_else_is_answered(person: Person) -> None:
    await person.say("I'm a nurse")
    reply = await person.say("Please note that my sister Margaret is a diabetic. Then tell me what you know of me.")
    assert "“Sister Margaret is a diabetic”" in reply
    assert "- Is a nurse" in reply


async def test_a_name_is_not_given_up_with_what_somebody_has(person: Person) -> None:
    reply = await person.say("my daughter is called Lina and she loves horses", "Lina has no allergy")
    assert "Daughter is called Lina" in await person.notes()
    assert "out of what I know" not in reply


@pytest.mark.parametrize(
    "content",
    [
        "Cousin Rita lives in Rita",
        "Daughter Lina's birthday is",
        "Children is 9",
        "Is allergic to allergic",
        "Is a school holidays",
        "Is early shifts",
        "Is got married",
        "Is a no money",
        "Has a knees got better",
    ],
)
def test_a_note_that_makes_no_sense_is_found(content: str) -> None:
    assert is_garbled(content)


@pytest.mark.parametrize(
    "content",
    ["Kids are Zosia, 10, and Kuba, 10", "Wife Ana is vegan", "Children are 8 and 11", "Is tied to school holidays"],
)
def test_a_note_that_makes_sense_is_none(content: str) -> None:
    assert not is_garbled(content)


@pytest.mark.parametrize(
    ("content", "message", "before", "is_so"),
    [
        ("Husband is 40", "my husbands 40 now", "", True),
        ("Kids are 6 and 9", "we are 4 (me, my husband, and kids 6 and 9)", "", True),
        ("Girlfriend is vegetarian", "shes vegetarian", "me and my girlfriend", True),
        ("Girlfriend is vegetarian", "shes vegetarian", "", False),
        ("Zosia is 5", "Zosia who is 9 and Kuba who is 5", "", False),
        ("Nanny travels with the nanny", "we take a nanny", "", False),
    ],
)
def test_words_are_one_after_the_other(content: str, message: str, before: str, is_so: bool) -> None:
    assert is_put_together(content, message, before) is is_so


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Yes please. And tell me what you know", ["Yes please.", "And tell me what you know"]),
        ("Ama is missing! She is 4.", ["Ama is missing! She is 4."]),
        ("Lina and horses? please delete that one.", ["Lina and horses? please delete that one."]),
        ("any food there? shes vegetarian", ["any food there? shes vegetarian"]),
        ("1. 2. 3. 4. 5. 6. 7.", ["1.", "2.", "3.", "4.", "5.", "6. 7."]),
        ("", [""]),
    ],
)
def test_a_sentence_that_goes_on_with_another_is_part_of_it(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(st.text(alphabet="ab .!?;\n'", max_size=200))
def test_no_word_is_lost_between_sentences(text: str) -> None:
    assert " ".join(split_sentences(text)).split() == text.split()
    assert all(each in text for each in split_sentences(text))


def test_own_words_are_those_of_one_sentence() -> None:
    said = quote_instead("Has a wife", "We need a room. there are four of us, me, my wife Ana")
    assert said == f"{OWN_WORDS}there are four of us, me, my wife Ana"
    beside = "I hate fish and my wife Ana likes opera and my son sings"
    assert quote_instead("Wife likes opera", beside) == f"{OWN_WORDS}my wife Ana likes opera"
    assert quote_instead("Likes Rome", "do we like Rome?") == ""
    assert quote_instead("Likes jazz", f"jazz {'for hours ' * 40}") == ""


@pytest.mark.parametrize(
    "text", [("", each, "") for each in ("she is that. ", "and please also yes ", "that one. ", "a'", "\n")]
)
def test_sentences_take_linear_time(text: tuple[str, str, str]) -> None:
    assert_linear(split_sentences, [text])
    assert_linear(lambda said: is_put_together("Is that one", said), [text])


def test_each_edit_that_is_written_has_its_chance() -> None:
    program = write_program("notes: none", "I'm Ann from Graz and I hate golf", "notes")
    assert len(program.chances) == len(program.text.split(" ; ")) > 1
    assert all(0 < chance <= 1 for chance in program.chances)
