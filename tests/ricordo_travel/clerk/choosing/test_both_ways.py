"""Flights of which somebody speaks as of two are the one there and the one back."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.both_ways import pick_both_ways
from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.dialogue.values.text import normalise
from tests.ricordo_travel.clerk.conftest import Person

_ASKED = """Shall I book these?
Flight MR2381 from London to Porto, 23 April 2027 at 14:30, 2 passengers in economy, $292 in all
Flight KT1755 from Porto to London, 26 April 2027 at 21:35, 2 passengers in economy, $278 in all
Please say yes or no."""
_HOTELS = """Hotels in Porto, 23 April 2027, 3 nights, for the two of you:
1. Garden Guesthouse Porto, 1 double room, 23 to 26 April 2027 (3 nights), 2 guests, $231 in all – $77 a night
2. Meadow Lodge Porto, 1 double room, 23 to 26 April 2027 (3 nights), 2 guests, $312 in all – $104 a night"""
_LIST = """Flights from London to Porto on 23 April 2027, for the two of you:
1. Flight MR2381 from London to Porto, 23 April 2027 at 14:30, 2 passengers in economy, $292 in all – Meridian Air
2. Flight MR2380 from London to Porto, 23 April 2027 at 07:55, 2 passengers in economy, $310 in all – Meridian Air
Flights from Porto to London on 26 April 2027, for the two of you:
3. Flight TW1754 from Porto to London, 26 April 2027 at 09:55, 2 passengers in economy, $270 in all – Tradewind
4. Flight KT1755 from Porto to London, 26 April 2027 at 21:35, 2 passengers in economy, $278 in all – Southern Kite"""
_SUM = (
    "In all: $801. That is the flight Meridian Air MR2381 from London to Porto $292 (not booked yet), the hotel Garden "
    "Guesthouse Porto $231 (not booked yet) and the flight Southern Kite KT1755 from Porto to London $278 (not booked "
    "yet)."
)
_BOTH = "pick MR2381@2027-04-23 KT1755@2027-04-26"


@pytest.mark.parametrize(
    ("message", "program", "replies", "expected"),
    [
        (
            "ok go with the garden one then. and yes to both flights",
            "pick 1 ; yes 1 ; pick mr2381",
            (_HOTELS, _ASKED),
            f"pick 1 ; yes 1 ; {_BOTH}",
        ),
        ("the garden one instead and those 2 flights", "pick garden mr2381", (_SUM, _LIST), f"pick garden ; {_BOTH}"),
        ("the lodge and the flights too", "pick 2 ; find flight", (_HOTELS, _ASKED), f"pick 2 ; {_BOTH}"),
        ("the garden one, not both flights", "pick 1", (_HOTELS, _ASKED), "pick 1"),
        ("the garden one. how much are both flights?", "pick 1 ; total", (_HOTELS, _ASKED), "pick 1 ; total"),
        ("yes to both flights", "yes a b", (_ASKED,), "yes a b"),
        ("the garden one and both flights", "pick 1 mr2381", (_HOTELS, _LIST), "pick 1 mr2381"),
    ],
)
def test_both_flights_are_those_that_were_named(
    message: str, program: str, replies: tuple[str, ...], expected: str
) -> None:
    settled = pick_both_ways(normalise(message), parse_commands(program), replies)
    assert [each.verb for each in settled] == [each.verb for each in parse_commands(expected)]
    assert settled[-1] == parse_commands(expected)[-1]


async def test_both_flights_are_asked_for_beside_another_hotel(person: Person) -> None:
    await person.say("find flight+return+hotel | from London | place Porto | on 23 april | until 26 april | people 2")
    await person.say("pick 1 4")
    assert "Shall I" not in await person.say("find hotel | with quiet", "hmm a bit dear. i need a quiet room")
    reply = await person.say("pick 1 ; yes 1 ; pick mr2381", "ok go with the garden one then. and yes to both flights")
    assert [name in reply for name in ("Garden", "MR2381", "KT1755")] == [True, True, True]
    assert "Booked" not in reply


_SOUGHT = "find flight+return | from London | place Rome | on 12 june | until 16 june | people 2"
_OPEN = "The flight from Rome to London on 16 June 2026 is still open: number 3 at 09:00 or number 4 at "


async def test_after_one_way_is_booked_the_other_is_still_open(person: Person) -> None:
    await person.say(_SOUGHT)
    await person.say("pick 2", "the second one is fine")
    reply = await person.say("yes", "yes, book it")
    assert "Booked. F-" in reply
    assert _OPEN in reply
    assert "from Rome to London, 16 June 2026 at 09:00" in await person.say("pick 3", "number 3 then")
    assert "still open" not in await person.say("yes", "yes please")


async def test_the_other_way_is_not_open_if_it_is_booked_or_goes_on(person: Person) -> None:
    await person.say(_SOUGHT)
    await person.say("pick 1 3", "1 and 3")
    assert "still open" not in await person.say("yes", "yes to both")
    await person.say("find flight | from London | place Paris | on 2 july | people 2 | oneway", "2 july to paris", "2")
    await person.say("pick 1", "the first", "2")
    assert "still open" not in await person.say("yes", "yes please", "2")
