"""What a question about a place is asked for: the place, the month, from where, and for whom."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date

from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.priced import find_priced_day
from ricordo_travel.clerk.searching.starts import find_start
from ricordo_travel.dialogue.replies.suggestions import DEFAULT_NIGHTS, TripPreferences
from ricordo_travel.dialogue.trips.shares import find_groups
from ricordo_travel.dialogue.values.dates import parse_dates
from ricordo_travel.places import Place

_SEASONS = {"winter": 1, "spring": 4, "summer": 7, "autumn": 10, "fall": 10}
_FEASTS = {"christmas": 12, "new year": 12, "xmas": 12, "easter": 4}
_MONTHS = [{full.lower(), full[:3].lower()} for full in calendar.month_name[1:]]


@dataclass(frozen=True, slots=True)
class Visit:
    """What a question about a place is asked for.

    Attributes:
        place: The place.
        fact: What is asked, in lower case.
        start: Where the trip begins, if that is known.
        month: The month that the question or the trip is about, or None.
        today: The current day.
        wanted: For how many people and nights the trip is, from where.
        groups: How many families or couples travel, if somebody counted them.
        note: That the start is only the nearest place to the one that was named, or nothing.
    """

    place: Place
    fact: str
    start: Place | None
    month: int | None
    today: date
    wanted: TripPreferences
    note: str = ""
    groups: tuple[int, str] | None = None

    @property
    def day(self) -> date:
        """A day of the trip."""
        return self.today.replace(month=self.month, day=1) if self.month else self.today


def look_at(scene: Scene, place: Place, fact: str) -> Visit:
    """Return a place with what the conversation knows of the trip there."""
    known = scene.known()
    start = find_start(scene, fact, [place])
    home = start.place if start and start.place != place else None
    nights = min(max(known.nights or DEFAULT_NIGHTS, 1), 30)
    wanted = TripPreferences((), people=known.people, nights=nights, home=home, first=find_priced_day(scene.trip))
    groups = find_groups(scene.state.said)
    note = start.explain() if start and home else ""
    return Visit(place, fact, home, find_month(scene, fact, place), scene.state.today, wanted, note, groups)


def find_month(scene: Scene, text: str, place: Place | None = None) -> int | None:
    """Return the month that a text in lower case names, else that of the trip, else None."""
    if feast := next((month for word, month in _FEASTS.items() if word in text), None):
        return feast
    if season := next((month for word, month in _SEASONS.items() if re.search(rf"\b{word}\b", text)), None):
        return (season + 5) % 12 + 1 if place and place.latitude < 0 else season
    if month := find_named_month(text):
        return month
    found = parse_dates(text, scene.state.today, scene.trip.first)
    day = found.first or found.month or scene.trip.anchor
    return day.month if day else None


def find_named_month(text: str) -> int | None:
    """Return the month that a text in lower case names, or None."""
    return next(iter(find_named_months(text)), None)


def find_named_months(text: str) -> tuple[int, ...]:
    """Return the months that a text in lower case names: "march or april"."""
    words = set(re.findall(r"[a-z]+", text))
    return tuple(n for n, names in enumerate(_MONTHS, 1) if names & words)


def find_season(text: str) -> tuple[int, ...]:
    """Return the months of the season that a text in lower case names, by the north; none if it names none."""
    middle = next((month for word, month in _SEASONS.items() if re.search(rf"\b{word}\b", text)), None)
    return tuple((middle + more - 1) % 12 + 1 for more in (-1, 0, 1)) if middle else ()
