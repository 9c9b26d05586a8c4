"""Answers about how long and how dear the way to a place is, what a trip there costs, and when."""

from __future__ import annotations

import calendar
import re
from dataclasses import replace

from ricordo_travel.clerk.answering.visits import Visit, find_named_month
from ricordo_travel.dialogue.replies.suggestions import describe_trip, find_fare, find_flight_minutes, format_minutes
from ricordo_travel.dialogue.trips.shares import describe_shares
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.hotels.catalog import hotels_in
from ricordo_travel.wording import count

EACH = r"\beach\b|\bperson\b|\bshare\b|\bsplit\b|\bhead\b|\bper (?:family|couple|household)\b"
"""Words of somebody who wants to know what each pays."""
ESTIMATE = re.compile(
    r"(?:^|[.\n] ?)(?P<place>[A-Z][A-Za-z ]{1,30}): about \$(?P<cost>[\d,]+) for (?P<party>[^.]{5,60}) "
    r"with(?:out)? flights[^.,]{0,40}? in (?P<month>[A-Z][a-z]+),"
)
"""What a reply says a trip to a place costs in a month."""


def compare_months(said: str, before: str) -> str:
    """Return how much more or less a trip costs than in another month, by two replies; empty if they do not say."""
    now, then = ESTIMATE.search(said), ESTIMATE.search(before)
    if now is None or then is None or any(now[name] != then[name] for name in ("place", "party")):
        return ""
    more = int(now["cost"].replace(",", "")) - int(then["cost"].replace(",", ""))
    if not more or now["month"] == then["month"]:
        return "" if now["month"] == then["month"] else f"That is the same as in {then['month']}."
    return f"That is {format_dollars(abs(more))} {'more' if more > 0 else 'less'} than in {then['month']}."


def tell_flight_time(visit: Visit) -> str:
    """Say how long the flight to a place takes, if it is known from where."""
    if visit.start is None:
        return f"How long the flight to {visit.place.name} is depends on where you fly from; tell me, and I say."
    minutes = find_flight_minutes(visit.start, visit.place)
    if not minutes:
        return f"{visit.start.name} and {visit.place.name} share an airport, so there is no flight between them."
    time = f"The flight from {visit.start.name} to {visit.place.name} takes about {format_minutes(minutes)}."
    return f"{time} {visit.note}".strip()


def tell_fares(visit: Visit) -> str:
    """Say what flights to a place cost, in the month of the trip if that is known."""
    if visit.start is None:
        return f"What flights to {visit.place.name} cost depends on where you fly from; tell me, and I look."
    fare = find_fare(visit.start, visit.place)
    if not fare:
        return tell_flight_time(visit)
    way = f"from {visit.start.name} to {visit.place.name}"
    if visit.month:
        fare += _find_surcharge(visit, visit.month)
        way += f" in {calendar.month_name[visit.month]}"
    said = f"Flights {way} are from about {format_dollars(fare)} a seat each way; tell me the day, and I look."
    return f"{said} {visit.note}".strip()


def _tell_prices(visit: Visit) -> str:
    place, wanted = visit.place, visit.wanted
    if "without flight" in visit.fact:
        wanted = replace(wanted, home=None)
    month = find_named_month(visit.fact)
    wanted = replace(wanted, first=None) if month else wanted
    more = _find_surcharge(visit, month) if month and wanted.home else 0
    month = month or (wanted.first.month if wanted.first else None)
    cost = describe_trip(place, wanted).cost + 2 * more * wanted.people
    people = f"{wanted.people} people" if wanted.people > 1 else "one person"
    flights = f"with flights from {wanted.home.name}" if wanted.home else "without flights"
    flights += f" in {calendar.month_name[month]}" if month else ""
    is_shared = wanted.people > 1 and re.search(EACH, visit.fact)
    share = f" That is about {describe_shares(cost, wanted.people, visit.groups, is_rough=True)}." if is_shared else ""
    cheapest = min(room.price for hotel in hotels_in(place) for room in hotel.rooms if room.type == "double")
    return (
        f"{place.name}: about {format_dollars(cost)} for {count(wanted.nights, 'night')} for {people} {flights}, by "
        f"the cheapest prices and without food and tickets. Double rooms are from {format_dollars(cheapest)} a night."
        f"{share}"
    )


def tell_cost(visit: Visit) -> str:
    """Say what a trip to a place costs, and whether the month that was named is dearer than others."""
    return " ".join(filter(None, (_tell_season(visit), _tell_prices(visit), visit.note)))


def _find_surcharge(visit: Visit, month: int) -> int:
    """Return how much more a seat costs on a Tuesday of a month than in most months."""
    if visit.start is None:
        return 0
    first = visit.today.replace(year=visit.today.year + (month < visit.today.month), month=month, day=1)
    tuesday = first.replace(day=1 + (1 - first.weekday()) % 7)
    return max(find_fare(visit.start, visit.place, tuesday) - find_fare(visit.start, visit.place), 0)


def _tell_season(visit: Visit) -> str:
    """Say whether the month that a question names is dearer than others; nothing if it names none."""
    month = find_named_month(visit.fact)
    if month is None:
        return ""
    name = calendar.month_name[month]
    if visit.start is None:
        return f"Rooms cost the same in {name} as all year; flights are dearer in July, August and December."
    if more := _find_surcharge(visit, month):
        return (
            f"{name} is dearer than most months: flights cost about {format_dollars(more)} more a seat each way, and "
            "rooms the same."
        )
    return f"{name} costs the same as most months; only flights in July, August and December are dearer."


def tell_cheapest_time(visit: Visit) -> str:
    """Say what is known of when a place is cheap."""
    return (
        f"I do not know which time is the cheapest for {visit.place.name}; flights cost more on Fridays and Sundays "
        "and in July, August and December, and rooms the same all year. Tell me some days, and I look."
    )
