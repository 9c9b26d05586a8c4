"""Suggest places to go to, by all that the person has said of the trip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue import aims
from ricordo_travel.dialogue.climate import find_warmth
from ricordo_travel.dialogue.geography import find_mentions, find_nearest
from ricordo_travel.dialogue.known import KnownTrip
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.plan import Plan, ToolCall, join_words
from ricordo_travel.dialogue.questions import ASK_SUGGESTION
from ricordo_travel.dialogue.suggestions import (
    DEFAULT_NIGHTS,
    Suggestions,
    TripPreferences,
    describe_suggestion,
    find_activities,
    suggest_places,
)
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.places import Place, all_places
from ricordo_travel.wording import count

_MAX_NIGHTS = 30


def suggest(scene: Scene, command: Command) -> Plan:
    """Suggest places that fit what a command and those before it wish."""
    commands = _list_wishes(scene)
    known = scene.known()
    wanted = _find_preferences(scene, known, commands)
    if not (command.has("other") or command.has("cheaper")):
        wanted = replace(wanted, shown=frozenset())
    found = suggest_places(wanted)
    if not found.best:
        return "I know no other place like that. What matters most to you: the sea, the city, nature, or the price?"
    results = yield [
        ToolCall("search_hotel_rooms", {"city": each.place.key, "guests": wanted.people}) for each in found.best
    ]
    lines = [
        describe_suggestion(each, result.data.get("hotels") or (), wanted)
        for each, result in zip(found.best, results, strict=True)
    ]
    return "\n".join([_introduce(found, wanted), *lines, *_explain_start(known), ASK_SUGGESTION])


def _list_wishes(scene: Scene) -> list[Command]:
    """Return the commands that say what a trip shall be like, since something was last searched or chosen."""
    said = [commands for _, commands in scene.earlier] + [scene.commands]
    wishes: list[Command] = []
    for commands in said:
        for each in commands:
            if each.verb in {"find", "pick"}:
                wishes.clear()
            elif each.verb == "suggest":
                wishes.append(each)
    return wishes


def _find_preferences(scene: Scene, known: KnownTrip, commands: Sequence[Command]) -> TripPreferences:
    dropped = {normalise(value) for each in commands for value in each.values("drop")}
    words = [value for each in commands for value in [*each.values("with"), *each.values("maybe")]]
    words = [each for each in map(normalise, words) if not any(word in each or each in word for word in dropped)]
    text = ", ".join(words)
    without = [normalise(value) for each in commands for value in [*each.values("not"), *each.values("drop")]]
    places = [mention for value in without for mention in find_mentions(value)]
    month = scene.trip.month or scene.trip.first
    warmth = find_warmth(text)
    interests = find_activities(text)
    remembered = tuple(filter(None, scene.state.memory.value("interests").split(", ")))
    budget = scene.trip.budget or (None if scene.trip.budget else known.budget)
    amount = budget.amount * (known.people if budget.basis == "person" else 1) if budget else None
    area = scene.trip.area
    replies = " ".join(scene.state.replies)
    return TripPreferences(
        interests=interests or remembered,
        budget=amount,
        people=known.people,
        nights=min(max(known.nights or DEFAULT_NIGHTS, 1), _MAX_NIGHTS),
        home=_find_start(known),
        refused=frozenset(mention.place.name for mention in places if mention.place),
        avoided=frozenset(name for value in without for name in find_activities(value)),
        warm_in=month.month if warmth and month else None,
        warmth=warmth or "warm",
        max_minutes=aims.find_flying_time(text),
        is_by_sea=aims.wants_sea(text) or aims.wants_sun(text),
        has_beach=aims.wants_beach(text),
        amenities=scene.trip.amenities,
        character=aims.find_character(text),
        is_cheap=aims.wants_cheap(text) or any(each.has("cheaper") for each in commands),
        is_near=aims.wants_near(text),
        shown=frozenset(place.name for place in all_places() if f"• {place.title}" in replies),
        within=frozenset(place.name for place in area.places) if area else frozenset(),
    )


def _find_start(known: KnownTrip) -> Place | None:
    """Return where the trip starts, or the nearest place that is served."""
    if known.start:
        return known.start
    unserved = next((mention for mention, is_origin in known.trip.unserved if is_origin), None) or known.home
    return find_nearest(unserved)[0] if unserved and not unserved.is_served else None


def _introduce(found: Suggestions, wanted: TripPreferences) -> str:
    if found.missed:
        met = join_words(found.met)
        return f"I know no place {met} that is {join_words(found.missed, 'or')}. The nearest to it:".replace("  ", " ")
    within = f" within {format_dollars(wanted.budget)}" if wanted.budget else ""
    return (
        f"Here is what fits{within}, for {count(wanted.nights, 'night')} and {count(wanted.people, 'person')}:".replace(
            "persons", "people"
        )
    )


def _explain_start(known: KnownTrip) -> list[str]:
    if known.start:
        return []
    start = _find_start(known)
    if start is None:
        return ["Tell me where you start from, and I count the flights in."]
    return [f"The prices are with flights from {start.name}, the nearest place to you that I serve."]
