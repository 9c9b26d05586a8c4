"""The bookings that belong to one that changes: the flights of a stay, and the stay of a flight."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.clerk.answering.flight_answers import land
from ricordo_travel.clerk.changing.meant import MeantBookings, trip_of
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.replies.asking import ask_to_change, describe_title
from ricordo_travel.dialogue.replies.offers import format_day, parse_offer
from ricordo_travel.dialogue.replies.questions import CONFIRM
from ricordo_travel.dialogue.trips.booked import Row, days_of, is_way_back, people_of
from ricordo_travel.dialogue.trips.changing import Wanted
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count, parse_numbers, spell
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.wording import describe

_NO_PARTY = "A car is booked without a number of people, so the car stays as it is."
_SIDES = {"add": 1, "adding": 1, "more": 1, "extra": 1, "additional": 1, "another": 1, "less": -1, "fewer": -1}
_MORE_PEOPLE = re.compile(
    rf"(?P<added>\badd(?:ing)? )?\b(?P<count>{NUMBER}|another|an?)(?: (?P<side>more|extra|additional|less|fewer))? "
    r"(?:persons?|people|passengers?|guests?|adults?|travell?ers?)\b(?P<after> (?:more|extra|less|fewer))?"
)
"""People who come to a party, or leave it: "one person more", "two people fewer"."""


def follow_stay(scene: Scene, meant: MeantBookings, wanted: Mapping[str, Wanted]) -> Plan:
    """Offer to move the flights with a stay: the one back if that ends otherwise, both if all of it moves."""
    if any(each.verb == "keep" for each in scene.commands):
        return ""
    for row in (row for row in meant.rows if row["kind"] == "hotel"):
        want, (first, last) = wanted[row["booking_id"]], days_of(row)
        if want.last == last:
            continue
        trip = trip_of(row, meant.others)
        others = [each for each in trip if each["kind"] == "flight" and each["booking_id"] not in wanted]
        there = [each for each in others if not is_way_back(each, trip) and days_of(each)[0] == first != want.first]
        there = [each for each in there if _find_arrival(each) != want.first]
        back = [each for each in others if is_way_back(each, trip) and days_of(each)[0] == last]
        moves = [*((each, want.first) for each in there), *((each, want.last) for each in back)]
        if moves:
            return (yield from _ask_to_follow(moves))
        on = [each for each in others if each["origin"] == row["city"] and last <= days_of(each)[0] < want.last]
        if on and not back:
            day = format_day(days_of(on[0])[0])
            return f"Your flight from {row['city']} to {on[0]['destination']} is on {day}; tell me to move that, too."
    return ""


def _ask_to_follow(moves: Sequence[tuple[Row, date]]) -> Plan:
    """Ask for a yes to move flights to other days, and say that they are on those of before."""
    asked: list[str] = []
    for row, day in moves:
        asked.append((yield from ask_to_change(row, Wanted(day, day + timedelta(days=1)))))
    days = join_words([format_day(days_of(row)[0]) for row, _ in moves])
    row = moves[0][0]
    is_one = len(moves) == 1
    are = f"Your flight from {row['origin']} to {row['destination']} is" if is_one else "Your flights are"
    can = f"; {'it' if is_one else 'they'} can move, too" if CONFIRM in asked[-1] else ""
    return "\n\n".join([f"{are} on {days}{can}.", *asked])


def follow_flights(command: Command, meant: MeantBookings, pending: Mapping[str, Row]) -> Command | None:
    """Return a command that moves a stay to the days between its flights; None if it is there, or has none of them.

    `pending` are the bookings as changes that wait for a yes would leave them.
    """
    stay = next((row for row in meant.rows if row["kind"] != "flight"), None)
    if stay is None or not meant.is_clear or len(meant.rows) > 1:
        return None
    flights = [pending.get(row["booking_id"], row) for row in meant.others if row["kind"] == "flight"]
    first, last = days_of(stay)
    arrivals = [_find_arrival(row) for row in flights if row["destination"] == stay["city"]]
    departures = [days_of(row)[0] for row in flights if row["origin"] == stay["city"]]
    begin = min(arrivals, key=lambda day: abs(day - first), default=first)
    end = min(departures, key=lambda day: abs(day - last), default=last)
    if (begin, end) == (first, last) or begin >= end:
        return None
    return replace(command, slots=(("on", format_day(begin)), ("until", format_day(end))))


def count_party(message: str, command: Command, rows: Sequence[Row], pending: Mapping[str, Row]) -> Command:
    """Return a command with as many people as bookings have, and those whom a message adds or leaves out.

    Who was counted in a change that waits for a yes is not counted once more: "and add Kevin on the flight".
    """
    text = normalise(message)
    match = _MORE_PEOPLE.search(text) if command.has("people") else None
    booked = {people for row in rows if (people := people_of(row))}
    waiting = {people_of(pending[row["booking_id"]]) for row in rows if row["booking_id"] in pending} - booked
    said = [int(each) for each in parse_numbers(command.value("people") or "")]
    is_named = any(re.search(rf"\b(?:{number}|{spell(number)})\b", text) for number in said)
    if said and len(waiting) == 1 and not match and not is_named:
        slots = [slot for slot in command.slots if slot[0] != "people"]
        return replace(command, slots=(("people", str(waiting.pop())), *slots))
    side = (match["side"] or match["after"] or match["added"] or match["count"]).strip() if match else ""
    if match is None or side not in _SIDES or len(booked) != 1:
        return command
    by = 1 if match["count"] in {"another", "a", "an"} else parse_count(match["count"])
    people = booked.pop() + by * _SIDES[side]
    slots = [
        ("people", str(people)) if name == "people" and people > 0 else (name, value) for name, value in command.slots
    ]
    return replace(command, slots=tuple(slots))


def _find_arrival(row: Row) -> date:
    """Return the day on which a booked flight lands."""
    offer = parse_offer(describe(row))
    return land(offer).date() if offer else days_of(row)[0]


def remark_left(scene: Scene, command: Command, meant: MeantBookings, wanted: Mapping[str, Wanted]) -> list[str]:
    """Return what stays although it may have been meant: a car has no number of people, a stay ends before a flight."""
    if any(each.verb == "keep" for each in scene.commands):
        return []
    rows = meant.rows
    is_party = command.has("people") and any(wanted[row["booking_id"]].people for row in rows)
    has_car = any(row["kind"] == "car" and wanted[row["booking_id"]] == Wanted(*days_of(row)) for row in rows)
    remarks = [_NO_PARTY] if is_party and has_car else []
    if all(row["kind"] == "hotel" for row in rows):
        remarks += [said for row in rows if (said := _remark_car(row, meant, wanted))]
    return [*remarks, *_remark_stays(meant, wanted)]


def _remark_stays(meant: MeantBookings, wanted: Mapping[str, Wanted]) -> list[str]:
    """Return which stays and cars begin or end on the days of before, if the flights of these days move."""
    left: dict[frozenset[int], list[Row]] = {}
    for stay in (row for row in meant.others if row["kind"] != "flight" and row["booking_id"] not in wanted):
        trip = trip_of(stay, meant.others)
        flights = [row for row in meant.rows if row["kind"] == "flight" and row in trip]
        moved = [row for row in flights if wanted[row["booking_id"]].first != days_of(row)[0]]
        there = [day for row in moved if not is_way_back(row, trip) for day in (days_of(row)[0], _find_arrival(row))]
        back = [days_of(row)[0] for row in moved if is_way_back(row, trip)]
        ends = frozenset(end for end, days in enumerate((there, back)) if days_of(stay)[end] in days)
        left.setdefault(ends, []).append(stay)
    return [_say_left(stays, ends) for ends, stays in left.items() if ends]


def _say_left(stays: Sequence[Row], ends: frozenset[int]) -> str:
    """Return that stays are still on the days of before: that they start, end, or are from one to the other."""
    names = join_words([describe_title(each) for each in stays])
    days = days_of(stays[0])
    s, are = ("", "are") if len(stays) > 1 else ("s", "is")
    still = f"{are} still booked from {format_day(days[0])} to {format_day(days[1])}"
    if len(ends) == 1:
        (end,) = ends
        still = f"still {('start', 'end')[end]}{s} on {format_day(days[end])}"
    return f"{names[:1].upper()}{names[1:]} {still}; tell me to move that, too."


def _remark_car(row: Row, meant: MeantBookings, wanted: Mapping[str, Wanted]) -> str:
    """Return that a car stays on the days of before, if it was for those of a stay that moves."""
    want, (first, last) = wanted[row["booking_id"]], days_of(row)
    cars = [each for each in trip_of(row, meant.others) if each["kind"] == "car" and each["booking_id"] not in wanted]
    late = [each for each in cars if days_of(each) == (first, last) != (want.first, want.last)]
    if not late:
        return ""
    days = f"{format_day(first)} to {format_day(last)}"
    return f"{describe_title(late[0]).capitalize()} is still booked from {days}; tell me to move that, too."
