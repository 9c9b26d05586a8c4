"""Answers about flights: times, stops, luggage, meals and the rules of flying."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from ricordo_travel.clerk.answering.known_facts import (
    COMMON,
    Table,
    Tell,
    tell_discount,
    tell_from,
    tell_price_of,
)
from ricordo_travel.clerk.answering.unknown_facts import CARGO, say_unknown
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.search_wishes import QUICK, STOPS
from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.facts.hotel_facts import DIET
from ricordo_travel.dialogue.facts.refunds import describe_money_back
from ricordo_travel.dialogue.facts.service_facts import describe_luggage
from ricordo_travel.dialogue.facts.waits import describe_waits
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.offers import Offer, first_day, format_day, format_minutes
from ricordo_travel.dialogue.values.cabins import find_cabin
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.flights import conditions
from ricordo_travel.flights.conditions import CHECK_IN_HOURS, SEAT_AGE, has_meal
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.places import all_places
from ricordo_travel.wording import count


def tell_of_flights(fact: str, things: Sequence[Item], today: date) -> str:
    """Return what is known of one or more flights on a fact in lower case."""
    if re.search(_LUGGAGE, fact) and (cabin := find_cabin(f"{fact} class")):
        things = [_seat_in(each, cabin) for each in things]
        fact = re.sub(r"\b(?:economy|premium|business|first|class)\b", " ", fact).strip()
    if re.search(_LUGGAGE, fact) and (cargo := re.search(CARGO, fact)):
        return "\n".join([tell_from("luggage", _FIRST, things, today), say_unknown(cargo[0], things)])
    if re.search(r"\b(?:car|booster) seats?\b", fact):
        return say_unknown(fact, things)
    if re.search(_WAITS, fact):
        return "\n".join(dict.fromkeys(describe_waits([each.offer for each in things])))
    return (
        tell_from(fact, _FIRST, things, today)
        or tell_price_of(fact, things, today)
        or tell_from(fact, (*_OWN, *COMMON), things, today)
        or say_unknown(fact, things)
    )


def _seat_in(thing: Item, cabin: Cabin) -> Item:
    """Return a flight as it would be in a cabin."""
    call = replace(thing.offer.call, arguments={**thing.offer.call.arguments, "cabin": cabin})
    return replace(thing, offer=replace(thing.offer, call=call))


def land(offer: Offer) -> datetime:
    """Return when a flight lands, in the local time of where it goes."""
    return offer.flight.arrives(first_day(offer))


def _of(tell: Callable[[Offer], str]) -> Tell:
    """Return what tells a fact of the offer alone."""
    return lambda thing, _today: tell(thing.offer)


def _say(sentence: str) -> Tell:
    """Return what says the same of every flight."""
    return lambda _thing, _today: sentence


def _tell_departure(offer: Offer) -> str:
    flight, day = offer.flight, first_day(offer)
    origin = f"{flight.origin.name} ({flight.origin.airport})"
    return f"{offer.title} leaves {origin} at {flight.departs} on {day:%A}, {format_day(day)}."


def say_late_landing(flights: Sequence[Offer], stays: Sequence[Offer]) -> list[str]:
    """Say which flights land only after the first day of a stay where they go, and ask whether to look before."""
    starts = {(each.hotel.place.airport, first_day(each)) for each in stays}
    there = [each for each in flights if (each.flight.destination.airport, first_day(each)) in starts]
    late = [each for each in there if land(each).date() > first_day(each)]
    if not late:
        return []
    verb = "lands" if len(late) == 1 else "land"
    names = "The flights there" if len(late) == len(there) > 1 else join_words([each.title for each in late])
    when = f"on {land(late[0]).day} {land(late[0]):%B}, a day after the hotel begins"
    return [f"{names} {verb} {when}; tell me if I shall look for flights the day before."]


def say_stops(command: Command, flights: Sequence[Offer]) -> list[str]:
    """Say how often the flights that a search finds change, if it asks for that, and if none takes less time."""
    is_direct = all(each.flight.via is None for each in flights)
    is_only = command.has(STOPS) or (is_direct and {name for name, _ in command.slots} == {"direct"})
    said = "All of these are nonstop." if is_direct else "None of these changes planes more than once."
    times = {each.flight.minutes for each in flights}
    none = f"Nothing is shorter: all take {format_minutes(min(times, default=0))}."
    return [*([said] if is_only and flights else []), *([none] if command.has(QUICK) and len(times) == 1 else [])]


def _tell_arrival(offer: Offer) -> str:
    flight, arrival = offer.flight, land(offer)
    days = (arrival.date() - first_day(offer)).days
    later = {0: "", 1: ", the next day", -1: ", the day before"}.get(days, f", {days} days later")
    place = f"{flight.destination.name} ({flight.destination.airport})"
    return f"{offer.title} lands in {place} at {arrival:%H:%M} local time on {arrival.day} {arrival:%B}{later}."


def _tell_times(offer: Offer) -> str:
    return f"{_tell_departure(offer)} {_tell_arrival(offer)}"


def _tell_duration(offer: Offer) -> str:
    change = f", with a change in {_name_hub(offer.flight.via)}" if offer.flight.via else ", nonstop"
    return f"{offer.title} takes {format_minutes(offer.flight.minutes)}{change}."


def _tell_stops(offer: Offer) -> str:
    if offer.flight.via is None:
        return f"{offer.title} is nonstop."
    return f"{offer.title} has one stop: you change in {_name_hub(offer.flight.via)}."


def _name_hub(airport: str) -> str:
    return next((f"{place.name} ({airport})" for place in all_places() if place.airport == airport), airport)


def _tell_luggage(thing: Item, today: date) -> str:
    del today
    said = describe_luggage(thing.offer)
    return f"{thing.offer.title}: {said[:1].lower()}{said[1:]}"


def _tell_more_luggage(thing: Item, today: date) -> str:
    return f"{_tell_luggage(thing, today)} What more luggage costs I do not know; please ask the airline."


def _tell_meal(offer: Offer) -> str:
    if not has_meal(offer.flight):
        return f"There is no meal on {offer.title}: it takes no more than three hours."
    return f"There is a meal on {offer.title}, with a vegetarian choice."


def _tell_diet(offer: Offer) -> str:
    return f"{_tell_meal(offer)} About other diets and allergies, please ask the airline."


def _tell_airport_time(offer: Offer) -> str:
    leaves = datetime.fromisoformat(f"{first_day(offer).isoformat()}T{offer.flight.departs}")
    start = leaves - timedelta(hours=conditions.AIRPORT_HOURS)
    before = "" if start.date() == leaves.date() else " on the day before"
    hours = count(conditions.AIRPORT_HOURS, "hour")
    return f"Be at the airport {hours} before {offer.title} leaves: at {start:%H:%M}{before}."


def _tell_airports(offer: Offer) -> str:
    flight = offer.flight
    ends = [f"{place.name} ({place.airport})" for place in (flight.origin, flight.destination)]
    return f"{offer.title} goes from {ends[0]} to {ends[1]}; I do not know the terminals."


def _tell_cabin(offer: Offer) -> str:
    return f"The seats on {offer.title} are in {offer.call.arguments['cabin']}."


def _tell_airline(offer: Offer) -> str:
    return f"{offer.title} is a flight of {offer.flight.airline}, number {offer.flight.number}."


def _tell_seats(offer: Offer) -> str:
    opens = f"which opens online {count(CHECK_IN_HOURS, 'hour')} before"
    return f"You choose your seats on {offer.title} at check-in, {opens}."


def _tell_legroom(offer: Offer) -> str:
    return f"I do not know about legroom, flat seats and the like on {offer.title}; please ask the airline."


def _tell_cancelling(thing: Item, today: date) -> str:
    return describe_money_back(thing.offer, today)


def _tell_all(thing: Item, today: date) -> str:
    del today
    offer = thing.offer
    flight, day, arrival = offer.flight, first_day(offer), land(offer)
    later = "" if arrival.date() == day else f" on {arrival.day} {arrival:%B}"
    stops = f"changing in {_name_hub(flight.via)}" if flight.via else "nonstop"
    times = f"leaves {flight.origin.name} on {format_day(day)} at {flight.departs}"
    lands = f"lands in {flight.destination.name} at {arrival:%H:%M} local time{later}"
    long = f"{format_minutes(flight.minutes)}, {stops}"
    price = f"{format_dollars(offer.unit_price)} a seat, {format_dollars(offer.total)} in all"
    return f"{offer.title} {times} and {lands}: {long}. It costs {price}. {describe_luggage(offer)}"


_CHECK_IN = (
    f"Check-in opens online {count(CHECK_IN_HOURS, 'hour')} before a flight leaves, and you choose your seats there. "
    f"Be at the airport {count(conditions.AIRPORT_HOURS, 'hour')} before it leaves."
)
CHILDREN = (
    f"From {SEAT_AGE} on a child needs a seat of its own, and pays its full price. "
    f"A child under {SEAT_AGE} sits on a lap and is not booked."
)
_PRAM = f"A pram or a pushchair flies {conditions.CONDITIONS['prams']}."
_LUGGAGE = r"\b(?:luggage|baggage|bags?|suitcases?|carry[ -]?ons?|hold|kg|kilos?|cases?)\b"
_WAITS = (
    r"\b(?:layovers?|stop ?overs?|wait(?:ing)?|connections?|transit|(?<!airport )transfer)\b|"
    r"\bstops? (?:duration|time|length)\b|\btime (?:to|for) chang"
)
_MORE = r"\b(?:price|costs?|extra|fees?|more|additional|excess)\b"
_FIRST: Table = (
    (r"\bdiscount|\breduc(?:ed|tion)", tell_discount),
    (rf"{_LUGGAGE}.*{_MORE}|{_MORE}.*{_LUGGAGE}", _tell_more_luggage),
    (_LUGGAGE, _tell_luggage),
    (
        (
            r"\b(?:lap|infants?|bab(?:y|ies)|child(?:ren)?'?s? (?:seats?|tickets?|need)|under (?:two|2)|age)\b"
            r"(?: (?:price|fare|cost|seat|ticket)s?)?"
        ),
        _say(CHILDREN),
    ),
)
"""Facts that come before the price: what more luggage costs is not the price of a seat."""
_OWN: Table = (
    (r"\bcancel\w*|\brefund\w*|\bmoney back\b", _tell_cancelling),
    (
        r"\b(?:at|to) the airport\b|\btime at airport\b|\bairport (?:time|early|when)|\bhow early\b|\bboarding\b",
        _of(_tell_airport_time),
    ),
    (r"\bcheck[ -]?in\b", _say(_CHECK_IN)),
    (r"\barriv\w*|\bland(?:s|ing)?\b|\bget there\b", _of(_tell_arrival)),
    (r"\bdepart\w*|\bleav\w*|\btake[ -]?off\b|\bstarts?\b", _of(_tell_departure)),
    (r"\bduration\b|\bhow long\b|\blength\b|\bhours\b|\bflight time\b|\bflying time\b", _of(_tell_duration)),
    (r"\bstops?\b|\bdirect\b|\bnon-?stop\b|\bchang(?:e|es|ing) (?:planes?|in|where)\b|\bvia\b", _of(_tell_stops)),
    (r"\btimes?\b|\bschedule\b", _of(_tell_times)),
    (rf"\bvegan\b|{DIET}", _of(_tell_diet)),
    (r"\b(?:meals?|food|snacks?|breakfast|dinner|lunch|drinks?|vegetarian|eat)\b", _of(_tell_meal)),
    (r"\b(?:prams?|push ?chairs?|strollers?|buggy|buggies)\b", _say(_PRAM)),
    (r"\blegroom\b|\bwider?\b|\bexit row\b|\bflat\b", _of(_tell_legroom)),
    (
        (
            r"\b(?:seats?|sit(?:ting)?)(?: (?:together|next to each other|side by side|selection|choice))?\b|"
            r"\baisle\b|\bwindow\b"
        ),
        _of(_tell_seats),
    ),
    (r"\bchild(?:ren)?\b|\bkids?\b|\btoddlers?\b", _say(CHILDREN)),
    (r"^cabin\b|\bclass\b|\beconomy\b|\bbusiness\b|\bpremium\b", _of(_tell_cabin)),
    (r"\bairline\b|\bcarrier\b|\bcompany\b|\bflight number\b|\boperat", _of(_tell_airline)),
    (r"\bairports?\b|\bterminals?\b|\bwhere\b|\broute\b", _of(_tell_airports)),
    (r"^(?:info|information|details?|more|everything|description|about|general|like)$|\binfo\b", _tell_all),
)
"""Facts of flights, the first that fits."""
