"""Reading and setting profiles: what a person sets by hand counts like what they said in a conversation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from recollect.learn.learner import Learner
from recollect.learn.ledger import LEARNED
from recollect.learn.profiles import Profile, assemble, checked_value
from recollect.learn.reconcile import same_value
from recollect.learn.review import MAKER
from recollect.ports.store import Store, View
from recollect.text.slots import slot_name
from recollect.values import Memory, Scope, State
from recollect.values.ids import new_id

M = TypeVar("M", bound=BaseModel)

_STATES: frozenset[State] = frozenset({"current", "disputed", "superseded"})


async def read(store: Store, model: type[M], scope: Scope) -> Profile[M]:
    """The profile that follows from what is known in ``scope``."""
    return assemble(model, await _known(store, scope))


async def fill(
    learner: Learner, model: type[BaseModel], values: Mapping[str, Any], scope: Scope, *, now: datetime
) -> None:
    """Set fields by hand; a value of None erases what is known of a field."""
    checked = {
        name: None if value is None else checked_value(model, name, value)
        for name, value in values.items()
        if checked_name(model, name)
    }
    person = scope.owner()
    rows = [memory for memory in await _known(learner.store, person) if memory.scope == person and memory.field]
    ledger = learner.ledger(person)
    erased: list[str] = []
    for name, value in checked.items():
        known = [row for row in rows if slot_name(row.field or "") == slot_name(name)]
        if value is None:
            erased += [row.id for row in known]
            continue
        items = cast("list[Any]", value) if isinstance(value, list) else [value]
        standing = [row for row in known if row.state != "superseded"]
        new = [item for item in items if not any(same_value(row.value, item) for row in standing)]
        gone = [row for row in standing if not any(same_value(row.value, item) for item in items)]
        made = [_said(name, item, person, now) for item in new]
        follower = made[0].id if made else None
        for memory, vector in zip(made, await learner.vectors([memory.content for memory in made]), strict=True):
            first = memory.id == follower
            ledger.put(replace(memory, supersedes=tuple(row.id for row in gone) if first else ()), vector)
        for row in gone:
            ledger.put(replace(row, state="superseded", valid_until=now), read=row)
    if changes := ledger.changes():
        await learner.store.write(changes)
    if erased:
        await learner.store.erase(person, ids=erased)


def checked_name(model: type[BaseModel], name: str) -> str:
    """The name of a field, if the model has it."""
    if name not in model.model_fields:
        raise ValueError(f"{model.__name__} has no field {name!r}; it has {', '.join(model.model_fields)}")
    return name


async def _known(store: Store, scope: Scope) -> list[Memory]:
    view = View(scope, kinds=LEARNED, states=_STATES)
    known: list[Memory] = []
    page = await store.memories(view)
    while page:
        known += [memory for _, memory in page]
        page = await store.memories(view, after=page[-1][0])
    return known


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
        maker=MAKER,
    )
