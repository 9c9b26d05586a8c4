"""Which of the booked flights of a trip a message means by its way: the flight home, or the one there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import OUT, UNSAID
from ricordo_travel.clerk.reading.weekdays import WEEKDAY
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.trips.booked import Row, days_of, group_trips, is_way_back
from ricordo_travel.dialogue.values.days import find_days
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import split_sentences

_BACK = re.compile(
    r"\b(?:return|inbound|homeward) (?:flight|leg|one)\b|\b(?:flights?|one|leg|plane) (?:back|home)\b|"
    r"\b(?:the|my|our) return(?=\W*$|\W* (?:and|but|to|for|please|on|by|from|instead)\b)|"
    r"\b(?:and|or) (?:back|home|return)\b"
)
_THERE = re.compile(
    r"\b(?:outbound|outward|outgoing)\b|\b(?:flight|leg|plane) (?:out|there|over)\b|\bone (?:going )?(?:out|there)\b|"
    r"\b(?:there|out) and\b"
)
NO_WAY_BACK = re.compile(
    r"\b(?:no|without(?: an?| the)?|(?:don't|dont|won't) (?:need|want|take) (?:an?|the|any)) "
    r"(?:flights? (?:back|home)|return(?: flights?)?|way back)\b(?! (?:on|before|after|at|with|that|in|until)\b)|"
    r"\b(?:tak(?:e|ing)|by|get(?:ting)?|catch) (?:the |a )?(?:train|bus|coach|ferry|car) (?:back|home)\b|"
    r"\b(?:back|home) (?:by|with) (?:the |a )?(?:train|bus|coach|ferry|car)\b"
)
"""Words of somebody who wants no flight back."""
_NOT_MEANT = re.compile(
    r"\b(?:not|keep|except|but|leave|without|than|instead of|before|after|until|like)(?: (?:for|the|my|our))*\s$"
)
"""Words before a flight that something is not done to."""
_OUT = re.compile(
    r"\b(?:fl(?:y|ying)|going|leav(?:e|ing)|way|\d\d?:\d\d|one) (?:out|there|over)\b(?! (?:of|is|are|a|any)\b)|"
    r"\band there (?:on|the)\b"
)
"""Words for the way there beside those for a flight."""
_OF_STAY = re.compile(
    r"\b(?:hotels?|rooms?|guesthouses?|lodges?|stay\w*|nights?|cars?)\b|\b\d+[ -]?(?:st|nd|rd|th)? ?(?:to|-) ?\d+"
)
_HOMEWARD = re.compile(r"\b(?:back|home|return\w*|inbound|homeward)\b")
_ASKS_BOOKED = re.compile(r"\b(?:book\w*|reserv\w*|have|got|flights?|hotels?|cars?|there)\b")
_END = re.compile(r"\b(from|to) $")
_REACH = 40
"""Letters before a flight in which such words are looked for."""
_ALL = frozenset({"all", "everything", "both", "these", "them", "whole", "trip"})
_OF_BOOKINGS = frozenset({"cancel", "change", "whatif", "keep", "ask"})
_FLIGHT = re.compile(r"flights?|return|[a-z]{2}\d{3,4}(?:@[\d-]+)?|f-\w{8}")


def keep_way(scene: Scene, command: Command, rows: Sequence[Row], booked: Sequence[Row]) -> list[Row]:
    """Return bookings with the flight of the way that the message names, in the place of the others of its trip.

    A message that names both ways, or in which several commands are about flights, says no more than its commands.

    Args:
        scene: The scene of the message.
        command: The command that means the bookings.
        rows: What it means, or may mean.
        booked: All that is booked.
    """
    flights = [row for row in rows if row["kind"] == "flight"]
    is_back = _find_way(scene.state.text, command)
    if is_back is None or not flights or _ALL & {*command.refs} or _is_one_of_several(scene, command):
        return list(rows)
    ids = {row["booking_id"] for row in flights}
    trips = [trip for trip in group_trips(booked) if any(row["booking_id"] in ids for row in trip)]
    way = [row for trip in trips for row in trip if row["kind"] == "flight" and is_way_back(row, trip) == is_back]
    meant = [row for row in way if row["booking_id"] in ids] or way
    if not meant or (len(meant) > 1 and len(meant) >= len(flights)):
        return list(rows)
    return [*(row for row in rows if row["kind"] != "flight"), *meant]


def is_as_asked(text: str, row: Row, booked: Sequence[Row], today: date) -> bool:
    """Return whether a booking has the way, the places and the days of a text in lower case that asks for it."""
    asked = " ".join(each for each in split_sentences(text) if _ASKS_BOOKED.search(each)) or text
    first, last = days_of(row)
    found = [each for each in find_days(asked, today, first) if not each.is_rough and each.day and each.day > today]
    if row["kind"] != "flight":
        return all(first <= day <= last for each in found for day in (each.day, each.last or each.day) if day)
    trip = next((each for each in group_trips(booked) if row in each), [row])
    is_home = bool(_HOMEWARD.search(asked)) and not _THERE.search(asked)
    ends = {"from": str(row["origin"]), "to": str(row["destination"])}
    named = [(_END.search(asked[: each.start]), each.places) for each in find_mentions(asked)]
    fits = all(ends[end[1]] in {place.name for place in places} for end, places in named if end and places)
    is_then = not found or any(each.day and each.day <= first <= (each.last or each.day) for each in found)
    return fits and is_then and (not is_home or is_way_back(row, trip))


def turn_way(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose only search for a flight is for the one way that a text names."""
    commands = [_go_as_named(text, each) for each in commands]
    text = NO_WAY_BACK.sub(" ", text)
    flights = [each for each in commands if each.verb == "find" and each.subject in {"flight", "return"}]
    if not flights and not _OF_STAY.search(text):  # what a number or letter was read for that has no way
        picks = [each for each in commands if each.verb == "pick"]
        is_moved = len(picks) == 1 and picks[0].has("on") and not picks[0].has("people", "nights", "until")
        flights = picks if is_moved and len(picks[0].subject) == 1 else []
    is_out, is_back = bool(_THERE.search(text) or _OUT.search(text)), bool(_HOMEWARD.search(text))
    if len(flights) != 1 or is_out == is_back or flights[0].has("place", "from", "until", "nights", "oneway"):
        return [_doubt_day_back(text, each) for each in commands]
    search = flights[0]
    if is_back:
        turned = replace(search, verb="find", refs=("return",)) if _BACK.search(text) else search
    else:
        turned = replace(search, verb="find", refs=("flight",), slots=(*search.slots, (OUT, "")))
    return [_doubt_day_back(text, turned if each is search else each) for each in commands]


