"""The start of a trip to a place that is only looked for yet."""

from __future__ import annotations

import re

from ricordo_travel.dialogue import aims
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.geography import Mention, find_mentions, find_named, find_nearest
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.refusals import is_refused
from ricordo_travel.dialogue.route import find_route
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import find_statements
from ricordo_travel.dialogue.text import is_common_word, normalise
from ricordo_travel.places import Place

_STARTS = re.compile(r"\b(?:fl(?:y|ies)|leaves?|starts?|departs?) from (?P<where>[a-z .'-]{3,40})$")
_AFTER_SEARCH = frozenset({"offers", "confirm", "confirm_change", "booked", "bookings"})
_STARTS_AT = re.compile(r"\b(?:from|live in|living in|based in) (?P<name>[a-z]{3,20})\b")
RECENT = 4
"""The latest messages of which a wish still holds."""


def describe_unknown_start(state: DialogueState) -> str:
    """Return that nothing is known of the place from which somebody starts; empty if they named none like that."""
    name = _name_unknown_start(state)
    return f"I'm sorry, I have nothing from {name}, and I do not know which place is near it" if name else ""


def _name_unknown_start(state: DialogueState) -> str:
    said = [match["name"] for text in list_messages(state) for match in _STARTS_AT.finditer(text)]
    unknown = [name.title() for name in said if not is_common_word(name) and not find_named(name)]
    lives = state.memory.value("home")
    return unknown[-1] if unknown else lives if lives and not find_named(normalise(lives)) else ""


def find_start(state: DialogueState) -> Place | None:
    """Return the place to fly from; if that is not served, the nearest one that is."""
    home = find_home(state)
    return home and (home.place or find_nearest(home)[0])


def find_home(state: DialogueState) -> Mention | None:
    """Return where the person starts: a place that they named as the origin or want to stay near to, or their home."""
    messages = _list_since_refusal(list_messages(state))
    near = _find_reference(messages)
    if near and near != find_near_goal(state):
        return near
    if origin := state.trip.origin:
        return Mention(0, 0, origin.name, (origin,))
    said = [each.value for text in list_messages(state) for each in find_statements(text) if each.field == "home"]
    facts = [match["where"] for fact in state.memory.facts if (match := _STARTS.search(fact.lower()))]
    lives = find_named([*facts, *said][-1].lower()) if facts or said else None
    routes = [find_route(text) for text in messages]
    named = [mention for route in routes for mention, is_origin in route.unserved if is_origin]
    return named[-1] if named else lives or know_trip(state).home


def find_near_goal(state: DialogueState) -> Mention | None:
    """Return the country that a trip is to go near to: "anything else near Japan"."""
    near = _find_reference(list_messages(state))
    return near if near and len(near.places) > 1 else None


def _find_reference(messages: list[str]) -> Mention | None:
    found = [each for text in messages[-RECENT:] if (each := aims.find_reference(text))]
    return found[-1] if found else None


def _list_since_refusal(messages: list[str]) -> list[str]:
    """Return the messages from the last one on that gives up a place which is not served: "let us forget Vienna"."""
    last = [
        n
        for n, text in enumerate(messages)
        for each in find_mentions(text)
        if not each.place and is_refused(text, each)
    ]
    return messages[last[-1] :] if last else messages


def list_messages(state: DialogueState) -> list[str]:
    """Return what the person wrote since offers or bookings were talked of."""
    said = [normalise(state.message)]
    for role, text in reversed(state.history):
        if role == "assistant" and find_context(text) in _AFTER_SEARCH:
            break
        said += [normalise(text)] if role == "user" else []
    return said[::-1]
