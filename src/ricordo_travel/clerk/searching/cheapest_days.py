"""Choose the day of a month, or of a span of days, on which the flights of a trip cost least."""

from __future__ import annotations

import calendar
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.clerk.reading.slots import choose_day
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import ToolCall, ToolResult, join_words
from ricordo_travel.dialogue.replies.lookups import find_flights_on
from ricordo_travel.dialogue.replies.offers import format_day
from ricordo_travel.dialogue.replies.presentation import MAX_OFFERS
from ricordo_travel.dialogue.replies.search import MAX_SEATS, filter_flights, find_missing
from ricordo_travel.dialogue.trips.known import KnownTrip, know_trip
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.money import format_dollars

Fares = Generator[Sequence[ToolCall], Sequence[ToolResult], dict[date, float]]
Chosen = Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[Trip, str]]


def choose_cheapest_day(scene: Scene, trip: Trip) -> Chosen:
    """Return a trip for which only a month or a span of days is named on the day of it with the cheapest flights.

    With it, what these cost. Nothing changes if the days of the trip are known or are only a few, or if too little is
    known to look flights up.
    """
    today = scene.state.today
    usual = choose_day(trip, today)
    known = know_trip(scene.quieten(usual), "flight")
    days = trip.days or (_list_month(trip.month) if trip.month else ())
    is_open = not (trip.first or trip.is_return) and len(days) > MAX_OFFERS
    if not is_open or find_missing(known, "flight") or known.people > MAX_SEATS:
        return trip, ""
    stay = timedelta(days=trip.nights or 0)
    within = [day for day in trip.days if day + stay <= trip.days[-1]]  # the whole trip, if that has room there
    fares = yield from _find_fares(known, [day for day in within or days if day > today])
    if not fares:
        return trip, ""
    least = min(fares.values())
    first = usual.first if usual.first and fares.get(usual.first) == least else min(fares, key=lambda day: fares[day])
    last = first + stay if trip.nights else trip.last
    chosen = replace(trip, first=first, last=last, is_rough=True)
    span = f"Between {format_day(min(fares))} and {format_day(max(fares))}" if trip.days else ""
    return chosen, describe_fares(fares, first, "there and back" if _is_both(known) else "a seat", span)


def _list_month(month: date) -> Sequence[date]:
    return [month.replace(day=n + 1) for n in range(calendar.monthrange(month.year, month.month)[1])]


def _is_both(known: KnownTrip) -> bool:
    return bool(known.trip.nights) and not known.trip.is_one_way


def _find_fares(known: KnownTrip, days: Sequence[date]) -> Fares:
    """Look up the lowest price of a seat as wished on each day; with the way back if it is known when that is."""
    there = yield from _find_lowest(known, days)
    if not _is_both(known):
        return there
    stay = timedelta(days=known.trip.nights or 0)
    way_back = replace(known, trip=replace(known.trip, is_return=True, last=days[0] + stay))
    back = yield from _find_lowest(way_back, [day + stay for day in there])
    return {day: fare + back[day + stay] for day, fare in there.items() if day + stay in back}


def _find_lowest(known: KnownTrip, days: Sequence[date]) -> Fares:
    rows = yield from find_flights_on(known, days)
    fitting, _ = filter_flights(known, rows)
    lowest: dict[date, float] = {}
    for row in fitting:
        day = date.fromisoformat(row["day"])
        lowest[day] = min(row["price"], lowest.get(day, row["price"]))
    return dict(sorted(lowest.items()))


def describe_fares(fares: Mapping[date, float], first: date, unit: str, span: str = "") -> str:
    """Say on which days of a span such as "In June" flights cost least, and what they cost then and else.

    Without a span, it is the month of the first day.
    """
    least, most = min(fares.values()), max(fares.values())
    span, day = span or f"In {first:%B}", f"{first.day} {first:%B}"
    price = f"{format_dollars(least)} {unit}"
    if least == most:
        return f"{span}, the cheapest flights cost the same on all days: {price}."
    best = [each for each, fare in fares.items() if fare == least]
    dear = sorted({each.weekday() for each in fares} - {each.weekday() for each in best})
    is_by_week = all(fare == least or each.weekday() in dear for each, fare in fares.items())
    names = join_words([f"{calendar.day_name[n]}s" for n in dear])
    when = f"{len(best)} days, {day} among them" if len(best) > 1 else day
    when = f"all days but {names}" if is_by_week and 0 < len(dear) < len(best) else when
    return f"{span}, flights are cheapest on {when}: {price}, and up to {format_dollars(most)} else."
