"""The words of a note as the reader writes it: its capital letters, its marks, and its numbers."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ricordo_travel.dialogue.values.text import remove_accents
from ricordo_travel.notes.wording import mend_content, mend_numbers
from tests.promises.hostile import MAX_TEXT, assert_linear


@pytest.mark.parametrize(
    ("content", "message", "mended"),
    [
        ("husband tom hates pools", "my husband tom hates pools", "husband Tom hates pools"),
        ("is called rose", "im rose", "is called Rose"),
        ("dog is called xiomaro", "xiomaro is our dog", "dog is called Xiomaro"),
        ("lives in graz", "we moved to graz", "lives in Graz"),
        ("hates new york", "never again new york", "hates New York"),
        ("works for ibm", "i work for IBM", "works for IBM"),
        ("friend mcfly is 9", "my friend McFly is 9", "friend McFly is 9"),
        ("wife has two cats", "my wife has two cats", "wife has two cats"),
        ("likes the sea", "The sea is what I like", "likes the sea"),
        ("hates noise", "i HATE NOISE", "hates noise"),
        ("is a nurse", "hi. I am a nurse", "is a nurse"),
    ],
)
def test_names_and_places_have_capital_letters_and_nothing_else(content: str, message: str, mended: str) -> None:
    assert mend_content(content, message) == mended


def test_a_name_is_spelt_as_in_what_was_said_before() -> None:
    assert mend_content("daughter maeva is 8", "she is 8", "our kid maeva", "so “Daughter MaeVa” it is") == (
        "daughter MaeVa is 8"
    )


@pytest.mark.parametrize(
    ("content", "mended"),
    [
        ("budget is $ 1 , 200", "budget is $1,200"),
        ("pays 3 . 5 %", "pays 3.5%"),
        ("eats at 10 : 30", "eats at 10:30"),
        ("doesn ' t eat pork", "doesn't eat pork"),
        ("mother - in - law is 80", "mother-in-law is 80"),
        ("children are lea , 8 , and jo , 11", "children are Lea, 8, and Jo, 11"),
        ("kids are 4 , 7 and 11", "kids are 4, 7 and 11"),
    ],
)
def test_marks_stand_beside_their_words(content: str, mended: str) -> None:
    assert mend_content(content) == mended


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Pays 150 a night", "never more than 150 a night"),
        ("Budget is 1,200", "1200 dollars"),
        ("Budget is 12000", "12,000 dollars"),
        ("Son is 8", "my son is eight"),
        ("Travels as 3", "the three of us"),
        ("Is a nurse", "i'm a nurse since 1998"),
    ],
)
def test_a_number_that_was_said_or_counted_stays(content: str, message: str) -> None:
    assert mend_numbers(content, message) == content


@pytest.mark.parametrize(
    ("content", "message"),
    [("Is 63 and lives at 54", "hello"), ("Budget is $700", "between 300 and 400"), ("Is 45", "i'm a nurse")],
)
def test_a_note_with_a_number_that_nobody_said_is_empty(content: str, message: str) -> None:
    assert mend_numbers(content, message) == ""


@pytest.mark.parametrize(
    ("content", "message", "known", "mended"),
    [
        ("Budget is $900", "my budget is 1200 now", "Budget is $900", "Budget is $1,200"),
        ("Budget is $3,000", "make it 1500", "Budget is $3,000", "Budget is $1,500"),
        ("Is 45", "im 46 now", "Is 45", "Is 46"),
        ("Born in 1980", "i was born in 1981", "Born in 1980", "Born in 1981"),
    ],
)
def test_the_new_amount_stands_in_the_place_of_the_one_before(
    content: str, message: str, known: str, mended: str
) -> None:
    assert mend_numbers(content, message, known) == mended


def test_a_number_of_another_note_may_stay_beside_a_new_one() -> None:
    content = "Grandchildren are Emma, 29, and Paul, 31"
    assert mend_numbers(content, "emma is 29 already", "Grandchildren are Emma, 28, and Paul, 31") == content


_TEXTS = st.text(max_size=120) | st.text("aA1,.$'’ -:Tom0²٣", max_size=120)


@given(_TEXTS, _TEXTS, _TEXTS)
@example("A a", "", "")
def test_any_words_are_mended(content: str, message: str, known: str) -> None:
    mended = mend_content(content, message, known)
    new, old, said = (re.findall(r"[^\W_]+", remove_accents(text.lower())) for text in (mended, content, message))
    for word, before in zip(new, old, strict=True):
        assert word == before or (before, word) == ("a", "an") or (word.startswith(before) and word in said)
    assert isinstance(mend_numbers(content, message, known), str)


_NUMBERS = st.lists(st.integers(0, 99_999).map(str) | st.sampled_from(["a", "1,200", "$900", "7"]), max_size=4)


@given(_NUMBERS, _NUMBERS, _NUMBERS)
def test_no_number_is_written_that_nobody_said(content: list[str], message: list[str], known: list[str]) -> None:
    mended = mend_numbers(" ".join(content), " ".join(message), " ".join(known))
    written, said = _find_numbers(mended), _find_numbers(" ".join([*message, *known]))
    assert {number for number in written if number > 20} <= said


def _find_numbers(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", text.replace(",", ""))}


@pytest.mark.parametrize("text", [("", "Tom and ", ""), ("", "1,", ""), ("", "$ 1 , ", ""), ("", "called ", "")])
def test_mending_takes_linear_time(text: tuple[str, str, str]) -> None:
    assert_linear(lambda words: mend_content("husband tom is 1", words), [text], sizes=(MAX_TEXT, 4 * MAX_TEXT))
    assert_linear(lambda words: mend_content(words, words), [text])
    assert_linear(lambda words: mend_numbers("Is 45", words, words), [text])
