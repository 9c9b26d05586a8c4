"""Dates that a model resolves follow from the words and the day on which they were said, or are refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.language.calendar import follows_from

SAID = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)  # a Monday

RIGHT = [
    ("2026-10", "I moved here last month"),
    ("2026-10-01", "I moved here last month"),
    ("2026", "I moved here last month"),
    ("2026-11-15", "I saw her yesterday"),
    ("2026-11", "I saw her yesterday"),
    ("2026-11-17", "tomorrow I fly to Rome"),
    ("2026-11-16T09:30:00Z", "I have just quit"),
    ("2026-11-16", "we no longer live there"),
    ("2026-11-20", "the exam is on Friday"),
    ("2026-11-20", "next Friday"),
    ("2026-11-27", "next Friday"),
    ("2026-11-13", "last Friday"),
    ("2026-11-16", "on Monday"),
    ("2026-03", "I started in March"),
    ("2027-03", "we fly in March"),
    ("2026-03-01", "I started in March"),
    ("2025-03", "in March last year"),
    ("2019", "I have lived here since 2019"),
    ("2019-01-01", "I have lived here since 2019"),
    ("2019-05", "since May 2019"),
    ("2019-05-03", "on 3 May 2019"),
    ("2026-05-03", "my exam was on May 3rd"),
    ("2023", "I moved three years ago"),
    ("2023-11", "I moved three years ago"),
    ("2026-10-26", "three weeks ago"),
    ("2026-11-09", "a week ago"),
    ("2027-01", "in two months"),
    ("2022", "I moved here at 30 and I'm 34 now"),
    ("1992", "I'm 34"),
    ("2026-11-14", "last weekend"),
    ("2026-07", "last summer"),
    ("2025-12-25", "at Christmas"),
    ("2027", "next year"),
    ("2016", "back in '16"),
    ("2026-10-26", "vor drei Wochen"),
    ("2024", "seit zwei Jahren"),
    ("2026-10", "letzten Monat"),
    ("2026-11-17", "morgen fliege ich"),
    ("2026-11-18", "am Mittwoch"),
    ("2026-03-03", "am 3. März"),
    ("2026-12-03", "am 3.12."),
    ("2026-10", "el mes pasado"),
    ("2023", "hace tres años"),
    ("2026-12", "el mes que viene"),
    ("2026-11-15", "ayer"),
    ("2027-05-03", "el 3 de mayo de 2027"),
    ("2026-11-17", "demain"),
    ("2026-11-06", "il y a dix jours"),
    ("2026-12", "le mois prochain"),
    ("2025", "l'année dernière"),
    ("2026-11-15", "ieri"),
    ("2026-11-02", "due settimane fa"),
    ("2026-10", "il mese scorso"),
    ("2026-11-15", "ontem"),
    ("2025", "no ano passado"),
    ("2026-12", "来月引っ越します"),
    ("2025", "昨年"),
    ("2023", "3年前"),
    ("2027-05-03", "5月3日に"),
    ("2019", "2019年から"),
    ("2026-10", "上个月"),
    ("2023", "三年前"),
    ("2026-11-17", "明天"),
    ("2027", "明年"),
]
WRONG = [
    ("2026-11-16", "I live in Leeds"),
    ("2019", "I moved to Leeds"),
    ("2018", "I have lived here since 2019"),
    ("2026-09", "last month"),
    ("2025-10", "last month"),
    ("2026-11-14", "yesterday"),
    ("2026-11-19", "on Friday"),
    ("2027-11-20", "on Friday"),
    ("2019-07", "since 2019"),
    ("2026-03-17", "I started in March"),
    ("2024-03", "I started in March"),
    ("2020", "three years ago"),
    ("2026-10-01", "three weeks ago"),
    ("2027", "three years ago"),
    ("2025", "in two years"),
    ("2022", "I moved here at 30"),
    ("2026-05", "I may go there"),
    ("2026-11-17", "gestern"),
    ("2026-12", "el mes pasado"),
    ("2026-11-15", "demain"),
    ("2026-10", "来月"),
    ("2020", "三年前"),
    ("2026-13-01", "last month"),
    ("soon", "soon"),
    ("", "today"),
    ("2026-02-30", "in February"),
    ("0000", "today"),
    ("2000", "my budget is 2000.50"),
]


@pytest.mark.parametrize(("date_text", "words"), RIGHT)
def test_a_date_that_was_named_or_implied_follows(date_text: str, words: str) -> None:
    assert follows_from(date_text, words, SAID)


@pytest.mark.parametrize(("date_text", "words"), WRONG)
def test_a_date_that_nobody_named_is_refused(date_text: str, words: str) -> None:
    assert not follows_from(date_text, words, SAID)


@given(st.dates(date(1950, 1, 1), date(2090, 12, 31)), st.integers(0, 2000))
def test_a_day_in_full_follows_from_itself_and_no_other_day_does(day: date, away: int) -> None:
    words = f"on {day.isoformat()}, yes"
    assert follows_from(day.isoformat(), words, SAID)
    assert follows_from(day.isoformat()[:7], words, SAID)
    other = day + timedelta(days=away + 1)
    if (other.month, other.day) not in {(1, 1), (12, 31)}:
        assert not follows_from(other.isoformat(), words, SAID)


@given(st.text(max_size=60), st.text(max_size=200), st.datetimes())
def test_no_text_is_too_odd(date_text: str, words: str, said: datetime) -> None:
    assert follows_from(date_text, words, said) in (True, False)


@pytest.mark.parametrize("said", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_the_first_and_the_last_day_are_no_exceptions(said: datetime) -> None:
    words = "last month, next month, yesterday, tomorrow, 3 years ago, in 99999 years, on Friday, last summer, I'm 90"
    assert not follows_from("2026-05-03", words, said)
    assert follows_from(f"{said:%Y}".zfill(4), "this year, as of today", said)
