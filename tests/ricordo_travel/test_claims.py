"""The check of what a reply says about memory, and budgets in what is noted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_travel.clerk.claims import find_false_claims
from ricordo_travel.dialogue.values.money import find_noted_budget
from ricordo_travel.dialogue.values.statements import format_budget

CONTENTS = st.lists(st.text("abc xyz", min_size=3, max_size=12).map(str.strip).filter(bool), min_size=1, unique=True)


@given(CONTENTS, st.text("defg", min_size=1, max_size=5))
def test_a_claim_is_false_unless_memory_holds_it(contents: list[str], other: str) -> None:
    told = " and ".join(f"“{each}”" for each in contents)
    noted = f"Thank you, I have noted home: {other} and {told}."
    fields = {"home": {"value": other, "is_disputed": False}}
    assert find_false_claims(noted, contents, fields) == []
    assert find_false_claims(noted, contents[1:], fields) == [noted]
    assert find_false_claims(noted, contents, {}) == [noted]
    erased = f"I have erased {told} from what I know about you."
    assert find_false_claims(erased, [other], fields) == []
    assert find_false_claims(erased, contents[:1], fields) == [erased]


def test_what_a_note_said_before_it_was_corrected_is_no_claim() -> None:
    reply = "Thank you, I have noted “Is vegan”. Thank you, corrected: “Lives in Graz” instead of “Lives in Bonn”."
    assert find_false_claims(reply, ["Is vegan", "Lives in Graz"], {}) == []
    assert find_false_claims(reply, ["Is vegan", "Lives in Bonn"], {}) == [reply]


@pytest.mark.parametrize(
    ("amount", "text", "value"),
    [
        (220, "my budget is euros not dollars and it's per night", "220 euros a night"),
        (90, "in pounds, not euros", "90 pounds"),
        (2500, "it's 2500", "$2,500"),
        (300, "£300 a person", "300 pounds a person"),
    ],
)
def test_a_budget_keeps_its_currency(amount: int, text: str, value: str) -> None:
    assert format_budget(amount, text) == value


@pytest.mark.parametrize(
    ("notes", "amount"),
    [
        (["Company pays max 800 for a trip"], 800),
        (["Company pays up to 500 a trip", "Budget is 600"], 600),
        (["Budget is 800, the trip costs 485"], 800),
        (["Can spend at most $900"], 900),
        (["Sister's budget is 300"], None),
        (["Pays at most 90 a night"], None),
        (["Is 45", "Likes an aisle seat"], None),
    ],
)
def test_a_budget_is_found_in_notes(notes: list[str], amount: int | None) -> None:
    budget = find_noted_budget(notes)
    assert (budget.amount if budget else None) == amount
