"""What is learned from a message: statements about somebody. Requests, picks and questions teach nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo import Candidate, Exchange, Scope, StoredTurn
from ricordo_travel.dialogue.clauses import Clause, find_clauses
from ricordo_travel.dialogue.questions import ASK_BUDGET, ASK_NIGHTS
from ricordo_travel.learning import StatementExtractor, describe

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def turn(text: str, role: str = "user") -> StoredTurn:
    return StoredTurn(role, role, text, None, NOW, NOW, Scope(user="ivy", session="now"))  # type: ignore[arg-type]


async def learn(text: str, reply: str = "") -> tuple[Candidate, ...]:
    before = (turn(reply, "assistant"),) if reply else ()
    return (await StatementExtractor().extract(Exchange((turn(text),), before))).candidates


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
        "I'm looking for something by the sea, I love that one",
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
        ("keep in mind: upper bunk never", None),
        ("We don't enjoy long drives, so something near please", "Does not enjoy long drives"),
        ("My aunt is coming along. She is diabetic", "Aunt is diabetic"),
        ("please remember window seat", "Prefers window seat"),
        ("I can't climb stairs and hate lifts", "Cannot climb stairs"),
        ("my cousin Rita lives there, always a window seat for me", "Always wants a window seat"),
        ("my wife is vegan, aisle seats for me please", "Wife is vegan"),
        ("our little Emma loves boats but she is allergic to fish", "Emma is allergic to fish"),
        ("Yes. And I have one correction: Lucas turned 9 last week", "Lucas is 9"),
        ("we'd take our nephew, he is 6, on a little trip", "Nephew is 6"),
        ("We are two and want to take our granddaughter along", "Travellers: 3"),
        ("we're no vegans or anything", "Is not vegan"),
    ],
)
async def test_a_statement_beside_a_request_is_learned(text: str, content: str | None) -> None:
    contents = [each.content for each in await learn(text)]
    assert contents if content is None else content in contents


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


async def test_a_habit_of_the_writer_is_not_of_whom_they_named() -> None:
    found = await learn("my brother can't come, always an aisle seat for us")
    assert not [each for each in found if each.subject and "aisle" in each.content]


async def test_a_dislike_is_no_liking() -> None:
    (found,) = await learn("We don't like getting up early, so please nothing before ten")
    assert found.field not in {"likes", "preferences"}
    assert "not like" in found.content


async def test_an_answer_fills_the_field_that_was_asked_for() -> None:
    assert [each.field for each in await learn("around 1500 dollars", f"I'd love to help! {ASK_BUDGET}")] == ["budget"]
    assert await learn("4 nights", f"A room in Rome. {ASK_NIGHTS}") == ()


async def test_ages_belong_to_the_children() -> None:
    contents = [each.content for each in await learn("it's us and three kids (4, 7 and 11), any ideas for easter?")]
    assert contents[:1] == ["Has three kids, aged 4, 7 and 11"]


async def test_what_is_to_be_forgotten_is_not_learned() -> None:
    assert await learn("please forget that I am vegan") == ()


def test_a_clause_is_told_in_the_third_person() -> None:
    assert describe(Clause("i never carry luggage", "i never carry luggage")) == "Never carries luggage"
    assert describe(Clause("my mum can't walk far", "my mum can't walk far", owner="mum")) == "Mum can't walk far"


@given(st.text(max_size=300))
def test_clauses_are_words_of_the_message(text: str) -> None:
    plain = text.replace("\u2019", "'")
    assert all(clause.text in plain for clause in find_clauses(text))


@pytest.mark.parametrize(
    "piece", ["i am ", "my ", "and i ", "remember ", "my a b c d is ", ", , ", "kids 1 and 2 and "]
)
def test_clauses_take_linear_time(piece: str) -> None:
    assert len(find_clauses(piece * 20_000)) <= 40


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("is there a cheaper day? like mid week", set[str]()),
        ("anything with a sauna? the company pays up to 240", set[str]()),
        (
            "oh and my youngest gets carsick and is allergic to nuts",
            {"Youngest gets carsick", "Youngest is allergic to nuts"},
        ),
        ("please remember that my son theo (5) is allergic to eggs",
         {"Has a son, Theo", "Son Theo (5) is allergic to eggs"}),
        ("Hello dear. I also need a window seat, my left knee is bad.", {"Needs a window seat", "Left knee is bad"}),
        ("remember i always want an aisle seat and a hotel with gym, 4 stars min",
         {"Always wants an aisle seat and a hotel with gym, 4 stars min"}),
    ],
)  # fmt: skip
async def test_a_part_that_tells_is_kept_whole_and_a_wish_is_not_kept(text: str, contents: set[str]) -> None:
    assert {each.content for each in await learn(text)} == contents


async def test_a_family_is_learned_with_its_home_and_ages() -> None:
    found = await learn("we r a family of 4 (me, my husband, and kids 6 and 9) in chicago")
    assert {each.field: each.value for each in found if each.field} == {
        "travellers": "we r a family of 4",
        "home": "Chicago",
    }
    assert "Has kids, aged 6 and 9" in {each.content for each in found}
    assert all(each.content.count("(") == each.content.count(")") for each in found)


async def test_a_denial_of_what_is_known_is_no_new_memory() -> None:
    assert await learn("i dont like museums lol thats wrong, forget it", "I remember that you like museums.") == ()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("were all arsenal fans btw", "Are all arsenal fans"),
        ("we are big chess fans", "Are big chess fans"),
        ("my eldest just turned 10 so update that pls", "Eldest is 10"),
        ("our oldest has just had her 11th birthday", "Oldest is 11"),
        ("my husbands 40 now", "Husband is 40"),
        ("i love italy", "Loves Italy"),
    ],
)
async def test_a_note_is_a_sentence(text: str, content: str) -> None:
    assert [each.content for each in await learn(text)] == [content]


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("i meant i always take the cheapest option", ["Always takes the cheapest option"]),
        ("remember im allergic to nuts and Jonas gets seasick", ["Is allergic to nuts", "Jonas gets seasick"]),
        ("remember im goofy footed and hate early flights", ["Is goofy footed", "Hates early flights"]),
        ("I prefer aisle seats and 4-star hotels", ["Prefers aisle seats", "Prefers 4-star hotels"]),
        ("my parents will lend us a car, so that is all we need", []),
        ("I am allergic to... no, only I don't eat pork", ["Does not eat pork"]),
        (
            "Oliver is mad about gladiators and he won't eat fish",
            ["Oliver is mad about gladiators", "Oliver won't eat fish"],
        ),
        (
            "my daughter Zofia, 8, usually comes with me",
            ["Has a daughter, Zofia", "Daughter usually comes with me"],
        ),
        ("it's Zofia who usually comes with me", ["Zofia usually comes with me"]),
        (
            "I can only travel in the school holidays, 11 July to 23 August; please remember that",
            ["Can only travel in the school holidays, 11 July to 23 August"],
        ),
        ("I'm 1.95 tall so leg room matters, remember that", ["Is 1.95 tall so leg room matters"]),
        ("please note that our party includes two vegans", ["Party includes two vegans"]),
    ],
)
async def test_a_note_keeps_its_subject_and_its_object(text: str, contents: list[str]) -> None:
    assert [each.content for each in await learn(text)] == contents
