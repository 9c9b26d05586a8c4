"""Whether a message would have otherwise what is booked, and not something else beside it."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.act_reader import SURE
from ricordo_travel.dialogue.cabins import find_cabin
from ricordo_travel.dialogue.changing import ANOTHER_FLIGHT, CHANGE, OTHER_TIME, find_other_car, find_pending
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.hours import parse_hours
from ricordo_travel.dialogue.kept import names_same, split_kept
from ricordo_travel.dialogue.legs import speaks_of_way_back
from ricordo_travel.dialogue.meant import kinds_in
from ricordo_travel.dialogue.moving import MOVE, names_end
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, find_offers
from ricordo_travel.dialogue.party import changes_number, parse_party_change
from ricordo_travel.dialogue.restoring import asks_to_restore, find_changed
from ricordo_travel.dialogue.rooms import find_rooms
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.reservations import Kind

_OTHER_DAYS = re.compile(
    r"\b(?:day|night|week)s? (?:more|longer|later|earlier|sooner|less|shorter|before|extra)\b|\b(?:longer|shorter)\b|"
    r"\b(?:another|extra|more|additional) (?:night|day|week|person|people|adult|guest|passenger|seat)s?\b"
)
_NEW = re.compile(r"\b(?:an?|another|one more|some|any|need|second) (?:\w+ )?(?:hotels?|flights?|cars?|rooms?)\b")
_ASKS_FOR = re.compile(r"\b(?:book|reserve|find|show|look for|search(?: for)?)(?: me| us)? (?!it\b|them\b|again\b)")
_DEFINITE = re.compile(r"\b(?:the|that|this) (?:\w+ ){0,2}(?:hotel|room|flight|car|stay|booking)\b")
_FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
MINE = re.compile(
    r"\b(?:my|our)\b(?: \w+){0,2}? (?:flights?|hotel|car|room|return|outbound|stay|trip|bookings?|reservations?)\b"
)
_TOO = re.compile(r"\b(?:too|also|as well|same (?:days|dates?))\b")
_ALIKE = re.compile(r"\b(?:too|also|as well|same|likewise)\b|^\W{0,3}(?:(?:ok|good|thanks)\W{1,2}){0,2}(?:and|now)\b")
"""Words for another booking that is to be changed as one was just now: "and the hotel"."""
_CORRECTS = re.compile(
    r"^\W*(?:oh |ah |hmm+ |ok |but )?(?:no|wait|sorry|oops|actually|i mean|i meant|not)\b|"
    r"\b(?:instead|only|rather|actually|i mean|i meant|make (?:it|that)|after all)\b"
)
"""Words of somebody who would have what was booked otherwise."""
_WRONG = re.compile(
    r"\bwrong\b|\bbetter\b|\b(?:i|we)(?:'d)? (?:wanted|prefer)\b|\bshould (?:be|have been)\b|"
    r"\bnot (?:this|that|the)\b|\balready\W*$"
)
_LOOKS = re.compile(
    r"\b(?:find|search|show|look|list|what|which|options?|alternatives?|cheaper|another (?:hotel|flight|car))\b"
)
_CHANGES = re.compile(rf"{MOVE.pattern}|\b(?:change|switch|update|modify|amend|adjust|alter)\b")
_CHANGES_ONE = re.compile(
    rf"(?:{_CHANGES.pattern}) (?:the |my |our )?"
    r"(?:flights?|hotel|room|car|outbound|return|inbound|trip|booking)\b"
)
_NEEDS = re.compile(r"\binstead\b|\b(?:need|want|like|prefer) (?:it|them)\b|\b(?:should|must|has to|have to) be\b")
_WHAT_ABOUT = re.compile(r"^\W{0,3}(?:(?:ok|good|great|thanks)\W{1,2}){0,2}(?:and |now |but )?(?:what|how) about\b")
_OWNS = re.compile(
    r"\balready (?:have|booked|got|paid)\b|\bnot (?:a|another) (?:new|second|other)\b|"
    r"\b(?:that|which|(?:the|that|this) (?:flights?|hotel|room|car|stay|one))(?: that)? (?:i|we)(?:'ve| have)? "
    r"(?:just |already )?booked\b"
)
_OWN_CAR = re.compile(
    r"\b(?:(?<!can )(?<!could )(?<!may )(?:i|we)(?:'ve)? (?:already )?(?:(?:have |got ){1,2}the|booked (?:the|an?))|"
    r"(?:instead of|rather than|than|change|swap|switch|exchange|trade|replace|upgrade) (?:the|my|our)) "
    r"(?:[a-z]{3,12} )?(?:car|one)\b|\bthe car (?:is|looks|seems) too\b"
)
"""The car that somebody has: "than the economy one", "I booked an economy car"."""
_DONE = re.compile(r"^(?:Booked|Changed)[.:]", re.MULTILINE)
DECLINED = "All right, nothing was changed."


def alters_booked(state: DialogueState) -> bool:
    """Return whether a message wants other days or people for what was booked or is to be changed, not another one."""
    text, reading = state.text, state.reading
    if changes_own(text) or replaces_car(state) or _has_other_party(state):
        return True
    is_waiting = state.question is not None and state.question.verb == "change"
    if reading.alters("destination", "origin", "unserved") or (is_waiting and _names_unbooked(state)):
        return False
    if is_waiting and _alters_change(state):
        return True
    is_own = MINE.search(text) and _NEEDS.search(text)  # "my return is on the 16th, I need it on the 17th"
    if wants_new(state) or _LOOKS.search(_WHAT_ABOUT.sub(" ", text)) or (_lacks_way_back(state) and not is_own):
        return False
    if is_waiting and not _is_alike(text):
        return bool(reading.names("first", "nights", "last", "people") or changes_cabin(state))
    return _alters_last(state) or (not state.offers and _speaks_of_own(state))


def _names_unbooked(state: DialogueState) -> bool:
    """Return whether a message is about a kind of thing of which none is booked: "don't touch the flight. a hotel"."""
    kinds = set(kinds_in(split_kept(state.text)[0]))
    booked = {id[0] for reply in state.replies for id in BOOKING_ID.findall(reply)}
    return bool(kinds) and not {kind[0].upper() for kind in kinds} & booked


def changes_own(text: str) -> bool:
    """Return whether a text in lower case would change what it says is booked: "I already have a flight, move it"."""
    return bool(_CHANGES.search(text)) and bool(MINE.search(text) or _OWNS.search(text))


def wants_new(state: DialogueState) -> bool:
    """Return whether a message plainly wants something that is not booked, whatever the last reply asks of bookings.

    That is a flight by its number, or a search for a kind of thing with its place or its days: "a hotel in athens".
    """
    text, kinds = state.text, kinds_in(state.text)
    if changes_own(text) or has_verb(text) or _is_alike(text) or MINE.search(text) or BOOKING_ID.search(state.message):
        return False
    if _ASKS_FOR.search(text):
        return bool(kinds or _FLIGHT_NUMBER.search(text))
    asked = {id[0] for id in BOOKING_ID.findall(state.last_reply)}
    is_other = bool(_NEW.search(text)) or (bool(kinds) and not any(kind[0].upper() in asked for kind in kinds))
    is_search = any(part.act == "search" and part.score >= SURE for part in state.parts)
    is_clear = is_other and not _DEFINITE.search(text) and state.reading.names("destination", "first", "nights")
    return is_search and is_clear


def asks_for_another(text: str) -> bool:
    """Return whether a text in lower case asks for something beside what is booked: "find one on the 26th"."""
    return bool(_ASKS_FOR.search(text) or _NEW.search(text))


def _has_other_party(state: DialogueState) -> bool:
    """Return whether a message says that others travel now than before, while nothing is looked for."""
    before = state.reading.before
    is_idle = not (before.first or before.kinds or state.offers or is_new_wish(state.text) or kinds_in(state.text))
    return is_idle and changes_number(state.text) and state.reading.names("people")


def replaces_car(state: DialogueState) -> bool:
    """Return whether a message would have another car than one that it says is booked, and that is not on offer."""
    is_own = "car" in kinds_in(state.text) and bool(_OWN_CAR.search(state.text))
    is_shown = any(offer.kind == "car" for offer in state.offers) and not is_booked_last(state, "car")
    return is_own and not is_shown and not state.reading.names("first") and find_other_car(state.text) != (None, None)


def has_verb(text: str) -> bool:
    """Return whether a text in lower case speaks of changing or moving something."""
    return bool(MOVE.search(text) or CHANGE.search(text))


def _lacks_way_back(state: DialogueState) -> bool:
    """Return whether a message wants something of the way back, and that is not booked yet."""
    flights = {id for reply in state.replies for id in BOOKING_ID.findall(reply) if id.startswith("F")}
    return speaks_of_way_back(split_kept(state.text)[0]) and len(flights) < 2


def _alters_last(state: DialogueState) -> bool:
    """Return whether a message alters what was booked or spoken of last."""
    text = state.text
    kinds = kinds_in(text)
    is_spoken = bool(find_reply(state))
    is_booked = any(is_booked_last(state, kind) for kind in kinds) if kinds else is_spoken
    is_waiting = state.question is not None and state.question.verb == "change"
    if _is_alike(text) and (is_waiting or state.last_reply.startswith("Changed")):
        return True
    if is_spoken and wants_other_thing(state):
        return True
    if not is_booked or _NEW.search(text):
        return False
    if parse_party_change(text):
        return True
    is_other = (
        _OTHER_DAYS.search(text) or split_kept(text)[1] or _TOO.search(text) or MOVE.search(text) or _corrects(text)
    )
    return bool(is_other) and (state.reading.names("first", "nights", "last", "people") or names_end(text))


def _is_alike(text: str) -> bool:
    """Return whether a text names another booking that is to be changed as one was, or is about to be."""
    is_alike = _ALIKE.search(text) or _WHAT_ABOUT.search(text)
    return bool(is_alike) and bool(kinds_in(text)) and not (_NEW.search(text) or _ASKS_FOR.search(text))


def _alters_change(state: DialogueState) -> bool:
    """Return whether a message wants other rooms or another time of day for a change that waits for a yes."""
    changed = {row["kind"] for row in find_pending(state).values()}
    is_time = parse_hours(state.text) or OTHER_TIME.search(state.text) or ANOTHER_FLIGHT.search(state.text)
    return bool(("hotel" in changed and find_rooms(state.text)) or ("flight" in changed and is_time))


def _speaks_of_own(state: DialogueState) -> bool:
    """Return whether a message gives other days to what it takes as booked: "my hotel, from the 12th instead"."""
    text, is_named = state.text, state.reading.names("first", "nights", "last", "people")
    is_other, before = bool(_OTHER_DAYS.search(text)), state.reading.before
    is_idle = not (before.first or before.kinds or is_new_wish(text))
    if is_idle and (is_other or names_same(text) or _CHANGES_ONE.search(text)):
        return is_named or is_other  # "a day later" than what is booked, since nothing is looked for
    return bool(MINE.search(text)) and (is_other or (is_named and bool(_NEEDS.search(text))))


def is_new_wish(text: str) -> bool:
    """Return whether a text in lower case wants to see or to have something that is not booked."""
    return bool(_NEW.search(text) or _LOOKS.search(text))


def _corrects(text: str) -> bool:
    return bool(_CORRECTS.search(text) or _WRONG.search(text))


def wants_other_thing(state: DialogueState) -> bool:
    """Return whether a message would have another car or room than the one that was just booked or spoken of."""
    text = state.text
    if not _corrects(text):
        return False
    is_car = find_other_car(text) != (None, None) and is_booked_last(state, "car")
    return is_car or (len(find_rooms(text)) == 1 and is_booked_last(state, "hotel"))


def corrects_booked(state: DialogueState, offer: Offer) -> bool:
    """Return whether a message would have an offer instead of what was just booked, and not beside it."""
    is_booked = any(id[0] == offer.kind[0].upper() for id in BOOKING_ID.findall(find_reply(state)))
    return is_booked and is_after_booking(state) and bool(_CORRECTS.search(state.text)) and not state.has_booked(offer)


def is_booked_last(state: DialogueState, kind: Kind) -> bool:
    """Return whether the last that was said of a kind is a booking, and not an offer."""
    for reply in state.replies:
        if any(offer.kind == kind for offer in find_offers(reply)):
            return False
        if any(id[0] == kind[0].upper() for id in BOOKING_ID.findall(reply)):
            return True
    return False


def speaks_of_booked(state: DialogueState) -> bool:
    """Return whether the things that a message names are all booked, and it wants no other ones."""
    kinds = kinds_in(state.text)
    is_wish = is_new_wish(state.text) or _ASKS_FOR.search(state.text) or state.reading.names("destination", "first")
    return bool(kinds) and not is_wish and all(is_booked_last(state, kind) for kind in kinds)


def restores_booked(state: DialogueState) -> bool:
    """Return whether a message would have back what a booking was before it was changed a moment ago."""
    kinds = {kind[0].upper() for kind in kinds_in(state.text)}
    changed = {id[0] for id in find_changed(state)}
    return asks_to_restore(state.text) and bool(changed & kinds if kinds else changed)


def is_after_booking(state: DialogueState) -> bool:
    """Return whether the last reply that is no small talk says that something was booked or changed."""
    return bool(_DONE.search(find_reply(state)))


def find_reply(state: DialogueState) -> str:
    """Return the last reply that is no small talk if it speaks of bookings and offers nothing, or an empty text."""
    spoken = (reply for reply in state.replies[:3] if find_context(reply) not in {"talk", "memory"})
    reply = next((reply for reply in spoken if not reply.startswith(DECLINED)), "")
    return reply if BOOKING_ID.search(reply) and not find_offers(reply) else ""


def changes_cabin(state: DialogueState) -> bool:
    return bool(CHANGE.search(state.text) and find_cabin(state.text))
