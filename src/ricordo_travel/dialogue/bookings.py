"""Booking, changing and cancelling. Nothing changes before an explicit yes to exactly that."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from ricordo_travel.dialogue.altering import (
    MINE,
    alters_booked,
    changes_cabin,
    has_verb,
    is_after_booking,
    is_booked_last,
    wants_new,
    wants_other_thing,
)
from ricordo_travel.dialogue.answers import is_no
from ricordo_travel.dialogue.asking import (
    MAX_AT_ONCE,
    answer_price,
    ask_beside,
    ask_to_change,
    ask_what,
    cancellation,
    propose_each,
    say_cannot_add,
)
from ricordo_travel.dialogue.booked import (
    Row,
    days_of,
    find_spoken,
    group_trips,
    is_way_back,
    load_active,
    names_direction,
    people_of,
)
from ricordo_travel.dialogue.cabins import find_cabin
from ricordo_travel.dialogue.cancel_terms import say_terms
from ricordo_travel.dialogue.changing import (
    CHANGE,
    OTHER_TIME,
    Wanted,
    add_stays,
    after_verb,
    choose_likely,
    end_with_way_back,
    find_pending,
    find_shared,
    find_wanted,
    follow,
    name_fewer_rooms,
)
from ricordo_travel.dialogue.choice import HOTEL_NAMES
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.days import find_months
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.hours import parse_hours
from ricordo_travel.dialogue.kept import say_kept, split_kept
from ricordo_travel.dialogue.meant import (
    ALL,
    ASKS_WHICH,
    COUNTED,
    ONE_BOOKING,
    Meant,
    find_done,
    find_kept,
    find_meant,
    find_numbers,
    kinds_in,
    split_own,
    split_week,
)
from ricordo_travel.dialogue.moving import GOES, MOVE
from ricordo_travel.dialogue.offers import (
    BOOKING_ID,
    describe_booking,
    find_offers,
    format_day,
    number_lines,
)
from ricordo_travel.dialogue.party import (
    books_apart,
    changes_number,
    names_passengers,
    parse_party_change,
    wants_own_room,
)
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.restoring import asks_to_restore, find_before, find_changed
from ricordo_travel.dialogue.rooms import find_rooms
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.reservations import Kind

_CANCEL = re.compile(
    r"\b(?:cancel|call off|get rid of|undo)\b(?!lation)|\bdrop (?:the|my|our) (?:car|hotel|flight|booking)\b(?! off)"
)
_BOOKED = r"(?:flights?|hotels?|rooms?|cars?)\b"
_LEAVES_OUT = re.compile(
    r"\b(?:leave out|skip|scrap|lose|ditch|take out|remove|(?:don't|do not|no longer|won't) (?:need|want)) "
    rf"(?:the|my|our) (?P<kind>{_BOOKED}(?:,? (?:and |or |nor )?(?:the |my |our ){_BOOKED}){{0,2}})|"
    r"\bno (?P<none>car|hotel) (?:after all|any ?more)\b"
)
_DENIES = re.compile(r"\b(?:don't|do not|not|never|no) (?:want to )?(?:cancel|change|move)\b")
_IF = re.compile(
    r"\b(?:can|could|may) (?:i|we) (?:still )?(?:cancel|change|move) (?:it |(?:the|my|our) [a-z]+ )?"
    r"(?:for free|later|if|any ?time|without)|"
    r"\b(?:can|could|may|do|will) (?:\w+ ){0,4}?(?:cancel|be cancell?ed)\b[^.!?]{0,30}?"
    r"\b(?:if (?!possible|you can|it's possible)|in case\b|without (?:a |any )?(?:pay|cost|fee|charge|los|penalt))|"
    r"\bcan (?:it|this|that|(?:the|my|our) \w+) be cancell?ed\b|"
    r"\b(?:until when|till when|how long|how late|by when|when|what day|which day)\b[^.!?]{0,25} "
    r"(?:can|could|may|do|must|should) (?:i|we) (?:still |have to |need to )?(?:cancel|change|move)\b|"
    r"\b(?:latest|last (?:day|date|moment|chance)|deadline)\b[^.!?]{0,25}\bcancel(?:ling)?\b|"
    r"\bif (?:i|we|you|one|he|she|they)\b.{0,30}\b(?:cancel|change|move|come)|\bcancellation\b|"
    r"\b(?:free|easy|possible|able) to (?:cancel|change|move)\b|\bcancel (?:for free|later|any ?time)\b|"
    r"\b(?:what (?:would|will|happens|if|does)|how much)\b.{0,40}\b(?:cancel|chang|mov|extend)|"
    r"\brefund|\bmoney back\b|\b(?:get|lose) (?:my|our|the|some|all (?:my|our|the)) money\b"
)
"""Questions what a change would mean. They ask for none."""
_IF_ASKED = re.compile(
    r"\b(?:can|could|may) (?:i|we|one) (?:still )?cancel\b|\b(?:i|we) (?:can|could) (?:still )?cancel\b|"
    r"\bcancell?ation (?:rules?|policy|terms|conditions|fees?)\b|\bmoney back\b|\b(?:get|lose) (?:my|our|the) money\b"
)
_BARE = re.compile(r"\W*(?:(?:thanks|thank you|ok|great|and|oh|so)\W*){0,3}one (?:more|last|other) thing\W*")
_MAYBE = re.compile(r"\b(?:maybe|might|perhaps|not sure|possibly)\b")
_THAT_ONE = re.compile(
    r"\bexcept (?:for )?(?P<what>[^,.;!?]{1,30})[,.;!?]+ ?(?:please |just |only )?cancel (?:that|it|this)\b"
)
_EXTRA_NIGHT = re.compile(r"\bcancel (?:the|that|my|our) (?:extra|additional|last|added) (?:night|day)\b")
_RELATIVE = re.compile(r"\b(?:more|extra|additional|another|longer|shorter|fewer|less|later|earlier|sooner)\b")
_OF_BOOKING = re.compile(
    r"\b(?:booking|reservation|booked|it|the (?:\w+ )?(?:flight|hotel|car|room|stay|one)|everything|both|all)\b"
)
_ASKS_DAY = re.compile(r"^To which days? shall I move it\?", re.MULTILINE)
_CHANGES = re.compile(
    r"\b(?:move|shift|change|switch|rebook|extend|postpone|push|reschedule|make|need|longer|more|shorten|prolong)\b"
)
_NEW_DAYS = re.compile(r"\b(?:to|until|till|on|for|by|instead|from|one (?:night|day|week)|a day)\b")
_TRAVELS = re.compile(rf"{GOES.pattern}|\b(?:stay|staying|leave|leaving|come|coming|arrive|be there|until|till)\b")
_TOO = re.compile(r"\b(?:too|also|as well)\b")
_SLOTS = ("first", "nights", "last", "people", "parties")
"""What a message may give a booking instead of what it has."""
_STAYS = "Your flight back stays on"
NO_SUCH = "You have no such booking."
_NO_PARTY = "A car is booked without a number of people, so the car stays as it is."


def asks_to_cancel(state: DialogueState) -> bool:
    """Return whether the message asks to cancel a booking."""
    if find_answer(state) is cancel_booking:
        return True
    left = _LEAVES_OUT.search(state.text)
    has = {row["kind"] for row in state.booked for part in state.parts if part.act == "cancel"}
    if left and any(is_booked_last(state, kind) or kind in has for kind in kinds_in(left["kind"] or left["none"])):
        return True
    return bool(_CANCEL.search(split_kept(state.text)[0])) and not _IF.search(state.text)


def asks_to_change(state: DialogueState) -> bool:
    """Return whether the message asks to change a booking."""
    text = state.text
    if find_answer(state) is change_booking or (find_done(state, "change") and not wants_new(state)):
        return True
    if has_verb(text) and (BOOKING_ID.search(state.message) or MINE.search(text) or re.search(r"\bbooking\b", text)):
        return True
    names_days = bool(state.reading.names(*_SLOTS) or changes_cabin(state))
    has_booked = any(BOOKING_ID.search(reply) for reply in state.replies)
    if MOVE.search(text) and (has_booked or not state.offers) and (_OF_BOOKING.search(text) or names_days):
        return True
    if alters_booked(state) or (has_booked and CHANGE.search(text) and parse_party_change(text)):
        return True
    if state.act not in {None, "change", "no", "talk", "cancel"}:
        return False  # what only looks like a change is none if the reader takes it for something else
    if has_booked and names_days and CHANGE.search(text) and _OF_BOOKING.search(text) and not state.question:
        return not re.search(r"\bmake it\b", text) or is_after_booking(state)
    return (
        is_after_booking(state)
        and names_days
        and not find_kinds(text)
        and not state.reading.names("destination", "origin", "unserved", "kinds")
    )


def asks_if(state: DialogueState) -> bool:
    """Return whether a message asks what cancelling would mean, or says to cancel nothing."""
    is_terms = asks_terms(state.text)
    is_denied = _DENIES.search(state.text) and not _CANCEL.search(split_kept(state.text)[0])
    is_open = state.question is not None and state.question.offer is not None
    return bool(is_terms or is_denied) and (not is_open or bool(_IF_ASKED.search(state.text)))


def asks_terms(text: str) -> bool:
    """Return whether a text in lower case asks what cancelling would mean: until when, and for how much."""
    return bool(_IF.search(text)) and bool(re.search(r"\b(?:cancel|refund|money)", text))


def find_answer(state: DialogueState) -> Callable[[DialogueState], Plan] | None:
    """Return what a message does if it answers which booking to cancel or change, or to which days."""
    if (is_no(state.text) and not find_numbers(state.text, 9)) or wants_new(state):
        return None
    names_days = bool(state.reading.names(*_SLOTS))
    if _ASKS_DAY.search(state.last_reply):
        return change_booking if names_days or _names_booking(state) else None
    match = ASKS_WHICH.search(state.last_reply)
    if match is None or not (_names_booking(state) or ALL.search(state.text) or COUNTED.search(state.text)):
        return None
    return cancel_booking if match["verb"] == "cancel" else change_booking


def find_asked(state: DialogueState) -> str:
    """Return the question which booking is meant, or to which days it moves, if the last reply ends with one."""
    match = ASKS_WHICH.search(state.last_reply) or _ASKS_DAY.search(state.last_reply)
    return state.last_reply[match.start() :] if match else ""


def awaits_change(state: DialogueState) -> bool:
    """Return whether the last reply asks which booking to change, or to which days."""
    return find_asked(state).startswith(("To which", "Which booking shall I change"))


def names_change(state: DialogueState) -> bool:
    """Return whether a message says what to change: by a verb, other days, people or rooms, or another hotel."""
    text = state.text
    named = state.reading.names(*_SLOTS) or find_cabin(text) or HOTEL_NAMES.search(text)
    is_time = (OTHER_TIME.search(text) or parse_hours(text)) and not find_offers(state.last_reply)
    is_other = _RELATIVE.search(text) or parse_party_change(text) or find_rooms(text)
    return bool(named or is_time or is_other or has_verb(text))


def cancel_booking(state: DialogueState) -> Plan:
    """Ask for a yes to cancel bookings, or which ones to cancel."""
    rows = list(state.booked) or (yield from load_active())
    if _IF.search(state.text):
        return say_terms(state, rows)
    if not rows:
        return "There is nothing to cancel: you have no bookings."
    if _EXTRA_NIGHT.search(state.text):
        shorter = _EXTRA_NIGHT.sub("shorten my stay by one night", state.text)
        return (yield from change_booking(replace(state, message=shorter)))
    left = _LEAVES_OUT.search(state.text)
    if left and not any(row["kind"] in kinds_in(left["kind"] or left["none"]) for row in rows):
        return f"No {left['kind'] or left['none']} is booked, so there is nothing to leave out."
    if name_fewer_rooms(state.text, find_meant(state, rows).rows):
        return (yield from change_booking(state))
    state = _name_cancelled(state)
    if _DENIES.search(state.text) and not _CANCEL.search(split_kept(state.text)[0]):
        return say_kept(state)
    if re.search(r"\b(?:old|previous|former) (?:one|booking|room)\b", state.text) and "Changed." in state.last_reply:
        return "There is no old one left to cancel: the booking itself was changed."
    meant = find_meant(state, rows, deed="cancel", is_exact=True)
    if not meant.rows:
        return f"{NO_SUCH} {_ask_which('cancel', rows)}"
    if not meant.is_clear:
        return _ask_which("cancel", meant.rows)
    return (yield from propose_each([cancellation(row) for row in meant.rows], "Shall I cancel this booking?"))


def _name_cancelled(state: DialogueState) -> DialogueState:
    """Return the state with a message that plainly cancels what it leaves out, or names after "except"."""
    if match := _LEAVES_OUT.search(state.text):
        state = replace(state, message=f"cancel the {match['kind'] or match['none']}")
    match = _THAT_ONE.search(state.text)
    return replace(state, message=f"cancel {match['what']}") if match else state


def change_booking(state: DialogueState) -> Plan:
    """Ask for a yes to give bookings other days, people or cabins; or ask which ones to change."""
    rows = list(state.booked) or (yield from load_active())
    if not rows:
        return "You have no booking that I could change."
    fewer = name_fewer_rooms(state.text, find_meant(state, rows).rows)
    state = replace(state, message=fewer or state.message)
    if _BARE.fullmatch(state.text):
        return ""  # "one more thing, …" is not a thing to change
    if _MAYBE.search(state.text) and not has_verb(state.text) and "?" not in state.text:
        return "All right, I change nothing yet. Tell me when you know, and I ask you before I change anything."
    own, text = split_own(split_kept(_text_with_days(state))[0], rows, state.today)
    meant = _find_changed(state, rows, text, own)
    if wanted := _find_restored(state, rows, text):
        meant = Meant([row for row in rows if row["booking_id"] in wanted])
    else:
        wanted = _find_all_wanted(state, meant, rows, text)
    able = [row for row in meant.rows if row["booking_id"] in wanted]
    if not meant.rows:
        return f"{NO_SUCH} {_ask_which('change', rows)}"
    if not meant.is_clear and len(able) != 1:
        return _ask_which("change", able or meant.rows)
    shared = find_shared(able, wanted)
    if not able or shared:
        return _ask_for_change(state, meant.rows, shared, text)
    if _IF.search(state.text):
        return (yield from answer_price(able, wanted, _widen(Meant(able), rows).rows))
    asked: list[str] = []
    more = max(0, parse_party_change(text) or 0)
    apart = {kind for kind, is_own in (("hotel", wants_own_room(text)), ("flight", books_apart(text))) if is_own}
    for row in able[:MAX_AT_ONCE]:
        is_apart = more and row["kind"] in apart
        ask = ask_beside(row, more) if is_apart else ask_to_change(row, wanted[row["booking_id"]])
        asked.append((yield from ask))
    return "\n\n".join([*asked, *_remark(meant.rows, wanted, rows)])


def _ask_for_change(state: DialogueState, rows: Sequence[Row], shared: Sequence[Row], text: str) -> str:
    """Ask what to change of bookings, or of which of several rooms that are booked together."""
    if shared:
        lines = number_lines([describe_booking(row) for row in shared])
        how = f"Which booking shall I change, and to what? Say “the {shared[-1]['room_type']} room to …”, for instance."
        return f"These rooms are booked together, for {sum(row['guests'] for row in shared)} in all:\n{lines}\n{how}"
    names_days = state.reading.names(*_SLOTS) and not find_months(text, state.today)
    is_said = names_days or wants_other_thing(state)
    return say_cannot_add(text, rows) or ask_what(rows, is_said=is_said)


def _find_all_wanted(state: DialogueState, meant: Meant, rows: Sequence[Row], text: str) -> dict[str, Wanted]:
    """Return what a text changes of the bookings that it means, by their ids."""
    kinds = [row["kind"] for row in meant.rows]
    found: dict[str, Wanted] = {}
    for row in meant.rows:
        is_alone = not meant.is_clear or kinds.count(row["kind"]) == 1
        if want := find_wanted(state, row, rows, text, is_alone=is_alone):
            found[row["booking_id"]] = want
    if meant.is_clear:
        return end_with_way_back(found, rows)
    return choose_likely(meant.rows, found, rows)


def offer_way_back(state: DialogueState) -> Plan:
    """Ask for a yes to move the flight back with a stay that was just changed, if it was said that it stays."""
    done = [each for each in state.outcomes if each.action == "change" and each.is_clear and not each.error]
    changed = [each.result for each in done if each.result["kind"] == "hotel"]
    if _STAYS not in state.last_reply or not changed:
        return ""
    rows, last = (yield from load_active()), days_of(changed[0])[1]
    stay = next((row for row in rows if row["booking_id"] == changed[0]["booking_id"]), None)
    trip = next((trip for trip in group_trips(rows) if stay in trip), list[Row]())
    home = next((row for row in trip if is_way_back(row, trip) and days_of(row)[0] != last), None)
    return (yield from ask_to_change(home, Wanted(last, last))) if home else ""


def _find_changed(state: DialogueState, rows: Sequence[Row], text: str, own: list[Row]) -> Meant:
    """Return the bookings to change: `own`, which a message names by their days, or those that it names or moves."""
    meant = _find_named(state, rows, text)
    if not meant.rows:  # "our flight lands late, change the pickup": what stands before is a story
        meant = _find_named(replace(state, message=after_verb(state.text)), rows, after_verb(text))
    kinds = set(kinds_in(text))
    if own and not (meant.is_read and all(row in meant.rows for row in own)):
        return Meant(own, len({row["kind"] for row in own}) == len(own))
    stay = find_kept(state, rows, split_kept(state.text)[1])
    if meant.is_read and not kinds and not ONE_BOOKING.search(text):  # who goes home earlier leaves the hotel earlier
        days = parse_dates(text, state.today)  # both ends: the way back belongs to it
        is_trip = days.first and days.last and any(row["kind"] == "flight" for row in meant.rows)
        moved = _widen(meant, rows).rows if is_trip and not names_direction(text) else add_stays(meant.rows, rows)
        return replace(meant, rows=[row for row in moved if row not in stay])
    if not _moves_trip(text, kinds):
        return meant
    whole = _widen(meant, rows)
    kinds = {"flight", *kinds} if kinds else {"flight", "hotel", "car"}
    return replace(whole, rows=[row for row in whole.rows if row["kind"] in kinds and row not in stay])


def _moves_trip(text: str, kinds: Collection[Kind]) -> bool:
    """Return whether a text moves the flights with all else: "we go on thursday", "stay until the 30th, hotel too"."""
    if not kinds:
        return bool(GOES.search(text)) and not names_direction(text)
    return bool(_TRAVELS.search(text) and _TOO.search(text)) and "flight" not in kinds


def _find_named(state: DialogueState, rows: Sequence[Row], text: str) -> Meant:
    """Return the bookings that a message names, that wait for a yes, or that were spoken of last."""
    spoken = find_spoken(state, rows)
    if _ASKS_DAY.search(state.last_reply) and spoken and not _names_others(state):
        return Meant(spoken)
    pending, is_named = find_pending(state), _names_some(state, rows)
    waiting = [row for row in rows if row["booking_id"] in pending]
    meant = find_meant(state, rows, deed="change", before=_before_days(state.text))
    if waiting and not (is_named and meant.rows):
        return Meant(waiting)
    if is_named or (meant.is_read and not pending):
        late = [row for row in meant.rows if follow(state, row, rows)]
        meant = Meant(late) if late and not meant.is_clear else meant
        if meant.is_read and any(row["booking_id"] in pending for row in meant.rows):  # "no, stay until the 13th"
            meant = Meant([row for row in meant.rows if row["booking_id"] in pending or row["kind"] in kinds_in(text)])
        return _widen(meant, rows) if _changes_party(state.text) else meant
    if len(spoken) == 1:
        return _widen(Meant(spoken), rows) if _changes_party(text) else Meant(spoken)
    trips = [trip for trip in group_trips(rows) if not spoken or any(row in spoken for row in trip)]
    return Meant([row for trip in trips for row in trip], len(trips) == 1)


def _changes_party(text: str) -> bool:
    """Return whether a text says that others travel, and that for all of it: no kind is named, or both."""
    is_other = parse_party_change(text) or changes_number(text)
    return bool((is_other and not kinds_in(text)) or names_passengers(text))


def _find_restored(state: DialogueState, rows: Sequence[Row], text: str) -> dict[str, Wanted]:
    """Return what the bookings that a message would have back were before: those changed last, or those it names."""
    if not asks_to_restore(text):
        return {}
    kinds, last = kinds_in(text), find_changed(state)
    meant = [row for row in rows if (row["kind"] in kinds if kinds else ALL.search(text) or row["booking_id"] in last)]
    found = ((row, before) for row in meant if (before := find_before(state, row)))
    return {
        row["booking_id"]: Wanted(first, last, people if people != people_of(row) else None)
        for row, (first, last, people) in found
    }


def _before_days(text: str) -> str:
    """Return the part of a text before what it changes bookings to."""
    return _NEW_DAYS.split(text)[0] if _CHANGES.search(text) else text


def _widen(meant: Meant, rows: Sequence[Row]) -> Meant:
    """Return all bookings of the trip that some belong to: who comes along, comes along for all of it."""
    trips = [trip for trip in group_trips(rows) if any(row in meant.rows for row in trip)]
    return Meant([row for trip in trips for row in trip], len(trips) == 1)


def _names_some(state: DialogueState, rows: Sequence[Row]) -> bool:
    """Return whether a message names bookings, in any way."""
    text = state.text
    places = {place.name for mention in find_mentions(text) for place in mention.places}
    is_word = BOOKING_ID.search(state.message) or ALL.search(text) or COUNTED.search(text) or names_direction(text)
    is_listed = ASKS_WHICH.search(state.last_reply) and find_numbers(text, 9)
    named = [row for row in rows if row["kind"] == "hotel" and HOTEL_NAMES.search(text)]
    month = parse_dates(text, state.today).month
    is_trip = re.search(r"\btrip\b", text)
    week = split_week(_before_days(text), state.today)[0]
    return bool(is_word or is_listed or kinds_in(text) or places or named or month or is_trip or week)


def _remark(meant: Sequence[Row], wanted: Mapping[str, Wanted], rows: Sequence[Row]) -> list[str]:
    """Return what is not changed although it may have been meant: the party of a car, the flight home of a stay."""
    remarks: list[str] = []
    without = [row for row in meant if people_of(row) is None and row["booking_id"] not in wanted]
    if without and any(each.people for each in wanted.values()):
        remarks.append(_NO_PARTY)
    stays = [row for row in meant if row["kind"] == "hotel" and row["booking_id"] in wanted]
    for row in stays:
        trip = next(each for each in group_trips(rows) if row in each)
        home = [each for each in trip if is_way_back(each, trip) and each["booking_id"] not in wanted]
        is_longer = wanted[row["booking_id"]].last != days_of(row)[1]
        if home and is_longer and days_of(home[0])[0] == days_of(row)[1]:
            day = format_day(days_of(home[0])[0])
            remarks.append(f"{_STAYS} {day}; tell me if it shall move, too.")
    return remarks


def _names_others(state: DialogueState) -> bool:
    """Return whether a message names another kind of booking than those that the last reply asks about."""
    kinds = {kind[0].upper() for kind in kinds_in(state.text)}
    return bool(kinds) and not kinds & {id[0] for id in BOOKING_ID.findall(state.last_reply)}


def _text_with_days(state: DialogueState) -> str:
    """Return the message, after those to which the replies only asked for the booking or the days."""
    said: list[str] = [state.text]
    if _names_others(state):
        return state.text
    is_asked = False
    for role, text in reversed(state.history):
        if role == "assistant":
            is_asked = bool(_ASKS_DAY.search(text) or ASKS_WHICH.search(text))
        elif is_asked:
            said.insert(0, normalise(text))
        if not is_asked:
            break
    return " ".join(said)


def _names_booking(state: DialogueState) -> bool:
    text = state.text
    return bool(
        BOOKING_ID.search(state.message)
        or find_numbers(text, 9)
        or (find_kinds(text) and not re.search(r"\b(?:find|search|need|want|show)\b", text))
        or ((find_mentions(text) or find_months(text, state.today)) and len(text.split()) < 12)
    )


def _ask_which(verb: str, rows: Sequence[Row]) -> str:
    lines = number_lines([describe_booking(row) for row in rows])
    return f"Which booking shall I {verb}? Say its number.\n{lines}"
