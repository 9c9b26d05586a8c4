"""A stay that waits for a yes moves along with the flights; who wants no second room gets none."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.changing.moved_along import move_along
from ricordo_travel.clerk.commands import parse_commands
from tests.ricordo_travel.clerk.conftest import Person

_ASKED = """Shall I book these?
Flight KT2458 from Edinburgh to Lisbon, 15 February 2027 at 11:55, 3 passengers in economy, $519 in all
Flight KT1677 from Lisbon to Edinburgh, 20 February 2027 at 20:15, 3 passengers in economy, $558 in all
Lantern Guesthouse Lisbon, 1 family room, 15 to 20 February 2027 (5 nights), 3 guests, $715 in all
Please say yes or no."""


@pytest.mark.parametrize(
    ("program", "moved"),
    [
        ("pick a | on tuesday 16th", "pick a | on tuesday 16th ; pick c | on tuesday 16th"),
        ("pick b | on 19 february", "pick b | on 19 february ; pick c | until 19 february"),
        (
            "pick a | on 16 february ; pick b | on 21 february",
            "pick a | on 16 february ; pick b | on 21 february ; pick c | on 16 february | until 21 february",
        ),
        ("pick a | on 16 february ; pick c | on 15 february", "pick a | on 16 february ; pick c | on 15 february"),
        ("pick c | on 16 february", "pick c | on 16 february"),
        ("pick a | people 2", "pick a | people 2"),
    ],
)
def test_a_stay_moves_along_with_its_flights(program: str, moved: str) -> None:
    assert move_along(_ASKED, parse_commands(program)) == tuple(parse_commands(moved))


def test_nothing_moves_that_does_not_wait() -> None:
    commands = parse_commands("pick a | on tuesday 16th")
    assert move_along(_ASKED.replace("Shall I book these?", "Booked."), commands) == tuple(commands)


async def test_who_wants_no_second_room_gets_none(person: Person) -> None:
    await person.say("find hotel | place rome | on 3 october | until 6 october | people 1")
    await person.say("pick 2")
    await person.say("yes a")
    reply = await person.say("find hotel | place rome | rooms 1 single", "i don't want a second room, just that one")
    assert "a room beside it" not in reply
