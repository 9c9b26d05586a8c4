"""The way of a trip in a message: from where, to where, there or back or both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.trips.route import Route, find_route
from ricordo_travel.dialogue.trips.shown import find_chosen
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.aims import wants_no_flight
from ricordo_travel.dialogue.values.days import MONTH
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.hours import parse_hours, parse_hours_of_ways, swaps_hours
from ricordo_travel.dialogue.values.roles import Clauses
from ricordo_travel.dialogue.values.statements import find_statements
from ricordo_travel.dialogue.values.wishes import flies_for_stay
from ricordo_travel.places import find_places

_WAY_BACK = re.compile(
    r"\b(?:flights?|fly|flying|flies|way|ticket|trip|one|come|comes|coming|get|getting|go|going|head|heading|travel|"
    r"travelling|leg|be) (?:back|home)\b|"
    r"\breturn (?:flights?|leg|ticket|trip)\b|\bback (?:flight|home)\b|\band (?:then )?(?:the )?(?:way )?back\b|"
    r"\breturn\b(?! (?:to|from|policy))|\breturn(?:ing|s)\b(?= (?:on|the|in|\d|[a-z]+day))|"
    r"(?<!from )(?<!at )(?<!my )\b(?:back|home)(?: again)? (?:on|the|in the|from|by|\d|[a-z]+day)|"
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?|[a-z]+day|{MONTH.replace('?P<month>', '?:')}|morning|afternoon|evening) "
    r"(?:back|home)\b|(?<!i'm )(?<!we're )\bback, (?:\d|[a-z]{3,6}day)|\binbound\b"
)
_BOTH_WAYS = re.compile(r"\b(?:round ?-?trips?|both ways|there and back|to and from)\b")
_RETURN = re.compile(r"\breturn (?:flights?|tickets?|trip)\b")
_ONE_WAY = re.compile(r"\bone[ -]?way\b|\bonly (?:the )?(?:way there|outbound)\b|\bno return\b")
_WAY_THERE = re.compile(r"\b(?:outbound|way there|flight there|flight out|way out)\b")
_ANY_TIME = re.compile(r"\b(?:all|other|any|the) flights\b|\bany ?time\b|\ball day\b|\bwhole day\b")
_NEXT = re.compile(r"^\W*(?:and |and now |now )?(?:then|next)\b|\b(?:after that|afterwards|from there on)\b")
_SAME_DAYS = re.compile(r"\b(?:those|these|same|the same) (?:days|dates|nights)\b|\binstead\b")
_DAYS_OF_TRIP = re.compile(
    r"\b(?:same|those|these|our|my|the hotel) (?:dates?|days)\b|\b(?:same|those) (?:days?|dates?) as\b"
)
_HOME_FROM = re.compile(r"\bhome from\b")
_HOME = re.compile(r"\bhome\b")
_HOMEWARD = re.compile(r"\b(?:flights?|fly|flying|way|leg|come|coming) back\b|\bhome to\b")
_ANEW = re.compile(r"[.;!?,] (?:(?:ok|so|and|but|then|well) ){0,3}(?:what|how) about |[.;!?] (?:ok )?then ")
_ANY_AT = re.compile(
    r"\b(?:anything|something|one)\b[^.;!?]{0,25}\b(?:before|after|around|at|by|earlier than|later than) \d"
)
_SEAT = re.compile(r"\bseats?\b|\b[a-z]{2}\d{3,4}\b")
SAID = re.compile(r"\bi (?:already |just )?(?:said|told you|wrote|mentioned)\b")
_GET_THERE = re.compile(r"\b(?:get|getting|fly|travel) there\b")
_MEANT = re.compile(r"\bi (?:really )?meant?\b")
_OTHER_WAY = re.compile(r"\b(?:other way (?:a?round|about)|(?:opposite|wrong|other) (?:direction|way)|vice versa)\b")


def read_legs(text: str, trip: Trip, last_reply: str, changes: dict[str, Any]) -> None:
    """Add to `changes` where a message goes from and to, and which way its flights go."""
    kinds = changes.get("kinds") or trip.kinds
    is_flight = "flight" in kinds or bool(_SEAT.search(text))
    anew = _ANEW.split(text)[-1]
    is_anew = len(find_mentions(anew)) > 1  # "from Bonn only. ok, what about Paris to Rome"
    route = find_route(anew if is_anew else text, asks_origin=_asks_origin(last_reply), is_flight=is_flight)
    if trip.is_return and trip.origin and route.origin == trip.turn and not route.destination:
        route = replace(route, origin=None)  # "leave Tokyo a day later" speaks of the way back that is looked for
    is_there = trip.destination is not None and f"to {trip.destination.name.lower()}" not in text
    if route.home and is_there and route.destination == trip.destination:
        route = replace(route, origin=None, destination=None, departure=trip.destination)  # "from there home to Paris"
    is_visit = route.home is not None and not _goes_home(route, trip, text)
    if is_visit and not route.destination:
        route = replace(route, destination=route.home, home=None)  # "back to Lisbon" is where a trip goes once more
    named, route = route, _start_at_home(route, trip, text)
    if not route.destination and not route.unserved and (chosen := find_chosen(text, last_reply, route.area)):
        route = replace(route, destination=chosen, area=None)
    is_back = (speaks_of_way_back(text) and not is_visit) or route.departure is not None
    has_both = speaks_of_way_there(text)
    is_flown = not wants_no_flight(text)
    if route.origin and route.destination:
        is_turned = bool(_OTHER_WAY.search(text)) or not named.destination or route.origin.name in _find_homes(text)
        _read_full_route(route, trip, changes, is_back=is_back, is_turned=is_turned, is_flown=is_flown)
    elif (route.departure or route.home) and not route.destination:
        _read_leg_back(route, trip, changes, has_both=has_both)
    elif is_back and trip.destination and not _starts_anew(route, trip):
        _read_way_back(route, trip, changes, has_both=has_both)
    else:
        is_flown = is_flown and (is_back or bool(changes.get("kinds") or _GET_THERE.search(text)) or not trip.kinds)
        _read_part(text, route, trip, changes, is_flown=is_flown, is_back=is_back)
    if route.unserved:
        changes["unserved"] = route.unserved
        changes |= {"origin" if is_origin else "destination": None for _, is_origin in route.unserved}
    changes["alternatives"] = route.alternatives
    if route.area:
        changes["area"] = route.area
    _read_open_jaw(text, route, trip, changes)
    _part_ends(route, trip, changes)
    _read_base(text, trip, changes)
    changes |= {"kinds": ("flight",)} if _asks_at_hour(text, trip, changes) else {}
    _read_direction(text, trip, changes, is_back=is_back or route.is_round)


def _asks_at_hour(text: str, trip: Trip, changes: Mapping[str, Any]) -> bool:
    """Return whether a message asks for a flight by its hour alone: "is there anything to Rome before 9 am?"."""
    goes = changes.get("destination") or trip.destination
    return bool(goes and not changes.get("kinds") and _ANY_AT.search(text) and parse_hours(text))


def _read_base(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    """Keep where a trip began that goes on from its first place; "home" is there, and not in the place before."""
    origin, destination = changes.get("origin"), changes.get("destination")
    if destination and not changes.get("arrival") and destination != trip.destination:
        has_gone_on = origin is not None and origin == trip.destination and destination not in {trip.origin, trip.base}
        base = trip.base or trip.origin if has_gone_on else None
        changes |= {"base": base, "ends_at_home": has_gone_on and base is None}
    elif origin:
        changes["ends_at_home"] = False
    elif trip.origin and trip.last and f"not {trip.origin.name.lower()}" in text and (homes := _find_homes(text)):
        for _, base in find_places(homes[0]):  # "home is Bonn, not Rome" is about the way back that was shown
            changes |= {"base": base, "ends_at_home": True, "is_return": True, "kinds": ("flight",)}
    elif trip.base and _HOME.search(text) and speaks_of_way_back(text):
        changes["ends_at_home"] = True


def _start_at_home(route: Route, trip: Trip, text: str) -> Route:
    """Return a route that starts where somebody lives, and does not go there: "no, we LIVE in New York"."""
    goal = route.destination
    if goal and goal == trip.origin and not route.origin:
        is_home = goal.name in _find_homes(text) and f"to {goal.name.lower()}" not in text  # "London is where we live"
        if is_home or SAID.search(text):
            return replace(route, destination=None)
    if route.origin and route.origin == trip.destination and not route.destination and SAID.search(text):
        return replace(route, destination=trip.origin)
    is_open = route.origin and not route.destination and trip.destination in {None, route.origin, route.departure}
    if is_open and route.departure not in {None, route.origin}:  # "out from Rome, home from Bonn"
        return replace(route, destination=route.departure, departure=None, is_round=True)
    if trip.destination is None or route.origin or route.destination:
        return route
    return replace(route, origin=trip.destination) if trip.destination.name in _find_homes(text) else route


def _find_homes(text: str) -> list[str]:
    return [each.value for each in find_statements(text) if each.field == "home"]


def _part_ends(route: Route, trip: Trip, changes: dict[str, Any]) -> None:
    """Keep a trip from beginning where it goes to: a route that is named in full counts, or the origin so far."""
    start, arrival = changes.get("origin", trip.origin), changes.get("arrival", trip.arrival)
    if arrival and (start == arrival or (route.origin and route.destination)):
        changes["arrival"] = None  # it goes on from where the stay before was
    destination = changes.get("destination", trip.destination)
    if destination is None or changes.get("origin", trip.origin) != destination:
        return
    if route.origin and route.destination and route.origin != route.destination:
        ends = {"origin": route.origin, "destination": route.destination}
        changes |= {**ends, "is_return": False, "arrival": None, "departure": None}
    else:
        changes["origin"] = trip.origin if trip.origin != destination else None


def _asks_origin(last_reply: str) -> bool:
    """Return whether a reply asks only where the trip begins."""
    return questions.ASK_ORIGIN in last_reply and questions.ASK_DESTINATION not in last_reply


def _read_open_jaw(text: str, route: Route, trip: Trip, changes: dict[str, Any]) -> None:
    """Take a way back from another place than the one that the way there goes to, and a stay that comes after one."""
    destination = changes.get("destination") or trip.destination
    if changes.get("destination") and changes["destination"] != trip.destination:
        is_next = _is_next(text) and trip.destination is not None and trip.last is not None and not route.origin
        changes |= {"arrival": trip.goal if is_next else None, "departure": None}
    if route.departure:
        changes["departure"] = route.departure if route.departure != destination else None
        changes["ends_at_home"] = bool(_HOME_FROM.search(text)) and route.home is None


def goes_on(text: str, trip: Trip, changes: dict[str, Any]) -> bool:
    """Return whether a message goes on to another place after the stay so far: "then Kyoto, 3 nights"."""
    return bool(changes.get("arrival")) and trip.last is not None and _is_next(text)


def _is_next(text: str) -> bool:
    """Return whether a text names what comes after the stay so far, and not something in its place."""
    return bool(_NEXT.search(text)) and not _SAME_DAYS.search(text)


def is_one_way(text: str) -> bool:
    """Return whether a message wants the flight there only."""
    return bool(_ONE_WAY.search(text))


def speaks_of_way_there(text: str) -> bool:
    """Return whether a message speaks of the flight there."""
    return any(word.way != "back" for word in Clauses(text).words_in(0, len(text)))


def speaks_of_way_back(text: str) -> bool:
    """Return whether a message speaks of the flight home."""
    return bool(_WAY_BACK.search(text))


def _goes_home(route: Route, trip: Trip, text: str) -> bool:
    """Return whether "back to" a place is the way back: from a place that is named with it, or that of the trip."""
    is_home = route.home in {trip.origin, trip.base} or bool(_HOMEWARD.search(text))
    is_from_trip = route.origin in {None, trip.destination, trip.turn} and trip.destination not in {None, route.home}
    return route.departure is not None or (is_from_trip and is_home)


def _starts_anew(route: Route, trip: Trip) -> bool:
    """Return whether a message that speaks of the way back asks for the way there, or names another place."""
    if route.origin:
        return route.origin != trip.destination
    return bool(route.destination and (trip.origin is None or route.destination != trip.origin))


def _read_full_route(
    route: Route, trip: Trip, changes: dict[str, Any], *, is_back: bool, is_turned: bool, is_flown: bool
) -> None:
    """Take a route that names both ends: the trip turned round is its way back, anything else a way there.

    With `is_turned`, the message says that the trip so far was the wrong way round.
    """
    is_home = trip.origin == route.destination or (trip.origin is None and (is_back or trip.is_return))
    is_open_jaw = trip.goal is not None and trip.origin == route.destination and trip.origin != trip.goal
    turned = not route.is_round and is_home and (route.origin in {trip.destination, trip.turn} or is_open_jaw)
    kinds = changes.get("kinds", ())
    if "flight" not in kinds and (is_flown or is_back or route.is_round):
        changes["kinds"] = ("flight", *kinds)
    if turned and (trip.first or trip.is_return) and not is_turned:
        departure = route.origin if route.origin != trip.destination else None
        changes |= {"origin": route.destination, "is_return": True, "departure": departure}
    else:
        changes |= {"origin": route.origin, "destination": route.destination, "is_return": False}


def turn_round(trip: Trip, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes of a trip that make a way there of what was taken for its way back."""
    start = changes.get("departure") or trip.destination
    return {"origin": start, "destination": changes["origin"], "is_return": False, "departure": None}


