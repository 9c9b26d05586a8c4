"""Questions about what is booked: what the hotel has and what it is like, what kind of car it is."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.dialogue import details
from ricordo_travel.dialogue.altering import find_reply
from ricordo_travel.dialogue.booked import find_spoken, load_active
from ricordo_travel.dialogue.choice import HOTEL_NAMES
from ricordo_travel.dialogue.hotel_facts import drop_asked, find_asked
from ricordo_travel.dialogue.hotel_questions import describe_known, find_named
from ricordo_travel.dialogue.meant import keep_fitting, kinds_in
from ricordo_travel.dialogue.offers import BOOKING_ID, find_offers, parse_offer
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_car_class
from ricordo_travel.wording import describe

_STAY = r"(?:hotel|hostel|room|place|guest ?house|lodge|accommodation|apartment)"
_OWN = re.compile(
    rf"\b(?:my|our) (?:\w{{1,15}} )?{_STAY}\b|"
    rf"\b{_STAY} (?:that |which )?(?:i|we|you)(?:'ve|'re|'m| have| are| am)? (?:just |already )?"
    r"(?:booked|staying|got|in|at)\b|\bwhere (?:i|we)(?:'m|'re| am| are) staying\b"
)
_ASKS = re.compile(
    r"\?|^\W*(?:(?:and|but|ok|so|oh|hi|hey|hello|also|thanks|ta|cool|great|btw|by the way)\b\W*){0,3}"
    r"(?:does|do|is|are|has|have|what|whats|what's|how|hows|how's|can|will|any|got|tell (?:me|us))\b"
)
_WANTS = re.compile(
    r"\b(?:change|switch|swap|another|others?|different|instead|cancel|find|show|book|closer|nearer|cheaper|nicer|better|"
    r"extend|move|add|want|when|which day|what time|check|how much|cost)\b"
)
_LIKE = re.compile(
    r"\blike\b|\babout\b|\bany good\b|\bhow good\b|\bnice\b|\bwhat\b[^.;]{0,30}\b(?:included|offer|have|has|got)\b"
)
_HOUR = re.compile(r"\b(?:what time|when|which (?:hour|time)|how (?:early|late)|earliest|latest)\b")
_STARS = re.compile(r"\bstars?\b|\brat(?:ed|ing)\b")
_MEANT = re.compile(r"\b(?:i|we) (?:meant|mean|was asking|were asking|asked)\b|\bnot (?:any|another|other)\b")
_THERE = re.compile(
    r"\b(?:is|are) there\b|\b(?:do|can|will) (?:we|i) (?:have|get|park|use|need)\b|\bincluded\b|\b(?:does|has|is) it\b|"
    r"\b(?:do|are) they\b|\bis the (?:hotel|place)\b"
)
_WHAT_IS_IT = re.compile(
    r"\b(?:what|which) (?:(?:kind|type|sort|size|class|make|model)(?: of)?(?: an?)?(?: [a-z]{3,7})?|"
    r"car|vehicle|hotel|place|room|plane|flight) (?:(?:is|was|are) (?:it|that|this|ours|mine)|"
    r"(?:did|do|have) (?:i|we) (?:get|got|have|take))\b(?! booked)"
)
"""A question what the thing is that was booked or changed just now: "what kind of car is it?"."""
_CAR = re.compile(r"\b(?:an?|any|some|the|rental) (?:[a-z]{2,10} ){0,3}(?:car|van)\b(?! park)")
_IN_TOWN = re.compile(r"\b(?:restaurants?|cafes?|supermarkets?|shops?|places? to eat|to eat out)\b")
"""What there may be outside of a hotel."""
_NEED_CAR = re.compile(r"\bneed (?:a|the|to (?:rent|hire|have|get) a) (?:\w{1,10} )?car\b")


def asks_about_stay(state: DialogueState) -> bool:
    """Return whether the message asks what the hotel that is booked has, or what it is like."""
    return bool(_find_question(state))


def answer_about_stay(state: DialogueState) -> Plan:
    """Say of the booked hotel, or of what was booked just now, what the message asks for."""
    kinds = (kinds_in(state.text) or ["flight", "hotel", "car"]) if _asks_what_it_is(state) else ["hotel"]
    rows = [row for row in (yield from load_active()) if row["kind"] in kinds]
    fitting = keep_fitting(state, rows, state.text) or rows
    spoken = [row for row in find_spoken(state, rows) if row in fitting]
    hotels = [offer for row in spoken or fitting if (offer := parse_offer(describe(row)))]
    asked = replace(state, message=_find_question(state))
    named = [] if _OWN.search(state.text) or kinds != ["hotel"] else find_named(state)
    if named and not any(offer.hotel in named for offer in hotels):
        return describe_known(asked.text, named)
    if not hotels and details.asks_about_offers(asked):
        return (yield from details.answer_about_offers(asked))
    if not hotels:
        return "You have no hotel booked."
    return (yield from details.answer_about(asked, hotels))


def _find_question(state: DialogueState) -> str:
    """Return the question about the booked hotel, which the message before it may hold; empty if there is none."""
    text = state.text
    is_own = bool(_OWN.search(text))
    if _asks_what_it_is(state):
        return "tell me more about it"
    if is_own and _MEANT.search(text):
        said = next((normalise(each) for role, each in reversed(state.history) if role == "user"), "")
        return said if details.names_feature(said) else ""
    facts = find_asked(text)
    others = drop_asked(_HOUR.sub(" ", text) if "check-in and check-out" in facts else text)
    if not _ASKS.search(text) or _WANTS.search(others) or (_IN_TOWN.search(text) and not is_own):
        return ""
    if details.names_feature(text) or (is_own and _STARS.search(text)):
        is_of_car = bool(_CAR.search(text) or find_car_class(text)) and not _NEED_CAR.search(text)
        is_named = bool(HOTEL_NAMES.search(text)) and not find_references(state)
        return text if is_own or is_named or (_speaks_of_booked(state) and not is_of_car) else ""
    return "tell me more about it" if is_own and _LIKE.search(text) else ""


def _asks_what_it_is(state: DialogueState) -> bool:
    """Return whether the message asks what the thing is that the last reply says is booked."""
    match, booked = _WHAT_IS_IT.search(state.text), {id[0] for id in BOOKING_ID.findall(find_reply(state))}
    kinds = {kind[0].upper() for kind in kinds_in(match[0])} if match else set[str]()
    return match is not None and bool(booked & kinds if kinds else booked)


def _speaks_of_booked(state: DialogueState) -> bool:
    """Return whether "is there parking?" means a hotel that was just booked: no others were shown since."""
    for reply in state.replies if _THERE.search(state.text) else ():
        if any(id.startswith("H-") for id in BOOKING_ID.findall(reply)):
            return True
        if any(offer.kind == "hotel" for offer in find_offers(reply)):
            return False
    return False
