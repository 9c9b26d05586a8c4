"""Whom "he" and "she" mean in what is noted, and notes that say once what was said once."""

from __future__ import annotations

import pytest

from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.known import Row
from ricordo_travel.notes.meant import says_too
from ricordo_travel.notes.people import find_own_name
from ricordo_travel.notes.pronouns import find_renamed, name_pronoun, put_person_right
from ricordo_travel.notes.relatives import find_list, put_relation_right, put_turning, replace_age
from ricordo_travel.notes.sentences import leave_out_said
from ricordo_travel.notes.wording import is_put_together, mend_content, put_having_right
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.notes.conftest import Learner, Person

NOTES = ["Girlfriend Priya likes jazz", "Dad is called Colin", "Dad Colin is 71"]


@pytest.mark.parametrize(
    ("content", "sentence", "right"),
    [
        ("Girlfriend Priya has a bad knee", "no he HAS a bad knee", "Dad Colin has a bad knee"),
        ("Cannot do stairs", "he cant do stairs", "Dad Colin cannot do stairs"),
        ("Likes the window", "she likes the window", "Girlfriend Priya likes the window"),
        ("Dad Colin has a bad knee", "he has a bad knee", "Dad Colin has a bad knee"),
        ("Likes the window", "she and I like the window", "Likes the window"),
        ("Priya likes the window", "he says Priya likes the window", "Priya likes the window"),
        ("Wife is vegan", "my wife told him that", "Wife is vegan"),
        ("Budget is $900", "she says 900", "Budget is $900"),
    ],
)
def test_a_note_is_about_whom_a_pronoun_means(content: str, sentence: str, right: str) -> None:
    assert put_person_right(content, sentence, NOTES) == right


def test_a_pronoun_that_may_mean_two_people_means_nobody() -> None:
    assert put_person_right("Is vegan", "she is vegan", ["Wife likes jazz", "Mother is 68"]) == ""
    assert put_person_right("Is vegan", "she is vegan", []) == ""


@pytest.mark.parametrize(
    ("said", "subject", "named"),
    [
        (
            "Her birthday is the 14th of August",
            "granddaughter Maisie",
            "Granddaughter Maisie's birthday is the 14th of August",
        ),
        ("shes got a thing about flying", "Priya", "Priya has got a thing about flying"),
        ("and he's 71", "dad Colin", "Dad Colin is 71"),
        ("he walks slowly", "Colin", "Colin walks slowly"),
        ("he walks slowly", "wife Ana", ""),
        ("we walk slowly", "Colin", ""),
    ],
)
def test_own_words_name_whom_they_are_about(said: str, subject: str, named: str) -> None:
    assert name_pronoun(said, subject) == named


@pytest.mark.parametrize(
    ("said", "notes", "rest"),
    [
        ("priya always needs an aisle seat btw", ["Girlfriend Priya always needs an aisle seat"], ("", False)),
        ("priya is vegan, and she hates noise", ["Priya is vegan"], ("she hates noise", True)),
        ("I hate noise, and Priya is vegan", ["Priya is vegan"], ("I hate noise", False)),
        ("I hate noise", [], ("I hate noise", False)),
    ],
)
def test_own_words_leave_out_what_notes_say(said: str, notes: list[str], rest: tuple[str, bool]) -> None:
    assert leave_out_said(said, notes) == rest


@pytest.mark.parametrize(
    ("content", "message", "right"),
    [
        ("Dad Colin is dodgy knee", "hes 71 with a dodgy knee", "Dad Colin has a dodgy knee"),
        ("Is a bad back", "i'm 60 with a bad back", "Has a bad back"),
        ("Is a nurse", "i'm a nurse", "Is a nurse"),
        ("Travels with a dog", "i travel with a dog", "Travels with a dog"),
    ],
)
def test_nobody_is_what_they_have(content: str, message: str, right: str) -> None:
    assert put_having_right(content, message) == right


def test_an_age_to_come_replaces_none() -> None:
    told = Edit("replace", (1,), "Granddaughter Maisie is 9")
    turns = Edit("add", (), "Granddaughter Maisie turns 9 on the 14th of August")
    assert put_turning(told, "She turns 9 on the 14th of August and I am glad") == turns
    assert put_turning(told, "she turned 9 last week") == told
    assert replace_age(Edit("replace", (1,), "Maisie is 8"), ["Maisie is 7", turns.content]).notes == (1,)
    listed = ["Children are Nico, 3, and Lara, 6"]
    assert find_list("Lara turns 7 in May", listed) == ()
    assert find_list("Lara will not be 7 until May", listed) == ()
    assert find_list("Lara has become 7 now", listed)[0].content == "Children are Nico, 3, and Lara, 7"


