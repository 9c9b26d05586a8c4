"""Numbers, durations, headcounts and dates in texts."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.language.calendar import date_in
from ricordo.language.numbers import duration_in, numbers, numbers_in
from ricordo.language.people import headcount

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def spell(number: int) -> str:
    """Return a number in English words."""
    if number < 20:
        return _UNITS[number]
    if number < 100:
        tens = _TENS[number // 10 - 2]
        return f"{tens}-{_UNITS[number % 10]}" if number % 10 else tens
    if number < 1_000:
        rest = f" and {spell(number % 100)}" if number % 100 else ""
        return f"{_UNITS[number // 100]} hundred{rest}"
    rest = f" {spell(number % 1_000)}" if number % 1_000 else ""
    return f"{spell(number // 1_000)} thousand{rest}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("three of us", [3]),
        ("a family of four", [4]),
        ("about $2,000", [2000]),
        ("2k", [2000]),
        ("1.5k", [1500]),
        ("$2m", [2_000_000]),
        ("1.80 m tall", [1.8]),
        ("between 1,500 and 2,000", [1500, 2000]),
        ("three and two", [3, 2]),
        ("I turned thirty-four", [34]),
        ("twentyone", [21]),
        ("a hundred", [100]),
        ("one hundred and fifty", [150]),
        ("two thousand, five hundred", [2500]),
        ("a couple of thousand", [2000]),
        ("half a million", [500_000]),
        ("two and a half", [2.5]),
        ("two dozen eggs", [24]),
        ("12 345", [12_345]),
        ("1990-05-03", [1990, 5, 3]),
        ("I'm single, and someone is none of my business", []),
        ("1,2,3", [1, 2, 3]),
        ("9" * 400, []),
        ("", []),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, found: list[float]) -> None:
    assert numbers_in(text) == found


@given(st.integers(0, 999_999))
def test_a_number_in_words_is_read_back(number: int) -> None:
    assert numbers_in(spell(number)) == [number]
    assert numbers_in(f"I have {spell(number).upper()} of them") == [number]


@given(st.integers(0, 10**12), st.sampled_from(["{}", "{:,}", "${:,}", "about {}", "{} dollars", "<{}>"]))
def test_a_number_in_figures_is_read_back(number: int, form: str) -> None:
    assert numbers_in(form.format(number)) == [number]


@given(st.text(alphabet=st.sampled_from("0123456789.,- $kKm\u0660ａone twohundredthousandhalfa weekdays"), max_size=60))
def test_no_text_is_too_odd(text: str) -> None:
    for number in numbers(text):
        assert 0 <= number.value <= 1e15
        assert text[number.start : number.end].strip()
    length = duration_in(text)
    assert length is None or length >= timedelta(0)
    people = headcount(text)
    assert people is None or people >= 1


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("two weeks", 14),
        ("10 days", 10),
        ("for 3 nights", 3),
        ("a weekend", 2),
        ("a long weekend", 3),
        ("two long weekends", 6),
        ("a 2-week holiday", 14),
        ("a week and a half", 10.5),
        ("two and a half weeks", 17.5),
        ("a couple of weeks", 14),
        ("1 month+", 30),
        ("half a year", 182.5),
        ("a fortnight", 14),
        ("3 of us for a week", 7),
        ("in 2025, ten days", 10),
        ("two weeks in May 2025", 14),
        ("a week or so", 7),
        ("90 minutes", 1.5 / 24),
        ("a week or two", None),
        ("one or two weeks", None),
        ("10-14 days", None),
        ("a week to ten days", None),
        ("two days and three nights", None),
        ("some time", None),
        (f"{'9' * 30} years", None),
        ("99999999 years", None),
    ],
)
def test_a_length_of_time_is_read_if_there_is_one(text: str, days: float | None) -> None:
    assert duration_in(text) == (None if days is None else timedelta(days=days))


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("three of us", 3),
        ("a family of four", 4),
        ("just me", 1),
        ("I travel solo", 1),
        ("by myself", 1),
        ("me and my wife", 2),
        ("my wife and I", 2),
        ("my wife and myself", 2),
        ("with my husband", 2),
        ("me, my wife and two kids", 4),
        ("my wife and our baby", 3),
        ("two adults and two kids", 4),
        ("me and 3 friends", 4),
        ("with two friends", 3),
        ("I'm booking for 4 people", 4),
        ("my parents and me", 3),
        ("2", 2),
        ("we are five", 5),
        ("me and my kids", None),
        ("a group of friends", None),
        ("not alone", None),
        ("3 or 4", None),
        ("the whole family", None),
    ],
)
def test_people_are_counted_with_the_speaker(text: str, people: int | None) -> None:
    assert headcount(text) == people


@pytest.mark.parametrize(
    "text", ["1990-05-03", "3 May 1990", "May 3rd, 1990", "the 3rd of May 1990", "3.5.1990", "I was born on May 3 1990"]
)
def test_a_date_in_full_is_read(text: str) -> None:
    assert date_in(text) == date(1990, 5, 3)


@pytest.mark.parametrize("text", ["3 May", "1990", "31 February 2020", "3 May 1990 or 4 May 1990", "2020-13-01", ""])
def test_what_is_not_one_date_is_none(text: str) -> None:
    assert date_in(text) is None


@given(st.dates(min_value=date(1000, 1, 1)))
def test_a_date_is_read_back(day: date) -> None:
    assert date_in(f"on {day.isoformat()}, yes") == day
