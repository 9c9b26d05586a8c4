"""Bookings in SQLite. Capacity is counted by the day, so that nothing is booked twice."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

Kind = Literal["flight", "hotel", "car"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS booking (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    traveller TEXT NOT NULL,
    state TEXT NOT NULL,             -- booked, cancelled
    details TEXT NOT NULL,           -- JSON: the fields of the flight, hotel or car
    cents INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS booking_of ON booking (traveller, kind);
CREATE TABLE IF NOT EXISTS claim (   -- `count` units of a resource on one day, for one booking
    resource TEXT NOT NULL,
    day TEXT NOT NULL,
    booking TEXT NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
    count INTEGER NOT NULL,
    PRIMARY KEY (resource, day, booking)
) STRICT, WITHOUT ROWID;
"""
ID_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that are not confused when read aloud."""
_COLUMNS = "id, kind, state, details, cents, created_at, updated_at"


class SoldOut(ValueError):
    """There is not enough capacity left for a booking."""


@dataclass(frozen=True, slots=True)
class BookingRequest:
    """A request for `count` units of a resource with `capacity`, from the day `first` until before the day `until`."""

    resource: str
    first: date
    until: date
    count: int
    capacity: int
    details: dict[str, Any]
    cents: int

    @property
    def days(self) -> list[str]:
        return [(self.first + timedelta(days=n)).isoformat() for n in range((self.until - self.first).days)]


@dataclass(frozen=True, slots=True)
class Change:
    """A booking to make (without `booking_id`), to change, or to cancel (without `request`)."""

    request: BookingRequest | None = None
    booking_id: str | None = None


@dataclass(frozen=True, slots=True)
class Booking:
    """A booking."""

    id: str
    kind: Kind
    state: Literal["booked", "cancelled"]
    details: dict[str, Any]
    cents: int
    created_at: str
    updated_at: str

    def as_dict(self) -> dict[str, Any]:
        """Return the booking as a tool returns it."""
        return {
            "booking_id": self.id,
            "kind": self.kind,
            "state": self.state,
            **self.details,
            "total_price": self.cents / 100,
            "currency": "USD",
            "created_at": self.created_at,
            "updated_at": self.updated_at,
        }


class Reservations:
    """The bookings of one kind in one file. A traveller sees only their own."""

    def __init__(self, path: Path | str, kind: Kind, *, clock: Callable[[], datetime] | None = None) -> None:
        self._path = Path(path)
        self._kind: Kind = kind
        self._clock = clock or (lambda: datetime.now(UTC))
        with closing(self._connect()) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_SCHEMA)

    @property
    def today(self) -> date:
        return self._clock().date()

    def list(self, traveller: str, *, with_cancelled: bool = True) -> list[Booking]:
        """Return the bookings of a traveller, oldest first."""
        query = f"SELECT {_COLUMNS} FROM booking WHERE traveller = ? AND kind = ? ORDER BY created_at, rowid"
        with closing(self._connect()) as connection:
            bookings = [_to_booking(row) for row in connection.execute(query, (traveller, self._kind))]
        return [booking for booking in bookings if with_cancelled or booking.state == "booked"]

    def get(self, traveller: str, id: str) -> Booking:
        """Return one booking of a traveller."""
        with closing(self._connect()) as connection:
            return self._load(connection, traveller, id)

    def apply(self, traveller: str, change: Change) -> Booking:
        """Make, change or cancel a booking. Raise `SoldOut` and change nothing if there is not enough of something."""
        with self._transaction() as connection:
            return self._write(connection, traveller, change)

    def preview(self, traveller: str, change: Change) -> Booking:
        """Return the booking as `apply` would leave it, with the same checks, and change nothing."""
        with self._transaction(end="ROLLBACK") as connection:
            return self._write(connection, traveller, change)

    def count_taken(self, resources: Iterable[str], first: date, until: date) -> dict[str, int]:
        """Return how many units of each resource are booked on the busiest of the days."""
        query = (
            "SELECT max(total) FROM (SELECT sum(count) AS total FROM claim "
            "WHERE resource = ? AND day >= ? AND day < ? GROUP BY day)"
        )
        with closing(self._connect()) as connection:
            return {
                resource: connection.execute(query, (resource, first.isoformat(), until.isoformat())).fetchone()[0] or 0
                for resource in resources
            }

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=10, isolation_level=None)
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    @contextmanager
    def _transaction(self, *, end: Literal["COMMIT", "ROLLBACK"] = "COMMIT") -> Generator[sqlite3.Connection]:
        """Run a transaction that excludes all other writers."""
        with closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute(end)

    def _write(self, connection: sqlite3.Connection, traveller: str, change: Change) -> Booking:
        now = self._clock().isoformat()
        id, request = change.booking_id, change.request
        if id is not None:
            self._load_active(connection, traveller, id)
            connection.execute("DELETE FROM claim WHERE booking = ?", (id,))
        if request is None:
            connection.execute("UPDATE booking SET state = 'cancelled', updated_at = ? WHERE id = ?", (now, id))
        elif id is not None:
            connection.execute(
                "UPDATE booking SET details = ?, cents = ?, updated_at = ? WHERE id = ?",
                (json.dumps(request.details), request.cents, now, id),
            )
        else:
            id = _new_id(self._kind)
            connection.execute(
                "INSERT INTO booking (id, kind, traveller, state, details, cents, created_at, updated_at) "
                "VALUES (?, ?, ?, 'booked', ?, ?, ?, ?)",
                (id, self._kind, traveller, json.dumps(request.details), request.cents, now, now),
            )
        assert id is not None, "a cancellation names a booking"
        if request is not None:
            _reserve(connection, id, request)
        return self._load(connection, traveller, id)

    def _load(self, connection: sqlite3.Connection, traveller: str, id: str) -> Booking:
        query = f"SELECT {_COLUMNS} FROM booking WHERE id = ? AND traveller = ? AND kind = ?"
        row = connection.execute(query, (id, traveller, self._kind)).fetchone()
        if row is None:
            raise ValueError(f"there is no {self._kind} booking with this id; list the bookings to see them all")
        return _to_booking(row)

    def _load_active(self, connection: sqlite3.Connection, traveller: str, id: str) -> Booking:
        booking = self._load(connection, traveller, id)
        if booking.state == "cancelled":
            raise ValueError("this booking is already cancelled and cannot be changed; make a new one")
        return booking


def _reserve(connection: sqlite3.Connection, id: str, request: BookingRequest) -> None:
    for day in request.days:
        (taken,) = connection.execute(
            "SELECT coalesce(sum(count), 0) FROM claim WHERE resource = ? AND day = ?", (request.resource, day)
        ).fetchone()
        left = request.capacity - taken
        if request.count > left:
            raise SoldOut(f"only {left} left on {day}, and {request.count} wanted; try other days or something else")
        connection.execute(
            "INSERT INTO claim (resource, day, booking, count) VALUES (?, ?, ?, ?)",
            (request.resource, day, id, request.count),
        )


def _new_id(kind: Kind) -> str:
    return f"{kind[0].upper()}-{''.join(secrets.choice(ID_ALPHABET) for _ in range(8))}"


def _to_booking(row: tuple[Any, ...]) -> Booking:
    id, kind, state, details, cents, created_at, updated_at = row
    return Booking(id, kind, state, json.loads(details), cents, created_at, updated_at)
