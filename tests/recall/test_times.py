"""What a question says about time: every rule, both sides of every doubt, and nothing that breaks it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import process_time

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ricordo.recall.times import EveryYear, Period, Span, periods
from ricordo.stores.common.times import from_micros, to_micros

NOW = datetime(2026, 5, 20, 15, 30, tzinfo=UTC)  # a Wednesday
EARLIEST = datetime(1, 1, 2, tzinfo=UTC)


def day(text: str) -> datetime:
    """A day written 2024-05-01, or a moment written 2024-05-01T10:00."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def only(question: str, now: datetime = NOW) -> Period:
    found = periods(question, now)
    assert len(found) == 1, found
    return found[0]


def span(question: str, now: datetime = NOW) -> Span:
    found = only(question, now)
    assert isinstance(found, Span)
    return found


def fit(period: Period, *moments: str) -> list[float]:
    return period.fits(np.array([to_micros(day(moment)) for moment in moments], np.int64)).tolist()


# ── spans ────────────────────────────────────────────────────────────────────────────────────────────────────────────

DAYS = [
    ("What did I say on 2024-02-29?", "2024-02-29"),
    ("on 2024-2-9", "2024-02-09"),
    ("on 3 March 2024", "2024-03-03"),
    ("on the 3rd of March 2024", "2024-03-03"),
    ("on the 21st of march, 2024", "2024-03-21"),
    ("Sept. 5, 2024", "2024-09-05"),
    ("March 3rd 2024", "2024-03-03"),
    ("5 may 2024", "2024-05-05"),
    ("may 5 2024", "2024-05-05"),
    ("today", "2026-05-20"),
    ("tonight", "2026-05-20"),
    ("this morning", "2026-05-20"),
    ("this afternoon", "2026-05-20"),
    ("this evening", "2026-05-20"),
    ("yesterday", "2026-05-19"),
    ("last night", "2026-05-19"),
    ("the day before yesterday", "2026-05-18"),
    ("on Monday", "2026-05-18"),
    ("on Wednesday", "2026-05-20"),
    ("this Wednesday", "2026-05-20"),
    ("last Wednesday", "2026-05-13"),
    ("last Thursday", "2026-05-14"),
    ("previous tuesday", "2026-05-19"),
]


@pytest.mark.parametrize(("question", "expected"), DAYS)
def test_a_phrase_for_a_day_is_that_day(question: str, expected: str) -> None:
    found = span(question)
    assert (found.start, found.end) == (day(expected), day(expected) + timedelta(days=1))
    assert found.slack == timedelta(hours=12)


SPANS = [
    ("in March 2024", "2024-03-01", "2024-04-01"),
    ("Dec. 2023", "2023-12-01", "2024-01-01"),
    ("March of 2024", "2024-03-01", "2024-04-01"),
    ("May 2024", "2024-05-01", "2024-06-01"),
    ("last March", "2026-03-01", "2026-04-01"),
    ("last December", "2025-12-01", "2026-01-01"),
    ("last May", "2025-05-01", "2025-06-01"),
    ("last may", "2025-05-01", "2025-06-01"),
    ("this May", "2026-05-01", "2026-06-01"),
    ("spring 2023", "2023-03-01", "2023-06-01"),
    ("the winter of 2024", "2024-12-01", "2025-03-01"),
    ("fall 2023", "2023-09-01", "2023-12-01"),
    ("last autumn", "2025-09-01", "2025-12-01"),
    ("in the summer", "2025-06-01", "2025-09-01"),
    ("during winter", "2025-12-01", "2026-03-01"),
    ("this spring", "2026-03-01", "2026-06-01"),
    ("last spring", "2025-03-01", "2025-06-01"),
    ("last winter", "2025-12-01", "2026-03-01"),
    ("last Christmas", "2025-12-23", "2025-12-28"),
    ("Christmas 2023", "2023-12-23", "2023-12-28"),
    ("Halloween of 2024", "2024-10-29", "2024-11-03"),
    ("last New Year", "2025-12-30", "2026-01-04"),
    ("last Valentine's", "2026-02-12", "2026-02-17"),
    ("this week", "2026-05-18", "2026-05-25"),
    ("last week", "2026-05-11", "2026-05-18"),
    ("previous week", "2026-05-11", "2026-05-18"),
    ("this weekend", "2026-05-23", "2026-05-25"),
    ("last weekend", "2026-05-16", "2026-05-18"),
    ("this month", "2026-05-01", "2026-06-01"),
    ("last month", "2026-04-01", "2026-05-01"),
    ("this year", "2026-01-01", "2027-01-01"),
    ("last year", "2025-01-01", "2026-01-01"),
    ("in 1999", "1999-01-01", "2000-01-01"),
    ("2024", "2024-01-01", "2025-01-01"),
    ("in the last 3 weeks", "2026-04-29T15:30", "2026-05-21T15:30"),
    ("over the past few days", "2026-05-17T15:30", "2026-05-21T15:30"),
    ("the previous ten days", "2026-05-10T15:30", "2026-05-21T15:30"),
    ("recently", "2026-05-06T15:30", "2026-05-21T15:30"),
    ("lately", "2026-05-06T15:30", "2026-05-21T15:30"),
    ("the other day", "2026-05-06T15:30", "2026-05-21T15:30"),
    ("these days", "2026-05-06T15:30", "2026-05-21T15:30"),
]


