"""Of many who want the last one, exactly one gets it."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import date
from pathlib import Path

from ricordo_travel.reservations import BookingRequest, Change, Reservations, SoldOut

FIRST, UNTIL = date(2026, 12, 1), date(2026, 12, 4)


def request(count: int, capacity: int) -> BookingRequest:
    return BookingRequest("car somewhere", FIRST, UNTIL, count, capacity, {"car": "somewhere"}, 100)


def try_to_book(path: Path, traveller: str, capacity: int) -> bool:
    try:
        Reservations(path, "car").apply(traveller, Change(request(1, capacity)))
    except SoldOut:
        return False
    return True


def test_threads_that_want_the_last_one(store: Path) -> None:
    Reservations(store, "car")
    with ThreadPoolExecutor(8) as pool:
        tries = [pool.submit(try_to_book, store, f"person {n}", 1) for n in range(24)]
        assert [each.result() for each in tries].count(True) == 1


def test_processes_that_want_the_last_two(store: Path) -> None:
    Reservations(store, "car")
    with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("spawn")) as pool:
        tries = [pool.submit(try_to_book, store, f"person {n}", 2) for n in range(12)]
        assert [each.result() for each in tries].count(True) == 2
    assert Reservations(store, "car").count_taken(["car somewhere"], FIRST, UNTIL) == {"car somewhere": 2}


def test_what_does_not_fit_on_one_day_is_not_booked_on_the_others(store: Path) -> None:
    cars = Reservations(store, "car")
    cars.apply("alice", Change(BookingRequest("car somewhere", date(2026, 12, 3), UNTIL, 1, 1, {}, 100)))
    assert not try_to_book(store, "bob", 1)
    assert cars.list("bob") == []
    assert cars.count_taken(["car somewhere"], FIRST, date(2026, 12, 3)) == {"car somewhere": 0}


def test_a_change_may_overlap_with_what_is_changed(store: Path) -> None:
    cars = Reservations(store, "car")
    booked = cars.apply("alice", Change(request(1, 1)))
    longer = BookingRequest("car somewhere", FIRST, date(2026, 12, 8), 1, 1, {}, 300)
    assert cars.preview("alice", Change(longer, booked.id)).cents == 300
    assert cars.get("alice", booked.id).cents == 100, "a preview changes nothing"
    assert cars.apply("alice", Change(longer, booked.id)).cents == 300
