"""Places that go with another one in one trip: those near it."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.origins import find_start
from ricordo_travel.dialogue.plan import Plan, ToolCall
from ricordo_travel.dialogue.planning import find_preferences
from ricordo_travel.dialogue.questions import ASK_SUGGESTION
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import describe_suggestion, suggest_places
from ricordo_travel.places import Place

_COMBINES = re.compile(
    r"\b(?:what|which|where|any(?:thing|where)?|somewhere)\b[^.?!]{0,40}"
    r"\b(?:combine[ds]?|pair(?:ed|s)?|(?:go(?:es)?|fits?)(?: (?:well|nicely|best|together)){1,2})\b"
)
"""A question what else a trip may go to."""


def suggest_combined(state: DialogueState) -> Plan:
    """Suggest places near the one that a message would combine with others; say nothing to any other message."""
    place = _find_place(state) if _COMBINES.search(state.text) else None
    if place is None:
        return ""
    start = find_start(state)
    preferences = find_preferences(state, ())
    refused = preferences.refused | {each.name for each in (place, start) if each}
    preferences = replace(preferences, home=place, overland=None, near_to=None, is_near=True, refused=refused)
    found = suggest_places(replace(preferences, shown=frozenset(), max_cost=None))
    results = yield [
        ToolCall("search_hotel_rooms", {"city": each.place.key, "guests": preferences.people}) for each in found.best
    ]
    lines = [
        describe_suggestion(each, result.data.get("hotels") or (), preferences)
        for each, result in zip(found.best, results, strict=True)
    ]
    return "\n".join([f"These are near {place.name} and can be combined with it:", *lines, ASK_SUGGESTION])


def _find_place(state: DialogueState) -> Place | None:
    named = [each.place for each in find_mentions(state.text) if each.place]
    return named[-1] if named else state.trip.destination
