"""The facts that a message teaches about a person, one by one, and which notes these take the place of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo import Candidate, Cost, Exchange, Scope, StoredTurn
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.extractor import NotesExtractor, _make_candidates, find_value
from ricordo_travel.notes.people import find_subject
from ricordo_travel.notes.sentences import find_quote
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.notes.conftest import Learner

NOW = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("content", "subject"),
    [
        ("Wife is vegan", "wife"),
        ("Wife Anna is vegan", "wife Anna"),
        ("Best friend Tom hates fish", "best friend Tom"),
        ("Mother-in-law walks with a stick", "mother-in-law"),
        ("Grandchildren are Emma, 8, and Paul, 11", "grandchildren"),
        ("Children love zoos", "children"),
        ("Granny is 80", "granny"),
        ("Husband is called Tom", "husband"),
        ("Dog never sleeps alone", "dog"),
        ("Anna is vegan", "Anna"),
        ("James hates fish", "James"),
        ("Xiomara cannot swim", "Xiomara"),
    ],
)
def test_a_note_is_about_whom_it_begins_with(content: str, subject: str) -> None:
    assert find_subject(content) == subject


@pytest.mark.parametrize(
    "content",
    [
        "Is vegan",
        "Lives in Graz",
        "Has two dogs",
        "Always wants an aisle seat",
        "Never flies",
        "Budget is $900",
        "Gets migraines",
        "Plays tennis",
        "Dislikes crowds",
        "Both are retired",
        "Knee hurts",
        "Travels as three",
        "",
    ],
)
def test_a_note_about_the_person_has_no_subject(content: str) -> None:
    assert find_subject(content) is None


def test_a_note_quotes_the_clause_that_it_is_from() -> None:
    text = "a hotel in rome please. i'm vegan! and my wife\nhates stairs"
    assert find_quote(text, "Is vegan") == "i'm vegan!"
    assert find_quote(text, "Wife hates stairs") == "hates stairs"
    assert find_quote(" hotel, i'm vegan ", "Is vegan") == "i'm vegan"


@given(st.text(max_size=200), st.text(max_size=60))
def test_a_quote_is_a_span_of_the_text(text: str, content: str) -> None:
    assert find_quote(text, content) in text


@pytest.mark.parametrize("text", [("", "a. ", ""), ("", "\n", "x"), ("", "Tom and ", ""), ("", ". ", "")])
def test_quoting_takes_linear_time(text: tuple[str, str, str]) -> None:
    assert_linear(lambda words: find_quote(words, "Husband Tom hates pools"), [text])
    assert_linear(find_subject, [text])


@pytest.mark.parametrize(
    ("message", "note"),
    [
        ("hotel in rome from 10 june for 3 nights for two, my wife is allergic to nuts", "Wife is allergic to nuts"),
        ("flight to oslo on friday please. i always want an aisle seat", "Always wants an aisle seat"),
        ("we need a car in malaga for a week. my husband gets carsick", "Husband gets carsick"),
        ("we live in london. find us a hotel in rome, 3 nights from 10 june, 2 people", "Lives in London"),
    ],
)
async def test_a_fact_beside_a_request_is_noted_and_nothing_of_the_request(
    learner: Learner, message: str, note: str
) -> None:
    assert await learner.tell(message) == [note]


@pytest.mark.parametrize(
    ("message", "notes"),
    [
        ("my daughter mia is 7 and my son paul is 4", ["Daughter Mia is 7", "Son Paul is 4"]),
        ("i'm vegetarian and my husband tom hates flying", ["Is vegetarian", "Husband Tom hates flying"]),
        ("i like jazz and hiking", ["Likes jazz", "Likes hiking"]),
        ("hi im maria and i live in graz", ["Is called Maria", "Lives in Graz"]),
    ],
)
async def test_one_fact_is_one_note(learner: Learner, message: str, notes: list[str]) -> None:
    assert await learner.tell(message) == notes


async def test_a_note_rests_on_its_own_sentence(learner: Learner) -> None:
    await learner.tell("i'm a nurse. i hate crowded beaches! my budget is 1,500 dollars")
    quotes = {item.content: [piece.quote for piece in item.evidence] for item in await learner.memories()}
    assert quotes["Is a nurse"] == ["i'm a nurse."]
    assert quotes["Hates crowded beaches"] == ["i hate crowded beaches!"]
    assert "my budget is 1,500 dollars" in [quote for each in quotes.values() for quote in each]


async def test_what_is_said_of_the_person_fills_the_profile(learner: Learner) -> None:
    await learner.tell("i am vegan", "i live in cork", "our budget is 2000", "there are three of us", "i like jazz")
    assert await learner.profile() == {
        "dietary_requirements": "vegan",
        "home": "Cork",
        "budget_range": "$2,000",
        "number_of_travelers": "3",
        "interests": "jazz",
    }


async def test_what_is_said_of_a_relative_is_not_of_the_person(learner: Learner) -> None:
    notes = await learner.tell("my brother is vegan", "my sister lives in oslo", "my dog hates cars")
    assert notes == ["Brother is vegan", "Sister lives in Oslo", "Dog hates cars"]
    assert await learner.profile() == {}
    assert {item.subject for item in await learner.memories()} == {"brother", "sister", "dog"}


@pytest.mark.parametrize(
    ("before", "correction", "old", "new"),
    [
        (["i'm vegan", "i live in vienna"], "we moved, we live in graz now", "Lives in Vienna", "Lives in Graz"),
        (["my daughter mia is 7 and my son paul is 4"], "mia is 8 now", "Daughter Mia is 7", "Daughter Mia is 8"),
        (["i'm a nurse", "my budget is 900"], "my budget is 1200 now", "Budget is 900", "Budget is 1200"),
    ],
)
async def test_a_correction_replaces_the_note_that_it_is_about_and_no_other(
    learner: Learner, before: list[str], correction: str, old: str, new: str
) -> None:
    notes = await learner.tell(*before)
    assert set(await learner.tell(correction)) == {*notes, new} - {old}
    items = {item.content: item for item in await learner.memories()}
    assert items[old].state == "superseded"
    assert items[old].superseded_by == items[new].id
    assert all(piece.quote in " ".join(before) for piece in items[old].evidence)
    assert all(piece.quote in correction for piece in items[new].evidence)


async def test_a_note_of_another_kind_does_not_give_way(learner: Learner) -> None:
    assert await learner.tell("i'm vegan", "we moved, we live in graz now") == ["Is vegan", "Lives in Graz"]


async def test_what_the_reader_writes_changes_only_the_note_that_it_names(learner: Learner) -> None:
    await learner.tell("i'm vegan", "my sister lives in oslo")
    notes = await learner.memories()
    turn = StoredTurn("1", "user", "we live in graz now", None, NOW, NOW, Scope(user="ann"))

    def make(edit: Edit) -> list[Candidate]:
        return list(_make_candidates(turn, [edit], notes))

    (diet,) = make(Edit("replace", (1,), "Is vegetarian", "diet", "vegetarian"))
    assert (diet.replaces, diet.field, diet.is_new) == ((notes[0].id,), "diet", False)
    (home,) = make(Edit("replace", (1,), "Lives in Graz", "home", "Graz"))  # another slot does not give way
    assert (home.replaces, home.is_new) == ((), True)
    (brother,) = make(Edit("add", (), "Brother is vegan", "diet", "vegan"))  # nor is it of the person
    assert (brother.subject, brother.field, brother.value) == ("brother", None, None)
    for edit in (
        Edit("erase", (1,)),
        Edit("show", is_all=True),
        Edit("private"),
        Edit("keep", (2,)),
        Edit("drop", (1,)),
    ):
        assert make(edit) == []


@pytest.mark.parametrize(
    "message",
    [
        "hotel in rome under 100 a night",
        "show me the cheapest flight to paris on friday",
        "find me a hotel in lisbon for 2",
        "is breakfast included?",
        "do i need a visa for japan?",
        "is my sister allowed to bring her dog?",
        "if i were vegan, would there be a restaurant?",
        "if i was rich i would go first class",
        "please cancel my booking",
        "send me the cheapest hotel in rome",
        "please forget that i'm vegan",
        "what do you know about me?",
        "yes please",
    ],
)
async def test_searches_questions_hypotheses_and_orders_teach_nothing(learner: Learner, message: str) -> None:
    assert await learner.tell(message) == []


async def test_what_the_assistant_says_teaches_nothing() -> None:
    said = [("assistant", "Wife Anna is vegan and you live in Graz."), ("user", "ok thanks")]
    turns = [StoredTurn(text, role, text, None, NOW, NOW, Scope(user="ann")) for role, text in said]  # type: ignore[arg-type]
    assert (await NotesExtractor().extract(Exchange(tuple(turns)))).candidates == ()


async def test_learning_costs_nothing_and_sums_nothing_up() -> None:
    turn = StoredTurn("1", "user", "i'm vegan", None, NOW, NOW, Scope(user="ann"))
    assert NotesExtractor().estimate(Exchange((turn,))) == Cost()
    assert await NotesExtractor().summarise([turn]) is None


def test_a_trip_to_no_place_is_no_place_that_somebody_has_seen() -> None:
    edits = [
        Edit("add", (), "Has been to Atlantis", "visited", "Atlantis"),
        Edit("add", (), "Was in Rome", "visited", "Rome"),
    ]
    assert [find_value(edit) for edit in edits] == [(None, None), ("visited", "Rome")]
