"""Read what the slots of a command say about a trip."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.clock import is_any_time, read_hours
from ricordo_travel.clerk.reading.weekday_spans import find_weekday_span
from ricordo_travel.clerk.reading.weekdays import WEEKDAYS, find_dated, move_trip_to_month
from ricordo_travel.dialogue.facts.hotel_facts import DIET
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.cabins import find_cabin
from ricordo_travel.dialogue.values.dates import DateRange, parse_dates
from ricordo_travel.dialogue.values.geography import Mention, find_mentions, find_named
from ricordo_travel.dialogue.values.money import Money, find_basis
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.periods import find_period, is_between, list_days
from ricordo_travel.dialogue.values.rooms import count_guests, read_rooms
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_amenities, find_car_class, leave_out_wish
from ricordo_travel.reservations import Kind

_TYPES: dict[str, CarClass] = {
    "minivan": "van", "people carrier": "van", "cabrio": "convertible", "estate": "suv", "wagon": "suv", "jeep": "suv",
    "off road": "suv", "large": "suv", "big": "suv", "tiny": "economy", "mini": "economy", "medium": "midsize",
}  # fmt: skip
"""What classes of cars are called beside their names."""
_WISHES = (
    (r"^(?:pets?|dogs?|cats?)\b|\b(?:dog|pet|cat) ?(?:ok|allowed|welcome)\b", "pet-friendly"),
    (r"^(?:the )?(?:beach(?:es|front)?|sea(?:side|front)?|ocean)$|\bon the (?:beach|sea)\b", "near the beach"),
    (r"^(?:the )?(?:centre|center|city centre|downtown)$", "near the centre"),
    (r"\b(?:vegetarian|vegan)s?\b|\bno meat\b", "vegetarian menu"),
)
"""Wishes in few words, and what hotels are asked for by them."""
BEACH = "near the beach"
BETWEEN = "between"
"""A slot of a search for hotels whose price is between two that were shown."""
FINER = "finer"
"""A slot of a search for hotels that have more stars than those that were shown."""
OUT = "out"
"""A slot of a search for flights that is for the way there only."""
UNSAID = "unsaid"
"""A slot of a search for the flight back whose day the message names, but not as that of the way back."""
AROUND = "around"
"""A slot of a search whose days are those of something before which one is "there", and after which one is "back"."""
_FILLER = re.compile(r"\b(?:filter|wish|requirement|condition|criteri(?:on|a)|thing|part|bit|stuff|the|that)s?\b")
"""Words around a wish that is given up: "forget the beach filter"."""
_IMPLIED = (
    (r"\b(?:famil(?:y|ies)|group|party|crew) of (?P<count>\d+|\w+)\b", None),
    (r"\bhoneymoon\w*|\bromantic\b|\bcouples?\b|\banniversary\b", 2),
)
"""Wishes that tell how many people travel: the number is in them, or goes without saying."""
DAY_OF_MONTH = re.compile(r"(?:(?:on )?\w+day )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?")
"""A day without a month."""
_LATER = re.compile(
    r"(?:on )?(?:the )?(?:(?:very )?next day|following day|day after(?: that)?|"
    r"(?P<count>\w+) (?:days?|nights?) (?:later|after))"
)
"""A last day that is counted from the first."""
_EITHER = re.compile(r"\s*(?:,|/|\bor\b|\band\b)\s*")
_SIZE = re.compile(
    r"\b(?:bigg|larg|small|roomi)er\b|\b(?:more|extra|enough) (?:room|space|luggage|boot)\b|\bmore spacious\b|\bany\b"
)
_END = re.compile(r"^(?:the )?(?P<end>first|last) (?:day|night)$")
_UNITS = {"day": 1, "night": 1, "week": 7, "month": 30}
_SHIFT = re.compile(r"(?P<sign>[+-]?) ?(?P<count>\d+|an?|one|two|three) (?P<unit>day|night|week|month)")
_WEEKDAY = re.compile(rf"(?:on |the )*(?P<day>{'|'.join(WEEKDAYS)})")
_SAME_DAY = re.compile(r"\bsame\b|\bthat (?:very )?(?:day|evening|night|afternoon)\b")
_AHEAD = timedelta(days=7)
"""How long before a trip its first day is chosen, if only a month is named."""
AT_LEAST = "at least "
"""Before a number of people whom a message speaks of: if more travel, it means some of them."""
_MAX_PEOPLE = 20
_MAX_NIGHTS = 60


def apply_command(trip: Trip, command: Command, today: date) -> Trip:
    """Return a trip with what a command says about it."""
    kinds = read_kinds(command)
    trip = replace(keep_open(trip), area=None, alternatives=())
    if kinds:
        is_round = {"flight", "return"} <= set(command.subject.split("+"))
        is_one_way = command.has("oneway") or (trip.is_one_way and not is_round and not command.has("place"))
        trip = replace(trip, kinds=kinds, is_return=_is_homeward(trip, command), is_round=is_round)
        trip = replace(trip, is_one_way=is_one_way)
    trip = _apply_ends_of_return(trip, command) if trip.is_return else _apply_places(trip, command)
    trip = _apply_days(trip, command, today)
    trip = _put_around(trip, command) if command.has(AROUND) else trip
    trip = _apply_party(trip, command)
    trip = _apply_money(trip, command)
    trip = _apply_wishes(trip, command)
    return _apply_details(trip, command)


def read_kinds(command: Command) -> tuple[Kind, ...]:
    """Return what a command searches for. The flight back is a flight."""
    if command.verb != "find":
        return ()
    names = ["flight" if name == "return" else name for name in command.subject.split("+")]
    return tuple(dict.fromkeys(name for name in names if name in {"flight", "hotel", "car"}))  # type: ignore[misc]


def find_named_place(value: str) -> Mention | None:
    """Return the place that a value names, served or not."""
    text = normalise(value)
    return find_named(text) or next(iter(find_mentions(text)), None)


def find_picked_place(command: Command) -> str | None:
    """Return the place that a command picks: "pick Porto", "pick Porto Portugal"."""
    text = normalise(command.subject)
    mentions = find_mentions(f"in {text}") if command.verb == "pick" else []
    names = {word for mention in mentions for word in mention.name.lower().split()}
    towns = [mention for mention in mentions if mention.place] or mentions
    return towns[0].name if len(towns) == 1 and names == set(text.split()) else None


def _apply_places(trip: Trip, command: Command) -> Trip:
    unserved = list(trip.unserved)
    for name, field in (("place", "destination"), ("from", "origin")):
        value = command.value(name) or (find_picked_place(command) if name == "place" else None)
        mention = find_named_place(value) if value else None
        if mention is None:
            continue
        unserved = [each for each in unserved if each[1] != (field == "origin")]
        if not mention.is_served:
            unserved.append((mention, field == "origin"))
            trip = replace(trip, **{field: None}, arrival=None, departure=None)
        elif mention.place is None:
            trip = replace(trip, area=mention, destination=None)
        elif mention.place != getattr(trip, field):
            trip = replace(trip, **{field: mention.place}, arrival=None, departure=None)
    return replace(trip, unserved=tuple(unserved))


def keep_open(trip: Trip) -> Trip:
    """Return a trip whose ends that were named and are not served stay so until others are known."""
    ends = {True: trip.origin, False: trip.destination}
    return replace(trip, unserved=tuple(each for each in trip.unserved if ends[each[1]] is None))


def _is_homeward(trip: Trip, command: Command) -> bool:
    """Return whether a search is for the flight back: it says so, or it goes from where the trip is to its start."""
    if command.subject == "return":
        return True
    goal = find_named_place(command.value("place") or "")
    if command.subject != "flight" or trip.destination is None or goal is None or goal.place is None:
        return False
    start = find_named_place(command.value("from") or "")
    from_there = start is None or start.place in {trip.destination, trip.departure}
    return from_there and goal.place in {trip.base, trip.origin} and goal.place != trip.destination


def _apply_ends_of_return(trip: Trip, command: Command) -> Trip:
    """Return a trip whose flight back has the ends that a command names: "find return | from Rome | place Berlin"."""
    start, goal = (find_named_place(command.value(name) or "") for name in ("from", "place"))
    home = trip.base or trip.origin
    if start and start.place:
        if trip.destination is None:
            trip = replace(trip, destination=start.place)
        elif start.place == home and goal and goal.place == trip.destination:
            return trip  # the ends of the way there
        else:
            trip = replace(trip, departure=start.place if start.place != trip.destination else None)
    if goal is None or (goal.is_served and goal.place == trip.destination):
        return replace(trip, ends_at_home=trip.base is not None)
    if not goal.is_served:
        return replace(trip, unserved=((goal, trip.destination is not None),))
    if goal.place and trip.destination is None:
        return replace(trip, destination=goal.place)
    return replace(trip, base=goal.place or home, ends_at_home=True, origin=trip.origin or goal.place)


def _apply_days(trip: Trip, command: Command, today: date) -> Trip:
    """Return a trip with the days that a command names, those that move it, and the nights."""
    first, last, nights = command.value("on"), command.value("until"), _read_number(command.value("nights"))
    if shift := _read_shift(command.value("shift") or ""):
        moved = timedelta(days=shift)
        is_there = (command.value("shift") or "").endswith("there") and trip.last is not None  # the way back stays
        last_day, stay = (
            (trip.last, trip.nights and trip.nights - shift)
            if is_there
            else (trip.last and trip.last + moved, trip.nights)
        )
        trip = replace(trip, first=trip.first and trip.first + moved, last=last_day, nights=stay)
    more = (_read_shift(command.value("longer") or "") or 0) - (_read_shift(command.value("shorter") or "") or 0)
    if more and trip.nights:
        nights = trip.nights + more
    if first is not None:
        known, trip = trip, _apply_first(trip, first, today)
        is_first = known.first is not None and trip.last == known.first < (known.last or known.first)
        if trip.is_return:
            return known if is_first and command.has(UNSAID) else trip
    if last is not None:
        end = _read_end(trip, normalise(last), today)
        if end and trip.first and end > trip.first:
            return replace(trip, last=end, nights=(end - trip.first).days, has_end=True)
        return replace(trip, last=end or trip.last)
    if nights and 0 < nights <= _MAX_NIGHTS:
        trip = replace(trip, nights=nights, has_end=False)
    if trip.first and trip.nights:
        trip = replace(trip, last=trip.first + timedelta(days=trip.nights))
    return trip


def _read_end(trip: Trip, text: str, today: date) -> date | None:
    """Return the last day of a trip that a text names, itself or by the first one."""
    if _SAME_DAY.search(text) and trip.last is None:
        return trip.first
    if trip.first and (later := _LATER.fullmatch(text)):
        return trip.first + timedelta(days=int((parse_numbers(later["count"] or "") or [1])[0]))
    end = parse_dates(f"until {text}", today, trip.anchor or today).last
    return end or parse_dates(text, today, trip.anchor).first


def _put_around(trip: Trip, command: Command) -> Trip:
    """Return a trip that arrives the day before its days and flies back the day after them, or on weekdays named."""
    ends = (command.value(AROUND) or "").split()
    if trip.first is None:
        return trip
    named = next((n for n, name in enumerate(WEEKDAYS) if name in (command.value("on") or "")), trip.first.weekday())
    first = trip.first - timedelta(days=1 if "there" in ends else (trip.first.weekday() - named) % 7)
    last = trip.last + timedelta(days="back" in ends) if trip.last else None
    return replace(trip, first=first, last=last, nights=(last - first).days if last else None, is_arrival=True)


def _apply_first(trip: Trip, words: str, today: date) -> Trip:
    text = re.sub(r"^(?=(?:may|march)(?: \d{4})?$)", "in ", normalise(words))  # the month, as the slot is one of days
    text = f"the {text}th" if text.isdigit() else text  # "23 to 26"
    trip = replace(trip, is_arrival=False)
    if trip.is_return and trip.last is None and _is_first_day(text, trip):
        return replace(trip, last=trip.first, is_rough=False)
    if re.search(r"\b(?:same|those|these)\b", text):
        return replace(move_trip_to_month(trip, text, today), is_rough=False)
    if (end := _END.search(text)) and trip.first and trip.last and not trip.is_return:
        first = trip.first if end["end"] == "first" else trip.last - timedelta(days=1)
        return replace(trip, first=first, last=first + timedelta(days=1), nights=1)
    if "flight" in trip.kinds and (days := _find_choice(text, trip, today)):
        return replace(trip, last=None, days=days, **({} if trip.is_return else {"first": None, "month": None}))
    if trip.is_return and trip.kinds == ("flight",):
        day = parse_dates(f"until {text}", today, trip.first or trip.near or today).last
        day = day or parse_dates(text, today, trip.first).first
        day = find_dated(text, day, today) or day
        nights = (day - trip.first).days if day and trip.first and day > trip.first else trip.nights
        return replace(trip, last=day, nights=nights, days=()) if day else trip
    found = _find_in_month(text, trip, today) or find_weekday_span(text, today)
    found = found or parse_dates(text, today, trip.anchor, is_begun=trip.first is not None)
    if (own := find_day_of_trip(text, trip) or find_dated(text, found.first, today)) and not found.last:
        found = replace(found, first=own)
    if first := found.first:
        if trip.nights and trip.nights < (found.nights or 0) and "week" in text.split():
            found = replace(found, last=None, nights=trip.nights)  # so long within that week
        nights = found.nights or (None if found.last else trip.nights)
        last = found.last or (_find_end(trip, first, nights) if nights else None)
        nights = (last - first).days if last else nights
        return replace(trip, first=first, last=last, nights=nights, month=None, days=(), is_rough=found.is_rough)
    month = found.month
    days = find_period(text, today, None, month, ())
    if month or days:
        return replace(trip, first=None, last=None, month=month, days=tuple(days), nights=found.nights or trip.nights)
    return trip


def _find_in_month(text: str, trip: Trip, today: date) -> DateRange | None:
    """Return the first day of the week that a text names in the month of a trip; None if it is another text."""
    is_ahead = trip.month is not None and trip.month > today
    return parse_dates(text, trip.month) if trip.month and is_ahead and _WEEKDAY.fullmatch(text) else None


def _find_end(trip: Trip, first: date, nights: int) -> date:
    """Return the last day of so many nights from the first one on; nobody rents a car beyond the trip."""
    last = first + timedelta(days=nights)
    is_part = trip.kinds == ("car",) and trip.first and trip.last and trip.first <= first < trip.last
    return min(last, trip.last) if is_part and trip.last else last


def _find_choice(text: str, trip: Trip, today: date) -> tuple[date, ...]:
    """Return the days of a flight among which a text leaves the choice: "the 12th or 13th", "any day between …"."""
    is_open = is_between(text) or list_days(text, today, trip.anchor)
    return find_period(text, today, trip.anchor, None, ()) if is_open else ()


def _is_first_day(text: str, trip: Trip) -> bool:
    """Return whether the day of the flight back is that of the flight there: "the same day", "the 10th"."""
    match = DAY_OF_MONTH.fullmatch(text)
    return trip.first is not None and bool(_SAME_DAY.search(text) or (match and int(match["day"]) == trip.first.day))


def choose_day(trip: Trip, today: date) -> Trip:
    """Return a trip for which only a month is named with a first day: a Monday, or a Friday for a few nights."""
    if trip.first or trip.days or trip.month is None or trip.is_return:
        return trip
    weekday = 4 if trip.nights and trip.nights <= 3 else 0
    day = max(trip.month, today + _AHEAD)
    day += timedelta(days=(weekday - day.weekday()) % 7)
    if day.month != trip.month.month:
        return trip
    last = day + timedelta(days=trip.nights) if trip.nights else None
    return replace(trip, first=day, last=last, is_rough=True)


def find_day_of_trip(text: str, trip: Trip) -> date | None:
    """Return the day of a trip that a day without a month means: "the 10th" of one from 10 to 17 September.

    A car is rented on a weekday of the trip, and a flight is on one of it.
    """
    match = DAY_OF_MONTH.fullmatch(text)
    weekday = _WEEKDAY.fullmatch(text) if trip.kinds in {("car",), ("flight",)} else None
    if not (match or weekday) or trip.first is None or trip.last is None:
        return None
    days = (trip.first + timedelta(days=n) for n in range((trip.last - trip.first).days + 1))
    if weekday:
        return next((day for day in days if WEEKDAYS[day.weekday()] == weekday["day"]), None)
    return next((day for day in days if match and day.day == int(match["day"])), None)


def _apply_party(trip: Trip, command: Command) -> Trip:
    people = _read_number(command.value("people")) or (None if trip.people else _read_implied(command))
    if people and (command.value("people") or "").startswith(AT_LEAST) and (trip.people or 0) >= people:
        people = None
    if people and 0 < people <= _MAX_PEOPLE:
        trip = replace(trip, people=people, parties=(), rooms=trip.rooms if trip.people == people else ())
    if (rooms := command.value("rooms")) is not None and trip.kinds != ("car",):
        found = read_rooms(rooms)
        trip = replace(trip, rooms=found, people=trip.people or count_guests(found))
    return trip


def _read_implied(command: Command) -> int | None:
    """Return how many people travel if a wish implies it: a honeymoon is for two."""
    for wish in map(normalise, (*command.values("with"), *command.values("maybe"))):
        for pattern, people in _IMPLIED:
            if match := re.search(pattern, wish):
                return people or _read_number(match["count"])
    return None


def _apply_money(trip: Trip, command: Command) -> Trip:
    value = command.value("max")
    if value is None:
        return trip
    numbers = parse_numbers(value.replace("$", ""))
    if not numbers:
        return trip
    amount = int(numbers[0])
    basis = find_basis(normalise(value)) or _guess_basis(value)
    is_of_rooms = command.verb == "suggest" and basis in {"night", "room"}
    is_of_flights = trip.kinds == ("flight",) and basis == "total" and (trip.is_round or trip.last is not None)
    if basis == "trip" or is_of_flights or (command.verb == "suggest" and not is_of_rooms):
        return replace(trip, budget=Money(amount, basis or "total"))
    kind: Kind = trip.kinds[0] if trip.kinds and not is_of_rooms else "hotel"
    limits = {**dict(trip.limits), kind: Money(amount, basis)}
    return replace(trip, limits=tuple(limits.items()))


def _guess_basis(value: str) -> Any:
    if re.search(r"\beach\b|\bperson\b", value):
        return "person"
    return "total" if re.search(r"\ball\b|\btotal\b|\btogether\b", value) else None


def find_wishes(value: str) -> list[str]:
    """Return the amenities and facts of hotels that a value wishes for, none if it is about something else."""
    text = normalise(value)
    if re.search(DIET, text):
        return []
    known = next((name for pattern, name in _WISHES if re.search(pattern, text)), None)
    return list(find_amenities(f"with {text}")[0]) or ([known] if known else [])


def _apply_wishes(trip: Trip, command: Command) -> Trip:
    wanted, soft = list(trip.amenities), list(trip.soft)
    wished = [name for value in command.values("with") for name in _find_own_wishes(command, value)]
    wanted += [name for name in dict.fromkeys(wished) if name not in wanted]
    for value in command.values("maybe"):
        names = _find_own_wishes(command, value)
        soft += [name for name in names if name not in soft]
        wanted += [name for name in names if name not in wanted]
    given_up = set(trip.given_up)
    for value in command.values("drop"):
        dropped = set(find_wishes(_FILLER.sub("", normalise(value)).strip())) - set(wished)
        given_up |= dropped
        wanted, soft = (
            list(filter(None, (leave_out_wish(name, dropped) for name in names))) for names in (wanted, soft)
        )
        trip = _drop_others(trip, normalise(value))
    return replace(trip, amenities=tuple(wanted), soft=tuple(soft), given_up=frozenset(given_up - set(wanted)))


def _find_own_wishes(command: Command, value: str) -> list[str]:
    """Return what a value wishes of hotels. A beach is a wish for the place, unless a hotel is sought."""
    is_of_hotel = command.verb == "pick" or "hotel" in read_kinds(command)
    return [name for name in find_wishes(value) if is_of_hotel or name != BEACH]


def _drop_others(trip: Trip, text: str) -> Trip:
    """Return a trip without a wish that is no amenity: its limit, stars, time or class."""
    if re.search(r"price|budget|limit|max|cheap", text):
        trip = replace(trip, limits=(), budget=None)
    if "star" in text:
        trip = replace(trip, stars=None, most_stars=None)
    if re.search(r"morning|evening|afternoon|time|early|late", text):
        trip = replace(trip, hours=(None, None))
    if re.search(r"business|class|economy|first", text):
        trip = replace(trip, cabin=None, cabins=(None, None))
    if re.search(r"direct|nonstop", text):
        trip = replace(trip, is_nonstop=False)
    if re.search(r"automatic|manual", text):
        trip = replace(trip, gearbox=None)
    return trip


def _apply_details(trip: Trip, command: Command) -> Trip:
    if stars := parse_numbers(command.value("stars") or ""):
        most = int(max(stars)) if len(stars) > 1 else None
        trip = replace(trip, stars=int(min(stars)) or None, most_stars=most)
    if (cabin := command.value("class")) is not None:
        trip = replace(trip, cabin=find_cabin(normalise(f"{cabin} class")) or trip.cabin, cabins=(None, None))
    if command.has("direct"):
        trip = replace(trip, is_nonstop=True)
    for value in command.values("time"):
        trip = _apply_time(trip, value)
    return _apply_car(trip, command)


def _apply_car(trip: Trip, command: Command) -> Trip:
    if command.has("seats", "bags"):
        trip = replace(trip, car_class=None)
    wished = [value for value in (*command.values("with"), *command.values("maybe")) if trip.kinds == ("car",)]
    if kind_of_car := next(filter(None, map(find_type, wished)), None):
        trip = replace(trip, car_class=kind_of_car)
    types = find_types(command)
    if (car := command.value("type")) is not None:
        own = types[0] if len(types) == 1 else None
        trip = replace(trip, car_class=own if types or is_size(car) else trip.car_class)
    if command.has("automatic", "manual"):
        trip = replace(trip, gearbox="automatic" if command.has("automatic") else "manual")
    if seats := _read_number(command.value("seats")):
        trip = replace(trip, seats=seats)
    if bags := _read_number(command.value("bags")):
        trip = replace(trip, bags=bags)
    if (where := command.value("at")) is not None:
        trip = replace(trip, at_airport="airport" in where)
    return trip


def find_type(value: str) -> CarClass | None:
    """Return the class of car that a value names."""
    text = normalise(value)
    named: CarClass | None = next((known for word, known in _TYPES.items() if word in text), None)
    return named or find_car_class(f"{text} car")


def find_types(command: Command) -> list[CarClass]:
    """Return the classes of cars that a command names: "type van or suv"."""
    values = [part for value in command.values("type") for part in _EITHER.split(value) if not is_size(part)]
    found: list[CarClass] = []
    for value in values:
        if (name := find_type(value)) and name not in found:
            found.append(name)
    return found


def is_size(value: str) -> bool:
    """Return whether a value names a size beside that of another car: "bigger", "more room"."""
    return bool(_SIZE.search(value))


def _apply_time(trip: Trip, value: str) -> Trip:
    hours = read_hours(value)
    if hours is None and not is_any_time(value):
        return trip
    there, back = trip.hours
    is_back = trip.is_return or bool(re.search(r"\breturn\b|\bback\b", normalise(value)))
    return replace(trip, hours=(there, hours) if is_back else (hours, back))


def _read_number(value: str | None) -> int | None:
    numbers = parse_numbers(value) if value else []
    return int(numbers[0]) if numbers else None


def _read_shift(value: str) -> int | None:
    match = _SHIFT.search(value)
    if match is None:
        return None
    words = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
    count = words.get(match["count"]) or int(match["count"])
    return (-1 if match["sign"] == "-" else 1) * count * _UNITS[match["unit"]]
