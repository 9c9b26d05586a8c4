"""Whose relative a name is and who is how old, where a message speaks of several people."""

from __future__ import annotations

import pytest

from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.homes import find_home, replace_home
from ricordo_travel.notes.people import find_own_name, replace_name
from ricordo_travel.notes.relatives import find_list, is_of_list, put_age_right, put_relation_right, replace_age
from ricordo_travel.notes.wording import says_nothing_new, takes_back
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.notes.conftest import Learner, Person


@pytest.mark.parametrize(
    ("content", "sentence", "right"),
    [
        ("Husband Stefan is 7", "We are five, my husband Stefan, Emma 7, Jakob 5 and Leni 2.", "Emma is 7"),
        ("Friend Anke is 15", "with my daughter lilly shes 15 and my friend anke", "Lilly is 15"),
        ("Son Leo is 4", "my son Leo (4) and our cat Tom", "Son Leo is 4"),
        ("Son Leo is 4", "Leo and Mia are 4 and 7", "Son Leo is 4"),
        ("Son Leo is 12", "on june 12 we fly with Leo", "Son Leo is 12"),
        ("Mia is 6", "my daughter is 6, her name is Mia", "Mia is 6"),
        ("Lara is 7", "Lara had her birthday last week, she is now 7", "Lara is 7"),
        ("Leo likes chess", "Mia 6 and Leo likes chess", "Leo likes chess"),
    ],
)
def test_an_age_is_that_of_the_name_beside_it(content: str, sentence: str, right: str) -> None:
    assert put_age_right(content, sentence) == right


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Husband Stefan is 41", "my husband Stefan, he is 41"),
        ("Wife Anna is vegan", "Anna, my wife, is vegan"),
        ("Wife Anna is vegan", "Anna (my wife) is vegan"),
        ("Son Jakob has asthma", "Jakob is our son"),
        ("Daughter Emma is 7", "Emma is 7, she is our daughter."),
        ("Daughter is called Emma", "Emma is 7 and she's our eldest daughter"),
        ("Dog is called Rex", "we have a dog, he's called Rex"),
        ("Father Bob uses a stick", "my dad is called Bob"),
        ("Son Jakob is 5", "two boys (Jakob 5 and the little Toni is 2)"),
        ("Friend Sofie is vegan", "with my friends Bram and Sofie"),
        ("Son Tim plays chess", "my sons tom, tim and bob"),
    ],
)
def test_a_relation_stays_with_whom_it_is_said_of(content: str, text: str) -> None:
    assert put_relation_right(content, text, "", []) == content
    assert put_relation_right(content, "that is so", text, []) == content


@pytest.mark.parametrize(
    ("content", "sentence", "right"),
    [
        (
            "Husband Jakob has an allergy",
            "we eat no pork because of my husband, and Jakob has an allergy",
            "Jakob has an allergy",
        ),
        ("Husband Emma is 7", "Stefan is my husband and Emma is 7", "Emma is 7"),
        ("Daughter is called Jakob", "Emma is 7, she is our daughter", ""),
        ("Daughter is called Jakob", "Jakob is 7 and Emma is our daughter", ""),
        ("Son Jakob is 5", "three kids (Emma 7, Jakob 5 and the little Leni is 2)", "Jakob is 5"),
        ("Son Nico gets sick", "our children Nico and Lara, Nico gets sick", "Nico gets sick"),
    ],
)
def test_nobody_gets_the_relation_of_somebody_else(content: str, sentence: str, right: str) -> None:
    assert put_relation_right(content, sentence, "", []) == right


def test_a_relation_that_is_noted_stays() -> None:
    assert (
        put_relation_right("Son Leo likes chess", "Leo likes chess", "", ["Son is called Leo"]) == "Son Leo likes chess"
    )


async def test_a_family_is_noted_by_name(learner: Learner) -> None:
    notes = await learner.tell("We are five, my husband Stefan, Emma 7, Jakob 5 and Leni 2.")
    assert any("Emma" in note and "7" in note for note in notes)
    assert not any("Stefan is 7" in note for note in notes)


async def test_capital_letters_of_a_list_of_notes_are_not_those_of_words(person: Person) -> None:
    await person.say("I'm Kat from Vienna", "what do you know about me?", "my husband Stefan is 41")
    assert "Husband Stefan is 41" in await person.notes()