@pytest.mark.parametrize(("question", "start", "end"), SPANS)
def test_a_phrase_for_a_time_is_a_span(question: str, start: str, end: str) -> None:
    found = span(question)
    assert (found.start, found.end) == (day(start), day(end))


@pytest.mark.parametrize(
    ("question", "now", "start"),
    [
        ("last month", "2026-01-15", "2025-12-01"),
        ("last year", "2026-01-01", "2025-01-01"),
        ("last week", "2026-01-01", "2025-12-22"),
        ("this week", "2026-01-01", "2025-12-29"),
        ("yesterday", "2024-03-01", "2024-02-29"),
        ("last winter", "2026-02-10", "2024-12-01"),
        ("this winter", "2026-02-10", "2025-12-01"),
        ("last winter", "2026-12-10", "2025-12-01"),
        ("last Christmas", "2026-12-25", "2026-12-23"),
        ("last Christmas", "2026-12-24", "2025-12-23"),
        ("last January", "2026-01-31", "2025-01-01"),
        ("on Sunday", "2026-05-24T23:59", "2026-05-24"),
        ("last Sunday", "2026-05-24", "2026-05-17"),
    ],
)
def test_a_phrase_is_seen_from_now(question: str, now: str, start: str) -> None:
    assert span(question, day(now)).start == day(start)


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("3 days ago", 3),
        ("three weeks ago", 21),
        ("a week ago", 7),
        ("two weeks back", 14),
        ("a few days earlier", 3),
        ("a couple of weeks ago", 14),
        ("couple days ago", 2),
        ("several days ago", 4),
        ("twelve months ago", 12 * 30.44),
        ("1.5 years ago", 1.5 * 365.25),
        ("a year ago", 365.25),
        ("10 Years Ago", 3652.5),
    ],
)
def test_so_long_ago_is_a_span_around_that_moment_which_widens_with_the_distance(question: str, days: float) -> None:
    found = span(question)
    assert abs(found.start + (found.end - found.start) / 2 - (NOW - timedelta(days=days))) < timedelta(seconds=1)
    assert abs(found.end - found.start - timedelta(days=max(0.75, 0.2 * days))) < timedelta(seconds=1)


# ── every year ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("question", "month", "date"),
    [
        ("What did we do in March?", 3, None),
        ("in september", 9, None),
        ("every Feb.", 2, None),
        ("on 3 March", 3, 3),
        ("on the 3rd of March", 3, 3),
        ("March 3rd", 3, 3),
        ("on 29 February", 2, 29),
        ("Christmas", 12, 25),
        ("at halloween", 10, 31),
        ("for the new year", 1, 1),
        ("on Valentine's day", 2, 14),
    ],
)
def test_a_month_or_day_without_a_year_comes_round_every_year(question: str, month: int, date: int | None) -> None:
    found = only(question)
    assert isinstance(found, EveryYear)
    assert (found.month, found.day) == (month, date)


@pytest.mark.parametrize(
    "question", ["in May", "in may", "the beginning of may", "May was cold", "5th of May", "may 5", "on 12 May"]
)
def test_may_is_a_month_with_a_capital_or_beside_a_preposition_or_number(question: str) -> None:
    found = only(question)
    assert isinstance(found, EveryYear)
    assert found.month == 5


@pytest.mark.parametrize(
    "question", ["what may I eat?", "it may rain", "I may, or may not", "maybe", "Mayor", "dismay", "Marching", "Jun3"]
)
def test_may_the_verb_and_words_that_begin_like_a_month_say_nothing(question: str) -> None:
    assert periods(question, NOW) == []


@pytest.mark.parametrize("question", ["May I ask what my dog is called?", "May we talk about my budget?"])
def test_may_the_verb_at_the_beginning_of_a_question_says_nothing(question: str) -> None:
    assert periods(question, NOW) == []


