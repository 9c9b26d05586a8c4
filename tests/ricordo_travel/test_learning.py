"""Statements about somebody are learned from messages; requests, picks and questions teach nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ricordo import Candidate, Exchange, Scope, StoredTurn
from ricordo_travel.dialogue.replies.questions import ASK_BUDGET, ASK_NIGHTS
from ricordo_travel.notes.extractor import NotesExtractor

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def turn(text: str, role: str = "user") -> StoredTurn:
    return StoredTurn(role, role, text, None, NOW, NOW, Scope(user="ivy", session="now"))  # type: ignore[arg-type]


async def learn(text: str, reply: str = "", said: str = "hi") -> tuple[Candidate, ...]:
    before = (turn(said), turn(reply, "assistant")) if reply else ()
    return (await NotesExtractor().extract(Exchange((turn(text),), before))).candidates


@pytest.mark.parametrize(
    "text",
    [
        "yes please",
        "ok lovely, the cheaper of the two then",
        "I'd like the later one and a car for the weekend",
        "we need two rooms in Porto from the 3rd, for four people",
        "do you know if my wife could bring her bike?",
        "never mind, the one with the garden is good",
        "my flight is at nine, I said the 12th",
        "I don't know yet, I'm still thinking",
        "we want to stay five nights, arriving on friday",
        "Could my brother in law pick the car up?",
        "I was thinking of Oslo, can I fly on Monday?",
        "max 90 a night and somewhere quiet",
    ],
)
async def test_a_request_teaches_nothing(text: str) -> None:
    assert await learn(text) == ()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("show me flights to Athens, I always sit on the aisle", "Always sits on the aisle"),
        ("We don't enjoy long drives, so something near please", "Does not enjoy long drives"),
        ("My aunt is coming along. She is diabetic", "Aunt is diabetic"),
        ("I can't climb stairs and hate lifts", "Cannot climb stairs"),
        ("my cousin Rita lives there, always a window seat for me", "Always wants a window seat"),
        ("my wife is vegan, aisle seats for me please", "Wife is vegan"),
        ("our daughter Emma loves boats but she is allergic to fish", "Daughter Emma is allergic to fish"),
        ("we'd take our nephew, he is 6, on a little trip", "Nephew is 6"),
    ],
)
async def test_a_statement_beside_a_request_is_learned(text: str, content: str) -> None:
    assert content in [each.content for each in await learn(text)]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("we are five", {"travellers"}),
        ("hotel for five people in Rome", set[str]()),
        ("we're staying for a week", set[str]()),
        ("our budget is 2,000 dollars", {"budget"}),
        ("the return is on 17 dec, no budget", set[str]()),
        ("last autumn we were in Kyoto", {"visited"}),
    ],
)
async def test_one_trip_is_no_habit(text: str, fields: set[str]) -> None:
    found = {each.field for each in await learn(text)} & {"travellers", "trip_length", "budget", "visited"}
    assert found == fields


@pytest.mark.parametrize(
    ("text", "field"),
    [("it is only me who eats fish", "travellers"), ("And we are no vegetarians or anything strict.", "diet")],
)
async def test_what_is_denied_or_said_of_eating_fills_no_field(text: str, field: str) -> None:
    assert field not in {each.field for each in await learn(text)}


async def test_a_dislike_is_no_liking() -> None:
    (found,) = await learn("We don't like getting up early, so please nothing before ten")
    assert found.field not in {"likes", "preferences"}
    assert "not like" in found.content


async def test_an_answer_fills_the_field_that_was_asked_for() -> None:
    found = await learn("around 1500 dollars", f"I'd love to help! {ASK_BUDGET}", "hi, i want to plan a vacation")
    assert [each.field for each in found] == ["budget"]
    assert await learn("4 nights", f"A room in Rome. {ASK_NIGHTS}", "i need a room in rome") == ()


async def test_ages_belong_to_the_children() -> None:
    (found,) = await learn("our kids are 4, 7 and 11, any ideas for easter?")
    assert found.content in {"Kids are 4, 7 and 11", "Children are 4, 7 and 11"}
    assert found.subject in {"kids", "children"}


@pytest.mark.parametrize("text", ["please forget that I am vegan", "please don't remember my age", "take my age out"])
async def test_what_is_to_be_forgotten_is_not_learned(text: str) -> None:
    assert await learn(text) == ()


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("is there a cheaper day? like mid week", set[str]()),
        ("anything with a sauna? the company pays up to 240", {"Company pays up to 240"}),
        (
            "oh and my youngest gets carsick and is allergic to nuts",
            {"Youngest gets carsick", "Youngest is allergic to nuts"},
        ),
        (
            "please remember that my son theo (5) is allergic to eggs",
            {"Son Theo is 5", "Son Theo is allergic to eggs"},
        ),
        ("Hello dear. I also need a window seat, my left knee is bad.", {"Needs a window seat", "Left knee is bad"}),
    ],
)
async def test_each_fact_is_one_note(text: str, contents: set[str]) -> None:
    assert {each.content for each in await learn(text)} == contents


async def test_a_family_is_learned_with_its_ages() -> None:
    found = await learn("we r a family of 4 (me, my husband, and kids 6 and 9) in chicago")
    fields = {each.field: each.value for each in found if each.field}
    assert fields["travellers"] == "four"
    assert "Kids are 6 and 9" in {each.content for each in found}
    assert all(each.content.count("(") == each.content.count(")") for each in found)


async def test_a_denial_of_what_is_known_is_no_new_memory() -> None:
    assert await learn("i dont like museums lol thats wrong, forget it", "I remember that you like museums.") == ()


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("i meant i always take the cheapest option", ["Always takes the cheapest option"]),
        ("my husbands 40 now", ["Husband is 40"]),
        ("remember im goofy footed and hate early flights", ["Is goofy footed", "Hates early flights"]),
        ("my aunt can't walk far", ["Aunt cannot walk far"]),
        ("I'm 1.95 tall so leg room matters, remember that", ["Is 1.95 tall"]),
    ],
)
async def test_a_note_keeps_its_subject_and_its_object(text: str, contents: list[str]) -> None:
    assert [each.content for each in await learn(text)] == contents


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("remember im allergic to nuts and Jonas gets seasick", ["Is allergic to nuts", "Jonas gets seasick"]),
        (
            "Oliver is mad about gladiators and he won't eat fish",
            ["Oliver is mad about gladiators", "Oliver does not eat fish"],
        ),
        ("it's Zofia who usually comes along", ["Zofia usually comes along"]),
        ("my hubby Tom hates flying", ["Husband is called Tom", "Husband Tom hates flying"]),
        ("mum's called Ruth, she uses a stick", ["Mother is called Ruth", "Mother Ruth uses a stick"]),
    ],
)
async def test_nobody_gets_a_relation_that_was_not_said(text: str, contents: list[str]) -> None:
    assert [each.content for each in await learn(text)] == contents
