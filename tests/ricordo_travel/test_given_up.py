"""Wishes of before that a message gives up, and what is asked between two prices."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.values.money import is_limit
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import (
    find_amenities,
    find_given_up,
    find_kinds,
    find_most_stars,
    find_stars,
    find_unwanted_kinds,
)


@pytest.mark.parametrize(
    "text",
    ["just a pool", "no, only breakfast pls", "i just want a gym", "all we need is parking", "only with a kitchen"],
)
def test_one_wish_alone_gives_up_the_other_amenities(text: str) -> None:
    assert find_given_up(normalise(text)) == {"amenities"}


@pytest.mark.parametrize("text", ["whatever has a pool in bali", "as long as it has parking", "whichever with a gym"])
def test_whatever_has_something_gives_up_the_stars_too(text: str) -> None:
    assert find_given_up(normalise(text)) == {"amenities", "stars"}


@pytest.mark.parametrize("text", ["a pool would be nice", "is that the only one with a pool?", "with a pool and a gym"])
def test_a_further_wish_gives_up_none(text: str) -> None:
    assert not find_given_up(normalise(text))


@pytest.mark.parametrize("text", ["i never asked for a sauna", "i didnt want a sauna", "never said sauna"])
def test_what_nobody_asked_for_is_no_wish(text: str) -> None:
    assert find_amenities(normalise(text)) == ((), ("sauna",))


@pytest.mark.parametrize(
    "text",
    [
        "it doesnt have to have a pool if the kids can swim in the sea",
        "it needn't have a pool",
        "does not have to be with pool",
        "not necessarily with a pool",
        "i don't care if it has a pool or not",
        "a pool is no longer needed",
        "the pool's not important",
        "scrap the pool",
        "we can give up on the pool",
    ],
)
def test_a_pool_can_be_given_up(text: str) -> None:
    assert find_amenities(normalise(text)) == ((), ("pool",))


@pytest.mark.parametrize("text", ["no hostels please", "we don't want a hostel", "not a motel, a hotel"])
def test_who_wants_no_hostel_still_wants_a_hotel(text: str) -> None:
    assert find_kinds(normalise(text)) == ["hotel"]
    assert not find_unwanted_kinds(normalise(text))


def test_stars_have_a_least_and_a_most() -> None:
    assert (find_stars("a 3 or 4 star one"), find_most_stars("a 3 or 4 star one")) == (3, 4)
    assert (find_stars("4 stars or more"), find_most_stars("4 stars or more")) == (4, None)


@pytest.mark.parametrize("text", ["ok forget stars", "never mind the stars", "ignore the stars", "whatever stars"])
def test_stars_can_be_given_up(text: str) -> None:
    assert find_stars(normalise(text)) == 0


@pytest.mark.parametrize("text", ["we would rather not have a car at all", "we dont want to rent a car"])
def test_a_car_can_be_unwanted(text: str) -> None:
    assert find_unwanted_kinds(normalise(text)) == ["car"]


def test_a_cry_at_a_price_is_no_limit() -> None:
    assert not is_limit("wow 454 a night")
    assert is_limit("454 a night")
