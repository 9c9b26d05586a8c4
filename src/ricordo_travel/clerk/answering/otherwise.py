"""Say what a trip that is not booked yet would cost on other days or for other people, beside what it costs now."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.answering.journeys import name_way
from ricordo_travel.clerk.answering.known_facts import capitalise
from ricordo_travel.clerk.answering.trip_sums import SUPPOSED, Sum, find_sum
from ricordo_travel.clerk.changing.wanted import DAYS, read_days
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Item, Scene
from ricordo_travel.clerk.searching.fitting import fit
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, call, join_words
from ricordo_travel.dialogue.replies.offers import (
    BOOKING_ID,
    Offer,
    describe_flights,
    find_offers,
    first_day,
    format_day,
    last_day,
    number_lines,
)
from ricordo_travel.dialogue.replies.questions import ASK_OFFER
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.wording import format_days

_WHOLE = frozenset("these those them they it that this trip all everything whole same".split())
Days = tuple[date, date]
Found = Generator[Sequence[ToolCall], Sequence[ToolResult], list[Offer]]


def price_otherwise(scene: Scene, command: Command) -> Plan:
    """Show all parts of the trip that was looked for as a command wants it, and say how its sum differs.

    It is empty if a command means no trip, or one that is booked, or a single list.
    """
    if not {ref.lower() for ref in command.refs} <= _WHOLE or not command.has(*DAYS, "people"):
        return ""
    if BOOKING_ID.search(scene.state.last_reply):
        return ""
    added = yield from find_sum(replace(scene, commands=(), at=None))
    things = added.things
    if len({name_way(each) for each in things}) < 2 or any(each.state == "booked" for each in things):
        return ""
    span = min(first_day(each.offer) for each in things), max(_end(each) for each in things)
    days = read_days(command, span, scene.state.today) or span
    found: list[Offer] = []
    missing: list[str] = []
    for each in things:
        own = yield from _find_moved(scene, each, _move(command, each, span, days), added)
        found += own
        missing += [] if own else [each.offer.title]
    if missing:
        return f"For those days I do not find {join_words(missing, 'or')}; ask me for others then."
    return _compare(added.total, found, days)


def _end(thing: Item) -> date:
    """Return the last day of a thing; a trip ends on the day of its last flight."""
    return first_day(thing.offer) if thing.kind == "flight" else last_day(thing.offer)


def _move(command: Command, thing: Item, span: Days, days: Days) -> Command:
    """Return a command for one part of a trip: with the days of its own if the trip moves from some days to others."""
    by_start, by_end = days[0] - span[0], days[1] - span[1]
    first, last = first_day(thing.offer), _end(thing)
    last += by_end if last == span[1] else by_start
    others = [slot for slot in command.slots if slot[0] not in DAYS]
    if thing.kind == "flight":
        return replace(command, slots=(("on", format_day(last)), *others))
    return replace(command, slots=(("on", format_day(first + by_start)), ("until", format_day(last)), *others))


def _find_moved(scene: Scene, thing: Item, command: Command, added: Sum) -> Found:
    """Look a part of a trip up again; a flight that nobody chose, and one that is full, as the cheapest of its way."""
    found = yield from fit(scene, thing.offer, command)
    is_chosen = thing.offer.text not in added.notes
    if thing.kind != "flight" or (found and is_chosen) or not found:
        return found
    said = found[0].call.arguments
    ends = {"origin": thing.offer.flight.origin.airport, "destination": thing.offer.flight.destination.airport}
    party = {"passengers": said["passengers"], "cabin": said["cabin"]}
    result = yield from call("search_flights", **ends, day=said["day"], **party)
    others = find_offers("\n".join(describe_flights(result.data.get("flights", ()), said["passengers"])))
    return [min(others, key=lambda offer: offer.total, default=found[0])]


def _compare(now: int, found: Sequence[Offer], days: Days) -> str:
    """Return what a trip would be, with its parts to choose from, and how its sum differs from that of now."""
    total = sum(offer.total for offer in found)
    more = total - now
    verdict = f"instead of {format_dollars(now)}, so {format_dollars(abs(more))} {'more' if more > 0 else 'cheaper'}"
    when = format_days(days[0].isoformat(), days[1].isoformat())
    lines = number_lines([capitalise(offer.text) for offer in found])
    said = f"{SUPPOSED}{format_dollars(total)} in all {verdict if more else ', the same as now'}, for {when}:"
    return "\n".join([said.replace(" ,", ","), lines, ASK_OFFER])
