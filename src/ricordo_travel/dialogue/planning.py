"""Suggestions of destinations: ask for what is missing, confirm what is remembered, then suggest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import aims
from ricordo_travel.dialogue.choice import find_number
from ricordo_travel.dialogue.climate import drop_warmth, find_warmth
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.geography import Mention, find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.money import parse_money
from ricordo_travel.dialogue.origins import (
    RECENT,
    find_home,
    find_near_goal,
    find_start,
    list_messages,
)
from ricordo_travel.dialogue.questions import (
    ASK_KIND,
    ASK_WHICH_PLACE,
    asks_which_place,
)
from ricordo_travel.dialogue.refusals import find_dearer, find_farther, find_refused, is_refused
from ricordo_travel.dialogue.shown import list_suggested
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import (
    DEFAULT_NIGHTS,
    TripPreferences,
    describe_trip,
    drop_guessed,
    find_activities,
    find_avoided,
    find_flight_minutes,
)
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.places import Place, all_places, find_places

_ASK_OTHERS = re.compile(
    r"\b(?:more(?! than)|others?|another|something else|different ones|what else|else|not (?:really|those|these)|"
    r"none of)\b"
)
_DISLIKES = re.compile(r"(?:Does not|Is not|Hates|Dislikes|Never|Avoids) ")


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


def find_goals(state: DialogueState) -> list[Place]:
    """Return the places that the message names as where to go."""
    start, text = find_start(state), state.text
    mentions = [each for each in find_mentions(text) if each.place and not is_refused(text, each)]
    goals = [each.place for each in mentions if each.place and not text[: each.start].endswith("from ")]
    return [place for place in dict.fromkeys(goals) if place != start]


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


def _past_destinations(state: DialogueState) -> set[str]:
    trips = state.memory.value("past_destinations")
    return {re.sub(r" \(.*\)$", "", trip).casefold() for trip in trips.split("; ") if trip}
