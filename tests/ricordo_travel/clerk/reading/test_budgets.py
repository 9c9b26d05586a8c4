"""Prices that are said to be more than the budget, which are no limits."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.budgets import list_too_high
from ricordo_travel.clerk.reading.checks import settle_commands
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("written", "text", "limit"),
    [
        ("total 1 | budget", "hm, 2,198 plus two flights is more than our budget, if i count right", None),
        ("find hotel | max 900 in all", "1,100 is above our budget, our budget is 900", "900 in all"),
        ("total 1 | budget", "does it fit into our budget of 1500?", "1500 in all"),
        ("find hotel | max 2000 in all", "more than our budget, it is 2000", "2000 in all"),
    ],
)
def test_a_price_over_the_budget_is_no_limit(written: str, text: str, limit: str | None) -> None:
    commands = settle_commands("", text, parse_commands(written))
    assert commands[0].value("max") == limit


def test_prices_over_the_budget_are_found_in_linear_time() -> None:
    assert_linear(list_too_high)
    assert_linear(list_too_high, [("", "2,198 plus ", ""), ("", "7 over ", ""), ("2", "1.", "")])


@pytest.mark.parametrize(("limit", "budget"), [("3500 in all", "of $3,500"), ("300 a night", "not told me a budget")])
async def test_what_is_over_is_held_against_the_budget_of_the_trip(person: Person, limit: str, budget: str) -> None:
    await person.say(
        "find flight+return+hotel | from berlin | place crete | on 2 october | nights 7 | people 4 | with pool | "
        f"max {limit}"
    )
    said = await person.say("total | budget", "2,198 plus two flights is more than our budget, if I count right")
    assert budget in said
