"""The reader of turns: what it writes for plain messages, how long it takes, and that it forgets."""

from __future__ import annotations

import re
import time

import pytest

from ricordo_travel.clerk.reading.reader import forget_programs, read, write_program

OFFER = """said: hotels in Lisbon from 10 to 17 July
reply: Hotels in Lisbon, 10 July 2026, 7 nights, for the two of you: 1 hotel Harbour Lodge Lisbon 10 to 17 July 2 people 1 double room $833; 2 hotel Lantern Guesthouse Lisbon 10 to 17 July 2 people 1 double room $623; Which one?"""  # noqa: E501
WAITS = f"""{OFFER.splitlines()[0]}
reply:
waits: a book hotel Harbour Lodge Lisbon 10 to 17 July 2 people 1 double room $833"""


@pytest.mark.parametrize(
    ("situation", "message", "verbs"),
    [
        ("start", "hello", ["hello"]),
        ("start", "a hotel in Lisbon from 10 to 17 July for two people please", ["find"]),
        (OFFER, "the second one please", ["pick"]),
        (WAITS, "yes", ["yes"]),
        (WAITS, "no thanks", ["no"]),
        (WAITS, "yes, and a car in Lisbon for the same days", ["yes", "find"]),
    ],
)
def test_plain_messages_are_read_as_their_commands(situation: str, message: str, verbs: list[str]) -> None:
    assert [command.verb for command in read(situation, message)] == verbs


def test_a_number_of_the_list_is_copied() -> None:
    (command,) = read(OFFER, "the second one please")
    assert command.refs == ("2",)


def test_a_long_message_takes_no_longer_than_one_that_fills_the_reader() -> None:
    write_program("start", "warm up")
    began = time.perf_counter()
    write_program("start", "hotel " * 300)
    full = time.perf_counter() - began
    began = time.perf_counter()
    write_program("x" * 100_000, "a" * 4_000)
    assert time.perf_counter() - began < 4 * full + 1


def test_what_was_read_is_forgotten() -> None:
    write_program("start", "canary")
    forget_programs()
    assert write_program.cache_info().currsize == 0


def test_a_flight_is_written_with_the_figures_of_one_that_was_shown() -> None:
    situation = """said: ok kyoto is fine. i take 1 and 3, and i need a cheap hostel for the 3 nights
reply: Hotels in Kyoto, 19 June 2026, 3 nights, for one person: 1 hotel Harbour Backpackers Kyoto 19 to 22 June 1 people 1 single room $147 $49 a night 2 stars with bicycles, garden and sauna; Book it?
waits: a book flight AB839 Tokyo to Kyoto 19 June 15:45 1 people $76
earlier: flight MR838 Tokyo to Kyoto 07:05; flight NL919 Kyoto to Tokyo 19:05; flight BH918 Kyoto to Tokyo 11:30"""  # noqa: E501
    program = write_program(situation, "yes to both, and the flight back too please, the 19:05").text
    assert set(re.findall(r"[a-z]{2}\d{3,4}", program)) == {"nl919"}