def test_words_in_another_order_say_something_else() -> None:
    assert not is_put_together("Is afraid of fly direct", "I will only fly direct, I am afraid")
    assert is_put_together("Is afraid of flying", "I am afraid of flying")


def test_a_word_in_capital_letters_stays_a_word() -> None:
    assert mend_content("dad has a bad knee", "he HAS a bad knee at IBM") == "dad has a bad knee"


def test_nobody_is_a_friend_for_no_reason() -> None:
    assert put_relation_right("Shares a room with friend Maisie", "Maisie and I share a room", "", []) == (
        "Shares a room with Maisie"
    )


def test_who_says_that_they_are_here_says_their_name() -> None:
    here = (Edit("add", (), "Is called Dani", "name", "Dani"),)
    assert find_own_name("dani here btw, never said my name", []) == here
    assert find_own_name("hi, dani here", []) == here
    assert find_own_name("dani here", ["Is called Dani"]) == ()
    assert find_own_name("nothing here", []) == find_own_name("mum here too", []) == ()


async def test_what_was_said_once_is_noted_once(learner: Learner) -> None:
    notes = await learner.tell(
        "my girlfriend priya always needs an aisle seat btw, and shes got a thing about flying in general"
    )
    assert len([note for note in notes if "aisle" in note]) == 1


def test_own_words_go_with_the_note_that_they_say() -> None:
    clean, own = (
        _make_row("Girlfriend Priya needs an aisle seat", "girlfriend Priya"),
        _make_row("In own words: priya needs an aisle seat, and a window", None),
    )
    assert says_too(own, clean)
    assert not says_too(clean, own)
    assert not says_too(own, _make_row("Girlfriend Priya needs a nurse", "girlfriend Priya"))


def _make_row(content: str, subject: str | None) -> Row:
    return {"content": content, "subject": subject}


async def test_the_note_about_another_one_stays(person: Person) -> None:
    await person.say("my girlfriend priya always needs an aisle seat", "my dad colin needs the aisle too")
    await person.say("it still says priya always needs an aisle seat tho, can u bin that one")
    assert "Dad Colin needs the aisle seat" in await person.notes()


async def test_who_travels_along_is_known(person: Person) -> None:
    await person.say("my wife is called Ola")
    assert "Wife is called Ola" in await person.say("Do you still know who travels with me?")


async def test_all_is_told_about_who_is_named(person: Person) -> None:
    await person.say("my granddaughter Maisie is 8", "Maisie is mad about dinosaurs", "my wife is called Ola")
    reply = await person.say("how old is Maisie and what do you know about her?")
    assert "Maisie is 8" in reply
    assert "dinosaurs" in reply
    assert "Ola" not in reply


async def test_the_budget_is_erased_for_a_word(person: Person) -> None:
    await person.say("our budget is 3500 dollars")
    assert "I know that already" in await person.say("my budget is 3,500")
    reply = await person.say("Please show me all my bookings. And forget my budget, it was only for this holiday.")
    assert "I have erased" in reply
    assert await person.notes() == []


@pytest.mark.parametrize(
    "text", [("she ", each, "") for each in ("is ", "she is 8 ", "turns 8 on ", ", and ", "a ", "with a ")]
)
def test_pronouns_take_linear_time(text: tuple[str, str, str]) -> None:
    assert_linear(lambda said: put_person_right("Is vegan", said, NOTES), [text])
    assert_linear(lambda said: name_pronoun(said, "Maisie"), [text])
    assert_linear(lambda said: put_turning(Edit("add", (), "Maisie is 8"), said), [text])
    assert_linear(lambda said: leave_out_said(said, NOTES), [text])
    assert_linear(lambda said: put_having_right("Is a dodgy knee", said), [text])


@pytest.mark.parametrize(
    ("sentence", "content"),
    [
        ("wrong, not Ewa, I write bad. her name is Iwa", "Wife is called Iwa"),
        ("sorry that's wrong, her name's actually Iwa", "Wife is called Iwa"),
        ("his name is Leon", "Son is called Leon"),
    ],
)
def test_a_name_is_put_right(sentence: str, content: str) -> None:
    (edit,) = find_renamed(sentence, ["Wife is called Ewa", "Wife Ewa is vegetarian", "Son is called Leo"])
    assert (edit.verb, edit.content) == ("replace", content)


@pytest.mark.parametrize(
    "sentence", ["her name is Ewa", "her name is on the booking", "their name is Iwa", "what is her name?"]
)
def test_a_name_that_is_right_or_nobody_s_stays(sentence: str) -> None:
    assert find_renamed(sentence, ["Wife is called Ewa", "Son is called Leo"]) == ()
    assert find_renamed("her name is Iwa", ["Wife is called Ewa", "Daughter is called Ida"]) == ()
