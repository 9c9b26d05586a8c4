"""Questions about places: which ones are served, and what there is to do in one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import talk
from ricordo_travel.dialogue.aims import find_reference, wants_cheap
from ricordo_travel.dialogue.climate import describe_climate, wants_warmth
from ricordo_travel.dialogue.context import find_context, find_open_questions
from ricordo_travel.dialogue.geography import Mention, find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.planning import describe_places
from ricordo_travel.dialogue.questions import (
    ASK_DAY,
    ASK_DESTINATION,
    ASK_KIND,
    ASK_SUGGESTION,
    ASK_WHICH_PLACE,
    TAKE_NEAREST,
)
from ricordo_travel.dialogue.refusals import is_refused
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import (
    describe_unlisted,
    describes_place,
    find_activities,
    find_flight_minutes,
    format_minutes,
    match_interests,
)
from ricordo_travel.dialogue.talk import UNKNOWN, find_topic, find_topics, list_asked, say_unknown
from ricordo_travel.dialogue.unserved import explain_unserved
from ricordo_travel.dialogue.wishes import find_unknown_wishes
from ricordo_travel.places import Place, find_places

_WHICH = re.compile(
    r"\b(?:which|what|any|list|other|all)\b(?: \w+){0,2} (?:cit(?:y|ies)|places|destinations|countries|airports?)\b"
    r"(?=.{0,40}\b(?:you|i can|can i|could i|we can|there|available|serve[ds]?)\b)|"
    r"\bwhere (?:can|do|could) (?:you (?:fly|go|serve)|(?:i|we) (?:start|leave|fly from))\b"
)
_TO_DO = re.compile(
    r"\b(?:what|anything|something|things|what's|where)\b.{0,30}\b(?:to do|to see|to visit|"
    r"(?:can|should|could) (?:i|we|you) (?:do|see|visit)|"
    r"(?:i|we) (?:can|should|could|might) (?:do|see|visit)|do there|see there|worth (?:seeing|visiting)|going on)\b"
)
_WEATHER = re.compile(
    r"\b(?:weather|rain\w*|snow\w*|monsoon|humid|warm(?:er)?|cold|hot|degrees|temperatures?|climate|freez\w+|sunny|"
    r"mild|chilly|heat)\b(?! springs?)"
)
_ON_SUCH_DAY = re.compile(
    r"\b(?:on|for) (?:an? )?(?:rainy|wet|hot|cold|sunny|snowy) (?:days?|afternoons?|evenings?)\b|"
    r"\b(?:if|when) it rains\b"
)
_NO_ACTIVITY = re.compile(rf"{_WEATHER.pattern}|\bquiet\b")
_FLIGHT_TIME = re.compile(
    r"\bhow long\b.{0,25}\b(?:fl(?:y|ight|ights|ying)|get there|journey|take)\b|\b(?:long|short) (?:a |the )?flight\b|"
    r"\bhow many hours\b|\bflight time\b|\bhow far\b.{0,20}\b(?:fl(?:y|ight|ying)|plane)\b"
)
_LIKES = re.compile(
    r"\b(?:sounds|looks|would be) (?:\w{2,8} )?(?:nice|good|great|lovely|perfect|fine|interesting|tempting)\b"
)
_DRIVE = re.compile(r"\b(?:drive|by car|go by road)\b")
_NO_DRIVE = "I know no roads, so I cannot tell how long the drive is."
_SERVES = re.compile(
    r"\b(?:do|can) (?:you|i|we) (?:fly|serve|cover|go)\b|\bdo you have\b|\byou (?:fly|serve|do have)\b"
)
_IDEAS = re.compile(
    r"(?<!the )(?<!our )\b(?:where|somewhere|anywhere|places?|cit(?:y|ies)|destinations?|countr(?:y|ies)|islands?)\b"
)
_TO_VISIT = re.compile(
    r"\b(?:which|what) (?:of your )?(?:place|city|cities|country|destination|island)s? (?:should|could|would|can|shall|"
    r"do you (?:think|suggest|recommend))\b"
)
_WHICH_ONES = re.compile(r"\b(?:which|what)(?: [a-z]{3,9})? (?:cities|places|towns|destinations|islands)\b")
_IS_THERE = re.compile(r"\b(?:is there|are there|do you (?:have|know)|have you got|anywhere)\b")
_DAY_TRIP = re.compile(r"\b(?:day|half[ -]day|boat)[ -]?trips?\b|\bexcursions?\b|\b(?:guided|sightseeing) tours?\b")
_NAMES = re.compile(r"\b(?:recommend|suggest|which|best|good|tips?|any|names?|where)\b")
_ASKS_CHARACTER = {
    ("flat", "hilly"): re.compile(r"\b(?:hilly|hills?|flat|steep|uphill)\b"),
    ("quiet", "busy"): re.compile(r"\b(?:quiet|busy|crowded|crowds|peaceful|calm|hectic|touristy)\b"),
}
_MAX_PLACES = 4
_RAIN = re.compile(r"\b(?:rain\w*|snow\w*|wet|dr(?:y|ier|iest)|monsoon|humid)\b")
_COUNTRIES = {
    "american": "united states", "australian": "australia", "british": "united kingdom", "french": "france",
    "german": "germany", "greek": "greece", "indian": "india", "irish": "ireland", "italian": "italy",
    "japanese": "japan", "portuguese": "portugal", "spanish": "spain",
}  # fmt: skip
_OF_COUNTRY = re.compile(
    rf"\b(?P<whose>{'|'.join(_COUNTRIES)})(?= (?:cit(?:y|ies)|places?|towns?|destinations?|airports?)\b)"
)
_CONTINENTS = ("Europe", "Asia", "Africa", "North America", "South America", "Oceania")
_ASKS_IF_POSSIBLE = re.compile(
    r"\b(?:can|could) you (?:do|manage|find|get|make) (?:that|it|this|something|anything)\b|"
    r"\b(?:is|would|will) (?:that|it|this) (?:be )?(?:possible|doable|enough|realistic|feasible|work)\b"
)


def asks_which_places(state: DialogueState) -> bool:
    """Return whether a message asks which places are served."""
    if not _WHICH.search(state.text) or wants_warmth(state.text) or find_activities(state.text):
        return False
    before = state.text[: _start(state.text)]
    return all(is_refused(before, mention) for mention in find_mentions(before))


def answer_which_places(state: DialogueState) -> Plan:
    """Name the places that are served: those in the part of the world that the message names, or all."""
    text = _OF_COUNTRY.sub(lambda match: _COUNTRIES[match["whose"]], state.text)
    areas = [mention for mention in find_mentions(text) if len(mention.places) != 1 or not mention.is_served]
    single = [place for mention in find_mentions(text) if (place := mention.place)]
    missing = [mention.name for mention in areas if not mention.is_served]
    found = [place for mention in areas for place in mention.places] + single
    nothing = f"I have nothing in {join_words(missing, 'or')}. " if missing else ""
    if len(found) == 1:
        return say(f"{nothing}In {found[0].country} I serve {found[0].name} only: {found[0].summary}. {ASK_KIND}")
    if found:
        return say(f"{nothing}I serve {_join(found)}. {ASK_WHICH_PLACE}")
    parts = [f"in {name} {_join(find_mentions(name.lower())[0].places)}" for name in _CONTINENTS]
    return say(f"{nothing}I serve {'; '.join(parts)}.")


def can_answer(state: DialogueState) -> bool:
    """Return whether a question about a place is one of those that can be answered."""
    if state.reading.names("car_class"):
        return False  # "do they have a convertible for the coast road?"
    return asks_what_to_do(state) or asks_which_places(state) or bool(_find_facts(state))


def asks_what_to_do(state: DialogueState) -> bool:
    """Return whether a message asks what there is to do in a place."""
    return bool(_TO_DO.search(state.text)) and _find_place(state) is not None


def asks_how_long_to_fly(state: DialogueState) -> bool:
    """Return whether a message asks how long the flight to a place takes, before any flights were shown."""
    is_shown = any(offer.kind == "flight" for offer in state.offers)
    return bool(_FLIGHT_TIME.search(state.text)) and not is_shown and _find_place(state) is not None


def describe_day_trips(state: DialogueState) -> str:
    """Return that there are no day trips, and what the place is good for; empty if the message asks for none."""
    place = _find_place(state) if _DAY_TRIP.search(state.text) and len(state.parts) == 1 else None
    if place is None:
        return ""
    return f"I have no day trips, and I know none by name; please ask at the hotel. {_describe(place)}"


def answer_what_to_do(state: DialogueState) -> Plan:
    """Say what a place is good for."""
    place = _find_place(state)
    assert place
    return say(f"{_describe(place)} I know no more of sights and tours, so please look those up elsewhere.")


def answer_about_place(state: DialogueState) -> Plan:
    """Answer what a message asks about a place, as far as it is known, and say what is not known."""
    mentions = find_mentions(state.text)
    if asks_which_places(state) and not any(mention.place for mention in mentions):
        return answer_which_places(state)
    if (topic := find_topic(state.text)) in UNKNOWN and not _find_facts(state):
        return say(" ".join([say_unknown(*list_asked(state.text)), *_find_open(state)]))
    served = list(
        dict.fromkeys(mention.place for mention in mentions if mention.place and not _is_start(state, mention))
    )
    if len(served) > 1 and not _find_facts(state):
        missing = [mention.name for mention in mentions if not mention.is_served]
        nothing = f"I have nothing in {join_words(missing, 'or')}. " if missing else ""
        yes = f"Yes, I serve {_join(served)}.\n" if _SERVES.search(state.text) else ""
        return say(f"{nothing}{yes}{describe_places(state, served)}")
    if unserved := [mention for mention in mentions if not mention.is_served]:
        known = know_trip(state)
        named = known.trip.unserved or tuple((mention, False) for mention in unserved)
        known = replace(known, trip=replace(known.trip, unserved=named))
        return say(explain_unserved(known, needs_home=False))
    if asks_which_places(state) or any(len(mention.places) > 1 for mention in mentions):
        return answer_which_places(state)
    place = _find_place(state)
    facts = _find_facts(state)
    facts += [say_unknown(topic) for topic in find_topics(state.text) if facts and topic in UNKNOWN]
    if _SERVES.search(state.text) and mentions and (start := _find_start(state)):
        goal = know_trip(state).trip.destination
        way = f"from {start.name} to {goal.name}" if goal and goal != start else f"from {start.name}"
        return say(f"Yes, I have flights {way}. {ASK_DAY if goal and goal != start else ASK_DESTINATION}")
    if _SERVES.search(state.text) and place and mentions:
        return say(" ".join([f"Yes, I have flights to {place.name}, and hotels and cars there.", *facts, ASK_KIND]))
    if not facts and place and mentions and not topic:
        facts = [_describe(place), "I do not know more of it."]
    if not facts:
        unknown = join_words([topic] if topic else find_unknown_wishes(state.text), "or")
        facts = [f"I'm afraid I do not know about {unknown}, so please check that elsewhere."]
        facts = facts if unknown else [talk.quote_unknown(state)]
        facts += [f"What I know of {place.name}: {place.summary}."] if place else []
    return say(" ".join([*facts, *_find_open(state)]))


def answer_topic(state: DialogueState) -> Plan:
    """Answer a question about a travel topic, if it is known of a place, or say that it is not known."""
    return answer_about_place(state) if _find_facts(state) else talk.answer_topic(state)


def _is_start(state: DialogueState, mention: Mention) -> bool:
    return state.text[: mention.start].endswith(("from ", "live in ", "based in "))


def _find_start(state: DialogueState) -> Place | None:
    """Return the place of which a message asks whether flights leave from it: it names no place to go to."""
    starts = [mention.place for mention in find_mentions(state.text) if _is_start(state, mention)]
    goals = [mention for mention in find_mentions(state.text) if not _is_start(state, mention)]
    return starts[0] if starts and not goals else None


def asks_for_ideas(state: DialogueState) -> bool:
    """Return whether a question about places asks where to go: it names none but the start, and what it shall be."""
    text = state.text
    wants = wants_warmth(text) or wants_cheap(text) or find_activities(text) or describe_unlisted(text)
    wants = wants or ((_WHICH_ONES.search(text) or _IS_THERE.search(text)) and describes_place(text))
    near = find_reference(text)
    goals = [each for each in find_mentions(text) if each.place and not text[: each.start].endswith("from ")]
    goals = [each for each in goals if each != near]
    return bool((wants and _IDEAS.search(text)) or _TO_VISIT.search(text)) and not goals


def asks_for_offers_there(state: DialogueState) -> bool:
    """Return whether a question about a place asks for offers: by their kind, or with all known but the place."""
    trip, reading = state.trip, state.reading
    if reading.names("car_class") or (reading.names("kinds") and trip.first):  # "no van in Rome?"
        return True
    is_open = find_context(state.last_reply) in {"suggestions", "ask_details", "unserved"}
    is_named = _SERVES.search(state.text) and trip.destination and reading.names("destination")
    return bool(is_named and is_open and trip.kinds and trip.first)


def _find_open(state: DialogueState) -> list[str]:
    """Return the questions that are still open; not the one whether another place will do, if the message names one."""
    asked = find_open_questions(state.last_reply)
    if _LIKES.search(state.text) and ASK_SUGGESTION in state.last_reply and _find_place(state):
        return [ASK_KIND]  # "oslo sounds nice" is the choice of one
    is_other = TAKE_NEAREST.search(state.last_reply) and find_mentions(state.text)
    return [ASK_KIND] if is_other else asked


def _find_facts(state: DialogueState) -> list[str]:
    """Return what is known of the places that a message asks about: their weather, the flight there, what to do."""
    mentions = [
        mention
        for mention in find_mentions(state.text)
        if mention.place and not _is_start(state, mention) and not is_refused(state.text, mention)
    ]
    if not mentions and _WHICH_ONES.search(state.text):
        return []  # it asks for places, and not about the one talked of
    places = list(dict.fromkeys(mention.place for mention in mentions if mention.place)) or [_find_place(state)]
    return [fact for place in places[:_MAX_PLACES] if place for fact in _find_facts_of(state, place)]


def _find_facts_of(state: DialogueState, place: Place) -> list[str]:
    facts: list[str] = []
    named, trip = state.reading.changes, state.trip
    day = named.get("first") or named.get("month") or trip.first or trip.month
    is_one = state.reading.names("month") and len(find_mentions(state.text)) <= 1
    if _WEATHER.search(_ON_SUCH_DAY.sub(" ", state.text)) or is_one:
        unknown = "rain and snow" if _RAIN.search(state.text) else "the forecast"
        facts.append(f"{describe_climate(place, day.month if day else None)}, on average; I do not know {unknown}.")
    if _FLIGHT_TIME.search(state.text):
        facts.append(_describe_flight(place, know_trip(state).origin))
        facts += [_NO_DRIVE] if _DRIVE.search(state.text) else []
    if _TO_DO.search(state.text):
        facts.append(_describe(place))
    elif character := _find_character(state.text, place):
        facts.append(character)
    elif matches := match_interests(place.activities, find_activities(_NO_ACTIVITY.sub(" ", state.text))):
        names = "; I know none by name" if _NAMES.search(state.text) else ""
        facts.append(f"Yes, {place.name} is known for {join_words(matches)}{names}.")
    return facts


def _find_character(text: str, place: Place) -> str:
    """Return whether a place is hilly or busy, if a text in lower case asks that."""
    pairs = [pair for pair, words in _ASKS_CHARACTER.items() if words.search(text)]
    known = {pair: name for pair in pairs for name in pair if name in place.character}
    said = [f"{place.name} is rather {join_words(list(known.values()))}."] if known else []
    return " ".join(said + [f"I do not know how {pair[0]} it is." for pair in pairs if pair not in known])


def _describe(place: Place) -> str:
    return f"{place.title}: {place.summary}. It is good for {join_words(place.activities)}."


def _describe_flight(place: Place, origin: Place | None) -> str:
    if origin is None or origin == place:
        return f"How long the flight to {place.name} is depends on where you fly from; tell me, and I say."
    minutes = find_flight_minutes(origin, place)
    return f"The flight from {origin.name} to {place.name} takes about {format_minutes(minutes)}."


def _find_place(state: DialogueState) -> Place | None:
    mentions = [mention for mention in find_mentions(state.text) if mention.place]
    goals = [each for each in mentions if not state.text[: each.start].endswith("from ")]
    if goals:
        return goals[0].place
    return state.trip.destination or _find_last_place(state.last_reply)


def _find_last_place(reply: str) -> Place | None:
    """Return the place that a reply is about, if it is one only."""
    named = {place for _, place in find_places(reply)}
    return named.pop() if len(named) == 1 else None


def _start(text: str) -> int:
    match = _WHICH.search(text)
    return match.start() if match else 0


def _join(places: Sequence[Place]) -> str:
    return join_words(list(dict.fromkeys(place.name for place in places)))


def asks_if_affordable(state: DialogueState) -> bool:
    """Return whether a message asks if its budget will do before a place is chosen: "can you do that?"."""
    is_plan = bool(state.trip.budget) and not (state.trip.destination or state.offers)
    return is_plan and bool(_ASKS_IF_POSSIBLE.search(state.text))
