"""What is asked of notes: who and what is known, what a limit was, and whether the one note that is meant shall go."""

from __future__ import annotations

import pytest

from ricordo_travel.notes.limits import find_limits
from ricordo_travel.notes.meant import find_nearest, find_people, is_of_another, names_surely
from ricordo_travel.notes.replies import NOT_KEPT, NOT_POINTED, REMEMBERS_LAST, asks_about_note
from tests.ricordo_travel.notes.conftest import Person

_ASKS = "? Please say yes or no."


def _row(content: str, subject: str | None = None, field: str | None = None) -> dict[str, str | None]:
    return {"content": content, "subject": subject, "field": field}


_HENRI = _row("Husband Henri cannot have shellfish", "husband Henri")


@pytest.mark.parametrize(
    "message",
    [
        "what is Henri allergic to",
        "Do you still know what Henri is allergic to?",
        "whats henri allergic to",
        "does henri have any food things",
        "tell me everything you remember about my husband",
    ],
)
async def test_what_is_known_of_somebody_is_not_denied(person: Person, message: str) -> None:
    reply = await person.say("my husband Henri cannot have shellfish", message)
    assert reply == "You told me: Husband Henri cannot have shellfish."


async def test_a_relative_is_known_by_the_relation(person: Person) -> None:
    await person.say("My fiancée is vegetarian and a little afraid of long flights.")
    reply = await person.say("we are getting married in september", "tell me everything you remember about my fiancée.")
    assert "Fiancée is vegetarian" in reply
    assert "Fiancée is afraid of long flights" in reply


def test_people_are_found_by_name_and_relation() -> None:
    rows = [_HENRI, _row("Is vegan"), _row("Son is 4", "son")]
    assert find_people("what does henri eat", rows) == [_HENRI]
    assert find_people("what does my husband eat", rows) == [_HENRI]
    assert find_people("what does my husband eat", rows, by_name=True) == []


async def test_how_many_travel_is_told_alone(person: Person) -> None:
    await person.say("We are a family of five. My mother-in-law uses a wheelchair.")
    assert await person.say("how many of us are we now?") == "You told me: Travels as five."


async def test_a_limit_that_nobody_named_is_not_known(person: Person) -> None:
    await person.say("a hotel in Rome please", "I like the $272 one")
    assert "have nothing about that" in await person.say("what's my budget?", conversation="later")


async def test_a_limit_is_told_whatever_it_is_called(person: Person) -> None:
    await person.say("my company pays up to 350 a night")
    assert "350 a night" in await person.say("what's my hotel limit per night?", conversation="later")
    assert find_limits([_row("Is 24"), _row("Wife pays at most 90", "wife")]) == []


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("my mother in law uses a wheelchair", "please forget about my mother in law, she isn't coming"),
        ("I prefer an automatic", "Kindly forget that I prefer an automatic, since my friend will be driving."),
        ("My husband cannot eat nuts", "forget what i said about my husband and the nuts"),
    ],
)
async def test_the_one_note_that_is_named_is_erased_at_once(person: Person, told: str, message: str) -> None:
    assert "Done: I have erased" in await person.say(told, message)
    assert await person.notes() == []


@pytest.mark.parametrize(("answer", "left"), [("yes please", 0), ("no", 1)])
async def test_the_one_note_that_may_be_meant_is_asked_about(person: Person, answer: str, left: int) -> None:
    reply = await person.say("We got robbed in Rome", "Forget the robbery")
    assert reply.endswith(_ASKS)
    assert "Please say which" not in reply
    assert asks_about_note(reply)
    before = await person.notes()
    assert len(before) == 1
    reply = await person.say(answer)
    assert len(await person.notes()) == left
    assert reply.startswith("Done: I have erased" if not left else "All right, I have erased nothing.")
    assert "Nothing waits" not in reply


async def test_a_note_that_shares_one_of_the_words_is_asked_about(person: Person) -> None:
    reply = await person.say("I love night trains", "please forget what i said about the night ferry")
    assert "I have erased" not in reply
    assert await person.notes() == ["Loves night trains"]


async def test_no_note_about_something_else_is_erased_or_asked_about(person: Person) -> None:
    reply = await person.say("i get anxious in big crowds", "me and my bf tim broke up so forget about him")
    assert reply == NOT_POINTED
    assert await person.notes() == ["Gets anxious in big crowds"]


def test_all_that_is_to_be_erased_is_in_one_note_only() -> None:
    rows = [_row("Daughter Mia is vegan", "daughter Mia"), _row("Is vegan")]
    assert names_surely("forget that mia is vegan", rows[0], rows)
    assert not names_surely("forget the vegan thing", rows[1], rows)
    assert not names_surely("mia is vegan", rows[0], rows)


def test_what_is_said_of_somebody_else_takes_no_own_note_back() -> None:
    rows = [_row("Is pescatarian"), _row("Partner Jo is allergic to wasps", "partner Jo")]
    assert is_of_another("i never said jo was pescatarian did i", rows[0], rows)
    assert not is_of_another("i never said i was pescatarian", rows[0], rows)
    assert find_nearest("jo and the wasps", rows) == [rows[1]]


async def test_a_question_about_a_note_waits_beside_nothing_else(person: Person) -> None:
    await person.say("We got robbed in Rome", "the cheapest hotel in Lisbon from 10 june for 3 nights for two")
    asked = await person.say("book the first one")
    assert "Shall I book this?" in asked
    reply = await person.say("please erase what I told you about the robbery")
    assert reply.count("Still waiting for your yes:") == 1
    assert "Shall I erase" not in reply
    assert await person.notes() != []


@pytest.mark.parametrize("message", ["Please remember both.", "can you note that down please", "remember all of that"])
def test_who_wants_the_last_remembered_says_so(message: str) -> None:
    assert REMEMBERS_LAST.fullmatch(message.lower())


@pytest.mark.parametrize("message", ["remember that I'm vegan", "do you remember that", "keep it under 100"])
def test_who_tells_something_says_more(message: str) -> None:
    assert not REMEMBERS_LAST.fullmatch(message.lower())


async def test_what_was_noted_last_is_kept_on_request(person: Person) -> None:
    assert await person.say("Please remember both.") == NOT_KEPT
    await person.say("I am vegan and my wife is coeliac")
    assert await person.say("Please remember both.") == "All right, I keep “Is vegan” and “Wife is coeliac”."


async def test_who_only_greets_is_greeted(person: Person) -> None:
    await person.say("my name is Maureen")
    reply = await person.say("hello its maureen again", conversation="later")
    assert reply.startswith("Hi again!")
    assert await person.notes() == ["Is called Maureen"]
