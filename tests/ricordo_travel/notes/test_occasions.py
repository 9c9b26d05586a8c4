"""On which trips something holds, what a message erases by all its words, and notes in broken words."""

from __future__ import annotations

import pytest

from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.known import Row
from ricordo_travel.notes.meant import count_erasures, find_more_of, find_whole
from ricordo_travel.notes.occasions import keep_occasion, limit_to_occasion
from ricordo_travel.notes.pronouns import put_person_right
from ricordo_travel.notes.sentences import OWN_WORDS
from ricordo_travel.notes.wording import is_garbled, mend_content
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.notes.conftest import Learner, Person

_PAYS = "Never pays more than 200 dollars"


@pytest.mark.parametrize(
    ("content", "sentence", "kept"),
    [
        (_PAYS, "on work trips I never pay more than 200 dollars", f"{_PAYS} on work trips"),
        (_PAYS, "when I travel for work I never pay more than 200 dollars", f"{_PAYS} on work trips"),
        ("Needs a gym", "for business trips I need a gym", "Needs a gym on business trips"),
        (_PAYS, "I never pay more than 200 dollars", _PAYS),
        ("Husband Rui needs a gym", "on work trips my husband Rui needs a gym", "Husband Rui needs a gym"),
        ("Likes work trips", "on work trips I am happy", "Likes work trips"),
        ("Needs a wheelchair", "I need a wheelchair, not only on work trips", "Needs a wheelchair"),
        ("Is vegan", "I'm vegan and on work trips I fly premium", "Is vegan"),
        ("Likes jazz", "I like jazz, and on work trips I need a gym", "Likes jazz"),
        (_PAYS, "I never pay more than 200 dollars, but not on family trips", _PAYS),
    ],
)
def test_a_note_says_on_which_trips_it_holds(content: str, sentence: str, kept: str) -> None:
    assert keep_occasion(Edit("add", (), content), sentence).content == kept


def test_a_note_that_holds_on_some_trips_fills_no_slot() -> None:
    edit = Edit("add", (), "Prefers a gym", "preferences", "gym")
    assert keep_occasion(edit, "on work trips I prefer a gym").slot is None
    assert keep_occasion(edit, "I prefer a gym") == edit


def test_a_note_is_limited_to_the_trips_that_are_named() -> None:
    notes = ["Is vegan", _PAYS]
    said = "The 200 dollars is only for work trips, not with Rui."
    assert limit_to_occasion(said, notes) == (Edit("replace", (2,), f"{OWN_WORDS}{said}"),)
    assert limit_to_occasion(said, [f"{_PAYS} on work trips"]) == (Edit("keep", (1,)),)
    for other in (
        "The 200 dollars is for work trips.",
        "Is the 200 dollars only for work trips?",
        "Find me a hotel for 200 dollars, I only need one night on work trips",
        "My wife only pays 200 dollars on family trips",
    ):
        assert limit_to_occasion(other, notes) == ()
    assert limit_to_occasion(said, ["Is vegan"]) == limit_to_occasion(said, [_PAYS, "Never pays 200 dollars"]) == ()


async def test_a_rule_for_work_is_learned_and_limited(learner: Learner) -> None:
    notes = await learner.tell("On work trips I never pay more than 200 dollars a night.")
    assert notes == ["Never pays more than 200 dollars a night on work trips"]
    notes = await learner.tell("I never fly before 9:00 in the morning", "the 9:00 thing is only for business trips")
    assert "Never flies before 9:00 in the morning" not in notes


def _make_row(content: str) -> Row:
    return {"content": content, "subject": None}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("forget that rui is too old, it is absurd", ["Husband Rui is too old"]),
        (
            "neither! forget that rui is too old, and forget 'never stays in backpacks'.",
            ["Husband Rui is too old", "Never stays in backpacks"],
        ),
        ("rui is too old", []),
        ("don't forget that rui is too old", []),
        ("don’t forget that rui is too old!", []),
        ("dont forget that rui is too old", []),
        ("please never ever forget that rui is too old", []),
        ("did you forget that rui is too old?", []),
        ("you won't forget that rui is too old, will you?", []),
        ("forget my budget but keep that rui is too old", []),
        ("erase where i live, and remember rui is too old", []),
        ("forget everything except that rui is too old", []),
        ("forget that rui is old", []),
        (
            "forget that rui is too old and never stays in backpacks",
            ["Husband Rui is too old", "Never stays in backpacks"],
        ),
        ("forget where i live and remember rui is too old", []),
        ("forget the hotel. rui is too old", []),
    ],
)
def test_a_note_of_which_all_is_said_is_erased(text: str, found: list[str]) -> None:
    rows = [
        _make_row("Husband Rui is too old"),
        _make_row("Never stays in backpackers"),
        _make_row("Never stays in backpacks"),
    ]
    assert [row["content"] for row in find_whole(text, rows)] == found


