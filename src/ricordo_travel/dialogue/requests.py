"""Find the acts of asking for something: a search, a refinement of what was shown, a place."""

from __future__ import annotations

import re
from functools import partial

from ricordo_travel.dialogue import details, planning, refinement, search, sums, talk, trip_costs
from ricordo_travel.dialogue.acts import Act, remind
from ricordo_travel.dialogue.aims import wants_cheaper, wants_middle
from ricordo_travel.dialogue.answers import is_yes
from ricordo_travel.dialogue.choice import split_refused_hotels
from ricordo_travel.dialogue.known import KnownTrip, know_trip
from ricordo_travel.dialogue.legs import speaks_of_both_ways
from ricordo_travel.dialogue.offers import BOOKING_ID, count_people, find_offers
from ricordo_travel.dialogue.party import names_person
from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.questions import ASK_KIND, ASK_ORIGIN, ASK_PEOPLE, TRIP_QUESTIONS
from ricordo_travel.dialogue.rooms import find_rooms
from ricordo_travel.dialogue.route import find_unknown_place
from ricordo_travel.dialogue.scope import has_booked_kind
from ricordo_travel.dialogue.service_facts import names_fact
from ricordo_travel.dialogue.stages import split_stages
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_kinds, names_unsure
from ricordo_travel.reservations import Kind

OTHERS = re.compile(
    r"\b(?:others?|something else|anything else|more options|other options|what else|show (?:me "
    r")?more|different (?:ones|one|hotels?|options?)|alternatives?|any more|else do you have|next "
    r"ones|more choices|another (?:one|option|hotel|flight|car))\b"
)
_BETTER = re.compile(
    r"\b(?:nicer|better|fancier|more (?:comfortable|luxurious|upscale|stars)|higher (?:class|"
    r"standard)|upgrade|posher|classier)\b"
)
_OF_NOTES = re.compile(r"\b(?:noted?|notes|remember\w{0,3}|memory)\b")
_OTHER_PEOPLE = re.compile(
    r"\W*(?:(?:and|also|but|what about|how about|same) ){0,2}(?:for )?(?:the|my|our) "
    r"(?P<who>[a-z]{3,15}(?: [a-z]{2,15})?)(?: too| as well| also)?\W*$"
)
SLOTS = (
    "origin", "destination", "first", "last", "nights", "month", "days", "stays", "people", "parties", "rooms",
    "limits", "amenities", "soft", "stars", "most_stars", "car_class", "seats", "at_airport", "cabin", "cabins",
    "gearbox", "bags",
    "is_nonstop", "unserved", "area", "any",
)  # fmt: skip


_MOST = 0.65
"""The share of a message that its statements take if it asks for nothing."""


def find_loosened(state: DialogueState) -> Act | None:
    """Return the act of looking again without a wish of before that the message gives up, or for a whole trip."""
    before, reading = state.reading.before, state.reading
    is_asked = any(part.act == "bookings" for part in state.parts)
    if reading.alters("kinds", "destination", "origin") or is_asked:
        return None
    if before.is_whole and reading.trip.is_whole and reading.alters("first") and wants_cheaper(state.text):
        return search.search  # "is the weekend after cheaper?"
    is_open = any(before.hours) and not any(reading.trip.hours) and not has_booked_kind(state, "flight")
    if is_open and "flight" in reading.trip.kinds:
        return partial(search.search, kinds=("flight",))
    remembered: set[str] = set() if _OF_NOTES.search(state.text) else {*KnownTrip(state, before).amenities}
    given_up = remembered & reading.trip.given_up - before.given_up
    dropped = {*before.amenities} - {*reading.trip.amenities} | given_up
    if not dropped or "hotel" not in reading.trip.kinds:
        return None
    is_cheaper = wants_cheaper(state.text) and state.offers and not reading.names("limits")
    return refinement.search_cheaper if is_cheaper else partial(search.search, kinds=("hotel",))


