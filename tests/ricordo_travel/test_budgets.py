"""A budget keeps what it is for, and the notes of its old amount follow it."""

from __future__ import annotations

from typing import Any

import pytest

from ricordo_travel.dialogue.budgets import find_followed, find_outdated, keep_unit


@pytest.mark.parametrize(
    ("value", "held", "text", "kept"),
    [
        ("$150", "$120 a night", "make it 150", "$150 a night"),
        ("$150", "$120 a day", "it is 150 now", "$150 a day"),
        ("$3,000", "$120 a night", "my budget is 3000", "$3,000"),
        ("$400", "$120 a night", "it is 400 in all", "$400"),
        ("$90 a person", "$120 a night", "90 each", "$90 a person"),
        ("$150", "$2,000", "make it 150", "$150"),
        ("$150", "", "make it 150", "$150"),
    ],
)
def test_a_new_amount_is_for_what_the_old_one_was(value: str, held: str, text: str, kept: str) -> None:
    assert keep_unit(value, held, text) == kept


def _note(content: str, *, kind: str = "episodic", subject: str | None = None) -> dict[str, Any]:
    return {"id": content, "content": content, "kind": kind, "subject": subject, "field": None, "value": None}


def test_notes_of_the_old_amount_get_the_new_one() -> None:
    rows = [
        _note("Never wants to spend more than 120 a night"),
        _note("Brother pays at most 120 a night", subject="brother"),
        _note("Spends up to 60 a night on food"),
        _note("Paid 120 for shoes"),
    ]
    found = find_outdated("$120 a night", "$150 a night", rows)
    assert found == {"Never wants to spend more than 120 a night": "Never wants to spend more than 150 a night"}
    assert not find_outdated("$120 a night", "$3,000", rows)
    assert not find_outdated("", "$150 a night", rows)


def test_the_budget_follows_a_note_of_it() -> None:
    edits = [("Never spends more than 120 a night", "Never spends more than 150 a night")]
    assert find_followed(edits, {"budget_range": {"value": "$120 a night"}}) == "$150 a night"
    assert find_followed(edits, {"budget_range": {"value": "$150"}}) == "$150 a night"
    assert not find_followed(edits, {"budget_range": {"value": "$150 a night"}})
    assert not find_followed(edits, {"budget_range": {"value": "$900"}})
    assert not find_followed(edits, {})
