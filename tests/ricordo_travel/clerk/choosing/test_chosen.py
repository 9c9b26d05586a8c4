"""What a message names by its time, its part of the day, its price or its name is chosen, whatever was read."""

from __future__ import annotations

import time

import pytest

from ricordo_travel.clerk.choosing.chosen import settle_picks
from ricordo_travel.clerk.commands import Command, parse_commands
from ricordo_travel.clerk.reading.unsaid import leave_out_unsaid
from ricordo_travel.dialogue.values.text import normalise
from tests.ricordo_travel.clerk.conftest import Person

_THERE = """Flights from London to New York on 10 July 2026:
1. Flight NL2406 from London to New York, 10 July 2026 at 08:50, 1 passenger in economy, $522 in all – Northlight
2. Flight AB2407 from London to New York, 10 July 2026 at 15:40, 1 passenger in economy, $561 in all – Albatross"""
_BACK = """Flights from New York to London on 17 July 2026:
1. Flight AB2876 from New York to London, 17 July 2026 at 06:15, 1 passenger in economy, $536 in all – Albatross
2. Flight TW2877 from New York to London, 17 July 2026 at 15:40, 1 passenger in economy, $578 in all"""
_STAYS = """Hotels in Rome, 10 July 2026, 5 nights:
1. Meadow Backpackers Rome, 1 single room, 10 to 15 July 2026 (5 nights), 1 guest, $240 in all – $48 a night
2. Cedar Guesthouse Rome, 1 single room, 10 to 15 July 2026 (5 nights), 1 guest, $420 in all – $84 a night
3. Station Lodge Rome, 1 single room, 10 to 15 July 2026 (5 nights), 1 guest, $590 in all – $118 a night"""


def _settle(message: str, program: str, *replies: str) -> list[Command]:
    said = leave_out_unsaid(normalise(message), "\n".join(replies).lower(), parse_commands(program))
    return list(settle_picks(replies, message, said))


@pytest.mark.parametrize(
    ("message", "program", "expected"),
    [
        ("no, the morning one, 08:50", "pick 2", "pick NL2406"),
        ("the cheapest flights there and back please", "pick cheapest", "pick NL2406 1"),
        ("the 8.50am please", "pick 1", "pick NL2406"),
        ("book that and the morning flight there", "pick AB2407", "pick NL2406"),
        ("the second one there and the first one back", "pick 2 1", "pick AB2407 1"),
        ("the 15:40 back", "pick 1", "pick 2"),
        ("the one for 522", "pick 1", "pick NL2406"),
        ("the afternoon one", "pick 1", "pick 2"),
        ("yes, and the 8:50 there", "yes", "yes ; pick NL2406"),
        ("book that and the morning flight there", "pick flight", "pick NL2406"),
        ("the early one there please", "pick earliest", "pick NL2406"),
        ("the cheaper one there and the later one back", "pick 1 2", "pick NL2406 2"),
        ("actually the 8:50 there", "yes a ; no b", "yes a ; pick NL2406"),
        ("i'll take the earlier flight out there and the last one home", "pick NL2406 2", "pick NL2406 2"),
        ("can i have the later one there as well?", "pick 2", "pick AB2407"),
        ("no wait, 1 instead of 2", "pick a b | people 1", "pick 1"),
        ("book flight NL2406 and flight AB2876", "pick AB2407 AB2876", "pick NL2406 1"),
        ("NL2406 please, and tw2877 back", "pick 2", "pick NL2406 2"),
        ("no i mean the 522 one there and the 578 one back", "total 1 ab2407", "total NL2406 2"),
        ("what is it with the 15:40 flight?", "total 1 nl2406", "total 1 nl2406"),
        ("not the 15:40", "pick 1", "pick 1"),
        ("is the 15:40 cheaper? the first please", "ask 2 | price ; pick 1", "ask 2 | price ; pick 1"),
        ("the first, arriving before 15:40", "pick 1", "pick 1"),
        ("yes, and hotels for the 08:50 arrival", "yes ; find hotel", "yes ; find hotel"),
        ("the 15:40 is no good for us so the other", "pick 1", "pick 1"),
    ],
)
def test_flights_of_two_lists(message: str, program: str, expected: str) -> None:
    assert _settle(message, program, _BACK, _THERE) == parse_commands(expected)


@pytest.mark.parametrize(
    ("message", "program", "expected"),
    [
        ("no. the cedar guesthouse", "no a", "no a ; pick 2"),
        ("cedar with two singles please", "pick 2 | rooms 2 single ; pick 1", "pick 2 | rooms 2 single"),
        ("the lodge but with breakfast", "pick 2 | with breakfast", "pick 3 | with breakfast"),
        ("the guest house for three nights", "pick 1 | nights 3", "pick 2 | nights 3"),
        ("the backpackers for 48", "pick 2", "pick 1"),
        ("sorry i meant the 420 one", "pick Meadow Backpackers", "pick 2"),
        ("the cedar is too expensive, the cheapest then", "pick 1", "pick 1"),
        ("the cheapest and the 08:50", "pick 1", "pick 1 NL2406"),
        ("the hotel before all else. take the first one", "pick cedar guesthouse", "pick 1"),
        ("we want the second one", "pick station lodge", "pick 2"),
    ],
)
def test_hotels_beside_flights(message: str, program: str, expected: str) -> None:
    assert _settle(message, program, _STAYS, _THERE) == parse_commands(expected)


