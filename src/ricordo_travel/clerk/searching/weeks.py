"""Compare what the flights of a trip cost in the weeks of a month."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import date, timedelta

from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.wording import count, format_days

WEEKS = "weeks"
"""A slot of a search: whether flights cost less in another week is asked."""
_MAX_WEEKS = 5
Fares = Generator[Sequence[ToolCall], Sequence[ToolResult], dict[date, int]]


def compare_weeks(scene: Scene) -> Plan:
    """Say what the cheapest flights there and back cost in each week of the month of a trip, and beside it."""
    known = scene.known("flight")
    first, nights = known.trip.first, known.trip.nights
    if first is None or not nights or known.start is None or known.trip.goal is None:
        return "Tell me from where, on which day and for how many nights, and I compare the weeks."
    fares = yield from _find_fares(known, _list_weeks(first, scene.state.today), nights)
    if first not in fares or len(fares) < 2:
        return "I found no flights in the other weeks."
    stay = timedelta(days=nights)
    lines = [
        f"• {format_days(day.isoformat(), (day + stay).isoformat())}: {format_dollars(fare)}"
        f"{' (the days that we spoke of)' if day == first else ''}"
        for day, fare in fares.items()
    ]
    best = min(fares, key=lambda day: fares[day])
    span = format_days(best.isoformat(), (best + stay).isoformat())
    less = fares[first] - fares[best]
    verdict = f"Yes, {span} is {format_dollars(less)} cheaper." if less else "No, these days are the cheapest."
    ends = f"from {known.start.name} to {known.trip.goal.name} and back"
    head = f"The cheapest flights {ends} {known.describe_party()}, {count(nights, 'night')}:"
    offer = "Rooms cost the same in all weeks." + (" Say which days you like, and I show them." if less else "")
    return "\n".join([verdict, head, *lines, offer])


def _list_weeks(first: date, today: date) -> list[date]:
    """Return the days of a month, and the next ones, on which a trip can begin that has the weekday of one of it."""
    days = [(n, first + timedelta(weeks=n)) for n in range(-_MAX_WEEKS, _MAX_WEEKS + 1)]
    return [day for n, day in days if (day.month == first.month or abs(n) == 1) and day > today]


def _find_fares(known: KnownTrip, days: Sequence[date], nights: int) -> Fares:
    """Look up the lowest price of the flights there and back for all who travel, for each first day."""
    start, goal = known.start, known.trip.goal
    assert start
    assert goal
    fares: dict[date, int] = {}
    for day in days:
        back = day + timedelta(days=nights)
        ways = ((start.key, goal.key, day), (goal.key, start.key, back))
        results = yield [
            ToolCall(
                "search_flights",
                {"origin": one, "destination": other, "day": on.isoformat(), "passengers": known.people},
            )
            for one, other, on in ways
        ]
        prices = [[row["price"] for row in result.data.get("flights", ())] for result in results]
        if all(prices):
            fares[day] = round(sum(map(min, prices)) * known.people)
    return fares
