"""Changes of what is booked that a message means as a whole, although parts of it read like a search or a note."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import pairwise

from ricordo_travel.dialogue.act_reader import SURE, MessagePart
from ricordo_travel.dialogue.again import asks_for_same
from ricordo_travel.dialogue.altering import asks_for_another, is_booked_last
from ricordo_travel.dialogue.booked import Row, find_spoken, group_trips, is_way_back, load_active
from ricordo_travel.dialogue.bookings import asks_if, change_booking
from ricordo_travel.dialogue.changing import find_pending
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.days import MONTH
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.inquiries import answer_about_bookings, asks_for_total
from ricordo_travel.dialogue.meant import MOVES_TRIP, find_done, keep_fitting, kinds_in
from ricordo_travel.dialogue.memory import acknowledge
from ricordo_travel.dialogue.offers import describe_booking, find_offers, number_lines
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words
from ricordo_travel.dialogue.questions import CONFIRM
from ricordo_travel.dialogue.requests import SLOTS
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.flights.timetable import flights_between
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.places import find_place

_OTHER_DAY = re.compile(r"\binstead of\b|\b(?:days?|weeks?|nights?) (?:earlier|later|sooner|longer)\b")
_THE_ONE = re.compile(
    r"(?:\b(?:no|not|wrong|mean|meant)\b[^.;?]{0,30}\bthe (?:one|flight)|^\W{0,3}the one) "
    r"(?:to|from|there|back|home|out)\b"
)
_HAS_ROOM = re.compile(
    r"\b(?:do|does|is|are|have|has) (?:they|it|there|you|the (?:hotel|guesthouse|lodge))(?: got| have)? "
    r"(?:an? |any |also )?(?P<type>single|double|twin|family) (?:bed)?rooms?\b"
)
_CANNOT_GO = re.compile(
    r"\b(?:i|we) (?:\w+ )?(?:can't|cannot|can not|won't be able to|will not be able to) (?:travel|go|make it|come|fly)"
    rf" (?:in|on) (?:the )?(?:\d{{1,2}}\w{{0,2}} (?:of )?)?{MONTH}\b(?!.{{0,80}}\bwhere\b)"
)
_PRICE = re.compile(r"\b(?:costs?|price|how much)\b")
_TOO = re.compile(r"\b(?:too|also|as well)\b")
_ALSO_BACK = re.compile(r"\W*(?:and )?(?:the way )?(?:back|home|return)(?: as well| too| also)?(?: please| pls)?\W*$")
"""The end of a change of flights "there and back", which reads like a search for the way back."""
_MISREAD = frozenset({"no", "search", "tell", "pick", "ask_offer", "bookings", "cancel"})
"""Acts for which the reader of requests takes a change of what is booked."""
_BESIDE = frozenset({"change", "no", "talk"})
"""Acts of parts beside such a change."""
_DOUBTFUL = 0.7
_MIN_WORDS = 3
_OF_NOTES = frozenset({"tell", "correct", "forget", "recall"})
_LOOKS = frozenset({"offers", "ask_preferences", "ask_details", "suggestions", "unserved"})
"""What was just said while something new is looked for."""


def mark_changes(state: DialogueState) -> Generator[Sequence[ToolCall], Sequence[ToolResult], DialogueState]:
    """Return the state with what is booked, and with the parts as changes that change it but read like something else.

    A part that reads like a change, and changes nothing that is booked, belongs to what is said about notes beside it.
    """
    acts = {part.act for part in state.parts}
    is_looking = find_offers(state.last_reply) or find_context(state.last_reply) in _LOOKS
    is_change = any(part.act == "change" and part.score >= _DOUBTFUL for part in state.parts)
    is_same = acts != {"tell"} and not is_change and asks_for_same(state)  # "same hotel as last time, 10 to 12 july"
    if is_looking or is_same or not acts & {"change", *_MISREAD} or len(state.text.split()) < _MIN_WORDS:
        return state
    state = replace(state, booked=tuple((yield from load_active())))
    parts = [_reread(state, part) for part in state.parts] if state.booked else state.parts
    if parts == state.parts:
        return state
    return replace(state, message=" ".join(part.text for part in parts), rest=tuple(parts))


def _reread(state: DialogueState, part: MessagePart) -> MessagePart:
    """Return a part as what it does to what is booked, or to what is noted, if the reader of requests is in doubt."""
    own = replace(state, message=part.text)
    if part.act == "change":
        is_of_note = {each.act for each in state.parts} & _OF_NOTES or find_context(state.last_reply) == "memory"
        is_other = is_of_note and not (own.reading.names(*SLOTS) or find_done(own, "change") or kinds_in(own.text))
        is_too = _TOO.search(own.text) and "Changed." in state.last_reply and find_done(own, "change")
        return replace(part, act="correct") if is_other else replace(part, score=SURE) if is_too else part
    if part.act not in _MISREAD or asks_for_another(own.text) or asks_if(own) or _names_new_way(own):
        return part
    is_bare = _ALSO_BACK.match(own.text) and any(each.act == "change" for each in state.parts)
    is_beside = (is_bare or part.score < _DOUBTFUL or _PRICE.search(own.text)) and find_done(state, "change")
    if part.act not in {"no", "cancel"} and (is_beside or find_done(own, "change")):
        return replace(part, act="change", score=SURE)
    is_open = (part.score < SURE and part.act != "tell") or part.act in {"no", "search"}  # "forget the hotel, we …"
    is_cancelled = is_open and not state.question and find_done(own, "cancel")
    return replace(part, act="cancel", score=SURE) if is_cancelled else part


def _names_new_way(state: DialogueState) -> bool:
    """Return whether a message names both ends of a flight that is not booked, or picks what was shown elsewhere.

    A hotel in a place where none is booked is one more, and takes the place of none.
    """
    named = [mention.name for mention in find_mentions(state.text)]
    ways = [(row["origin"], row["destination"]) for row in state.booked if row["kind"] == "flight"]
    offers = find_picks(state).offers
    cities = {row["city"] for row in state.booked if row["kind"] == "hotel"}
    if any(offer.kind == "hotel" and offer.hotel.place.name not in cities for offer in offers):
        return True
    picked = [offer.flight for offer in offers if offer.kind == "flight"]
    if any((flight.origin.name, flight.destination.name) not in ways for flight in picked):
        return True
    return any(way not in ways for way in pairwise(named)) and not any(way in ways for way in pairwise(named))


def change_whole(state: DialogueState) -> Plan:
    """Ask for a yes to the change of what is booked that a message means as a whole; say nothing to any other."""
    is_other_one = find_pending(state) and _THE_ONE.search(state.text)  # "no, the one to Lisbon"
    acts = {part.act for part in state.parts}
    is_more = state.reading.names(*SLOTS) or state.pending
    if acts == {"change"} and "Changed." in state.last_reply and asks_for_total(state.text) and not is_more:
        since = replace(state, history=state.history[-1:])  # what was shown before is other than what is booked now
        return (yield from answer_about_bookings(since))
    is_stay = is_booked_last(state, "hotel") and not find_offers(state.last_reply)
    room = _HAS_ROOM.search(state.text) if is_stay else None
    is_whole = "change" in acts and acts <= _BESIDE and bool(state.rest or MOVES_TRIP.search(state.text))
    cannot = _CANNOT_GO.search(state.text) and not find_done(state, "change")
    if not (room or is_other_one or is_whole or cannot):
        return ""
    rows = list(state.booked) or (yield from load_active())
    if cannot:
        return (yield from _offer_ways_out(state, rows))
    if room:
        return (yield from _answer_room(state, rows, room["type"].replace("twin", "double")))
    reply = yield from change_booking(state)
    home = [row for trip in group_trips(rows) for row in trip if is_way_back(row, trip)]
    moved = [_name_others(row) for row in home if row["booking_id"] in reply and CONFIRM in reply]
    return "\n\n".join(filter(None, [*(moved if _OTHER_DAY.search(state.text) else ()), reply]))


def _offer_ways_out(state: DialogueState, rows: Sequence[Row]) -> Plan:
    """Say what can be done about the bookings of the time in which somebody cannot travel, if there are any."""
    then = keep_fitting(state, rows, state.text, is_exact=True)
    if not then:
        return ""
    noted = (yield from acknowledge(state)) if state.clauses else ""
    lines = number_lines([describe_booking(row) for row in then])
    return "\n\n".join(
        filter(None, [noted, f"I can move these to other days, or cancel them; tell me which.\n{lines}"])
    )


def _name_others(row: Row) -> str:
    """Return the other flights of a way that is booked; all of them fly every day."""
    ends = (find_place(row[end]).airport for end in ("origin", "destination"))
    others = [
        f"{each.number} at {each.departs}" for each in flights_between(*ends) if each.number != row["flight_number"]
    ]
    return (
        f"From {row['origin']} to {row['destination']} there is also {join_words(others)} on that day."
        if others
        else ""
    )


def _answer_room(state: DialogueState, rows: list[Row], type: str) -> Plan:
    """Say whether the booked hotel has a type of room, and ask for a yes to have it."""
    pending = find_pending(state)
    stays = [row for row in rows if row["kind"] == "hotel"]
    spoken = [row for row in stays if row["booking_id"] in pending] or find_spoken(state, stays) or stays
    if not spoken:
        return ""
    if not any(room.type == type for room in hotels()[spoken[0]["hotel_id"]].rooms):
        return f"No, {spoken[0]['hotel']} has no {type} room."
    change = replace(state, message=f"change {spoken[0]['booking_id']} to a {type} room")
    return f"Yes, {spoken[0]['hotel']} has {type} rooms.\n\n{(yield from change_booking(change))}"
