"""Loading profiles and setting their fields by hand. A field that is set counts like a statement of the person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from ricordo.learn.learner import Learner
from ricordo.learn.profiles import Profile, build_profile, find_slots, is_of_person, validate_value
from ricordo.learn.reconcile import is_same_value
from ricordo.learn.review import retry_on_conflict
from ricordo.learn.working_set import LEARNED_KINDS, OPEN_STATES, WorkingSet, supersede
from ricordo.ports.changes import Change, Erase
from ricordo.ports.paging import read_memories
from ricordo.ports.store import Store, View
from ricordo.values import BY_HAND, STATES, Memory, Scope, State
from ricordo.values.ids import new_id

M = TypeVar("M", bound=BaseModel)

_LOADED_STATES: frozenset[State] = frozenset({"current", "disputed", "superseded"})


async def load_profile(store: Store, model: type[M], scope: Scope, *, now: datetime) -> Profile[M]:
    """Return the profile of the person in ``scope``, from the memories of all conversations."""
    return build_profile(model, await _load_memories(store, scope.owner(), _LOADED_STATES), now=now)


async def set_fields(
    learner: Learner, model: type[BaseModel], values: Mapping[str, Any], scope: Scope, *, now: datetime
) -> None:
    """Set fields by hand. None erases all memories of a field. What is known of others, a wife's home, is left alone.

    Raises:
        ValueError: If the model has no such field, or the field does not take the value.
    """
    new_values = {
        name: None if value is None else validate_value(model, check_field_name(model, name), value)
        for name, value in values.items()
    }
    person = scope.owner()
    slots = find_slots([*learner.profile_models, model])

    async def attempt() -> None:
        known = await _load_memories(learner.store, person, frozenset(STATES))
        rows = [memory for memory in known if memory.scope == person and memory.field]
        working_set = learner.open_working_set(person)
        erased: list[str] = []
        for name, value in new_values.items():
            slot = slots.name_of(name)
            own = [row for row in rows if slots.name_of(row.field or "") == slot and is_of_person(row, slot)]
            if value is None:
                erased += [row.id for row in own]
            else:
                update = _FieldUpdate.plan(name, slot, value, own, person, now)
                update.apply(working_set, await learner.embed([memory.content for memory in update.created]))
        changes: list[Change] = [*working_set.changes()]
        changes += [Erase(person, tuple(erased))] if erased else []
        if changes:
            await learner.store.write(changes)

    await retry_on_conflict(attempt)


def check_field_name(model: type[BaseModel], name: str) -> str:
    """Return ``name`` if the model has a field of this name, or raise ``ValueError``."""
    if name not in model.model_fields:
        raise ValueError(f"{model.__name__} has no field {name!r}; it has {', '.join(model.model_fields)}")
    return name


@dataclass(frozen=True, slots=True)
class _FieldUpdate:
    """The effect of setting one field: the memories that are created, confirmed and superseded."""

    created: list[Memory]
    confirmed: list[Memory]
    superseded: list[Memory]
    now: datetime

    @classmethod
    def plan(  # everything that a new memory is made of
        cls, name: str, slot: str, value: Any, own: Iterable[Memory], scope: Scope, now: datetime
    ) -> _FieldUpdate:
        items = cast("list[Any]", value) if isinstance(value, list) else [value]
        open_rows = [row for row in own if row.state in OPEN_STATES]
        kept: dict[str, Memory] = {}
        created: list[Memory] = []
        for item in items:
            same = [row for row in open_rows if _is_equal(row.value, item)]
            if same:
                row = min(same, key=lambda row: row.state != "current")
                kept[row.id] = row
            else:
                created.append(_make_memory(name, slot, item, scope, now))
        confirmed = [row for row in kept.values() if row.state == "disputed"]
        return cls(created, confirmed, [row for row in open_rows if row.id not in kept], now)

    def apply(self, working_set: WorkingSet, vectors: Iterable[Any]) -> None:
        """Put the changes into a working set. The first value that is set supersedes the old ones."""
        for row in self.superseded:
            working_set.put(supersede(row, self.now), stored=row)
        links = tuple(row.id for row in self.superseded)
        for row in self.confirmed:
            working_set.put(replace(row, state="current", supersedes=(*row.supersedes, *links)), stored=row)
            links = ()
        for memory, vector in zip(self.created, vectors, strict=True):
            working_set.put(replace(memory, supersedes=links), vector)
            links = ()


def _is_equal(known: Any, given: Any) -> bool:
    """Return whether two values are the same; objects must agree in all their parts."""
    if isinstance(known, Mapping) and isinstance(given, Mapping):
        one, other = cast("Mapping[str, Any]", known), cast("Mapping[str, Any]", given)
        names = {name for name in (*one, *other) if one.get(name) is not None or other.get(name) is not None}
        return all(is_same_value(one.get(name), other.get(name)) for name in names)
    return is_same_value(known, given)


async def _load_memories(store: Store, scope: Scope, states: frozenset[State]) -> list[Memory]:
    view = View(scope, kinds=LEARNED_KINDS, states=states)
    return [memory async for memory in read_memories(store, view)]


def _make_memory(name: str, slot: str, value: Any, scope: Scope, now: datetime) -> Memory:
    label = name.replace("_", " ")
    parts = cast("Mapping[str, Any]", value).values() if isinstance(value, Mapping) else [value]
    text = ", ".join(str(part) for part in parts if part is not None)
    return Memory(
        id=new_id(),
        kind="profile",
        content=f"{label[:1].upper()}{label[1:]}: {text}",
        scope=scope,
        created_at=now,
        valid_from=now,
        field=slot,
        value=value,
        maker=BY_HAND,
    )
