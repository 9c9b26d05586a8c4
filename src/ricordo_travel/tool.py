"""The base of the travel tools: arguments, context, errors, and the tools that all domains share."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from ricordo_travel.reservations import Kind, Reservations

MAX_ROWS = 20
"""Rows in one result. A model reads all of them, and every token costs."""
_MAX_ADVANCE = timedelta(days=330)


class Arguments(BaseModel):
    """The arguments of a tool. Unknown arguments are refused."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, str_max_length=200)


class BookingArguments(Arguments):
    """The arguments of a tool about one booking."""

    booking_id: str


class NoArguments(Arguments):
    """The arguments of a tool that takes none."""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """The bookings and the traveller that a tool works for. The traveller never comes from a tool's arguments."""

    reservations: Reservations
    traveller: str

    def check_day(self, day: date, name: str) -> date:
        """Return `day` if it can be booked. Raise `ValueError` if it is in the past or too far ahead."""
        today = self.reservations.today
        if day < today:
            raise ValueError(f"{name} {day} is in the past; today is {today}")
        if day > today + _MAX_ADVANCE:
            raise ValueError(f"{name} {day} is too far ahead; bookings open {_MAX_ADVANCE.days} days before")
        return day


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that can be called in this process or over MCP."""

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[ToolContext, Any], dict[str, Any]]
    is_write: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The arguments as a JSON schema, without titles, which repeat the names and cost tokens."""
        return _remove_titles(self.arguments.model_json_schema())

    async def call(self, context: ToolContext, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the result, or `{"error": …}` with what was wrong and what to do."""
        try:
            checked = self.arguments.model_validate(arguments)
            return await asyncio.to_thread(self.run, context, checked)
        except ValidationError as error:
            return {"error": _describe_fault(error)}
        except ValueError as error:
            return {"error": str(error)}
        except sqlite3.OperationalError:
            return {"error": "the bookings are busy; try again shortly"}


def _remove_titles(part: Any) -> Any:
    if isinstance(part, list):
        return [_remove_titles(item) for item in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    schema = cast("dict[str, Any]", part)
    return {name: _remove_titles(item) for name, item in schema.items() if name != "title" or isinstance(item, dict)}


def _describe_fault(error: ValidationError) -> str:
    """Describe the first fault, without the value that was sent."""
    fault = error.errors(include_input=False, include_url=False, include_context=False)[0]
    place = ".".join(map(str, fault["loc"])) or "the arguments"
    if fault["type"] == "extra_forbidden":
        return f"{place}: is not an argument of this tool"
    return f"{place}: {fault['msg'].removeprefix('Value error, ')}"


def list_rows(rows: Sequence[dict[str, Any]], *, name: str, limit: int = MAX_ROWS) -> dict[str, Any]:
    """Return the first rows, and how many there are in all."""
    return {name: list(rows[:limit]), "found": len(rows), "shown": min(len(rows), limit)}


def create_booking_tools(kind: Kind) -> tuple[Tool, Tool, Tool]:
    """Return the tools that list, get and cancel bookings of a kind."""

    def list_bookings(context: ToolContext, _: NoArguments) -> dict[str, Any]:
        return list_rows(
            [booking.as_dict() for booking in context.reservations.list(context.traveller)], name="bookings"
        )

    def get(context: ToolContext, arguments: BookingArguments) -> dict[str, Any]:
        return context.reservations.get(context.traveller, arguments.booking_id).as_dict()

    def cancel(context: ToolContext, arguments: BookingArguments) -> dict[str, Any]:
        return context.reservations.cancel(context.traveller, arguments.booking_id).as_dict()

    return (
        Tool(f"list_{kind}_bookings", f"List all {kind} bookings of this traveller.", NoArguments, list_bookings),
        Tool(f"get_{kind}_booking", f"Get one {kind} booking of this traveller.", BookingArguments, get),
        Tool(
            f"cancel_{kind}_booking",
            f"Cancel a {kind} booking. Call this only after the traveller has asked for exactly this.",
            BookingArguments,
            cancel,
            is_write=True,
        ),
    )
