"""The tools in this process: what they find, what they refuse, and what they keep."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ricordo_travel.places import airports
from ricordo_travel.toolbox import DOMAINS, Toolbox
from tests.ricordo_travel.conftest import NOON

Ask = Callable[..., Awaitable[dict[str, Any]]]
DAY, LATER = "2026-12-01", "2026-12-04"


def caller_for(toolbox: Toolbox, traveller: str) -> Ask:
    """Call tools as an agent does, and say yes to every proposal as the traveller does."""
    tools = {tool.name: tool for tool in toolbox.tools_for(traveller, "talk")}
    desk = toolbox.desk_for(traveller, "talk")

    async def ask(name: str, **arguments: Any) -> dict[str, Any]:
        answer: Any = await tools[name].invoke(arguments=arguments)
        result = json.loads(answer if isinstance(answer, str) else answer[0].text)
        await desk.end_exchange()
        if "proposal" not in result:
            return result
        (agreed,) = (await desk.hear("yes")).agreed
        await desk.end_exchange()
        assert agreed.outcome is not None
        return dict(agreed.outcome)

    return ask


@pytest.fixture
def alice(toolbox: Toolbox) -> Ask:
    return caller_for(toolbox, "alice")


@pytest.fixture
def bob(toolbox: Toolbox) -> Ask:
    return caller_for(toolbox, "bob")


def test_there_are_27_tools_with_names_of_their_own() -> None:
    assert [len(tools) for _, tools in DOMAINS] == [7, 9, 11]
    names = [tool.name for _, tools in DOMAINS for tool in tools]
    assert len(set(names)) == 27


async def test_the_same_timetable_is_drawn_every_time(alice: Ask, tmp_path: Path) -> None:
    other = caller_for(Toolbox(tmp_path / "other.db", clock=lambda: NOON), "carol")
    for name, arguments in (
        ("search_flights", {"origin": "Sydney", "destination": "Tasmania", "day": DAY}),
        ("search_hotel_rooms", {"city": "Hobart", "guests": 3}),
        ("search_cars", {"city": "Oslo"}),
    ):
        assert await alice(name, **arguments) == await other(name, **arguments)


async def test_flights_are_found_by_city_alias_or_code_cheapest_first(alice: Ask) -> None:
    by_name = await alice("search_flights", origin="Sydney", destination="Tasmania", day=DAY)
    by_code = await alice("search_flights", origin="SYD", destination="hba", day=DAY)
    assert by_name == by_code
    prices = [row["price"] for row in by_name["flights"]]
    assert prices == sorted(prices)
    assert len(prices) == 2
    assert (await alice("search_flights", origin="SYD", destination="HBA", day=DAY, max_price=1))["flights"] == []
    everything = await alice("search_flights", origin="SYD")
    assert (everything["found"], everything["shown"]) == (2 * (len(airports()) - 1), 20)


async def test_a_party_gets_as_many_rooms_as_it_needs(alice: Ask) -> None:
    found = await alice("search_hotel_rooms", city="Rome", guests=7, check_in=DAY, check_out=LATER)
    for hotel in found["hotels"]:
        for offer in hotel["offers"]:
            assert offer["rooms_needed"] * offer["sleeps"] >= 7
            assert offer["price_for_all"] == offer["rooms_needed"] * offer["price_per_night"]
    assert all(hotel["stars"] >= 4 for hotel in (await alice("search_hotel_rooms", city="Rome", min_stars=4))["hotels"])


async def test_a_booking_is_made_changed_and_cancelled(alice: Ask) -> None:
    (first, *_) = (await alice("search_flights", origin="SYD", destination="HBA", day=DAY))["flights"]
    number = first["flight_number"]
    booked = await alice("create_flight_booking", flight_number=number, day=DAY, passengers=2)
    assert booked["total_price"] == first["price"] * 2
    seats = (await alice("get_flight", flight_number=number, day=DAY))["cabins"]["economy"]["seats_left"]
    assert seats == first["seats_left"] - 2
    moved = await alice("update_flight_booking", booking_id=booked["booking_id"], day=LATER, passengers=3)
    assert (moved["day"], moved["passengers"]) == (LATER, 3)
    assert (await alice("get_flight", flight_number=number, day=DAY))["seats_left"] == first["seats_left"]
    cancelled = await alice("cancel_flight_booking", booking_id=booked["booking_id"])
    assert cancelled["state"] == "cancelled"
    again = await alice("cancel_flight_booking", booking_id=booked["booking_id"])
    assert "already cancelled" in again["error"]
    assert (await alice("get_flight", flight_number=number, day=LATER))["seats_left"] == first["seats_left"]


async def test_bookings_survive_a_restart_and_are_seen_by_their_owner_only(alice: Ask, bob: Ask, store: Path) -> None:
    booked = await alice("create_car_booking", car_id="oslo-airport-economy", pick_up=DAY, drop_off=LATER)
    id = booked["booking_id"]
    restarted = caller_for(Toolbox(store, clock=lambda: NOON), "alice")
    assert await restarted("get_car_booking", booking_id=id) == booked
    assert (await bob("list_car_bookings"))["bookings"] == []
    for tool in ("get_car_booking", "cancel_car_booking"):
        assert "no car booking with this id" in (await bob(tool, booking_id=id))["error"]
    assert "no car booking" in (await bob("update_car_booking", booking_id=id, drop_off="2026-12-06"))["error"]
    assert (await restarted("get_car_booking", booking_id=id))["state"] == "booked"


async def test_a_change_that_cannot_be_had_leaves_the_booking_as_it_was(alice: Ask, bob: Ask) -> None:
    hotel = (await alice("get_hotel", hotel_id="rome-5"))["rooms"]
    suite = next(room for room in hotel if room["room_type"] == "suite")
    rooms = {"hotel_id": "rome-5", "room_type": "suite", "guests": 1}
    free = await bob("list_hotel_rooms", hotel_id="rome-5", check_in="2026-12-10", check_out="2026-12-12")
    left = next(room["rooms_left"] for room in free["rooms"] if room["room_type"] == "suite")
    await bob("create_hotel_booking", **rooms, check_in="2026-12-10", check_out="2026-12-12", rooms=left)
    mine = await alice("create_hotel_booking", **rooms, check_in=DAY, check_out=LATER)
    assert mine["total_price"] == suite["price_per_night"] * 3
    refused = await alice("update_hotel_booking", booking_id=mine["booking_id"], check_out="2026-12-11")
    assert "only 0 left on 2026-12-10" in refused["error"]
    assert await alice("get_hotel_booking", booking_id=mine["booking_id"]) == mine
    assert (await alice("create_hotel_booking", **rooms, check_in=DAY, check_out=LATER))["state"] == "booked"


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("create_flight_booking", {"flight_number": "KT1", "day": DAY}, "no flight with this number"),
        ("search_flights", {"origin": "Sydney", "destination": "Hobart", "day": "2026-11-15"}, "in the past"),
        ("search_flights", {"origin": "Sydney", "destination": "Hobart", "day": "2028-01-01"}, "too far ahead"),
        ("search_flights", {"origin": "Sydny"}, "did you mean Sydney"),
        ("search_flights", {}, "say where to fly from"),
        ("search_flights", {"origin": "Sydney", "destination": "Blue Mountains"}, "same airport"),
        ("search_flights", {"origin": "Sydney", "passengers": 0}, "passengers"),
        ("search_flights", {"origin": "Sydney", "day": "soon"}, "day"),
        ("search_hotel_rooms", {"city": "Rome", "check_in": DAY}, "together"),
        ("search_hotel_rooms", {"city": "Rome", "check_in": DAY, "check_out": DAY}, "one night at least"),
        ("search_hotel_rooms", {"city": "Rome", "check_in": DAY, "check_out": "2027-06-01"}, "60 nights at most"),
        ("search_hotel_rooms", {"city": "Rome", "guests": 0}, "guests"),
        ("get_hotel", {"hotel_id": "rome-99"}, "no hotel with this id"),
        ("get_car_location", {"location_id": "moon"}, "no location"),
        ("get_car", {"car_id": "moon"}, "no car with this id"),
        ("create_car_booking", {"car_id": "rome-airport-economy", "pick_up": LATER, "drop_off": DAY}, "one day"),
        ("get_flight_booking", {"booking_id": "'; DROP TABLE booking; --"}, "no flight booking"),
    ],
)
async def test_what_cannot_be_is_refused_with_the_way_out(
    alice: Ask, tool: str, arguments: dict[str, Any], said: str
) -> None:
    assert said in (await alice(tool, **arguments))["error"]


async def test_more_guests_than_beds_and_changes_of_nothing_are_refused(alice: Ask) -> None:
    stay = {"hotel_id": "rome-2", "room_type": "double", "check_in": DAY, "check_out": LATER}
    assert "book 3" in (await alice("create_hotel_booking", **stay, guests=5))["error"]
    assert "it has" in (await alice("create_hotel_booking", **{**stay, "room_type": "suite"}))["error"]
    booked = await alice("create_hotel_booking", **stay)
    assert "say what to change" in (await alice("update_hotel_booking", booking_id=booked["booking_id"]))["error"]
    assert "in the past" in (await alice("create_hotel_booking", **{**stay, "check_in": "2026-01-01"}))["error"]