@pytest.mark.parametrize(
    "question",
    [
        "did I fall?",
        "I fall asleep easily",
        "the fall of Rome",
        "spring onions",
        "spring to mind",
        "summer dress",
        "Monday blues",
        "I need a week off",
        "five days of rest",
        "wait a year",
        "the last word",
        "this is it",
        "back and earlier",
        "other days",
        "call 555-1234-99",
        "room 12024",
        "1850",
        "2101",
    ],
)
def test_words_that_only_look_like_times_say_nothing(question: str) -> None:
    assert periods(question, NOW) == []


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("31 February", "February"),
        ("February 30, 2024", "February"),
        ("31 June 2024", "June 2024"),
        ("0 March 2024", "March 2024"),
        ("2024-02-30", "2024"),
        ("2023-02-29", "2023"),
        ("2024-13-01", "2024"),
        ("2024-00-10", "2024"),
    ],
)
def test_of_a_day_that_does_not_exist_the_month_or_year_is_left(question: str, label: str) -> None:
    found = periods(question, NOW)
    assert found[0].label == label
    assert not any(isinstance(period, Span) and period.end - period.start < timedelta(days=28) for period in found)


@pytest.mark.parametrize("question", ["9999 years ago", "the last 900000 days", "9" * 400 + " weeks ago"])
def test_before_the_calendar_began_there_is_no_time(question: str) -> None:
    assert periods(question, NOW) == []


# ── directions ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("since 2025-03-01", "2025-03-01", "2026-05-20T15:30"),
        ("from March 2025", "2025-03-01", "2026-05-20T15:30"),
        ("after 2025-03-01", "2025-03-02", "2026-05-20T15:30"),
        ("After the summer of 2024", "2024-09-01", "2026-05-20T15:30"),
        ("since last Monday", "2026-05-18", "2026-05-20T15:30"),
        ("since this week", "2026-05-18", "2026-05-25"),
        ("before 2025", "0001-01-02", "2025-01-01"),
        ("until March 2025", "0001-01-02", "2025-03-01"),
        ("till last week", "0001-01-02", "2026-05-11"),
        ("by last Friday", "0001-01-02", "2026-05-15"),
        ("prior to  the winter of 2024", "0001-01-02", "2024-12-01"),
        ("before yesterday", "0001-01-02", "2026-05-19"),
    ],
)
def test_a_direction_opens_the_span_on_one_side(question: str, start: str, end: str) -> None:
    found = span(question)
    assert (found.start, found.end) == (day(start), day(end))
    assert found.label.split()[0] == question.split(maxsplit=1)[0].lower()


@pytest.mark.parametrize("question", ["since March", "before Christmas", "after 3 May"])
def test_what_comes_round_every_year_has_no_direction(question: str) -> None:
    assert isinstance(only(question), EveryYear)


def test_a_direction_belongs_to_the_time_right_behind_it() -> None:
    found = periods("What did I do after the talk yesterday and before 2025?", NOW)
    assert [period.label for period in found] == ["yesterday", "before 2025"]


# ── several, and none ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("yesterday or last week", {"yesterday", "last week"}),
        ("in March 2024 and in April 2024", {"March 2024", "April 2024"}),
        ("2023 and 2024", {"2023", "2024"}),
        ("Christmas 2023", {"Christmas 2023"}),
        ("3 March 2024", {"3 March 2024"}),
    ],
)
def test_each_phrase_is_taken_once_and_under_its_own_words(question: str, labels: set[str]) -> None:
    found = periods(question, NOW)
    assert {period.label for period in found} == labels
    assert len(found) == len(labels)


@pytest.mark.parametrize("question", ["", " ", "What is my dog's name?", "hiking", "42", "日本語"])
def test_most_questions_say_nothing_about_time(question: str) -> None:
    assert periods(question, NOW) == []


# ── how well a moment fits ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_moment_inside_fits_and_fades_outside_over_the_slack() -> None:
    found = span("in March 2024")
    inside = fit(found, "2024-03-01", "2024-03-31T23:59")
    near, far, gone = fit(found, "2024-02-29T12:00", "2024-02-28", "2024-01-01")
    assert inside == [1, 1]
    assert 1 > near > 0.5 > far > gone == 0


def test_the_end_is_exclusive_where_there_is_no_slack() -> None:
    found = Span("x", day("2024-03-01"), day("2024-04-01"))
    assert fit(found, "2024-02-29T23:59", "2024-03-01", "2024-03-31T23:59", "2024-04-01") == [0, 1, 1, 0]


def test_a_month_of_any_year_fits_all_its_days() -> None:
    found = only("in March")
    assert fit(found, "1850-03-01", "1999-03-31T23:59", "2024-02-29", "2024-04-01") == [1, 1, 0, 0]


def test_around_a_day_of_any_year_the_fit_fades_within_a_week() -> None:
    found = only("on 14 March")
    there, near, far, other = fit(found, "1969-03-14T23:00", "2024-03-12", "2024-03-21", "2024-04-14")
    assert there == 1 > near > far == other == 0


