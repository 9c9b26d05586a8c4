"""A search that still lacks something goes on, however the next message is read."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person


async def _look_for_toronto(person: Person) -> str:
    await person.say("find flight | place Toronto | on september", "i want to visit my son in toronto in september")
    return await person.say("tell | I live near edinburgh", "i live near edinburgh and can't manage stairs")


async def test_a_home_that_is_told_answers_where_somebody_flies_from(person: Person) -> None:
    assert "Flights from Edinburgh to Toronto on 7 September 2026" in await _look_for_toronto(person)


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("suggest | on around the 8th | nights 14", "around the 8th for two weeks i think"),
        ("suggest | on 8 september | until 22 september", "8 to 22 september would be good"),
    ],
)
async def test_days_alone_are_of_the_search_and_no_wish_for_ideas(person: Person, program: str, text: str) -> None:
    await _look_for_toronto(person)
    said = await person.say(program, text)
    assert "Flights from Edinburgh to Toronto on 8 September 2026" in said
    assert "Flights from Toronto to Edinburgh on 22 September 2026" in said


async def test_who_asks_for_ideas_gets_ideas(person: Person) -> None:
    await _look_for_toronto(person)
    said = await person.say("suggest | on october | nights 4", "any other ideas for 4 nights in october?")
    assert "• " in said
    again = await person.say("suggest | nights 5", "5 nights")  # of the ideas, which were shown since
    assert "• " in again
