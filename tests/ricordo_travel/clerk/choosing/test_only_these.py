"""A choice of just some of what waits for a yes gives up the rest, and a choice in two parts is one."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.chosen import settle_picks
from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.tidying import tidy_commands

_ASKED = """Shall I book these?
Compass House Rome, 2 single rooms, 10 to 15 July 2026 (5 nights), 2 guests, $1,370 in all
Compass House Rome, 1 double room, 10 to 15 July 2026 (5 nights), 2 guests, $910 in all
Flight NL2626 from Berlin to Rome, 10 July 2026 at 08:20, 2 passengers in economy, $252 in all
Flight MR2000 from Rome to Berlin, 15 July 2026 at 09:40, 2 passengers in economy, $256 in all
Flight MR2001 from Rome to Berlin, 15 July 2026 at 14:45, 2 passengers in economy, $258 in all
Please say yes or no."""


@pytest.mark.parametrize(
    ("message", "program", "expected"),
    [
        (
            "No! Just the two single rooms, the flight NL2626 and the flight MR2001. Nothing else.",
            "yes a c ; no e",
            "no b d",
        ),
        ("only the single rooms, the 8:20 flight and the 14:45 one please", "yes a c", "no b d"),
        ("just NL2626 and MR2001", "yes c e ; no a b d", "yes c e ; no a b d"),
        ("the single rooms, NL2626 and MR2001, nothing more", "pick 1", "no b d"),
        ("just NL2626 and something nicer in Rome", "find hotel", "find hotel"),
        ("only NL2626? not MR2001?", "yes c", "yes c"),
    ],
)
def test_just_these_leave_out_the_rest(message: str, program: str, expected: str) -> None:
    assert list(settle_picks([_ASKED], message, parse_commands(program))) == parse_commands(expected)


def test_a_thing_that_is_chosen_with_two_wishes_is_chosen_once() -> None:
    read = parse_commands("pick b | rooms 2 single ; pick b | people 2 ; pick 1 | nights 3 ; pick 1 | nights 4")
    expected = "pick b | rooms 2 single | people 2 ; pick 1 | nights 3 ; pick 1 | nights 4"
    assert tidy_commands(read) == parse_commands(expected)