def test_the_soft_edges_stay_inside_the_calendar() -> None:
    found = Span("x", day("0001-01-03"), day("9999-12-29"), timedelta(days=100))
    assert (found.soft_start, found.soft_end) == (EARLIEST, day("9999-12-30"))
    narrow = Span("x", day("2024-03-01"), day("2024-04-01"), timedelta(days=1))
    assert (narrow.soft_start, narrow.soft_end) == (day("2024-02-29"), day("2024-04-02"))


# ── anything at all ──────────────────────────────────────────────────────────────────────────────────────────────────

PIECES = (
    "may May march sept. december spring fall winter summer christmas new year halloween valentine monday sunday "
    "yesterday today tonight morning night recently lately the other day these days day days week weeks weekend month "
    "year years ago back last this past previous in on of during since after from before until by prior to a few "
    "couple several one twelve 0 1 3 31 29th 1.5 2024 1999 2024-05-01 2024-02-30 0001-01-03 9999-12-29 I what"
).split()
FIRST, LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


def moments_between(first: datetime, last: datetime) -> st.SearchStrategy[datetime]:
    return st.integers(to_micros(first), to_micros(last)).map(from_micros)


questions = st.lists(st.sampled_from(PIECES), max_size=7).map(" ".join) | st.text(max_size=30)
moments = moments_between(FIRST, LAST)
any_period = st.builds(
    Span,
    st.just("span"),
    moments,
    moments,
    st.sampled_from([timedelta(), timedelta(microseconds=1), timedelta(hours=12), timedelta(days=999_999)]),
) | st.builds(EveryYear, st.just("every year"), st.integers(1, 12), st.none() | st.integers(1, 31))


@given(questions, moments)
@settings(max_examples=200, deadline=None)
@example("2000 years ago", NOW)
@example("yesterday", FIRST)
@example("recently", LAST)
@example("last frıday", NOW)
def test_no_question_at_no_time_raises(question: str, now: datetime) -> None:
    periods(question, now)


@pytest.mark.parametrize("question", ["2000 years ago", "about 1900 years ago", "100000 weeks ago"])
def test_a_very_long_time_ago_does_not_raise(question: str) -> None:
    assert len(periods(question, NOW)) <= 1


@pytest.mark.parametrize(
    ("question", "now"),
    [
        ("yesterday", FIRST),
        ("the day before yesterday", FIRST),
        ("last week", FIRST),
        ("last monday", FIRST),
        ("recently", FIRST),
        ("last new year", FIRST),
        ("this week", LAST),
        ("this weekend", LAST),
        ("recently", LAST),
        ("the last 3 days", LAST),
    ],
)
def test_a_question_at_either_end_of_the_calendar_does_not_raise(question: str, now: datetime) -> None:
    assert len(periods(question, now)) <= 1


@pytest.mark.parametrize(
    "question", ["last frıday", "last chrıstmas", "last auguſt", "this ſpring", "last week yeſterday"]
)
def test_letters_that_look_alike_to_a_pattern_do_not_raise(question: str) -> None:
    periods(question, NOW)


def test_a_long_question_full_of_dates_does_not_take_long() -> None:
    begin = process_time()
    periods("2024 " * 3000, NOW)
    assert process_time() - begin < 0.3


@pytest.mark.parametrize("question", ["What happened on 1850-05-10?", "2150-05-10"])
def test_a_date_of_any_century_is_a_day(question: str) -> None:
    assert span(question).end - span(question).start == timedelta(days=1)


@pytest.mark.parametrize(
    ("question", "expected"),
    [("last evening", "2026-05-19"), ("last afternoon", "2026-05-19"), ("this night", "2026-05-20")],
)
def test_this_and_last_tell_parts_of_today_from_those_of_yesterday(question: str, expected: str) -> None:
    assert span(question).start == day(expected)


@given(questions, moments_between(day("0300-01-01"), day("9900-01-01")))
@settings(max_examples=200, deadline=None)
def test_every_span_of_a_question_ends_after_it_starts_and_its_middle_fits(question: str, now: datetime) -> None:
    for period in periods(question, now):
        assert period.label.strip()
        if isinstance(period, Span):
            assert period.soft_start <= period.start <= period.end <= period.soft_end
            middle = period.start + (period.end - period.start) / 2
            assert period.start == period.end or period.fits(np.array([to_micros(middle)], np.int64)) == 1


@given(any_period, st.lists(moments, max_size=6))
@settings(max_examples=200, deadline=None)
def test_every_fit_lies_between_nothing_and_all(period: Period, times: list[datetime]) -> None:
    fits = period.fits(np.array([to_micros(time) for time in times], np.int64))
    assert fits.dtype == np.float32
    assert fits.shape == (len(times),)
    assert ((fits >= 0) & (fits <= 1)).all()
