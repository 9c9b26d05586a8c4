"""Slots: the kinds of things that people say about themselves, as data.

A slot has one value at a time (somebody lives in one place) or many (somebody likes many things). This decides whether
a new statement replaces an old one. General slots ship with the library. An application adds its own as annotations of
its profile's fields, and they count for memories that fill that profile only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ricordo.language.numbers import duration_in, numbers_in, speaks_of_time
from ricordo.language.people import headcount
from ricordo.values import MemoryKind

Parse = Callable[[str], float | None]


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that can be known about a person.

    Annotate a field of a profile with one if no general slot has its name:
    `guests: Annotated[int | None, Slot("party", parse=count_people)] = None`.

    Attributes:
        name: The name under which values are stored.
        kind: The kind of memory that a value becomes.
        many: Whether several values hold at the same time.
        aliases: Names under which profiles ask for the same thing.
        opposite: The slot that cannot have the same value.
        parse: A function that returns the number in a text, or None if there is none, such as `count_people`.
    """

    name: str
    kind: MemoryKind = "profile"
    many: bool = False
    aliases: tuple[str, ...] = ()
    opposite: str | None = None
    parse: Callable[[str], float | None] | None = None


class SlotRegistry:
    """An immutable set of slots, found by their names and aliases."""

    def __init__(self, slots: Iterable[Slot]) -> None:
        self._by_name = {slot.name: slot for slot in slots}
        self._by_alias = {alias: slot for slot in self._by_name.values() for alias in (*slot.aliases, slot.name)}

    def __iter__(self) -> Iterator[Slot]:
        return iter(self._by_name.values())

    def extend(self, slots: Iterable[Slot]) -> SlotRegistry:
        """Return a registry with more slots. A slot that exists already gains aliases, and nothing else."""
        by_name = dict(self._by_name)
        for slot in slots:
            known = by_name.get(slot.name)
            by_name[slot.name] = replace(known, aliases=(*known.aliases, *slot.aliases)) if known else slot
        return SlotRegistry(by_name.values())

    def find(self, field: str) -> Slot | None:
        """Return the slot that the name of a field stands for, if there is one."""
        return self._by_alias.get(to_snake_case(field))

    def name_of(self, field: str) -> str:
        """Return the name of the slot that a field stands for, or else the field's own name in snake case."""
        slot = self.find(field)
        return slot.name if slot else to_snake_case(field)


def count_people(text: str) -> float | None:
    """Return how many people a text speaks of: "three of us", "my wife and I"."""
    return headcount(text)


def count_days(text: str) -> float | None:
    """Return how many days a text speaks of: "two weeks", "a long weekend". A bare number counts days."""
    if not speaks_of_time(text):
        found = numbers_in(text)
        return found[0] if len(found) == 1 else None
    length = duration_in(text)
    return None if length is None else length.total_seconds() / 86_400


GENERAL_SLOTS = SlotRegistry(
    (
        Slot("name", "profile", False, ("user_name", "full_name", "first_name", "given_name", "called", "nickname")),
        Slot("age", "profile", False, ("user_age", "years_old", "age_years")),
        Slot("birthday", "profile", False, ("birth_date", "date_of_birth", "born")),
        Slot(
            "home", "profile", False, ("home_city", "city", "location", "residence", "lives_in", "hometown", "address")
        ),
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
            (
                "dietary_requirements",
                "dietary_restrictions",
                "dietary_preferences",
                "dietary_needs",
                "food_restrictions",
            ),
        ),
        Slot("allergies", "profile", True, ("allergy", "allergic_to", "intolerances")),
        Slot("budget", "profile", False, ("budget_range", "max_budget", "price_range")),
        Slot("visited", "episodic", True, ("visited_places", "places_visited", "past_destinations", "past_trips")),
        Slot(
            "travellers",
            aliases=("travelers", "number_of_travelers", "number_of_travellers", "party_size"),
            parse=count_people,
        ),
        Slot("trip_length", aliases=("trip_duration", "length_of_stay", "length_of_trip"), parse=count_days),
        Slot("travel_style", aliases=("style_of_travel",)),
        Slot("plans", "episodic", True, ("plan", "goals")),
        Slot("languages", "profile", True, ("language", "speaks")),
        Slot("possessions", "semantic", True, ("owns", "vehicles", "car")),
        Slot("activities", "episodic", True, ("activity", "sports", "pastimes")),
        Slot("health", "semantic", True, ("conditions", "medical_conditions", "ailments")),
        Slot("traits", "semantic", True, ("characteristics", "appearance", "personality")),
    )
)
"""The slots that every memory has."""


def slot_name(field: str) -> str:
    """Return the name of the general slot that a field stands for, or else the field's own name in snake case."""
    return GENERAL_SLOTS.name_of(field)


def to_snake_case(field: str) -> str:
    """Return the name of a field in snake case: `budget_range` for `BudgetRange`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", field).replace("-", "_").replace(" ", "_").lower()
