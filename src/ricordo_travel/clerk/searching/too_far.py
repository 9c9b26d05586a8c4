"""Days that are too far ahead: the last ones that can be booked are proposed, and a yes looks on these."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.replies.offers import find_offers
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.dates import parse_dates
from ricordo_travel.wording import format_days

_TOO_FAR = re.compile(r"is too far ahead; bookings are open until (?P<last>\d+ \w+ \d{4})\.")
LAST_DAYS = re.compile(r"^The last days that can be booked are (?P<days>[^.]+)\. Shall I look", re.MULTILINE)
"""The proposal of other days."""


def propose_last_days(found: str, trip: Trip, today: date) -> str:
    """Return what a search says, with the last days that can be booked if those of the trip are too far ahead."""
    if trip.is_return and _TOO_FAR.search(found):
        found = f"For the way back: {found}"
    match = _TOO_FAR.search(found) if trip.nights and not find_offers(found) else None
    last = parse_dates(match["last"].lower(), today).first if match else None
    if last is None or not trip.nights:
        return found
    days = format_days((last - timedelta(days=trip.nights)).isoformat(), last.isoformat())
    return f"{found}\nThe last days that can be booked are {days}. Shall I look then?"


def look_on_last_days(before: Sequence[Command], reply: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return commands of which a yes to the last days that can be booked looks for the same as before on these."""
    last = LAST_DAYS.search(reply)
    if (
        last is None
        or not any(each.verb == "yes" for each in commands)
        or any(each.verb == "find" for each in commands)
    ):
        return tuple(commands)
    again = [
        replace(each, slots=(*(slot for slot in each.slots if slot[0] not in {"on", "until"}), ("on", last["days"])))
        for each in before
        if each.verb == "find"
    ]
    return (*again, *(each for each in commands if each.verb != "yes")) if again else tuple(commands)