async def test_a_choice_of_other_things_books_nothing_that_waits(person: Person) -> None:
    await person.say("find flight+return+hotel | from Berlin | place Rome | on 10 july | until 15 july")
    await person.say("pick 1 3 6")
    reply = await person.say("pick 1 3 7", "the 8:20 out, the 14:45 back and the lodge")
    assert "Booked" not in reply
    assert [name in reply for name in ("NL2626", "MR2001", "Station Lodge", "MR2000")] == [True, True, True, False]


async def test_a_car_with_the_other_gearbox_is_not_proposed(person: Person) -> None:
    await person.say("find car | place Lisbon | on 3 august | until 8 august")
    reply = await person.say("pick 1", "the automatic one")
    assert "Shall I book this?" not in reply
    assert "automatic" in reply


_OUT = """Flights from Dublin to Lisbon on 8 June 2026, for one person:
1. Flight KT2538 from Dublin to Lisbon, 8 June 2026 at 10:45, 1 passenger in economy, $137 in all – Southern Kite
2. Flight KT2539 from Dublin to Lisbon, 8 June 2026 at 15:05, 1 passenger in economy, $164 in all – Southern Kite"""
_LATER = _OUT.replace("8 June", "16 June")
_ON = """Flights from Lisbon to Porto on 11 June 2026, for one person:
1. Flight BH1659 from Lisbon to Porto, 11 June 2026 at 14:15, 1 passenger in economy, $64 in all – Blue Heron
2. Flight AB1658 from Lisbon to Porto, 11 June 2026 at 08:55, 1 passenger in economy, $65 in all – Albatross Lines
Flights from Porto to Dublin on 14 June 2026, for one person:
3. Flight KT1759 from Porto to Dublin, 14 June 2026 at 20:45, 1 passenger in economy, $156 in all – Southern Kite
4. Flight MR1758 from Porto to Dublin, 14 June 2026 at 10:40, 1 passenger in economy, $163 in all – Meridian Air"""
_ASKED = """Shall I book this?
Flight KT1759 from Porto to Dublin, 14 June 2026 at 20:45, 1 passenger in economy, $156 in all
Please say yes or no."""
_LODGES = """Hotels in Lisbon, 8 June 2026, 3 nights, for one person:
1. Orchard Backpackers Lisbon, 1 single room, 8 to 11 June 2026 (3 nights), 1 guest, $126 in all – $42 a night
2. Lantern Guesthouse Lisbon, 1 single room, 8 to 11 June 2026 (3 nights), 1 guest, $201 in all – $67 a night"""


@pytest.mark.parametrize(
    ("message", "program", "replies", "expected"),
    [
        ("book number 3 and the 10:45 to lisbon", "pick 3 3", (_ON, _OUT), "pick 3 KT2538"),
        (
            "yes, and also the 10:45 from dublin to lisbon on the 8th",
            "yes a ; pick mr1758 | on the 8th",
            (_ASKED, _ON, _LATER, _OUT),
            "yes a ; pick KT2538@2026-06-08",
        ),
        ("the 10:45 to lisbon on the 16th", "pick 1", (_OUT, _LATER), "pick KT2538@2026-06-16"),
        (
            "we go to new york after all. flight 2 and the lantern",
            "pick ab1658",
            (_ON, _LODGES, _THERE),
            "pick AB2407 Lantern Guesthouse",
        ),
        ("i take 1 and 3", "pick bh1659 mr1659", (_ON,), "pick 1 3"),
        ("yes, book the flights", "yes ; pick kt1795", (_ON,), "yes ; pick flight"),
        ("book that with the flight home", "pick kt1758", (_ON,), "pick flight"),
        ("and the flight home", "pick mr1757", (_ON,), "pick mr1758"),
        ("flight XY1234 please", "pick xy1234", (_ON,), "pick xy1234"),
        ("ok book 1, 3 and 2", "yes a 1 2", (_ASKED, _ON), "pick 1 3 2"),
        (
            "i take 1 and 3, and a hostel for the 3 nights",
            "pick bh1659 ab1658 ; find hotel | nights 3",
            (_ON,),
            "pick bh1659 3 ; find hotel | nights 3",
        ),
        ("yes for 2 people", "pick a | people 2", (_ASKED, _ON), "pick a | people 2"),
    ],
)
def test_offers_of_earlier_lists(message: str, program: str, replies: tuple[str, ...], expected: str) -> None:
    assert _settle(message, program, *replies) == parse_commands(expected)


