"""Reading and setting profiles: what a person sets by hand counts like what they said in a conversation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from ricordo.language.slots import slot_name
from ricordo.learn.learner import Learner
from ricordo.learn.profiles import BY_HAND, Profile, build_profile, validate_value
from ricordo.learn.reconcile import same_value
from ricordo.learn.review import retry_on_conflict
from ricordo.learn.working_set import LEARNED, WorkingSet, supersede
from ricordo.ports.paging import read_memories
from ricordo.ports.store import Store, View
from ricordo.values import STATES, Memory, Scope, State
from ricordo.values.ids import new_id

M = TypeVar("M", bound=BaseModel)

_READ: frozenset[State] = frozenset({"current", "disputed", "superseded"})


async def load_profile(store: Store, model: type[M], scope: Scope) -> Profile[M]:
    """The profile that follows from what is known of the person in ``scope``, whatever the conversation."""
    return build_profile(model, await _known(store, scope.owner(), _READ))


async def set_fields(
    learner: Learner, model: type[BaseModel], values: Mapping[str, Any], scope: Scope, *, now: datetime
) -> None:
    """Set fields by hand; a value of None erases what is known of a field."""
    checked = {
        name: None if value is None else validate_value(model, check_field_name(model, name), value)
        for name, value in values.items()
    }
    person = scope.owner()

    async def attempt() -> None:
        known = await _known(learner.store, person, frozenset(STATES))
        rows = [memory for memory in known if memory.scope == person and memory.field]
        working_set = learner.working_set(person)
        erased: list[str] = []
        for name, value in checked.items():
            about = [row for row in rows if slot_name(row.field or "") == slot_name(name)]
            if value is None:
                erased += [row.id for row in about]
            else:
                setting = _Setting.of(name, value, about, person, now)
                setting.enter(working_set, await learner.vectors([memory.content for memory in setting.made]))
        if changes := working_set.changes():
            await learner.store.write(changes)
        if erased:
            await learner.store.erase(person, ids=erased)

    await retry_on_conflict(attempt)


def check_field_name(model: type[BaseModel], name: str) -> str:
    """The name of a field, if the model has it."""
    if name not in model.model_fields:
        raise ValueError(f"{model.__name__} has no field {name!r}; it has {', '.join(model.model_fields)}")
    return name


@dataclass(frozen=True, slots=True)
class _Setting:
    """What setting one field does: memories that are made, confirmed, or no longer so."""

    made: list[Memory]
    confirmed: list[Memory]
    gone: list[Memory]
    now: datetime

    @classmethod
    def of(cls, name: str, value: Any, about: Iterable[Memory], scope: Scope, now: datetime) -> _Setting:
        items = cast("list[Any]", value) if isinstance(value, list) else [value]
        standing = [row for row in about if row.state in {"current", "disputed"}]
        kept: dict[str, Memory] = {}
        made: list[Memory] = []
        for item in items:
            same = [row for row in standing if _equal(row.value, item)]
            if same:
                row = min(same, key=lambda row: row.state != "current")
                kept[row.id] = row
            else:
                made.append(_said(name, item, scope, now))
        confirmed = [row for row in kept.values() if row.state == "disputed"]
        return cls(made, confirmed, [row for row in standing if row.id not in kept], now)

    def enter(self, working_set: WorkingSet, vectors: Iterable[Any]) -> None:
        """Put it down; what is no longer so is kept, and linked to the first thing that is said instead."""
        for row in self.gone:
            working_set.put(supersede(row, self.now), read=row)
        links = tuple(row.id for row in self.gone)
        for row in self.confirmed:
            working_set.put(replace(row, state="current", supersedes=(*row.supersedes, *links)), read=row)
            links = ()
        for memory, vector in zip(self.made, vectors, strict=True):
            working_set.put(replace(memory, supersedes=links), vector)
            links = ()


def _equal(known: Any, given: Any) -> bool:
    """Whether setting a value changes nothing: objects must agree in all their parts."""
    if isinstance(known, Mapping) and isinstance(given, Mapping):
        one, other = cast("Mapping[str, Any]", known), cast("Mapping[str, Any]", given)
        names = {name for name in (*one, *other) if one.get(name) is not None or other.get(name) is not None}
        return all(same_value(one.get(name), other.get(name)) for name in names)
    return same_value(known, given)


async def _known(store: Store, scope: Scope, states: frozenset[State]) -> list[Memory]:
    view = View(scope, kinds=LEARNED, states=states)
    return [memory async for memory in read_memories(store, view)]


def _said(name: str, value: Any, scope: Scope, now: datetime) -> Memory:
    label = name.replace("_", " ")
    parts = cast("Mapping[str, Any]", value).values() if isinstance(value, Mapping) else [value]
    said = ", ".join(str(part) for part in parts if part is not None)
    return Memory(
        id=new_id(),
        kind="profile",
        content=f"{label[:1].upper()}{label[1:]}: {said}",
        scope=scope,
        created_at=now,
        valid_from=now,
        field=slot_name(name),
        value=value,
        maker=BY_HAND,
    )