@pytest.mark.parametrize(
    ("content", "message", "others", "home"),
    [
        ("Is from Vienna", "i'm from vienna", [], "Vienna"),
        ("Is in Amsterdam", "daan, 29, amsterdam", [], "Amsterdam"),
        ("Home is Stirling", "our home is stirling", ["Is from Edinburgh"], "Stirling"),
        ("Is from Dublin", "i'm from dublin, i live in berlin", ["Lives in Berlin"], None),
        ("Is from Cork", "i am from cork originally", [], None),
        ("Is from Italy", "i'm from italy", [], None),
        ("Is in love", "i'm in love", [], None),
    ],
)
def test_who_is_from_a_town_lives_there(content: str, message: str, others: list[str], home: str | None) -> None:
    assert find_home(content, message, others) == home


def test_a_move_replaces_the_home_of_before() -> None:
    moved = replace_home(Edit("add", (), "Lives in Stirling"), "we moved to Stirling", ["Is 68", "Is from Edinburgh"])
    assert (moved.verb, moved.notes) == ("replace", (2,))
    stays = Edit("add", (), "Lives in Stirling")
    assert replace_home(stays, "we live in Stirling", ["Is from Edinburgh"]) == stays


async def test_a_search_starts_at_the_town_that_somebody_is_from(learner: Learner) -> None:
    await learner.tell("My name is Margaret, I am 68 and a retired teacher from Edinburgh.")
    assert (await learner.profile())["home"] == "Edinburgh"
    notes = await learner.tell("our home is not Edinburgh any longer, we moved to Stirling last month")
    assert not any("from Edinburgh" in note for note in notes)
    assert (await learner.profile())["home"] == "Stirling"


def test_what_somebody_takes_back_is_known() -> None:
    assert takes_back("Works in sun", "wait i dont work in sun lol i need sun")
    assert not takes_back("Works in sun", "i work in sun, not in rain")
    assert not takes_back("Does not work", "i don't work")


async def test_a_yes_erases_the_one_note_that_was_asked_about(person: Person) -> None:
    reply = await person.say("my wife is vegan", "forget the thing with the food of her")
    if "Do you mean “" in reply:
        reply = await person.say("yes that one. later")
    assert "erased" in reply
    assert await person.notes() == []


@pytest.mark.parametrize(
    "text",
    [
        ("my son ", each, "")
        for each in (
            "son ",
            "A",
            "Emma 7, ",
            "1",
            ", ",
            "is the little ",
            "and ",
            "kids Emma, 7, ",
            "kids A 7 and ",
            "Emma is ",
            "kids: Emma ",
            "Leo is ",
            "a, ",
        )
    ],
)
def test_relatives_take_linear_time(text: tuple[str, str, str]) -> None:
    assert_linear(lambda said: find_list(said, ["Children are Emma, 7, and Leni, 2"]), [text])
    assert_linear(lambda said: put_relation_right("Son Leo is 4", said, "", []), [text])
    assert_linear(lambda said: put_age_right("Son Leo is 4", said), [text])


async def test_nothing_is_erased_but_what_shall_stay_if_that_is_not_known(person: Person) -> None:
    await person.say("I'm vegan")
    assert "erased nothing" in await person.say("forget everything except my budget")


async def test_who_asks_about_others_and_themselves_sees_all(person: Person) -> None:
    await person.say("my wife Ana is diabetic and I'm vegan")
    reply = await person.say("what do you remember about Ana and me?")
    assert "Ana" in reply
    assert "vegan" in reply


async def test_a_note_moves_to_the_relative_who_is_meant(person: Person) -> None:
    await person.say("my son is vegetarian", "no it's my daughter who is vegetarian, not my son")
    assert await person.notes() == ["Daughter is vegetarian"]


@pytest.mark.parametrize(
    ("sentence", "note"),
    [
        ("with my wife Sandra and our children Nico, 3, and Lara, 6.", "Children are Nico, 3, and Lara, 6"),
        ("the kids emma 7 and jakob (5)", "Children are Emma, 7, and Jakob, 5"),
        ("my two grandkids Ben 9 & Tim 11 are coming", "Grandchildren are Ben, 9, and Tim, 11"),
        ("our sons Tom is 4, Tim is 6 and Bob aged 9", "Sons are Tom, 4, Tim, 6, and Bob, 9"),
    ],
)
def test_relatives_told_with_their_ages_are_one_note(sentence: str, note: str) -> None:
    assert find_list(sentence, ["Is vegan"]) == (Edit("add", (), note),)


