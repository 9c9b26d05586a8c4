"""Bookings, kept in SQLite. What there is of a thing is counted by the day, so that nothing is booked twice."""

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
    details TEXT NOT NULL,           -- JSON: what was asked for, as the domain words it
    cents INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS booking_of ON booking (traveller, kind);
CREATE TABLE IF NOT EXISTS claim (   -- so many of a resource, on one day, for one booking
    resource TEXT NOT NULL,
    day TEXT NOT NULL,
    booking TEXT NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
    count INTEGER NOT NULL,
    PRIMARY KEY (resource, day, booking)
) STRICT, WITHOUT ROWID;
"""
_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are mistaken for another when read aloud."""
_COLUMNS = "id, kind, state, details, cents, created_at, updated_at"


class SoldOut(ValueError):
    """There is not enough left of what was asked for."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to book: ``count`` of a ``resource`` that has ``capacity``, from a day until another."""

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
class Booking:
    """Something that was booked."""

    id: str
    kind: Kind
    state: Literal["booked", "cancelled"]
    details: dict[str, Any]
    cents: int
    created_at: str
    updated_at: str

    def as_dict(self) -> dict[str, Any]:
        """The booking as a tool gives it back."""
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
    """All bookings of one kind in one file. A person sees their own only; another's is as if it were not there."""

    def __init__(self, path: Path | str, kind: Kind, *, clock: Callable[[], datetime] | None = None) -> None:
        self._path = Path(path)
        self._kind: Kind = kind
        self._clock = clock or (lambda: datetime.now(UTC))
        with closing(self._connected()) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_SCHEMA)

    @property
    def today(self) -> date:
        return self._clock().date()

    def list(self, traveller: str, *, with_cancelled: bool = True) -> list[Booking]:
        """The bookings of a person, oldest first."""
        query = f"SELECT {_COLUMNS} FROM booking WHERE traveller = ? AND kind = ? ORDER BY created_at, id"
        with closing(self._connected()) as connection:
            found = [_booking(row) for row in connection.execute(query, (traveller, self._kind))]
        return [booking for booking in found if with_cancelled or booking.state == "booked"]

    def get(self, traveller: str, id: str) -> Booking:
        """One booking of a person."""
        with closing(self._connected()) as connection:
            return self._found(connection, traveller, id)

    def book(self, traveller: str, wish: Wish) -> Booking:
        """Book what is wished for, if there is enough of it; of two who want the last one, one gets it."""
        with self._changing() as connection:
            id = _new_id(self._kind)
            now = self._clock().isoformat()
            connection.execute(
                "INSERT INTO booking (id, kind, traveller, state, details, cents, created_at, updated_at) "
                "VALUES (?, ?, ?, 'booked', ?, ?, ?, ?)",
                (id, self._kind, traveller, json.dumps(wish.details), wish.cents, now, now),
            )
            _claim(connection, id, wish)
            return self._found(connection, traveller, id)

    def rebook(self, traveller: str, id: str, wish: Wish) -> Booking:
        """Change a booking to what is wished for now; if that is not to be had, it stays as it was."""
        with self._changing() as connection:
            self._standing(connection, traveller, id)
            connection.execute("DELETE FROM claim WHERE booking = ?", (id,))
            connection.execute(
                "UPDATE booking SET details = ?, cents = ?, updated_at = ? WHERE id = ?",
                (json.dumps(wish.details), wish.cents, self._clock().isoformat(), id),
            )
            _claim(connection, id, wish)
            return self._found(connection, traveller, id)

    def cancel(self, traveller: str, id: str) -> Booking:
        """Cancel a booking; what it had is free again."""
        with self._changing() as connection:
            self._standing(connection, traveller, id)
            connection.execute("DELETE FROM claim WHERE booking = ?", (id,))
            connection.execute(
                "UPDATE booking SET state = 'cancelled', updated_at = ? WHERE id = ?", (self._clock().isoformat(), id)
            )
            return self._found(connection, traveller, id)

    def taken(self, resources: Iterable[str], first: date, until: date) -> dict[str, int]:
        """How many of each resource are taken on the busiest of the days."""
        query = (
            "SELECT max(total) FROM (SELECT sum(count) AS total FROM claim "
            "WHERE resource = ? AND day >= ? AND day < ? GROUP BY day)"
        )
        with closing(self._connected()) as connection:
            return {
                resource: connection.execute(query, (resource, first.isoformat(), until.isoformat())).fetchone()[0] or 0
                for resource in resources
            }

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=10, isolation_level=None)
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    @contextmanager
    def _changing(self) -> Generator[sqlite3.Connection]:
        """One transaction that nobody else's change comes between."""
        with closing(self._connected()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _found(self, connection: sqlite3.Connection, traveller: str, id: str) -> Booking:
        query = f"SELECT {_COLUMNS} FROM booking WHERE id = ? AND traveller = ? AND kind = ?"
        row = connection.execute(query, (id, traveller, self._kind)).fetchone()
        if row is None:
            raise ValueError(f"there is no {self._kind} booking with this id; list the bookings to see them all")
        return _booking(row)

    def _standing(self, connection: sqlite3.Connection, traveller: str, id: str) -> Booking:
        booking = self._found(connection, traveller, id)
        if booking.state == "cancelled":
            raise ValueError("this booking is cancelled already and cannot be changed; make a new one")
        return booking


def _claim(connection: sqlite3.Connection, id: str, wish: Wish) -> None:
    for day in wish.days:
        (taken,) = connection.execute(
            "SELECT coalesce(sum(count), 0) FROM claim WHERE resource = ? AND day = ?", (wish.resource, day)
        ).fetchone()
        left = wish.capacity - taken
        if wish.count > left:
            raise SoldOut(f"only {left} left on {day}, and {wish.count} wanted; try other days or something else")
        connection.execute(
            "INSERT INTO claim (resource, day, booking, count) VALUES (?, ?, ?, ?)",
            (wish.resource, day, id, wish.count),
        )


def _new_id(kind: Kind) -> str:
    return f"{kind[0].upper()}-{''.join(secrets.choice(_LETTERS) for _ in range(8))}"


def _booking(row: tuple[Any, ...]) -> Booking:
    id, kind, state, details, cents, created_at, updated_at = row
    return Booking(id, kind, state, json.loads(details), cents, created_at, updated_at)