def test_wishes_to_erase_are_counted() -> None:
    assert count_erasures("forget that, and erase this. don't forget me") == 2


async def test_a_list_of_children_is_not_erased_for_one_of_them(person: Person) -> None:
    await person.say("our children Emma, 7, and Jakob, 5")
    assert "Shall I erase “Children are Emma, 7, and Jakob, 5”?" in await person.say("forget Emma")
    assert await person.notes() == ["Children are Emma, 7, and Jakob, 5"]


async def test_a_note_that_is_kept_stays(person: Person) -> None:
    await person.say("my son Leo has a peanut allergy", "our budget is 3000 dollars")
    await person.say("Forget my budget but keep that my son Leo has a peanut allergy")
    assert "Son Leo has a peanut allergy" in await person.notes()


def test_who_is_alike_is_not_the_same() -> None:
    def find(text: str, subject: str, *others: str) -> list[str | None]:
        rows = [{"content": each, "subject": each} for each in (subject, *others)]
        return [row["subject"] for row in find_more_of(text, rows[:1], rows)]

    assert find("forget my son", "son", "son Leo", "daughter Mia", "children") == ["son Leo"]
    assert find("forget my mother-in-law", "mother-in-law", "mother", "mother-in-law Eva") == ["mother-in-law Eva"]
    assert find("forget my mum", "mum", "mother", "grandmother") == ["mother"]
    assert find("forget my husband", "husband Tom", "wife", "husband", "husband Tim") == ["husband"]


async def test_just_the_note_that_is_named_goes(person: Person) -> None:
    await person.say("I never stay in hostels", "my husband Rui has celiac disease", "my husband Rui is 54")
    reply = await person.say("Neither! Forget that Rui has celiac disease, it is absurd.")
    assert "I have erased “Husband Rui has celiac disease”" in reply
    assert "Do you mean" not in reply
    assert "Husband Rui is 54" in await person.notes()


def test_what_we_are_is_no_note_about_somebody_else() -> None:
    sentence = "Rui and I never stay in hostels, we are too old for that"
    assert put_person_right("Husband Rui is too old", sentence, []) == ""
    assert put_person_right("Husband Rui never stays in hostels", sentence, []) == "Husband Rui never stays in hostels"


@pytest.mark.parametrize("content", ["Has from Glasgow", "Wife Saima cannot doing stairs", "Travels as Glasgow"])
def test_broken_words_are_no_note(content: str) -> None:
    assert is_garbled(content)


@pytest.mark.parametrize(
    "content", ["Is from Glasgow", "Cannot bring a dog", "Travels as a family", "Wants in no case noise"]
)
def test_whole_words_are(content: str) -> None:
    assert is_garbled(content) == content.startswith("Wants in")


@pytest.mark.parametrize(
    ("content", "mended"),
    [("is a architect", "is an architect"), ("has a unicorn", "has a unicorn"), ("a nurse", "a nurse")],
)
def test_an_article_fits_its_word(content: str, mended: str) -> None:
    assert mend_content(content, "") == mended


async def test_were_is_we_are(learner: Learner) -> None:
    assert await learner.tell("were from glasgow") == ["Is from Glasgow"]


async def test_binning_a_note_cancels_nothing(person: Person) -> None:
    await person.say("i like jazz. flight from edinburgh to lisbon 15 february for 3", "1", "yes")
    reply = await person.say("likes jazz is still there, bin it")
    assert "cancel" not in reply.lower()
    assert await person.notes() == []


@pytest.mark.parametrize(
    "text", [("on ", each, "") for each in ("work trips ", "when i ", "only ", "forget ", "a ", "we, ")]
)
def test_occasions_take_linear_time(text: tuple[str, str, str]) -> None:
    assert_linear(lambda said: keep_occasion(Edit("add", (), "Needs a gym"), said), [text])
    assert_linear(lambda said: limit_to_occasion(said, [_PAYS]), [text])
    assert_linear(lambda said: find_whole(said, [_make_row("Is too old")]), [text])
    assert_linear(lambda said: put_person_right("Rui is too old", said, []), [text])
