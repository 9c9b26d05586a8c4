"""What is indexed of a turn and of a memory."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.language.documents import (
    carries_previous,
    dense_memory,
    dense_text,
    dense_texts,
    format_date,
    memory_terms,
    turn_terms,
)
from ricordo.language.words import count_terms, terms
from ricordo.ports.store import SpokenText
from ricordo.values import Scope, StoredTurn, Turn

MAY = datetime(2024, 5, 3, 23, 59, tzinfo=UTC)


def test_a_turn_is_found_by_its_words_its_speaker_and_its_date() -> None:
    found = turn_terms(Turn("user", "I love hiking, hiking!", author="Ann"), MAY, None)
    assert found == {"3": 1, "may": 1, "2024": 1, "ann": 1, "love": 1, "hike": 2}


def test_a_turn_without_an_author_is_found_by_its_role() -> None:
    assert turn_terms(Turn("assistant", "Sure."), MAY, None)["assist"] == 1


def test_a_turn_that_comes_in_and_one_that_is_stored_have_the_same_words() -> None:
    stored = StoredTurn("1", "user", "I love hiking", "Ann", MAY, MAY, Scope(user="ann"))
    incoming = Turn("user", "I love hiking", author="Ann")
    before = SpokenText("user", "before")
    assert turn_terms(stored, MAY, before) == turn_terms(incoming, MAY, before)
    assert dense_text(stored, incoming) == dense_text(incoming, stored)


def test_a_short_turn_carries_the_end_of_the_turn_before_it() -> None:
    previous = "beginning " + "filler " * 30 + "Where do you live?"
    found = turn_terms(Turn("user", "In Berlin."), MAY, SpokenText("assistant", previous))
    assert found["live"] == 1
    assert found["berlin"] == 1
    assert found["begin"] == 0


@pytest.mark.parametrize(("length", "carried"), [(499, 1), (500, 0), (501, 0)])
def test_a_long_turn_stands_by_itself(length: int, carried: int) -> None:
    turn, previous = Turn("user", "x" * length), SpokenText("assistant", "Where do you live?")
    assert carries_previous(turn) == bool(carried)
    assert turn_terms(turn, MAY, previous)["live"] == carried
    assert ("live" in dense_text(turn, previous)) == bool(carried)


def test_the_first_turn_of_a_session_carries_nothing() -> None:
    turn = Turn("user", "In Berlin.")
    assert turn_terms(turn, MAY, None) == turn_terms(turn, MAY, SpokenText("assistant", ""))
    assert dense_text(turn, None) == "user: In Berlin."


def test_a_memory_is_found_by_its_words_and_its_date() -> None:
    assert memory_terms("Lives in Berlin", MAY) == {"3": 1, "may": 1, "2024": 1, "live": 1, "berlin": 1}


def test_of_a_turn_the_speaker_and_the_beginning_are_embedded() -> None:
    assert dense_text(Turn("user", "I love hiking", author="Ann"), None) == "Ann: I love hiking"
    assert dense_text(Turn("user", "x" * 480 + "y"), None) == "user: " + "x" * 480


def test_a_short_turn_is_embedded_with_the_end_of_the_turn_before_it() -> None:
    asked = Turn("assistant", "x" * 500 + " Where do you live?")
    answer, thanks = Turn("user", "In Berlin.", author="Ann"), Turn("assistant", "Thank you!")
    first, second, third = dense_texts([asked, answer, thanks], None)
    assert first == "assistant: " + "x" * 480
    assert second.startswith("Ann: In Berlin. (to assistant: xxx")
    assert second.endswith("xxx Where do you live?)")
    assert len(second) < 250
    assert third == "assistant: Thank you! (to Ann: In Berlin.)"
    assert dense_texts([answer, thanks], asked) == [second, third]


def test_of_a_memory_the_beginning_is_embedded() -> None:
    assert dense_memory("Lives in Berlin") == "Lives in Berlin"
    assert dense_memory("x" * 480 + "y") == "x" * 480


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (MAY, "3 May 2024"),
        (datetime(1999, 12, 31, tzinfo=UTC), "31 December 1999"),
        (datetime(1, 1, 1, tzinfo=UTC), "1 January 1"),
        (datetime(9999, 12, 31, tzinfo=UTC), "31 December 9999"),
    ],
)
def test_dates_are_written_as_people_say_them(at: datetime, expected: str) -> None:
    assert format_date(at) == expected


@pytest.mark.parametrize("asked", ["May 3rd, 2024", "3 may", "in May", "the 3rd of May 2024", "2024"])
def test_a_turn_is_found_by_its_date_however_it_is_asked_for(asked: str) -> None:
    assert set(terms(asked)) <= turn_terms(Turn("user", "hello"), MAY, None).keys()


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1).filter(str.strip)


@given(texts, st.none() | st.text(), st.datetimes(timezones=st.just(UTC)))
@settings(max_examples=60, deadline=None)
def test_any_turn_has_at_least_the_words_of_its_text_and_date(text: str, previous: str | None, at: datetime) -> None:
    found = turn_terms(Turn("user", text), at, None if previous is None else SpokenText("assistant", previous))
    assert found >= Counter(terms(text))
    assert found >= memory_terms("hello", at) - Counter(["hello"])
    assert all(count > 0 for count in found.values())


@given(st.text() | st.lists(st.sampled_from(["hiking", "Hikes", "AT&T", "1,000", "it's", "旅行", "4th"])).map(" ".join))
def test_words_are_counted_as_they_are_read(text: str) -> None:
    assert count_terms(text) == Counter(terms(text))
