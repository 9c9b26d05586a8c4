"""Spans of days of the week in a part of a month."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.clerk.reading.weekday_spans import find_weekday_span
from tests.promises.hostile import assert_linear

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("friday to monday end of april", date(2027, 4, 23), date(2027, 4, 26)),
        ("saturday to tuesday late june", date(2026, 6, 27), date(2026, 6, 30)),
        ("thursday to sunday early september", date(2026, 9, 3), date(2026, 9, 6)),
        ("friday to sunday mid november", date(2026, 11, 13), date(2026, 11, 15)),
    ],
)
def test_the_span_is_in_the_part_of_the_month(text: str, first: date, last: date) -> None:
    found = find_weekday_span(text, TODAY)
    assert found
    assert (found.first, found.last) == (first, last)


def test_other_days_are_no_span() -> None:
    assert find_weekday_span("friday end of april", TODAY) is None
    assert_linear(lambda text: find_weekday_span(text, TODAY))
