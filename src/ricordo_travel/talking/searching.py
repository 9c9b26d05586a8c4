"""Looking for flights, rooms and cars: ask for what is missing, two things at a time, then search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from ricordo.language.numbers import numbers_in
from ricordo_travel.offers import CONFIRM, car_lines, flight_lines, numbered, offers_in, room_lines
from ricordo_travel.places import Place, place_named
from ricordo_travel.plan import Call, Plan, asking, say
from ricordo_travel.situation import Result, Situation
from ricordo_travel.slots import ASK_ORIGIN, Slots, car_class_in
from ricordo_travel.traveller import LABELS

ASK_DESTINATION = "Where would you like to go?"
ASK_DAY = "On which day do you leave?"
ASK_CHECK_IN = "From which day?"
ASK_NIGHTS = "For how many nights?"
ASK_DAYS = "For how many days do you need the car?"

_DETAILS = (ASK_ORIGIN, ASK_DESTINATION, ASK_DAY, ASK_CHECK_IN, ASK_NIGHTS, ASK_DAYS)
_STANDING = re.compile(
    r"\b(?:i|we) (?:\w+ )?(?:prefer|always|usually|never|love|like|hate|avoid|enjoy)\b(?! to (?:book|fly|stay|rent))",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(
    r"^\W*(?:about |for )?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\W*$", re.IGNORECASE
)
_UNKNOWN = re.compile(
    r"\b(?i:to|in|for)\s+(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b)"
    r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)"
)
_SHOWN = 3
_WHICH = "Which one shall I book? Say its number, or tell me what to change."


def search(situation: Situation) -> Plan | None:
    """Search for what the conversation asks for, if this message carries it on."""
    here, slots = situation.here, with_answer(situation)
    is_standing = bool(_STANDING.search(situation.said)) and here.destination is None and here.first is None
    goes_on = slots.kind is not None and _goes_on(situation, slots)
    if is_standing or (here.kind is None and not goes_on):
        return None
    if here.destination is None and (unknown := _UNKNOWN.search(situation.said)):
        return say(f"I cannot look that up: {_why_not(unknown['name'])}")
    match slots.kind:
        case "flight":
            return _flights(situation, slots)
        case "hotel":
            return _rooms(situation, slots)
        case "car":
            return _cars(situation, slots)
        case None:
            return None


def with_answer(situation: Situation) -> Slots:
    """What the conversation says, where a bare number answers what was asked."""
    slots = situation.slots
    asked_for_nights = ASK_NIGHTS in situation.asked or ASK_DAYS in situation.asked
    if asked_for_nights and (bare := _BARE_NUMBER.match(situation.said)):
        nights = int(numbers_in(bare[1])[0])
        slots = slots.updated(Slots(nights=nights))
    if slots.first and slots.last is None and slots.nights:
        slots = slots.updated(Slots(first=slots.first, last=slots.first + timedelta(days=slots.nights)))
    return slots


def home_of(situation: Situation) -> Place | None:
    """Where the person lives, if flights leave from there."""
    try:
        return place_named(situation.known.profile.get(LABELS["home"], "").split(",")[0])
    except ValueError:
        return None


def people_of(situation: Situation) -> int | None:
    """How many travel: as said here, or as they said before."""
    said = situation.slots.people
    before = numbers_in(situation.known.profile.get(LABELS["number_of_travelers"], ""))
    return said or (int(before[0]) if before and 1 <= before[0] <= 9 else None)


def _goes_on(situation: Situation, slots: Slots) -> bool:
    """Whether the message answers a question of the search, or changes what was searched for."""
    here = situation.here
    says_something = any(
        value is not None
        for value in (here.origin, here.destination, here.first, here.nights, here.people, here.car_class, here.cabin)
    )
    asked = any(question in situation.asked for question in _DETAILS)
    offered = bool(offers_in(situation.asked)) and CONFIRM not in situation.asked
    answered = asked and slots != situation.slots
    return answered or ((asked or offered) and says_something)


def _flights(situation: Situation, slots: Slots) -> Plan:
    home = home_of(situation)
    origin = slots.origin or home
    if missing := _missing((slots.destination, ASK_DESTINATION), (origin, ASK_ORIGIN), (slots.first, ASK_DAY)):
        return say(f"I'd love to look for flights. {missing}")
    assert slots.destination
    assert origin
    assert slots.first
    destination, day = slots.destination, slots.first
    people = people_of(situation) or 1
    given = {"origin": origin.airport, "destination": destination.airport, "day": day.isoformat(), "passengers": people}
    if slots.cabin:
        given["cabin"] = slots.cabin
    start = origin.name if slots.origin else f"{origin.name} (your home)"
    where = f"from {start} to {destination.name} ({destination.airport})"

    def reply(results: Sequence[Result]) -> str:
        rows = results[0].data.get("flights", ())[:_SHOWN]
        return _answer(results[0], f"Flights {where} on {_day(day)}, for {people}:", flight_lines(rows, people))

    return Plan(reply, (Call("search_flights", given),))


def _rooms(situation: Situation, slots: Slots) -> Plan:
    if missing := _missing(
        (slots.destination, ASK_DESTINATION), (slots.first, ASK_CHECK_IN), (slots.last or slots.nights, ASK_NIGHTS)
    ):
        return say(f"I'd love to find you a room. {missing}")
    assert slots.destination
    assert slots.first
    assert slots.last
    guests, nights = people_of(situation) or 1, (slots.last - slots.first).days
    days = (slots.first.isoformat(), slots.last.isoformat())
    given = {"city": slots.destination.key, "check_in": days[0], "check_out": days[1], "guests": guests}
    heading = f"Rooms in {slots.destination.name} from {_day(slots.first)}, {_nights(nights)}, for {guests}:"

    def reply(results: Sequence[Result]) -> str:
        rows = results[0].data.get("hotels", ())[:_SHOWN]
        return _answer(results[0], _minding(situation, heading), room_lines(rows, days, nights, guests))

    return Plan(reply, (Call("search_hotel_rooms", given),))


def _cars(situation: Situation, slots: Slots) -> Plan:
    liked = [*situation.known.facts, situation.known.profile.get(LABELS["preferences"], "")]
    preferred = next((name for text in liked if "car" in text and (name := car_class_in(text))), None)
    wanted = slots.car_class or preferred
    because = f" You prefer {preferred} cars, so I looked for those." if preferred and not slots.car_class else ""
    if missing := _missing(
        (slots.destination, ASK_DESTINATION), (slots.first, ASK_CHECK_IN), (slots.last or slots.nights, ASK_DAYS)
    ):
        kind = f"{'an' if wanted[0] in 'aeiou' else 'a'} {wanted} car" if wanted else "a car"
        return say(f"I'd love to find you {kind}{', as you prefer' if because else ''}. {missing}")
    assert slots.destination
    assert slots.first
    assert slots.last
    days = (slots.first.isoformat(), slots.last.isoformat())
    count = (slots.last - slots.first).days
    given = {"city": slots.destination.key, "pick_up": days[0], "drop_off": days[1]}
    if wanted:
        given["car_class"] = wanted
    heading = f"Cars in {slots.destination.name} from {_day(slots.first)} until {_day(slots.last)}.{because}"

    def reply(results: Sequence[Result]) -> str:
        return _answer(results[0], heading, car_lines(results[0].data.get("cars", ())[:_SHOWN], days, count))

    return Plan(reply, (Call("search_cars", given),))


def _why_not(name: str) -> str:
    try:
        return f"there is nothing of the kind in {place_named(name).name}."
    except ValueError as error:
        return f"{error}."


def _missing(*needed: tuple[object, str]) -> str:
    """The questions for what is missing, two at most."""
    return asking(*(question for value, question in needed if not value))


def _answer(result: Result, heading: str, lines: list[str]) -> str:
    if result.error:
        return f"I could not look that up: {result.error}."
    if not lines:
        return "Nothing is free then. Would other days do?"
    return f"{heading}\n{numbered(lines)}\n{_WHICH}"


def _minding(situation: Situation, heading: str) -> str:
    """With what the person once said about rooms, as it was said; whether a hotel meets it is not known here."""
    about = [
        fact for fact in situation.known.facts if re.search(r"\b(?:room|hotel|floor|bed|stay)", fact, re.IGNORECASE)
    ]
    return f"{heading}\n(You told me: {'; '.join(about[:2])}. Please ask the hotel about it.)" if about else heading


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _nights(count: int) -> str:
    return f"{count} night{'' if count == 1 else 's'}"
