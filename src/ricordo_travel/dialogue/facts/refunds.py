"""Money back after a cancellation: until when all of it comes back, and that nothing does after that."""

from __future__ import annotations

from datetime import date, timedelta

from ricordo_travel.cars import conditions as car_conditions
from ricordo_travel.dialogue.replies.offers import Offer, format_day
from ricordo_travel.flights import conditions as flight_conditions
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count

_FREE_DAYS: dict[Kind, int] = {
    "flight": flight_conditions.FREE_CANCELLATION_DAYS,
    "car": car_conditions.FREE_CANCELLATION_DAYS,
}
_FIRST_DAY: dict[Kind, str] = {"flight": "day", "hotel": "check_in", "car": "pick_up"}


def describe_money_back(offer: Offer, today: date) -> str:
    """Return until when an offer or a booking can be cancelled free of charge."""
    days = offer.hotel.facts.free_cancellation_days if offer.kind == "hotel" else _FREE_DAYS[offer.kind]
    last = date.fromisoformat(offer.call.arguments[_FIRST_DAY[offer.kind]]) - timedelta(days=days)
    what = f"the {offer.title}" if offer.kind == "car" else offer.title
    until = f"free until {count(days, 'day')} before, {format_day(last)}"
    if today > last:
        return f"Cancelling {what} was {until}; now nothing comes back."
    return f"Cancelling {what} is {until}; afterwards nothing comes back."


def describe_rule(kind: Kind) -> str:
    """Return until when flights or cars can be cancelled free of charge."""
    return f"Cancelling a {kind} is free until {count(_FREE_DAYS[kind], 'day')} before; afterwards nothing comes back."
