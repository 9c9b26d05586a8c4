"""Other days for a booking: moved as a whole, or only its first or its last day."""

from __future__ import annotations

import re
from datetime import date, timedelta

from ricordo_travel.dialogue.values.dates import parse_dates
from ricordo_travel.dialogue.values.days import WEEKDAYS

_ON_WEEKDAY = re.compile(rf"\bon (?={'|'.join(WEEKDAYS)})")


def find_near(text: str, today: date, near: date) -> date | None:
    """Return the day that a text names; one without a month is the nearest such day, before or after `near`."""
    text = _ON_WEEKDAY.sub("", text)
    named = (parse_dates(text, today, near + timedelta(days=away)) for away in (-20, -6, 0, 20))
    found = [day for days in named if (day := days.first or days.last) and day >= today]
    return min(found, key=lambda day: abs((day - near).days), default=None)
