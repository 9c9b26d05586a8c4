"""People of one trip who fly from different places, and what says nothing of how many travel."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.dialogue.trips.reading import follow
from ricordo_travel.dialogue.trips.starts import find_groups
from ricordo_travel.dialogue.values.party import parse_party, parse_party_change
from ricordo_travel.dialogue.values.text import normalise

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("only one person from barcelona, thats me. my parents go from london", {"Barcelona": 1, "London": 2}),
        ("two people from london and one from barcelona", {"London": 2, "Barcelona": 1}),
        ("i fly from berlin, my brother from oslo", {"Berlin": 1, "Oslo": 1}),
        ("3 of us start in berlin, 2 in rome", {"Berlin": 3, "Rome": 2}),
        ("we are four, two from london and two from paris", {"London": 2, "Paris": 2}),
        ("one of us flies from paris, the other two from london", {"Paris": 1, "London": 2}),
        ("now my parents from london, same dates", {"London": 2}),
        ("my friend from london says it is nice", {}),
        ("two flights, one from london to rome and one from rome to berlin", {}),
        ("i live in berlin and my parents live in london", {}),
        ("we could all leave from london, two of us are in paris", {}),
    ],
)
def test_groups_start_at_different_places(text: str, groups: dict[str, int]) -> None:
    assert {each.mention.name: each.count for each in find_groups(normalise(text), None)} == groups


def test_each_group_has_its_own_seats() -> None:
    said = [
        ("", "crete with my parents, 12 to 19 september. i fly from barcelona and they fly from london"),
        ("", "and now theirs"),
        ("", "a hotel in crete for all of us"),
    ]
    trips = [follow(said[: n + 1], TODAY).trip for n in range(len(said))]
    starts = [(trip.origin.name if trip.origin else None, trip.of_kind("flight").people) for trip in trips]
    assert starts == [("Barcelona", 1), ("London", 2), ("London", 2)]
    assert trips[-1].of_kind("hotel").people == 3


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("i am 22 and a student, any student discount?", None),
        ("i'm a teacher, is there a teacher discount?", None),
        ("thats for two people, mum and dad", 2),
        ("two people, my wife and my son", 2),
        ("2 adults and our twins", 4),
        ("we are still 4, plus my mum makes 5. not 1 passenger", 5),
        ("a ticket for 3 people, not 2 people", 3),
    ],
)
def test_a_party_is_who_travels(text: str, people: int | None) -> None:
    assert parse_party(normalise(text)) == people


@pytest.mark.parametrize(
    "text",
    [
        "can you add my mum to the trip? she'd need her own room and a seat on the same flights",
        "just book one more seat on both flights for my mum",
    ],
)
def test_somebody_comes_along(text: str) -> None:
    assert parse_party_change(normalise(text), 4) == 1
