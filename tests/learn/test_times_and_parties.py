"""Verification of dates, lengths and the number of people, which models conclude from what was said."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ricordo.learn.evidence import verify_candidate
from ricordo.learn.heard import Hearing
from ricordo.ports.extractor import Candidate
from ricordo.testing.samples import turn
from ricordo.values import Evidence
from tests.learn.test_evidence import ALICE, SLOTS, verify


def test_last_summer_in_autumn_is_this_years_or_the_one_before() -> None:
    said = turn("We did Skye last summer", ALICE, id="t", at=datetime(2024, 9, 1, tzinfo=UTC))
    for year, is_right in ((2022, False), (2023, True), (2024, True), (2025, False)):
        candidate = Candidate("episodic", f"Went to Skye in summer {year}", (Evidence("t", said.text),))
        found = verify_candidate(replace(candidate, valid_from=datetime(year, 6, 1, tzinfo=UTC)), Hearing({"t": said}))
        assert found is not None
        assert found.is_supported is is_right, year


@pytest.mark.parametrize(
    ("said", "until"),
    [("The retreat in October is for 28", None), ("Until October we are 28", datetime(2024, 10, 31, tzinfo=UTC))],
)
def test_a_value_for_a_field_ends_only_if_that_was_said(said: str, until: datetime | None) -> None:
    spoken = turn(said, ALICE, id="t", at=datetime(2024, 4, 1, tzinfo=UTC))
    candidate = Candidate(
        "profile",
        "The retreat is for 28",
        (Evidence("t", said),),
        "travellers",
        28,
        valid_until=datetime(2024, 10, 31, tzinfo=UTC),
    )
    found = verify_candidate(candidate, Hearing({"t": spoken}), slots=SLOTS)
    assert found is not None
    assert found.end == until


@pytest.mark.parametrize(
    ("said", "is_right"), [("my uncle is joining as well", True), ("my uncle keeps two horses", False)]
)
def test_who_comes_along_is_counted(said: str, is_right: bool) -> None:
    candidate = Candidate("profile", "The trip is for two", (Evidence("t", said),), "travellers", 2)
    found = verify_candidate(candidate, Hearing({"t": turn(said, ALICE, id="t")}), slots=SLOTS)
    assert found is not None
    assert found.is_supported is is_right


def test_a_length_is_told_beside_another_one() -> None:
    found = verify(
        "six nights, since nine nights would be too dear",
        "The trip lasts six nights",
        field="trip_length",
        value="six nights",
    )
    assert found is not None
    assert found.has_value
