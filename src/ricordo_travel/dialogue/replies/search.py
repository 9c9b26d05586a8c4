"""Searches for flights, rooms and cars. They ask for what is missing, two questions at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.dialogue.facts.hotel_facts import (
    describe_predicate,
    describe_with,
    is_like,
    row_meets,
)
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.replies.lookups import (
    Row,
    call_cars,
    call_flights,
    call_rooms,
    find_flights_on,
    find_other_days,
)
from ricordo_travel.dialogue.replies.nearest import present_nearest_rooms
from ricordo_travel.dialogue.replies.offers import find_offers, format_day
from ricordo_travel.dialogue.replies.presentation import MAX_OFFERS, filter_rows, head, is_picked_up, present
from ricordo_travel.dialogue.replies.unserved import describe_unknown_home, explain_unserved
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.flight_hours import suits
from ricordo_travel.dialogue.trips.journey import fill_from_bookings
from ricordo_travel.dialogue.trips.known import PICK_UP, KnownTrip, know_trip
from ricordo_travel.dialogue.trips.scope import find_booked_flight, find_scope, list_booked
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.rooms import describe_wish
from ricordo_travel.flights.timetable import flights_between
from ricordo_travel.reservations import Kind

MAX_SEATS = 9
_THINGS: dict[Kind, str] = {"flight": "flights", "hotel": "a room", "car": "a car"}


def search(state: DialogueState, kinds: Sequence[Kind] | None = None) -> Plan:
    """Search for what the conversation asks for, or ask for what is missing."""
    kinds = kinds or find_scope(state)
    remark = ""
    if any(find_missing(know_trip(state, kind), kind) for kind in kinds):
        state, remark, kinds = yield from fill_from_bookings(state, kinds)
    known = know_trip(state)
    kinds, unserved = _leave_out_unserved(known, kinds)
    if not kinds:
        return unserved
    if state.trip.area:
        places = join_words([place.name for place in state.trip.area.places[:6]], "or")
        return f"In {state.trip.area.name} I can offer {places}. {questions.ASK_WHICH_PLACE}"
    missing = {kind: find_missing(know_trip(state, kind), kind) for kind in kinds}
    asked = list(dict.fromkeys(question for questions_of_kind in missing.values() for question in questions_of_kind))
    found: dict[Kind, str] = {}
    for kind in kinds:
        if not missing[kind]:
            found[kind] = yield from _SEARCHES[kind](know_trip(state, kind))
    parts = [remark, *found.values()] if remark else list(found.values())
    if asked:
        things = "" if list(kinds) != ["car"] else _class_wish(known)
        things = things or join_words([_THINGS[kind] for kind in kinds if missing[kind]])
        find = (questions.ASK_ORIGIN in asked and describe_unknown_home(state)) or f"I'd love to find you {things}"
        parts.append(f"{find}{_where(known) if things in find else ''}. {questions.join_questions(*asked)}")
    elif any(find_offers(part) for part in parts) and not any(questions.CONFIRM in part for part in parts):
        parts.append(questions.ASK_OFFER)
    return "\n".join([*([unserved] if unserved else []), *parts])


def _leave_out_unserved(known: KnownTrip, kinds: Sequence[Kind]) -> tuple[Sequence[Kind], str]:
    """Return the kinds that can be searched for where an end of the trip is not served, and what to say of that."""
    others: list[Kind] = [kind for kind in kinds if kind != "flight"]
    is_open = any(not is_origin for _, is_origin in known.trip.unserved)
    text = explain_unserved(known, needs_home="flight" in kinds, is_beside=bool(others))
    if not text:
        return kinds, text
    return [] if is_open else others, text


def find_missing(known: KnownTrip, kind: Kind) -> list[str]:
    """Return the questions for what a search still needs."""
    if kind == "flight":
        needed = [
            (known.destination, questions.ASK_DESTINATION),
            (known.origin != known.destination and known.origin, questions.ASK_ORIGIN),
            (known.first, questions.ASK_DAY_BACK if known.trip.is_return else questions.ASK_DAY),
        ]
    else:
        length = questions.ASK_NIGHTS if kind == "hotel" else questions.ASK_DAYS
        needed = [
            (known.trip.destination, questions.ASK_DESTINATION),
            (known.first, questions.ASK_CHECK_IN),
            (known.nights, length),
        ]
    return [question for value, question in needed if not value]


def _search_flights(known: KnownTrip) -> Plan:
    """Search for flights: one way, or there and back; not for the way there once it is booked."""
    is_both = known.trip.is_round and not known.trip.is_return and known.trip.last is not None
    kinds = tuple(dict.fromkeys((*known.trip.kinds, "flight")))
    known = replace(known, trip=replace(known.trip, kinds=kinds))
    most = known.trip.limit("flight") if is_both else None
    if most and most.basis == "total":  # it is for both ways together
        known = replace(known, trip=replace(known.trip, limits=tuple(e for e in known.trip.limits if e[1] != most)))
    way_back = replace(known, trip=replace(known.trip, is_return=True))
    if is_both and find_booked_flight(known, list_booked(known.state), is_back=False):
        return (yield from _search_leg(way_back, start=1))
    there = yield from _search_leg(known, start=1)
    if not is_both or not (shown := find_offers(there)):
        return there + _mention_way_back(known) if find_offers(there) else there
    back = yield from _search_leg(way_back, start=len(shown) + 1)
    if most and most.basis == "total" and (own := find_offers(back)):
        total = min(each.total for each in shown) + min(each.total for each in own)
        than = f"{'within' if total <= most.amount else 'more than'} your {format_dollars(most.amount)}"
        there = f"The cheapest there and back is {format_dollars(total)}, {than}.\n{there}"
    return f"{there}\n{back}"


def _mention_way_back(known: KnownTrip) -> str:
    trip = known.trip
    is_last = trip.is_return or trip.is_one_way or trip.base is not None
    if is_last or not trip.nights or not trip.last:
        return ""
    return f"\nThat is the way there. For the way back on {format_day(trip.last)}, ask me for the flight back."


def _search_leg(known: KnownTrip, *, start: int) -> Plan:
    assert known.origin
    assert known.destination
    assert known.first
    if known.origin.airport == known.destination.airport:
        return f"{known.origin.name} and {known.destination.name} have the same airport, so no flight is needed."
    if known.people > MAX_SEATS:
        return (
            f"I can book {MAX_SEATS} seats at once at most, and you are {known.people}. For how many of you "
            f"shall I look first?"
        )
    usual = "your usual airport" if known.usual_start else "your home"
    home = f" ({usual})" if known.is_origin_home else ""
    route = f"from {known.origin.name}{home} to {known.destination.name}"
    if known.is_open:
        return (yield from _search_days(known, route))
    if known.trip.is_arrival and not known.trip.is_return and (early := _leave_early(known)):
        return (yield from _search_arrival(known, early, route, start=start))
    result = yield from call_flights(known)
    if result.error:
        return f"I could not look that up: {result.error}."
    rows: list[Row] = list(result.data.get("flights", ()))
    if not rows:
        return (
            yield from search_other_days(known, f"There is no seat left {route} then. On the days around it there are:")
        )
    fitting, lost = filter_flights(known, rows)
    heading = head(known, "flight", f"Flights {route} on {format_day(known.first)}")
    if lost:
        none = f"There is no flight {route} {lost} on that day.{_name_end(known, fitting)}"
        heading = f"{none} The nearest to it, {known.describe_party()}:"
    return (yield from present(known, "flight", heading, fitting, start=start))


def _name_end(known: KnownTrip, rows: Sequence[Row]) -> str:
    """Say when the last flight of a day leaves if none is as late as wished, or the first one if none is as early."""
    times = sorted(row["departs"] for row in rows)
    if known.hours is None or known.hours.is_arrival or not known.hours.words.startswith(("after", "before")):
        return ""
    if known.hours.words.startswith("after"):
        return f" {times[-1]} is the last one." if not known.hours.includes(times[-1]) else ""
    return f" {times[0]} is the first one." if not known.hours.includes(times[0]) else ""


def _leave_early(known: KnownTrip) -> date | None:
    """Return the day to leave on in order to arrive on the first day of the trip, if that is the day before."""
    assert known.origin
    assert known.destination
    assert known.first
    flights = flights_between(known.origin.airport, known.destination.airport)
    if not flights or any(flight.arrives(known.first).date() == known.first for flight in flights):
        return None
    return known.first - timedelta(
        days=min((flight.arrives(known.first).date() - known.first).days for flight in flights)
    )


def _search_arrival(known: KnownTrip, day: date, route: str, *, start: int) -> Plan:
    """Search for flights that leave so early that they arrive on the first day of the trip."""
    assert known.first
    rows = yield from find_flights_on(known, [day])
    fitting, lost = filter_flights(known, rows)
    if not fitting:
        return f"I found no flight {route} that arrives on {format_day(known.first)}. Would another day do?"
    heading = head(known, "flight", f"Flights {route} on {format_day(day)}, to arrive on {format_day(known.first)}")
    if lost:
        heading = f"There is no flight {route} {lost} that arrives on {format_day(known.first)}. The nearest to it:"
    return (yield from present(known, "flight", heading, fitting, start=start))


def _search_days(known: KnownTrip, route: str) -> Plan:
    """Show the cheapest flights on the days among which the choice is left, one for each day."""
    rows = yield from find_flights_on(known, known.trip.days)
    fitting, lost = filter_flights(known, rows)
    by_day = {row["day"]: row for row in reversed(fitting)}
    cheapest = [row for row in fitting if by_day[row["day"]] is row]
    if not cheapest:
        return f"I found no flights {route} on those days. Would other days do?"
    first, last = known.trip.days[0], known.trip.days[-1]
    heading = head(known, "flight", f"The cheapest flights {route} between {format_day(first)} and {format_day(last)}")
    if lost:
        heading = f"There is no flight {route} {lost} on those days. The cheapest, {known.describe_party()}:"
    return (yield from present(known, "flight", heading, cheapest))


def filter_flights(known: KnownTrip, rows: Sequence[Row]) -> tuple[Sequence[Row], str]:
    """Return the flights that meet the wishes, or those that meet most of them, and the wish that none meets."""
    limit, hours = known.unit_limit("flight"), known.hours
    wishes: list[tuple[str, Callable[[Row], bool]]] = []
    if known.is_nonstop:
        wishes.append(("nonstop", lambda row: row["via"] is None))
    if hours:
        wishes.append((hours.words, lambda row: suits(hours, row)))
    if limit is not None:
        wishes.append((f"under {format_dollars(limit)} a seat", lambda row: row["price"] <= limit))
    for words, meets in wishes:
        fitting = [row for row in rows if meets(row)]
        if not fitting:
            return sorted(rows, key=lambda row: not known.likes(row)), words
        rows = fitting
    return sorted(rows, key=lambda row: not known.likes(row)), ""


def search_other_days(known: KnownTrip, heading: str) -> Plan:
    rows = yield from find_other_days(known)
    if not rows:
        return "I found no other flights on the days around it. Would a different week do?"
    return (yield from present(known, "flight", heading, rows))


def _search_by_sea(known: KnownTrip) -> Plan:
    """Search for rooms, and say so where a beach is wished for and none is known."""
    place, wish = known.trip.destination, "near the beach"
    if place is None or wish not in known.amenities or "beaches" in place.activities:
        return (yield from _search_rooms(known))
    others = tuple(name for name in known.amenities if name != wish)
    trip = replace(known.trip, amenities=others, given_up=known.trip.given_up | {wish})
    return f"I know of no beach in {place.name}.\n{yield from _search_rooms(replace(known, trip=trip))}"


def _search_rooms(known: KnownTrip) -> Plan:
    assert known.trip.destination
    assert known.first
    result = yield from call_rooms(known)
    if result.error:
        return f"I could not look that up: {result.error}."
    all_rows: list[Row] = list(result.data.get("hotels", ()))
    where = f"in {known.trip.destination.name}"
    if known.trip.rooms and not all_rows:
        said = yield from _search_rooms(replace(known, trip=replace(known.trip, rooms=())))
        return f"No hotel {where} has {describe_wish(known.trip.rooms)} {known.describe_party()} then.\n{said}"
    if not all_rows:
        return f"No hotel {where} has room {known.describe_party()} then. Would other days do?"
    rows = filter_rows(known, "hotel", all_rows)
    heading = head(known, "hotel", f"Hotels {where}, {format_day(known.first)}, {_nights(known)}")
    if not rows:
        return (yield from present_nearest_rooms(known, where, all_rows))
    rows = sorted(rows, key=lambda row: -sum(row_meets(row, name) for name in known.trip.soft))
    return (yield from present(known, "hotel", f"{_say_soft(known, rows[:MAX_OFFERS])}{heading}", rows))


def _say_soft(known: KnownTrip, rows: Sequence[Row]) -> str:
    """Say which of the offers have what would be nice, if not all of them have it."""
    soft = known.trip.soft
    have = "are" if any(map(is_like, soft)) else "have it"
    meeting = [row for row in rows if all(row_meets(row, name) for name in soft)]
    if len(meeting) == len(rows):
        return ""
    none = f"None of these {describe_predicate(*soft)}. "
    return f"Those {describe_with(soft)} come first, not all {have}. " if meeting else none


def _search_cars(known: KnownTrip) -> Plan:
    assert known.trip.destination
    assert known.first
    assert known.last
    result = yield from call_cars(known)
    if result.error:
        return f"I could not look that up: {result.error}."
    rows: list[Row] = list(result.data.get("cars", ()))
    because = (
        f" You prefer {known.preferred_class} cars, so I looked for those."
        if known.preferred_class and not known.trip.car_class
        else ""
    )
    wishes = known.describe_wishes("car")
    heading = f"Cars in {known.trip.destination.name} from {format_day(known.first)} until {format_day(known.last)}"
    heading = f"{heading}{', ' + wishes if wishes else ''}:{because}"
    lost = ", ".join(["", *filter(None, [known.describe_car_wishes()])])
    none = f"There is no {known.car_class or 'such'} car in {known.trip.destination.name} then{lost}"
    for less, with_class, others in [] if rows else _list_lesser(known):
        result = yield from call_cars(less, with_class=with_class)
        if rows := list(result.data.get("cars", ())):
            heading = f"{none}. {others}:"
            break
    there = [row for row in rows if is_picked_up(known, row)]
    if rows and not there and known.trip.at_airport is not None:
        wish = f"{known.car_class} car" if known.car_class else "such car"
        where, other = PICK_UP[known.trip.at_airport], PICK_UP[not known.trip.at_airport]
        heading = f"There is no {wish} {where} in {known.trip.destination.name} then, only {other}:"
    rows = there or rows
    limit = known.unit_limit("car")
    cheap = [row for row in rows if limit is None or row["price_per_day"] <= limit]
    if rows and not cheap:
        heading = f"There is no such car under {format_dollars(limit or 0)} a day. The cheapest:"
    if not rows:
        return f"There is no car in {known.trip.destination.name} then. Would other days do?"
    return (yield from present(known, "car", heading, cheap or rows))


def _list_lesser(known: KnownTrip) -> list[tuple[KnownTrip, bool, str]]:
    """Return searches for cars that meet fewer wishes, first of another class, each with whether it keeps the class."""
    any_gearbox = replace(known, trip=replace(known.trip, gearbox=None, bags=None))
    lesser = [(known, False, "Of another size" if known.trip.gearbox else "The others")] if known.car_class else []
    lesser += [(any_gearbox, True, "The others")] if known.describe_car_wishes() else []
    return [*lesser, (any_gearbox, False, "The others")] if len(lesser) > 1 else lesser


def _class_wish(known: KnownTrip) -> str:
    car_class = known.car_class
    if not car_class:
        return ""
    article = "an" if car_class[0] in "aeiou" else "a"
    return f"{article} {car_class} car{', as you prefer' if not known.trip.car_class else ''}"


def _where(known: KnownTrip) -> str:
    return (
        f" in {known.trip.destination.name}" if known.trip.destination and known.trip.kinds[:1] != ("flight",) else ""
    )


def _nights(known: KnownTrip) -> str:
    return f"{known.nights} night{'' if known.nights == 1 else 's'}"


_SEARCHES: dict[Kind, Callable[[KnownTrip], Plan]] = {
    "flight": _search_flights,
    "hotel": _search_by_sea,
    "car": _search_cars,
}
