"""Suggestions of destinations: ask for what is missing, confirm what is remembered, then suggest."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import aims
from ricordo_travel.dialogue.answers import is_no, is_whatever, is_yes
from ricordo_travel.dialogue.choice import find_number
from ricordo_travel.dialogue.climate import drop_warmth, find_warmth
from ricordo_travel.dialogue.comparison import compare, describe_figures, find_compared
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.geography import Mention, find_mentions
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.money import format_dollars, parse_money
from ricordo_travel.dialogue.origins import (
    NO_ROADS,
    RECENT,
    answers_start,
    explain_start,
    find_home,
    find_near_goal,
    find_start,
    list_messages,
    states_home,
)
from ricordo_travel.dialogue.plan import Plan, ToolCall, join_words, say
from ricordo_travel.dialogue.questions import (
    ASK_BUDGET,
    ASK_DIFFERENT,
    ASK_INTERESTS,
    ASK_KIND,
    ASK_SAME,
    ASK_SUGGEST,
    ASK_SUGGESTION,
    ASK_WHICH_PLACE,
    asks_which_place,
)
from ricordo_travel.dialogue.refusals import find_dearer, find_farther, find_refused, is_refused
from ricordo_travel.dialogue.several_places import describe_several
from ricordo_travel.dialogue.shown import list_suggested
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import (
    COST_NOTE,
    DAILY_EXPENSES,
    DEFAULT_NIGHTS,
    TripPreferences,
    describe_suggestion,
    describe_trip,
    describe_unlisted,
    describes_place,
    drop_guessed,
    find_activities,
    find_avoided,
    find_flight_minutes,
    suggest_places,
)
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.places import Place, all_places, find_places
from ricordo_travel.wording import count

_SUGGEST = re.compile(
    r"\b(?:suggest(?:ions?)?|recommend(?:ations?)?|(?<!no )(?<!an )(?<!rough )ideas?|inspire|inspiration|"
    r"where (?:should|could|can|shall|would|do|to|else|might) ?(?:i|we|you)?|where to|somewhere|destinations?|"
    r"wh(?:at|ich) places|"
    r"(?:plan|book|need|want|take|go on|looking for|dream of|fancy)\b.{0,30}\b(?:break|adventure|escape)|"
    r"vacation|holidays?|trip|getaway|honeymoon|city break|surprise me|anywhere|travel (?:plans?|"
    r"ideas?)|go away|get away|what do you (?:suggest|recommend)|any (?:tips|ideas))\b"
)
_NOT_SUGGEST = re.compile(
    r"\b(?:restaurants?|what to (?:do|see|eat|pack)|things to do|last (?:trip|holiday|vacation)|my "
    r"trip|our trip|the trip|business trip|good trip|nice trip|somewhere to (?:stay|sleep|park))\b"
)
_ASK_OTHERS = re.compile(
    r"\b(?:more(?! than)|others?|another|something else|different ones|what else|else|not (?:really|those|these)|"
    r"none of)\b"
)
_SAME_AGAIN = re.compile(r"\b(?:same|use (?:them|these|those|it)|as (?:before|always|usual)|keep (?:them|it))\b")
_DISLIKES = re.compile(r"(?:Does not|Is not|Hates|Dislikes|Never|Avoids) ")
_IS_OPEN = re.compile(
    r"\b(?:some|any)where\b(?! to (?:stay|sleep))|\bwh(?:ich|at) places\b|\bwhere (?:could|can|should) (?:we|i)\b"
)
_HOLIDAY = re.compile(r"\b(?:holidays?|vacation|city break|getaway|break away)\b")
_TO_SLEEP = re.compile(r"\bwhere (?:[\w']{1,12} ){1,4}(?:sleep|stay)\b")
_PLACE = re.compile(r"\bplaces? (?:in|by|at|on|near|with|for)\b")
_FEWER = 2
_TERMS = ("people", "nights", "origin", "month", "first")
"""What a message says of a trip, and not of the places to go to."""


def answers_preferences(state: DialogueState) -> bool:
    """Return whether the message answers if the remembered preferences still hold."""
    if ASK_SAME not in state.last_reply:
        return False
    text = state.text
    is_answer = is_yes(text) or is_no(text) or bool(find_activities(text)) or state.reading.names("budget")
    return is_answer or bool(_SAME_AGAIN.search(text) or re.search(r"\b(?:different|something else|other|new)\b", text))


def keep_or_change(state: DialogueState) -> Plan:
    """Suggest with the remembered preferences, or ask what is different."""
    text = state.text
    if is_yes(text) or (_SAME_AGAIN.search(text) and not is_no(text)):
        return (yield from _propose(state, f"Perfect! Here is what matches {_describe_interests(state)}:"))
    if find_activities(text) or state.reading.names("budget"):
        return (
            yield from _propose(state, "All right, something different. How about these:", only=find_activities(text))
        )
    return f"Of course. {ASK_DIFFERENT}"


def continues_suggestions(state: DialogueState) -> bool:
    """Return whether the message answers a question about budget, interests or suggestions."""
    reply, text = state.last_reply, state.text
    if state.act == "suggest" and find_suggested(state) and not state.reading.names("destination"):
        return True
    if answers_start(state):
        return True
    if state.reading.names("kinds", "destination") or (text.endswith("?") and not _ASK_OTHERS.search(text)):
        return False
    if ASK_BUDGET in reply:
        return state.reading.names("budget", "limits") or is_whatever(text) or bool(find_activities(text))
    if ASK_INTERESTS in reply:
        return bool(_interests(state)) or is_whatever(text) or state.reading.names("budget")
    if ASK_DIFFERENT in reply:
        return bool(find_activities(text)) or state.reading.names("budget", "limits") or is_whatever(text)
    if find_suggested(state):
        return bool(_ASK_OTHERS.search(text)) or (refines_suggestions(state) and not chosen_suggestion(state))
    return ASK_SUGGEST in reply and is_yes(text)


def continue_suggestions(state: DialogueState) -> Plan:
    """Ask the next question, or suggest."""
    reply, text = state.last_reply, state.text
    if ASK_BUDGET in reply:
        return (yield from _ask_or_propose(state, "Great!"))
    if ASK_INTERESTS in reply:
        intro = "Sounds wonderful! Based on what you enjoy, here are some destinations:"
        return (
            yield from _propose(state, intro if _interests(state) else "All right, then these, the cheapest first:")
        )
    if ASK_DIFFERENT in reply:
        return (yield from _propose(state, "How about these:", only=find_activities(text)))
    if aims.wants_cheaper(text) or (_names_wish(state) and not _ASK_OTHERS.search(text)):
        intro = "These are cheaper:" if aims.wants_cheaper(text) else "With that, these fit best:"
        return (yield from _propose(state, intro, only=find_activities(text), again=True))
    if find_suggested(state):
        return (yield from _propose(state, "Here are others:", only=find_activities(text)))
    return (yield from _ask_or_propose(state, "Gladly!"))


def refines_suggestions(state: DialogueState) -> bool:
    """Return whether the message says what the places shall be like of which some were suggested."""
    text = state.text
    is_wish = (
        describes_place(text)
        or bool(find_avoided([text]) or find_refused([text]))
        or aims.wants_cheap(text)
        or aims.wants_cheaper(text)
        or aims.wants_near(text)
        or aims.wants_no_flight(text)
        or answers_start(state)
    )
    is_like = is_wish or aims.find_flying_time(text)
    return bool(find_suggested(state)) and (bool(is_like) or state.reading.names("budget", *_TERMS))


def _names_wish(state: DialogueState) -> bool:
    """Return whether the message says what places shall be like, so that those shown before may fit as well."""
    return refines_suggestions(state) or state.reading.names("area", *_TERMS)


def chosen_suggestion(state: DialogueState) -> Place | None:
    """Return the place that the message chooses among the suggestions in the last reply."""
    suggested = find_suggested(state)
    if not suggested:
        return None
    if state.reading.names("destination"):
        return state.trip.destination
    number = find_number(state.text, len(suggested))
    return suggested[number - 1] if number and not _ASK_OTHERS.search(state.text) else None


def find_suggested(state: DialogueState) -> list[Place]:
    """Return the places that were suggested last, or the one described to somebody who wants something cheaper."""
    reply = state.last_reply
    if ASK_WHICH_PLACE in reply:
        return list(dict.fromkeys(place for _, place in find_places(reply)))
    if ASK_KIND in reply and aims.wants_cheaper(state.text) and not find_kinds(state.text):
        return [place for place in all_places() if f"{place.title}: {place.summary}." in reply and "About $" in reply]
    if not asks_which_place(reply):
        return []
    suggested = [places for reply in state.replies if (places := list_suggested(reply))]
    return suggested[0] if suggested else []


def names_country(state: DialogueState) -> bool:
    """Return whether the message names a country with one place as where to go."""
    place = state.trip.destination if state.reading.names("destination") else None
    return bool(place and any(each.name == place.country and each.place for each in find_mentions(state.text)))


def names_goal(state: DialogueState) -> bool:
    """Return whether the message asks what to think of one place as where to go, and for no offers there."""
    asked = normalise(" ".join(part.text for part in state.parts if part.act == "suggest"))
    is_one = len(find_goals(state)) == 1 and not _IS_OPEN.search(asked)
    return state.act == "suggest" and is_one and not find_kinds(asked)


def describe_goal(state: DialogueState) -> Plan:
    """Say what one place is like, what a trip there costs, and how far it is."""
    preferences, day = find_preferences(state, ()), state.trip.first or state.trip.month or state.today
    trip = describe_trip(find_goals(state)[0], preferences)
    said = [describe_figures(trip, preferences, day.month).removeprefix("• ") + "."]
    if budget := preferences.budget:
        said.append(f"That is {'within' if trip.cost <= budget else 'above'} your budget of {format_dollars(budget)}.")
    return say(" ".join([*said, *explain_start(state), ASK_KIND]))


def find_goals(state: DialogueState) -> list[Place]:
    """Return the places that the message names as where to go."""
    start, text = find_start(state), state.text
    mentions = [each for each in find_mentions(text) if each.place and not is_refused(text, each)]
    goals = [each.place for each in mentions if each.place and not text[: each.start].endswith("from ")]
    return [place for place in dict.fromkeys(goals) if place != start]


def asks_to_compare(state: DialogueState) -> bool:
    """Return whether the message asks which of several places is the warmest, the cheapest, the best or the like."""
    # "crete or madeira, with a pool"
    asks_for_rooms = find_goals(state) and "hotel" in state.trip.kinds and state.reading.names("amenities")
    return len(find_compared_places(state)) > 1 and not asks_for_rooms


def compare_places(state: DialogueState) -> Plan:
    """Say which of several places it is."""
    return say(describe_places(state, find_compared_places(state)))


def describe_places(state: DialogueState, places: Sequence[Place]) -> str:
    """Return what is known of each of several places, and which of them is the cheapest, warmest and nearest."""
    day = state.trip.first or state.trip.month
    question = ASK_SUGGESTION if find_suggested(state) else ASK_KIND.replace("there", "in one of them")
    preferences = find_preferences(state, ())
    reference = [each.place for each in find_mentions(state.text) if each.place and each.place not in places]
    preferences = replace(preferences, home=preferences.home or (reference[0] if reference else None))
    said = compare(state.text, places, preferences, (day or state.today).month)
    start = [each for each in explain_start(state) if each != NO_ROADS or " km" in said]
    return "\n".join([said, *start, question])


def find_compared_places(state: DialogueState) -> list[Place]:
    """Return the places that the message compares. Where the trip starts is none of them."""
    start = find_start(state)
    others = [place for place in (state.reading.before.destination,) if place]
    found = find_compared(state.text, find_suggested(state), others, [start] if start else [])
    return [place for place in found if place != start]


def seeks_place(state: DialogueState) -> bool:
    """Return whether a wish leaves open where, and says what it is like there: "flights to somewhere by the sea"."""
    text, trip = state.text, state.trip
    is_open = _IS_OPEN.search(text) or _HOLIDAY.search(text) or _PLACE.search(text)
    is_like = describes_place(text) or describe_unlisted(text)
    return bool(is_open and is_like) and not (trip.destination or trip.unserved or trip.area)


def asks_for_suggestions(state: DialogueState) -> bool:
    """Return whether the message asks where to go, and names no place."""
    text = state.text
    if state.trip.destination and _TO_SLEEP.search(text):
        return False
    refused = find_refused([text])
    is_unserved = any(not is_origin for _, is_origin in state.trip.unserved)
    is_place = bool(_PLACE.search(text)) and describes_place(text)
    if state.act in {"search", "suggest"} and (_IS_OPEN.search(text) or is_place) and not find_kinds(text):
        return True
    if state.reading.names("destination") or is_unserved:
        return False
    if state.act == "suggest" or _NOT_SUGGEST.search(text):
        return state.act == "suggest"
    if refused and _ASK_OTHERS.search(text):
        return True
    is_wish = state.act == "search" or re.search(
        r"\b(?:want|looking for|fancy|feel like|in the mood|need|would like)\b", text
    )
    is_like = bool(is_wish) and describes_place(text)
    return bool(_SUGGEST.search(text)) or (is_like and not state.trip.kinds and not state.trip.destination)


def suggest_destinations(state: DialogueState) -> Plan:
    """Suggest destinations to somebody who names none."""
    if find_suggested(state) and _names_wish(state):
        return (yield from continue_suggestions(state))
    interests, budget = state.memory.value("interests"), state.memory.value("budget_range")
    text = state.text
    is_said_now = bool(find_activities(text) or keywords(interests) & keywords(text))
    is_said_now = is_said_now or state.reading.names("budget", "area")
    if state.is_new and (interests or budget) and not is_said_now:
        parts = [
            f"your love for {join_words(interests.split(', '))}" if interests else "",
            f"your budget of {budget}" if budget else "",
        ]
        known = join_words([part for part in parts if part])
        return f"Hi again! Based on {known}, I'd love to help plan another trip! {_mention_conflicts(state)}{ASK_SAME}"
    return (yield from _ask_or_propose(state, "I'd love to help!"))


def describe_place(state: DialogueState) -> Plan:
    """Describe a place to somebody who names nothing else."""
    is_of_cost = state.reading.names("budget", "limits") or states_home(state.text)
    if is_of_cost and find_goals(state):
        return describe_goal(state)
    if several := describe_several(state):
        return say(several)
    place = chosen_suggestion(state) or state.trip.destination
    assert place
    visited = _past_destinations(state)
    country = next((each.name for each in find_mentions(state.text) if each.place and each.name == place.country), None)
    only = f"{place.name} is the only place in {country} that I serve. " if country else ""
    again = " You have been there before." if {place.name.casefold(), place.region.casefold()} & visited else ""
    return say(
        f"{only}{place.title}: {place.summary}. Good for {join_words(place.activities[:4])}.{again} {ask_kind(state)}"
    )


def ask_kind(state: DialogueState) -> str:
    """Ask what to look for at a place, and from which day if nobody has said that."""
    return f"{ASK_KIND} Tell me which{'' if state.trip.first else ', and from which day'}."


def _ask_or_propose(state: DialogueState, intro: str) -> Plan:
    """Ask one question, so that a short answer is clear, or suggest if there is nothing left to ask."""
    wanted = find_preferences(state, ())
    limits = (wanted.character, wanted.within, wanted.warm_in, wanted.max_minutes, wanted.max_cost, wanted.avoided)
    is_narrow = is_whatever(state.text) or any(limits) or wanted.is_cheap or wanted.is_near
    is_narrow = is_narrow or bool(wanted.budget and wanted.home and state.trip.nights)
    knows_budget = wanted.budget is not None or state.memory.value("budget_range")
    if not knows_budget and not is_narrow and not find_activities(state.text):
        return f"{intro} {ASK_BUDGET}"
    if not wanted.interests and not is_narrow:
        return f"{intro} {ASK_INTERESTS}"
    month = _warm_month(state)
    what = f"Here is what matches {_describe_interests(state)}:" if _interests(state) else "Here are some places:"
    if month:
        what = f"{what[:-1]}, {_find_warmth(state)} in {calendar.month_name[month]}:"
    return (yield from _propose(state, f"{intro} {what}"))


def _propose(state: DialogueState, intro: str, only: Sequence[str] = (), *, again: bool = False) -> Plan:
    preferences = find_preferences(state, only)
    if again:
        preferences = replace(preferences, shown=frozenset())
    found = suggest_places(preferences)
    if not found.best:
        return f"I know no other place like that. {ASK_INTERESTS}"
    if "cheaper" in found.missed:
        intro = (
            f"I know nothing cheaper for {count(preferences.nights, 'night')} {join_words(found.met)}".rstrip()
            + f"; the figures count ${DAILY_EXPENSES} a day and person for food and tickets. With fewer nights:"
        )
        shorter = max(1, preferences.nights - _FEWER)
        preferences = replace(preferences, max_cost=None, nights=shorter, shown=frozenset(), is_cheap=True)
        found = suggest_places(preferences)
    elif found.missed:
        area = _find_area(state)
        place = " ".join(["other place" if preferences.shown else "place", *([f"in {area.name}"] if area else [])])
        missed = join_words(found.missed, "or")
        intro = f"I know no {' '.join([place, join_words(found.met)]).strip()} that is {missed}. The nearest to it:"
    results = yield [
        ToolCall("search_hotel_rooms", {"city": each.place.key, "guests": preferences.people}) for each in found.best
    ]
    lines = [
        describe_suggestion(each, result.data.get("hotels") or (), preferences)
        for each, result in zip(found.best, results, strict=True)
    ]
    is_told = any(COST_NOTE in reply for reply in state.replies)
    notes = [*([] if is_told else [COST_NOTE]), *aims.explain_sun(state.text), *explain_start(state)]
    return "\n".join([intro, *lines, *notes, ASK_SUGGESTION])


def find_preferences(state: DialogueState, only: Sequence[str]) -> TripPreferences:
    """Return what a conversation says of a trip, with `only` these interests if there are some."""
    known = know_trip(state)
    replies = " ".join(state.replies)
    messages = list_messages(state)
    text = ". ".join(messages[-RECENT:])
    avoided = _find_avoided(state)
    times = [minutes for each in messages if (minutes := aims.find_flying_time(each))]
    overland = find_home(state) if aims.wants_no_flight(text) else None
    home = None if overland else find_start(state)
    farther, near_to, current = find_farther(text), find_near_goal(state), state.reading.before.destination
    times += [find_flight_minutes(home, farther) - 1] if home and farther else []
    wanted = TripPreferences(
        interests=drop_guessed(tuple(only) or _interests(state), text),
        budget=_budget(state),
        people=known.people,
        nights=min(max(known.nights or DEFAULT_NIGHTS, 1), 30),
        home=home,
        overland=overland,
        visited=frozenset(_past_destinations(state)),
        refused=find_refused(messages) | {place.name for place in (current,) if near_to and place},
        avoided=avoided,
        warm_in=_warm_month(state),
        warmth=_find_warmth(state) or "warm",
        max_minutes=times[-1] if times else None,
        is_by_sea=(aims.wants_sea(text) or aims.wants_sun(text)) and not avoided & {"beaches", "coast"},
        has_beach=aims.wants_beach(text) and "beaches" not in avoided,
        amenities=state.trip.amenities,
        character=aims.find_character(". ".join([text, *map(normalise, state.memory.facts)])),
        is_cheap=aims.wants_cheap(text),
        is_near=not near_to and (aims.wants_near(text) or any(map(aims.refuses_long_flights, state.memory.facts))),
        near_to=near_to,
        shown=frozenset(place.name for place in all_places() if f"• {place.title}" in replies),
        within=frozenset(place.name for place in area.places) if (area := _find_area(state)) else frozenset(),
    )
    dearer = find_dearer(state.text)
    is_cheaper = aims.wants_cheaper(state.text) and not state.reading.names("nights")  # fewer nights are cheaper
    cheaper = [dearer] if dearer else find_suggested(state) if is_cheaper else []
    costs = [describe_trip(place, wanted).cost for place in cheaper]
    return replace(wanted, max_cost=min(costs, default=None))


def _interests(state: DialogueState) -> tuple[str, ...]:
    """Return the interests in this conversation, and the remembered ones."""
    interests = state.memory.value("interests")
    said = " ".join(list_messages(state))
    activities = find_activities(drop_warmth(said) if _warm_month(state) else said)
    found = dict.fromkeys([*(interests.split(", ") if interests else ()), *activities])
    return tuple(each for each in found if each not in _find_avoided(state))


def _find_avoided(state: DialogueState) -> frozenset[str]:
    """Return what the person does not want of a place, as remembered or as said last."""
    facts = [fact.lower() for fact in state.memory.facts if _DISLIKES.match(fact)]
    return find_avoided(map(drop_warmth, [*facts, *list_messages(state)]))


def _find_area(state: DialogueState) -> Mention | None:
    """Return the country or region that the conversation named last, unless a later message opens it again."""
    is_open = re.search(r"\b(?:anywhere|elsewhere|other (?:countr|continent))", state.text)
    if is_open or find_near_goal(state) or find_context(state.last_reply) not in {"suggestions", "ask_preferences"}:
        return None if find_near_goal(state) else state.trip.area
    named = [(text, each) for text in list_messages(state) for each in find_mentions(text) if len(each.places) > 1]
    return next((each for text, each in reversed(named) if not is_refused(text, each)), None)


def _warm_month(state: DialogueState) -> int | None:
    """Return the month in which it is to be warm, if the person asks for that."""
    month = state.trip.first or state.trip.month or (state.today if find_suggested(state) else None)
    return month.month if month and _find_warmth(state) else None


def _find_warmth(state: DialogueState) -> str | None:
    """Return how warm it shall be, as the person said last."""
    return next((warmth for text in reversed(list_messages(state)[-RECENT:]) if (warmth := find_warmth(text))), None)


def _budget(state: DialogueState) -> int | None:
    limit = parse_money(state.text) if state.reading.names("limits") and not state.reading.names("kinds") else None
    if money := limit or state.trip.budget:
        return money.amount * (know_trip(state).people if money.basis == "person" else 1)
    money = parse_money(normalise(state.memory.value("budget_range")), is_asked=True)
    return money.amount if money and money.basis not in {"night", "day"} else None


def _describe_interests(state: DialogueState) -> str:
    if not _interests(state):
        return "your budget"
    known = state.memory.value("interests")
    remembered = known.split(", ") if known else []
    asked = [each for each in _said_interests(state) if each not in remembered]
    parts = [f"your love for {join_words(remembered)}"] if remembered else []
    return join_words([*parts, *([f"what you asked for ({join_words(asked)})"] if asked else [])]) or "what you wrote"


def _said_interests(state: DialogueState) -> list[str]:
    """Return the interests that the person named: "beaches" is only a guess from "somewhere warm"."""
    known = state.memory.value("interests")
    remembered = known.split(", ") if known else []
    words = keywords(" ".join(text for role, text in (*state.history, ("user", state.message)) if role == "user"))
    named = [each for each in _interests(state) if keywords(each) & words and not keywords(each) & keywords(known)]
    return [*remembered, *(each for each in named if each not in remembered)]


def _past_destinations(state: DialogueState) -> set[str]:
    trips = state.memory.value("past_destinations")
    return {re.sub(r" \(.*\)$", "", trip).casefold() for trip in trips.split("; ") if trip}


def _mention_conflicts(state: DialogueState) -> str:
    if not state.memory.disputed:
        return ""
    labels = join_words([label.lower() for label in sorted(state.memory.disputed)])
    return f"You told me two different things about your {labels}; the panel beside this asks which is right. "