def _go_as_named(text: str, command: Command) -> Command:
    """Return a search for the flight back as one for a flight between its ends, if a sentence names just these.

    "that's the way back?? I want berlin to barcelona"
    """
    start, goal = (re.escape((command.value(name) or "").lower()) for name in ("from", "place"))
    if command.verb != "find" or command.subject != "return" or not (start and goal):
        return command
    named = [each for each in split_sentences(text) if re.search(rf"\b{start} to {goal}\b", each)]
    return replace(command, refs=("flight",)) if named and not any(map(_HOMEWARD.search, named)) else command


def _doubt_day_back(text: str, command: Command) -> Command:
    """Return a search for the flight back with a mark if the text does not say its day of the way back."""
    day = re.search(rf"\d{{1,2}}|{WEEKDAY.pattern}", command.value("on") or "") if command.verb == "find" else None
    if day is None or command.subject != "return":
        return command
    name = day[0] if day[0].isdigit() else rf"{day[0][:3]}[a-z]*"
    number = rf"\b{name}(?:st|nd|rd|th)?\b(?! ?(?:to|-|till?|until)\b)"
    is_said = re.search(rf"{_HOMEWARD.pattern}[^.!?;]{{0,25}}{number}", text)
    is_said = is_said or re.search(rf"{number}(?: \w+){{0,2}} {_HOMEWARD.pattern}", text)
    return command if is_said else replace(command, slots=(*command.slots, (UNSAID, "")))


def _find_way(text: str, command: Command) -> bool | None:
    """Return whether a text means the flight home; False if it means the one there, None if neither or both."""
    found = [(is_back, match) for is_back, way in ((True, _BACK), (False, _THERE)) for match in way.finditer(text)]
    if len({is_back for is_back, _ in found}) != 1:
        return None
    before = [text[max(0, match.start() - _REACH) : match.start()] for _, match in found]
    is_meant = command.verb == "keep" or not all(_NOT_MEANT.search(each) for each in before)
    return found[0][0] if is_meant else None


def _is_one_of_several(scene: Scene, command: Command) -> bool:
    """Return whether a message has another command about other flights."""
    marks = scene.situation.booked
    others = [each for each in scene.commands if each.verb in _OF_BOOKINGS and each.refs != command.refs]
    return any(_FLIGHT.fullmatch(marks.get(ref, ref).lower()) for each in others for ref in each.refs)