def find_other_rooms(state: DialogueState) -> list[Act]:
    """Return the search for other rooms than those that wait for a yes, if no hotel is booked that could be changed."""
    has_stay = any(id.startswith("H") for reply in state.replies for id in BOOKING_ID.findall(reply))
    is_meant = find_rooms(state.text) and state.open_offer("hotel") and not has_stay
    return find_search_acts(state) if is_meant else []


def find_search_acts(state: DialogueState) -> list[Act]:
    is_telling = state.act == "tell" or (state.act == "correct" and not state.offers)
    is_told = is_telling and sum(len(each.text) for each in state.clauses) > _MOST * len(state.message)
    is_start = ASK_ORIGIN in state.last_reply and state.reading.names("origin")
    if is_told and not is_start and not state.reading.names("destination", "first", "unserved"):
        return []
    if len(stages := split_stages(state.text)) > 1:
        return [partial(search.search_stages, stages=stages)]
    if _names_others(state):
        return [ask_people]
    if sums.asks_for_sum(state) and not state.reading.alters(*SLOTS):
        return [sums.answer_sum, remind]
    return _find_refinement(state) or _find_search(state) or _find_place_acts(state)


def _names_others(state: DialogueState) -> bool:
    """Return whether a message says that others come along who may be counted already: "and for the kids?"."""
    match = _OTHER_PEOPLE.match(state.text)
    is_known = bool(state.trip.kinds) and not state.reading.names("people", "parties")
    return match is not None and is_known and names_person(match["who"])


def ask_people(state: DialogueState) -> Plan:
    """Ask how many travel; while something waits for a yes, only say how to tell it."""
    ask = "Say “for four”, for instance, if there are more of you." if state.question else ASK_PEOPLE
    return say(f"So far I looked {know_trip(state).describe_party()}. {ask}")


def wants_better(state: DialogueState) -> bool:
    """Return whether a message asks for something nicer than what was shown: "nicer, up to 90 is ok"."""
    is_meant = bool(_BETTER.search(state.text)) and not wants_cheaper(state.text)
    is_other = state.reading.names("stars", "destination") or state.reading.alters("hours")  # "noon would be better"
    return is_meant and bool(state.offers) and not is_other


def _find_refinement(state: DialogueState) -> list[Act]:
    """Return the act of asking for something cheaper, better or else than what was shown."""
    text, reading = state.text, state.reading
    if state.offers and refinement.asks_for_other_hours(state):
        return [refinement.search_other_hours]
    is_other_way = reading.alters("is_return") and reading.trip.is_return  # "that's expensive. and the way back?"
    if (
        not state.offers
        or is_other_way
        or reading.names("days", "parties", "rooms", "at_airport")
        or reading.alters("destination", "first", "nights")
    ):
        return []
    if reading.names("people") and reading.trip.people != count_people(state.offers[0]):
        return []  # "too expensive for a student" is about as many as before
    kinds = reading.changes.get("kinds")
    if (kinds and state.offers[0].kind not in kinds) or reading.alters("cabin", "car_class"):
        return []
    if wants_better(state):
        return [refinement.search_better]
    if reading.names("limits"):
        return []
    if wants_cheaper(text) or wants_middle(text):
        return [refinement.search_cheaper if wants_cheaper(text) else refinement.search_middle]
    if OTHERS.search(text) and not reading.names("amenities", "stars", "kinds"):
        return [refinement.search_others]
    if state.offers[0].kind == "hotel" and split_refused_hotels(text)[1] and not reading.names("stars"):
        return [partial(search.search, kinds=("hotel",))]
    return []


