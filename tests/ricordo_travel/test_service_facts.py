"""Facts of flights, cars and places, and the wishes that choose by them."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.cars.fleet import cars
from ricordo_travel.dialogue.facts.refunds import describe_money_back
from ricordo_travel.dialogue.replies.offers import parse_offer
from ricordo_travel.dialogue.trips.flight_hours import suits
from ricordo_travel.dialogue.values.car_wishes import find_bags, find_gearbox
from ricordo_travel.dialogue.values.hours import parse_hours
from ricordo_travel.flights.timetable import flights_between, timetable
from ricordo_travel.places import all_places, find_place

_LINE = "1. Flight KT2599 from Berlin to Tokyo, 5 September 2026 at 20:50, 2 passengers in economy, $1,210 in all"


def test_a_flight_lands_in_the_time_of_its_destination() -> None:
    flight = timetable()["KT2599"]
    assert f"{flight.arrives(date(2026, 9, 5)):%Y-%m-%d %H:%M}" == "2026-09-06 15:25"
    flight = flights_between("AKL", "HNL")[0]
    assert flight.arrives(date(2026, 9, 5)).date() <= date(2026, 9, 5)  # over the date line


def test_every_place_has_its_facts() -> None:
    for place in all_places():
        assert dict(place.airport_minutes)["taxi"] > 0
        assert all((place.airport_km, place.currency, place.language, place.local_transport, place.time_zone))
    assert find_place("crete").car == "yes"
    assert find_place("paris").car == "no"


def test_every_place_has_automatics_and_manual_gears() -> None:
    gears = {(car.location.place.key, car.gearbox) for car in cars().values()}
    assert len(gears) == 2 * len(all_places())


@pytest.mark.parametrize(
    ("text", "gearbox", "bags"),
    [
        ("an automatic please", "automatic", None),
        ("i can't drive a manual", "automatic", None),
        ("a small car, stick shift", "manual", None),
        ("is it an automatic?", None, None),
        ("which of them are automatic?", None, None),
        ("a car with room for 4 suitcases", None, 4),
        ("it has to fit three big bags", None, 3),
    ],
)
def test_wishes_for_a_car(text: str, gearbox: str | None, bags: int | None) -> None:
    assert (find_gearbox(text), find_bags(text)) == (gearbox, bags)


@pytest.mark.parametrize(
    ("text", "is_met"),
    [
        ("landing before 16:00", True),
        ("arriving before noon", False),
        ("leaving after 8pm", True),
        ("leaving before noon", False),
        ("i want to be there by 3pm", False),
    ],
)
def test_hours_of_landing_are_local(text: str, *, is_met: bool) -> None:
    hours = parse_hours(text)
    assert hours
    assert suits(hours, {"flight_number": "KT2599", "day": "2026-09-05"}) is is_met


def test_money_comes_back_until_some_days_before() -> None:
    offer = parse_offer(_LINE)
    assert offer
    assert describe_money_back(offer, date(2026, 8, 29)) == (
        "Cancelling Southern Kite KT2599 is free until 7 days before, 29 August 2026; afterwards nothing comes back."
    )
    assert "now nothing comes back" in describe_money_back(offer, date(2026, 8, 30))
