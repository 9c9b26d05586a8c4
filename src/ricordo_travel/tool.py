"""The base of the travel tools: arguments, context, errors, and the tools that all domains share."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from ricordo_travel.proposals import Proposal, Proposals
from ricordo_travel.reservations import Change, Kind, Reservations
from ricordo_travel.wording import format_day

MAX_ROWS = 20
"""Rows in one result. A model reads all of them, and every token costs."""
MAX_ADVANCE = timedelta(days=330)


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
    """The bookings, the traveller and the conversation that a tool works for. They never come from its arguments."""

    reservations: Reservations
    proposals: Proposals
    traveller: str
    conversation: str = ""

    def check_day(self, day: date) -> date:
        """Return `day` if it can be booked. Raise `ValueError` if it is in the past or too far ahead."""
        today = self.reservations.today
        if day < today:
            raise ValueError(f"{format_day(day.isoformat())} is in the past; today is {format_day(today.isoformat())}")
        if day > today + MAX_ADVANCE:
            last = format_day((today + MAX_ADVANCE).isoformat())
            raise ValueError(f"{format_day(day.isoformat())} is too far ahead; bookings are open until {last}")
        return day

    def preview(self, change: Change) -> dict[str, Any]:
        """Return the booking as a change would leave it."""
        preview = self.reservations.preview(self.traveller, change).as_dict()
        unknown = {"created_at", "updated_at"} | ({"booking_id"} if change.booking_id is None else set[str]())
        return {name: value for name, value in preview.items() if name not in unknown}

    def list_agreed(self) -> list[Proposal]:
        """Return the proposals that were carried out with the message that is being answered."""
        exchange = self.proposals.count_exchanges(self.traveller, self.conversation) + 1
        settled = self.proposals.list_settled(self.traveller, self.conversation, exchange=exchange)
        return [each for each in settled if each.state == "done"]  # one that failed may be proposed again


@cache
def make_schema(arguments: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a model. Every caller is given the same one, since every message needs all of them."""
    return arguments.model_json_schema()


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that can be called in this process or over MCP.

    A tool that writes returns a `Change`. Calling it makes a proposal; `carry_out` makes the booking after a yes.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[ToolContext, Any], dict[str, Any] | Change]
    is_write: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The arguments as a JSON schema, without titles, which repeat the names and cost tokens."""
        return _remove_titles(make_schema(self.arguments))

    async def call(self, context: ToolContext, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the result, or `{"error": …}` with what was wrong and what to do."""
        return await asyncio.to_thread(_report_faults, lambda: self._run(context, arguments))

    def propose(self, context: ToolContext, arguments: Mapping[str, Any]) -> Proposal:
        """Make a proposal, or return the one that the traveller has agreed to with their last message."""
        checked = self.arguments.model_validate(arguments)
        written = checked.model_dump_json()
        agreed = [each for each in context.list_agreed() if each.tool == self.name]
        for proposal in agreed:
            if proposal.arguments == written:
                return proposal
        preview = context.preview(self.prepare(context, checked))
        for proposal in agreed:
            if proposal.preview == preview:
                return proposal
        return context.proposals.add(context.traveller, context.conversation, self.name, written, preview)

    def carry_out(self, context: ToolContext, proposal: Proposal) -> dict[str, Any]:
        """Make the booking of a proposal that was taken, or return `{"error": …}` if it is not as proposed any more."""

        def apply() -> dict[str, Any]:
            change = self.prepare(context, self.arguments.model_validate_json(proposal.arguments))
            if context.preview(change) != proposal.preview:
                raise ValueError("this has changed since it was proposed; ask for it again")
            return context.reservations.apply(context.traveller, change).as_dict()

        return _report_faults(apply)

    def prepare(self, context: ToolContext, arguments: Arguments) -> Change:
        """Return the change that the tool would make. Raise `ValueError` if it cannot be made."""
        change = self.run(context, arguments)
        assert isinstance(change, Change), "a tool that writes returns a change"
        return change

    def _run(self, context: ToolContext, arguments: dict[str, Any]) -> dict[str, Any]:
        if self.is_write:
            proposal = self.propose(context, arguments)
            return dict(proposal.outcome) if proposal.outcome else proposal.as_dict()
        result = self.run(context, self.arguments.model_validate(arguments))
        assert isinstance(result, dict), "only a tool that writes returns a change"
        return result


def _report_faults(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return work()
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

    def cancel(_: ToolContext, arguments: BookingArguments) -> Change:
        return Change(booking_id=arguments.booking_id)

    return (
        Tool(f"list_{kind}_bookings", f"List all {kind} bookings of this traveller.", NoArguments, list_bookings),
        Tool(f"get_{kind}_booking", f"Get one {kind} booking of this traveller.", BookingArguments, get),
        Tool(
            f"cancel_{kind}_booking",
            f"Propose to cancel a {kind} booking. It is cancelled when the traveller says yes.",
            BookingArguments,
            cancel,
            is_write=True,
        ),
    )
