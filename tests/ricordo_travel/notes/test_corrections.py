"""Nothing false is noted, corrected or taken back: a note gives way only to what is about the same thing."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.reading.people import ground_people
from ricordo_travel.dialogue.values.party import parse_party, tells_former
from ricordo_travel.notes.budgets import settle_budget
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.homes import find_home, settle_place
from ricordo_travel.notes.reader import read_edits
from ricordo_travel.notes.whole import find_rest, keep_from_now_on, put_name_right, put_right
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.notes.conftest import Learner, Person


def read(message: str, *notes: str, said: str = "", reply: str = "") -> list[tuple[str, str]]:
    """Return what is done to notes, each with what is written or whose place is taken."""
    edits = read_edits(said, reply, notes, message)
    return [(each.verb, each.content or "; ".join(notes[number - 1] for number in each.notes)) for each in edits]


def test_where_somebody_is_takes_the_place_of_no_other_fact() -> None:
    notes = ("Works remotely", "Budget is around 1800", "Was in Bali last year", "Loved Bali")
    said, reply = "is there a discount for staying a month?", "Meadow House Tenerife is $106 a night, $2,968 in all."
    reply += " I know of no fees beside that; whether there are some, the hotel can tell you."
    reply += " Compass Grand Tenerife is $255 a night, $7,140 in all."
    done = read("and flights, i'm in Berlin right now. one way is enough", *notes, said=said, reply=reply)
    assert [verb for verb, _ in done] == ["add"]
    assert "Was in" not in done[0][1]


async def test_where_somebody_is_now_takes_the_place_of_where_they_were(learner: Learner) -> None:
    notes = await learner.tell("i'm in Berlin", "hi, plans changed, i'm in Lisbon until october now, not berlin")
    assert notes == ["Is in Lisbon until october"]
    assert "home" not in await learner.profile()


@pytest.mark.parametrize(
    ("content", "sentence", "noted"),
    [
        ("Is from Manchester", "im flyin from manchester", None),
        ("Is from Graz", "leaving from Graz on 3 May", None),
        ("Lives in Leeds", "we travel from Leeds as usual", None),
        ("Is from Bristol", "hi, Sandra from Bristol", "Is from Bristol"),
        ("Is in Tuscany", "you'll mind me, the wedding in Tuscany", None),
        ("Is in Brussels", "she lives in Lyon and I am in Brussels", "Is in Brussels"),
        ("Was in Berlin", "i'm in Berlin", "Is in Berlin"),
        ("Was in Berlin", "i was in Berlin last May", "Was in Berlin"),
        ("Has been to 1984", "we went there in 1984", None),
        ("Has been to Rome", "our first trip to Rome was in 2010", "Has been to Rome"),
        ("Lives in Senator status", "I've moved to Senator status", None),
    ],
)
def test_a_place_is_noted_as_the_sentence_says_it(content: str, sentence: str, noted: str | None) -> None:
    edit = settle_place(Edit("add", (), content), sentence)
    assert (edit and edit.content) == noted


def test_where_somebody_is_for_some_days_is_no_home() -> None:
    assert find_home("Is in Berlin", "i'm in Berlin right now", []) is None
    assert find_home("Is in Berlin", "i'm in Berlin", []) == "Berlin"


def test_a_name_is_no_place() -> None:
    notes = ("Is in Inverness", "Cannot do early mornings")
    assert read("it's Morag here, you'll mind me, the wedding in Tuscany", *notes) == [("add", "Is called Morag")]


@pytest.mark.parametrize("sentence", ["it's Monday here", "it's Christmas here and we are cold"])
def test_a_day_is_no_name(sentence: str) -> None:
    assert not any("called" in content for _, content in read(sentence))


async def test_a_note_of_which_a_message_says_one_word_is_not_taken_back(person: Person) -> None:
    note = "I don't mind going from Edinburgh, my son Ewan can drive me down"
    await person.say(
        f"I'm in Inverness but {note}, he's awfully good that way", "I cannot be doing with early mornings"
    )
    before = await person.notes()
    await person.say("now will I need a car do you think? I've not driven on the right since 1998")
    assert set(before) <= set(await person.notes())


async def test_no_note_is_asked_about_that_a_message_does_not_speak_of(person: Person) -> None:
    await person.say("company is Halden Partners, never the ground floor")
    reply = await person.say("Drop the gym requirement. Not mandatory anymore.")
    assert "not so any more" not in reply
    assert "erased nothing" in reply


@pytest.mark.parametrize(
    ("said", "reply", "message", "notes", "gone", "noted"),
    [
        (
            "Good afternoon. Would you be so kind as to remind me what I have booked with you?",
            "You have no bookings.",
            "I am afraid I misspoke: I am not a vegetarian, I merely avoid shellfish.",
            ("Is a vegetarian", "Always prefers an aisle seat"),
            ("drop", "Is a vegetarian"),
            "avoid shellfish",
        ),
        (
            "what do you know about me?",
            "I remember that you live in Krakow. - Wife is called Ewa - Wife Ewa is vegetarian",
            "now please forget that she is vegetarian, she eats fish now",
            ("Lives in Krakow", "Wife is called Ewa", "Wife Ewa is vegetarian"),
            ("erase", "Wife Ewa is vegetarian"),
            "eats fish",
        ),
    ],
)
def test_what_holds_in_place_of_what_is_taken_back_is_noted(
    said: str, reply: str, message: str, notes: tuple[str, ...], gone: tuple[str, str], noted: str
) -> None:
    first, (verb, content) = read(message, *notes, said=said, reply=reply)
    assert first == gone
    assert verb == "add"
    assert noted in content


def test_a_reason_for_erasing_is_no_note() -> None:
    assert find_rest("forget the budget, we are broke", ["Budget is $900"]) == ""
    assert find_rest("I'm not vegan, do you have meat?", ["Is vegan"]) == ""
    assert find_rest("I'm not vegan, I eat fish", ["Is vegan"]) == "I eat fish"


async def test_a_correction_in_other_words_takes_the_place_of_what_it_denies(learner: Learner) -> None:
    await learner.tell("I'm vegetarian and afraid of flying")
    notes = await learner.tell("sorry, I got that wrong: I'm not vegetarian, I just don't eat pork")
    assert notes == ["Is afraid of flying", "Does not eat pork"]


@pytest.mark.parametrize(
    ("message", "notes"),
    [
        (
            "btw im a nurse n allergic to feathers so no feather pillows ever",
            ["Is a nurse", "Is allergic to feathers"],
        ),
        (
            "my youngest gets carsick so no long drives from the airport, pls remember that",
            ["Youngest gets carsick", "In own words: no long drives from the airport"],
        ),
        (
            "my son's moved to Aberdeen so I'd be better flying from there from now on",
            ["In own words: my son's moved to Aberdeen so I'd be better flying from there from now on"],
        ),
        (
            "we live in Krakow, my wife is call Ewa and she is vegetarian",
            ["Lives in Krakow", "Wife is called Ewa", "Wife Ewa is vegetarian"],
        ),
        ("im flyin from manchester", []),
        (
            "we're both 17 btw and super broke, like 600 euros each for everything",
            ["Is 17", "Budget is 600 euros each"],
        ),
    ],
)
async def test_a_note_is_put_well(learner: Learner, message: str, notes: list[str]) -> None:
    assert (await learner.tell(message))[: len(notes) or 1] == notes


def test_what_something_costs_is_no_budget() -> None:
    assert settle_budget([], "600 euros for everything is too much", ()) == []
    assert settle_budget([], "so 600 euros for everything?", ()) == []


def test_what_is_lost_beside_the_talk_is_read_by_itself() -> None:
    said = "My late wife and I went there in 1984, and I should like to see it again in September."
    reply = "I'd love to find you flights. Where would you like to go? Where will you fly from?"
    message = "I live in Edinburgh and would prefer to travel in the week beginning Monday the 14th of September"
    message += ", for five nights."
    assert read(message, said=said, reply=reply) == [("add", "Lives in Edinburgh")]


def test_what_holds_from_now_on_is_kept() -> None:
    kept = [Edit("add", (), "Always flies from Leeds")]
    assert keep_from_now_on("we fly from Leeds from now on", kept) == kept
    assert keep_from_now_on("can I fly from Leeds in the future?", []) == []


def test_one_word_is_put_right() -> None:
    notes = ["Tomás has a peanut allergy", "Sister turns 60 in July"]
    edit = put_right(Edit("replace", (1,), "Tomas has a tree nuts"), "Actually it's tree nuts, not peanuts", notes)
    assert edit
    assert edit.content == "Tomás has a tree nut allergy"
    assert put_right(Edit("add", (), "Wants June"), "it's June, not July", notes) is None


@pytest.mark.parametrize(
    ("content", "sentence", "noted"),
    [
        ("Priya eats anything", "oh and I'm vegetarian, Sam eats anything", "Sam eats anything"),
        ("Wedding Sam eats anything", "Sam eats anything", "Sam eats anything"),
        ("Husband Sam eats anything", "Sam eats anything", "Husband Sam eats anything"),
        ("Wife Anna is vegan", "she is vegan", "Wife Anna is vegan"),
    ],
)
def test_a_note_is_about_the_one_who_is_named(content: str, sentence: str, noted: str) -> None:
    assert put_name_right(content, sentence) == noted


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("my late wife and i went there in 1984, and i should like to see it again", None),
        ("my late husband loved trains", None),
        ("my sister and i went there last year", None),
        ("my brother and i did peru in 2012", None),
        ("my sister and i went there last year, now it is me and my two kids", 3),
        ("my wife and i want to go there", 2),
    ],
)
def test_who_has_died_or_came_along_long_ago_travels_no_more(text: str, people: int | None) -> None:
    assert parse_party(text) == people
    if people is None:
        assert ground_people(text, [("people", "2")]) == []


async def test_all_that_is_stored_is_told_with_where(person: Person) -> None:
    await person.say("I never fly with Ryanair")
    reply = await person.say("What personal data do you store about me, and where?")
    assert "Never flies with Ryanair" in reply
    assert "SQLite" in reply


async def test_who_comes_back_hears_what_was_looked_at(person: Person) -> None:
    await person.say("hotel in Vienna from 3 to 7 July 2026 for one person")
    reply = await person.say("me again, the one who writes so much", conversation="later")
    assert "Last time we looked at hotels for Vienna; that is not booked. What shall we plan this time?" in reply
    assert await person.notes() == []


async def test_what_a_pronoun_means_is_erased_by_all_its_words(person: Person) -> None:
    await person.say("my wife is called Ewa and she is vegetarian", "wrong, not Ewa. her name is Iwa")
    reply = await person.say("now please forget that she is vegetarian, she eats fish now")
    assert "is vegetarian” from what I know" in reply
    assert not any("vegetarian" in note for note in await person.notes())


async def test_a_budget_of_the_last_visit_is_told(person: Person) -> None:
    await person.say("we're both 17 btw and super broke, like 600 euros each for everything")
    assert "Budget is 600 euros each" in await person.say("what was our budget again?", conversation="later")


@pytest.mark.parametrize("repeated", ["my late wife went ", "it's a b, not a ", "i'm in a, and ", "5 euros for "])
def test_any_length_is_read_in_linear_time(repeated: str) -> None:
    text = ("", repeated, "")
    assert_linear(lambda said: settle_place(Edit("add", (), "Is in Berlin"), said), [text])
    assert_linear(lambda said: find_rest(said, ["Is late"]), [text])
    assert_linear(lambda said: put_right(Edit("replace", (1,), "Is b"), said, ["Is a"]), [text])
    assert_linear(lambda said: keep_from_now_on(said, []), [text])
    assert_linear(lambda said: put_name_right("Sam is late", said), [text])
    assert_linear(tells_former, [text])