def _find_search(state: DialogueState) -> list[Act]:
    """Return the act of searching for a kind that the message or the conversation names."""
    text, reading, trip = state.text, state.reading, state.trip
    is_place = reading.names("at_airport")
    waiting = state.open_offer("car")
    if set(reading.changes) == {"at_airport"} and waiting and waiting.car.location.at_airport == trip.at_airport:
        return [remind]
    is_new = is_place or reading.alters(*SLOTS, "kinds", "is_return", "hours")
    is_unknown = (names_unsure(text) or names_fact(text)) and not is_new
    is_priced = reading.names("destination") and reading.names("budget", "limits") and not trip.first
    if is_priced and not find_kinds(text):
        return [planning.describe_place]
    is_list = "flight" in find_kinds(text) or planning.asks_for_suggestions(state)
    if state.offers and is_unknown and not is_list:
        return [details.answer_about_offers, remind]
    has_slots = reading.names(*SLOTS)
    if planning.seeks_place(state):
        return [planning.suggest_destinations]
    if (state.act == "suggest" or trip.area) and not find_kinds(text) and planning.asks_for_suggestions(state):
        return [planning.suggest_destinations]
    if reading.names("kinds") and trip.kinds and not (_is_chat(state) and not has_slots):
        return [_search_or_unknown]
    is_answer = any(question in state.last_reply for question in TRIP_QUESTIONS)
    is_both = trip.is_round and reading.alters("is_round") and speaks_of_both_ways(text)
    is_search = (
        bool(trip.kinds)
        and (
            (reading.alters(*SLOTS) or is_place or _names_hours(state) or is_both)
            or (has_slots and (is_answer or state.act == "search"))
        )
        and not _is_story(state)
    )
    names_details = is_search and (is_both or reading.names("first", "nights", "people", "limits", "amenities"))
    if planning.asks_for_suggestions(state) and not names_details:
        return [planning.suggest_destinations]
    return [_search_or_unknown] if is_search or find_unknown_place(text) else []


def _names_hours(state: DialogueState) -> bool:
    """Return whether a message names another time of day for a flight."""
    return state.reading.alters("hours") and any((*state.reading.changes["hours"], *state.reading.before.hours))


def _find_place_acts(state: DialogueState) -> list[Act]:
    """Return the acts for a place that is named without saying what is needed there."""
    reading, trip = state.reading, state.trip
    if trip.unserved:
        return [partial(search.search, kinds=("hotel",))]
    continues = reading.names("first", "nights", "people") or ASK_KIND in state.last_reply
    if reading.names("destination") or (trip.destination and continues):
        return _find_trip_acts(state)
    return [planning.suggest_destinations] if trip.area else []


def _find_trip_acts(state: DialogueState) -> list[Act]:
    """Return the acts for a place without a kind: describe it, or show rooms if the days are known."""
    trip = state.trip
    if ASK_KIND in state.last_reply and is_yes(state.text) and not state.reading.names("first"):
        return [partial(search.search, kinds=("hotel", "flight"))]
    if not state.reading.names(*SLOTS):
        return []
    if trip.first and trip.nights and trip.destination:
        return [partial(search.search, kinds=("hotel",))]
    if trip_costs.asks_for_cost(state):
        return [trip_costs.answer_cost]
    if state.reading.names("destination"):
        return [planning.describe_place] if not talk.find_topic(state.text) or not state.text.endswith("?") else []
    return [partial(search.search, kinds=("hotel",))]


def _search_or_unknown(state: DialogueState) -> Plan:
    unknown = find_unknown_place(state.text)
    if unknown and not state.reading.names("destination", "unserved", "area"):
        return (yield from say(f"I'm sorry, no such place is served: “{unknown}”. Which city would you like to go to?"))
    is_compared = refinement.asks_price_of_days(state)
    return (yield from (refinement.search_days(state) if is_compared else search.search(state)))


def _is_chat(state: DialogueState) -> bool:
    """Return whether a message that names a kind only talks: thanks, stories, questions about it."""
    text = state.text
    return (
        bool(talk.find_topic(text))
        and "?" in state.message
        and not re.search(r"\b(?:find|search|need|want|book|show|look|get me|cheapest)\b", text)
    )


def _is_story(state: DialogueState) -> bool:
    is_asked = any(question in state.last_reply for question in TRIP_QUESTIONS)
    reading = state.reading
    if is_asked or find_offers(state.last_reply):
        return False
    return set(reading.changes) <= {"month", "people", "nights", "last"} and bool(state.clauses)


def find_further_search(state: DialogueState, *done: Kind | None) -> list[Act]:
    kinds: list[Kind] = [kind for kind in find_kinds(state.text) if kind not in done]
    return [partial(search.search, kinds=tuple(kinds))] if kinds and state.act != "tell" else []