@pytest.mark.parametrize(
    "sentence", ["two kids and room 12", "kids from 3 to 6", "Emma 7 and Leni 2", "our son Leo, 4"]
)
def test_nobody_is_read_into_numbers(sentence: str) -> None:
    assert find_list(sentence, ["Children are Emma, 7, and Leni, 2"]) == ()


def test_an_age_in_a_list_is_put_right() -> None:
    notes = ["Is vegan", "Children are Nico, 3, and Lara, 6"]
    right = Edit("replace", (2,), "Children are Nico, 3, and Lara, 7")
    assert find_list("Lara had her birthday last week, she is now 7.", notes) == (right,)
    assert find_list("Lara sleeps in room 7", notes) == ()
    again = find_list("our kids Nico 4, Lara 7 and Max 1", notes)
    assert again == (Edit("replace", (2,), "Children are Nico, 4, Lara, 7, and Max, 1"),)


def test_no_child_is_lost_from_a_list() -> None:
    notes = ["Children are Tom, 5, and Ann, 7", "Nephews are Tom, 11, and Ben, 4"]
    assert find_list("Tom is 6 now", notes) == ()  # whose Tom?
    merged = find_list("the kids Ann 8 and Lea 1", notes)
    assert merged == (Edit("replace", (1,), "Children are Tom, 5, Ann, 8, and Lea, 1"),)
    assert find_list("our girls Ann 3 and Lea 1", notes) == (Edit("add", (), "Girls are Ann, 3, and Lea, 1"),)


async def test_an_age_to_come_leaves_the_list(learner: Learner) -> None:
    await learner.tell("Our kids: Emma 7, Jakob 5 and little Leni 2")
    notes = await learner.tell("Emma turns 8 on 3 May")
    assert "Children are Emma, 7, Jakob, 5, and Leni, 2" in notes


def test_a_list_says_what_is_told_of_each() -> None:
    listed = [Edit("add", (), "Children are Nico, 3, and Lara, 6")]
    assert is_of_list("has a children called nico, 6", listed)
    assert is_of_list("Daughter is called Lara", listed)
    assert not is_of_list("Lara likes horses", listed)
    assert not is_of_list("", listed)


async def test_a_family_with_ages_is_learned_and_kept_right(learner: Learner) -> None:
    await learner.tell("I live in Zurich with my wife Sandra and our children Nico, 3, and Lara, 6.")
    notes = await learner.tell("Lara had her birthday last week, she is now 7.")
    assert [note for note in notes if "Nico" in note or "Lara" in note] == ["Children are Nico, 3, and Lara, 7"]


def test_an_age_replaces_all_others_of_that_name() -> None:
    notes = ["Son Kyle is 14", "Kyle is 13", "Nephew Tim is 14", "Kyle likes golf"]
    assert replace_age(Edit("replace", (1,), "Son Kyle is 15"), notes).notes == (1, 2)
    assert replace_age(Edit("add", (), "Son Kyle is 15"), notes).notes == ()
    assert replace_age(Edit("replace", (4,), "Kyle likes chess"), notes).notes == (4,)


def test_ones_own_name_is_put_right_and_keeps_its_surname() -> None:
    notes = ["Is vegan", "Is called Edd"]
    right = Edit("replace", (2,), "Is called Ed Farrow", "name", "Ed Farrow")
    assert find_own_name("my own name: it is Ed Farrow", notes) == (right,)
    assert find_own_name("my name is Edd", notes) == ()
    assert find_own_name("her name is Ed Farrow", notes) == ()
    shorter = Edit("replace", (1,), "is called ed", "name", "ed")
    assert replace_name(shorter, ["Is called Ed Farrow"]) == Edit("keep", (1,))
    assert replace_name(shorter, ["Is called Edward"]) == shorter


def test_nothing_new_replaces_no_note() -> None:
    old = "Can only travel in the school holidays"
    assert says_nothing_new("Can travel in the school holidays", "In February we have holidays.", old)
    assert not says_nothing_new("Can travel in the school holidays", "not only in the school holidays", old)
    assert not says_nothing_new("Can travel in May", "we can travel in May", old)


def test_a_parent_of_some_is_not_as_old_as_these() -> None:
    (edit,) = find_list("Mum of three here (2, 6 and 11)", [])
    assert (edit.verb, edit.content) == ("add", "Children are 2, 6 and 11")
