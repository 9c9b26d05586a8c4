"""Slots: the things that people say about themselves, as data.

A slot has one value at a time (somebody lives in one place) or many (somebody likes many things); that is what decides
whether a new statement replaces an old one. ``aliases`` are names under which profiles ask for the same thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ricordo.values import MemoryKind


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that can be known about a person. What is in ``opposite`` cannot be true of the same value."""

    name: str
    kind: MemoryKind
    many: bool
    aliases: tuple[str, ...] = ()
    opposite: str | None = None


_ALL = (
    Slot("name", "profile", False, ("user_name", "full_name", "first_name", "given_name", "called", "nickname")),
    Slot("age", "profile", False, ("user_age", "years_old", "age_years")),
    Slot("birthday", "profile", False, ("birth_date", "date_of_birth", "born")),
    Slot("home", "profile", False, ("home_city", "city", "location", "residence", "lives_in", "hometown", "address")),
    Slot("origin", "profile", False, ("from", "nationality", "home_country", "grew_up")),
    Slot("work", "profile", False, ("job", "occupation", "profession", "job_title", "role")),
    Slot("employer", "profile", False, ("company", "works_for", "workplace")),
    Slot("studies", "profile", False, ("field_of_study", "major", "school")),
    Slot("family", "semantic", True, ("relatives", "family_members", "relations", "children", "partner", "spouse")),
    Slot("pets", "semantic", True, ("pet", "animals")),
    Slot("likes", "episodic", True, ("interests", "hobbies", "interest", "loves"), "dislikes"),
    Slot("preferences", "episodic", True, ("preference", "prefers"), "dislikes"),
    Slot("dislikes", "episodic", True, ("hates", "aversions", "avoid"), "likes"),
    Slot(
        "diet",
        "profile",
        True,
        ("dietary_requirements", "dietary_restrictions", "dietary_preferences", "dietary_needs", "food_restrictions"),
    ),
    Slot("allergies", "profile", True, ("allergy", "allergic_to", "intolerances")),
    Slot("budget", "profile", False, ("budget_range", "travel_budget", "max_budget", "price_range")),
    Slot(
        "travellers",
        "profile",
        False,
        ("number_of_travelers", "number_of_travellers", "travelers", "party_size", "group_size", "people"),
    ),
    Slot("trip_length", "profile", False, ("trip_duration", "duration", "trip_days", "length_of_stay", "trip_weeks")),
    Slot("travel_style", "profile", False, ("style", "travel_type", "trip_style")),
    Slot("visited", "episodic", True, ("past_destinations", "past_trips", "places_visited", "destinations_visited")),
    Slot("plans", "episodic", True, ("plan", "upcoming_trips", "goals")),
    Slot("languages", "profile", True, ("language", "speaks")),
    Slot("possessions", "semantic", True, ("owns", "vehicles", "car")),
    Slot("activities", "episodic", True, ("activity", "sports", "pastimes")),
    Slot("health", "semantic", True, ("conditions", "medical_conditions", "ailments")),
    Slot("traits", "semantic", True, ("characteristics", "appearance", "personality")),
)

SLOTS = {slot.name: slot for slot in _ALL}
_BY_ALIAS = {alias: slot.name for slot in _ALL for alias in (slot.name, *slot.aliases)}


def slot_name(field: str) -> str:
    """The slot that a field's name stands for, or the name itself: ``BudgetRange``, ``budget_range``: ``budget``."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", field).replace("-", "_").replace(" ", "_").lower()
    return _BY_ALIAS.get(snake, snake)