def test_a_hotel_that_is_not_booked_is_picked_and_no_other_changed() -> None:
    stay = "Garden Guesthouse Porto, 1 single room, 11 to 14 June 2026 (3 nights), 1 guest, $171 in all"
    booked = f"Booked. H-YTQ54FBQ: {stay}"
    message = "you missed the lantern guesthouse in lisbon, 8 to 11 june"
    settled = _settle(message, "change x | on 8 june | until 11 june", booked, _LODGES)
    assert settled == parse_commands("pick Lantern Guesthouse Lisbon | on 8 june | until 11 june")


async def test_a_yes_with_a_flight_of_an_earlier_list_is_carried_out(person: Person) -> None:
    await person.say("find flight | from Dublin | place Lisbon | on 8 june")
    await person.say("find flight | from Porto | place Dublin | on 14 june")
    await person.say("pick KT1759", "the 20:45")
    reply = await person.say(
        "yes a ; pick mr1758 | on the 8th", "yes, and also the 10:45 from dublin to lisbon on the 8th"
    )
    assert "Booked. F-" in reply
    assert "KT1759" in reply.partition("Shall I book this?")[0]
    assert "KT2538 from Dublin to Lisbon, 8 June" in reply.partition("Shall I book this?")[2]


async def test_a_hotel_is_not_said_to_be_booked_because_a_flight_goes_to_its_place(person: Person) -> None:
    await person.say("find flight | from Dublin | place Lisbon | on 8 june")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    reply = await person.say("bookings lantern guesthouse lisbon | booked", "did you book the one in lisbon too?")
    assert reply.startswith("No, ")
    assert "Lantern Guesthouse Lisbon is not booked" in reply


async def test_a_named_hotel_of_another_list_is_no_flight_from_its_place(person: Person) -> None:
    await person.say("find hotel | place Porto | on 3 august | until 6 august | people 2")
    await person.say("find hotel | place Lisbon | on 6 august | until 9 august")
    await person.say("find flight | from Porto | place Dublin | on 9 august | oneway")
    reply = await person.say("pick Garden Guesthouse", "the garden guesthouse in porto")
    assert "Garden Guesthouse Porto" in reply
    assert "Flight" not in reply


async def test_the_only_offer_of_a_list_is_proposed_with_the_rest(person: Person) -> None:
    await person.say("find flight | from Tokyo | place Kyoto | on 19 june | people 1")
    reply = await person.say(
        "pick 1 ; find hotel | nights 3 | with cheap | with hostel", "i take 1, and a cheap hostel for 3 nights"
    )
    assert reply.count("Please say yes or no.") == 1
    assert reply.count("Booked") == 0
    assert (await person.say("yes a", "yes to both")).count("Booked. ") == 2


@pytest.mark.parametrize("piece", ["1 ", "and "])
def test_a_very_long_message_takes_no_longer_than_a_long_one(piece: str) -> None:
    def take(letters: int) -> float:
        began = time.perf_counter()
        _settle((piece * letters)[:letters], "pick 1 ; total 1", _STAYS)
        return time.perf_counter() - began

    take(100)
    assert take(8_000) < 3 * take(1_600) + 0.3


_WEEKEND = """Flights from London to Lisbon on 11 December 2026:
1. Flight MR2378 from London to Lisbon, 11 December 2026 at 11:55, 1 passenger in economy, $198 in all
2. Flight TW2379 from London to Lisbon, 11 December 2026 at 17:15, 1 passenger in economy, $221 in all
Flights from Lisbon to London on 13 December 2026:
3. Flight NL1674 from Lisbon to London, 13 December 2026 at 09:10, 1 passenger in economy, $201 in all
4. Flight NL1675 from Lisbon to London, 13 December 2026 at 19:20, 1 passenger in economy, $224 in all"""


@pytest.mark.parametrize(
    ("message", "program", "expected"),
    [
        ("ok the 17:15 one and back sunday evening. yes", "pick 2", "pick 2 4"),
        ("the 11:55, return sunday morning", "pick 1", "pick 1 3"),
        ("the late flight on friday and sunday morning back", "pick 2 3", "pick 2 3"),
    ],
)
def test_a_day_of_the_week_says_which_flight(message: str, program: str, expected: str) -> None:
    assert _settle(message, program, _WEEKEND) == parse_commands(expected)


_WAITS = "Shall I book this?\n" + _STAYS.splitlines()[2].removeprefix("2. ") + "\nPlease say yes or no."


@pytest.mark.parametrize(
    ("message", "before", "expected"),
    [
        ("sure, the first one please", [_WAITS, _THERE, _STAYS], "yes 1"),
        ("sure, the first one please", [_WAITS, _STAYS], "yes a ; pick 1"),
        ("sure, but first tell me more", [_WAITS, _THERE, _STAYS], "yes a"),
    ],
)
def test_a_yes_to_the_first_one_is_to_the_list_that_was_shown_last(
    message: str, before: list[str], expected: str
) -> None:
    assert _settle(message, "yes a", *before) == parse_commands(expected)
