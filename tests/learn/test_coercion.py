"""Coercion: a value that fits is converted, and any other raises ``FieldMismatch`` and nothing else."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from ricordo.language.slots import count_days, count_people
from ricordo.learn.coercion import FieldMismatch, coerce, is_list, item_type


class Style(Enum):
    BUDGET = "budget"
    BUDGET_BACKPACKER = "budget backpacker"
    LUXURY = "luxury"


class Stars(IntEnum):
    ONE = 1
    FIVE = 5


PARSE = {
    **dict.fromkeys(("number_of_travelers", "travellers", "party_size", "group_size"), count_people),
    "trip_duration": count_days,
}
"""How an application's own slots read numbers, by the name of the field."""


class PastTrip(BaseModel):
    destination: str | None = None
    rating: str | None = None


class Rated(BaseModel):
    model_config = ConfigDict(extra="forbid")

    place: str = Field(alias="thePlace")
    stars: int | None = None


class Odd:
    """A type that Pydantic does not support."""


@pytest.mark.parametrize(
    ("said", "annotation", "name", "value"),
    [
        ("three of us", int, "number_of_travelers", 3),
        ("a family of four", int | None, "travellers", 4),
        ("just me", int, "party_size", 1),
        ("my wife and I", int, "group_size", 2),
        ("about $2,000", int, "budget", 2000),
        ("2k", int, "budget", 2000),
        ("1.5k", float, "budget", 1500.0),
        ("around $2,000 per person", Decimal, "budget", Decimal(2000)),
        (2000, int, "budget", 2000),
        (2000, str, "budget", "2000"),
        ("two weeks", int, "trip_duration", 14),
        ("two weeks", int, "trip_days", 14),
        ("two weeks", int, "trip_weeks", 2),
        ("14 days", int, "length_in_weeks", 2),
        ("two weeks", timedelta, "trip_duration", timedelta(days=14)),
        ("P14D", timedelta, "trip_duration", timedelta(days=14)),
        ("two weeks", str, "trip_duration", "two weeks"),
        ("thirty-four", int, "age", 34),
        ("34 years old", int, "age", 34),
        ("yes", bool, "has_pets", True),
        ("No, never.", bool, "has_pets", False),
        (True, bool, "has_pets", True),
        ("Luxury", Style, "style", Style.LUXURY),
        ("a budget backpacker trip", Style, "style", Style.BUDGET_BACKPACKER),
        ("budget-backpacker", Style, "style", Style.BUDGET_BACKPACKER),
        (5, Stars, "stars", Stars.FIVE),
        ("luxury hotels", Literal["luxury", "cheap"], "style", "luxury"),
        ("1990-05-03", date, "birthday", date(1990, 5, 3)),
        ("3 May 1990", date, "birthday", date(1990, 5, 3)),
        ("3 May 1990", datetime, "birthday", datetime(1990, 5, 3)),  # noqa: DTZ001
        ("1990-05-03T10:00:00", datetime, "at", datetime(1990, 5, 3, 10)),  # noqa: DTZ001
        ("hiking", list[str], "interests", ["hiking"]),
        (["hiking", "sailing"], set[str], "interests", {"hiking", "sailing"}),
        ("hiking", tuple[str, ...], "interests", ("hiking",)),
        ("hiking", list, "interests", ["hiking"]),
        ("2k", int | str, "budget", 2000),
        ("a lot", int | str, "budget", "a lot"),
        ("Hobart", PastTrip, "trip", PastTrip(destination="Hobart")),
        (
            {"place": "Hobart", "rating": "loved it"},
            PastTrip,
            "trip",
            PastTrip(destination="Hobart", rating="loved it"),
        ),
        ({"where": "Hobart", "when": "May"}, PastTrip, "trip", PastTrip(destination="Hobart")),
        ({"place": "Hobart", "stars": "five"}, Rated, "trip", Rated(thePlace="Hobart", stars=5)),
        ({"place": "Hobart", "stars": "loved it"}, Rated, "trip", Rated(thePlace="Hobart")),
        ({"destination": "Hobart", "rating": "fine"}, str, "last_trip", "Hobart: fine"),
        ("2k", Annotated[int, Field(ge=0)], "budget", 2000),
    ],
)
def test_what_fits_is_normalised_by_the_type(said: Any, annotation: Any, name: str, value: Any) -> None:
    assert coerce(said, annotation, name, PARSE.get(name)) == value


@pytest.mark.parametrize(
    ("said", "annotation", "name"),
    [
        ("between 1,500 and 2,000", int, "budget"),
        ("10 days", int, "trip_weeks"),
        ("a week or two", int, "trip_duration"),
        ("me and my kids", int, "travellers"),
        ("plenty", int, "budget"),
        (True, int, "budget"),
        (float("nan"), float, "budget"),
        (float("inf"), int, "budget"),
        ("9" * 500, int, "budget"),
        ("perhaps", bool, "has_pets"),
        ("not luxury", Literal["luxury", "cheap"], "style"),
        ("luxury or budget", Style, "style"),
        ("zzz", Literal["", "a"], "style"),
        ("1990", datetime, "birthday"),
        (3, date, "birthday"),
        ("in May", date, "birthday"),
        ("soon", timedelta, "trip_duration"),
        ("0", PositiveInt, "children"),
        ("   ", str, "name"),
        (None, str, "name"),
        (None, Optional[int], "age"),  # noqa: UP045  # people write it so
        ({}, PastTrip, "trip"),
        ({"stars": 5}, Rated, "trip"),
        ("x", dict[str, int], "counts"),
        ("x", Odd, "odd"),
    ],
)
def test_what_does_not_fit_is_refused(said: Any, annotation: Any, name: str) -> None:
    with pytest.raises(FieldMismatch):
        coerce(said, annotation, name, PARSE.get(name))


_TYPES: list[Any] = [
    int,
    float,
    Decimal,
    bool,
    str,
    date,
    datetime,
    timedelta,
    Style,
    Stars,
    Literal["a", 1],
    PastTrip,
    Rated,
    list[str],
    list[int],
    set[Style],
    list[PastTrip],
    int | None,
    int | str | None,
    dict[str, int],
    tuple[int, str],
    Annotated[int, Field(gt=3)],
    Odd,
]
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@given(_json, st.sampled_from(_TYPES), st.sampled_from(["budget", "travellers", "trip_days", "x", ""]))
def test_nothing_but_unfit_is_ever_raised(value: Any, annotation: Any, name: str) -> None:
    with suppress(FieldMismatch):
        coerce(value, annotation, name, PARSE.get(name))


def test_lists_are_known_by_their_type() -> None:
    assert is_list(list[str])
    assert is_list(set[int] | None)
    assert is_list(list)
    assert not is_list(str)
    assert not is_list(tuple[int, str])
    assert not is_list(dict[str, int])
    assert item_type(list[PastTrip] | None) is PastTrip
