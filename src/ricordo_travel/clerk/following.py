"""The bookings that belong to one that changes: the flights of a stay, and the stay of a flight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.meant import MeantBookings, trip_of
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.asking import ask_to_change, describe_title
from ricordo_travel.dialogue.booked import Row, days_of, is_way_back
from ricordo_travel.dialogue.changing import Wanted
from ricordo_travel.dialogue.offers import format_day
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.questions import CONFIRM

_NO_PARTY = "A car is booked without a number of people, so the car stays as it is."


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
        back = [each for each in others if is_way_back(each, trip) and days_of(each)[0] == last]
        moves = [*((each, want.first) for each in there), *((each, want.last) for each in back)]
        if moves:
            return (yield from _ask_to_follow(moves))
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
    for row in (row for row in rows if row["kind"] == "flight"):
        day, trip = days_of(row)[0], trip_of(row, meant.others)
        end = 1 if is_way_back(row, trip) else 0
        stays = [each for each in trip if each["kind"] != "flight" and each["booking_id"] not in wanted]
        if wanted[row["booking_id"]].first != day and (late := [each for each in stays if days_of(each)[end] == day]):
            names = join_words([describe_title(each) for each in late])
            names = names[:1].upper() + names[1:]
            verb = ("start" if end == 0 else "end") + ("" if len(late) > 1 else "s")
            remarks.append(f"{names} still {verb} on {format_day(day)}; tell me to move that, too.")
    return remarks


def _remark_car(row: Row, meant: MeantBookings, wanted: Mapping[str, Wanted]) -> str:
    """Return that a car stays on the days of before, if it was for those of a stay that moves."""
    want, (first, last) = wanted[row["booking_id"]], days_of(row)
    cars = [each for each in trip_of(row, meant.others) if each["kind"] == "car" and each["booking_id"] not in wanted]
    late = [each for each in cars if days_of(each) == (first, last) != (want.first, want.last)]
    if not late:
        return ""
    days = f"{format_day(first)} to {format_day(last)}"
    return f"{describe_title(late[0]).capitalize()} is still booked from {days}; tell me to move that, too."
