"""Changes of what is booked that a message means as a whole, although parts of it read like a search or a note."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.dialogue.altering import is_booked_last
from ricordo_travel.dialogue.booked import BACK, Row, find_spoken, group_trips, is_way_back, load_active, places_of
from ricordo_travel.dialogue.bookings import change_booking
from ricordo_travel.dialogue.changing import find_pending
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.moving import GOES
from ricordo_travel.dialogue.offers import find_offers
from ricordo_travel.dialogue.party import NEEDS_SEAT
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.questions import CONFIRM
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.flights.timetable import flights_between
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.places import find_place

_OTHER_DAY = re.compile(r"\binstead of\b|\b(?:days?|weeks?|nights?) (?:earlier|later|sooner|longer)\b")
_THE_ONE = re.compile(
    r"(?:\b(?:no|not|wrong|mean|meant)\b[^.;?]{0,30}\bthe (?:one|flight)|^\W{0,3}the one) "
    r"(?:to|from|there|back|home|out)\b"
)
_FOR_MORE = re.compile(
    r"\b(?:make sure|see that|like|want|need|should|must)(?: that)? (?:it's|it|be)(?: is| to be| be)? "
    r"for (?:two|three|four|five|six|seven|eight|[2-9])\b(?=\W*$|[.,;!?]| (?:people|persons|of us|guests|in|and)\b)|"
    r"\brooms? for (?:all of us|everyone)\b"
)
_HAS_ROOM = re.compile(
    r"\b(?:do|does|is|are|have|has) (?:they|it|there|you|the (?:hotel|guesthouse|lodge))(?: got| have)? "
    r"(?:an? |any |also )?(?P<type>single|double|twin|family) (?:bed)?rooms?\b"
)
_OTHERS = frozenset({"yes", "forget", "recall", "correct"})
"""Acts of parts that have to be carried out on their own."""
_LOOKS = frozenset({"offers", "ask_preferences", "suggestions", "unserved"})
"""What was just said while something new is looked for."""


def changes_whole(state: DialogueState) -> bool:
    """Return whether a message as a whole is about a change of what is booked, if something is."""
    text = state.text
    if find_pending(state) and _THE_ONE.search(text):
        return True  # "no, the one to Lisbon"
    context = find_context(state.last_reply)
    if find_offers(state.last_reply) or context in _LOOKS or any(part.act in _OTHERS for part in state.parts):
        return False
    is_room = _HAS_ROOM.search(text) and is_booked_last(state, "hotel")
    is_back = _moves_way_back(text) and context != "ask_details"
    return bool(is_room or is_back or _FOR_MORE.search(text) or NEEDS_SEAT.search(text))


def change_whole(state: DialogueState) -> Plan:
    """Ask for a yes to the change that a message means; say nothing if what it would change is not booked."""
    rows = yield from load_active()
    named = {place.name for mention in find_mentions(state.text) for place in mention.places}
    home = [row for trip in group_trips(rows) for row in trip if is_way_back(row, trip) and named <= places_of(row)]
    if not rows or (_moves_way_back(state.text) and not home):
        return ""
    if match := _HAS_ROOM.search(state.text):
        return (yield from _answer_room(state, rows, match["type"].replace("twin", "double")))
    reply = yield from change_booking(state)
    others = [_name_others(row) for row in home if row["booking_id"] in reply and CONFIRM in reply]
    return "\n\n".join(filter(None, [*(others if _moves_way_back(state.text) else ()), reply]))


def _moves_way_back(text: str) -> bool:
    return bool(BACK.search(text) and _OTHER_DAY.search(text)) and not GOES.search(text)


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
