"""What the tools of all three domains have in common: who asks, what a tool is, and how it answers."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from ricordo_travel.reservations import Booking, Kind, Reservations

MOST_LISTED = 20
"""Rows in one answer: a model reads them all, and pays for them."""
_FURTHEST = timedelta(days=330)


class Arguments(BaseModel):
    """What a tool takes; anything else is refused."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, str_max_length=200)


class BookingArguments(Arguments):
    """The booking that a tool is about."""

    booking_id: str


class NoArguments(Arguments):
    """A tool that takes nothing."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where one person is served. Who that is comes from whoever opened the desk, never from a tool's arguments."""

    reservations: Reservations
    traveller: str

    def check_day(self, day: date, what: str) -> date:
        """``day`` if somebody can still travel on it, and already book it."""
        today = self.reservations.today
        if day < today:
            raise ValueError(f"{what} {day} is in the past; today is {today}")
        if day > today + _FURTHEST:
            raise ValueError(f"{what} {day} is too far ahead; bookings open {_FURTHEST.days} days before")
        return day


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that can be asked for, in this process or over MCP."""

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Desk, Any], dict[str, Any]]
    changes: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The arguments as JSON schema, without the titles: every run pays for them, and the names say the same."""
        return _untitled(self.arguments.model_json_schema())

    async def call(self, desk: Desk, given: dict[str, Any]) -> dict[str, Any]:
        """The answer, or ``{"error": …}`` that says what was wrong and what to do."""
        try:
            arguments = self.arguments.model_validate(given)
            return await asyncio.to_thread(self.run, desk, arguments)
        except ValidationError as error:
            return {"error": _fault(error)}
        except ValueError as error:
            return {"error": str(error)}
        except sqlite3.OperationalError:
            return {"error": "the bookings cannot be reached at the moment; try again shortly"}


def _untitled(part: Any) -> Any:
    if isinstance(part, list):
        return [_untitled(item) for item in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    given = cast("dict[str, Any]", part)
    return {name: _untitled(item) for name, item in given.items() if name != "title" or isinstance(item, dict)}


def _fault(error: ValidationError) -> str:
    """The first fault, without the value that was given."""
    fault = error.errors(include_input=False, include_url=False, include_context=False)[0]
    place = ".".join(map(str, fault["loc"])) or "the arguments"
    if fault["type"] == "extra_forbidden":
        return f"{place}: is not known here"
    return f"{place}: {fault['msg'].removeprefix('Value error, ')}"


def listed(rows: Sequence[dict[str, Any]], *, name: str, most: int = MOST_LISTED) -> dict[str, Any]:
    """The first rows, and how many there are."""
    return {name: list(rows[:most]), "found": len(rows), "shown": min(len(rows), most)}


def booking_tools(kind: Kind) -> tuple[Tool, Tool, Tool]:
    """Listing, getting and cancelling, which all domains do alike."""

    def list_all(desk: Desk, _: NoArguments) -> dict[str, Any]:
        return listed([booking.as_dict() for booking in desk.reservations.list(desk.traveller)], name="bookings")

    def get(desk: Desk, given: BookingArguments) -> dict[str, Any]:
        return _answer(desk.reservations.get(desk.traveller, given.booking_id))

    def cancel(desk: Desk, given: BookingArguments) -> dict[str, Any]:
        return _answer(desk.reservations.cancel(desk.traveller, given.booking_id))

    return (
        Tool(f"list_{kind}_bookings", f"All {kind} bookings of this traveller.", NoArguments, list_all),
        Tool(f"get_{kind}_booking", f"One {kind} booking of this traveller.", BookingArguments, get),
        Tool(
            f"cancel_{kind}_booking",
            f"Cancel a {kind} booking. Only after the traveller has said so.",
            BookingArguments,
            cancel,
            changes=True,
        ),
    )


def _answer(booking: Booking) -> dict[str, Any]:
    return booking.as_dict()