def _read_leg_back(route: Route, trip: Trip, changes: dict[str, Any], *, has_both: bool) -> None:
    """Take a way back that names its start or its end: that of the trip so far, or of one that is not known yet."""
    start = route.departure or route.origin or trip.destination
    is_known = trip.origin in {None, route.home} or route.home is None
    if trip.destination is None or (start != trip.destination and not is_known):
        changes |= {"destination": start, "origin": None}
    if route.home:
        changes["origin"] = route.home
    changes |= {"kinds": changes.get("kinds") or ("flight",), "is_return": not has_both}


def _read_way_back(route: Route, trip: Trip, changes: dict[str, Any], *, has_both: bool) -> None:
    """Take a message about the way back of the trip so far; with `has_both`, also about the way there."""
    if not changes.get("kinds"):
        others = tuple(kind for kind in trip.kinds if kind != "flight")
        changes["kinds"] = ("flight", *others) if "flight" in trip.wanted or not others else others
    if "flight" in changes["kinds"]:
        changes["is_return"] = bool(trip.first or trip.days or trip.is_return) and not has_both
    if route.destination:
        changes["origin"] = route.destination


def _read_part(text: str, route: Route, trip: Trip, changes: dict[str, Any], *, is_flown: bool, is_back: bool) -> None:
    """Take a message that names one end of a trip. Whoever says from where they leave needs a flight.

    Where another place takes the stead of the one so far, what was wanted there is wanted here.
    """
    starts = route.origin or any(is_origin for _, is_origin in route.unserved)
    goes = route.destination or trip.destination or route.unserved
    kinds = changes.get("kinds", ())
    starts = starts or (is_back and route.destination and not (kinds or trip.kinds))  # "in Rome, back on the 10th"
    if starts and goes and is_flown and "flight" not in kinds:
        changes["kinds"] = (*kinds, "flight")
    if route.origin:
        changes["origin"] = route.origin
        if route.origin == trip.destination:
            changes["destination"] = None
    if route.destination:
        changes["destination"] = route.destination
        is_meant = route.destination != trip.destination and _MEANT.search(text)
        if wanted := trip.kinds if is_meant else trip.wanted if _SAME_DAYS.search(text) and not kinds else ():
            changes["kinds"] = tuple(dict.fromkeys((*kinds, *wanted)))
        if route.destination == trip.origin:
            is_flight = "flight" in (changes.get("kinds") or trip.kinds)
            changes["origin"] = trip.destination if is_flight else None
    if changes.get("kinds") or route.destination:
        changes["is_return"] = False


