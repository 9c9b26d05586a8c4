"""A question, read once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.language.words import terms
from ricordo.recall.question import Question, read

NOW = datetime(2026, 5, 20, tzinfo=UTC)
MOST_TERMS, DENSE, SHORT = 64, 480, 150


def asked(text: str) -> Question:
    return read(text, NOW)


def test_the_words_of_a_question_are_counted_as_keywords() -> None:
    assert asked("Where did I go hiking, hiking with Ann?").terms == {"go": 1, "hike": 2, "ann": 1}


def test_each_keyword_keeps_the_word_that_was_first_asked_with() -> None:
    assert asked("hiking hikes Café").words == {"hike": "hiking", "cafe": "cafe"}


def test_a_question_knows_the_times_that_it_names() -> None:
    found = asked("What did I say yesterday, or in March?")
    assert {period.label for period in found.periods} == {"yesterday", "March"}


def test_a_question_without_words_is_still_a_question() -> None:
    found = asked("?!")
    assert (found.text, found.terms, found.words, found.periods) == ("?!", {}, {}, ())


def test_of_a_long_message_the_words_at_the_beginning_and_the_end_are_looked_up() -> None:
    words = [f"w{number}" for number in range(200)]
    found = list(asked(" ".join(words)).terms)
    assert found == words[: MOST_TERMS // 2] + words[-MOST_TERMS // 2 :]


def test_a_message_of_as_many_words_as_are_looked_up_is_kept_whole() -> None:
    words = [f"w{number}" for number in range(MOST_TERMS)]
    assert list(asked(" ".join(words)).terms) == words


def test_words_that_are_looked_up_are_counted_over_the_whole_message() -> None:
    middle = " ".join(f"w{number}" for number in range(200))
    assert asked(f"tea {middle} tea").terms["tea"] == 2


def test_a_short_question_is_embedded_as_it_is() -> None:
    assert asked("Where do I live?").dense_text == "Where do I live?"
    assert asked("x" * DENSE).dense_text == "x" * DENSE


def test_of_a_long_message_the_beginning_and_the_end_are_embedded() -> None:
    text = "a" * (DENSE // 2) + "b" * 1000 + "c" * (DENSE // 2)
    assert asked(text).dense_text == "a" * (DENSE // 2) + " " + "c" * (DENSE // 2)


@pytest.mark.parametrize(
    "text",
    [
        "What is my dog called?",
        "Where do I live?",
        "where did we go on our trip",
        "Tell me about myself",
        "What is mine?",
    ],
)
def test_a_short_question_in_the_first_person_is_about_oneself(text: str) -> None:
    assert asked(text).is_about_oneself


@pytest.mark.parametrize(
    "text",
    [
        "What did you tell me about Rome?",
        "Which hotel have you found for us?",
        "What were the books you recommended to me?",
        "You said I should rest",
        "you've suggested a plan for my trip",
        "the recipe you gave me",
        "What was your advice for my garden?",
        "the poem that you wrote for me",
        "Could you remind me?",
        "Can you list my appointments?",
    ],
)
def test_a_question_about_what_the_assistant_said_is_not_about_oneself(text: str) -> None:
    assert not asked(text).is_about_oneself


@pytest.mark.parametrize("text", ["the plan you’ve suggested for my trip", "What was it you’ve told me?"])
def test_the_kind_of_apostrophe_makes_no_difference(text: str) -> None:
    assert asked(text.replace("’", "'")).is_about_oneself == asked(text).is_about_oneself


@pytest.mark.parametrize("text", ["What is the capital of France?", "hiking", "", "Miami and Maine", "minecraft"])
def test_a_question_that_names_nobody_is_not_about_oneself(text: str) -> None:
    assert not asked(text).is_about_oneself


@pytest.mark.parametrize(("length", "expected"), [(SHORT, True), (SHORT + 1, False)])
def test_a_long_message_is_not_a_question_about_oneself(length: int, expected: bool) -> None:
    assert asked("my ".ljust(length, "x")).is_about_oneself == expected


@given(st.text(max_size=300) | st.lists(st.text(max_size=5), max_size=120).map(" ".join))
@settings(max_examples=100, deadline=None)
def test_what_is_looked_up_of_any_text_stands_in_it(text: str) -> None:
    found = asked(text)
    assert len(found.terms) <= MOST_TERMS
    assert found.terms.keys() <= found.words.keys()
    all_terms = terms(text)
    assert all(all_terms.count(term) == count for term, count in found.terms.items())
    assert len(found.dense_text) <= DENSE + 1


@pytest.mark.parametrize(
    "text",
    [
        "Where did I live before?",
        "Where did my sister work?",
        "What was my previous job?",
        "I used to live somewhere else, where was it?",
        "Which car did I have last year?",
        "Where was I living then?",
        "Wo habe ich früher gewohnt?",
        "¿Dónde vivía antes?",
        "以前住在哪里？",
    ],
)
def test_a_question_about_the_past_is_known(text: str) -> None:
    assert asked(text).is_about_the_past


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "Where did I say that I live?",
        "What did you recommend?",
        "What did my wife tell you?",
        "What should I pack before the trip?",
        "I am used to it",
        "What is my budget this week?",
        "Suggest something for next month",
    ],
)
def test_other_questions_are_not_about_the_past(text: str) -> None:
    assert not asked(text).is_about_the_past
