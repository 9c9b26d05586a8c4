"""The parts of a message as they are learned from, and amounts in the currency that was said."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.clauses import find_clauses
from ricordo_travel.dialogue.recollection import list_learned, says_more
from ricordo_travel.dialogue.statements import format_budget
from ricordo_travel.dialogue.told_parts import find_given_name, read_message


def test_a_wish_that_goes_on_after_remember_is_told() -> None:
    parts = read_message("remember i always want an aisle seat and a hotel with gym, 4 stars min", None)
    assert [part.act for part in parts] == ["tell"]


def test_a_search_after_remember_stays_a_search() -> None:
    parts = read_message("remember i always want an aisle seat. and find me a hotel in rome 3 may", None)
    assert [part.act for part in parts] == ["tell", "search"]


@pytest.mark.parametrize(
    ("amount", "text", "value"),
    [
        (220, "my budget is euros not dollars and it's per night", "220 euros a night"),
        (90, "in pounds, not euros", "90 pounds"),
        (2500, "it's 2500", "$2,500"),
        (300, "£300 a person", "300 pounds a person"),
    ],
)
def test_a_budget_keeps_its_currency(amount: int, text: str, value: str) -> None:
    assert format_budget(amount, text) == value


def test_a_memory_of_somebody_else_is_not_learned_from_the_same_words() -> None:
    rows = [
        {"content": "Son is allergic to nuts", "subject": "son", "quotes": ["is allergic to nuts"]},
        {"content": "Aunt is allergic to nuts", "subject": "aunt", "quotes": ["is allergic to nuts"]},
    ]
    assert list_learned("my son is allergic to nuts", rows) == rows[:1]


def test_a_memory_says_more_than_its_value_if_words_are_left() -> None:
    content = "Always wants an aisle seat and a hotel with gym"
    assert says_more({"field": "preferences", "value": "aisle seat", "content": content})
    assert not says_more({"field": "preferences", "value": "aisle seat", "content": "Prefers an aisle seat"})


@pytest.mark.parametrize(
    ("message", "name", "whose"),
    [
        ("its peter. and yes book it", "peter", "husband"),
        ("Peter", "Peter", "husband"),
        ("his name is Karl", "Karl", "husband"),
    ],
)
def test_a_name_is_given_after_it_was_asked_for(message: str, name: str, whose: str) -> None:
    given = find_given_name(message, "I have nothing about your husband in memory.")
    assert given is not None
    assert (given.name, given.whose) == (name, whose)


@pytest.mark.parametrize(
    "message", ["Really.", "no, show me hotels", "its fine", "ok", "hmm", "No.", "yes book it", "lol", "sure"]
)
def test_not_every_word_is_a_name(message: str) -> None:
    assert find_given_name(message, "I have nothing about your husband in memory.") is None


def test_what_is_asked_to_be_remembered_after_it_is_told() -> None:
    parts = read_message("she is vegetarian, her name is Giulia. can you remember that?", "Hotels in Paris")
    assert [part.act for part in parts] == ["tell"]


def test_a_question_what_was_booked_is_none_about_memory() -> None:
    parts = read_message("yes both. and did you get the aisle?", "Please say yes or no.")
    assert [part.act for part in parts] == ["yes", "ask_offer"]


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("My maximum is 2500 dollars all together", ["my budget is 2500 dollars all together"]),
        ("I still prefer the beach", ["I prefer the beach"]),
        ("We're all in and around London", ["We live in London"]),
        ("Pat can't stand the heat", ["Pat can't stand the heat"]),
        ("my wife is vegetarian and her name is Ana", ["my wife is vegetarian", "my wife is called Ana"]),
        ("My daughter asks if we could have a rental car", []),
        ("My sister is just one person, dear", []),
        ("You don't understand me", []),
        ("Meeting moved", []),
        ("I like the hotel number 6", []),
    ],
)
def test_only_what_lasts_is_noted(text: str, spoken: list[str]) -> None:
    assert [clause.spoken for clause in find_clauses(text, is_telling=True)] == spoken


@pytest.mark.parametrize(
    ("message", "act", "text"),
    [
        ("You forgot the 16:40 flight to Bali", "pick", "the 16:40 flight to Bali"),
        (
            "And you left out the flight back, that would be on the 21st",
            "search",
            "the flight back, that would be on the 21st",
        ),
    ],
)
def test_what_was_left_out_is_asked_for(message: str, act: str, text: str) -> None:
    assert [(part.act, part.text) for part in read_message(message, None)] == [(act, text)]