def _read_direction(text: str, trip: Trip, changes: dict[str, Any], *, is_back: bool) -> None:
    kinds = changes.get("kinds") or trip.kinds
    if "flight" not in kinds:
        return
    is_only_there = bool(_WAY_THERE.search(text)) and not is_back
    if is_only_there:
        changes["is_return"] = False
    is_turned = bool(_OTHER_WAY.search(text)) and not all(parse_hours_of_ways(text))  # "evening out, morning back"
    if is_turned and trip.origin and trip.destination and not {"origin", "destination"} & set(changes):
        turned = {"origin": trip.destination, "destination": trip.origin} if not trip.is_return else {}
        changes |= {**turned, "is_return": False, "kinds": ("flight",)}
    is_return = changes.get("is_return", trip.is_return)
    is_own = (_DAYS_OF_TRIP.search(text) and trip.last) or flies_for_stay(text)
    is_both = _BOTH_WAYS.search(text) or (is_own and not _ONE_WAY.search(text))
    if is_both or ((is_back or _RETURN.search(text)) and not is_return):
        changes |= {"is_round": True, "is_return": False}
    elif _ONE_WAY.search(text) or changes.get("destination") or "flight" in changes.get("kinds", ()):
        is_other = changes.get("destination") is not None and trip.destination not in {None, changes["destination"]}
        is_turned = changes.get("destination") == trip.origin and changes.get("origin") == trip.destination
        is_new = is_other and not is_turned and not _SAME_DAYS.search(text) and not _MEANT.search(text)
        was_round = trip.is_round or (is_other and trip.is_return and trip.last is not None)
        changes["is_round"] = was_round and not _ONE_WAY.search(text) and not is_new and not is_only_there
    if swaps_hours(text) and not parse_hours(text):
        changes["hours"] = trip.hours[::-1]
    elif "flight" in changes.get("kinds", ()) or changes.get("is_return") or parse_hours(text):
        changes["hours"] = _read_hours(text, trip, changes)


def _read_hours(text: str, trip: Trip, changes: dict[str, Any]) -> Any:
    """Return the time of day of the way there and of the way back: "out in the morning, back in the evening"."""
    if changes.get("is_return", trip.is_return):
        return trip.hours[0], parse_hours(text) or trip.hours[1]
    there, back = parse_hours_of_ways(text)
    if not changes.get("is_round", trip.is_round):
        there = there or back  # of the only way that there is
    if _ANY_TIME.search(text) or (changes.get("destination") and trip.destination):
        return there, back
    return there or trip.hours[0], back or trip.hours[1]
